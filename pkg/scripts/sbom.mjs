// Writes the bill of materials of a release in CycloneDX's form: the crates in the WebAssembly files and the packages
// bundled into the npm package and the page.
//   node pkg/scripts/sbom.mjs <version> <file>
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

/** What is compiled into the engine and the evaluator of CEL, by name and version. */
function crates() {
  const args = ["tree", "-p", "schedscope", "-p", "schedscope-cel", "--edges", "normal"];
  const form = ["--target", "wasm32-unknown-unknown", "--prefix", "none", "--format", "{p}|{l}"];
  const printed = execFileSync("cargo", [...args, ...form], { cwd: fileURLToPath(root), encoding: "utf8" });
  const sums = new Map(
    [...read("Cargo.lock").matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"/g)].map(
      ([, name, version, sum]) => [`${name} ${version}`, sum],
    ),
  );
  const found = new Map();
  for (const line of printed.split("\n")) {
    const [, name, version, local, license] = /^(\S+) v(\S+)(.*)\|(.+?)(?: \(\*\))?$/.exec(line) ?? [];
    // A crate of the project has its folder behind it.
    if (name === undefined || local.includes("/") || local.includes("\\")) continue;
    const sum = sums.get(`${name} ${version}`);
    found.set(`${name} ${version}`, {
      name,
      version,
      license: license.replaceAll("/", " OR "),
      purl: `pkg:cargo/${name}@${version}`,
      hash: [Enums.HashAlgorithm["SHA-256"], sum],
    });
  }
  return [...found.values()];
}

/** What is bundled: the packages of the first table of DEPENDENCIES.md, with what they depend on. */
function modules() {
  const { packages } = JSON.parse(read("package-lock.json"));
  const [table] = read("DEPENDENCIES.md").split("\n## In building");
  const named = [...table.matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => name);
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
      hash: [Enums.HashAlgorithm["SHA-512"], Buffer.from(sum, "base64").toString("hex")],
    });
    for (const next of Object.keys(of.dependencies ?? {})) add(next, `${path}/`);
  };
  for (const name of named) add(name, "");
  return [...found.values()];
}

/** A licence by its name, or several as an expression of SPDX. */
const licenseOf = (text) => (text.includes(" ") ? new Models.LicenseExpression(text) : new Models.SpdxLicense(text));

/** The bill for a version. */
export function bill(version) {
  const of = new Models.Component(Enums.ComponentType.Library, "schedscope", {
    version,
    purl: `pkg:npm/schedscope@${version}`,
    bomRef: "schedscope",
  });
  of.licenses.add(licenseOf("Apache-2.0"));
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: of }) });
  for (const { name, version, license, purl, hash } of [...crates(), ...modules()]) {
    const component = new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: purl });
    component.licenses.add(licenseOf(license));
    component.hashes.set(...hash);
    bom.components.add(component);
    of.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

const [, , version, file] = process.argv;
writeFileSync(file, `${bill(version)}\n`);
