// Builds `pkg/lib` from `pkg/src`, after `pkg/dist` is there: modules and types by the TypeScript
// compiler, one file each, and what cannot be modules by esbuild.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const pkg = fileURLToPath(new URL("..", import.meta.url));
const path = (...parts) => join(pkg, ...parts);

// The engine as a text, for `schedscope/inline`.
const engine = readFileSync(path("dist/schedscope_bg.wasm"));
writeFileSync(path("dist/schedscope_inline.js"), `export const base64 =\n  "${engine.toString("base64")}";\n`);
writeFileSync(path("dist/schedscope_inline.d.ts"), "export declare const base64: string;\n");

// The package's classes free themselves. What the bindings do about it at once, whoever imports them, would
// keep their classes in every bundle.
for (const name of ["schedscope", "schedscope_cel"]) {
  const bindings = path(`dist/${name}.js`);
  const text = readFileSync(bindings, "utf8");
  writeFileSync(bindings, text.replaceAll(/^if \(Symbol\.dispose\) .*\n/gm, ""));
}

rmSync(path("lib"), { recursive: true, force: true });
const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
execFileSync(process.execPath, [tsc, "--project", pkg], { stdio: "inherit" });

// For `require` where modules cannot be required, such as under Jest: each module that the entry of
// Node.js uses, as a file of its own.
const { metafile } = await build({
  entryPoints: [path("lib/entries/node.js")],
  absWorkingDir: pkg,
  bundle: true,
  platform: "node",
  format: "esm",
  write: false,
  metafile: true,
});
for (const file of Object.keys(metafile.inputs)) {
  const text = readFileSync(path(file), "utf8");
  const { code } = await transform(text, {
    platform: "node",
    target: "node20",
    format: "cjs",
    define: { "import.meta.url": "address" },
    banner: text.includes("import.meta.url") ? 'const address = require("node:url").pathToFileURL(__filename);' : "",
  });
  writeFileSync(path(file.replace(/\.js$/, ".cjs")), code.replaceAll(/((?:require|import)\("\.{1,2}\/[^"]+)\.js"/g, '$1.cjs"'));
}

// The command line, with its libraries inside; the engine is the package's own.
await build({
  entryPoints: [path("lib/cli/main.js")],
  outfile: path("lib/cli.js"),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "esm",
  plugins: [{ name: "engine", setup: (on) => on.onResolve({ filter: /entries\/node\.js$/ }, () => ({ path: "./entries/node.js", external: true })) }],
  // Libraries of the older kind require what Node.js brings.
  banner: { js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  legalComments: "none",
  logLevel: "warning",
});
rmSync(path("lib/cli"), { recursive: true });
chmodSync(path("lib/cli.js"), 0o755);

// The same types for `require`: TypeScript looks for them in files of their own.
commonTypes("");
commonTypes("lib");

function commonTypes(folder) {
  for (const file of readdirSync(path(folder))) {
    if (!file.endsWith(".d.ts") || file.endsWith(".wasm.d.ts")) continue;
    const text = readFileSync(path(folder, file), "utf8");
    const common = text.replaceAll(/(from |import\()(["']\.{1,2}\/[^"']+)\.js/g, "$1$2.cjs");
    writeFileSync(path(folder, file.replace(/\.d\.ts$/, ".d.cts")), common);
  }
}
