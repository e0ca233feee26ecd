// The licences of what is compiled and bundled into the package, as their texts ask for: each text once, with the
// crates and packages that come with it, and who holds their copyright.
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

/** The title and the holders of a licence, and its text, which licences of many holders share. */
function parted(text) {
  const parts = text.split(/\n\s*\n/);
  const at = parts.findIndex((part) => !/^\s*(\S+ licen[cs]e|copyright|\(c\)|all rights)/i.test(part));
  return at < 0 ? ["", text] : [parts.slice(0, at).join("\n"), parts.slice(at).join("\n\n")];
}

/** The notices, as one text. */
export function notices() {
  const shared = new Map();
  const all = [...crates(), ...modules()];
  for (const one of all)
    for (const text of texts(one, all)) {
      const [head, body] = parted(text);
      // Files wrap the same text at other columns.
      const key = body.replaceAll(/\s+/g, " ");
      const { users } = shared.get(key) ?? shared.set(key, { body, users: new Map() }).get(key);
      users.set(head, [...(users.get(head) ?? []), `${one.name} ${one.version}`]);
    }
  const parts = [...shared.values()].map(({ body, users }) => {
    const heads = [...users].map(([head, of]) => `${of.sort().join(", ")}\n\n${head}`.trim()).sort();
    return `${heads.join("\n\n")}\n\n${body}`;
  });
  return [
    "schedscope has the licence in the file LICENSE. It contains the following crates and packages; where one may be",
    "used under a choice of licences, that is the MIT licence.",
    ...parts.sort().map((part) => `\n${"-".repeat(80)}\n${part}`),
    "",
  ].join("\n");
}
