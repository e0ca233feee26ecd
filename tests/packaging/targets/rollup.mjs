// Rollup: a page with the WebAssembly file beside it, and one with it inside.
import { join } from "node:path";

import { agreed, browser } from "../harness/chromium.mjs";
import { here, version } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";
import { serve } from "../harness/server.mjs";

export default {
  fixtures: ["imported", "rollup"],
  async start(test) {
    const { folder, holds } = test;
    const rollup = join(here, "node_modules/rollup/dist/bin/rollup");
    await run(process.execPath, [rollup, "--config", "rollup.config.js", "--failAfterWarnings"], { cwd: folder });
    const { about, open } = await browser(test);
    const pageOf = async (name) => open(await serve(test, join(folder, "dist", name), `${name}.js`));
    const [slim, inline] = await Promise.all(["slim", "inline"].map(pageOf));
    return {
      about: `Rollup ${version("rollup")}, ${about}`,
      ask: (line) => agreed({ slim: slim.ask(line), inline: inline.ask(line) }),
      async finish() {
        await slim.check();
        await inline.check();
        holds("a page with `schedscope/slim`, and one with `schedscope/inline`");
      },
    };
  },
};
