// Writes the manifest for krew, with the archive of every platform that `executable.mjs` left in a folder:
// node pkg/scripts/krew.mjs <version> <folder>. Prints the paths of what a release has: the archives and the manifest.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [version, folder] = process.argv.slice(2);
const name = "kubectl-schedscope";
const pattern = new RegExp(`^${name}-v${version.replaceAll(".", "\\.")}-(?<os>[a-z]+)-(?<arch>\\w+)\\.tar\\.gz$`);
const archives = readdirSync(folder).flatMap((archive) => {
  const { groups } = pattern.exec(archive) ?? {};
  return groups === undefined ? [] : [{ archive, ...groups }];
});
if (archives.length === 0) throw new Error(`${folder} has no archive of version ${version}: run cargo xtask package`);

const template = readFileSync(new URL("../krew.yaml", import.meta.url), "utf8").replaceAll("{version}", version);
const [before, platform] = template.split("# For each platform:\n");
const platforms = archives.map(({ archive, os, arch }) => {
  const sha256 = createHash("sha256")
    .update(readFileSync(join(folder, archive)))
    .digest("hex");
  const values = { archive, os, arch, sha256, bin: os === "windows" ? `${name}.exe` : name };
  return platform.replaceAll(/\{(\w+)\}/g, (_, key) => values[key]);
});
const manifest = join(folder, "krew.yaml");
writeFileSync(manifest, before + platforms.join(""));
console.log([...archives.map(({ archive }) => join(folder, archive)), manifest].join("\n"));
