/** `schedscope why`: why an object is as it is, by its name. */
import type {
  DecideAnswer,
  FoundObject,
  PlacementEntry,
  ProfileChoice,
  RolloutAnswer,
  TextPosition,
} from "../../../types.js";
import { rolledOut } from "../../difference/rollouts.js";
import { meant } from "../../difference/meant.js";
import { isWaiting, type QueueEnds, queueEnds } from "../../difference/why.js";
import { type ObjectWhy, placementsFor, whyOf } from "../../difference/why-of.js";
import { vmInput } from "../../difference/vm-why.js";
import { overviewReport, whyReport } from "../../report/why.js";
import { facts } from "../../report/block.js";
import { counted } from "../../words/number.js";
import { vmInputText, vmRunPointer } from "../../words/vms.js";
import { caveats, placementsText, sentenceText, unfollowedText } from "../../words/placement.js";
import { framed } from "../command.js";
import { decide, type DecidingOptions, failFaulty, placements, question, withDeciding } from "../deciding.js";
import { isInScope, source } from "../cluster/source.js";
import { nothing } from "../exit.js";
import { print } from "../format.js";
import { isFile } from "../input.js";
import { claims, podsAdvice, podsCommand } from "../kubectl.js";
import { filesArgument } from "../options.js";
import { several } from "../values.js";
import { failIfPending, foundInScope } from "../pods.js";
import { failRollout } from "../rollouts.js";
import { failDoubtful, failed, failPending, failRejected, lacking, open, type Session } from "../session.js";
import { fullName, fullNames } from "../../words/object-name.js";

interface WhyOptions extends DecidingOptions {
  file?: string[];
}

export const why = framed({
  name: "why",
  alias: "explain",
  summary: "why a pod, workload, node, cluster, placement, quota or claim is as it is",
  about:
    "Finds an object by its name and says why it is as it is: the cause first, then the cheapest changes. " +
    "Without a name: every placement and every pending pod, in a line each.",
  args: [
    [
      source.readsCluster ? "[name...]" : "[name|file...]",
      "a name, as name, namespace/name, kind/name or kind/namespace/name" +
        `${source.readsCluster ? "" : ", unless the first argument is a file"}; then ${filesArgument}`,
    ],
  ],
  options: [withDeciding, ["-f, --file <file>", "a file or folder; repeatable", several]],
  examples: `
  ${podsCommand} | schedscope why api-0
  schedscope why deployment/web world.yaml
  schedscope why prod-3 fleet.yaml -p prod/web              a cluster, for one placement
  schedscope why prod-3 fleet.yaml --weight Steady=0        with another weight`,
  notes: `
${claims}

-o json gives, for a pod, its entry of Scenario.pods(), the answers of scoreNodes() and simulatePod(), that of
change() as wouldChange, and, if it is on a node, that of recordedNode() as recorded; for a workload its pods,
rollout: the answer of rollout(), if one is due, and pending: the same of the first pending one; for a node its pods and
why each pending pod does not fit; for a quota or a claim the pods that it rejects. nodesNeeded: where another node
helps, the answer of nodesNeeded() for nodes like it.
For a cluster it gives a line for each placement: Scenario.explainCluster(), before it the placement: { namespace,
name }, and after it what must be known before the decision is believed: findings, otherProfile, recorded, kept; and
applications. hints: what of the placement has no effect. wouldChange: the answer of change --selects; null: the cluster
is selected, or the hub leaves the placement alone.`,
  run: async (args: string[], options: WhyOptions) => {
    const [first, ...rest] = args;
    const isName = first !== undefined && !isFile(first);
    const session = await open([...(options.file ?? []), ...(isName ? rest : args)], options);
    if (!isName) overview(session, options);
    else explain(session, named(session, first), options);
  },
});

/** The one object that a name means. */
function named(session: Session, name: string): FoundObject {
  const answer = foundInScope(session.scenario, name);
  const found = meant(name, answer, session.reading.incomplete);
  if (!("problem" in found)) return found;
  if (session.reading.kinds.length === 0) throw lacking(["Pod"], podsAdvice);
  throw nothing(found.problem, ...found.help, ...source.about);
}

/** Explains an object; a cluster for each placement that is asked for. */
function explain(session: Session, found: FoundObject, options: WhyOptions): void {
  const { scenario, input } = session;
  const chosen = placementsFor<PlacementEntry>(
    found,
    () => placements(session, options),
    () => placements(session, { ...options, placement: fullName(found) }),
  );
  for (const entry of chosen) {
    const why = whyOf(scenario, found, options.profile, () => {
      if (entry === undefined) throw new Error(`${found.kind} is explained without a placement`);
      return { summary: decide(session, entry, options), asked: question(session, entry.index, options) };
    });
    print(options.output, {
      json: () => [JSON.stringify(dataOf(why))],
      names: () => namesOf(why),
      people: (isWide) => {
        const where = (at: TextPosition): string => {
          const { file, line } = input.place(at);
          return `${file}:${line}`;
        };
        return whyReport(why, where, isWide);
      },
    });
    fail(session, why);
  }
}

function dataOf({ subject: _, ...why }: ObjectWhy): object {
  if (!("explanation" in why)) return why;
  const { summary, explanation, hints, wouldChange } = why;
  const { findings, otherProfile, recorded, kept, applications } = summary;
  const { namespace, name } = summary.placement;
  const beside = { findings, otherProfile, recorded, kept, applications, hints, wouldChange };
  return { placement: { namespace, name }, ...explanation, ...beside };
}

function namesOf(why: ObjectWhy): string[] {
  switch (why.subject) {
    case "pod": {
      const { node, volumeDependence } = why.cycle;
      // A node that unknown volumes decide about is not named.
      return node === null || (why.entry.state !== "bound" && volumeDependence !== undefined) ? [] : [node];
    }
    case "workload":
    case "node":
      return fullNames(why.pods.pods.map(({ pod }) => pod));
    case "rejecting":
      return fullNames(why.rejected.map(({ entry }) => entry.pod));
    case "vm":
      return fullNames(why.pods.map(({ pod }) => pod));
    case "cluster":
      return [why.explanation.name];
    case "placement":
      return why.rows.filter(({ state }) => state === "selected").map(({ name }) => name);
  }
}

/** Fails for what is doubtful, waits or is rejected. */
function fail({ scenario }: Session, why: ObjectWhy): void {
  switch (why.subject) {
    case "pod": {
      const isPending = why.entry.state === "pending";
      if (isPending) failDoubtful({ ...why.scores, volumeDependent: why.step?.volumes === undefined ? 0 : 1 });
      // One that gets a node after other pending pods does not stay pending.
      if (!isWaiting(why.step)) return;
      failIfPending(scenario, why.cycle);
      if (isPending) failPending(1);
      return;
    }
    case "workload": {
      const { scores } = why.pending ?? {};
      failDoubtful(scores === undefined ? why.pods : { ...scores, volumeDependent: why.depending.count });
      failRejected({ kubeletRejected: why.rejected.length, kubeletRejectedPods: why.rejected });
      failPending(why.waiting.length);
      if (why.rollout === null) return;
      failDoubtful(why.rollout);
      failRollout(why.rollout);
      return;
    }
    case "node":
      failDoubtful(why.pods);
      return;
    case "rejecting":
      failDoubtful(why.pending === null ? why.pods : why.pending.scores);
      failPending(why.rejected.length);
      return;
    case "vm":
      failDoubtful(why);
      return;
    default:
      failFaulty(why.summary);
  }
}

/** Pending pods that are explained in a line each. */
const mostLines = 20;

/** Every placement, and every pending pod, in a line each. */
function overview(session: Session, options: WhyOptions): void {
  const { scenario, reading } = session;
  const { scope } = source;
  // Pods are listed even if the clusters could not be read.
  const isUndecided =
    !reading.kinds.some(({ kind }) => kind === "ManagedCluster") && scenario.pods({ limit: 0 }).all > 0;
  const own = isUndecided ? reading.placements.filter(isInScope).length : 0;
  const decided = reading.placements.length === 0 || isUndecided ? [] : placements(session, options).filter(isInScope);
  const summaries: DecideAnswer[] = [];
  const lines = decided.map((entry) => {
    const summary = decide(session, entry, options);
    failFaulty(summary);
    const { selected } = summary.clusterCounts;
    const { namespace, name } = entry;
    const unfollowed = (summary.applications ?? []).flatMap((of) => unfollowedText(of) ?? []);
    summaries.push(summary);
    return { namespace, name, words: sentenceText(summary), selected, unfollowed, caveats: caveats(summary) };
  });
  const answer = queueEnds(scenario, options.profile, mostLines, scope?.namespace);
  const { queue, ends, pendingTotal, elsewhere } = answer;
  // A cluster has placements that are as they should be; the plugin names the others.
  const named = source.readsCluster ? lines.filter(({ selected }) => selected === 0) : lines;
  const ofVms = vmInput(scenario);
  if (lines.length === 0 && scenario.pods({ limit: 0 }).all === 0) {
    if (reading.kinds.some(({ kind }) => kind === "Timeline"))
      throw nothing("the input is a Timeline of autoscaled VMs", "`schedscope vm run` with the same files runs it");
    if (ofVms !== null)
      throw nothing(`neither a Placement nor a Pod in the input, but ${vmInputText(ofVms)}`, vmRunPointer);
    throw lacking(["Placement", "Pod"], podsAdvice);
  }
  print(options.output, {
    json: () => [
      JSON.stringify({ placements: lines, pending: pendingTotal, pods: ends, findings: queue.findings, vms: ofVms }),
    ],
    names: () => [
      ...lines.filter(({ selected }) => selected === 0).map(fullName),
      ...ends.map(({ entry }) => fullName(entry.pod)),
    ],
    people: () => [
      ...overviewReport(
        named,
        withRollouts(scenario, answer, options.profile),
        named.length < lines.length ? "" : placementsText(summaries),
      ),
      ...facts(restSentences(lines.length - named.length, reading.placements.length - decided.length - own, elsewhere)),
      ...facts(ofVms === null ? [] : [`The input also has ${vmInputText(ofVms)}: ${vmRunPointer}.`]),
    ],
  });
  if (own > 0) failed(`${counted(own, "placement")} cannot be decided: no ManagedCluster in the input`);
  failDoubtful(queue);
  failRejected(queue);
  failPending(ends.filter(({ step }) => isWaiting(step)).length);
}

/** Rollouts that are due and simulated: each costs several queues. */
const mostRollouts = 3;

/** With the rollouts that are due in place of the findings that say so. */
function withRollouts(
  scenario: Session["scenario"],
  { queue, ...ends }: QueueEnds,
  profile: ProfileChoice | undefined,
): QueueEnds & { rollouts: RolloutAnswer[] } {
  const { answer, rollouts } = rolledOut(scenario, queue, { profile, most: mostRollouts, limit: 0 });
  return { ...ends, queue: answer, rollouts };
}

/** What the lines of the plugin leave out. */
function restSentences(selecting: number, otherPlacements: number, otherPods: number): string[] {
  const others = [
    ...(otherPlacements > 0 ? [counted(otherPlacements, "placement")] : []),
    ...(otherPods > 0 ? [counted(otherPods, "pending pod")] : []),
  ];
  return [
    ...(selecting > 0
      ? [`${counted(selecting, "placement")} ${selecting === 1 ? "selects" : "select"} clusters.`]
      : []),
    ...(others.length > 0
      ? [`Other namespaces have ${others.join(" and ")}${source.readsCluster ? ": add -A" : ""}.`]
      : []),
  ];
}
