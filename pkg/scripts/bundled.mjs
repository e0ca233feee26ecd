// What of others is in what is published: the crates in the WebAssembly files, and the packages that are bundled into
// the npm package and the page.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const cargo = (...args) =>
  execFileSync("cargo", args, { cwd: fileURLToPath(root), encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

/** What is compiled into the engine and the evaluator of CEL, by name and version. */
export function crates() {
  const args = ["tree", "-p", "schedscope", "-p", "schedscope-cel", "--edges", "normal"];
  const form = ["--target", "wasm32-unknown-unknown", "--prefix", "none", "--format", "{p}|{l}"];
  const { packages } = JSON.parse(cargo("metadata", "--format-version", "1"));
  const described = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const sums = new Map(
    [...read("Cargo.lock").matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"/g)].map(
      ([, name, version, sum]) => [`${name} ${version}`, sum],
    ),
  );
  const found = new Map();
  for (const line of cargo(...args, ...form).split("\n")) {
    const [, name, version, local, license] = /^(\S+) v(\S+)(.*)\|(.+?)(?: \(\*\))?$/.exec(line) ?? [];
    // A crate of the project has its folder behind it.
    if (name === undefined || local.includes("/") || local.includes("\\")) continue;
    const sum = sums.get(`${name} ${version}`);
    found.set(`${name} ${version}`, {
      name,
      version,
      license: license.replaceAll("/", " OR "),
      purl: `pkg:cargo/${name}@${version}`,
      folder: dirname(described.get(`${name} ${version}`).manifest_path),
      authors: described.get(`${name} ${version}`).authors,
      hash: ["SHA-256", sum],
    });
  }
  return [...found.values()];
}

/** What is bundled: the packages of the first table of DEPENDENCIES.md, with what they depend on. */
export function modules() {
  const { packages } = JSON.parse(read("package-lock.json"));
  const [table] = read("DEPENDENCIES.md").split("\n## In building");
  const named = [...table.matchAll(/^\| `(.+?)` \|/gm)].flatMap(([, names]) => names.split("`, `"));
  const found = new Map();
  const add = (name, from) => {
    // As Node.js looks for it: in the nearest folder above.
    let folder = from;
    while (packages[`${folder}node_modules/${name}`] === undefined && folder !== "")
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/")));
    const path = `${folder}node_modules/${name}`;
    const of = packages[path];
    if (of === undefined || of.link || found.has(path)) return;
    const [, sum] = of.integrity.split("sha512-");
    found.set(path, {
      name,
      version: of.version,
      license: of.license,
      purl: `pkg:npm/${name.replace("@", "%40")}@${of.version}`,
      folder: join(fileURLToPath(root), path),
      hash: ["SHA-512", Buffer.from(sum, "base64").toString("hex")],
    });
    for (const next of Object.keys(of.dependencies ?? {})) add(next, `${path}/`);
  };
  for (const name of named) add(name, "");
  return [...found.values()];
}
