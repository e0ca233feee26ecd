import { expect, test } from "vitest";
import { findingsOf } from "../finding.js";
import { defaultsTexts } from "./default-request.js";
import { podRequestText } from "./quota.js";
import { objectNamed } from "../object-name.js";

const row = (resource: string, amount: number, containers = 1, limitRange = "team/limits") => ({
  limitRange: objectNamed(limitRange),
  resource,
  amount,
  containers,
});

test("requests by default of limit ranges", () => {
  expect(defaultsTexts([])).toEqual([]);
  expect(defaultsTexts([row("cpu", 500)])).toEqual(["500m CPU by default of LimitRange team/limits"]);
  expect(defaultsTexts([row("cpu", 500), row("memory", 2 ** 30, 2), row("cpu", 1000, 1, "team/more")])).toEqual([
    "500m CPU in 1 container, 1Gi of memory in each of 2 containers by default of LimitRange team/limits",
    "1 CPU by default of LimitRange team/more",
  ]);
});

test("what a pod requests, what a quota counts, and what of it is there by default", () => {
  const request = { cpu: 500, memory: 0 };
  const of = { fitRequest: request, podRequest: request, quota: null };
  const findings = findingsOf("default-request", [row("cpu", 500)], "info", "beside");
  expect(podRequestText(of)).toBe("500m CPU");
  expect(podRequestText({ ...of, findings })).toBe("500m CPU (500m CPU by default of LimitRange team/limits)");
  expect(podRequestText({ ...of, podRequest: { cpu: 2000 }, findings })).toBe(
    "500m CPU (an ElasticQuota would count 2 CPUs; 500m CPU by default of LimitRange team/limits)",
  );
});
