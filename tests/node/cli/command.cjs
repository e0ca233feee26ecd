// The command line in a thread that runs one command after the other: each runs the program's files anew, with its
// arguments, environment and standard input, and its exit code and what it wrote are the answer.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { Readable } = require("node:stream");
const { compileFunction } = require("node:vm");
const { parentPort, workerData } = require("node:worker_threads");

const { cli, folder } = workerData;

/** The program's files, compiled: to compile them for each command takes three times as long as the commands. */
const compiled = new Map();

/** The program's WebAssembly modules, by their size. */
const modules = new Map();

WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(Module, [bytes]) {
    const size = bytes.byteLength;
    return modules.get(size) ?? modules.set(size, new Module(bytes)).get(size);
  },
});

require.extensions[".cjs"] = (module, file) => {
  if (!compiled.has(file)) {
    const text = readFileSync(file, "utf8").replace(/^#!.*/, "");
    const names = ["exports", "require", "module", "__filename", "__dirname"];
    compiled.set(file, compileFunction(text, names, { filename: file }));
  }
  compiled.get(file).call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
};

parentPort.on("message", async ({ args, stdin, env }) => {
  const answer = { code: 0, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    process[name].write = (chunk) => {
      answer[name] += chunk;
      return true;
    };
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  process.argv = [process.execPath, cli, ...args];
  process.env = env;
  process.exitCode = undefined;
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  await require(cli).ended;
  parentPort.postMessage({ ...answer, code: process.exitCode ?? 0 });
});
