/** The decisions about a cluster, compared with those before a change of its objects. */
import type { ClusterRow, DecideAnswer, NamespacedName, PlacementEntry, ProfileChoice } from "../../../types.js";
import { isWaiting, queueEnds } from "../../difference/why.js";
import type { Scenario } from "../../entries/node.js";
import { podStateText } from "../../words/nodes/pod-state.js";
import { integer } from "../../words/number.js";
import { fullName, objectNamed } from "../../words/object-name.js";
import { reasonText, sentence } from "../../words/placement.js";
import { unended } from "../../words/phrase.js";
import { stepDetail } from "../../words/quotas/queue-words.js";

/** A decision that is another one than before. */
export interface DecisionChange extends NamespacedName {
  kind: "Pod" | "Placement";
  /** What was decided; null: it was not there. */
  before: string | null;
  after: string;
  /** The number of clusters that a placement selects. */
  selected: number;
  /** Clusters that a placement selects in addition, and no longer. */
  added: string[];
  removed: string[];
  /** Why clusters are no longer selected. */
  why: string[];
}

/** What of a placement is compared. */
interface Selection {
  words: string;
  clusters: Set<string>;
}

const everything = 2 ** 31;

export class Decisions {
  readonly #scenario: Scenario;
  readonly #profile: ProfileChoice | undefined;
  readonly #isAsked: (name: string) => boolean;
  #pods = new Map<string, string>();
  #placements = new Map<string, Selection>();

  /** `isAsked`: whether the object of a `namespace/name` counts. */
  constructor(scenario: Scenario, profile: ProfileChoice | undefined, isAsked: (name: string) => boolean) {
    this.#scenario = scenario;
    this.#profile = profile;
    this.#isAsked = isAsked;
  }

  /** Decides the pending pods again, and returns what differs. */
  pods(): DecisionChange[] {
    const { ends } = queueEnds(this.#scenario, this.#profile, everything);
    const now = new Map<string, string>();
    for (const { entry, step } of ends) {
      const name = fullName(entry.pod);
      if (!this.#isAsked(name)) continue;
      const words =
        step === null
          ? podStateText(entry)
          : isWaiting(step)
            ? `waits: ${stepDetail(step)}`
            : step.volumes !== undefined
              ? "depends on volumes"
              : `${step.outcome === "Preempt" ? "evicts on" : "goes to"} ${step.node ?? ""}`;
      now.set(name, words);
    }
    const changes: DecisionChange[] = [];
    for (const [name, after] of now) {
      const before = this.#pods.get(name) ?? null;
      if (before !== after) changes.push(ofPod(name, before, after));
    }
    for (const [name, before] of this.#pods) if (!now.has(name)) changes.push(ofPod(name, before, this.#settled(name)));
    this.#pods = now;
    return changes;
  }

  /** What became of a pod that is no longer pending. */
  #settled(name: string): string {
    const { pods } = this.#scenario.pods({ find: name, limit: everything });
    const entry = pods.find(({ pod }) => fullName(pod) === name);
    if (entry === undefined) return "is deleted";
    return entry.node === null ? podStateText(entry) : `is on ${entry.node}`;
  }

  /** Decides the placements again, and returns what differs. */
  placements(): DecisionChange[] {
    const now = new Map<string, Selection>();
    const changes: DecisionChange[] = [];
    for (const entry of this.#scenario.reading().placements) {
      const name = fullName(entry);
      if (!this.#isAsked(name)) continue;
      const { summary, rows } = this.#decide(entry);
      const clusters = new Set(rows.filter(isSelected).map((row) => row.name));
      const { verdict, rest } = sentence(summary);
      const words = unended(`${verdict.before}${verdict.number}${verdict.after} ${rest}`.trim());
      now.set(name, { words, clusters });
      const before = this.#placements.get(name);
      const added = before === undefined ? [] : [...clusters].filter((one) => !before.clusters.has(one));
      const removed = before === undefined ? [] : [...before.clusters].filter((one) => !clusters.has(one));
      // Of a decision without clusters, the cause may be another one.
      const isSame = before !== undefined && (clusters.size > 0 || before.words === words);
      if (isSame && added.length + removed.length === 0) continue;
      const why = removed.map((one) => whyRemoved(one, rows, summary));
      changes.push({
        kind: "Placement",
        namespace: entry.namespace,
        name: entry.name,
        before: before?.words ?? null,
        after: words,
        selected: clusters.size,
        added,
        removed,
        why,
      });
    }
    for (const [name, { words, clusters }] of this.#placements)
      if (!now.has(name))
        changes.push({ ...ofPod(name, words, "is deleted"), kind: "Placement", removed: [...clusters] });
    this.#placements = now;
    return changes;
  }

  #decide({ index }: PlacementEntry): { summary: DecideAnswer; rows: ClusterRow[] } {
    const now = new Date().toISOString();
    const summary = this.#scenario.decide({ placement: index, now, profile: this.#profile, limit: 0 });
    return { summary, rows: this.#scenario.clusters({}).rows };
  }
}

const isSelected = ({ state }: ClusterRow): boolean => state === "selected";

const ofPod = (name: string, before: string | null, after: string): DecisionChange => ({
  kind: "Pod",
  ...objectNamed(name),
  before,
  after,
  selected: 0,
  added: [],
  removed: [],
  why: [],
});

function whyRemoved(cluster: string, rows: ClusterRow[], summary: DecideAnswer): string {
  const row = rows.find(({ name }) => name === cluster);
  if (row === undefined) return `${cluster} is deleted`;
  return row.reason === null ? cluster : `${cluster} ${reasonText(row.reason, summary, true)}`;
}

/** Names that are listed of many. */
const most = 5;

/** `+a −b (3 unchanged)` */
function signs({ added, removed, after, selected }: DecisionChange): string {
  const listed = (sign: string, names: string[]): string[] => [
    ...names.slice(0, most).map((name) => `${sign}${name}`),
    ...(names.length > most ? [`${sign}${integer(names.length - most)} more`] : []),
  ];
  const rest = selected === 0 ? after : `${integer(selected - added.length)} unchanged`;
  return [...listed("+", added), ...listed("−", removed), `(${rest})`].join(" ");
}

/** A change in a line; `causes`: the objects that changed before it. */
export function changeLine(change: DecisionChange, causes: readonly string[]): string {
  const { kind, before, after, added, removed, why } = change;
  const isOfClusters = kind === "Placement" && added.length + removed.length > 0;
  const what = isOfClusters ? signs(change) : before === null ? after : `${before} → ${after}`;
  const rest = causes.length > 3 ? ` and ${integer(causes.length - 2)} more` : "";
  const named = rest === "" ? causes : causes.slice(0, 2);
  return [
    `${fullName(change)}: ${what}`,
    ...why.slice(0, most),
    ...(named.length === 0 ? [] : [`after ${named.join(", ")}${rest}`]),
  ].join("; ");
}
