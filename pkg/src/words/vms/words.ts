/** Amounts, places and kinds of the timelines of VMs in words. */
import type { VmStep, VmStepKind, VmResourcePermit, VmAmount } from "../../../types.js";
import { counted, integer } from "../number.js";
import type { Resource } from "./resource.js";

const nouns: Record<Resource, string> = { cpu: "vCPU", memory: "slot" };

/** `1 vCPU`, `12 slots` */
export const amountWords = (resource: Resource, amount: number): string => counted(amount, nouns[resource]);

/** `4 vCPUs and 16 slots` */
export const unitsWords = ({ vCPUs, mem }: VmAmount): string =>
  `${amountWords("cpu", vCPUs)} and ${amountWords("memory", mem)}`;

/** `4/16` */
export const unitsShort = ({ vCPUs, mem }: VmAmount): string => `${integer(vCPUs)}/${integer(mem)}`;

/** Kinds of steps, in a word or two. */
const kinds: Record<VmStepKind, string> = {
  start: "start",
  reserve: "reserve",
  unreserve: "unreserve",
  filter: "filter",
  score: "score",
  schedule: "schedule",
  request: "request",
  use: "use",
  delete: "delete",
  "add-node": "new node",
  config: "config",
  "migration-failed": "migration failed",
  migrate: "to migrate",
  load: "load",
  restart: "restart",
  "scheduler-down": "scheduler down",
  "migration-reserve": "migration, target",
  "migration-waits": "migration waits",
  "migration-done": "migration done",
};

/** A kind of step, in a word or two. */
export const kindName = (kind: VmStepKind): string => kinds[kind];
/** The same by kind. */
export const kindNames = kinds;

/** What upstream has instead of an event that is an own reading of the design. */
export function ownReadingWords(kind: VmStepKind): string {
  switch (kind) {
    case "config":
      return "the design describes changes of the config at run time; the real scheduler never implemented them.";
    case "migrate":
      return (
        "the real scheduler has no migration that a person starts, only a label for tests that makes a VM " +
        "always migrate."
      );
    default:
      return "the design describes migrations that fail; the real scheduler never implemented them.";
  }
}

/** Whether an event was refused or failed. */
export const isRefused = ({ result }: VmStep): boolean => !["Success", "200", "ok"].includes(result);

/** The actor behind an event that is not in the input. */
export function actorName({ kind }: Pick<VmStep, "kind">): string {
  switch (kind) {
    case "request":
    case "use":
      return "its agent";
    case "migration-reserve":
    case "migration-waits":
    case "migration-done":
    case "migration-failed":
    case "unreserve":
      return "its migration";
    default:
      return "the scheduler";
  }
}

/** Why the permit of one resource is what it is. */
export function permitText({ rule, remaining }: VmResourcePermit, resource: Resource): string {
  switch (rule) {
    case "decrease":
      return "not more than it has: set as asked";
    case "unchanged":
      return "unchanged";
    case "in-full":
      return `the node had ${amountWords(resource, remaining)} left`;
    case "in-part":
      return `the node had only ${amountWords(resource, remaining)} left`;
    case "nothing-left":
      return "the node had nothing left";
    case "migration-starts":
      return "its migration starts, so it gets no increase";
  }
}

/** The place of a pod in the queue, from the array's index: the heap orders only along its branches. */
export function queuePlace(index: number): string {
  if (index < 0) return "not in it";
  return index === 0 ? "the head" : `index ${integer(index)}`;
}
