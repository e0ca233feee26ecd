// An empty folder outside of the project with a copy of a fixture, and the packed package installed.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** `tests/packaging`. */
export const here = fileURLToPath(new URL("..", import.meta.url));

/** Makes a folder with the files of fixtures; `remove` takes it away. */
export function install(fixtures, tarball) {
  const around = realpathSync(mkdtempSync(join(tmpdir(), "schedscope-packaging-")));
  const folder = join(around, "app");
  try {
    mkdirSync(folder);
    for (const fixture of fixtures) {
      if (existsSync(join(here, fixture))) cpSync(join(here, fixture), folder, { recursive: true });
    }
    if (!existsSync(join(folder, "package.json"))) {
      writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    }
    cpSync(join(here, "answer.mjs"), join(folder, "answer.mjs"));
    cpSync(join(here, "harness/lines.mjs"), join(folder, "lines.mjs"));
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    execFileSync(npm, ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", tarball], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    // Bundlers and their plugins, for configurations that import them. They are found one folder
    // further up, where the package is not.
    symlinkSync(join(here, "node_modules"), join(around, "node_modules"), "junction");
  } catch (error) {
    rmSync(around, { recursive: true, force: true });
    throw error;
  }
  return { folder, remove: () => rmSync(around, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The version of an installed tool. */
export function version(tool) {
  return JSON.parse(readFileSync(join(here, "node_modules", tool, "package.json"), "utf8")).version;
}
