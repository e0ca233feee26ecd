// Bun.
import { version } from "../harness/folder.mjs";
import { start } from "../harness/program.mjs";
import { absent, runtimes } from "../harness/runtimes.mjs";

export default {
  absent: () => absent("bun"),
  async start(test) {
    return { about: `Bun ${version("bun")}`, ...start(test, runtimes.bun(), ["--no-install", "main.mjs"]) };
  },
};
