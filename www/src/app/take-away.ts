/** What people take along of an answer: as Markdown, as a command. */
import { facts } from "schedscope/report/block";
import { markdownLines } from "schedscope/report/markdown";
import { decisionReport } from "schedscope/report/placement";
import type { ShownDecision } from "../engine/protocol";
import type { ClusterRow, KubernetesVersion, ProfileChoice } from "../engine/types";
import { differenceText } from "../views/placement/difference";
import type { ViewName } from "../ui/choice";

/** What a command must be told to give the answer on show. */
export interface Asked {
  /** the name of the text, as a file */
  file: string;
  view: ViewName;
  profile: ProfileChoice;
  /** null: the text decides */
  kubernetes: KubernetesVersion | null;
  now: string;
  /** `namespace/name`; null where the text has no placement */
  placement: string | null;
  /** `namespace/name`; null where no pod is chosen */
  pod: string | null;
}

type Decided = Pick<ShownDecision, "summary" | "cutOff" | "difference">;

/** The decision as it is said, with what it changes, and as a table; `rows` begin with the best. */
export function decisionMarkdown({ summary, cutOff, difference }: Decided, rows: readonly ClusterRow[]): string {
  const left = summary.clusterCounts.all - rows.length;
  const blocks = [
    ...facts([differenceText(difference, summary.profile)]),
    ...decisionReport(summary, rows, cutOff, false, left),
  ];
  return markdownLines(blocks, undefined, { isBroken: false }).join("\n");
}

/** A word of a command as shells take it. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isOfPods = (view: ViewName): boolean => view === "nodes" || view === "quotas";

/** The command that prints the answer on show, for the text saved as a file. */
export function command({ file, view, profile, kubernetes, now, placement, pod }: Asked): string {
  const words = {
    placement: ["place", file, ...(placement === null ? [] : ["-p", placement]), "--now", now],
    nodes: ["pods", ...(pod === null ? [] : [pod]), file],
    quotas: pod === null ? ["quota", file] : ["quota", "why", pod, file],
    vms: ["vm", "run", file],
  }[view];
  const named = profile !== "auto" && view !== "vms" ? ["--profile", profile] : [];
  const version = kubernetes !== null && isOfPods(view) ? ["--kubernetes", kubernetes] : [];
  return ["npx", "schedscope", ...words, ...named, ...version].map(shellWord).join(" ");
}
