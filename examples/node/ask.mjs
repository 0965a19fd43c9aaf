// node examples/node/ask.mjs FOLDER "QUESTION"
import { openFolder } from "nearfield/node";

const [folder = ".", question = "how is it put together"] = process.argv.slice(2);
const { nearfield, report } = await openFolder(folder);
const { markdown } = await nearfield.search(question, { budget: 2000 });
console.log(`${report.files} files\n\n${markdown}`);
