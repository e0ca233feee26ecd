// What is in the package, and what of it ends up in a bundle.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

import { build, transform } from "esbuild";
import { rollup } from "rollup";
import resolve from "@rollup/plugin-node-resolve";

/** The largest entry file, in bytes. */
const MOST_ENTRY = 5000;
/** The largest bundle that reads quantities and does nothing else, in bytes, by gzip. */
const MOST_SMALL = 5000;

/** Of what is imported, all of what stands here is not needed for it, and must not be there. */
const cases = [
  {
    what: "a quantity",
    code: 'export { init, quantity } from "schedscope/slim";',
    not: ["spreadCandidates", "askJson", "fleetYaml"],
  },
  {
    what: "nothing",
    code: 'import { Scenario, initCel } from "schedscope/slim"; export const one = 1;',
    not: ["Scenario", "WebAssembly", "error"],
  },
];

export default {
  async start({ folder, holds }) {
    const root = join(folder, "node_modules/schedscope");
    const files = readdirSync(root, { recursive: true }).map((file) => file.replaceAll("\\", "/"));

    for (const file of files.filter((file) => /^lib\/entries\/.*\.c?js$/.test(file))) {
      const { length } = readFileSync(join(root, file));
      if (length > MOST_ENTRY) throw new Error(`${file} has ${length} bytes`);
    }
    holds(`no entry file is larger than ${MOST_ENTRY} bytes`);

    for (const file of files.filter((file) => /^(lib|dist)\/.*\.js$/.test(file))) {
      // What waits at its top level cannot become this.
      await transform(readFileSync(join(root, file), "utf8"), { format: "cjs", logLevel: "silent" }).catch((error) => {
        throw new Error(`${file}: ${error.message}`);
      });
    }
    holds("no file waits at its top level");

    const notices = readFileSync(join(root, "lib/third-party-notices.txt"), "utf8");
    for (const bundled of ["serde", "cel", "preact", "fflate", "js-yaml"])
      if (!new RegExp(`^(.*, )?${bundled} \\d.*\n\n.*\\S`, "m").test(notices))
        throw new Error(`third-party-notices.txt lacks the licence of ${bundled}`);
    holds("the licences of what is bundled are in lib/third-party-notices.txt");

    const wasm = files.filter((file) => file.endsWith(".wasm")).map((file) => basename(file));
    const expected = ["schedscope_bg.wasm", "schedscope_cel_bg.wasm"];
    if (wasm.sort().join() !== expected.join()) throw new Error(`packed: ${wasm.join(", ")}`);
    holds("a WebAssembly file for the engine, and one for CEL");

    for (const { what, code, not } of cases) {
      for (const [bundler, bundle] of Object.entries({ esbuild: byEsbuild, Rollup: byRollup })) {
        const text = await bundle(folder, code);
        const found = not.filter((word) => text.includes(word));
        if (found.length > 0) throw new Error(`whoever imports ${what} bundles ${found.join(", ")} with ${bundler}`);
        const size = gzipSync(text).length;
        if (size > MOST_SMALL) throw new Error(`whoever imports ${what} bundles ${size} bytes (gzip) with ${bundler}`);
        holds(`who imports ${what} bundles ${size} bytes (gzip) with ${bundler}`);
      }
    }
    return { about: "" };
  },
};

async function byEsbuild(resolveDir, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

async function byRollup(folder, code) {
  const input = join(folder, "input.js");
  const plugin = {
    name: "input",
    load: (id) => (id === input ? code : null),
    resolveId: (id) => (id === input ? id : null),
  };
  const bundle = await rollup({ input, plugins: [plugin, resolve()], onwarn: () => {} });
  const { output } = await bundle.generate({ format: "es" });
  const { code: minified } = await transform(output[0].code, { minify: true });
  return minified;
}
