// Every direct dependency has its reason in DEPENDENCIES.md, and nothing stands there that is not one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

const cargo = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
const { packages } = JSON.parse(execFileSync("cargo", cargo, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
const crates = packages.flatMap(({ dependencies }) => dependencies.filter(({ path }) => !path).map(({ name }) => name));

const manifests = ["package.json", "pkg/package.json", "www/package.json", "tests/packaging/package.json"];
const modules = manifests.flatMap((path) => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(path));
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
});
assert.ok(crates.length > 0 && modules.length > 0);

const rows = read("DEPENDENCIES.md").matchAll(/^\| (`.+`) \| .+ \|$/gm);
const told = [...rows].flatMap(([, names]) => names.slice(1, -1).split("`, `"));
const used = new Set([...crates, ...modules]);
const missing = [...used].filter((name) => !told.includes(name)).sort();
const unused = told.filter((name) => !used.has(name));
const twice = told.filter((name, index) => told.indexOf(name) !== index);
assert.deepEqual({ missing, unused, twice }, { missing: [], unused: [], twice: [] });

// A lock file holds what is fetched to its contents.
for (const path of ["package-lock.json", "tests/packaging/package-lock.json"]) {
  const { packages: locked } = JSON.parse(read(path));
  const loose = Object.entries(locked)
    .filter(([name, { link, integrity }]) => name.includes("node_modules/") && !link && integrity === undefined)
    .map(([name]) => name);
  assert.deepEqual(loose, [], `${path}: without a checksum`);
}
console.log(`${used.size} direct dependencies`);
