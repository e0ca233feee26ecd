// Builds `pkg/lib` from `pkg/src`, after `pkg/dist` is there: modules and types by the TypeScript
// compiler, one file each, what cannot be modules by esbuild, and the element for documentation, which
// is made of the page's views, by Vite.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const pkg = fileURLToPath(new URL("..", import.meta.url));
const path = (...parts) => join(pkg, ...parts);

// The engine as a text, for `schedscope/inline`.
const engine = readFileSync(path("dist/schedscope_bg.wasm"));
writeFileSync(path("dist/schedscope_inline.js"), `export const base64 =\n  "${engine.toString("base64")}";\n`);
writeFileSync(path("dist/schedscope_inline.d.ts"), "export declare const base64: string;\n");

rmSync(path("lib"), { recursive: true, force: true });
const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
execFileSync(process.execPath, [tsc, "--project", pkg], { stdio: "inherit" });

// For `require` where modules cannot be required, such as under Jest.
await build({
  entryPoints: [path("lib/entries/node.js")],
  outfile: path("lib/entries/node.cjs"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  define: { "import.meta.url": "address" },
  banner: { js: 'const address = require("node:url").pathToFileURL(__filename);' },
  logLevel: "warning",
});

// Over the empty file that its types came with.
const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
const www = fileURLToPath(new URL("../../www", import.meta.url));
execFileSync(process.execPath, [vite, "build", "--config", "vite.embed.config.ts", "--logLevel", "warn"], { cwd: www, stdio: "inherit" });

// The same types for `require`: TypeScript looks for them in files of their own.
commonTypes("");
commonTypes("lib");
commonTypes("dist");

function commonTypes(folder) {
  for (const file of readdirSync(path(folder))) {
    if (!file.endsWith(".d.ts") || file.endsWith(".wasm.d.ts")) continue;
    const text = readFileSync(path(folder, file), "utf8");
    const common = text.replaceAll(/(from |import\()(["']\.{1,2}\/[^"']+)\.js/g, "$1$2.cjs");
    writeFileSync(path(folder, file.replace(/\.d\.ts$/, ".d.cts")), common);
  }
}
