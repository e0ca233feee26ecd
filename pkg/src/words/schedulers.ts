/** What kube-scheduler recorded, schedulers that pods name, and nodes that are not ready, as sentences. */
import { failedAfterChoice } from "./verdict.js";
import type { DataOf, Sentence } from "./finding.js";
import { counted } from "./number.js";
import { listed, shortened } from "./phrase.js";
import { fullName } from "./object-name.js";

/** The scheduler of autoscaled VMs. */
export const VM_SCHEDULER = "autoscale-scheduler";

/** The objects may have changed since, or something plays a part that is not in the input. */
export function verdictSentences([first, ...others]: [
  DataOf<"verdict-differs">,
  ...DataOf<"verdict-differs">[],
]): Sentence[] {
  const pod = first.pod === null ? "" : ` for ${fullName(first.pod)}`;
  const failed = failedAfterChoice(first.message);
  const result = failed === null ? `reported a different result${pod}` : `picked a node${pod}, and a later step failed`;
  const message = `kube-scheduler ${result}: ${verdictText(first.message)}`;
  const changed = "the objects of the input may be newer than this record, or what decided is not in the input";
  const more = others.map(
    ({ pod, message }) => `also for ${pod === null ? "" : fullName(pod)}: ${verdictText(message).replace(/\.$/, "")}`,
  );
  return [{ message, details: [failed ?? changed, ...more] }];
}

const verdictText = (verdict: string): string => verdict.replace(/\s+/g, " ").replace(/\.?\s*$/, ".");

/** Of each scheduler a sentence. */
export const schedulerSentences = (schedulers: DataOf<"other-scheduler">[]): Sentence[] =>
  schedulers.map(({ name, pods }) => ({
    message: `${counted(pods, "pod")} ${pods === 1 ? "asks" : "ask"} for scheduler ${name}: ${decidesText(name, pods)}`,
    details: [],
  }));

const decidesText = (name: string, pods: number): string =>
  name === VM_SCHEDULER
    ? `its VM plugin decides by what VMs reserve on a node. This answer is kube-scheduler's, which does not count that.`
    : `kube-scheduler does not look at ${pods === 1 ? "it" : "them"}. ` +
      `This answer is as if ${name} ran the default profile.`;

/** Pods of events that the input lacks: deleted ones, most likely, which nobody can add. */
export function eventPodsSentences(pods: DataOf<"event-pods">[]): Sentence[] {
  const one = pods.length === 1;
  const names = shortened(pods.map((pod) => (pod.namespace === "" ? pod.name : fullName(pod))));
  const message =
    `Events name ${counted(pods.length, "pod")} that the input lacks: ${listed(names)}. This answer is as if ` +
    `${one ? "it was" : "they were"} deleted; if ${one ? "it exists" : "they exist"}, add the output of ` +
    "`kubectl get pods -A -o yaml`.";
  return [{ message, details: [] }];
}

/** kube-scheduler reads no conditions: the node controller puts taints on nodes that are not ready. */
export function unreadySentences(nodes: DataOf<"node-not-ready">[]): Sentence[] {
  const one = nodes.length === 1;
  const names = listed(shortened(nodes.map(({ node }) => node)));
  const message =
    `${names} ${one ? "is" : "are"} not ready: kube-scheduler looks at taints only, and ` +
    `the ${one ? "node has" : "nodes have"} none that says so. Pods there do not start.`;
  return [{ message, details: [] }];
}
