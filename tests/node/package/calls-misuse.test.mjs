// The functions of one call refuse what they cannot take.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  change,
  drain,
  evictAcrossNodes,
  explainNode,
  lint,
  more,
  place,
  scoreNodes,
  quotas as askQuotas,
  queue,
  simulatePod,
  spread,
  sweep,
  vmStep,
  vmTimeline,
  why,
  without,
} from "schedscope";

import { rejects } from "./rejects.mjs";
import { placement, quotas } from "./texts.mjs";

test("misuse is refused, and says what is meant", async () => {
  const pod = "team-a/api";
  const all = {
    place,
    spread,
    scoreNodes,
    simulatePod,
    explainNode,
    evictAcrossNodes,
    drain,
    more,
    queue,
    quotas: askQuotas,
    vmTimeline,
    vmStep,
    lint,
  };
  for (const [name, ask] of Object.entries(all)) {
    for (const wrong of [7, "x", [], true, null]) {
      await rejects(ask(quotas, wrong), "invalid-argument", `${name}: expected an object with options`);
    }
    await assert.rejects(
      ask(quotas, { pod, nope: 1 }),
      ({ code, message }) => code === "invalid-argument" && /there is no field `(nope|pod)`/.test(message),
    );
    await rejects(ask(quotas, { signal: 3 }), "invalid-argument", "`signal` must be an AbortSignal");
    await rejects(ask(quotas, { onProgress: 3 }), "invalid-argument", "`onProgress` must be a function");
    for (const [wrong, found] of [
      [7, "a number"],
      [undefined, "undefined"],
      [null, "null"],
      [() => 0, "a function"],
      [1n, "a bigint"],
    ]) {
      await rejects(
        ask(wrong),
        "invalid-argument",
        `the manifests must be a text, an object or many of them, not ${found}`,
      );
    }
  }
  await rejects(simulatePod(quotas), "invalid-argument", "simulatePod.pod: is required");
  await rejects(simulatePod(quotas, { pod: "x" }), "no-such-pod", "there is no pod `x`");
  await rejects(explainNode(quotas, { pod, node: "x" }), "no-such-node", "there is no node `x`");
  await rejects(place(placement, { now: "noon" }), "invalid-now", "`noon` is not an RFC 3339 time");
  await rejects(place(placement, { now: new Date(NaN) }), "invalid-now", "`now` is a Date without a time");
  await rejects(place(placement, { now: 5 }), "invalid-argument", "`now` must be a Date or an RFC 3339 text");
  await rejects(place(placement, { placement: {} }), "invalid-argument", "decide.placement.name: is required");
  await rejects(
    place(placement, { explain: "near" }),
    "invalid-argument",
    "place.explain: must be a list of clusters' names or `true`",
  );
  await rejects(place(placement, { explain: ["nobody"] }), "no-such-cluster", "there is no cluster `nobody`");
  await rejects(
    place(placement, { profile: "upstream" }),
    "invalid-argument",
    "decide.profile: `upstream` is not allowed here, did you mean `Upstream`",
  );
  await rejects(
    place(placement, { weights: { Steady: "3" } }),
    "invalid-argument",
    "decide.weights.Steady: expected a whole number, found the string `3`",
  );
});

test("weights of prioritizers that there are", async () => {
  const now = "2025-06-01T12:00:00Z";
  const known = "Steady, Balance, ResourceAllocatableCPU, ResourceAllocatableMemory";
  const among =
    `there is no prioritizer \`Nope\`; the prioritizers are ${known}, ResourceRatioCPU, ` +
    "ResourceRatioMemory, Spread";
  for (const [name, asked] of [
    [change, { want: { selects: ["b"] }, weights: { Nope: 1 } }],
    [sweep, { count: true, weights: { Nope: 1 } }],
    [sweep, { stability: true, weights: { Nope: 1 } }],
    [without, { weights: { Nope: 1 } }],
    [why, { name: "placement/p", weights: { Nope: 1 } }],
  ])
    await rejects(name(placement, { now, ...asked }), "invalid-argument", `${name.name}.weights: ${among}`);
  await rejects(sweep(placement, { now, weight: "Nope" }), "invalid-argument", `sweep.weight: ${among}`);
});
