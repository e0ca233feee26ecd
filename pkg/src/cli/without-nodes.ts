/** The part of `schedscope without` about nodes. */
import type { Findings, NodeLoss, ProfileChoice, WithoutNodesAnswer, WithoutNodesOptions } from "../../types.js";
import { allCaveats } from "../words/pod-caveats.js";
import { counted, integer } from "../words/number.js";
import { concernText, fateText, movedText, nodeLossText } from "../words/whatif.js";
import { showCaveats } from "./caveats.js";
import { hasTimeline } from "./compare/timelines.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import { podsCommand } from "./kubectl.js";
import { noSuch } from "./nearest.js";
import type { TextOptions } from "./options.js";
import { all } from "./pods.js";
import { prepared } from "./progress.js";
import { out } from "./screen.js";
import { failDoubtful, lacking, type Session } from "./session.js";
import { type Cell, figure } from "./table.js";

/** What is asked about nodes. */
export interface NodesGoneOptions extends TextOptions {
  node?: string;
  label?: string;
  each?: string;
  limit: number;
  profile?: ProfileChoice | undefined;
}

/** Prints where the pods of nodes land that are gone. */
export async function withoutNodes(session: Session, options: NodesGoneOptions): Promise<void> {
  const { scenario } = session;
  const { node, label, each, limit, profile } = options;
  if ([node, label, each].filter((given) => given !== undefined).length !== 1)
    throw misuse("one loss is asked about", "of nodes, give --node, or --nodes with --label or --each");
  const names = scenario.nodes(all).nodes.map(({ name }) => name);
  if (names.length === 0) throw lacking(["Node"], [`try: ${podsCommand}`]);
  if (node !== undefined && !names.includes(node)) throw noSuch("node", node, names);
  const asked: WithoutNodesOptions = {
    profile,
    limit,
    ...(node !== undefined && { node }),
    ...(label !== undefined && { label }),
    ...(each !== undefined && { each }),
  };
  await prepared(scenario, "withoutNodes", asked);
  const answer = scenario.withoutNodes(asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.losses.map(({ name }) => name),
    people: (isWide) => people(answer, each === undefined, hasTimeline(session), isWide),
  });
  failDoubtful(answer);
}

function people(answer: WithoutNodesAnswer & Findings, isOne: boolean, isTimed: boolean, isWide: boolean): void {
  const [first] = answer.losses;
  if (isOne && first !== undefined) {
    showCaveats(allCaveats(answer), isWide, () => out.line(`Without ${first.name}, ${nodeLossText(first)}`));
    if (isTimed) out.line(noTimeline, "quiet");
    showPods(first, isWide);
    showOthers(first, isWide);
    return;
  }
  showCaveats(allCaveats(answer), isWide, () => out.line(`${counted(answer.count, "loss")}, worst first`));
  if (isTimed) out.line(noTimeline, "quiet");
  out.gap();
  const bad = (count: number): Cell => (count > 0 ? { text: integer(count), look: "bad" } : "0");
  out.table(
    [
      { head: "GONE" },
      { head: "NODES", align: "right" },
      { head: "PODS TO PLACE", align: "right" },
      { head: "LANDED", align: "right" },
      { head: "WAITING", align: "right" },
      { head: "DELETED", align: "right" },
      { head: "OTHERS MOVED", align: "right" },
      { head: "PENDING OTHERWISE", align: "right" },
    ],
    answer.losses.map((loss): Cell[] => [
      loss.name,
      figure(loss.nodes),
      figure(loss.evicted),
      figure(loss.landed),
      bad(loss.waiting),
      bad(loss.deleted),
      figure(loss.othersMoved),
      figure(loss.othersTotal - loss.othersMoved),
    ]),
    isWide,
  );
  const more = answer.count - answer.losses.length;
  if (more > 0) out.line(`and ${integer(more)} more (--limit)`, "quiet");
}

/** The pods of the nodes. */
function showPods({ pods }: NodeLoss, isWide: boolean): void {
  if (pods.length === 0) return;
  out.gap();
  const rows = pods.map((pod): Cell[] => [
    pod.pod,
    figure(pod.priority),
    pod.kind === "evicted" || pod.kind === "deleted"
      ? { text: fateText(pod), look: pod.node === null ? "bad" : "good" }
      : "ends with its node",
    { text: concernText({ ...pod, violatesBudget: false, severalBudgets: false }), look: "warning" },
  ]);
  out.table(
    [
      { head: "POD", gives: true },
      { head: "PRIORITY", align: "right" },
      { head: "RESULT", gives: true },
      { head: "NOTE", gives: true },
    ],
    rows,
    isWide,
  );
}

/** What becomes of pods of other nodes, and of pods that wait, because the nodes are gone. */
export function showOthers({ others, othersTotal }: Pick<NodeLoss, "others" | "othersTotal">, isWide: boolean): void {
  if (others.length === 0) return;
  out.head("Other pods");
  out.table(
    [
      { head: "POD", gives: true },
      { head: "PRIORITY", align: "right" },
      { head: "FROM" },
      { head: "RESULT", gives: true },
    ],
    others.map((pod): Cell[] => [
      pod.pod,
      figure(pod.priority),
      pod.from ?? "waiting",
      { text: movedText(pod), look: pod.node === null ? "bad" : undefined },
    ]),
    isWide,
  );
  const more = othersTotal - others.length;
  if (more > 0) out.line(`and ${counted(more, "more", "more")}`, "quiet");
}

/** Where the text has a timeline of VMs, which this does not play. */
export const noTimeline =
  "The Timeline of the text is not looked at: its pods are scheduled once, by kube-scheduler. " +
  "`schedscope vm run` plays it.";
