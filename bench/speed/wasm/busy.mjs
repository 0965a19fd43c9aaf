// The processor's time, which other programs do not lengthen.
import { existsSync, readFileSync } from "node:fs";

/**
 * That of this thread in milliseconds, by ticks of a hundredth of a second: V8's own threads do not count. Only Linux tells it;
 * elsewhere it is the time that passes.
 */
export function busyMs() {
  const file = `/proc/self/task/${process.pid}/stat`;
  if (!existsSync(file)) return performance.now();
  // After the program's name, which may hold blanks.
  const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
