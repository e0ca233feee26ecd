/** Sentences and reports of the package, from their sources: the built package has those alone that it uses itself. */
import { fileURLToPath } from "node:url";

export const packageSources = [
  {
    find: /^schedscope\/((?:report|words)\/.*)$/,
    replacement: `${fileURLToPath(new URL("../pkg/src/", import.meta.url))}$1.ts`,
  },
];
