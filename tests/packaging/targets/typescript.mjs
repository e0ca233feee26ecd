// The types, as TypeScript finds them: each way of finding modules, with the libraries of browsers and
// with those of Node.js, in the newest release and in the last one that was written in JavaScript.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { here, version } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: "ES2022",
};
const browser = { lib: ["ES2022", "DOM"], types: [] };
const node = { lib: ["ES2022"], types: ["node"] };
// Bundlers are given modules only.
const nodeNext = { options: { module: "NodeNext", moduleResolution: "NodeNext" }, files: ["decide.ts", "decide.cts"] };
const bundler = { options: { module: "ESNext", moduleResolution: "Bundler" }, files: ["decide.ts"] };

const cases = [
  ["typescript", nodeNext, node],
  ["typescript", nodeNext, browser],
  ["typescript", bundler, node],
  ["typescript", bundler, browser],
  ["typescript-5", nodeNext, node],
  ["typescript-5", bundler, browser],
];

export default {
  async start({ folder, holds }) {
    for (const [compiler, { options, files }, library] of cases) {
      const config = { compilerOptions: { ...strict, ...options, ...library }, files };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      const tsc = join(here, "node_modules", compiler, "bin/tsc");
      await run(process.execPath, [tsc, "--project", "."], { cwd: folder });
      const types = library === node ? "Node.js" : "browsers";
      holds(`TypeScript ${version(compiler)}, ${options.moduleResolution}, types of ${types}: ${files.join(" and ")}`);
    }
    return { about: `TypeScript ${version("typescript")} and ${version("typescript-5")}` };
  },
};
