// Builds `pkg/lib` from `pkg/src`, after `pkg/dist` is there: modules and types by the TypeScript
// compiler, one file each, what cannot be modules by esbuild, and the element for documentation, which
// is made of the page's views, by Vite.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build, transform } from "esbuild";
import { formatTypes } from "./format-types.mjs";

const pkg = fileURLToPath(new URL("..", import.meta.url));
const path = (...parts) => join(pkg, ...parts);

// The engine as a text, for `schedscope/inline`, deflated: places that load no file seldom unpack one either.
const engine = readFileSync(path("dist/schedscope_bg.wasm"));
const deflated = deflateRawSync(engine, { level: 9 }).toString("base64");
await build({
  stdin: {
    contents: `import { inflateSync } from "fflate";
      const text = "${deflated}";
      export const engine = () => inflateSync(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));`,
    resolveDir: pkg,
  },
  outfile: path("dist/schedscope_inline.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  banner: { js: "// With inflateSync of fflate, https://github.com/101arrowz/fflate, MIT licence." },
  logLevel: "warning",
});
writeFileSync(path("dist/schedscope_inline.d.ts"), "export declare const engine: () => Uint8Array;\n");

// The schema of timelines stands beside that of questions and answers.
copyFileSync(path("../docs/timeline.schema.json"), path("schema/timeline.json"));

for (const file of readdirSync(path("dist")).filter((file) => /^schedscope(_\w+)?\.js$/.test(file))) {
  const text = readFileSync(path("dist", file), "utf8");
  const fitted = text
    // The package's classes free themselves. What the bindings do about it at once, whoever imports them,
    // would keep their classes in every bundle.
    .replaceAll(/^if \(Symbol\.dispose\) .*\n/gm, "")
    // A compiled module may be of another realm, as in the edge runtime of Next.js.
    .replaceAll(
      "!(module instanceof WebAssembly.Module)",
      'Object.prototype.toString.call(module) !== "[object WebAssembly.Module]"',
    );
  if (fitted.includes("instanceof WebAssembly.Module")) throw new Error(`dist/${file} has bindings of another form`);
  if (fitted !== text) writeFileSync(path("dist", file), fitted);
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
  writeFileSync(
    path(file.replace(/\.js$/, ".cjs")),
    code.replaceAll(/((?:require|import)\("\.{1,2}\/[^"]+)\.js"/g, '$1.cjs"'),
  );
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
  plugins: [
    {
      name: "engine",
      setup: (on) =>
        on.onResolve({ filter: /entries\/node\.js$/ }, () => ({ path: "./entries/node.js", external: true })),
    },
  ],
  // Libraries of the older kind require what Node.js brings.
  banner: {
    js:
      '#!/usr/bin/env node\nimport { createRequire } from "node:module";\n' +
      "const require = createRequire(import.meta.url);",
  },
  legalComments: "none",
  logLevel: "warning",
});
rmSync(path("lib/cli"), { recursive: true });
chmodSync(path("lib/cli.js"), 0o755);

// Over the empty file that its types came with.
const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
const www = fileURLToPath(new URL("../../www", import.meta.url));
execFileSync(process.execPath, [vite, "build", "--config", "vite.embed.config.ts", "--logLevel", "warn"], {
  cwd: www,
  stdio: "inherit",
});

// The same types for `require`: TypeScript looks for them in files of their own.
const common = new Set(["lib/index.d.ts"]);
for (const file of common) {
  const text = readFileSync(path(file), "utf8");
  const renamed = text.replaceAll(/(from |import\()(["'])(\.{1,2}\/[^"']+)\.js/g, (_, before, quote, name) => {
    common.add(join(dirname(file), `${name}.d.ts`));
    return `${before}${quote}${name}.cjs`;
  });
  writeFileSync(path(file.replace(/\.d\.ts$/, ".d.cts")), renamed);
}

formatTypes(pkg, "lib", ["types.d.cts"]);
