// Node.js, `require`, as it is since modules can be required.
import { start } from "../harness/program.mjs";

export default {
  async start(test) {
    return { about: `Node.js ${process.version}`, ...start(test, process.execPath, ["--no-warnings", "main.cjs"]) };
  },
};
