/** Words for more clusters like one. */
import type { MoreClustersAnswer, NextCluster } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { reasonText } from "../placement/why.js";

/** At most so many are listed. */
const most = 3;

/** How many more clusters are selected, and what stops the next one, in a sentence. */
export function moreClustersText(answer: MoreClustersAnswer): string {
  const { cluster, label, count, stopped, out, next, kinds, kindsTotal } = answer;
  const like = `like ${cluster ?? `those of ${label}`}`;
  const fit =
    count === 0
      ? `No more cluster ${like} is selected`
      : `${counted(count, "more cluster")} ${like} ${count === 1 ? "is" : "are"} selected`;
  const each = kindsTotal > 1 && count > 0 ? ` (${countsText(answer)})` : "";
  const instead =
    out.length === 0 ? "" : `, in place of ${out.length > 3 ? counted(out.length, "cluster") : listed(out)}`;
  if (stopped || next === null) return `${fit}${each}${instead}, and there may be room for more`;
  if (kindsTotal > 1 && kinds.length > 0) return `${fit}${each}${instead}; ${stopsText(answer)}`;
  const rank = next.rank === null ? "" : ` has rank ${integer(next.rank)} and`;
  return `${fit}${instead}; the next one${rank} is not selected: ${nextText(next, answer)}`;
}

const nextText = (next: NextCluster, answer: MoreClustersAnswer): string =>
  next.reason === null ? "nothing is scored" : reasonText(next.reason, answer, true);

/** How many are like which cluster. */
function countsText({ kinds }: MoreClustersAnswer): string {
  const some = kinds.filter(({ count }) => count > 0);
  const first = some.slice(0, most).map(({ cluster, count }) => `${integer(count)} like ${cluster}`);
  return some.length > most ? `${first.join(", ")}, …` : first.join(", ");
}

/** Why the next one like each cluster is not selected; those with the same reason together. */
function stopsText(answer: MoreClustersAnswer): string {
  const reasons = new Map<string, string[]>();
  for (const { cluster, next } of answer.kinds) {
    // All that are like it are selected, in place of other new ones.
    const reason = next === null ? "it takes the place of another new one" : nextText(next, answer);
    reasons.set(reason, [...(reasons.get(reason) ?? []), cluster]);
  }
  const stops = [...reasons].slice(0, most).map(([reason, clusters], at) => {
    const like = `like ${clusters.length > most ? `${integer(clusters.length)} of them` : listed(clusters)}`;
    return at === 0 ? `the next one ${like} is not selected: ${reason}` : `${like}: ${reason}`;
  });
  return `${stops.join("; ")}${reasons.size > most ? "; …" : ""}`;
}
