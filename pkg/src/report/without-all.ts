/** What all placements lose. */
import type { DecideAnswer, WithoutAnswer } from "../../types.js";
import { counted, integer } from "../words/number.js";
import { isRanked, sentenceText } from "../words/placement.js";
import { lossText } from "../words/whatif.js";
import { bad, type Block, type Cell, type ColumnOf, link, long, number, table, warning } from "./block.js";

/** A placement with its losses. */
export interface PlacementLosses {
  summary: DecideAnswer;
  answer: WithoutAnswer;
}

/** The losses that the table compares. */
const COMPARED = 6;

/** Whether a loss changes the selection of a placement. */
const concerns = ({ lostCount, added, removed }: WithoutAnswer["losses"][number]): boolean =>
  lostCount > 0 || added.length + removed.length > 0;

/** What each placement loses. `name`: of the only loss; null: losses are compared, worst for all placements first. */
export function withoutAllReport(all: PlacementLosses[], name: string | null): Block[] {
  const changed = all.filter(({ answer }) => answer.losses.some(concerns));
  const lose = changed.length === 1 ? "changes" : "change";
  const start = name === null ? "In some loss, " : `Without ${name}, `;
  const headline = `${start}${integer(changed.length)} of ${counted(all.length, "placement")} ${lose}`;
  return [
    { kind: "headline", lines: [headline] },
    ...table(changed, [placementColumn, ...(name === null ? compared(changed) : [one])]),
    ...table(
      all.filter(({ summary }) => !isRanked(summary)),
      [placementColumn, long("Without a selection already", ({ summary }) => warning(sentenceText(summary)))],
    ),
  ];
}

const placementColumn: ColumnOf<PlacementLosses> = long("Placement", ({ summary }) =>
  link("Placement", summary.placement),
);

const one: ColumnOf<PlacementLosses> = long("Result", ({ answer: { losses } }) =>
  losses[0] === undefined ? "" : lossText(losses[0]),
);

/** A column for each loss: how many selected clusters are lost, and how many places stay empty. */
function compared(all: PlacementLosses[]): ColumnOf<PlacementLosses>[] {
  const empty = new Map<string, number>();
  for (const { answer } of all)
    for (const { name, unscheduled, lostCount } of answer.losses)
      empty.set(name, (empty.get(name) ?? 0) + unscheduled * 1_000 + lostCount);
  const names = [...empty].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, COMPARED);
  return names.map(([name]) => ({
    ...number<PlacementLosses>(name, ({ answer }): Cell => {
      const loss = answer.losses.find((other) => other.name === name);
      if (loss === undefined) return "-";
      const words = `${integer(loss.lostCount)} lost`;
      return loss.unscheduled > 0 ? bad(`${words}, ${integer(loss.unscheduled)} empty`) : words;
    }),
    isName: true,
  }));
}
