/** A timeline, and a moment of it, each in one sentence. */
import type {
  VmEvent,
  VmGranted,
  VmMigration,
  VmMitigations,
  VmStepAnswer,
  VmRequestExplanation,
  VmTimelineAnswer,
  VmTotals,
  VmUnits,
} from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed, type Phrase, plain, quiet, strong } from "../phrase.js";
import { timeText } from "./time.js";
import { amountWords, isRefused, unitsWords } from "./words.js";

/** What happens in a timeline. `help`: where there is none, how to have one, as a part of a sentence. */
export function timelineSentence(timeline: VmTimelineAnswer, help = ""): Phrase[] {
  const {
    problem,
    timeline: key,
    variant,
    steps,
    duration,
    nodes,
    nodeCount,
    totals,
    unplacedCount,
    stopped,
  } = timeline;
  if (problem !== null)
    return [strong("Nothing was run"), plain(`: ${problem.path === "" ? "" : `${problem.path}: `}${problem.message}.`)];
  const vms = nodes.reduce((sum, node) => sum + node.vms, 0);
  // Of more nodes than are given the VMs are not counted.
  const where =
    nodeCount > nodes.length
      ? `VMs on ${counted(nodeCount, "node")}`
      : `${counted(vms, "VM")} on ${counted(nodeCount, "node")}`;
  if (key === null) {
    return [
      plain("The scheduler starts with "),
      strong(where),
      ...unplacedPhrases(unplacedCount, " yet"),
      plain("."),
      quiet(` There is no Timeline in the text${help === "" ? "" : `: ${help}`}.`),
    ];
  }
  return [
    strong(variant === null ? key : `${key}, ${variant}`),
    plain(": "),
    strong(counted(steps, "event")),
    plain(` in ${timeText(duration)}, in the end ${where}`),
    ...unplacedPhrases(unplacedCount),
    plain("; "),
    ...migrationPhrases(totals),
    plain(", "),
    ...budgetPhrases(totals.overBudget),
    ...(stopped ? [quiet(" It was stopped there: that is as many events as there may be.")] : []),
    ...ideaPhrases(timeline.mitigations),
  ];
}

/** Only starts are judged: it is then that VMs may use more than there is. */
function budgetPhrases(count: number): Phrase[] {
  if (count === 0) return [plain("no start found more in use than there is.")];
  return [
    strong(
      count === 1
        ? "a start found more in use on a node than it has"
        : `starts found more in use on a node than it has ${integer(count)} times`,
    ),
    plain("."),
  ];
}

const unplacedPhrases = (count: number, yet = ""): Phrase[] =>
  count === 0 ? [] : [plain("; "), strong(`${counted(count, "VM")} ${count === 1 ? "is" : "are"} on no node${yet}`)];

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
  return words === "" ? [] : [quiet(` With ${words}, which the design document only thinks about.`)];
}

/** The ideas that are in force: `steps of 1 compute unit at most and half of the capacity pressure`. */
export function ideasText({ largestStep, capacityPressureFactor, sustainedRequests }: VmMitigations): string {
  const parts: string[] = [];
  if (largestStep != null) parts.push(`steps of ${counted(largestStep, "compute unit")} at most`);
  if (capacityPressureFactor != null) parts.push(`capacity pressure times ${capacityPressureFactor}`);
  if (sustainedRequests != null)
    parts.push(`capacity pressure only after ${counted(sustainedRequests, "denial")} in a row`);
  return listed(parts);
}

/** What the event of a moment did. */
export function momentSentence(
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
  event: VmEvent,
  request: VmRequestExplanation | null,
  candidates: Candidates,
  migrations: VmMigration[],
): Phrase[] {
  const { kind, message, score } = event;
  const pod = strong(event.pod ?? "a pod");
  const node = strong(event.node ?? "a node");
  const refused = isRefused(event);
  const because = message === null || message === "" ? "." : `: ${message}.`;
  switch (kind) {
    case "start":
      return [
        plain("the scheduler "),
        strong("starts"),
        plain(": every VM counts with its max, and what it does not use of it as buffer, until its agent asks."),
      ];
    case "restart":
      return [
        plain("the scheduler is "),
        strong("back"),
        plain(
          ": every VM counts with its max again, and nobody knows what was permitted, what was under way, or any load.",
        ),
      ];
    case "scheduler-down":
      return [plain("the scheduler "), strong("goes away"), plain(": agents stay within their last permits.")];
    case "reserve":
      return refused
        ? [pod, plain(" was "), strong("not reserved"), plain(` on ${event.node ?? "a node"}${because}`)]
        : [pod, plain(" was reserved on "), node, plain(".")];
    case "unreserve":
      return refused
        ? [pod, plain(` was not taken back${because}`)]
        : [pod, plain(" was taken back from "), node, plain(".")];
    case "filter":
      return refused
        ? [node, plain(" did "), strong("not pass the filter"), plain(` for ${event.pod ?? "a pod"}${because}`)]
        : [node, plain(" passed the filter for "), pod, plain(".")];
    case "score":
      return refused
        ? [node, plain(` got no score for ${event.pod ?? "a pod"}${because}`)]
        : [node, plain(" scored "), strong(integer(score ?? 0)), plain(" for "), pod, plain(".")];
    case "schedule": {
      if (refused) return [pod, plain(" found "), strong("no node"), plain(because)];
      const fit = candidates.all.filter(({ code }) => code === "Success").length;
      const of =
        candidates.total > 1
          ? ", the best of " +
            `${fit === candidates.total ? integer(fit) : `${integer(fit)} that fit, of ${integer(candidates.total)}`}`
          : "";
      return [pod, plain(" went to "), node, plain(`${of}.`)];
    }
    case "use":
      return [
        pod,
        plain(" changed to "),
        strong(event.want === null ? "another size" : unitsWords(event.want)),
        plain(" without asking."),
      ];
    case "delete":
      return refused
        ? [pod, plain(` was not deleted${because}`)]
        : [pod, plain(" was deleted"), plain(event.node === null ? "." : ` on ${event.node}: all it had is free.`)];
    case "add-node":
      return [node, plain(" came.")];
    case "config":
      return refused
        ? [plain("the new config was "), strong("refused"), plain(because)]
        : [
            plain("the config "),
            strong("changed"),
            plain(because === "." ? ": limits of all nodes that are known were computed anew." : because),
          ];
    case "migrate":
      return [pod, plain(" was marked: it is to migrate with its next request.")];
    case "migration-failed":
      return refused
        ? [plain("a failed migration of "), pod, plain(` changed nothing${because}`)]
        : [
            plain("the migration of "),
            pod,
            plain(" "),
            strong("failed"),
            plain(": it counts as staying again, and waits for its next request to be queued."),
          ];
    case "load":
      return [
        plain("the load of "),
        event.pod === null ? plain("the VMs that the event names") : pod,
        plain(" changed."),
      ];
    case "migration-reserve":
      return [plain("the migration of "), pod, plain(" reserved a place on "), node, plain(".")];
    case "migration-waits":
      return [plain("the migration of "), pod, plain(" "), strong("found no node"), plain(because)];
    case "migration-done": {
      const target = targetWords(event, migrations);
      const start = [plain("the migration of "), pod, plain(" ended")];
      if (event.node === null) return [...start, plain(target === null ? "." : `: it is now ${target}.`)];
      return [
        ...start,
        plain(target === null ? ` on ${event.node}: what it had there is free.` : `: it is now `),
        ...(target === null ? [] : [strong(target), plain(`, and what it had on ${event.node} is free.`)]),
      ];
    }
    case "request":
      return requestPhrases(event, request);
  }
}

function requestPhrases(event: VmEvent, request: VmRequestExplanation | null): Phrase[] {
  const pod = strong(event.pod ?? "a pod");
  const want = event.want ?? request?.want ?? null;
  const asked = want === null ? "for nothing that can be read" : `for ${unitsWords(want)}`;
  const message = request?.error ?? event.message;
  if (event.result === "away")
    return [pod, plain(` asked ${asked}; `), strong("nobody answered"), plain(": the scheduler is away.")];
  if (event.result !== "200") {
    return [
      pod,
      plain(` asked ${asked}; `),
      strong(`refused with ${event.result}`),
      plain(message === null || message === "" ? "." : `: ${message}.`),
    ];
  }
  const permit = event.permit ?? request?.permit ?? null;
  const starts = request?.migration.starts ?? event.migrate;
  const granted = permit === null || want === null ? "granted" : grantedWords(want, permit);
  if (starts) {
    return [
      pod,
      plain(` asked ${asked}; ${granted}, and its `),
      strong("migration starts"),
      plain(request === null ? "." : `: ${migrationReason(request)}.`),
    ];
  }
  if (request?.migration.already === true) return [pod, plain(` asked ${asked}, as it must: it is migrating already.`)];
  const why = request === null ? "" : whyGranted(request);
  return [pod, plain(` asked ${asked}; `), strong(granted), plain(why === "" ? "." : `: ${why}.`)];
}

/** `granted 3 and 12`; `granted` where all was. */
function grantedWords(want: VmUnits, permit: VmUnits): string {
  if (want.vCPUs === permit.vCPUs && want.mem === permit.mem) return "granted";
  return `granted ${integer(permit.vCPUs)} and ${integer(permit.mem)}`;
}

/** Why the pod must go, or goes. */
export function migrationReason({ migration, node }: VmRequestExplanation): string {
  return migration.wasHead && migration.wasTooMuchPressure
    ? `it was the head of the queue, and ${node} was under too much pressure`
    : migration.forced
      ? "it was marked to migrate"
      : `${node} must give up a VM`;
}

/** Why it got what it got. */
function whyGranted(request: VmRequestExplanation): string {
  const { cpu, memory, node } = request;
  if (cpu === null || memory === null) return "";
  const all = [cpu, memory];
  if (all.every(({ rule }) => rule === "unchanged")) return "as much as it has";
  if (all.every(({ rule }) => rule === "decrease" || rule === "unchanged"))
    return `it gave back ${backWords(cpu, memory)}`;
  if (all.every(({ denied }) => denied === 0)) return `${node} had room`;
  return `${node} had ${roomWords(request, cpu, memory)}`;
}

function backWords(cpu: VmGranted, memory: VmGranted): string {
  const parts = [
    ...(cpu.before > cpu.after ? [amountWords("cpu", cpu.before - cpu.after)] : []),
    ...(memory.before > memory.after ? [amountWords("memory", memory.before - memory.after)] : []),
  ];
  return parts.length === 0 ? "nothing" : listed(parts);
}

/** The room that there was of what was short; in compute units where both were, and it comes to whole ones. */
function roomWords({ computeUnit, lastComputeUnit }: VmRequestExplanation, cpu: VmGranted, memory: VmGranted): string {
  const [noCpu, noMemory] = [cpu.denied > 0, memory.denied > 0];
  if (noCpu !== noMemory) {
    const { room } = noCpu ? cpu : memory;
    const resource = noCpu ? "cpu" : "memory";
    return room === 0
      ? `${resource === "cpu" ? "no vCPU" : "no slot"} left`
      : `only ${amountWords(resource, room)} left`;
  }
  if (cpu.room === 0 && memory.room === 0) return "no room for more";
  const unit = lastComputeUnit ?? computeUnit;
  if (unit !== null && unit.vCPUs > 0 && unit.mem > 0) {
    const units = cpu.room / unit.vCPUs;
    if (Number.isInteger(units) && units > 0 && units === memory.room / unit.mem) {
      return `room for ${units === 1 ? "one more compute unit" : `${integer(units)} more compute units`}`;
    }
  }
  return `room for ${listed([amountWords("cpu", cpu.room), amountWords("memory", memory.room)])}`;
}

/** Where a migration went that ended with an event: `default/a-2 on n2`; null where the list does not have it. */
function targetWords({ pod, step }: VmEvent, migrations: VmMigration[]): string | null {
  const found = migrations.find((migration) => migration.endStep === step && migration.pod === pod);
  if (found === undefined) return null;
  return found.target === null ? found.to : `${found.target}${found.to === null ? "" : ` on ${found.to}`}`;
}

/** The same as a line of the list: what was asked and given, where to, or why not. */
export function eventDetail(event: VmEvent, migrations: VmMigration[] = []): string {
  const { kind, want, permit, migrate, result, message, score, node } = event;
  const refused = isRefused(event);
  if (kind === "request") {
    const asked = want === null ? "" : unitsWords(want);
    if (refused) return `${asked === "" ? "" : `${asked}: `}${result} ${message ?? ""}`.trim();
    const given =
      permit === null || want === null
        ? ""
        : permit.vCPUs === want.vCPUs && permit.mem === want.mem
          ? "granted"
          : `granted ${integer(permit.vCPUs)} and ${integer(permit.mem)}`;
    return [asked, given, ...(migrate ? ["migrates"] : [])].filter((part) => part !== "").join(", ");
  }
  if (refused) return `${result}${message === null ? "" : `: ${message}`}`;
  if (kind === "score") return `${node ?? ""}: ${integer(score ?? 0)}`;
  if (kind === "migration-done") {
    const target = targetWords(event, migrations);
    if (target !== null) return `now ${target}`;
  }
  if (kind === "use" && want !== null) return `now ${unitsWords(want)}`;
  if (message !== null && message !== "") return message;
  if (kind === "load" && event.pod === null) return "of the VMs that the event names";
  return node === null ? "" : `on ${node}`;
}
