/**
 * The arrows between the folders of `pkg/src` and `www/src`: those that stand in ARCHITECTURE.md, and those
 * of the code.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One import: from a file, of a folder of the project or of a library. */
export type Import = { file: string; of: string; isType: boolean };

/** What a folder may import, by name; false: only its types. */
export type Arrows = Map<string, Map<string, boolean>>;

/** Reads the list in ARCHITECTURE.md: a line a folder, `folder: another, types of a third`. */
export function listed(): Arrows {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [, list] = /^```arrows\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (list === undefined) throw new Error("ARCHITECTURE.md has no list of arrows");
  const arrows: Arrows = new Map();
  for (const line of list.trimEnd().split(/\n(?! )/)) {
    const [folder = "", to = ""] = line.split(/:\s*/);
    const names = to.split(/,\s+/).filter((name) => name !== "");
    arrows.set(
      folder,
      new Map(names.map((name) => [name.replace("types of ", ""), !name.startsWith("types of ")] as const)),
    );
  }
  return arrows;
}

/** All imports of the code, dynamic ones and those of types too; tests and what only they use may import anything. */
export function imports(): Import[] {
  const folders = ["pkg/src", "www/src"];
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test|\bfixture)\.ts$/.test(file))
    .sort()
    .flatMap(importsOf);
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: { of: string; isType: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    found.push({ of: moduleRequest.value, isType: entries.length > 0 && entries.every((entry) => entry.isType) });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null) found.push({ of: moduleRequest.value, isType });
    }
  }
  walk(program, ({ type, source }) => {
    const isDynamic = type === "ImportExpression";
    if (!isDynamic && type !== "TSImportType") return;
    const { value } = source as { value?: unknown };
    // What is imported by a name that is only known later is named by a caller.
    if (typeof value === "string") found.push({ of: value, isType: !isDynamic });
  });
  return found.map(({ of, isType }) => ({ file: slashes(file), of: resolved(file, of), isType }));
}

function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node) visit(node as Record<string, unknown>);
  for (const value of Object.values(node)) walk(value, visit);
}

/** A file of the project below its root, or the name of a package. */
function resolved(file: string, of: string): string {
  if (of.startsWith(".")) {
    const path = join(dirname(file), of.replace(/\?.*$/, ""));
    const declared = path.replace(/\.js$/, ".d.ts");
    const written = path.replace(/\.js$/, ".ts");
    return slashes([written, declared].find((name) => existsSync(join(root, name))) ?? path);
  }
  const [first = "", second, ...rest] = of.split("/");
  if (first === "schedscope") return rest.length > 0 ? `schedscope/${second}` : of;
  return first.startsWith("node:") ? "node" : first.startsWith("@") && first !== "@preact" ? `${first}/*` : first;
}

const slashes = (path: string): string => path.split(sep).join("/");

/** The innermost of some folders (or files) that a path lies in. */
export function homeOf(path: string, folders: Iterable<string>): string | undefined {
  let home: string | undefined;
  for (const folder of folders) {
    const isIn = path === folder || path.startsWith(`${folder}/`);
    if (isIn && folder.length > (home?.length ?? -1)) home = folder;
  }
  return home;
}
