/** A timeline, and a step of it, each in one sentence. */
import type {
  VmStep,
  VmResourcePermit,
  VmMigration,
  VmMitigations,
  VmOutage,
  VmStepAnswer,
  VmRequestExplanation,
  VmTimelineAnswer,
  VmTotals,
  VmAmount,
} from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { counted, integer } from "../number.js";
import { listed, type Phrase, plain, quiet, strong, shortened } from "../phrase.js";
import { vmProblemText } from "./problem.js";
import { timeText } from "./time.js";
import { amountWords, isRefused, unitsWords } from "./words.js";
import { fullName, isSameName } from "../object-name.js";

/** A timeline in one sentence. `help`: without a timeline, how to get one, as a part of a sentence. */
export function timelineSentence(timeline: VmTimelineAnswer & Found, help = ""): Phrase[] {
  const {
    notRun,
    timeline: key,
    variant,
    stepsTotal,
    duration,
    nodes,
    nodeCount,
    totals,
    unplacedCount,
    stopped,
  } = timeline;
  const isAssumed =
    dataOf(timeline, "missing-input").some(({ why }) => why === "vm-config") ||
    dataOf(timeline, "vm-model").some(({ assumesConfig }) => assumesConfig);
  if (notRun !== null) {
    const scheduler = isAssumed ? "with the assumed config the scheduler" : "the scheduler";
    const why =
      notRun.code === "fatal-vm" ? `${scheduler} does not start, ${vmProblemText(notRun)}` : vmProblemText(notRun);
    return [strong("Nothing was run"), plain(`: ${why}.`)];
  }
  const vms = nodes.reduce((sum, node) => sum + node.vms, 0);
  // Of more nodes than are given the VMs are not counted.
  const where =
    nodeCount > nodes.length
      ? `VMs on ${counted(nodeCount, "node")}`
      : `${counted(vms, "VM")} on ${counted(nodeCount, "node")}`;
  if (key === null) {
    return [
      ...excessPhrases(timeline),
      plain(`${isAssumed ? "With the assumed config the" : "The"} scheduler starts with `),
      strong(where),
      ...unplacedPhrases(unplacedCount, " yet"),
      plain("."),
      quiet(` The input has no Timeline${help === "" ? "" : `: ${help}`}.`),
    ];
  }
  return [
    ...timeline.outages.flatMap(outagePhrases),
    ...excessPhrases(timeline),
    strong(variant === null ? fullName(key) : `${fullName(key)}, ${variant}`),
    plain(": "),
    strong(counted(stepsTotal, "event")),
    plain(` in ${timeText(duration)}, ending with ${where}`),
    ...unplacedPhrases(unplacedCount),
    plain("; "),
    ...migrationPhrases(totals),
    plain(", "),
    ...budgetPhrases(totals.overBudget),
    ...(stopped ? [quiet(" Stopped there: the maximum number of events is reached.")] : []),
    ...ideaPhrases(timeline.mitigations),
  ];
}

/** An outage: the scheduler was restarted and does not start. One that the timeline asks for is none. */
function outagePhrases({ from, until, problem }: VmOutage): Phrase[] {
  if (problem === null) return [];
  const end = until === null ? "until the end" : `until ${timeText(until)}`;
  return [strong(`Outage: no scheduler from ${timeText(from)} ${end}`), plain(`: ${vmProblemText(problem)}. `)];
}

/** Nodes whose VMs use more than they have from the start: `small is over budget: its VMs use 8 vCPUs, it has 7.` */
function excessPhrases({ overBudget }: VmTimelineAnswer): Phrase[] {
  const atStart = overBudget.filter(({ step }) => step === 0);
  const names = [...new Set(atStart.map(({ node }) => node))];
  const [first] = names;
  if (first === undefined) return [];
  const excess = atStart.filter(({ node }) => node === first);
  const uses = listed(excess.map(({ resource, used }) => amountWords(resource, used)));
  const has = listed(excess.map(({ total }) => integer(total)));
  const [verb, whose, it] = names.length === 1 ? ["is", "its VMs", "it"] : ["are", `the VMs of ${first}`, first];
  return [
    strong(`${listed(shortened(names))} ${verb} over budget`),
    plain(`: ${whose} use ${uses}, ${it} has ${has}. `),
  ];
}

/** Only starts are judged: after one, VMs may use more than the node has. */
function budgetPhrases(count: number): Phrase[] {
  if (count === 0) return [plain("no node over budget after a restart.")];
  return [
    strong(
      count === 1 ? "a node over budget after a start" : `nodes over budget after a start ${integer(count)} times`,
    ),
    plain("."),
  ];
}

const unplacedPhrases = (count: number, yet = ""): Phrase[] =>
  count === 0 ? [] : [plain("; "), strong(`${counted(count, "VM")} ${count === 1 ? "is" : "are"} not on a node${yet}`)];

// Lists are capped, totals are not.
function migrationPhrases({ migrations, failed, open }: VmTotals): Phrase[] {
  if (migrations === 0) return [plain("no migration")];
  const parts = [
    ...(failed > 0 ? [`${integer(failed)} failed`] : []),
    ...(open > 0 ? [`${integer(open)} not ended`] : []),
  ];
  return [strong(counted(migrations, "migration")), plain(parts.length === 0 ? "" : ` (${parts.join(", ")})`)];
}

function ideaPhrases(mitigations: VmMitigations): Phrase[] {
  const words = ideasText(mitigations);
  return words === "" ? [] : [quiet(` Assuming ${words}: only an idea in the design document.`)];
}

/** The ideas that are in force: `steps of at most 1 compute unit and capacity pressure × 0.5`. */
export function ideasText({ largestStep, capacityPressureFactor, sustainedRequests }: VmMitigations): string {
  const parts: string[] = [];
  if (largestStep != null) parts.push(`steps of at most ${counted(largestStep, "compute unit")}`);
  if (capacityPressureFactor != null) parts.push(`capacity pressure × ${capacityPressureFactor}`);
  if (sustainedRequests != null)
    parts.push(`capacity pressure only after ${counted(sustainedRequests, "denial")} in a row`);
  return listed(parts);
}

/** The effect of a step. */
export function stepSentence(
  { event, request, totalCandidates, candidates }: VmStepAnswer,
  migrations: VmMigration[] = [],
): Phrase[] {
  return [
    plain(`At ${timeText(event.at)} `),
    ...eventPhrases(event, request, { total: totalCandidates, all: candidates }, migrations),
  ];
}

interface Candidates {
  total: number;
  all: VmStepAnswer["candidates"];
}

function eventPhrases(
  event: VmStep,
  request: VmRequestExplanation | null,
  candidates: Candidates,
  migrations: VmMigration[],
): Phrase[] {
  const { kind, problem, score } = event;
  const pod = strong(podText(event));
  const node = strong(event.node ?? "a node");
  const refused = isRefused(event);
  const because = problem === null ? "." : `: ${vmProblemText(problem)}.`;
  switch (kind) {
    case "start":
      return [
        plain("the scheduler "),
        strong("starts"),
        plain(": each VM is reserved at its max, the unused part as buffer, until its agent sends a request."),
      ];
    case "restart":
      if (problem?.code === "fatal-vm")
        return [
          plain("the scheduler "),
          strong("does not start"),
          plain(`: ${vmProblemText(problem)}. Until a restart succeeds, no scheduler runs; agents stay within their `),
          plain("last permits."),
        ];
      return [
        plain("the scheduler is "),
        strong("back"),
        plain(": each VM is reserved at its max again; earlier permits, migrations under way and loads are unknown."),
      ];
    case "scheduler-down":
      return [plain("the scheduler "), strong("goes down"), plain(": agents stay within their last permits.")];
    case "reserve":
      return refused
        ? [pod, plain(" was "), strong("not reserved"), plain(` on ${event.node ?? "a node"}${because}`)]
        : [pod, plain(" was reserved on "), node, plain(".")];
    case "unreserve":
      return refused
        ? [pod, plain(` was not unreserved${because}`)]
        : [pod, plain(" was unreserved on "), node, plain(".")];
    case "filter":
      return refused
        ? [node, plain(" did "), strong("not pass the filter"), plain(` for ${podText(event)}${because}`)]
        : [node, plain(" passed the filter for "), pod, plain(".")];
    case "score":
      return refused
        ? [node, plain(` got no score for ${podText(event)}${because}`)]
        : [node, plain(" scored "), strong(integer(score ?? 0)), plain(" for "), pod, plain(".")];
    case "schedule": {
      if (refused) return [pod, plain(" found "), strong("no node"), plain(because)];
      const fit = candidates.all.filter(({ code }) => code === "Success").length;
      const of =
        candidates.total > 1
          ? ", the best of " +
            `${fit === candidates.total ? integer(fit) : `${integer(fit)} that fit, of ${integer(candidates.total)}`}`
          : "";
      return [pod, plain(" was placed on "), node, plain(`${of}.`)];
    }
    case "use":
      return [
        pod,
        plain(" changed to "),
        strong(event.want === null ? "another size" : unitsWords(event.want)),
        plain(" without a request."),
      ];
    case "delete":
      return refused
        ? [pod, plain(` was not deleted${because}`)]
        : [
            pod,
            plain(" was deleted"),
            plain(event.node === null ? "." : ` on ${event.node}, which freed all that it had.`),
          ];
    case "add-node":
      return [node, plain(" was added.")];
    case "config":
      return refused
        ? [plain("the new config was "), strong("refused"), plain(because)]
        : [
            plain("the config "),
            strong("changed"),
            plain(because === "." ? ": the limits of all known nodes were recomputed." : because),
          ];
    case "migrate":
      return [pod, plain(" was marked to migrate with its next request.")];
    case "migration-failed":
      return refused
        ? [plain("a failed migration of "), pod, plain(` changed nothing${because}`)]
        : [
            plain("the migration of "),
            pod,
            plain(" "),
            strong("failed"),
            plain(": it counts as staying again, and is queued with its next request."),
          ];
    case "load":
      return [
        plain("the load of "),
        event.pod === null ? plain("the VMs named by the event") : pod,
        plain(" changed."),
      ];
    case "migration-reserve":
      return [plain("the migration of "), pod, plain(" reserved room on "), node, plain(".")];
    case "migration-waits":
      return [plain("the migration of "), pod, plain(" "), strong("found no node"), plain(because)];
    case "migration-done": {
      const target = targetWords(event, migrations);
      const start = [plain("the migration of "), pod, plain(" ended")];
      if (event.node === null) return [...start, plain(target === null ? "." : `: it is now ${target}.`)];
      return [
        ...start,
        plain(target === null ? ` on ${event.node}, which freed what it had there.` : `: it is now `),
        ...(target === null ? [] : [strong(target), plain(`, and what it had on ${event.node} is free.`)]),
      ];
    }
    case "request":
      return requestPhrases(event, request);
  }
}

function requestPhrases(event: VmStep, request: VmRequestExplanation | null): Phrase[] {
  const pod = strong(podText(event));
  const want = event.want ?? request?.want ?? null;
  const asked = want === null ? "with an unreadable request" : `for ${unitsWords(want)}`;
  const problem = request?.problem ?? event.problem;
  if (event.result === "away")
    return [pod, plain(` asked ${asked}; `), strong("no answer"), plain(": the scheduler is down.")];
  if (event.result !== "200") {
    return [
      pod,
      plain(` asked ${asked}; `),
      strong(`refused with ${event.result}`),
      plain(problem === null ? "." : `: ${vmProblemText(problem)}.`),
    ];
  }
  const permit = event.permit ?? request?.permit ?? null;
  const starts = request?.migration.starts ?? event.migrate;
  const permitted = permit === null || want === null ? "permitted" : permittedWords(want, permit);
  if (starts) {
    return [
      pod,
      plain(` asked ${asked}; ${permitted}, and its `),
      strong("migration starts"),
      plain(request === null ? "." : `: ${migrationReason(request)}.`),
    ];
  }
  if (request?.migration.already === true) return [pod, plain(` asked ${asked}, as it must while it is migrating.`)];
  const why = request === null ? "" : whyGranted(request);
  return [pod, plain(` asked ${asked}; `), strong(permitted), plain(why === "" ? "." : `: ${why}.`)];
}

/** `permitted 3 vCPUs and 12 slots`; `permitted in full` where nothing was denied. */
function permittedWords(want: VmAmount, permit: VmAmount): string {
  if (want.vCPUs === permit.vCPUs && want.mem === permit.mem) return "permitted in full";
  return `permitted ${unitsWords(permit)}`;
}

/** Why the pod must go, or goes. */
export function migrationReason({ migration, node }: VmRequestExplanation): string {
  return migration.wasHead && migration.wasTooMuchPressure
    ? `it was the head of the queue, and ${node} was under too much pressure`
    : migration.forced
      ? "it was marked to migrate"
      : `${node} must give up a VM`;
}

/** Why it got the permit. */
function whyGranted(request: VmRequestExplanation): string {
  const { cpu, memory, node } = request;
  if (cpu === null || memory === null) return "";
  const all = [cpu, memory];
  if (all.every(({ rule }) => rule === "unchanged")) return "unchanged";
  if (all.every(({ rule }) => rule === "decrease" || rule === "unchanged"))
    return `it returned ${backWords(cpu, memory)}`;
  if (all.every(({ denied }) => denied === 0)) return `${node} had room`;
  return `${node} had ${roomWords(request, cpu, memory)}`;
}

function backWords(cpu: VmResourcePermit, memory: VmResourcePermit): string {
  const parts = [
    ...(cpu.before > cpu.permit ? [amountWords("cpu", cpu.before - cpu.permit)] : []),
    ...(memory.before > memory.permit ? [amountWords("memory", memory.before - memory.permit)] : []),
  ];
  return parts.length === 0 ? "nothing" : listed(parts);
}

/** The room that there was of what was short; in compute units where both were, and it comes to whole ones. */
function roomWords(
  { computeUnit, lastComputeUnit }: VmRequestExplanation,
  cpu: VmResourcePermit,
  memory: VmResourcePermit,
): string {
  const [noCpu, noMemory] = [cpu.denied > 0, memory.denied > 0];
  if (noCpu !== noMemory) {
    const { remaining } = noCpu ? cpu : memory;
    const resource = noCpu ? "cpu" : "memory";
    return remaining === 0
      ? `${resource === "cpu" ? "no vCPU" : "no slot"} left`
      : `only ${amountWords(resource, remaining)} left`;
  }
  if (cpu.remaining === 0 && memory.remaining === 0) return "no room for more";
  const unit = lastComputeUnit ?? computeUnit;
  if (unit !== null && unit.vCPUs > 0 && unit.mem > 0) {
    const units = cpu.remaining / unit.vCPUs;
    if (Number.isInteger(units) && units > 0 && units === memory.remaining / unit.mem) {
      return `room for ${units === 1 ? "one more compute unit" : `${integer(units)} more compute units`}`;
    }
  }
  return `room for ${listed([amountWords("cpu", cpu.remaining), amountWords("memory", memory.remaining)])}`;
}

const podText = ({ pod }: VmStep): string => (pod === null ? "a pod" : fullName(pod));

/** Where a migration went that ended with an event: `default/a-2 on n2`; null where the list does not have it. */
function targetWords({ pod, step }: VmStep, migrations: VmMigration[]): string | null {
  const found = migrations.find((migration) => migration.endStep === step && isSameName(migration.pod, pod));
  if (found === undefined) return null;
  return found.target === null ? found.to : `${fullName(found.target)}${found.to === null ? "" : ` on ${found.to}`}`;
}

/** The same as a line of the list: amounts asked and permitted, the node, or why not. */
export function eventDetail(event: VmStep, migrations: VmMigration[] = []): string {
  const { kind, want, permit, migrate, result, score, node } = event;
  const message = event.problem === null ? null : vmProblemText(event.problem);
  const refused = isRefused(event);
  if (kind === "request") {
    const asked = want === null ? "" : unitsWords(want);
    if (refused) return `${asked === "" ? "" : `${asked}: `}${result} ${message ?? ""}`.trim();
    const given =
      permit === null || want === null
        ? ""
        : permit.vCPUs === want.vCPUs && permit.mem === want.mem
          ? "permitted in full"
          : `permitted ${unitsWords(permit)}`;
    return [asked, given, ...(migrate ? ["migrates"] : [])].filter((part) => part !== "").join(", ");
  }
  if (refused) return `${result}${message === null ? "" : `: ${message}`}`;
  if (kind === "score") return `${node ?? ""}: ${integer(score ?? 0)}`;
  if (kind === "migration-done") {
    const target = targetWords(event, migrations);
    if (target !== null) return `now ${target}`;
  }
  if (kind === "use" && want !== null) return `now ${unitsWords(want)}`;
  if (message !== null) return message;
  if (kind === "load" && event.pod === null) return "of the VMs named by the event";
  if (kind === "config") return "the limits of all known nodes are recomputed";
  return node === null ? "" : `${PLACES[kind] ?? "on"} ${node}`;
}

/** What a step without a refusal says of its node; of others the pod is on it. */
const PLACES: Partial<Record<VmStep["kind"], string>> = { filter: "fits", delete: "gone from", unreserve: "gone from" };
