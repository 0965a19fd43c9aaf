import { Library } from "./library.js";
import { fetchSample } from "./sources/sample.js";
import type { FolderNode } from "./sources/tree.js";
import { walk, type Found } from "./sources/walk.js";
import { plural } from "./view/numbers.js";
import { ProgressView } from "./view/progress-view.js";

/** Brings a folder or the sample into a new library, showing how far it is. Only one run at a time. */
export class Indexing {
  private running: AbortController | undefined;
  private readonly view = new ProgressView(() => this.running?.abort());

  /** Undefined when it was stopped before anything was read. */
  folder(root: FolderNode): Promise<Library | undefined> {
    return this.run(root.name, async (library, signal) => {
      this.view.begin("Looking through the folder…");
      const walked = await walk(root, library.gate, signal, (files) =>
        this.view.say(`Looking through the folder: ${plural(files, "file")} so far`),
      );
      library.passed.push(...walked.passed);
      return walked.files;
    });
  }

  sample(): Promise<Library | undefined> {
    return this.run("nearfield’s own source", async (library, signal) => {
      this.view.begin("Loading the sample…");
      const { files } = await fetchSample(signal);
      library.sample = true;
      return files.map(({ path, content }) => ({ path, file: new File([content], path) }));
    });
  }

  private async run(
    name: string,
    find: (library: Library, signal: AbortSignal) => Promise<Found[]>,
  ): Promise<Library | undefined> {
    this.running?.abort();
    const running = (this.running = new AbortController());
    const { signal } = running;
    this.view.begin("Starting the engine…");
    let library: Library | undefined;
    try {
      library = await Library.open(name);
      const files = await find(library, signal);
      if (files.length === 0) throw new Error(`“${name}” holds no file that can be searched. Choose another folder.`);
      const began = performance.now();
      library.complete = await library.index(files, signal, (advance) => this.view.advance(advance));
      library.seconds = (performance.now() - began) / 1000;
      return library;
    } catch (error) {
      library?.close();
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.running === running) this.view.end();
    }
  }
}
