/** The pages of the documentation, in the order of its navigation. */
export interface Chapter {
  /** The page's Markdown beside this folder, without `.md`. */
  name: string;
  /** What the navigation calls it. */
  label: string;
}

export const guides: readonly Chapter[] = [
  { name: "placement", label: "Placement" },
  { name: "spread", label: "Spread policy" },
  { name: "limit-aware", label: "Limit-aware scoring" },
  { name: "capacity", label: "Capacity scheduling" },
  { name: "vms", label: "Autoscaled VMs" },
];

export const manuals: readonly Chapter[] = [
  { name: "command-line", label: "Command line" },
  { name: "javascript", label: "In JavaScript" },
  { name: "embed", label: "Embedding" },
];

export const chapters: readonly Chapter[] = [{ name: "index", label: "Overview" }, ...guides, ...manuals];
