/** The kustomizations of a folder: what they would make of its files, which only `kustomize build` knows. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** How files of a kustomization are called. */
export const kustomizationName = /^kustomization\.ya?ml$|^Kustomization$/;

/** Fields with which the files that it names are its objects as they stand. */
const plain = new Set([
  "apiVersion",
  "bases",
  "buildMetadata",
  "crds",
  "kind",
  "metadata",
  "openapi",
  "resources",
  "sortOptions",
]);

/** A kustomization. */
interface Kustomization {
  folder: string;
  /** Whether it makes other objects than those that its files hold. */
  changes: boolean;
  /** What its `resources`, `bases` and `components` name. */
  resources: string[];
  /** The files that say what to change: they are not objects. */
  patches: string[];
}

/** The kustomizations in files of that name. */
export class Kustomizations {
  readonly #all: Kustomization[] = [];

  /** Takes a file in; one that cannot be read is left to who reads it. */
  add(file: string): void {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return;
    }
    this.#all.push(parsed(dirname(file), text));
  }

  /** Whether a file is a patch of one of them. */
  isPatch(file: string): boolean {
    const path = normalize(file);
    return this.#all.some(({ patches }) => patches.includes(path));
  }

  /** The folders to build: those that change objects, and that no other one builds on. */
  overlays(): string[] {
    const used = new Set(this.#all.flatMap(({ resources }) => resources));
    const changing = this.#all.filter(({ changes }) => changes).map(({ folder }) => folder);
    const last = changing.filter((folder) => !used.has(normalize(folder)));
    return last.length > 0 ? last : changing;
  }
}

/** Its lines by field; a field goes on to the next one in the first column. */
function parsed(folder: string, text: string): Kustomization {
  const fields = new Map<string, string>();
  let field = "";
  for (const line of text.split(/\r?\n/)) {
    const begins = /^["']?([A-Za-z]\w*)["']?:(.*)$/.exec(line);
    if (begins !== null) field = begins[1] ?? "";
    const value = begins === null ? line : (begins[2] ?? "");
    if (field !== "") fields.set(field, `${fields.get(field) ?? ""}${value.replace(/(^|\s)#.*$/, "")}\n`);
  }
  const of = (...names: string[]): string => names.map((name) => fields.get(name) ?? "").join("\n");
  const words = (value: string): string[] => value.match(/[^\s"'[\]{},]+/g) ?? [];
  const local = (names: string[]): string[] => names.map((name) => normalize(join(folder, name)).replace(/[\\/]$/, ""));
  const resources = words(of("resources", "bases", "components")).filter((word) => word !== "-");
  const paths = of("patches", "patchesJson6902", "replacements").matchAll(/\bpath["']?:\s*["']?([^\s"',}\]]+)/g);
  return {
    folder,
    changes: resources.some((name) => name.includes("://")) || [...fields.keys()].some((name) => !plain.has(name)),
    resources: local(resources),
    patches: local([...words(of("patchesStrategicMerge")), ...[...paths].map(([, path = ""]) => path)]),
  };
}

/** The first sentence of an answer about a folder of which `kustomize` would make other objects. */
export function unrenderedText(folder: string, overlay: string): string {
  const has =
    normalize(`${folder}/`) === normalize(`${overlay}/`) ? "is a kustomization, which is" : "has overlays, which are";
  return `Incomplete: ${folder} ${has} not rendered: \`kustomize build ${word(overlay)} | ${call(folder)}\`.`;
}

/** The call of this run, with standard input instead of the folder. */
function call(folder: string): string {
  const own = process.argv.slice(2).map((arg) => (arg === folder ? "-" : word(arg)));
  return ["schedscope", ...own].join(" ");
}

const word = (text: string): string =>
  /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
