// What publint says of the tarball.
import { join } from "node:path";

import { here, version } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";

export default {
  async start({ tarball }) {
    const bin = join(here, "node_modules/publint/src/cli.js");
    const text = await run(process.execPath, [bin, "run", tarball, "--strict"]);
    if (!text.includes("All good!")) throw new Error(text);
    return { about: `publint ${version("publint")}` };
  },
};
