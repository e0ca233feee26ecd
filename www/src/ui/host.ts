/** What views need of whoever shows them: the page gives them its session. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { BaselineKind } from "schedscope/words/placement";
import type { RankCurve } from "../engine/curve";
import type { PlacementName, Refusal, RowsOnShow, RowWindow, ShownDecision, Swept } from "../engine/protocol";
import type { Answered, AnswerState, QuestionName, Questions } from "../engine/questions";
import type { SpreadOnShow } from "../engine/spread";
import type {
  Change,
  ChangeAnswer,
  ChangeOptions,
  ClusterRow,
  DecisionForm,
  Diagnostic,
  NamedObject,
  ObjectName,
  PrioritizerMode,
  Profile,
  ProfileChoice,
  ReadingAnswer,
  SpreadCandidate,
  SpreadEdit,
  SweepAnswer,
  TextRange,
  Want,
} from "../engine/types";
import type { ViewName } from "./choice";
import type { TextLinks } from "./text-links";

/** Constant: its signals change, so that nothing is drawn anew because of the host. */
export interface Host {
  /** what the engine says of the text */
  answer: {
    reading: ReadonlySignal<ReadingAnswer | null>;
    placements: ReadonlySignal<ReadingAnswer["placements"]>;
    decision: ReadonlySignal<ShownDecision | null>;
    /** the decision is of an earlier text */
    stale: ReadonlySignal<boolean>;
    refusal: ReadonlySignal<Refusal | null>;
    rows: ReadonlySignal<RowsOnShow | null>;
    spread: ReadonlySignal<SpreadOnShow | null>;
  };
  /** what is asked of the text, and which part of the answer is on show */
  question: {
    profile: ReadonlySignal<ProfileChoice>;
    podProfile: ReadonlySignal<Profile>;
    chosenPlacement: Signal<PlacementName | null>;
    openCluster: Signal<string | null>;
    rowOrder: Signal<RowWindow["order"]>;
    rowFilter: Signal<string>;
    rowSpan: Signal<{ from: number; count: number }>;
    spreadStep: Signal<number | null>;
    candidateSpan: Signal<{ from: number; count: number }>;
  };
  /** the text; `number` counts texts, `version` changes of them */
  text: {
    number: ReadonlySignal<number>;
    version(): number;
    /** Writes an event of a timeline, and shows it; `false`: the text cannot take it; null: it went on. */
    addEvent(timeline: NamedObject | null, event: object): Promise<boolean | null>;
    /** Lists what the engine finds wrong with quotas among the findings of the text. */
    showQuotaFindings(found: readonly Pick<Diagnostic, "severity" | "message" | "range" | "object">[]): void;
    /** null: the decision went on */
    decisionsYaml(form?: DecisionForm): Promise<string | null>;
  };
  /** the ways from answers into the text; null: answers stand alone */
  links: TextLinks | null;
  /** where the cursor is in the text */
  cursor: {
    isOn(range: TextRange | undefined): boolean;
    isIn(kind: string, name: string): boolean;
    event: ReadonlySignal<{ timeline: string; event: number } | null>;
  };
  /** the name of the object that the pointer is on: lit wherever else it stands */
  pointed: ReadonlySignal<string | null>;
  /** Points at an object, and lights it in the text. `object`: or the kind of one without a namespace. */
  point(name: string | null, object?: ObjectName | string | null, path?: string): void;
  /** Brings the lines of a cluster into sight. */
  showCluster(name: string): void;
  /** controls that write into the text; the ticks of one gesture are one step of undo */
  controls: {
    weight(prioritizer: string): Control<number>;
    number(): Control<number | null>;
    mode(): Control<PrioritizerMode>;
    spread(): Control<SpreadEdit>;
  };
  /** what other values of the controls would select */
  sweeps: {
    use(all: Swept[]): void;
    of(swept: Swept): SweepAnswer | undefined;
    /** what is known is of an earlier decision */
    areOutdated: ReadonlySignal<boolean>;
  };
  /** what would change an answer */
  changes: {
    /** Searches; `false`: not, because each decision looks at too many `things`. */
    use(
      wants: Want[],
      isWhole?: boolean,
      things?: number | null,
      run?: Pick<ChangeOptions, "timeline" | "variant">,
    ): boolean;
    of(want: Want): ChangeAnswer | undefined;
    /** `words`: what it writes, in a few words */
    apply(change: Change, words: string): void;
  };
  /** more of the decision than is on show; null: it went on */
  fetch: {
    candidates(step: number, count: number): Promise<SpreadCandidate[] | null>;
    rankedRows(): Promise<ClusterRow[] | null>;
    rankCurve(): Promise<RankCurve | null>;
    clusterRow(cluster: number): Promise<ClusterRow | null>;
    clusterKeys(): Promise<{ labels: string[]; claims: string[] } | null>;
  };
  /** what answers are compared with */
  baseline: {
    /** `recorded`: what it is called; null: there is none. `isUsual`: it is meant unless another one is chosen. */
    of(view: ViewName, recorded: string | null, isUsual?: boolean): ShownBaseline;
    /** the name of the other text */
    other(): string;
    chosen(view: ViewName): string | undefined;
    choose(view: ViewName, kind: string): void;
    compare(view: ViewName, name: string, text: string): void;
    pin(view: ViewName): void;
  };
  /** The answer to a question, asked again as the text changes; null asks nothing. */
  useAnswer<Q extends QuestionName>(name: Q, options: Questions[Q][0] | null): AnswerState<Q>;
  /** The same question about the baseline; null: it is not asked. */
  useBeside<Q extends QuestionName>(
    name: Q,
    options: Questions[Q][0] | null,
    kind: BaselineKind | null,
  ): AnswerState<Q>;
  /** One answer; null: the text went on, or there is none. */
  ask<Q extends QuestionName>(name: Q, options: Questions[Q][0]): Promise<Answered<Q> | null>;
}

/** What a control does with its ticks, and when it is let go. */
export interface Control<Value> {
  set(value: Value): void;
  end(): void;
  /** one tick, and it is let go */
  once(value: Value): void;
}

/** The baselines of a view, and the one it is shown against. */
export interface ShownBaseline {
  kind: BaselineKind;
  /** whether there is anything to compare with */
  isThere: boolean;
  choices: { key: BaselineKind; label: string }[];
}

export const HostContext = createContext<Host | null>(null);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === null) throw new Error("a view without a host");
  return host;
}

export const useAnswer: Host["useAnswer"] = (name, options) => useHost().useAnswer(name, options);
