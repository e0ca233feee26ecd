/** What of a run of spread crosses between the page and the engine's worker: what is on show. */
import type {
  ClusterRow,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadDomain,
  SpreadEdit,
  SpreadStepAnswer,
} from "./types";

/** The step of the run that is on show, and the part of its table. */
export interface SpreadWindow {
  /** after how many steps; null: after the last */
  step: number | null;
  /** the candidates around those on screen */
  from: number;
  count: number;
}

/** One square of a cluster, as numbers: see `squareStates`. */
export interface Squares {
  /** by domain on show, and one for clusters without any: where its clusters begin; one more at the end */
  starts: Uint32Array;
  /** indices of clusters, by domain; in the order of `squareStates` */
  clusters: Uint32Array;
  /** index into `squareStates`, for each of `clusters` */
  states: Uint8Array;
  /** 1 where the latest run, or the step on show, changed it */
  changed: Uint8Array;
}

/** What a square may say. `blocked`: by a max skew, in the step on show. `keyless`: lacks the key of a hard term. */
export const squareStates = ["selected", "feasible", "blocked", "keyless", "filtered"] as const;
export type SquareState = (typeof squareStates)[number];

/** Above so many clusters a square stands for several, and clusters do not cross one by one. */
export const mostSquares = 2000;

/** Domains that are put on show at most. */
export const mostDomains = 3000;

/** How skewed the selection was, thinned out for long runs. */
export interface SkewLine {
  /** after how many steps; the first is 0, the last is the run's length */
  at: number[];
  /** by term: the largest skew since the place before */
  terms: number[][];
}

export interface CandidatesOnShow {
  from: number;
  count: number;
  total: number;
  candidates: SpreadCandidate[];
}

/** A step of a run with all of its parts that are on show. */
export interface SpreadOnShow {
  /** after how many steps */
  step: number;
  /** the step that led here; null before the first */
  picked: SpreadStepAnswer | null;
  domains: SpreadDomain[];
  /** how many there are, those that are not on show included */
  total: number;
  /** null: too many clusters */
  squares: Squares | null;
  skews: SkewLine;
  /** of the step on show; null before the first */
  candidates: CandidatesOnShow | null;
}

/** The requests of spread and their answers. */
export interface SpreadCalls {
  spread: { ask: SpreadWindow; answer: { serial: number; spread: SpreadOnShow | null } };
  spreadCandidates: {
    ask: { step: number; from: number; count: number };
    answer: { serial: number; step: number; candidates: CandidatesOnShow };
  };
  /** the first step whose pick is not the one with the most points of the prioritizers; null: none of the first few */
  spreadTurn: { ask: null; answer: { serial: number; step: number | null } };
  clusterKeys: { ask: null; answer: { labels: string[]; claims: string[] } };
  /** by the index of the cluster */
  clusterRow: { ask: number; answer: ClusterRow | null };
}

/** Whether a change of the terms asks for something else than there is. */
export function changesTerms(terms: SpreadConstraintSummary[], change: SpreadEdit): boolean {
  if (change.type !== "set") return true;
  const { constraint } = change;
  const isIt = ({ topologyKey }: SpreadConstraintSummary): boolean => topologyKey === constraint;
  const term = typeof constraint === "number" ? terms[constraint] : terms.find(isIt);
  if (term === undefined) return false;
  return (["topologyKey", "topologyKeyType", "maxSkew", "whenUnsatisfiable"] as const).some(
    (field) => change[field] !== undefined && change[field] !== term[field],
  );
}
