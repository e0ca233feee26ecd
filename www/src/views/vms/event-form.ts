/** An event as it is filled in, and as it is written into the text. */
import { timeRead, timeWritten } from "schedscope/words/vms";
import type { VmAmount, VmConfig, NamespacedName, VmMigration, VmNodeConfig, VmNodeOverride } from "../../engine/types";
import { isSameName } from "schedscope/words/object-name";

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
export type FieldName = "pod" | "vCPUs" | "mem" | "load" | "units" | "nodes" | "setting" | "value" | "downFor";

export const fieldsOf: Record<Action, FieldName[]> = {
  request: ["pod", "vCPUs", "mem", "load"],
  load: ["pod", "units"],
  use: ["pod", "vCPUs", "mem"],
  config: ["nodes", "setting", "value"],
  migrate: ["pod"],
  migrationFailed: ["pod"],
  schedule: ["pod"],
  delete: ["pod"],
  restart: ["downFor"],
};

/** The settings that may be changed: of the nodes that are named, or of all nodes without an override. */
export const settings = {
  "cpu.watermark": "cpu watermark",
  "cpu.system": "cpu for the system",
  "memory.watermark": "memory watermark",
  "memory.system": "memory for the system",
  "computeUnit.vCPUs": "compute unit, vCPUs",
  "computeUnit.mem": "compute unit, slots",
  doMigration: "doMigration",
  removeOverride: "remove the override",
} as const;
export type Setting = keyof typeof settings;

/** The nodes of an override, as they are typed: `n1, n2`. */
export const nodesWritten = ({ nodes }: VmNodeOverride): string => nodes.join(", ");

const nodesRead = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

/** The override of exactly these nodes; undefined: none. */
const overrideOf = ({ nodeOverrides }: VmConfig, nodes: string[]): VmNodeOverride | undefined =>
  nodeOverrides.find(
    (override) => override.nodes.length === nodes.length && override.nodes.every((name) => nodes.includes(name)),
  );

/** The settings that the nodes that are typed have. */
export function settingsOf(config: VmConfig | null, nodes: string): Setting[] {
  const names = nodesRead(nodes);
  const all = Object.keys(settings) as Setting[];
  if (names.length === 0) return all.filter((setting) => setting !== "removeOverride");
  const isThere = config !== null && overrideOf(config, names) !== undefined;
  return all.filter((setting) => setting !== "doMigration" && (setting !== "removeOverride" || isThere));
}

/** The config that nodes have: of their override, of the first that names one of them, or the defaults. */
function nodeConfigOf(config: VmConfig, nodes: string[]): VmNodeConfig {
  const override =
    overrideOf(config, nodes) ?? config.nodeOverrides.find((of) => of.nodes.some((name) => nodes.includes(name)));
  return override?.config ?? config.nodeDefaults;
}

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
  nodes: "",
  setting: "cpu.watermark",
  value: "",
  downFor: "20s",
};

/** An event as the text has it. */
type WrittenEvent = { at: string } & Record<string, unknown>;

/** `a` for `default/a`, as people write it. */
const podWritten = (pod: string): string => pod.replace(/^default\//, "");

/**
 * The pod of the text that a pod goes back to: one that took the place of another by a migration is not in
 * the text.
 */
export function originOf(pod: NamespacedName, migrations: VmMigration[]): NamespacedName {
  let origin = pod;
  // Each of a chain is a migration of its own.
  for (let i = 0; i <= migrations.length; i += 1) {
    const before = migrations.find(({ target }) => target !== null && isSameName(target, origin));
    if (before === undefined) break;
    origin = before.pod;
  }
  return origin;
}

/** The event, or what is wrong with it. */
export function eventOf(
  { action, at, fields }: EventDraft,
  config: VmConfig | null,
  /** The nodes that there are; null: it is not known which. */
  known: string[] | null = null,
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
      const nodes = nodesRead(fields.nodes);
      const missing = known === null ? undefined : nodes.find((name) => !known.includes(name));
      if (missing !== undefined) return { error: `there is no node ${missing}` };
      const setting = fields.setting as Setting;
      const changed = config === null ? null : configWith(config, nodes, setting, fields.value.trim());
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
function configWith(config: VmConfig, nodes: string[], setting: Setting, value: string): object | null {
  const { memBlockSize, nodeDefaults, nodeOverrides, schedulerName } = config;
  if (!settingsOf(config, nodes.join()).includes(setting)) return null;
  let { doMigration } = config;
  let [defaults, overrides] = [nodeDefaults, nodeOverrides];
  const old = overrideOf(config, nodes);
  if (setting === "doMigration") {
    if (value !== "true" && value !== "false") return null;
    doMigration = value === "true";
  } else if (setting === "removeOverride") {
    overrides = nodeOverrides.filter((override) => override !== old);
  } else {
    const changed = nodeConfigWith(nodeConfigOf(config, nodes), setting, value);
    if (changed === null) return null;
    if (nodes.length === 0) defaults = changed;
    else if (old !== undefined)
      overrides = nodeOverrides.map((override) => (override === old ? { ...old, config: changed } : override));
    // The first override that names a node counts.
    else overrides = [{ nodes, config: changed }, ...nodeOverrides];
  }
  return {
    memBlockSize,
    nodeDefaults: defaults,
    ...(overrides.length > 0 && { nodeOverrides: overrides }),
    schedulerName,
    doMigration,
  };
}

/** The config of nodes with one setting changed; null where the value cannot be one. */
function nodeConfigWith(
  old: VmNodeConfig,
  setting: Exclude<Setting, "doMigration" | "removeOverride">,
  value: string,
): VmNodeConfig | null {
  const config = structuredClone(old);
  const number = Number(value);
  switch (setting) {
    case "cpu.watermark":
    case "memory.watermark":
      if (!(number > 0 && number <= 1)) return null;
      config[setting === "cpu.watermark" ? "cpu" : "memory"].watermark = number;
      break;
    case "cpu.system":
    case "memory.system":
      if (!/^\d+(\.\d+)?(m|[kMGTPE]i?)?$/.test(value)) return null;
      config[setting === "cpu.system" ? "cpu" : "memory"].system = value;
      break;
    case "computeUnit.vCPUs":
    case "computeUnit.mem":
      if (!(Number.isInteger(number) && number > 0 && number <= 65_535)) return null;
      config.computeUnit[setting === "computeUnit.vCPUs" ? "vCPUs" : "mem"] = number;
      break;
  }
  return config;
}

/** What a setting of some nodes is now; empty for one without a value. */
export function settingNow(config: VmConfig | null, setting: Setting, nodes = ""): string {
  if (config === null) return "";
  const { cpu, memory, computeUnit } = nodeConfigOf(config, nodesRead(nodes));
  const values: Record<Setting, string | number | boolean> = {
    "cpu.watermark": cpu.watermark,
    "cpu.system": cpu.system,
    "memory.watermark": memory.watermark,
    "memory.system": memory.system,
    "computeUnit.vCPUs": computeUnit.vCPUs,
    "computeUnit.mem": computeUnit.mem,
    doMigration: config.doMigration,
    removeOverride: "",
  };
  return String(values[setting]);
}
