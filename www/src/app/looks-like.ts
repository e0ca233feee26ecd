/** What a text looks like that holds nothing to decide about, and what to do with it. */

export interface Look {
  /** a sentence */
  title: string;
  /** another one: what to do */
  advice: string;
  /** a command that gives what is needed */
  command?: string;
}

/** Characters looked at. */
const reach = 20_000;

/** The kinds that kubectl names in the first column of `get a,b`. */
const row = /^(?:[a-z][a-z0-9.-]*\/)?[a-z0-9][a-z0-9.-]* {2,}\S/m;

/** A text without anything to decide about; null: it looks like nothing in particular. */
export function looksLike(text: string): Look | null {
  const start = text.slice(0, reach);
  const bare = start.replaceAll(/^\s*(#.*|---)?$/gm, "").trim();
  if (bare === "") return { title: "The text is empty.", advice: "Paste objects as YAML or JSON." };
  const table = /^(?:NAMESPACE|NAME|LAST SEEN)(?: {2,}\S.*)?$/m.exec(start);
  if (table !== null && row.test(start.slice(table.index + table[0].length)))
    return { title: "This looks like kubectl’s table output.", advice: "Add -o yaml to the command, as in:" };
  if (/^(?:Error from server|error:|No resources found|The connection to the server)/m.test(bare))
    return { title: "This looks like a message of kubectl.", advice: "The command printed no objects. Try:" };
  if (/^Name: {2,}\S/m.test(start) && /^[A-Z][\w ]*:/m.test(start) && !/^apiVersion:/m.test(start))
    return {
      title: "This looks like the output of kubectl describe.",
      advice: "It leaves out what decides. Print the objects instead:",
    };
  if (/\{\{-?\s*[\w.$/(*]/.test(start))
    return {
      title: "This looks like a Helm template.",
      advice: "Render it first, and paste what it prints:",
      command: "helm template <release> <chart>",
    };
  if (/^kind: *Kustomization\b/m.test(start))
    return {
      title: "This looks like a kustomization.",
      advice: "Build it first, and paste what it prints:",
      command: "kubectl kustomize <folder>",
    };
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(start))
    return { title: "This looks like a web page.", advice: "Paste the file itself: on GitHub, its Raw view." };
  return null;
}
