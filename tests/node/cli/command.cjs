// The command line in a thread that runs one command after the other: each loads the program anew, with its arguments,
// environment and standard input, and its exit code and what it wrote are the answer.
const { Readable } = require("node:stream");
const { parentPort, workerData } = require("node:worker_threads");

const { cli, folder } = workerData;

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
