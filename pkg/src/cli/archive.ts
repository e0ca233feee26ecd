/** The files of a zip archive, in memory. */
import { join } from "node:path";
import { unzipSync } from "fflate";
import { chartName, ignoreFile, kustomizationName, manifestName } from "../words/folder.js";
import type { Files } from "./folder.js";

/** The files of an archive are unpacked up to this size, in bytes. */
const most = 2 ** 30;

/** The files of the archive `path`, as if it were a folder of this name; an error where it cannot be unpacked. */
export function archive(path: string, bytes: Uint8Array): Files {
  const files = new Map<string, Uint8Array>();
  const folders = new Map<string, Map<string, boolean>>([[path, new Map()]]);
  for (const [name, content] of Object.entries(unpacked(bytes))) {
    const parts = name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
    for (const [i, part] of parts.entries()) {
      const folder = join(path, ...parts.slice(0, i));
      const isFolder = i < parts.length - 1;
      folders.set(folder, (folders.get(folder) ?? new Map<string, boolean>()).set(part, isFolder));
    }
    files.set(join(path, ...parts), content);
  }
  return {
    list: (folder) => [...(folders.get(join(folder)) ?? [])].map(([name, isFolder]) => ({ name, isFolder })),
    kindOf: (file) => (files.has(file) ? "file" : folders.has(join(file)) ? "folder" : undefined),
    bytes: (file) => files.get(file) ?? new Uint8Array(),
  };
}

/** The files that say something about objects, by name. */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const own = name.slice(name.lastIndexOf("/") + 1);
      if (![manifestName, chartName, kustomizationName].some((of) => of.test(own)) && own !== ignoreFile) return false;
      size += originalSize;
      if (size > most) throw new Error("its files have more than 1 GB");
      return true;
    },
  });
}
