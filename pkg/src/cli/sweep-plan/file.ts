/** The form of a plan of scenarios; `schema/sweep-plan.json` is generated from it. */
import type { ProfileChoice } from "../../../types.js";

/** A placement, decided in every combination of some settings. */
export interface SweepPlan {
  apiVersion: "schedscope.dev/v1alpha1";
  kind: "SweepPlan";
  metadata?: {
    name?: string;
  };
  /**
   * Files and folders of manifests, relative to this file. They are read as one text.
   * @minItems 1
   */
  inputs: string[];
  /** The time at which the placement is decided, RFC 3339. */
  now: string;
  /** The scheduler whose behaviour is reproduced. Default: `Upstream`, the released one. */
  profile?: ProfileChoice;
  /** The placement, as `namespace/name`, or `name` where one has it. Default: the only one of the input. */
  placement?: string;
  /** What is varied. The last of them varies fastest. */
  vary: Axes;
}

/** Settings with their values. Scenarios are all combinations. */
export interface Axes {
  /** Weights of prioritizers by their names. */
  weights?: Record<string, Values>;
  /** The number of clusters that the placement asks for. */
  numberOfClusters?: Values;
  /** Losses: each is the name of a cluster or one label, such as `zone=a`; an empty text: no loss. */
  without?: string[];
}

/** Whole numbers: a list, or a range with both ends. */
export type Values = number[] | Range;

/** A range of whole numbers. */
export interface Range {
  from: number;
  to: number;
  /**
   * Default: 1.
   * @minimum 1
   */
  step?: number;
}
