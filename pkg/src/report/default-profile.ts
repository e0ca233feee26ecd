/** The scores of kube-scheduler's default profile, plugin by plugin. */
import type { NodeRow, ScoreNodesAnswer } from "../../types.js";
import {
  byTotal,
  comparedNodes,
  defaultProfileText,
  isUnscored,
  pluginAim,
  scoringPlugins,
  skippedText,
} from "../words/nodes.js";
import { type ScoreDifference, scoreDifferenceText } from "../words/nodes/score-difference.js";
import { integer } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import { type Block, type Cell, type ColumnOf, column, facts, long, link, number, table } from "./block.js";

/** By which plugins a node is better than another: a sentence, and the scores of both. */
export const scoreDifferenceBlocks = (of: ScoreDifference | null): Block[] =>
  of === null
    ? []
    : [
        ...facts([scoreDifferenceText(of)], { title: `Why ${of.nodes[0]} and not ${of.nodes[1]}` }),
        ...table(of.plugins, [
          column("Plugin", ({ name }) => name),
          number("Weight", ({ weight }) => weight),
          ...([0, 1] as const).map(
            (at): ColumnOf<ScoreDifference["plugins"][number]> => ({
              ...long(of.nodes[at], ({ scores }) => integer(scores[at])),
              align: "right",
              isName: true,
            }),
          ),
          number("Difference × weight", ({ points }) => points),
        ]),
      ];

/** Nodes that are compared unless all are wanted. */
const most = 4;

/** The default profile's scores of the best nodes (`compared`), or of all. One node has no scores. */
export function defaultProfile(answer: ScoreNodesAnswer, isWide: boolean, compared = most): Block[] {
  const { defaultProfile: profile, feasible, schedulerProfile } = answer;
  if (profile === null || feasible < 2) return [];
  const title = schedulerProfile === null ? "Default profile of kube-scheduler" : `Profile ${schedulerProfile}`;
  if (profile.choice === null || isUnscored(profile.choice)) return facts([defaultProfileText(answer)], { title });
  const rows = byTotal(answer.rows);
  const plugins = scoringPlugins(profile);
  const scoreOf = (row: NodeRow, index: number): string => integer(row.defaultProfile?.scores[index] ?? 0);
  const totalOf = ({ defaultProfile: of }: NodeRow): Cell => {
    const total = of?.total ?? 0;
    return { text: integer(total), look: total === profile.choice?.total ? "good" : undefined };
  };
  const skipped = skippedText(profile);
  return [
    ...(isWide
      ? table(
          rows,
          [
            long("Node", ({ name }) => link("Node", name)),
            number("Total", totalOf),
            ...plugins.map(({ name, weight, index }) =>
              number<NodeRow>(`${name} ×${integer(weight)}`, (row) => scoreOf(row, index)),
            ),
          ],
          { title },
        )
      : table(
          [...plugins, null],
          [
            column("Plugin", (plugin) =>
              plugin === null ? "total" : { text: plugin.name, about: pluginAim(plugin.name) },
            ),
            number("Weight", (plugin) => (plugin === null ? "" : plugin.weight)),
            ...comparedNodes(answer, compared).map(
              (row): ColumnOf<(typeof plugins)[number] | null> => ({
                ...long(row.name, (plugin) => (plugin === null ? totalOf(row) : scoreOf(row, plugin.index))),
                align: "right",
                isName: true,
              }),
            ),
          ],
          { title, rest: { count: rows.length - compared, what: "node", option: "-o wide" } },
        )),
    ...facts([
      quiet(`Scores from 0 to 100; the total is their sum times weights.${skipped === "" ? "" : ` ${skipped}`}`),
    ]),
  ];
}
