// A program for Node.js with `require`.
const schedscope = require("schedscope");

async function main() {
  const { answer } = await import("./answer.mjs");
  const { lines } = await import("./lines.mjs");
  for await (const line of lines(process.stdin)) process.stdout.write(`${answer(schedscope, line)}\n`);
}

main();
