/** `schedscope whatif drain`: where the pods of a node land when it is drained. */
import { drainReport } from "../../report/lost-nodes.js";
import { listed, shortened } from "../../words/phrase.js";
import { untriedWhy } from "../../words/quotas.js";
import { framed } from "../command.js";
import { hasTimeline } from "../compare/timelines.js";
import { leftOf, undoneOf } from "../drained.js";
import { print } from "../format.js";
import { claims, podsCommand } from "../kubectl.js";
import { fileArguments, type TextOptions, withScheduler, withText } from "../options.js";
import { all, expectName, nodeNamed } from "../pods.js";
import { answerTo } from "../progress.js";
import { QuestionFlags } from "../question.js";
import { err } from "../screen.js";
import { failDoubtful, failed, open } from "../session.js";
import { fullNames } from "../../words/object-name.js";

const flags = new QuestionFlags("drain", { node: null });

export const drain = framed({
  name: "drain",
  summary: "where each pod of a node lands when it is drained, and which wait",
  about:
    "Cordons a node, evicts its pods and schedules them with the pods that wait already. Pods of a DaemonSet " +
    "and mirrors of static pods stay. The input does not change.",
  args: [["<node>", "the node"], fileArguments],
  options: [withText, withScheduler, flags],
  examples: `
  ${podsCommand} | schedscope whatif drain n1 -
  schedscope whatif drain gpu-1 world.yaml --profile Upstream`,
  notes: `
${claims}

-o json gives Scenario.drain(), -o name the pods that are never evicted and those that stay pending. Exits 1 unless
the drain completes, and if a pod that was on a node is left without one.`,
  run: async (typed: string, files: string[], options: TextOptions) => {
    expectName(typed, files, "node");
    const session = await open(files, options);
    const { scenario } = session;
    const node = nodeNamed(scenario, typed);
    const asked = { profile: options.profile, ...all, ...flags.given(options), node };
    const answer = await answerTo(scenario, "drain", asked);
    failDoubtful(answer);
    const deleted = leftOf({ waiting: 0, othersLost: 0, deleted: answer.deleted });
    for (const reason of [...undoneOf(answer), ...deleted]) failed(reason);
    print(options.output, {
      json: () => [scenario.askJson(JSON.stringify({ drain: asked }))],
      names: () => {
        const left = answer.pods.filter((pod) => pod.neverEvicted || (pod.kind === "evicted" && pod.node === null));
        const untried = fullNames(left.filter((pod) => pod.untried).map(({ pod }) => pod));
        if (untried.length > 0) err.line(`not tried: ${listed(shortened(untried))}: ${untriedWhy(answer)}`, "quiet");
        return fullNames(left.filter((pod) => !pod.untried).map(({ pod }) => pod));
      },
      people: () => drainReport(answer, hasTimeline(session)),
    });
  },
});
