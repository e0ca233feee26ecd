/** The answer as a view of MCP Apps: the element for documentation, with the text of the call. */
import { readFileSync } from "node:fs";
import type { NamespacedName } from "../../../types.js";
import { fullName } from "../../words/object-name.js";
import { read } from "../input.js";
import type { Tool } from "./tools.js";

export const viewUri = "ui://schedscope/view.html";
/** Its type, as MCP Apps have it. */
export const viewType = "text/html;profile=mcp-app";
/** The extension that a client with views names. */
const extension = "io.modelcontextprotocol/ui";
/** Where a result has what the view shows, apart from what a model reads. */
export const viewKey = "schedscope.dev/view";

/** Characters of a text that is shown. */
const mostShown = 1_000_000;

/** The page of the view, with the element and the engine in it. */
export function viewPage(version: string): string {
  const file = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
  const engine = file("../../dist/schedscope_inline.js").replace(
    /export\{(\w+) as engine\};?\s*$/,
    "globalThis.schedscopeEngine=$1;",
  );
  // A function as the replacement: the texts have `$`.
  return file("../view.html")
    .replace("0.0.0", version)
    .replace("/* engine */", () => engine)
    .replace("/* element */", () => file("../embed.min.js"));
}

/** Whether a client shows views. */
export function showsViews(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, { mimeTypes?: string[] }> };
  return extensions?.[extension]?.mimeTypes?.includes(viewType) === true;
}

/** The attributes of the element for the answer of a tool; `null`: it has no view of it. */
export function attributesOf(
  { name }: Tool,
  given: Record<string, unknown>,
  answers: readonly unknown[],
): Record<string, string> | null {
  const [first] = answers as { entry?: { pod?: NamespacedName } }[];
  const pod = first?.entry?.pod;
  const [selects] = (given.selects as string[] | undefined) ?? [];
  const of: Record<string, Record<string, unknown>> = {
    place: { view: "placement" },
    verify: { view: "placement", baseline: "recorded" },
    why: pod === undefined ? { view: "placement" } : { view: "nodes", pod: fullName(pod) },
    change: { view: "change", cluster: selects, pod: given.pod },
    quota: { view: "quotas", pod: given.pod },
  };
  if (!Object.hasOwn(of, name)) return null;
  const { placement, profile, kubernetes, now } = given;
  const all = Object.entries({ ...of[name], placement, profile, kubernetes, now });
  return Object.fromEntries(all.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}

/** The text that the view shows; `null`: it is too long. */
export async function shownText(paths: string[], text: string | undefined): Promise<string | null> {
  const all = text ?? (await read(paths)).input.text;
  return all.length > mostShown ? null : all;
}
