/** An event as it is filled in, and as it is written into the text. */
import { timeRead, timeWritten } from "schedscope/words/vms";
import type { VmConfig, VmMigration, VmAmount } from "../../engine/types";

export const actions = [
  "request",
  "load",
  "use",
  "config",
  "migrate",
  "migrationFailed",
  "schedule",
  "delete",
  "restart",
] as const;
export type Action = (typeof actions)[number];

export const actionNames: Record<Action, string> = {
  request: "an agent sends a request",
  load: "its load changes",
  use: "a VM changes without a request",
  config: "the config changes",
  migrate: "a VM is marked to migrate",
  migrationFailed: "a migration fails",
  schedule: "a pod is scheduled",
  delete: "a pod is deleted",
  restart: "the scheduler restarts",
};

/** What is needed of each, in the order in which it is asked. */
export type FieldName = "pod" | "vCPUs" | "mem" | "load" | "units" | "setting" | "value" | "downFor";

export const fieldsOf: Record<Action, FieldName[]> = {
  request: ["pod", "vCPUs", "mem", "load"],
  load: ["pod", "units"],
  use: ["pod", "vCPUs", "mem"],
  config: ["setting", "value"],
  migrate: ["pod"],
  migrationFailed: ["pod"],
  schedule: ["pod"],
  delete: ["pod"],
  restart: ["downFor"],
};

/** The settings that may be changed; all of them for every node that no override names. */
export const settings = {
  "cpu.watermark": "cpu watermark",
  "cpu.system": "cpu for the system",
  "memory.watermark": "memory watermark",
  "memory.system": "memory for the system",
  "computeUnit.vCPUs": "compute unit, vCPUs",
  "computeUnit.mem": "compute unit, slots",
  doMigration: "doMigration",
} as const;
export type Setting = keyof typeof settings;

export interface EventDraft {
  action: Action;
  at: string;
  fields: Record<FieldName, string>;
}

export const emptyFields: Record<FieldName, string> = {
  pod: "",
  vCPUs: "",
  mem: "",
  load: "",
  units: "1",
  setting: "cpu.watermark",
  value: "",
  downFor: "20s",
};

/** An event as the text has it. */
export type WrittenEvent = { at: string } & Record<string, unknown>;

/** `a` for `default/a`, as people write it. */
export const podWritten = (pod: string): string => pod.replace(/^default\//, "");

/**
 * The pod of the text that a pod goes back to: one that took the place of another by a migration is not in
 * the text.
 */
export function originOf(pod: string, migrations: VmMigration[]): string {
  let origin = pod;
  // Each of a chain is a migration of its own.
  for (let i = 0; i <= migrations.length; i += 1) {
    const before = migrations.find(({ target }) => target === origin);
    if (before === undefined) break;
    origin = before.pod;
  }
  return origin;
}

/** The event, or what is wrong with it. */
export function eventOf(
  { action, at, fields }: EventDraft,
  config: VmConfig | null,
): { event: WrittenEvent } | { error: string } {
  const time = timeRead(at);
  if (time === null) return { error: "the time is a duration, such as 2m5s" };
  const start = { at: timeWritten(time) };
  const pod = podWritten(fields.pod.trim());
  if (fieldsOf[action].includes("pod") && !/^[\w.*/-]+$/.test(pod)) return { error: "which pod is it" };
  switch (action) {
    case "request":
    case "use": {
      const units = unitsOf(fields);
      if (units === null) return { error: "vCPUs and memory slots are whole numbers up to 65,535" };
      if (action === "use") return { event: { ...start, use: { pod, ...units } } };
      const loads = fields.load.trim() === "" ? [] : fields.load.split(",").map((part) => Number(part.trim()));
      if (loads.some((load) => !Number.isFinite(load)))
        return { error: "the load must be one or two numbers, for example 1, 0.5" };
      const [one, five = one] = loads;
      return { event: { ...start, request: { pod, ...units, ...(one !== undefined && { load: [one, five] }) } } };
    }
    case "load": {
      const units = Number(fields.units);
      if (fields.units.trim() === "" || !(units >= 0)) return { error: "the load is a number of compute units" };
      return { event: { ...start, load: { vms: [pod], constant: units } } };
    }
    case "config": {
      const changed = config === null ? null : configWith(config, fields.setting as Setting, fields.value.trim());
      return changed === null
        ? { error: "this is not a value for that setting" }
        : { event: { ...start, config: changed } };
    }
    case "restart": {
      const down = timeRead(fields.downFor === "" ? "0s" : fields.downFor);
      if (down === null) return { error: "how long it is away is a duration, such as 20s" };
      return { event: { ...start, restart: down === 0 ? {} : { downFor: timeWritten(down) } } };
    }
    default:
      return { event: { ...start, [action]: { pod } } };
  }
}

function unitsOf({ vCPUs, mem }: EventDraft["fields"]): VmAmount | null {
  const units = { vCPUs: Number(vCPUs), mem: Number(mem) };
  const isAmount = (text: string, value: number): boolean =>
    text.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= 65_535;
  return isAmount(vCPUs, units.vCPUs) && isAmount(mem, units.mem) ? units : null;
}

/** The config with one setting changed, as the plugin reads it; null where the value cannot be one. */
function configWith(
  { memBlockSize, nodeDefaults, nodeOverrides, schedulerName, doMigration }: VmConfig,
  setting: Setting,
  value: string,
): object | null {
  const defaults = structuredClone(nodeDefaults);
  const number = Number(value);
  let migrates = doMigration;
  switch (setting) {
    case "cpu.watermark":
    case "memory.watermark":
      if (!(number > 0 && number <= 1)) return null;
      defaults[setting === "cpu.watermark" ? "cpu" : "memory"].watermark = number;
      break;
    case "cpu.system":
    case "memory.system":
      if (!/^\d+(\.\d+)?(m|[kMGTPE]i?)?$/.test(value)) return null;
      defaults[setting === "cpu.system" ? "cpu" : "memory"].system = value;
      break;
    case "computeUnit.vCPUs":
    case "computeUnit.mem":
      if (!(Number.isInteger(number) && number > 0 && number <= 65_535)) return null;
      defaults.computeUnit[setting === "computeUnit.vCPUs" ? "vCPUs" : "mem"] = number;
      break;
    case "doMigration":
      if (value !== "true" && value !== "false") return null;
      migrates = value === "true";
      break;
  }
  return {
    memBlockSize,
    nodeDefaults: defaults,
    ...(nodeOverrides.length > 0 && { nodeOverrides }),
    schedulerName,
    doMigration: migrates,
  };
}

/** What a setting is now. */
export function settingNow(config: VmConfig | null, setting: Setting): string {
  if (config === null) return "";
  const { cpu, memory, computeUnit } = config.nodeDefaults;
  const values: Record<Setting, string | number | boolean> = {
    "cpu.watermark": cpu.watermark,
    "cpu.system": cpu.system,
    "memory.watermark": memory.watermark,
    "memory.system": memory.system,
    "computeUnit.vCPUs": computeUnit.vCPUs,
    "computeUnit.mem": computeUnit.mem,
    doMigration: config.doMigration,
  };
  return String(values[setting]);
}
