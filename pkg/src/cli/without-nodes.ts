/** The part of `schedscope without` about nodes. */
import { withoutNodesReport } from "../report/lost-nodes.js";
import { hasTimeline } from "./compare/timelines.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import { podsAdvice } from "./kubectl.js";
import type { TextOptions } from "./options.js";
import { nodeNamed, nodeNames } from "./pods.js";
import { answerTo } from "./progress.js";
import { failDoubtful, lacking, type Session } from "./session.js";
import { given } from "./options.js";

/** What is asked about nodes. */
export interface NodesGoneOptions extends TextOptions {
  node?: string;
  label?: string;
  each?: string;
  limit: number;
}

/** Prints where the pods of nodes land that are gone. */
export async function withoutNodes(session: Session, options: NodesGoneOptions): Promise<void> {
  const { scenario } = session;
  const { label, each, limit, profile } = options;
  if ([options.node, label, each].filter((given) => given !== undefined).length !== 1)
    throw misuse("one loss is asked about", "of nodes, give --node, or --nodes with --label or --each");
  if (nodeNames(scenario).length === 0) throw lacking(["Node"], podsAdvice);
  const node = options.node === undefined ? undefined : nodeNamed(scenario, options.node);
  const asked = { profile, limit, ...given({ node, label, each }) };
  const answer = await answerTo(scenario, "withoutNodes", asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.losses.map(({ name }) => name),
    people: () => withoutNodesReport(answer, { isOne: each === undefined, isTimed: hasTimeline(session) }),
  });
  failDoubtful(answer);
}
