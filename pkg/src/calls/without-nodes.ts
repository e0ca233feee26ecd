// Nodes that are gone.
import type { NodeLoss, WithoutNodesAnswer, WithoutNodesOptions } from "../../types.js";
import { nodeLossText } from "../words/whatif/nodes.js";
import type { WorkOptions } from "../work.js";
import { ask } from "./ask.js";
import type { Manifests } from "./manifests.js";
import type { CallFindings } from "./questions.js";

/** Options of `withoutNodes`. */
export interface WithoutNodesCallOptions extends WithoutNodesOptions, WorkOptions {}

/** The answer of `withoutNodes`. */
export interface WithoutNodesCallAnswer extends Omit<WithoutNodesAnswer, "losses">, CallFindings {
  /** The losses, worst first. */
  losses: NodeLossWithMessage[];
}

/** A loss of nodes with its sentence. */
export interface NodeLossWithMessage extends NodeLoss {
  /** What follows from it, without a full stop. */
  message: string;
}

/**
 * Schedules the pods of a node that is gone, of the nodes of a label, or of those of each value of a label.
 *
 * @param manifests as for `simulatePod`
 * @throws {SchedscopeError} `no-such-node`, `invalid-argument`
 * @example
 * const { losses } = await withoutNodes(text, { each: "topology.kubernetes.io/zone" });
 * console.log(losses[0]?.name, losses[0]?.waiting); // the worst one
 */
export async function withoutNodes(
  manifests: Manifests,
  options: WithoutNodesCallOptions,
): Promise<WithoutNodesCallAnswer> {
  const answer = await ask("withoutNodes", manifests, options);
  return { ...answer, losses: answer.losses.map((loss) => ({ ...loss, message: nodeLossText(loss) })) };
}
