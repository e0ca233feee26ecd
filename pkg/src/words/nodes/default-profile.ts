/** What kube-scheduler's default profile chooses, and by which scores. */
import type {
  DefaultProfileAnswer,
  NodeChoice,
  NodeRow,
  ProfilePluginAnswer,
  ScoreNodesAnswer,
} from "../../../types.js";
import { counted, integer } from "../number.js";
import { beginning, listed, type Phrase, plain, strong } from "../phrase.js";

/** At most so many nodes are named in a sentence. */
const named = 3;

/** The profile that scores, by the name of its scheduler: `the default profile`, `the profile packer`. */
export const profileName = (schedulerProfile: string | null): string =>
  schedulerProfile === null ? "the default profile" : `the profile ${schedulerProfile}`;

/** `n1 and n4`, `all 5 nodes that fit`, `12 nodes`: the nodes with the highest total. */
function best({ node, tiedWith, tied, next }: NodeChoice): string {
  const count = tied + 1;
  if (next === null && count > 2) return `all ${counted(count, "node")} that fit`;
  return count > named ? counted(count, "node") : listed([node, ...tiedWith]);
}

/** `total 612, next n4 598` */
function numbers({ total, next }: NodeChoice): string {
  if (next === null) return `total ${integer(total)}`;
  const nodes = next.count > named ? counted(next.count, "node") : listed(next.nodes);
  return `total ${integer(total)}, next ${nodes} ${integer(next.total)}`;
}

/** `n1 (total 612, next n4 598)`: a node that is alone with the highest total. */
export const chosenText = (choice: NodeChoice): string => `${choice.node} (${numbers(choice)})`;

/** `n1 and n4 tie at 612: kube-scheduler picks one at random` */
export const tieText = (choice: NodeChoice): string =>
  `${best(choice)} tie at ${integer(choice.total)}: kube-scheduler picks one at random`;

/** The same as a sentence. */
export const tieSentence = (choice: NodeChoice): string => `${beginning(tieText(choice))}.`;

/**
 * The node that the scheduler takes and the node that limit-aware scoring takes, if it runs. `isToday`: no fault of
 * Kubernetes makes today's scheduler take another one; else the words go on after a comma.
 */
export function choicePhrases(choice: NodeChoice, limitAware: string | null, isToday = true): Phrase[] {
  if (choice.tied > 0) {
    const tie = [
      strong(beginning(best(choice))),
      plain(` tie at ${integer(choice.total)}: kube-scheduler picks one at random`),
    ];
    return limitAware === null ? tie : [...tie, plain("; limit-aware scoring picks "), strong(limitAware)];
  }
  const figures = plain(` (${numbers(choice)})`);
  if (limitAware === choice.node)
    return isToday
      ? [plain("Today your scheduler and limit-aware scoring both pick "), strong(choice.node), figures]
      : [plain("your scheduler would pick "), strong(choice.node), figures, plain(", as limit-aware scoring does")];
  const today = [
    plain(isToday ? "Today your scheduler picks " : "your scheduler would pick "),
    strong(choice.node),
    figures,
  ];
  return limitAware === null ? today : [...today, plain("; limit-aware scoring picks "), strong(limitAware)];
}

/** What limit-aware scoring makes of the same nodes, as a sentence with a full stop. */
export function limitAwareText(choice: NodeChoice, limitAware: string): string {
  const isBest = limitAware === choice.node || choice.tiedWith.includes(limitAware) || choice.next === null;
  if (!isBest) return `Limit-aware scoring would pick ${limitAware} instead.`;
  return choice.tied > 0
    ? `Limit-aware scoring would pick ${limitAware} of them.`
    : `Limit-aware scoring picks ${limitAware}, too.`;
}

/** Whether a node is taken without scores: no other one is left after the filters. */
export const isUnscored = ({ tied, next }: NodeChoice): boolean => tied === 0 && next === null;

/** The error with which kube-scheduler ends when it filters nodes, so that the pod waits; undefined: it does not. */
export const filterError = ({ notes }: Pick<ScoreNodesAnswer, "notes">): string | undefined =>
  notes.flatMap((note) => (note.code === "filtering-fails" ? [note.error] : []))[0];

/** Whether kube-scheduler ends with an error before it scores the nodes that the pod fits. */
export const failsToScore = ({ notes }: Pick<ScoreNodesAnswer, "notes">): boolean =>
  notes.some(({ code }) => code === "scoring-fails");

/** What the default profile makes of the nodes, as a sentence with a full stop; empty if it was not asked. */
export function defaultProfileText(answer: ScoreNodesAnswer): string {
  const { defaultProfile, feasible, nodes } = answer;
  if (defaultProfile === null) return "";
  if (filterError(answer) !== undefined) return "kube-scheduler fails when it filters nodes, and the pod waits.";
  if (failsToScore(answer)) return "kube-scheduler fails before it scores nodes, and the pod waits.";
  const { choice, onlyNodes } = defaultProfile;
  const only = onlyNodes === null ? "" : ` It looks only at ${listed(onlyNodes.slice(0, 5))}.`;
  if (choice === null)
    return feasible === 0
      ? `The pod fits 0 of ${counted(nodes, "node")}, so kube-scheduler scores none.`
      : `The pod fits none of the nodes that kube-scheduler looks at.${only}`;
  if (isUnscored(choice))
    return feasible === 1
      ? `${choice.node} is the only node that fits: kube-scheduler takes it without scoring.`
      : `kube-scheduler takes ${choice.node} without scoring: no other node that it looks at fits.${only}`;
  return choice.tied > 0 ? tieSentence(choice) : `kube-scheduler picks ${chosenText(choice)}.`;
}

/** `PodTopologySpread and ImageLocality do not apply to this pod and add nothing.`; empty if all plugins score. */
export function skippedText({ plugins }: DefaultProfileAnswer): string {
  const names = (of: ProfilePluginAnswer[]): string => listed(of.map(({ name }) => name));
  const off = plugins.filter(({ weight }) => weight === 0);
  const skipped = plugins.filter((plugin) => plugin.skipped && plugin.weight !== 0);
  return [
    ...(skipped.length === 0
      ? []
      : [`${names(skipped)} ${skipped.length === 1 ? "skips" : "skip"} this pod and ${adds(skipped.length)} nothing.`]),
    ...(off.length === 0 ? [] : [`The profile does not score by ${names(off)}.`]),
  ].join(" ");
}

const adds = (count: number): string => (count === 1 ? "adds" : "add");

/** A plugin that scores, with its place in the scores of a node. */
export interface ScoringPlugin extends ProfilePluginAnswer {
  index: number;
}

/** The plugins that score nodes for the pod. */
export const scoringPlugins = ({ plugins }: DefaultProfileAnswer): ScoringPlugin[] =>
  plugins.map((plugin, index) => ({ ...plugin, index })).filter(({ skipped }) => !skipped);

/** What a plugin scores, in a few words. */
const aims: Record<ProfilePluginAnswer["name"], string> = {
  TaintToleration: "fewer PreferNoSchedule taints that the pod does not tolerate",
  NodeAffinity: "preferred node affinity",
  PodTopologySpread: "soft spread constraints, or the scheduler's own",
  InterPodAffinity: "preferred pod affinity and anti-affinity",
  NodeResourcesFit: "the most left after requests (LeastAllocated)",
  NodeResourcesBalancedAllocation: "cpu and memory used evenly",
  ImageLocality: "the images that the node has already",
};

/** What a plugin of the default profile prefers. */
export const pluginAim = (name: ProfilePluginAnswer["name"]): string => aims[name];

/** The rows that have scores, the highest total first, then by name. */
export const byTotal = (rows: NodeRow[]): NodeRow[] =>
  rows
    .filter(({ defaultProfile }) => defaultProfile !== null)
    .sort(
      (a, b) =>
        (b.defaultProfile?.total ?? 0) - (a.defaultProfile?.total ?? 0) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );

/** The nodes to compare plugin by plugin: those with the highest totals, and the one that limit-aware scoring picks. */
export function comparedNodes({ rows, scorers }: ScoreNodesAnswer, most: number): NodeRow[] {
  const ordered = byTotal(rows);
  const limitAware = scorers.find(({ name, applies }) => name === "LimitAware" && applies)?.best[0];
  const shown = ordered.slice(0, most);
  const other = ordered.find(({ name }) => name === limitAware);
  return other === undefined || shown.includes(other) ? shown : [...ordered.slice(0, most - 1), other];
}
