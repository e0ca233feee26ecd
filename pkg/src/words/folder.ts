/** Which files of a folder hold objects as they stand, by names and beginnings, and what is said of the others. */

/** A file that is left out, and why. */
export interface LeftOut {
  file: string;
  why: "not-a-manifest" | "helm-chart" | "patch" | "not-text" | "not-a-file" | "not-readable";
}

/** How files with objects are called; files of policy tests are about them. */
export const manifestName = /(?<!\.schedscope-test)\.(ya?ml|json|jsonl|ndjson)$/i;
/** How files of policy tests are called. */
export const testName = /\.schedscope-test\.ya?ml$/;
/** What the file of the tests of a file or folder is called. */
export function testFileName(input: string): string {
  const name = input.replace(/\.(ya?ml|json)$/i, "");
  return `${/^\.*$/.test(name) ? "inputs" : name}.schedscope-test.yaml`;
}
/** Files of a Helm chart that say how to make objects, beside its folder `templates`. */
export const chartName = /^(Chart|values.*)\.ya?ml$/;
/** Patterns of files to leave out, as git writes them. */
export const ignoreFile = ".schedscopeignore";
/** What every object has, and the answer of the hub's dry run. Names are quoted in JSON. */
export const isManifest = (text: string): boolean =>
  text === "" || /(^|[\s{,"'])(kind|apiVersion|aggregatedScores|filteredPipelineResults)["']?[ \t]*:/m.test(text);

/** Whether files and folders of a name are passed over without a word. */
export const isHidden = (name: string): boolean => name.startsWith(".") || name === "node_modules";

const whys: Record<LeftOut["why"], string> = {
  "not-a-manifest": "no Kubernetes object in it",
  "helm-chart": "part of a Helm chart: render it with `helm template` first",
  patch: "a patch: render it with `kustomize build` first",
  "not-text": "not text",
  "not-a-file": "not a file",
  "not-readable": "cannot be read",
};

/** A sentence for each reason. */
export function leftOutNotes(leftOut: readonly LeftOut[]): string[] {
  const most = 3;
  return (Object.keys(whys) as LeftOut["why"][]).flatMap((why) => {
    const files = leftOut.filter((of) => of.why === why).map(({ file }) => file);
    if (files.length === 0) return [];
    const rest = files.length > most ? ` and ${files.length - most} more` : "";
    return [`not read: ${files.slice(0, most).join(", ")}${rest} (${whys[why]})`];
  });
}

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

/** The kustomizations of a folder: what they would make of its files only `kustomize build` knows. Paths have `/`. */
export class Kustomizations {
  readonly #all: Kustomization[] = [];

  /** Takes the input of one in, which is in a folder. */
  add(folder: string, text: string): void {
    this.#all.push(parsed(folder, text));
  }

  /** Whether a file is a patch of one of them. */
  isPatch(file: string): boolean {
    const path = normalPath(file);
    return this.#all.some(({ patches }) => patches.includes(path));
  }

  /** The folders to build: those that change objects, and that no other one builds on. */
  overlays(): string[] {
    const used = new Set(this.#all.flatMap(({ resources }) => resources));
    const changing = this.#all.filter(({ changes }) => changes).map(({ folder }) => folder);
    const last = changing.filter((folder) => !used.has(normalPath(folder)));
    return last.length > 0 ? last : changing;
  }
}

/** A path without steps to the folder itself and back. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}` || ".";
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
  const local = (names: string[]): string[] => names.map((name) => normalPath(`${folder}/${name}`));
  const resources = words(of("resources", "bases", "components")).filter((word) => word !== "-");
  const paths = of("patches", "patchesJson6902", "replacements").matchAll(/\bpath["']?:\s*["']?([^\s"',}\]]+)/g);
  return {
    folder,
    changes: resources.some((name) => name.includes("://")) || [...fields.keys()].some((name) => !plain.has(name)),
    resources: local(resources),
    patches: local([...words(of("patchesStrategicMerge")), ...[...paths].map(([, path = ""]) => path)]),
  };
}

/** A word of a command as shells take it. */
export const shellWord = (text: string): string =>
  /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The beginning of the first sentence of an answer about a folder of which kustomize would make other objects. */
export function unrenderedText(folder: string, overlay: string): string {
  const has = normalPath(folder) === normalPath(overlay) ? "is a kustomization, which is" : "has overlays, which are";
  return `Incomplete: ${folder} ${has} not rendered`;
}

/** The command that renders an overlay. */
export const buildCommand = (overlay: string): string => `kustomize build ${shellWord(overlay)}`;
