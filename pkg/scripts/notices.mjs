// The licences of what is compiled and bundled into the package, as their texts ask for: each text once, with the
// crates and packages that come with it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { crates, modules } from "./bundled.mjs";

const read = (folder, file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();

/** The files of a crate or a package with its licence or a notice; of a choice with MIT, only that. */
function files({ folder, license }) {
  const found = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file));
  const chosen = license.includes(" OR ") ? found.filter((file) => /mit|unicode/i.test(file)) : [];
  return (chosen.length > 0 ? chosen : found).sort();
}

/** The texts of a licence. A crate without a file has the text of its licence with the names of its authors. */
function texts(one, all) {
  const found = files(one).map((file) => read(one.folder, file));
  if (found.length > 0) return found;
  // A file that has no copyright line of its own.
  const serde = all.find(({ name }) => name === "serde");
  if (one.license !== "MIT" || !serde) throw new Error(`${one.name} has no file with its licence, ${one.license}`);
  return [`Copyright (c) ${one.authors.join(", ")}\n\n${read(serde.folder, "LICENSE-MIT")}`];
}

/** The notices, as one text. */
export function notices() {
  const users = new Map();
  const all = [...crates(), ...modules()];
  for (const one of all)
    for (const text of texts(one, all)) users.set(text, [...(users.get(text) ?? []), `${one.name} ${one.version}`]);
  const parts = [...users].map(([text, of]) => [of.sort().join(", "), text]);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "schedscope has the licence in the file LICENSE. It contains the following crates and packages; where one may be",
    "used under a choice of licences, that is the MIT licence.",
    ...parts.map(([of, text]) => `\n${"-".repeat(80)}\n${of}\n\n${text}`),
    "",
  ].join("\n");
}
