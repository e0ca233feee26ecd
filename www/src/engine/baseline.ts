/** What a decision is compared with: the worker's side keeps the selections of other times and other texts. */
import type { Scenario } from "schedscope";
import { type BaselineKind, type SelectionDifference, selectionDifference } from "schedscope/words/placement";
import type { DecisionQuestion } from "./protocol";
import type { DecideAnswer } from "./types";

/** The clusters that a placement selected, by name. */
export interface KeptSelection {
  /** namespace/name */
  placement: string;
  selected: string[];
}

/** Another text to compare with. */
export interface OtherText {
  name: string;
  text: string;
}

/** What is compared with, and what the page keeps for it. */
export interface BaselineAsk {
  /** null: what the hub recorded, where the text holds it; else the decision before the last edit */
  kind: BaselineKind | null;
  /** the changes of the text begin an edit: a step of undo; or another text is opened */
  begins: "edit" | "text" | null;
  /** where they have changed: what is pinned, and the other text */
  kept?: { pinned: KeptSelection | null; other: OtherText | null };
}

/** What a row is against the baseline. */
export type Against = "kept" | "in" | "out";

/** A decision against its baseline. */
export interface ShownDifference {
  /** what it is compared with */
  baseline: BaselineKind;
  /** null: there is nothing to compare with */
  change: SelectionDifference | null;
  /** the baselines that there are */
  available: BaselineKind[];
}

export class BaselineHost {
  readonly #scenario: Scenario;
  readonly #another: (() => Scenario) | null;
  #now: KeptSelection | null = null;
  #edit: KeptSelection | null = null;
  #pinned: KeptSelection | null = null;
  #other: { scenario: Scenario; asked: string; selection: KeptSelection | null } | null = null;
  #marks = new Map<string, Against>();
  /** names of clusters by their indices, as far as they were asked for */
  readonly #names = new Map<number, string>();
  /** and the other way round */
  readonly #indices = new Map<string, number | null>();
  /** what the hub recorded of the placement that was asked for, by name; null: it was not needed as a whole yet */
  #recorded: { asked: string; clusters: string[] } | null = null;

  /** `another` makes a scenario for another text; null: there is never one. */
  constructor(scenario: Scenario, another: (() => Scenario) | null) {
    this.#scenario = scenario;
    this.#another = another;
  }

  /** The text changed in more than what a control writes into the placement on show. */
  textChanged(): void {
    this.#names.clear();
    this.#indices.clear();
    this.#recorded = null;
  }

  /** Takes what the page says, before the text changes. */
  begin({ begins, kept }: BaselineAsk): void {
    if (begins === "edit") this.#edit = this.#now;
    if (begins === "text") this.#edit = null;
    if (kept === undefined) return;
    this.#pinned = kept.pinned;
    this.#other?.scenario.free();
    this.#other = null;
    if (kept.other === null || this.#another === null) return;
    const scenario = this.#another();
    scenario.replace(kept.other.text);
    this.#other = { scenario, asked: "", selection: null };
  }

  /** The selection on show, to pin it. */
  get selection(): KeptSelection | null {
    return this.#now;
  }

  /** The selection that the decision on show is compared with, by the names that are known. */
  compared(kind: BaselineKind): KeptSelection | null {
    return {
      recorded: null,
      profile: null,
      edit: this.#edit,
      pinned: this.#pinned,
      text: this.#other?.selection ?? null,
    }[kind];
  }

  /** Compares the decision. `decide` makes it again with so many names; asked only where they are needed. */
  async decided(
    summary: DecideAnswer,
    wanted: BaselineKind | null,
    question: DecisionQuestion,
    decide: (limit: number) => DecideAnswer,
  ): Promise<ShownDifference> {
    const { namespace, name } = summary.placement;
    const placement = `${namespace}/${name}`;
    const selected = this.#selected(summary);
    this.#now = { placement, selected };
    const available = (["recorded", "edit", "pinned", "profile", "text"] as const).filter((kind) =>
      kind === "recorded"
        ? isRecorded(summary)
        : kind === "profile" || (kind === "text" ? this.#other !== null : this.#of(kind) !== null),
    );
    const baseline = wanted ?? (isRecorded(summary) ? "recorded" : "edit");
    if (baseline === "text") await this.#decideOther(placement, question);
    const change =
      baseline === "recorded" || baseline === "profile"
        ? this.#told(baseline, summary, selected, `${question.profile} ${placement}`, () => decide(mostClusters))
        : this.#against(baseline, selected);
    this.#marks.clear();
    const clusters = { kept: change?.kept, in: change?.added, out: change?.removed };
    for (const [mark, named] of Object.entries(clusters))
      for (const cluster of named?.names ?? []) this.#marks.set(cluster, mark as Against);
    return { baseline, change: change === null ? null : shortened(change), available };
  }

  /** What a cluster is against the baseline; null: selected in neither. */
  markOf(cluster: string): Against | null {
    return this.#marks.get(cluster) ?? null;
  }

  /** The clusters that come and go, by index; null: too many, or nothing is compared. */
  changed({ baseline, change }: ShownDifference): ReadonlySet<number> | null {
    // Against a text without the placement nothing comes or goes.
    if (change === null && baseline === "text") return new Set();
    if (change === null || change.added.count + change.removed.count > mostMarked) return null;
    const names = [...this.#marks].filter(([, mark]) => mark !== "kept").map(([name]) => name);
    for (const name of names)
      if (!this.#indices.has(name)) this.#indices.set(name, this.#scenario.clusterIndex({ name }));
    const indices = names.map((name) => this.#indices.get(name) ?? null);
    return new Set(indices.filter((index) => index !== null));
  }

  #selected({ selected, clusterCounts }: DecideAnswer): string[] {
    if (selected.length === clusterCounts.selected) return selected;
    const indices = this.#scenario.selectedIndices();
    const unknown = [...indices].filter((index) => !this.#names.has(index));
    if (unknown.length > 0) {
      const named = this.#scenario.clusterNames({ clusters: unknown });
      for (const [i, index] of unknown.entries()) this.#names.set(index, named[i] ?? "");
    }
    return Array.from(indices, (index) => this.#names.get(index) ?? "");
  }

  #of(kind: "edit" | "pinned" | "text"): KeptSelection | null {
    const kept = this.compared(kind);
    return kept !== null && kept.placement === this.#now?.placement ? kept : null;
  }

  #against(kind: "edit" | "pinned" | "text", selected: string[]): SelectionDifference | null {
    const kept = this.#of(kind);
    return kept === null ? null : selectionDifference(kept.selected, selected);
  }

  /** What the decision itself tells of its record and of the other profile. */
  #told(
    kind: "recorded" | "profile",
    summary: DecideAnswer,
    selected: string[],
    asked: string,
    whole: () => DecideAnswer,
  ): SelectionDifference | null {
    const told = (of: DecideAnswer) =>
      kind === "profile" ? of.otherProfile : isRecorded(of) ? of.recorded : undefined;
    let other = told(summary);
    // Profiles that agree are not told apart.
    if (other === undefined) return kind === "profile" ? selectionDifference(selected, selected) : null;
    const isCut = other.added.length < other.addedCount || other.removed.length < other.removedCount;
    // A control does not change what is recorded: it is named as a whole once.
    if (isCut && kind === "recorded" && this.#recorded?.asked === asked)
      return selectionDifference(this.#recorded.clusters, selected);
    if (isCut) other = told(whole()) ?? other;
    // What the other profile leaves out is what this decision has more.
    const [comes, goes] = kind === "recorded" ? [other.added, other.removed] : [other.removed, other.added];
    const isNew = new Set(comes);
    const before = [...selected.filter((name) => !isNew.has(name)), ...goes];
    if (isCut && kind === "recorded") this.#recorded = { asked, clusters: before.sort() };
    return selectionDifference(before, selected);
  }

  async #decideOther(placement: string, { now, profile }: DecisionQuestion): Promise<void> {
    const other = this.#other;
    const asked = JSON.stringify([placement, now, profile]);
    if (other === null || other.asked === asked) return;
    other.asked = asked;
    other.selection = null;
    const found = other.scenario.reading().placements.find((of) => `${of.namespace}/${of.name}` === placement);
    if (found === undefined) return;
    const { selected } = await other.scenario.ask("decide", {
      placement: found.index,
      now,
      profile,
      limit: mostClusters,
    });
    other.selection = { placement, selected };
  }
}

/** Whether the text holds the whole recorded decision; a status alone has no names. */
const isRecorded = ({ recorded }: DecideAnswer): boolean => recorded !== undefined && recorded.clusters !== null;

/** More clusters than a text can hold. */
const mostClusters = 4_000_000;

/** Squares that are marked at most. */
const mostMarked = 500;

/** Names that cross to the page; rows have their marks. */
const mostNamed = 20;

function shortened(change: SelectionDifference): SelectionDifference {
  const few = ({ names, count }: SelectionDifference["added"]) => ({ names: names.slice(0, mostNamed), count });
  return { kept: few(change.kept), added: few(change.added), removed: few(change.removed) };
}
