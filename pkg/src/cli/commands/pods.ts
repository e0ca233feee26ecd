/** `schedscope pods`: the pods there are, or which node each scorer would pick for one. */
import { InvalidArgumentError } from "commander";
import type { BestEffort, PodState, ScoreNodesOptions, WeightedResource } from "../../../types.js";
import { podReport, podsReport } from "../../report/pods.js";
import { kubernetesVersions } from "../../words/kubernetes.js";
import { cyclePhrases, placementSentence, podNoteText } from "../../words/nodes.js";
import { phraseText } from "../../words/phrase.js";
import { framed } from "../command.js";
import { isInScope, source } from "../cluster/source.js";
import { misuse } from "../exit.js";
import { isFile } from "../input.js";
import { nothingFound } from "../nearest.js";
import { print } from "../format.js";
import { given, type TextOptions, withNamespace, withScheduler, withText } from "../options.js";
import { QuestionFlags } from "../question.js";
import { whole } from "../values.js";
import { all, failIfPending, nodeNamed, noPod, podNamed, settled } from "../pods.js";
import { isLeftOut } from "../../difference/wants.js";
import { podWouldChange } from "../would-change.js";
import { failDoubtful, failRejected, note, open, type Session } from "../session.js";
import { claims, podsCommand } from "../kubectl.js";
import { fullName, fullNames, isSameName } from "../../words/object-name.js";

interface PodsOptions extends TextOptions {
  pod?: string;
  state?: PodState;
  find?: string;
  node?: string;
  limit?: number;
}

const ofList = new QuestionFlags("pods", { workload: null });
const ofPod = new QuestionFlags("scoreNodes", {
  pod: null,
  defaultProfile: null,
  resources: {
    flags: "--resources <name=weight,...>",
    parse: weighted,
    note: "for example cpu=1,memory=2; weights from 1 to 100",
  },
  shape: { flags: "--shape <percent=score,...>", parse: curve, note: "for example 0=0,100=10" },
  bestEffort: {
    flags: "--best-effort <amount>",
    parse: bestEffortOf,
    note: "allocatable, nothing, or a number of milli-CPU or bytes",
  },
  scorers: "--scorer <name>",
  order: "--order <by>",
});

export const pods = framed({
  name: "pods",
  summary: "list pods; for one pod, show the node that the scheduler and each scorer would pick",
  about:
    "Lists the pods of the input, including those that workloads have yet to create. With a pod: the choice " +
    "of kube-scheduler's default profile with its scores, and limit-aware scoring next to the scorers of " +
    "Kubernetes, node by node.",
  args: [
    [
      "[pod|file...]",
      "a pod, as namespace/name, unless the first argument is a file; then files and folders, read as one text",
    ],
  ],
  options: [
    withText,
    withNamespace,
    withScheduler,
    ofList,
    ofPod,
    ["--pod <name>", "the pod, if a file has the same name"],
    ["--limit <n>", "list at most this many pods, or nodes of a pod", whole(1)],
  ],
  examples: `
  ${podsCommand} | schedscope pods --state pending
  schedscope pods team-a/train-4 world.yaml                 the node that the scheduler and each scorer pick
  schedscope pods team-a/train-4 world.yaml --order LimitAware -o wide`,
  notes: `
${claims}

CPU is in CPUs (500m is half of one), memory in bytes (8Gi).
-o json gives Scenario.pods(), with a pod Scenario.scoreNodes(); there cpu is in milli-CPU.`,
  run: async (args: string[], options: PodsOptions) => {
    const [first, ...rest] = args;
    const isPod = options.pod === undefined && first !== undefined && !isFile(first);
    const typed = isPod ? first : options.pod;
    const [filter] = Object.keys(ofList.given(options));
    if (typed !== undefined && filter !== undefined)
      throw misuse(`--${filter} filters the list of pods, not the nodes of one`, "leave it or the pod out");
    const session = await open(isPod ? rest : args, options).catch((error: unknown) => {
      throw isPod && rest.length === 0 && process.stdin.isTTY
        ? misuse(`there is no file \`${first}\``, "give the files after the pod")
        : error;
    });
    if (typed === undefined) list(session, options);
    else placed(session, typed, options);
  },
});

function weighted(text: string): WeightedResource[] {
  return text.split(",").map((part) => {
    const [name = "", weight = "1"] = part.split("=");
    if (name === "" || !/^\d+$/.test(weight) || Number(weight) < 1 || Number(weight) > 100)
      throw new InvalidArgumentError("It must be names with weights from 1 to 100, for example cpu=1,memory=2.");
    return { name, weight: Number(weight) };
  });
}

function curve(text: string): [number, number][] {
  return text.split(",").map((part) => {
    const [at = "", score = ""] = part.split("=");
    if (!/^\d+$/.test(at) || !/^\d+$/.test(score))
      throw new InvalidArgumentError("It must be points of utilisation and score, for example 0=0,100=10.");
    return [Number(at), Number(score)];
  });
}

function bestEffortOf(text: string): BestEffort {
  if (text === "allocatable" || text === "nothing") return text;
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be `allocatable`, `nothing`, or a whole number.");
  return { amount: Number(text) };
}

function list({ scenario }: Session, options: PodsOptions): void {
  const { output, state, find, node, limit } = options;
  const isOfOne = source.scope?.isOnly === true;
  const asked = { ...all, ...ofList.given(options), ...(!isOfOne && given({ limit })) };
  const answer = scenario.pods(asked);
  const own = answer.pods.filter(({ pod }) => isInScope(pod));
  const found = isOfOne ? { ...answer, found: own.length, pods: own.slice(0, limit) } : answer;
  if (found.all === 0) throw noPod(found);
  const nodes = scenario.nodes({ limit: 0 });
  // The use of nodes has findings of its own, and the list those of its pods.
  const codes = new Set(nodes.findings.map(({ code }) => code));
  const ofPods = found.findings.filter(({ code }) => !codes.has(code));
  const known = nodes.all > 0 ? { ...nodes, findings: [...nodes.findings, ...ofPods] } : found;
  print(output, {
    json: () => [isOfOne ? JSON.stringify(found) : scenario.askJson(JSON.stringify({ pods: asked }))],
    names: () => fullNames(found.pods.map(({ pod }) => pod)),
    people: () => podsReport(found, nodes, known, versionDecides(scenario)),
  });
  failDoubtful(known);
  failRejected(found);
  if (found.found > 0) return;
  if (node !== undefined) nodeNamed(scenario, node);
  throw nothingFound("pod", { state, find, node, namespace: isOfOne ? source.scope?.namespace : undefined });
}

/** Whether the lists of pods and nodes differ between versions of Kubernetes: few pods hold other amounts then. */
function versionDecides(scenario: Session["scenario"]): boolean {
  const own = scenario.kubernetesVersion;
  const lists = kubernetesVersions.map((version) => {
    scenario.kubernetesVersion = version;
    const answers = [scenario.pods(all), scenario.nodes({ limit: 0 })];
    return JSON.stringify(answers.map((answer) => ({ ...answer, kubernetesVersion: null })));
  });
  scenario.kubernetesVersion = own;
  return new Set(lists).size > 1;
}

function placed({ scenario }: Session, typed: string, options: PodsOptions): void {
  const { output, quiet, profile, limit } = options;
  const asked: ScoreNodesOptions = {
    pod: podNamed(scenario, typed),
    profile,
    defaultProfile: true,
    ...all,
    ...ofPod.given(options),
    ...given({ limit }),
  };
  const answer = scenario.scoreNodes(asked);
  const isGoverned = scenario
    .quotas()
    .quotas.some((quota) => quota.governs && quota.namespace === answer.pod.namespace);
  note(answer.notes.map(podNoteText), { quiet });
  const { pods } = scenario.pods({ ...all, find: fullName(answer.pod) });
  const isBound = pods.some(({ pod, state }) => isSameName(pod, answer.pod) && state === "bound");
  // The volumes of a pod on its node are there.
  const { volumeDependence, ...rest } = answer;
  const isUndecided = volumeDependence !== undefined && !isBound;
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ scoreNodes: asked }))],
    // A node that unknown volumes decide about is not picked.
    names: () => (isUndecided ? [] : answer.picks.map(({ node }) => node)),
    people: (isWide) => {
      const isAsked = answer.feasible === 0 || isLeftOut(answer) || isGoverned;
      const cycle = isAsked ? scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }) : null;
      const after = cycle === null ? "" : phraseText(cyclePhrases(answer, cycle)).trim();
      const sentence = settled(scenario, answer.pod, placementSentence(answer));
      return [
        ...podReport(answer, { sentence, cycle: after, isGoverned }, isWide),
        ...(cycle !== null && answer.nodes > 0 ? podWouldChange(scenario, cycle, profile) : []),
      ];
    },
  });
  failDoubtful(isUndecided ? answer : rest);
  failIfPending(scenario, scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }));
}
