// Where an example of a README may run. Each gives what it printed, or nothing where that is not compared.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";

import { transform } from "esbuild";

import { here } from "./folder.mjs";
import { output, run } from "./program.mjs";
import { runtimes } from "./runtimes.mjs";
import { serve } from "./server.mjs";
import { serve as serveWorker } from "./workerd.mjs";

export const ways = {
  node: async (example) => output(process.execPath, ["--no-warnings", await written(example)], { cwd: example.folder }),

  deno: async (example) => inRuntime("deno", example, ["run", "--no-prompt", "--no-remote", "--allow-read=."]),

  bun: async (example) => inRuntime("bun", example, ["--no-install"]),

  async sh({ folder, code }) {
    const path = [join(folder, "bin"), join(folder, "node_modules/.bin"), process.env.PATH].join(":");
    await run("sh", ["-e", "-u", "-c", code], { cwd: folder, env: { ...process.env, PATH: path } });
  },

  /** A page, or a module of a page with an import map. */
  async browser(example) {
    const { test, folder, language, code, index, open } = example;
    const name = `page-${index}.html`;
    const map = '{ "imports": { "schedscope": "./node_modules/schedscope/lib/entries/web.js" } }';
    const module = async () =>
      `<!doctype html><script type="importmap">${map}</script>` +
      `<script type="module">${runner(await written(example))}</script>`;
    writeFileSync(join(folder, name), language === "html" ? code : await module());
    const page = await open(`${await serve(test, folder)}${name}`);
    return ended(page, language !== "html");
  },

  /** A page that Vite builds, or a module of one. */
  async vite(example) {
    if (example.language === "html") return built(example, { page: example.code });
    return built(example, { module: runner(await written(example)) });
  },

  /** A Web Worker of such a page. */
  async worker(example) {
    const { folder, index } = example;
    writeFileSync(
      join(folder, `worker-${index}.mjs`),
      `${runner(await written(example))} postMessage(globalThis.printed);`,
    );
    return built(example, {
      module: `const worker = new Worker(new URL("./worker-${index}.mjs", import.meta.url), { type: "module" });
      worker.onerror = ({ message }) => { throw new Error(message); };
      worker.onmessage = ({ data }) => { Object.assign(globalThis, { printed: data, done: true }); };`,
    });
  },

  /** A whole Worker for workerd; the hub is posted to it. */
  async workerd(example) {
    const { test, folder } = example;
    const { address } = await serveWorker(test, await written(example));
    const response = await fetch(address, { method: "POST", body: readFileSync(join(folder, "hub.yaml")) });
    if (!response.ok) throw new Error(`it answers ${response.status}: ${await response.text()}`);
  },
};

/** Writes an example as it stands, in TypeScript type-checked and as JavaScript too; gives the module's name. */
async function written({ folder, index, language, code }) {
  const module = `example-${index}.mjs`;
  if (language !== "ts") {
    writeFileSync(join(folder, module), code);
    return module;
  }
  const file = `example-${index}.ts`;
  writeFileSync(join(folder, file), code);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2022", "DOM"],
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  await run(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "--project", "."], { cwd: folder });
  writeFileSync(join(folder, module), (await transform(code, { loader: "ts", target: "node20" })).code);
  return module;
}

/** What a runtime prints, where npm has it for this machine. */
async function inRuntime(name, example, args) {
  const runtime = runtimes[name]();
  if (runtime === undefined) return undefined;
  return output(runtime, [...args, await written(example)], { cwd: example.folder });
}

/** Code that runs a module, keeps what it prints, and says when it is done. */
function runner(module) {
  return `globalThis.printed = [];
    console.log = (...values) => { globalThis.printed.push(values); };
    await import("./${module}");
    globalThis.done = true;`;
}

/** Builds a page by Vite, or one with a module, and opens it. */
async function built({ test, folder, index, open }, { page, module }) {
  const root = join(folder, `vite-${index}`);
  mkdirSync(join(root, "public/examples"), { recursive: true });
  if (module !== undefined) writeFileSync(join(folder, `main-${index}.mjs`), module);
  writeFileSync(
    join(root, "index.html"),
    page ?? `<!doctype html><script type="module" src="../main-${index}.mjs"></script>\n`,
  );
  copyFileSync(join(folder, "hub.yaml"), join(root, "public/hub.yaml"));
  for (const [, file] of page?.matchAll(/"examples\/([\w-]+\.yaml)"/g) ?? []) {
    copyFileSync(join(here, "../../examples", file), join(root, "public/examples", file));
  }
  // Modules that are loaded later need Workers that are modules.
  writeFileSync(join(root, "vite.config.js"), 'export default { worker: { format: "es" } };\n');
  const vite = join(here, "node_modules/vite/bin/vite.js");
  const options = ["--logLevel", "warn", "--target", "es2022", "--base", "./", "--outDir", "dist"];
  await run(process.execPath, [vite, "build", root, ...options], { cwd: folder });
  return ended(await open(await serve(test, join(root, "dist"))), module !== undefined);
}

/** What a page has printed when it is done; one that does not say when it is, nothing. */
async function ended(page, saysWhen) {
  await page.settled(saysWhen);
  await page.check(2);
  if (!saysWhen) return undefined;
  const printed = await page.value("printed");
  return printed.map((values) => format(...values)).join("\n");
}
