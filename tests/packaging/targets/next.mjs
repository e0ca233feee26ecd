// Next.js: a page, a route in Node.js and one of the edge runtime.
import { join } from "node:path";

import { agreed, browser } from "../harness/chromium.mjs";
import { here, version } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";
import { printed } from "../harness/server.mjs";

export default {
  async start(test) {
    const next = join(here, "node_modules/next/dist/bin/next");
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    await run(process.execPath, [next, "build"], { cwd: test.folder, env });
    const address = await printed(test, process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", "0"]);
    const { about, open } = await browser(test);
    const page = await open(address);
    await page.has("answer");
    const route = async (name, body) => {
      const response = await fetch(`${address}api/${name}`, { method: "POST", body });
      if (!response.ok) throw new Error(`the route ${name} answers ${response.status}: ${await response.text()}`);
      return response.text();
    };
    return {
      about: `Next.js ${version("next")}, ${about}`,
      ask: (line) =>
        agreed({
          "the page": page.ask(line),
          "a route in Node.js": route("node", line),
          "a route of the edge runtime": route("edge", line),
        }),
      async finish() {
        await page.check();
        test.holds("a page, a route in Node.js, and one of the edge runtime, without any configuration");
      },
    };
  },
};
