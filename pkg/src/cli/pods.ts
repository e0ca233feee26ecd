/** Pods and amounts as the commands about them share them. */
import type { FindAnswer, NamespacedName, SimulatePodAnswer } from "../../types.js";
import type { Scenario } from "../entries/node.js";
import { allCaveats } from "../words/pod-caveats.js";
import { settledPhrases } from "../words/nodes/untried.js";
import type { Phrase } from "../words/phrase.js";
import type { Found } from "../words/finding.js";
import { answerBlocks } from "../report/block.js";
import { out } from "./screen.js";
import { failDoubtful, failPending, failRejected, lacking } from "./session.js";
import { meantBy, qualified, source } from "./cluster/source.js";
import { misuse, type Stop } from "./exit.js";
import { isFile } from "./input.js";
import { noSuch } from "./nearest.js";
import { podsAdvice } from "./kubectl.js";
import { afterColon } from "../words/phrase.js";
import { fullNames, isSameName } from "../words/object-name.js";

/** There is no pod; those that the API server refuses are named. */
export function noPod(pods: Found): Stop {
  // Nothing is scheduled, by any version.
  const { kubernetesVersion: _, ...rest } = pods;
  out.show(answerBlocks(allCaveats(rest), []));
  failDoubtful(rest);
  return lacking(["Pod"], podsAdvice);
}

/** As many as there are. */
export const all = { limit: 2 ** 31 } as const;

/** What comes first is a name; whoever gives a file there has forgotten it. */
export function expectName(typed: string, files: string[], what: string): void {
  if (files.length === 0 && isFile(typed)) throw misuse(`give the ${what} first, then files: \`${typed}\` is a file`);
}

/** An answer about a pod, behind what comes before it where the pod waits no longer. */
export function settled(scenario: Scenario, pod: NamespacedName, answer: Phrase[]): Phrase[] {
  const entry = scenario.pods(all).pods.find((one) => isSameName(one.pod, pod));
  const before = entry === undefined || entry.terminating ? [] : settledPhrases(entry);
  return before.length === 0 ? answer : [...before, ...afterColon(answer)];
}

/** Fails the run if a pod that waits still waits after its cycle, or if the kubelet of the node it names rejects it. */
export function failIfPending(
  scenario: Scenario,
  { pod, outcome, resourceQuota, kubelet }: Pick<SimulatePodAnswer, "pod" | "outcome" | "resourceQuota" | "kubelet">,
): void {
  const entry = scenario.pods(all).pods.find((one) => isSameName(one.pod, pod));
  const waits = resourceQuota !== null || (outcome !== "Schedulable" && outcome !== "Preempt");
  failPending(entry?.state === "pending" && waits ? 1 : 0);
  const rejected = kubelet === undefined ? [] : [{ pod, kubelet }];
  failRejected({ kubeletRejected: rejected.length, kubeletRejectedPods: rejected });
}

/** What a name of any kind means: an object in the namespace of the run first. */
export function foundInScope(scenario: Scenario, name: string): FindAnswer {
  const { scope } = source;
  if (scope === undefined) return scenario.find({ name });
  const own = scenario.find({ name, namespace: scope.namespace });
  if (own.objects.length > 0) return own;
  const any = scenario.find({ name });
  if (!scope.isOnly) return any;
  // A name that has a namespace means that one.
  const parts = name.split("/").slice(0, -1);
  return { ...own, objects: any.objects.filter(({ namespace }) => parts.includes(namespace)) };
}

/** A pod of the text by `namespace/name`, or by its name where that is enough. */
export function podNamed(scenario: Scenario, typed: string): string {
  const known = scenario.pods(all).pods.map(({ pod }) => pod);
  if (known.length === 0) throw lacking(["Pod"], podsAdvice);
  const name = typed.replace(/^pods?\//, "");
  const [one, ...others] = fullNames(meantBy(known, name));
  if (one === undefined) throw noSuch("pod", qualified(name), fullNames(known));
  if (others.length === 0) return one;
  throw misuse(
    `several pods are called \`${name}\``,
    `give the full name: ${[one, ...others].slice(0, 10).join(", ")}`,
  );
}

/** The names of the nodes of a text. */
export const nodeNames = (scenario: Scenario): string[] => scenario.nodes(all).nodes.map(({ name }) => name);

/** A node of the text by its name. */
export function nodeNamed(scenario: Scenario, typed: string): string {
  const known = nodeNames(scenario);
  if (known.length === 0) throw lacking(["Node"], podsAdvice);
  const name = typed.replace(/^nodes?\//, "");
  if (!known.includes(name)) throw noSuch("node", name, known);
  return name;
}
