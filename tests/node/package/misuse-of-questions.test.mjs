import assert from "node:assert/strict";
import { test } from "node:test";

import { Scenario } from "schedscope";

import { everyOption, names } from "./every-option.mjs";
import { invalid, refuses } from "./refuses.mjs";
import { placement, quotas } from "./texts.mjs";

const here = new Scenario();
here.replace(quotas);
const pod = "team-a/api";
const unwritable = "the options cannot be written as JSON";
const lastly = JSON.stringify(here.queue());

test("options that are none", () => {
  for (const [question, known] of Object.entries(everyOption)) {
    for (const wrong of [7, true, "x", [], [{}], () => 0, 7n, Symbol("s"), NaN]) {
      invalid(() => here[question](wrong), `${question}: expected an object with options`);
    }
    for (const [wrong, found] of [
      [() => 0, "a function"],
      [7n, "a bigint"],
      [Symbol("s"), "a symbol"],
      [NaN, "`NaN`"],
    ]) {
      invalid(() => here[question]({ ...known, nope: wrong }), `${question}: ${unwritable}: \`nope\` is ${found}`);
    }
    for (const key of ["nonsense", "__proto__", "", "Limit", "🙂".repeat(61)]) {
      const shown = key.length > 60 ? `${"🙂".repeat(60)}…` : key;
      const options = JSON.parse(JSON.stringify(known).replace(/^{/, `{"${key}":1,`).replace(/,}$/, "}"));
      assert.throws(
        () => here[question](options),
        ({ code, message }) => {
          assert.equal(code, "invalid-argument");
          const [field, fields] = message.split(", there are ");
          const near = key === "Limit" && "limit" in known ? ", did you mean `limit`" : "";
          assert.equal(field, `${question}: there is no field \`${shown}\`${near}`);
          if (near !== "") return true;
          // Which run is meant can be said, too; the text has no timeline that could be named.
          const run = "mitigations" in known ? ["timeline", "variant"] : [];
          assert.deepEqual(
            fields
              .split(", ")
              .filter((field) => field !== "none")
              .sort(),
            [...Object.keys(known), ...run].sort(),
          );
          return true;
        },
      );
    }
    // Code of the caller's that throws, be it what is no error.
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throwing = {
      get pod() {
        throw Symbol("mine");
      },
    };
    for (const wrong of [
      proxy,
      throwing,
      {
        toJSON: () => {
          throw null;
        },
      },
    ]) {
      invalid(() => here[question](wrong), `${question}: ${unwritable}`);
    }
  }
});

test("pods and nodes that are not there", () => {
  for (const question of ["scoreNodes", "simulatePod", "explainNode", "evictAcrossNodes"]) {
    const ask = (pod) => () => here[question]({ pod, ...(question === "explainNode" && { node: "node-1" }) });
    const at = `${question}.pod`;
    invalid(ask(undefined), `${at}: is required`);
    invalid(ask(null), `${at}: is required`);
    for (const wrong of ["", "/"]) invalid(ask(wrong), `${at}: must not be empty`);
    for (const wrong of [5, false, [pod]])
      invalid(ask(wrong), `${at}: expected a name, or an object with \`namespace\` and \`name\``);
    invalid(ask({}), `${at}.name: is required`);
    for (const wrong of ["team-a/nobody", "nobody", "team-a/api\u0000", "🙂/🙂", "team-a/api-0"]) {
      refuses(ask(wrong), "no-such-pod", `there is no pod \`${wrong}\``);
    }
    refuses(ask("x".repeat(100_000)), "no-such-pod", `there is no pod \`${"x".repeat(320)}…\``);
    assert.throws(ask("team-a/\ud83d"), (error) => error instanceof Error && typeof error.code === "string");
  }
  refuses(() => here.explainNode({ pod, node: "node-2" }), "no-such-node", "there is no node `node-2`");
  invalid(() => here.explainNode({ pod }), "explainNode.node: is required");
});

test("the method behind the questions", () => {
  for (const wrong of [undefined, null, 5, Symbol("decide"), {}, ["decide"]]) {
    assert.throws(() => here.answer(wrong), { name: "SchedscopeError", code: "invalid-argument" });
  }
  for (const wrong of ["nothing", "toString", "__proto__"]) {
    assert.throws(() => here.answer(wrong), { name: "SchedscopeError", code: "invalid-argument" });
  }
});

test("an error repeats the start of a long text", () => {
  const deciding = new Scenario();
  deciding.replace(placement);
  const message = `\`${"x".repeat(320)}…\` is not an RFC 3339 time`;
  refuses(() => deciding.decide({ now: "x".repeat(100_000) }), "invalid-now", message);
  deciding.free();
});

test("values that an option cannot have", () => {
  for (const [wrong, found] of [
    [-1, "`-1` is out of range: it must be at least 0"],
    [0.5, "expected a whole number, found the number `0.5`"],
    ["3", "expected a whole number, found the string `3`"],
    [true, "expected a whole number, found the boolean `true`"],
    [[3], "expected a whole number, found a list"],
    [1e300, "expected a whole number, found the number `1e+300`"],
    [1e19, "`10000000000000000000` is larger than any number this field holds"],
  ]) {
    invalid(() => here.nodes({ limit: wrong }), `nodes.limit: ${found}`);
    invalid(() => here.queueStep({ step: wrong }), `queueStep.step: ${found}`);
    const bounded = found.replace("at least 0", "from 0 to 1000000");
    invalid(() => here.queueStep({ step: 0, queue: { maxSteps: wrong } }), `queueStep.queue.maxSteps: ${bounded}`);
  }
  invalid(
    () => here.pods({ state: "waiting" }),
    "pods.state: `waiting` is not allowed here, use `all` or `pending` or `bound` or `finished`",
  );
  invalid(
    () => here.queue({ profile: "upstream" }),
    "queue.profile: `upstream` is not allowed here, did you mean `Upstream`",
  );
  const known = ["DefaultProfile", ...names].map((name) => `\`${name}\``);
  const anyScorer = `is not allowed here, use ${known.join(" or ")}`;
  invalid(() => here.queue({ scorer: "Nobody" }), `queue.scorer: \`Nobody\` ${anyScorer}`);
  invalid(() => here.queue({ scorer: "x".repeat(1000) }), `queue.scorer: \`${"x".repeat(60)}…\` ${anyScorer}`);
  invalid(() => here.pods({ find: ["web"] }), "pods.find: expected a string, found a list");
  invalid(
    () =>
      here.scoreNodes({
        pod,
        resources: [
          { name: "cpu", weight: 1 },
          { name: "memory", weight: 101 },
        ],
      }),
    "scoreNodes.resources[1].weight: `101` is out of range: it must be from 1 to 100",
  );
  invalid(
    () => here.scoreNodes({ pod, resources: [{ name: "cpu", weight: -1 }] }),
    "scoreNodes.resources[0].weight: `-1` is out of range: it must be from 1 to 100",
  );
  invalid(() => here.scoreNodes({ pod, resources: [{ weight: 1 }] }), "scoreNodes.resources[0].name: is required");
  invalid(
    () => here.scoreNodes({ pod, resources: new Array(1) }),
    "scoreNodes.resources[0]: expected an object with options",
  );
  invalid(() => here.scoreNodes({ pod, resources: { cpu: 1 } }), "scoreNodes.resources: expected a list");
  invalid(
    () => here.scoreNodes({ pod, shape: [[0, 0], [1]] }),
    "scoreNodes.shape[1]: expected a point: utilisation (0 to 100) and score (0 to 10)",
  );
  invalid(
    () => here.scoreNodes({ pod, shape: [[0, 11]] }),
    "scoreNodes.shape[0][1]: `11` is out of range: it must be from 0 to 10",
  );
  invalid(
    () =>
      here.scoreNodes({
        pod,
        shape: [
          [100, 0],
          [0, 10],
        ],
      }),
    "scoreNodes.shape: the utilisation of the points must ascend",
  );
  invalid(
    () => here.scoreNodes({ pod, bestEffort: "all" }),
    "scoreNodes.bestEffort: `all` is not allowed here, use `allocatable` or `nothing`",
  );
  invalid(
    () => here.scoreNodes({ pod, bestEffort: { amount: 1.5 } }),
    "scoreNodes.bestEffort.amount: expected a whole number, found the number `1.5`",
  );
  invalid(
    () => here.scoreNodes({ pod, bestEffort: { amount: 1e30 } }),
    "scoreNodes.bestEffort.amount: expected a whole number, found the number `1e+30`",
  );
  invalid(
    () => here.scoreNodes({ pod, bestEffort: { amount: -1 } }),
    "scoreNodes.bestEffort.amount: `-1` is out of range: it must be at least 0",
  );
});

test("objects that cannot be written", () => {
  const cycleOfObjects = { amount: {} };
  cycleOfObjects.amount.self = cycleOfObjects;
  let deepObject = {};
  for (let depth = 0; depth < 1e5; depth += 1) deepObject = { deepObject };
  for (const bestEffort of [cycleOfObjects, deepObject]) {
    invalid(() => here.scoreNodes({ pod, bestEffort }), `scoreNodes: ${unwritable}`);
  }
  invalid(
    () => here.scoreNodes({ pod, bestEffort: { amount: 1n } }),
    `scoreNodes: ${unwritable}: \`amount\` is a bigint`,
  );
});

test("questions of vectors are asked as JSON", () => {
  const ask = (question) => JSON.parse(here.askJson(JSON.stringify(question)));
  assert.deepEqual(ask({ quotaEvents: { events: [] } }), { steps: [] });
  invalid(() => ask({ vmLimits: { cpu: 1, mem: 1 } }), "vmLimits.config: is required");
  for (const question of ["quotaEvents", "vmEvents", "vmLimits"]) assert.equal(here[question], undefined);
});

test("nothing has changed", () => {
  assert.equal(JSON.stringify(here.queue()), lastly);
  assert.equal(here.text(), quotas);
  here.free();
});
