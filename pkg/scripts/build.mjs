// Builds `pkg/lib` from `pkg/src`, after `pkg/dist` is there: modules and types by the TypeScript
// compiler, one file each, what cannot be modules by esbuild, and the element for documentation, which
// is made of the page's views, by Vite.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import { build, transform } from "esbuild";
import { formatTypes } from "./format-types.mjs";
import { notices } from "./notices.mjs";

const pkg = fileURLToPath(new URL("..", import.meta.url));
const path = (...parts) => join(pkg, ...parts);

/** A module of the package as CommonJS, which calls for others of that kind. */
async function commonJs(text, options) {
  const { code } = await transform(text, {
    platform: "node",
    target: "node20",
    format: "cjs",
    define: { "import.meta.url": "moduleAddress" },
    banner: text.includes("import.meta.url")
      ? 'const moduleAddress = require("node:url").pathToFileURL(__filename);'
      : "",
    ...options,
  });
  return code.replaceAll(/((?:require|import)\("\.{1,2}\/[^"]+)\.js"/g, '$1.cjs"');
}

/** Modules for bundlers, without the comments, which their types have; names are kept for traces. */
const small = { minifyWhitespace: true, minifySyntax: true, legalComments: "none", target: "es2022" };

/**
 * Libraries that the command line loads where it calls them: the first line of `string-width` makes a segmenter, which
 * takes as long as a whole command, and most texts need none.
 */
const late = {
  name: "late",
  setup(on) {
    on.onResolve({ filter: /^string-width$/ }, ({ path: name, namespace }) =>
      namespace === "late" ? undefined : { path: name, namespace: "late" },
    );
    on.onLoad({ filter: /.*/, namespace: "late" }, ({ path: name }) => ({
      contents: `let call; export default (...given) => (call ??= require("${name}").default)(...given);`,
      resolveDir: pkg,
    }));
  },
};

// The engine as a text, for `schedscope/inline`, deflated: places that load no file seldom unpack one either.
const deflated = deflateRawSync(readFileSync(path("dist/schedscope_bg.wasm")), { level: 9 }).toString("base64");
await build({
  stdin: {
    contents: `import { inflateSync } from "fflate";
      const deflated = "${deflated}";
      export const engine = () => inflateSync(Uint8Array.from(atob(deflated), (letter) => letter.charCodeAt(0)));`,
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

// CommonJS, in pieces that are shared: the command line, with its libraries and the package's own code inside,
// `lib/cli.cjs`, in `lib/cli` what a command needs; and the entry of Node.js for `require` where modules cannot be
// required, such as under Jest. Node.js starts CommonJS faster than modules, and esbuild splits modules alone: so it
// splits first.
const { outputFiles: command } = await build({
  entryPoints: [
    { in: path("lib/cli/main.js"), out: "cli" },
    { in: path("lib/cli/mcp/thread.js"), out: "cli/mcp-thread" },
    { in: path("lib/entries/node.js"), out: "entries/node" },
    { in: path("lib/cli/sweep-plan/worker.js"), out: "cli/sweep-worker" },
  ],
  outdir: path("lib"),
  chunkNames: "cli/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  write: false,
  plugins: [late],
  logLevel: "warning",
});
rmSync(path("lib/cli"), { recursive: true });

/** A module with all that it imports. */
const oneFile = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};

// For `schedscope/policy` and `schedscope/redact`, with their reader and writer of YAML inside.
for (const [entry, main, types] of [
  ["policy", "first-tests", /^first-tests\.d\.ts$/],
  ["redact", "redact", /^(dictionary|redact|verify)\.d\.ts$/],
]) {
  await build({ entryPoints: [path("lib", entry, `${main}.js`)], outfile: path(`lib/${entry}.js`), ...oneFile });
  for (const name of readdirSync(path("lib", entry))) if (!types.test(name)) rmSync(path("lib", entry, name));
}
// Of reports and what is generated, the package has what its entries import.
const reached = new Set();
function reach(file) {
  if (reached.has(file) || !existsSync(file) || !file.startsWith(path("lib"))) return;
  reached.add(file);
  for (const of of [file, file.replace(/js$/, "d.ts")])
    for (const [, to] of readFileSync(of, "utf8").matchAll(/"(\.[^"]*\.js)"/g)) reach(join(dirname(file), to));
}
for (const entry of ["index.js", "embed.js"]) reach(path("lib", entry));
for (const folder of ["report", "questions"])
  for (const name of readdirSync(path("lib", folder))) {
    const file = path("lib", folder, name);
    if (!reached.has(file.replace(/\.d\.c?ts$/, ".js"))) rmSync(file);
  }
for (const folder of ["calls", "difference", "questions", "report", "words"])
  for (const name of readdirSync(path("lib", folder), { recursive: true }).filter((one) => one.endsWith(".js"))) {
    const file = path("lib", folder, name);
    writeFileSync(file, (await transform(readFileSync(file, "utf8"), small)).code);
  }
mkdirSync(path("lib/cli"));
// What is shown of a scenario or an error has the name of its class.
const names = `for (const name of ["Scenario", "SchedscopeError"])
  Object.defineProperty(module.exports[name], "name", { value: name });
`;
for (const { path: file, text } of command) {
  const code = await commonJs(text, { minify: true, legalComments: "none", supported: { "dynamic-import": false } });
  const around = { [path("lib/cli.js")]: ["#!/usr/bin/env node\n", ""], [path("lib/entries/node.js")]: ["", names] };
  const [before, after] = around[file] ?? ["", ""];
  writeFileSync(file.replace(/\.js$/, ".cjs"), before + code + after);
}
// kubectl finds its plugins by their names, and the program sees its own.
writeFileSync(path("lib/kubectl-schedscope.cjs"), '#!/usr/bin/env node\nmodule.exports = require("./cli.cjs");\n');
// kubectl completes the words after a plugin's name by a program of this name.
writeFileSync(
  path("lib/kubectl_complete-schedscope.cjs"),
  `#!/usr/bin/env node
process.argv.splice(1, 1, require("node:path").join(__dirname, "kubectl-schedscope.cjs"), "__complete");
module.exports = require("./cli.cjs");
`,
);
for (const program of ["cli", "kubectl-schedscope", "kubectl_complete-schedscope"])
  chmodSync(path(`lib/${program}.cjs`), 0o755);

// The schema without the spaces that it has for those who read changes of it.
writeFileSync(path("lib/schema.json"), JSON.stringify(JSON.parse(readFileSync(path("schema/v1.json"), "utf8"))));

// The examples of the page, for `schedscope example`.
const example = (file) => path("../examples", file);
const examples = JSON.parse(readFileSync(example("index.json"), "utf8")).map(({ file, title, summary, view }) => {
  const expected = example(file.replace(/\.yaml$/, ".expected.json"));
  const { now = null } = existsSync(expected) ? JSON.parse(readFileSync(expected, "utf8")) : {};
  return { name: file.replace(/\.yaml$/, ""), title, summary, view, now, text: readFileSync(example(file), "utf8") };
});
writeFileSync(path("lib/examples.json.br"), brotliCompressSync(JSON.stringify(examples)));

// Over the empty file that its types came with.
const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
const www = fileURLToPath(new URL("../../www", import.meta.url));
execFileSync(process.execPath, [vite, "build", "--config", "vite.embed.config.ts", "--logLevel", "warn"], {
  cwd: www,
  stdio: "inherit",
});

// The element in one file, for pages without a bundler and for the view of `schedscope mcp`. The view has no address:
// there the engine is what the page provides. Of the package it has what the element uses.
const engine = `
  import { provideCel } from "./cel.js";
  import { init, provideEngine } from "./loading.js";
  import { Scenario } from "./scenario.js";
  const now = globalThis.schedscopeEngine;
  const file = (name) => ({ later: () => new URL("../dist/" + name, import.meta.url) });
  provideEngine(now === undefined ? file("schedscope_bg.wasm") : { now });
  provideCel(file("schedscope_cel_bg.wasm"));
  export { init, Scenario };`;
await build({
  entryPoints: [path("lib/embed.js")],
  outfile: path("lib/embed.min.js"),
  ...oneFile,
  plugins: [
    {
      name: "engine",
      setup(on) {
        on.onResolve({ filter: /\/entries\/web\.js$/ }, () => ({ path: "engine", namespace: "engine" }));
        on.onLoad({ filter: /.*/, namespace: "engine" }, () => ({ contents: engine, resolveDir: path("lib") }));
      },
    },
  ],
});
copyFileSync(path("scripts/view.html"), path("lib/view.html"));

// The same types for `require`: TypeScript looks for them in files of their own. One that has types alone names them.
const common = new Set(["lib/index.d.ts"]);
for (const file of common) {
  if (file === "types.d.ts") {
    writeFileSync(path("types.d.cts"), 'export type * from "./types.js" with { "resolution-mode": "import" };\n');
    continue;
  }
  const text = readFileSync(path(file), "utf8");
  const renamed = text.replaceAll(/(from |import\()(["'])(\.{1,2}\/[^"']+)\.js/g, (_, before, quote, name) => {
    common.add(join(dirname(file), `${name}.d.ts`));
    return `${before}${quote}${name}.cjs`;
  });
  writeFileSync(path(file.replace(/\.d\.ts$/, ".d.cts")), renamed);
}

writeFileSync(path("lib/third-party-notices.txt"), notices());

formatTypes(pkg, "lib", ["types.d.cts"]);
