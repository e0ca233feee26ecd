/** The scores of kube-scheduler's default profile, plugin by plugin. */
import type { DefaultProfileAnswer, NodeRow, ScoreNodesAnswer } from "../../types.js";
import { byTotal, comparedNodes, defaultProfileText, isUnscored, scoringPlugins, skippedText } from "../words/nodes.js";
import { counted, integer } from "../words/number.js";
import { out } from "./screen.js";
import type { Cell, TableColumn } from "./table.js";

/** Nodes that are compared unless the output is wide. */
const most = 4;

/** Prints the default profile's scores of the best nodes; of all if the output is wide. One node has no scores. */
export function showDefaultProfile(answer: ScoreNodesAnswer, isWide: boolean): void {
  const { defaultProfile, feasible, schedulerProfile } = answer;
  if (defaultProfile === null || feasible < 2) return;
  out.head(schedulerProfile === null ? "Default profile of kube-scheduler" : `Profile ${schedulerProfile}`);
  if (defaultProfile.choice === null || isUnscored(defaultProfile.choice)) {
    out.line(defaultProfileText(answer));
    return;
  }
  const rows = byTotal(answer.rows);
  if (isWide) nodeLines(defaultProfile, rows);
  else pluginLines(defaultProfile, comparedNodes(answer, most));
  const more = isWide ? 0 : rows.length - most;
  if (more > 0) out.line(`${counted(more, "more node")} that ${more === 1 ? "fits" : "fit"} (-o wide)`, "quiet");
  const skipped = skippedText(defaultProfile);
  out.line(
    `Scores from 0 to 100; the total is their sum times weights.${skipped === "" ? "" : ` ${skipped}`}`,
    "quiet",
  );
}

/** A line for each plugin. */
function pluginLines(answer: DefaultProfileAnswer, nodes: NodeRow[]): void {
  out.table(
    [
      { head: "PLUGIN" },
      { head: "WEIGHT", align: "right" },
      ...nodes.map(({ name }): TableColumn => ({ head: name, align: "right", gives: true })),
    ],
    [
      ...scoringPlugins(answer).map(({ name, weight, index }): Cell[] => [
        name,
        integer(weight),
        ...nodes.map(({ defaultProfile }) => integer(defaultProfile?.scores[index] ?? 0)),
      ]),
      ["total", "", ...nodes.map((node) => totalOf(answer, node))],
    ],
    false,
  );
}

/** A line for each node. */
function nodeLines(answer: DefaultProfileAnswer, rows: NodeRow[]): void {
  const plugins = scoringPlugins(answer);
  out.table(
    [
      { head: "NODE", gives: true },
      { head: "TOTAL", align: "right" },
      ...plugins.map(
        ({ name, weight }): TableColumn => ({ head: `${name.toUpperCase()} ×${integer(weight)}`, align: "right" }),
      ),
    ],
    rows.map((row): Cell[] => [
      row.name,
      totalOf(answer, row),
      ...plugins.map(({ index }) => integer(row.defaultProfile?.scores[index] ?? 0)),
    ]),
    true,
  );
}

function totalOf({ choice }: DefaultProfileAnswer, { defaultProfile }: NodeRow): Cell {
  const total = defaultProfile?.total ?? 0;
  return { text: integer(total), look: total === choice?.total ? "good" : undefined };
}
