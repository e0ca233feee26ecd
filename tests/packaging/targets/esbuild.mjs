// esbuild: a page with the WebAssembly file beside it, one with it inside, and a program for Node.js.
import { join } from "node:path";

import { agreed, browser } from "../harness/chromium.mjs";
import { version } from "../harness/folder.mjs";
import { run, start } from "../harness/program.mjs";
import { serve } from "../harness/server.mjs";

export default {
  fixtures: ["imported", "esbuild"],
  async start(test) {
    const { folder, after, holds } = test;
    await run(process.execPath, ["build.mjs"], { cwd: folder });
    const { about, open } = await browser(test);
    const pageOf = async (name) => open(await serve(test, join(folder, "dist", name), `${name}.js`));
    const [slim, inline] = await Promise.all(["slim", "inline"].map(pageOf));
    const server = start({ folder: join(folder, "dist/server"), after }, process.execPath, ["main.mjs"]);
    return {
      about: `esbuild ${version("esbuild")}, ${about}`,
      ask: (line) => agreed({ slim: slim.ask(line), inline: inline.ask(line), "in Node.js": server.ask(line) }),
      async finish() {
        await slim.check();
        await inline.check();
        if (inline.requests.some((url) => /schedscope_bg/.test(url)))
          throw new Error("the engine is inside, and loaded all the same");
        await server.finish();
        holds("a page with `schedscope/slim`, one with `schedscope/inline`, and a program for Node.js of one file");
      },
    };
  },
};
