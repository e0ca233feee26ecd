// A program in another runtime that answers a line with a line.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { lines } from "./lines.mjs";

/** Deno looks for a newer Deno otherwise. */
const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };

/** Starts it in the folder of a test; it is killed where the test ends before it does. */
export function start({ folder, after }, command, args) {
  const child = spawn(command, args, { cwd: folder, env, stdio: "pipe" });
  complain(child.stderr);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", (code, signal) => resolve(code ?? signal));
  });
  ended.catch(() => {});
  // That it ended is told by what it prints no more.
  child.stdin.on("error", () => {});
  after(() => child.kill("SIGKILL"));
  const answers = lines(child.stdout);
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${command} ended (${await ended})`);
      return value;
    },
    async finish() {
      child.stdin.end();
      const came = await ended;
      if (came !== 0) throw new Error(`${command} ended (${came})`);
    },
  };
}

/** Passes on what a program complains about; a line may hold a whole bundle. */
async function complain(stream) {
  for await (const line of lines(stream)) console.error(line.length > 400 ? `${line.slice(0, 400)} …` : line);
}

/** Runs a program to its end, and gives all that it printed; fails with that where it fails. */
export async function run(command, args, options) {
  const { all } = await ended(command, args, options);
  return all;
}

/** The same, and gives what it printed on its standard output. */
export async function output(command, args, options) {
  const { out } = await ended(command, args, options);
  return out;
}

async function ended(command, args, options) {
  const child = spawn(command, args, { env, ...options, stdio: ["ignore", "pipe", "pipe"] });
  let [all, out] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    all += chunk;
    out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    all += chunk;
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} failed (${code ?? signal}):\n${all.slice(-20_000)}`);
  return { all, out };
}
