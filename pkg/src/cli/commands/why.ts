/** `schedscope why`: why an object is as it is, by its name. */
import type { Command } from "commander";
import type { DecideAnswer, FoundObject, ProfileChoice, RolloutAnswer } from "../../../types.js";
import { rolledOut } from "../../difference/rollouts.js";
import { meant, subjectOf } from "../../difference/meant.js";
import {
  isWaiting,
  nodeWhy,
  placementWhy,
  podWhy,
  type QueueEnds,
  queueEnds,
  rejectionWhy,
  workloadWhy,
} from "../../difference/why.js";
import { vmInput, vmWhy } from "../../difference/vm-why.js";
import {
  nodeWhyReport,
  placementWhyReport,
  overviewReport,
  rejectionWhyReport,
  vmWhyReport,
  workloadWhyReport,
} from "../../report/why.js";
import { podWhyReport } from "../../report/pod-why.js";
import { facts } from "../../report/block.js";
import { counted } from "../../words/number.js";
import { vmInputText, vmRunPointer } from "../../words/vms.js";
import { caveats, placementsText, sentenceText, unfollowedText } from "../../words/placement.js";
import { explainCluster } from "../cluster-why.js";
import { decide, type DecidingOptions, failFaulty, placements, withDeciding } from "../deciding.js";
import { isInScope, source } from "../cluster/source.js";
import { nothing } from "../exit.js";
import { print } from "../format.js";
import { isFile } from "../input.js";
import { podsAdvice, podsCommand, volumesCommand } from "../kubectl.js";
import { filesArgument } from "../options.js";
import { several } from "../values.js";
import { failIfPending, foundInScope } from "../pods.js";
import { failRollout } from "../rollouts.js";
import { failDoubtful, failed, failPending, failRejected, lacking, open, type Session } from "../session.js";
import { fullName, fullNames } from "../../words/object-name.js";

interface WhyOptions extends DecidingOptions {
  file?: string[];
}

export function why(program: Command): void {
  const command = withDeciding(
    program
      .command("why")
      .alias("explain")
      .summary("why a pod, workload, node, cluster, placement, quota or claim is as it is")
      .description(
        "Finds an object by its name and says why it is as it is: the cause first, then the cheapest changes. " +
          "Without a name: every placement and every pending pod, in a line each.",
      )
      .argument(
        source.readsCluster ? "[name...]" : "[name|file...]",
        "a name, as name, namespace/name, kind/name or kind/namespace/name" +
          `${source.readsCluster ? "" : ", unless the first argument is a file"}; then ${filesArgument}`,
      ),
  );
  command
    .option("-f, --file <file>", "a file or folder; repeatable", several)
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope why api-0
  schedscope why deployment/web world.yaml
  schedscope why prod-3 fleet.yaml -p prod/web              a cluster, for one placement
  schedscope why prod-3 fleet.yaml --weight Steady=0        with another weight

Pods with claims also need:
  ${volumesCommand}

-o json gives, for a pod, its entry of Scenario.pods(), the answers of scoreNodes() and simulatePod(), that of
change() as wouldChange, and, if it is on a node, that of recordedNode() as recorded; for a workload its pods,
rollout: the answer of rollout(), if one is due, and pending: the same of the first pending one; for a node its pods and
why each pending pod does not fit; for a quota or a claim the pods that it rejects. nodesNeeded: where another node
helps, the answer of nodesNeeded() for nodes like it.
For a cluster it gives a line for each placement: Scenario.explainCluster(), before it the placement: { namespace,
name }, and after it what must be known before the decision is believed: findings, otherProfile, recorded, kept; and
applications. hints: what of the placement has no effect. wouldChange: the answer of change --selects; null: the cluster
is selected, or the hub leaves the placement alone.`,
    )
    .action(async (args: string[], options: WhyOptions) => {
      const [first, ...rest] = args;
      const isName = first !== undefined && !isFile(first);
      const session = await open([...(options.file ?? []), ...(isName ? rest : args)], options);
      if (!isName) overview(session, options);
      else explain(session, named(session, first), options);
    });
}

/** The one object that a name means. */
function named(session: Session, name: string): FoundObject {
  const answer = foundInScope(session.scenario, name);
  const found = meant(name, answer, session.reading.incomplete);
  if (!("problem" in found)) return found;
  if (session.reading.kinds.length === 0) throw lacking(["Pod"], podsAdvice);
  throw nothing(found.problem, ...found.help, ...source.about);
}

function explain(session: Session, found: FoundObject, options: WhyOptions): void {
  switch (subjectOf(found.kind)) {
    case "workload":
      explainWorkload(session, found, options);
      break;
    case "node":
      explainNode(session, found, options);
      break;
    case "cluster":
      explainCluster(session, found.name, options);
      break;
    case "placement":
      explainPlacement(session, found, options);
      break;
    case "rejecting":
      explainRejection(session, found, options);
      break;
    case "vm":
      explainVm(session, found, options);
      break;
    default:
      explainPod(session, found, options);
  }
}

function explainPod({ scenario }: Session, found: FoundObject, { output, profile }: WhyOptions): void {
  const answer = podWhy(scenario, found, profile);
  const { entry, cycle } = answer;
  const { node, volumeDependence } = cycle;
  print(output, {
    json: () => [JSON.stringify(answer)],
    // A node that unknown volumes decide about is not named.
    names: () => (node === null || (entry.state !== "bound" && volumeDependence !== undefined) ? [] : [node]),
    people: () => podWhyReport(answer),
  });
  const volumeDependent = answer.step?.volumes === undefined ? 0 : 1;
  if (entry.state === "pending") failDoubtful({ ...answer.scores, volumeDependent });
  // One that gets a node after other pending pods does not stay pending.
  if (!isWaiting(answer.step)) return;
  failIfPending(scenario, cycle);
  if (entry.state === "pending") failPending(1);
}

function explainWorkload({ scenario }: Session, found: FoundObject, { output, profile }: WhyOptions): void {
  const answer = workloadWhy(scenario, found, profile);
  print(output, {
    json: () => [JSON.stringify(answer)],
    names: () => fullNames(answer.pods.pods.map(({ pod }) => pod)),
    people: () => workloadWhyReport(answer),
  });
  const { scores } = answer.pending ?? {};
  failDoubtful(scores === undefined ? answer.pods : { ...scores, volumeDependent: answer.depending.count });
  failRejected({ kubeletRejected: answer.rejected.length, kubeletRejectedPods: answer.rejected });
  failPending(answer.waiting.length);
  if (answer.rollout === null) return;
  failDoubtful(answer.rollout);
  failRollout(answer.rollout);
}

function explainNode({ scenario }: Session, { name }: FoundObject, { output, profile }: WhyOptions): void {
  const answer = nodeWhy(scenario, name, profile);
  print(output, {
    json: () => [JSON.stringify(answer)],
    names: () => fullNames(answer.pods.pods.map(({ pod }) => pod)),
    people: () => nodeWhyReport(answer),
  });
  failDoubtful(answer.pods);
}

function explainRejection({ scenario }: Session, found: FoundObject, { output, profile }: WhyOptions): void {
  const { kind, namespace, name } = found;
  const answer = rejectionWhy(scenario, { kind, namespace, name }, profile);
  const { rejected, pods, pending } = answer;
  print(output, {
    json: () => [JSON.stringify(answer)],
    names: () => fullNames(rejected.map(({ entry }) => entry.pod)),
    people: () => rejectionWhyReport(answer),
  });
  failDoubtful(pending === null ? pods : pending.scores);
  failPending(rejected.length);
}

function explainVm({ scenario }: Session, { kind, namespace, name }: FoundObject, { output }: WhyOptions): void {
  const answer = vmWhy(scenario, { kind, namespace, name });
  print(output, {
    json: () => [JSON.stringify(answer)],
    names: () => fullNames(answer.pods.map(({ pod }) => pod)),
    people: () => vmWhyReport(answer),
  });
  failDoubtful(answer);
}

function explainPlacement(session: Session, found: FoundObject, options: WhyOptions): void {
  for (const entry of placements(session, { ...options, placement: fullName(found) })) {
    const summary = decide(session, entry, options);
    const answer = placementWhy(session.scenario, summary);
    print(options.output, {
      json: () => [JSON.stringify(answer)],
      names: () => answer.rows.filter(({ state }) => state === "selected").map(({ name }) => name),
      people: (isWide) => placementWhyReport(answer, isWide),
    });
    failFaulty(summary);
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
