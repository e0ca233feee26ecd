/**
 * What the page and the engine's worker say to each other. Everything that crosses is here.
 *
 * One `update` carries all that changed since the last one and asks for all that is on show, so
 * that an answer is always of one text and one question. Small things that a person asks for in
 * between (the next rows, an edit for a slider) are requests of their own.
 */
import type { FirstTests, FirstTestsOptions } from "schedscope/policy";
import type {
  NamedObject,
  ChangeAnswer,
  ChangeOptions,
  ExplainClusterAnswer,
  DecisionHint,
  ClusterRow,
  DecisionForm,
  DecideAnswer,
  Findings,
  ObjectName,
  PrioritizerMode,
  ProfileChoice,
  ReadingAnswer,
  SpreadDomain,
  SpreadEdit,
  TextEdit,
  TextRange,
} from "./types";
import type { Against, BaselineAsk, KeptSelection, ShownDifference } from "./baseline";
import type { BesideAsk } from "./beside";
import type { RankCurve } from "./curve";
import type { QuestionCall, QuestionReply } from "./questions";
import type { SpreadCalls, SpreadOnShow, SpreadWindow } from "./spread";

/** A placement by name; the worker finds its index in the text as it then is. */
export interface PlacementName {
  /** null: any */
  namespace: string | null;
  name: string;
}

/** What is asked of the text. */
export interface DecisionQuestion {
  /** null: the first one */
  placement: PlacementName | null;
  /** RFC 3339 */
  now: string;
  profile: ProfileChoice;
  /** by prioritizer, over what the text says; where no text is there to edit */
  weights?: Record<string, number>;
}

/** The part of the table that is on show. */
export interface RowWindow {
  order: "rank" | "name";
  find: string;
  from: number;
  count: number;
}

/** A text for the engine: whole, or what changed in it, one list per transaction, in order. */
export type TextChange = { whole: string } | { edits: TextEdit[] };

/** What a control writes into the placement on show. */
export type ControlEdit =
  | { prioritizer: string; weight: number }
  | { numberOfClusters: number | null }
  | { mode: PrioritizerMode }
  | { spread: SpreadEdit };

/** A parameter whose values are swept: the weight of a prioritizer, the number of clusters, maxSkew of a term. */
export type Swept = { weight: string } | { count: true } | { maxSkew: number };

/** One tick of a control. */
export interface Tick {
  /** names it in the answer */
  id: number;
  edit: ControlEdit;
  /** whether a step of undo begins with it */
  begins: boolean;
}

export interface TickReply {
  id: number;
  /** what is to be written, in offsets of the text before it; the engine's text has it already */
  edits: TextEdit[];
  /** why it cannot be written */
  refusal: Refusal | null;
}

export interface Update {
  /** counts the page's changes of the text; comes back with the answer */
  version: number;
  changes: TextChange[];
  /** what controls write into the text, behind these changes: the answer is about the text with it */
  ticks?: Tick[];
  question: DecisionQuestion;
  rows: RowWindow;
  /** the cluster to explain, by name */
  cluster: string | null;
  spread: SpreadWindow;
  /** what the decision is compared with; absent: with nothing */
  baseline?: BaselineAsk;
}

export interface RowsOnShow extends RowWindow {
  /** all rows that the filter leaves */
  total: number;
  rows: ClusterRow[];
  /** of each row against the baseline; null: selected in neither. Absent without a baseline */
  marks?: (Against | null)[];
}

export interface ShownExplanation {
  explanation: ExplainClusterAnswer;
  /** where the paths of the explanation stand, by `placementPath` / `clusterPath` */
  lines: Record<string, TextRange>;
  /** the topology domain that blocks it; null where none does */
  blocking: SpreadDomain | null;
}

/** A decision with all of its parts that are on show. */
export interface ShownDecision {
  /** counts decisions; rows of another decision are stale */
  serial: number;
  /** index in `ReadingAnswer.placements` */
  placement: number;
  summary: DecideAnswer & Findings;
  rows: RowsOnShow;
  explained: ShownExplanation | null;
  /** total of the last selected cluster; null where none is, or where every feasible one is */
  cutOff: number | null;
  /** where the fields of the placement that the page names stand, by path */
  lines: Record<string, TextRange>;
  /** what of the placement has no effect */
  hints: DecisionHint[];
  /** the step of spread on show; null where nothing was spread */
  spread: SpreadOnShow | null;
  /** null: compared with nothing */
  difference: ShownDifference | null;
}

export interface UpdateReply {
  /** of the text that the answer is about: each tick that is written counts as a change */
  version: number;
  /** absent: there were none */
  ticks?: TickReply[];
  reading: ReadingAnswer;
  /** null: the text has no placement */
  decision: ShownDecision | null;
  /** why no decision could be asked for, e.g. a clock that is none */
  refusal: Refusal | null;
}

export interface Refusal {
  code: string;
  message: string;
}

export interface Edits {
  version: number;
  edits: TextEdit[];
}

/** What a fleet is of. */
export type FleetKind = "hub" | "nodes" | "vms";

/** The requests and their answers. */
export interface Calls extends SpreadCalls {
  update: { ask: Update; answer: UpdateReply };
  rows: { ask: RowWindow; answer: { serial: number; rows: RowsOnShow } };
  /** an event for a timeline, by its key; null: for a new one at the end of the text */
  timelineEdit: { ask: { timeline: NamedObject | null; event: object }; answer: Edits };
  /** the totals of all ranked clusters, thinned out */
  rankCurve: { ask: null; answer: { serial: number; curve: RankCurve } };
  locate: { ask: { object: ObjectName; path: string }; answer: TextRange | null };
  ask: { ask: QuestionCall; answer: QuestionReply };
  /** about another text; null: it is not known, and is to be sent along */
  askBeside: { ask: BesideAsk; answer: QuestionReply["answer"] | null };
  /** what would bring things about; as many of them, from the first, as fit into a short time */
  changes: { ask: ChangeOptions[]; answer: { version: number; answers: ChangeAnswer[] } };
  /** the selection on show, or the one that it is compared with; null: none, or one that the text tells itself */
  selection: { ask: "shown" | "compared"; answer: KeptSelection | null };
  /** a text from a seed: so many clusters, or nodes */
  generate: { ask: { kind: FleetKind; size: number; seed: number }; answer: string };
  /** policy tests of a text */
  firstTests: { ask: { text: string; options: FirstTestsOptions }; answer: FirstTests };
  decisionsYaml: { ask: DecisionForm; answer: { serial: number; yaml: string } };
}

export type Call = keyof Calls;

export type Request = { [C in Call]: { id: number; call: C; ask: Calls[C]["ask"] } }[Call];

/** Those that are about the text of the worker; it answers the others without it. */
export type HostRequest = Exclude<Request, { call: "generate" | "firstTests" }>;

/** The first message to a worker: the compiled engine; null: the worker loads it by itself. */
export interface EngineFile {
  engine: WebAssembly.Module | null;
}

export type Response =
  /** the engine is loaded */
  | { type: "ready" }
  /** a message came, with the id of a request; said before anything is done with it */
  | { type: "heard"; id: number | null }
  | { type: "answer"; id: number; answer: Calls[Call]["answer"] }
  /** this request cannot be answered; the engine is well */
  | { type: "refused"; id: number; refusal: Refusal }
  /** the engine is gone and needs a new worker */
  | { type: "died"; message: string };

/** The key of `ShownDecision.lines` for the whole configuration of a prioritizer. */
export const itemKey = (path: string): string => `item:${path}`;
/** The key of `ShownExplanation.lines` for a field of the placement. */
export const placementPath = (path: string): string => `placement:${path}`;
/** The key of `ShownExplanation.lines` for a field of the cluster. */
export const clusterPath = (path: string): string => `cluster:${path}`;
