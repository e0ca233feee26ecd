// webpack: for a page, on the main thread and in a Worker, and for a server.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import webpack from "webpack";

import { agreed, browser } from "../harness/chromium.mjs";
import { version } from "../harness/folder.mjs";
import { start } from "../harness/program.mjs";
import { serve } from "../harness/server.mjs";

export default {
  fixtures: ["browser", "webpack"],
  async start(test) {
    const { folder, after, holds } = test;
    const { default: config } = await import(pathToFileURL(join(folder, "webpack.config.js")).href);
    const stats = await new Promise((resolve, reject) => {
      webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
    });
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ colors: false }));
    cpSync(join(folder, "index.html"), join(folder, "dist/page/index.html"));
    const { about, open } = await browser(test);
    const page = await open(await serve(test, join(folder, "dist/page")));
    const server = start({ folder: join(folder, "dist/server"), after }, process.execPath, ["main.cjs"]);
    return {
      about: `webpack ${version("webpack")}, ${about}`,
      ask: (line) =>
        agreed({
          "on the main thread": page.ask(line),
          "in a Worker": page.ask(line, "answerInWorker"),
          "in Node.js": server.ask(line),
        }),
      async finish() {
        await page.check(2);
        await server.finish();
        holds("for a page, on its main thread and in a Worker, and for Node.js");
      },
    };
  },
};
