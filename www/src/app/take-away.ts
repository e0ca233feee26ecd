/** What people take along of an answer: as Markdown, as a command. */
import { isWarning } from "schedscope/words/caveat";
import { caveats, isDecided, isRanked, lookOf, rowReason, sentenceText, stateName } from "schedscope/words/placement";
import { integer } from "schedscope/words/number";
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

/** How many clusters a table names. */
const most = 50;

/** As it is, in Markdown; what stands between backquotes is code. */
export const cell = (text: string): string =>
  text
    .replaceAll("\n", " ")
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1 ? part.replaceAll("|", "\\|") : part.replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`),
    )
    .join("");

type Decided = Pick<ShownDecision, "summary" | "cutOff" | "difference">;

/** The decision as it is said, with what it changes, and as a table; `rows` begin with the best. */
export function decisionMarkdown({ summary, cutOff, difference }: Decided, rows: readonly ClusterRow[]): string {
  const said = [
    ...caveats(summary)
      .filter(isWarning)
      .map(({ message }) => message),
    differenceText(difference, summary.profile) + sentenceText(summary),
  ];
  const terms = summary.spread === null ? null : summary.spreadConstraints;
  const lines = rows.slice(0, most).map((row) => {
    const { name, state, rank, total, reason } = row;
    const figures = [rank, total].map((figure) => (figure === null ? "" : integer(Number(figure))));
    const words = [
      stateName(lookOf(state, reason), isRanked(summary), isDecided(summary)),
      rowReason(row, cutOff, terms, summary.numberOfClusters),
    ];
    return `| ${[name, words[0] ?? "", ...figures, words[1] ?? ""].map(cell).join(" | ")} |`;
  });
  const others = summary.clusterCounts.all - lines.length;
  return [
    said.map(cell).join("\n\n"),
    "",
    "| cluster | state | rank | total | why |",
    "|---|---|---:|---:|---|",
    ...lines,
    ...(others > 0 ? ["", `and ${integer(others)} more`] : []),
    "",
  ].join("\n");
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
