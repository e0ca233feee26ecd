import { expect, test } from "vitest";
import type { SweepAnswer } from "../../../types.js";
import { migrationsText, sweepVmsText } from "./sweep-vms.js";
import { sweepText } from "./sweep.js";
import { valuesText } from "./sweep-pod.js";
import { objectNamed } from "../object-name.js";

test("a sweep of a watermark", () => {
  const interval = { selected: 0, decided: true, cycle: null };
  const run = (migrations: number) => ({ migrations, denied: 0, unplaced: 0, starts: true });
  const swept: SweepAnswer = {
    object: { kind: "ConfigMap", namespace: "kube-system", name: "config" },
    pod: null,
    parameter: "watermark",
    subject: "nodeDefaults.cpu.watermark",
    inForce: 750_000,
    intervals: [
      { ...interval, from: 1, to: 874_999, run: run(1), added: [], removed: [] },
      {
        ...interval,
        from: 875_000,
        to: 1_000_000,
        run: run(0),
        added: [],
        removed: [],
        addedPods: [objectNamed("a/z")],
        removedPods: ["a/x", "a/y"].map(objectNamed),
      },
    ],
    points: [],
    complete: true,
  };
  expect(swept.intervals.map((one) => valuesText(swept, one))).toEqual(["0.000001 to 0.874999", "0.875 to 1"]);
  expect(sweepText(swept)).toBe(
    "As nodeDefaults.cpu.watermark grows, the run changes once; now 0.75: 1 migration; every request is granted",
  );
  expect(sweepVmsText({ ...swept, intervals: swept.intervals.slice(0, 1), complete: false })).toBe(
    "At every value of nodeDefaults.cpu.watermark, the run is the same (now 0.75: 1 migration; every request is " +
      "granted); not all values were tried, so it may change at others",
  );
  expect(swept.intervals.map(migrationsText)).toEqual(["", "+a/z −a/x −a/y"]);
  const system: SweepAnswer = { ...swept, parameter: "system", subject: "nodeDefaults.memory.system" };
  expect(valuesText(system, { ...interval, from: 1024, to: 2 ** 30 })).toBe("1Ki to 1Gi");
});
