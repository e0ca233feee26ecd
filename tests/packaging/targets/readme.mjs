// The examples of the READMEs, as they stand, where the comments before them say.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { transform } from "esbuild";

import { browser } from "../harness/chromium.mjs";
import { here } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";
import { examples } from "../harness/readme.mjs";
import { runtimes } from "../harness/runtimes.mjs";
import { serve } from "../harness/server.mjs";
import { serve as serveWorker } from "../harness/workerd.mjs";

const texts = { "README.md": "../../README.md", "pkg/README.md": "../../pkg/README.md", "examples/workerd/README.md": "../../examples/workerd/README.md" };

export default {
  async start(test) {
    const { folder, holds } = test;
    const all = Object.entries(texts).flatMap(([name, path]) => examples(join(here, path), name));
    await prepare(folder);
    const page = lazy(async () => (await browser(test)).open);
    for (const [index, example] of all.entries()) {
      const { where, language, code, places, skip } = example;
      if (skip !== undefined) {
        holds(`${where} is not run: ${skip}`);
        continue;
      }
      const file = `example-${index}.${language === "ts" ? "ts" : "mjs"}`;
      if (language === "ts") await compiled(folder, file, code);
      for (const place of places) {
        try {
          await ways[place]({ ...example, test, folder, index, file, page });
        } catch (error) {
          error.message = `${where} in ${place}: ${error.message}`;
          throw error;
        }
      }
      holds(`${where} runs in ${places.join(", ")}`);
    }
    return { about: `${all.length} examples` };
  },
};

/** How an example is run in a place. */
const ways = {
  node: ({ folder, ...example }) => run(process.execPath, [program(folder, example)], { cwd: folder }),
  deno: ({ folder, ...example }) => inRuntime("deno", folder, ["run", "--no-prompt", "--no-remote", "--allow-read=.", program(folder, example)]),
  bun: ({ folder, ...example }) => inRuntime("bun", folder, ["--no-install", program(folder, example)]),
  async sh({ folder, code }) {
    const path = [join(folder, "bin"), join(folder, "node_modules/.bin"), process.env.PATH].join(":");
    await run("sh", ["-e", "-u", "-c", code], { cwd: folder, env: { ...process.env, PATH: path } });
  },
  async browser({ test, folder, language, code, index, page, ...example }) {
    const name = `page-${index}.html`;
    const map = '<script type="importmap">{ "imports": { "schedscope": "./node_modules/schedscope/lib/entries/web.js" } }</script>';
    const script = () => `<!doctype html>${map}<script type="module" src="./${program(folder, { index, code, language, ...example })}"></script>`;
    writeFileSync(join(folder, name), language === "html" ? code : script());
    await opened(page, `${await serve(test, folder)}${name}`, language !== "html");
  },
  async vite({ test, folder, page, ...example }) {
    const entry = program(folder, example);
    await bundled({ test, folder, page, index: example.index, main: `import "./${entry}";` });
  },
  async worker({ test, folder, page, ...example }) {
    const entry = program(folder, example);
    const main = `const worker = new Worker(new URL("./${entry}", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => { globalThis.done = data; };
      worker.onerror = ({ message }) => { throw new Error(message); };`;
    await bundled({ test, folder, page, index: example.index, main });
  },
  async workerd({ test, folder, file, code }) {
    writeFileSync(join(folder, file), code);
    const { address } = await serveWorker(test, file);
    const { text } = await import(join(here, "readme/text.mjs"));
    const response = await fetch(address, { method: "POST", body: text });
    if (!response.ok) throw new Error(`it answers ${response.status}: ${await response.text()}`);
  },
};

/** Writes the example as it stands, and a program that runs it in its surroundings; gives the program's name. */
function program(folder, { index, file, code, language }) {
  if (language !== "ts") writeFileSync(join(folder, file), code);
  const name = `run-${index}.mjs`;
  const example = language === "ts" ? file.replace(/\.ts$/, ".mjs") : file;
  writeFileSync(
    join(folder, name),
    `await import("./surroundings.mjs");
    await import("./${example}");
    globalThis.done = true;
    if (typeof WorkerGlobalScope === "function") postMessage(true);`,
  );
  return name;
}

/** Type-checks an example in TypeScript, and writes it as JavaScript. */
async function compiled(folder, file, code) {
  writeFileSync(join(folder, file), `${code}\nexport {};\n`);
  const compilerOptions = { strict: true, noEmit: true, target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file, "surroundings.d.ts"] }));
  await run(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "--project", "."], { cwd: folder });
  const plain = await transform(code, { loader: "ts", target: "node20" });
  writeFileSync(join(folder, file.replace(/\.ts$/, ".mjs")), plain.code);
}

/** The manifests that examples read, and a `kubectl` that prints a text, for commands. */
async function prepare(folder) {
  const manifests = JSON.parse(readFileSync(join(here, "readme/manifests.json"), "utf8"));
  for (const [name, example] of Object.entries(manifests)) {
    copyFileSync(join(here, `../../examples/${example}.yaml`), join(folder, `${name}.yaml`));
  }
  const { text } = await import(join(here, "readme/text.mjs"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/text.yaml"), text);
  writeFileSync(join(folder, "bin/kubectl"), `#!/bin/sh\ncat '${join(folder, "bin/text.yaml")}'\n`);
  chmodSync(join(folder, "bin/kubectl"), 0o755);
}

/** Runs a program in a runtime, where npm has it for this machine. */
async function inRuntime(name, folder, args) {
  const runtime = runtimes[name]();
  if (runtime !== undefined) await run(runtime, args, { cwd: folder });
}

/** Opens a page, and waits until its example is done, or all is loaded. */
async function opened(page, address, untilDone) {
  const open = await page();
  const visit = await open(address);
  await visit.settled(untilDone);
  await visit.check(2);
}

/** Builds a page by Vite, and opens it. */
async function bundled({ test, folder, page, index, main }) {
  const root = join(folder, `vite-${index}`);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(folder, `main-${index}.mjs`), main);
  writeFileSync(join(root, "index.html"), `<!doctype html><script type="module" src="../main-${index}.mjs"></script>`);
  const vite = join(here, "node_modules/vite/bin/vite.js");
  // Modules that are loaded later need Workers that are modules.
  writeFileSync(join(root, "vite.config.js"), 'export default { worker: { format: "es" } };\n');
  const options = ["--logLevel", "warn", "--target", "es2022", "--base", "./", "--outDir", "dist"];
  await run(process.execPath, [vite, "build", root, ...options], { cwd: folder });
  await opened(page, await serve(test, join(root, "dist")), true);
}

/** Does something once. */
function lazy(make) {
  let made;
  return () => (made ??= make());
}
