// Prints the size of each file of `pkg/budget.json` as a web server sends it (Brotli), next to the recorded one, and
// fails where one is more than 3% larger. A folder counts with all its files. `--write` records the sizes.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const TOLERANCE = 0.03;

const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const table = `${pkg}budget.json`;
const recorded = JSON.parse(readFileSync(table, "utf8"));

function compressed(name) {
  if (name.endsWith("/")) return readdirSync(pkg + name).reduce((sum, file) => sum + compressed(name + file), 0);
  const bytes = readFileSync(pkg + name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}

const measured = {};
const tooLarge = [];
console.log(`${"kB, Brotli".padEnd(42)}recorded      now  change`);
for (const [name, before] of Object.entries(recorded)) {
  const now = compressed(name);
  measured[name] = now;
  const change = now / before - 1;
  const cells = [before / 1000, now / 1000].map((size) => size.toFixed(1).padStart(9)).join("");
  console.log(`${name.padEnd(41)}${cells}  ${(100 * change).toFixed(1).padStart(5)}%`);
  if (change > TOLERANCE) tooLarge.push(name);
}
if (process.argv.includes("--write")) {
  writeFileSync(table, `${JSON.stringify(measured, null, 2)}\n`);
} else if (tooLarge.length > 0) {
  console.error(
    `${tooLarge.join(", ")}: more than 3% larger than \`pkg/budget.json\` records: make it smaller, or record the ` +
      "size with `cargo xtask size --write` in a change that says why",
  );
  process.exit(1);
}
