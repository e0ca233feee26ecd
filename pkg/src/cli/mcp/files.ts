/** The files that a tool may read: those below the folders of the server. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** A wrong argument, with words for the caller. */
export class BadArgument extends Error {}

/** The real paths of files and folders. @throws {BadArgument} if one is not there, or not below a root */
export function allowed(paths: readonly string[], roots: readonly string[]): string[] {
  return paths.map((path) => {
    const name = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
    let real: string;
    try {
      real = realpathSync(resolve(roots[0] ?? ".", path));
    } catch {
      throw new BadArgument(`${name} cannot be read: no such file below ${roots[0]}`);
    }
    if (!roots.some((root) => isBelow(real, realpathSync(root))))
      throw new BadArgument(`${name} is not below ${roots.join(" or ")}: the server reads nothing else`);
    const status = statSync(real);
    if (!status.isFile() && !status.isDirectory()) throw new BadArgument(`${name} is neither a file nor a folder`);
    return real;
  });
}

const isBelow = (path: string, root: string): boolean => {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** Refuses a name that the command line would read as a file. @throws {BadArgument} */
export function refuseFile(name: string): void {
  if (name === "-" || name.includes("\0") || existsSync(name))
    throw new BadArgument(`${JSON.stringify(name)} is a file, not the name of an object`);
}
