/** The answer in one sentence, made from the summary. */
import type { DecideAnswer, KeptDecision } from "../../../types.js";
import { counted, integer } from "../number.js";
import { fullName } from "../object-name.js";
import { listed, unended, shortened } from "../phrase.js";
import { skewText } from "../spread/words.js";
import { firstLine } from "./filtered.js";
import { problemText } from "./note.js";

/** A sentence in parts, so that its number can be emphasised. */
export interface Sentence {
  /** namespace/name */
  subject: string;
  /** the decision, with its number emphasised */
  verdict: { before: string; number: string; after: string };
  /** the reason for the decision; may be empty */
  rest: string;
}

/** The decision of a placement and its reason. */
export function sentence(summary: DecideAnswer): Sentence {
  const subject = fullName(summary.placement);
  const say = (before: string, number = "", after = "", rest = ""): Sentence => ({
    subject,
    verdict: { before, number, after },
    rest,
  });
  const { outcome, status, invalidPath, problem } = summary;
  switch (outcome) {
    case "skipped":
      return summary.skipReason === "deleting"
        ? say(
            summary.kept === undefined
              ? "is being deleted; no decision is made."
              : `is being deleted: the hub leaves the recorded decision, ${keptText(summary.kept)}.`,
          )
        : say(
            "has scheduling disabled by annotation: the hub keeps " +
              (summary.kept === undefined
                ? "what it has recorded; the input has no PlacementDecision of it."
                : `the recorded decision, ${keptText(summary.kept)}.`),
          );
    case "sync-error":
      return say("is not decided: the hub stops with an error and leaves its decisions.", "", "", `${summary.error}.`);
    case "invalid":
      return say(
        "is invalid; no decision is made.",
        "",
        "",
        problem === null ? "" : `${invalidPath}: ${problemText(problem)}.`,
      );
    case "scheduled":
      break;
  }
  const {
    clusterCounts: { selected },
    numberOfClusters: wanted,
  } = summary;
  if (status.code === "Misconfigured") {
    // Some of upstream's messages end with a full stop.
    const cause = unended(firstLine(status.message));
    const why = `${[status.plugin, cause].filter((part) => part !== "").join(": ")}.`;
    // Groups are cut behind the selection.
    return selected > 0
      ? say("is misconfigured: the hub selects ", counted(selected, "cluster"), " and deletes all its decisions.", why)
      : say("is misconfigured and selects ", "no cluster", ".", why);
  }
  const verdict =
    wanted === null
      ? say("selects ", counted(selected, "cluster"), ".")
      : wanted === 0
        ? say("selects ", "no cluster", ": numberOfClusters is 0.")
        : say("selects ", `${integer(selected)} of ${integer(wanted)}`, wanted === 1 ? " cluster." : " clusters.");
  return { ...verdict, rest: [course(summary), until(summary)].filter((text) => text !== "").join(" ") };
}

/** Until when the hub stays with it; empty: no toleration of a recorded cluster ends. */
const until = ({ requeueTime }: DecideAnswer): string =>
  requeueTime === null ? "" : `The hub decides again at ${requeueTime}, when a toleration ends.`;

/** `c4`, or `c4 and clusters that the input lacks` */
function keptText({ clusters, isWhole }: KeptDecision): string {
  const others = isWhole ? [] : ["clusters that the input lacks"];
  const names = [...shortened(clusters), ...others];
  return names.length === 0 ? "no cluster" : listed(names);
}

/** `3 placements: 1 is short of clusters (infra/api), 1 selects none (shop/web)`; `3 placements: none is short of …` */
export function placementsText(
  all: readonly Pick<DecideAnswer, "placement" | "clusterCounts" | "unscheduled">[],
): string {
  const empty = all.filter(({ clusterCounts }) => clusterCounts.selected === 0);
  const short = all.filter(({ clusterCounts, unscheduled }) => clusterCounts.selected > 0 && unscheduled > 0);
  const named = (found: typeof empty): string => listed(shortened(found.map(({ placement }) => fullName(placement))));
  const one = ({ length }: typeof empty, verbs: [string, string]): string =>
    `${integer(length)} ${length === 1 ? verbs[0] : verbs[1]}`;
  const parts = [
    ...(short.length > 0 ? [`${one(short, ["is", "are"])} short of clusters (${named(short)})`] : []),
    ...(empty.length > 0 ? [`${one(empty, ["selects", "select"])} no cluster (${named(empty)})`] : []),
  ];
  return `${counted(all.length, "placement")}: ${parts.join(", ") || "all cluster decisions are scheduled"}`;
}

/** The number of clusters after each step. */
function course(summary: DecideAnswer): string {
  const { clusterCounts, filters } = summary;
  const { all, candidates, feasible } = clusterCounts;
  // A caveat says that the input lacks them, before the answer.
  if (all === 0) return "";
  const parts = [
    candidates === all
      ? counted(candidates, "candidate")
      : `${integer(candidates)} of ${integer(all)} clusters are candidates${noSetText(summary)}`,
  ];
  const dropped = filters
    .map(({ name, before, after }) => ({ by: filterName(name), count: before - after }))
    .filter(({ count }) => count > 0);
  dropped.forEach(({ by, count }, i) => {
    parts.push(`${integer(count)} ${i === 0 ? "filtered out " : ""}by ${by}`);
  });
  const { spread, unscheduled } = summary;
  if (spread !== null && spread.eligible < feasible) {
    const keyless = feasible - spread.eligible;
    parts.push(`${integer(keyless)} ${keyless === 1 ? "lacks" : "lack"} a topology key`);
  }
  if (unscheduled > 0) {
    parts.push(`${integer(unscheduled)} short${spread?.end === "blocked" ? " because of maxSkew" : ""}`);
  }
  const skew =
    spread === null || clusterCounts.selected === 0
      ? ""
      : skewText(
          summary.spreadConstraints,
          spread.terms.map(({ worstSkew }) => worstSkew),
        );
  return `${parts.join(", ")}${skew === "" ? "" : `; ${skew}`}.`;
}

/** Why there is no candidate: no cluster set, or none with a member. The end of a sentence; empty: there are some. */
function noSetText({ placement: { namespace }, validBindings, eligibleClusterSets, ...rest }: DecideAnswer): string {
  if (rest.allClustersConsidered || rest.clusterCounts.candidates > 0) return "";
  if (eligibleClusterSets.length > 0) {
    const sets = eligibleClusterSets.length === 1 ? "cluster set" : "cluster sets";
    return `: the hub finds no member of ${sets} ${listed(shortened(eligibleClusterSets))}`;
  }
  const where = namespace === "" ? "its namespace" : `namespace ${namespace}`;
  return validBindings.length === 0
    ? `: ${where} has no valid ManagedClusterSetBinding`
    : `: \`spec.clusterSets\` names no set that is bound in ${where}`;
}

/** The fields that a filter checks, by their names in the objects. */
export function filterName(name: string): string {
  if (name === "Predicate") return "predicates";
  if (name === "TaintToleration") return "taints";
  return name;
}

/** `Of the decision groups, 0 (canary) has 1 cluster and 1 (no name) has 2 clusters.`; empty for one without a name. */
export function groupsText({ decisionGroups: groups }: Pick<DecideAnswer, "decisionGroups">): string {
  if (groups.length < 2 && groups.every(({ decisionGroupName }) => decisionGroupName === "")) return "";
  const texts = groups.map(({ decisionGroupIndex: index, decisionGroupName: name, clusterCount }) => {
    const title = name === "" ? "no name" : name;
    return `${integer(index)} (${title}) has ${counted(clusterCount, "cluster")}`;
  });
  return `Of the decision groups, ${listed(shortened(texts))}.`;
}

/** The sentence as plain text, for screen readers. */
export function sentenceText(summary: DecideAnswer): string {
  const { subject, verdict, rest } = sentence(summary);
  return `${subject} ${verdict.before}${verdict.number}${verdict.after} ${rest}`.trim();
}
