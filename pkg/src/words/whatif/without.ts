/** Words for losses. */
import type { Loss } from "../../../types.js";
import { counted, integer } from "../number.js";
import { exchangeText } from "./exchange.js";

/** What a loss does, in a sentence. */
export function lossText(loss: Loss): string {
  const { clusters, lostCount, selected, unscheduled, skews } = loss;
  if (clusters === 0) return "no cluster is gone: no cluster has the label";
  const of = lostCount === 0 ? "none" : lostCount === clusters ? "all" : integer(lostCount);
  const are = clusters === 1 ? "is" : "are";
  const was = clusters === 1 ? `which is ${lostCount === 0 ? "not " : ""}selected now` : `${of} of them selected now`;
  const gone = `${counted(clusters, "cluster")} ${are} gone, ${was}`;
  const moved = exchangeText({ added: loss.added, removed: loss.removed });
  const left = counted(unscheduled, "place");
  const empty = unscheduled > 0 ? `, ${left} ${unscheduled === 1 ? "stays" : "stay"} empty` : "";
  const skew = skews.length === 0 ? "" : `; skew ${skews.map(integer).join(", ")}`;
  return `${gone}: ${moved === "" ? "" : `${moved}; `}${counted(selected, "cluster")} selected then${empty}${skew}`;
}
