import { expect, test } from "vitest";
import type { Finding, ScoreNodesAnswer } from "../../types.js";
import { podFindings } from "./pod-findings.js";

const finding = (code: string, data: object): Finding => ({ at: "before", severity: "info", code, data }) as Finding;
const limits = finding("assumed-storage", { kind: "CSINode" });
const volumes = finding("assumed-storage", { kind: "PersistentVolume" });
const quota = finding("not-modelled", { why: "kueue-quota" });
const refusal = {} as NonNullable<ScoreNodesAnswer["volumeRefusal"]>;

const of = (state: "pending" | "bound", volumeRefusal?: typeof refusal) =>
  podFindings({
    entry: { state },
    scores: { findings: [limits, volumes], ...(volumeRefusal && { volumeRefusal }) },
    cycle: { findings: [{ ...limits }, quota] },
  });

test("each finding of the parts comes once", () => {
  expect(of("pending")).toEqual([limits, volumes, quota]);
});

test("quotas do not concern a pod on a node", () => {
  expect(of("bound")).toEqual([limits, volumes]);
});

test("limits of volumes do not concern a pod that no node is tried for", () => {
  expect(of("pending", refusal)).toEqual([volumes, quota]);
});
