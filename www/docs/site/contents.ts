/** The pages of the documentation, in the order of its navigation. */
import { readFileSync } from "node:fs";

export interface Chapter {
  /** The page's name, in addresses too. */
  name: string;
  /** What the navigation calls it. */
  label: string;
}

export const guides: readonly Chapter[] = [
  { name: "filters", label: "Filters" },
  { name: "volumes", label: "Volumes" },
  { name: "limit-aware", label: "Limit-aware scoring" },
  { name: "quota", label: "Capacity scheduling" },
  { name: "placement", label: "Placement" },
  { name: "spread", label: "Spread policy" },
  { name: "vms", label: "Autoscaled VMs" },
  { name: "what-if", label: "What would change it" },
];

export const manuals: readonly Chapter[] = [
  { name: "terminal", label: "Terminal and CI" },
  { name: "kubectl", label: "In kubectl" },
  { name: "policy-tests", label: "Policy tests" },
  { name: "pull-requests", label: "Pull requests" },
  { name: "many-scenarios", label: "Many scenarios" },
  { name: "recipes", label: "Recipes" },
  { name: "agents", label: "Sharing and agents" },
  { name: "embed", label: "Embedding" },
  { name: "javascript", label: "In JavaScript" },
  { name: "timeline", label: "Timelines" },
];

/** The first four are generated. */
export const references: readonly Chapter[] = [
  { name: "command-line", label: "Commands" },
  { name: "questions", label: "Questions" },
  { name: "differences", label: "Documents and engines" },
  { name: "not-looked-at", label: "Not looked at" },
  { name: "glossary", label: "Glossary" },
  { name: "performance", label: "Performance" },
];

export const introductions: readonly Chapter[] = [
  { name: "index", label: "Overview" },
  { name: "getting-started", label: "Getting started" },
  { name: "concepts", label: "Concepts" },
];

export const chapters: readonly Chapter[] = [...introductions, ...guides, ...manuals, ...references];

const folder = new URL("../", import.meta.url);
/** The project's own `docs/`: what is read there is read here too. */
const projectDocs = new URL("../../../docs/", import.meta.url);
const fromProject = new Map([
  ["timeline", "timeline.md"],
  ["terminal", "terminal.md"],
  ["command-line", "command-line.md"],
  ["glossary", "glossary.md"],
  ["performance", "performance.md"],
]);

/** The Markdown of a page. */
export function sourceOf(name: string): URL {
  const file = fromProject.get(name);
  return file === undefined ? new URL(`${name}.md`, folder) : new URL(file, projectDocs);
}

export const textOf = (name: string): string => readFileSync(sourceOf(name), "utf8");

/** Files beside the pages that they link to, by name. */
export const attachments: ReadonlyMap<string, URL> = new Map([
  ["timeline.schema.json", new URL("timeline.schema.json", projectDocs)],
]);
