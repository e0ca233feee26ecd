/** Hints at what of a placement has no effect. */
import type { DecisionHint } from "../../../types.js";
import { counted, integer } from "../number.js";

/** A hint as a sentence in lower case without a full stop. */
export function hintText(hint: DecisionHint): string {
  switch (hint.code) {
    case "term-without-weight":
      return `\`${hint.topologyKey}\` has no effect: \`Spread\` has weight 0, and \`ScheduleAnyway\` never blocks`;
    case "same-for-all": {
      const all = counted(hint.clusters, "feasible cluster");
      const score =
        hint.score === null
          ? `none of the ${all} has a score of \`${hint.prioritizer}\``
          : `\`${hint.prioritizer}\` gives all ${all} ${integer(hint.score)}`;
      return `${score}: its weight changes no rank`;
    }
    case "max-skew-unused":
      return (
        `\`maxSkew\` ${integer(hint.maxSkew)} of \`${hint.topologyKey}\` blocks no cluster in any step: ` +
        "a larger one selects the same clusters"
      );
    case "toleration-unused":
      return `no cluster of the input has a taint that toleration ${integer(hint.toleration + 1)} matches`;
    case "predicates-match-all":
      return hint.predicates === 1
        ? `the predicate matches all candidates (${integer(hint.clusters)}): it filters none`
        : `the ${integer(hint.predicates)} predicates together match all candidates (${integer(hint.clusters)}): ` +
            "they filter none";
    case "number-above-feasible":
      return (
        `${counted(hint.numberOfClusters, "cluster")} ${hint.numberOfClusters === 1 ? "is" : "are"} wanted, but only ` +
        `${integer(hint.feasible)} ${hint.feasible === 1 ? "is" : "are"} feasible`
      );
  }
}
