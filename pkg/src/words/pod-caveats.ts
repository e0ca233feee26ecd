/** What must be known before an answer about pods, quotas or VMs is believed, as sentences. */
import type { RecordedVerdict, SchedulerPods } from "../../types.js";
import { type Caveat, caveatsAround } from "./caveat.js";
import type { Found } from "./findings.js";
import { counted } from "./number.js";
import { listed, shortened } from "./phrase.js";
import { type OfProfile, otherProfileSentence } from "./quotas/other-profile.js";

/** What the sentences about an answer are made from, also one about pods, quotas and VMs. */
export interface Caveated extends Found, OfProfile {
  /** What kube-scheduler recorded of the pod, where the answer contradicts it. */
  recordedVerdict?: string;
  /** The same of several pods. */
  recordedVerdicts?: RecordedVerdict[];
  /** The schedulers without a profile in the text that the pods of the answer name. */
  otherSchedulers?: SchedulerPods[];
  /** The same of a queue, which names them behind its sentence. */
  schedulerNames?: SchedulerPods[];
  /** The scheduler that the pod of the answer names, likewise. */
  schedulerName?: string | null;
  /** The profile of the text that this scheduler has. */
  schedulerProfile?: string | null;
  /** Nodes that pods go to or fit, and that are not ready. */
  unreadyNodes?: string[];
}

/**
 * All sentences, in the order in which they must come. `differences`: what the answer is otherwise by what is recorded
 * or by the other profile, told by the caller.
 */
export const allCaveats = (answer: Caveated, differences: Caveat[] = []): Caveat[] =>
  caveatsAround(
    answer,
    [],
    [
      ...differences,
      ...verdictCaveats(answer),
      ...otherSchedulerCaveats(answer),
      ...otherProfileCaveats(answer),
      ...unreadyCaveats(answer),
    ],
  );

const before = { at: "before", severity: "warning" } as const;

/** The objects may have changed since, or something plays a part that is not in the text. */
function verdictCaveats({ recordedVerdict, recordedVerdicts = [] }: Verdicts): Caveat[] {
  const [first, ...others] = recordedVerdicts;
  const of = first === undefined ? "" : ` of ${first.pod}`;
  const verdict = recordedVerdict ?? first?.message;
  if (verdict === undefined) return [];
  const message = `kube-scheduler recorded otherwise${of}: ${verdictText(verdict)}`;
  const changed = "the objects of the text may be newer than this record, or what decided is not in the text";
  const more = others.map(({ pod, message }) => `likewise of ${pod}: ${verdictText(message).replace(/\.$/, "")}`);
  return [{ ...before, code: "verdict-differs", message, details: [changed, ...more] }];
}

type Verdicts = Pick<Caveated, "recordedVerdict" | "recordedVerdicts">;

const verdictText = (verdict: string): string => verdict.replace(/\s+/g, " ").replace(/\.?\s*$/, ".");

/** Schedulers of CapacityScheduling, which is answered for. */
const CAPACITY_SCHEDULERS: readonly string[] = ["capacityscheduler", "scheduler-plugins-scheduler"];

/** The scheduler of autoscaled VMs. */
export const VM_SCHEDULER = "autoscale-scheduler";

/** Of each scheduler a sentence; of those that an answer itself speaks of, only the one of VMs. */
function otherSchedulerCaveats(answer: Caveated): Caveat[] {
  const { otherSchedulers = [], schedulerNames = [], schedulerName = null, schedulerProfile = null } = answer;
  const own = schedulerName !== null && schedulerProfile === null ? [{ name: schedulerName, pods: 1 }] : [];
  const ofVms = [...schedulerNames, ...own].filter(({ name }) => name === VM_SCHEDULER);
  const others = [...otherSchedulers.filter(({ name }) => !CAPACITY_SCHEDULERS.includes(name)), ...ofVms];
  return others.map(({ name, pods }) => ({
    ...before,
    code: "other-scheduler",
    message: `${counted(pods, "pod")} ${pods === 1 ? "asks" : "ask"} for scheduler ${name}: ${decidesText(name, pods)}`,
    details: [],
  }));
}

const decidesText = (name: string, pods: number): string =>
  name === VM_SCHEDULER
    ? `its VM plugin decides by what VMs reserve on a node. This answer is kube-scheduler's, which does not count that.`
    : `kube-scheduler does not look at ${pods === 1 ? "it" : "them"}. ` +
      `This answer is as if ${name} ran the default profile.`;

/** kube-scheduler reads no conditions: the node controller puts taints on nodes that are not ready. */
function unreadyCaveats({ unreadyNodes = [] }: Pick<Caveated, "unreadyNodes">): Caveat[] {
  if (unreadyNodes.length === 0) return [];
  const one = unreadyNodes.length === 1;
  const message =
    `${listed(shortened(unreadyNodes))} ${one ? "is" : "are"} not ready: kube-scheduler looks at taints only, and ` +
    `the ${one ? "node has" : "nodes have"} none that says so. Pods there do not start.`;
  return [{ ...before, code: "node-not-ready", message, details: [] }];
}

/** Of an answer by the preview: what the released scheduler does. That the preview differs is not what comes first. */
function otherProfileCaveats(answer: OfProfile): Caveat[] {
  if (answer.otherCycle?.profile === "Proposal" || answer.profile === "Upstream") return [];
  const message = otherProfileSentence(answer);
  return message === undefined ? [] : [{ ...before, code: "other-profile", message, details: [] }];
}
