/** The part of `schedscope whatif without` about nodes. */
import type { WithoutNodesOptions } from "../../types.js";
import { withoutNodesReport } from "../report/lost-nodes.js";
import { hasTimeline } from "./compare/timelines.js";
import { leftOf } from "./drained.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import { podsAdvice } from "./kubectl.js";
import type { TextOptions } from "./options.js";
import { nodeNamed, nodeNames } from "./pods.js";
import { answerTo } from "./progress.js";
import { failDoubtful, failed, lacking, type Session } from "./session.js";
import { given } from "./options.js";
import { counted, integer } from "../words/number.js";

/** Prints where the pods of nodes land that are gone: of a node, of those of a label, or of each value of one. */
export async function withoutNodes(
  session: Session,
  { output, profile, limit }: TextOptions & { limit: number },
  asked: WithoutNodesOptions,
): Promise<void> {
  const { scenario } = session;
  const { label, each } = asked;
  if ([asked.node, label, each].filter((given) => given !== undefined).length !== 1)
    throw misuse("one loss is asked about", "of nodes, give --node, or --nodes with --label or --each");
  if (nodeNames(scenario).length === 0) throw lacking(["Node"], podsAdvice);
  const node = asked.node === undefined ? undefined : nodeNamed(scenario, asked.node);
  const answer = await answerTo(scenario, "withoutNodes", { profile, limit, ...given({ ...asked, node }) });
  print(output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.losses.map(({ name }) => name),
    people: () => withoutNodesReport(answer, { isOne: each === undefined, isTimed: hasTimeline(session), label }),
  });
  failDoubtful(answer);
  const bad = answer.losses.filter((loss) => leftOf(loss).length > 0);
  const leaves = bad.length === 1 ? "leaves" : "leave";
  if (each !== undefined && bad.length > 0)
    failed(`${counted(bad.length, "loss", "losses")} of ${integer(answer.count)} ${leaves} pods without a node`);
  else for (const loss of bad) for (const reason of leftOf(loss)) failed(`without ${loss.name}, ${reason}`);
}
