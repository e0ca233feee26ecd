/** Notes on a pod or the nodes that scores do not show. */
import type { BestEffort, PodNote } from "../../../types.js";
import { counted, integer } from "../number.js";
import { filtersOffText } from "./filters-off.js";

/** A note on a pod or the nodes, as a sentence in lower case without a full stop. */
export function podNoteText(note: PodNote): string {
  switch (note.code) {
    case "filtering-fails":
      return `the scheduler fails when it filters nodes, and the pod waits: ${note.error}`;
    case "scoring-fails":
      return `the scheduler fails before it scores nodes, and the pod waits: ${note.error}`;
    case "best-effort":
      return `the pod has neither requests nor limits: it counts as ${countsText(note.counts)}`;
    case "best-effort-pods":
      return (
        `${counted(note.pods, "pod")} on the nodes ${note.pods === 1 ? "has" : "have"} neither requests nor limits: ` +
        `limits count ${note.pods === 1 ? "it" : "each"} as ${countsText(note.counts)}`
      );
    case "unbounded-pod":
      return (
        `a container of the pod has no ${limitsOf(note.resources)}, which counts 0: it looks free but is not ` +
        "bounded"
      );
    case "unbounded-pods":
      return (
        `${counted(note.pods, "pod")} on the nodes ${note.pods === 1 ? "has" : "have"} a container without a ` +
        `${limitsOf(note.resources)}, ` +
        "which counts 0: it looks free but is not bounded"
      );
    case "resource-left-out":
      return (
        `${integer(note.without)} of ${counted(note.nodes, "node")} ${note.without === 1 ? "has" : "have"} no ` +
        `\`${note.resource}\`: there it is left out`
      );
    case "pod-level-limits": {
      const { own, pods } = note;
      const others = pods === 0 ? "" : `${counted(pods, "pod")} on the nodes`;
      const who = own ? `the pod${others === "" ? "" : ` and ${others}`}` : others;
      const has = own && others === "" ? "has" : !own && pods === 1 ? "has" : "have";
      return (
        `${who} ${has} pod-level limits (\`spec.resources.limits\`): limit-aware scoring counts the limits of ` +
        "containers only, as its proposal says"
      );
    }
    case "nominated-node-missing":
      return missingNominatedText(note.node);
    case "filters-off":
      return filtersOffText(note);
  }
}

/** About the node that `status.nominatedNodeName` names, without a full stop; `its` begins it. */
export const missingNominatedText = (node: string, its = "its"): string =>
  `${its} nominated node ${node} is not in the input: it counts as not nominated`;

/** `cpu limit`, `cpu or memory limit` */
const limitsOf = (resources: string[]): string => `${resources.join(", ").replace(/, ([^,]*)$/, " or $1")} limit`;

function countsText(counts: BestEffort): string {
  switch (counts) {
    case "allocatable":
      return "everything that a node can allocate";
    case "nothing":
      return "nothing";
    default:
      return "a fixed amount";
  }
}
