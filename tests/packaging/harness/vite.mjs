// Vite of any version: built and previewed, and as in development; on the main thread and in a Worker.
import { join } from "node:path";

import { agreed, browser } from "./chromium.mjs";
import { here, version } from "./folder.mjs";
import { run } from "./program.mjs";
import { printed } from "./server.mjs";

/** A target; `tool` is what the version is called in `package.json`. */
export const vite = (tool) => ({
  fixtures: ["browser"],
  async start(test) {
    const program = join(here, "node_modules", tool, "bin/vite.js");
    await run(process.execPath, [program, "build", "--logLevel", "warn"], { cwd: test.folder });
    const { about, open } = await browser(test);
    const server = (mode) => printed(test, process.execPath, [program, ...mode, "--host", "127.0.0.1", "--port", "0"]);
    const built = await open(await server(["preview"]));
    const developed = await open(await server([]));
    return {
      about: `Vite ${version(tool)}, ${about}`,
      ask: (line) =>
        agreed({
          built: built.ask(line),
          "built, in a Worker": built.ask(line, "answerInWorker"),
          "in development": developed.ask(line),
          "in development, in a Worker": developed.ask(line, "answerInWorker"),
        }),
      async finish() {
        await built.check(2);
        await developed.check(2);
        test.holds("built and previewed, and in development; on the main thread and in a Worker");
        test.holds("each thread asks for each WebAssembly file once, and nobody for anything else");
      },
    };
  },
});
