// Lays out the types of the package, which its users open in their editors: by Biome, as the code is, with a blank
// line before each declaration, and each method that has a comment. The compiler leaves none.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));

/** Formats all files of types in a folder of the package, and some more of its files. */
export function formatTypes(pkg, folder, more) {
  const inside = readdirSync(join(pkg, folder), { recursive: true }).map((file) => join(folder, String(file)));
  const files = [...inside.filter((file) => /\.d\.c?ts$/.test(file)), ...more];
  for (const file of files) writeFileSync(join(pkg, file), spaced(readFileSync(join(pkg, file), "utf8")));
  // Git ignores what is built, and Biome would leave it out.
  const options = ["format", "--write", "--vcs-enabled=false", "--log-level=error"];
  execFileSync(process.execPath, [biome, ...options, ...files], { cwd: pkg, stdio: "pipe" });
}

function spaced(text) {
  const lines = text.split("\n");
  const isReexport = (line) => /^(import|export) .* from /.test(line);
  let isClass = false;
  return lines
    .flatMap((line, at) => {
      const before = lines[at - 1] ?? "";
      if (/^\S/.test(line)) isClass = /^export (declare )?class /.test(line);
      const starts = /^(\/\*\*|export |declare )/.test(line) || (isClass && /^ +\/\*\*/.test(line));
      const isBeside = before === "" || /(\{|\*\/)$/.test(before) || (isReexport(line) && isReexport(before));
      return starts && !isBeside ? ["", line] : [line];
    })
    .join("\n");
}
