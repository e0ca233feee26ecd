// Node.js, `require`, where modules cannot be required.
import { start } from "../harness/program.mjs";

export default {
  fixtures: ["node-cjs"],
  async start(test) {
    const flag = "--no-experimental-require-module";
    return { about: `Node.js ${process.version} ${flag}`, ...start(test, process.execPath, [flag, "main.cjs"]) };
  },
};
