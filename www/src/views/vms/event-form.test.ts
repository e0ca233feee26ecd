import { expect, test } from "vitest";
import type { VmConfig, VmNodeConfig } from "../../engine/types";
import {
  type EventDraft,
  emptyFields,
  eventOf,
  nodesWritten,
  originOf,
  type Setting,
  settingNow,
  settingsOf,
} from "./event-form";
import { scenario, scenarioOf, text } from "./fixture";
import { fullName, objectNamed } from "schedscope/words/object-name";

const { config } = scenario.vmTimeline({ limit: 0 });

function made(action: EventDraft["action"], fields: Partial<EventDraft["fields"]>, at = "2m05s"): unknown {
  const result = eventOf({ action, at, fields: { ...emptyFields, ...fields } }, config);
  return "event" in result ? result.event : result.error;
}

test("events as they are written", () => {
  expect(made("request", { pod: "default/a", vCPUs: "4", mem: "16" })).toEqual({
    at: "2m5s",
    request: { pod: "a", vCPUs: 4, mem: 16 },
  });
  expect(made("request", { pod: "x/a", vCPUs: "4", mem: "16", load: "1.5, 0.5" })).toEqual({
    at: "2m5s",
    request: { pod: "x/a", vCPUs: 4, mem: 16, load: [1.5, 0.5] },
  });
  expect(made("request", { pod: "a", vCPUs: "0", mem: "0", load: "2" })).toEqual({
    at: "2m5s",
    request: { pod: "a", vCPUs: 0, mem: 0, load: [2, 2] },
  });
  expect(made("use", { pod: "a", vCPUs: "1", mem: "4" })).toEqual({ at: "2m5s", use: { pod: "a", vCPUs: 1, mem: 4 } });
  expect(made("load", { pod: "web-*", units: "1.5" })).toEqual({ at: "2m5s", load: { vms: ["web-*"], constant: 1.5 } });
  expect(made("migrate", { pod: "a" })).toEqual({ at: "2m5s", migrate: { pod: "a" } });
  expect(made("delete", { pod: "a" }, "0s")).toEqual({ at: "0s", delete: { pod: "a" } });
  expect(made("restart", { downFor: "20s" })).toEqual({ at: "2m5s", restart: { downFor: "20s" } });
  expect(made("restart", { downFor: "" })).toEqual({ at: "2m5s", restart: {} });
});

test("a pod that a migration made goes back to the one of the text", () => {
  const { migrations } = scenario.vmTimeline({ limit: 0 });
  const origin = (pod: string, all = migrations): string => fullName(originOf(objectNamed(pod), all));
  expect(["default/c-m1", "default/a", "default/c"].map((pod) => origin(pod))).toEqual([
    "default/c",
    "default/a",
    "default/c",
  ]);
  const [first] = migrations;
  if (first === undefined) throw new Error("a migration");
  const chain = [first, { ...first, pod: objectNamed("default/b-m1"), target: objectNamed("default/b-m2") }];
  expect(origin("default/b-m2", chain)).toBe("default/b");
  // What names itself ends, too.
  expect(origin("x", [{ ...first, pod: objectNamed("x"), target: objectNamed("x") }])).toBe("x");
});

test("a config is written whole, with the one setting changed", () => {
  expect(made("config", { setting: "cpu.watermark", value: "0.5" })).toEqual({
    at: "2m5s",
    config: {
      memBlockSize: "1Gi",
      nodeDefaults: {
        cpu: { watermark: 0.5, system: "1" },
        memory: { watermark: 0.7, system: "2Gi" },
        computeUnit: { vCPUs: 1, mem: 4 },
      },
      schedulerName: "autoscale-scheduler",
      doMigration: true,
    },
  });
  expect(settingNow(config, "memory.system")).toBe("2Gi");
});

test("the override of a node is changed, added and removed", () => {
  if (config === null) throw new Error("a config");
  const own = (watermark: number): VmNodeConfig => ({
    ...config.nodeDefaults,
    cpu: { ...config.nodeDefaults.cpu, watermark },
  });
  const with1and2 = { ...config, nodeOverrides: [{ nodes: ["n1", "n2"], config: own(0.5) }] };
  const overrides = (nodes: string, setting: Setting, value = ""): unknown => {
    const draft = { action: "config" as const, at: "1s", fields: { ...emptyFields, nodes, setting, value } };
    const result = eventOf(draft, with1and2, ["n1", "n2", "n3"]);
    if ("error" in result) return result.error;
    const written = result.event.config as Partial<VmConfig>;
    expect(written.nodeDefaults).toEqual(config.nodeDefaults);
    return written.nodeOverrides?.map((override) => [nodesWritten(override), override.config.cpu.watermark]);
  };
  // In any order.
  expect(overrides("n2,n1", "cpu.watermark", "0.3")).toEqual([["n1, n2", 0.3]]);
  expect(overrides("n1, n2", "removeOverride")).toBeUndefined();
  // The first override that names a node counts, so a new one comes first.
  expect(overrides("n3", "cpu.watermark", "0.2")).toEqual([
    ["n3", 0.2],
    ["n1, n2", 0.5],
  ]);
  // What is not changed is what the node had.
  expect(overrides("n1", "cpu.system", "2")).toEqual([
    ["n1", 0.5],
    ["n1, n2", 0.5],
  ]);
  expect(overrides("n9", "cpu.watermark", "0.2")).toBe("there is no node n9");
  expect(overrides("n3", "removeOverride")).toBe("this is not a value for that setting");
  expect(settingNow(with1and2, "cpu.watermark", "n1")).toBe("0.5");
  expect(settingNow(with1and2, "cpu.watermark")).toBe(String(config.nodeDefaults.cpu.watermark));
  const has = (nodes: string): boolean[] =>
    (["doMigration", "removeOverride"] as const).map((setting) => settingsOf(with1and2, nodes).includes(setting));
  expect([has(""), has("n1, n2"), has("n1")]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test("an invalid event says why", () => {
  expect(made("request", { pod: "", vCPUs: "1", mem: "1" })).toBe("which pod is it");
  expect(made("request", { pod: "a", vCPUs: "1.5", mem: "1" })).toBe(
    "vCPUs and memory slots are whole numbers up to 65,535",
  );
  expect(made("request", { pod: "a", vCPUs: "1", mem: "1", load: "high" })).toBe(
    "the load must be one or two numbers, for example 1, 0.5",
  );
  expect(made("delete", { pod: "a" }, "soon")).toBe("the time is a duration, such as 2m5s");
  expect(made("load", { pod: "a", units: "" })).toBe("the load is a number of compute units");
  for (const [setting, value] of [
    ["cpu.watermark", "2"],
    ["cpu.system", "much"],
    ["computeUnit.mem", "0"],
    ["doMigration", "maybe"],
  ] as const) {
    expect(made("config", { setting, value }), setting).toBe("this is not a value for that setting");
  }
});

test("what is written is read as it is meant", () => {
  for (const [action, fields] of [
    ["request", { pod: "default/a", vCPUs: "4", mem: "16", load: "1" }],
    ["load", { pod: "a", units: "2" }],
    ["use", { pod: "a", vCPUs: "1", mem: "4" }],
    ["config", { setting: "doMigration", value: "false" }],
    ["config", { nodes: "n1", setting: "cpu.watermark", value: "0.5" }],
    ["migrate", { pod: "a" }],
    ["migrationFailed", { pod: "a" }],
    ["schedule", { pod: "a" }],
    ["delete", { pod: "a" }],
    ["restart", { downFor: "1m" }],
  ] as const) {
    const own = scenarioOf(text);
    const [edit] = own.timelineEdit({ timeline: "default/runs-out", event: made(action, fields) as object });
    if (edit === undefined) throw new Error("an edit");
    const reading = own.edit(edit.from, edit.to, edit.insert);
    expect(reading.diagnostics, action).toEqual([]);
    expect(own.vmTimeline({ event: 3 }).steps[0]?.at, action).toBe(125);
  }
});
