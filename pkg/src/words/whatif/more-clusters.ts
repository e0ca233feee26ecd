/** Words for more clusters like one. */
import type { MoreClustersAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { reasonText } from "../placement/why.js";

/** How many more clusters are selected, and what stops the next one, in a sentence. */
export function moreClustersText(answer: MoreClustersAnswer): string {
  const { cluster, count, stopped, out, next } = answer;
  const like = `like ${cluster}`;
  const fit =
    count === 0
      ? `No more cluster ${like} is selected`
      : `${counted(count, "more cluster")} ${like} ${count === 1 ? "is" : "are"} selected`;
  const instead =
    out.length === 0 ? "" : `, in place of ${out.length > 3 ? counted(out.length, "cluster") : listed(out)}`;
  if (stopped || next === null) return `${fit}${instead}, and there may be room for more`;
  const reason = next.reason === null ? "nothing is scored" : reasonText(next.reason, answer, true);
  const rank = next.rank === null ? "" : ` has rank ${integer(next.rank)} and`;
  return `${fit}${instead}; the next one${rank} is not selected: ${reason}`;
}
