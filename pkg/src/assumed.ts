/** What questions assume beyond the text. */
import type { NamespacedName, ObjectName } from "../types.js";

export interface Assumed {
  /** A workload that creates pods although it rests. */
  started?: ObjectName;
  /** Pods that are bound to a node. */
  bound?: { pod: NamespacedName; node: string }[];
}

/** The method of a scenario that is not public: it calls a function whose questions assume more than the text says. */
export const assuming: unique symbol = Symbol("assuming");
