import { expect, test } from "vitest";
import type { MissingInput, OtherProfile, RecordedComparison } from "../../../types.js";
import { caveats, otherProfileText, recordedText } from "./caveat.js";
import { findingsOf } from "../finding.js";
import { lacking } from "../fixture.js";

const other = (change: Partial<OtherProfile>): OtherProfile => ({
  profile: "Upstream",
  same: false,
  status: "Success",
  message: "",
  selected: 3,
  added: [],
  removed: [],
  addedCount: change.added?.length ?? 0,
  removedCount: change.removed?.length ?? 0,
  because: ["spread-policy"],
  ...change,
});

test("the same clusters with other scores are not the same decision", () => {
  const text = (code: "scores-written" | "scores-unchanged"): string =>
    recordedText(recorded({ same: true }), undefined, [{ code, path: null }]);
  expect(text("scores-written")).toBe(
    "The hub recorded the same clusters with other scores: it would write the new scores, in their order, now.",
  );
  expect(text("scores-unchanged")).toBe("The hub recorded the same decision.");
  const wait = { code: "scores-wait", until: "2026-11-25T12:05:00Z", path: null } as const;
  expect(recordedText(recorded({ same: true }), undefined, [wait])).toMatch(/scores, in their order, at 2026-.*Z\.$/);
});

test("expired scores of all clusters are said, behind what a hub recorded", () => {
  const note = { code: "addon-score-expired", prioritizer: "AddOn/s/x", clusters: 2, path: null } as const;
  const codes = (all: boolean, record: Partial<RecordedComparison>): string[] =>
    caveats({ notes: [{ ...note, all }], recorded: recorded(record) }).map(({ code }) => code);
  expect(codes(false, { same: true })).toEqual([]);
  expect(codes(true, { same: true })).toEqual(["scores-expired"]);
  expect(codes(true, { added: ["a"], removed: ["b"] })).toEqual(["recorded-differs", "scores-expired"]);
});

const OTHERS: [OtherProfile, string][] = [
  [
    other({ added: ["a2"], removed: ["b1"] }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects a2 instead of b1.",
  ],
  [
    other({ profile: "Proposal", added: ["a", "b", "c", "d"], removed: ["e"], addedCount: 1200 }),
    "The preview applies `spreadPolicy` and selects a, b, c and 1,197 more instead of e.",
  ],
  [
    other({ added: ["a", "b"] }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and also selects a and b.",
  ],
  [
    other({ added: ["a", "b"], selected: 2 }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects a and b.",
  ],
  [
    other({ removed: ["a"], selected: 1 }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects 1 cluster, without a.",
  ],
  [
    other({
      status: "Misconfigured",
      message: "incorrect builtin prioritizer: ResourceRatioCPU",
      selected: 0,
      removed: ["a"],
      because: ["prioritizer"],
    }),
    "Preview of a design document: OCM 1.3 takes the placement as misconfigured (incorrect builtin " +
      "prioritizer: ResourceRatioCPU) and selects no cluster.",
  ],
  [
    other({ because: ["arithmetic", "toleration-seconds"], removed: ["a"], selected: 0 }),
    "Released OCM 1.3 lets scores overflow, wraps `tolerationSeconds` beyond 292 years and selects no cluster.",
  ],
  [
    other({ because: ["group-selector"] }),
    "Released OCM 1.3 keeps groups before an invalid selector and selects the same clusters, in other groups.",
  ],
  [
    other({ status: "Error" }),
    "Preview of a design document: OCM 1.3 takes the placement as invalid and decides nothing.",
  ],
  [
    other({ same: true }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects the same clusters.",
  ],
  [
    other({ same: true, selected: 0 }),
    "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects no cluster either.",
  ],
];

test.each(OTHERS)("%j", (row, sentence) => {
  expect(otherProfileText(row)).toBe(sentence);
});

const recorded = (change: Partial<RecordedComparison>): RecordedComparison => ({
  same: false,
  clusters: 2,
  added: [],
  removed: [],
  addedCount: change.added?.length ?? 0,
  removedCount: change.removed?.length ?? 0,
  numberOfSelectedClusters: 2,
  form: "ocm",
  conditions: [],
  at: "2025-11-20T10:00:00Z",
  causes: [],
  ...change,
});
const object = { kind: "ManagedCluster", namespace: "", name: "a" };
const UNKNOWN = "The input does not say why.";

const RECORDED: [RecordedComparison, string][] = [
  [recorded({ same: true }), "The hub recorded the same decision."],
  [
    recorded({ same: true, clusters: null }),
    "The hub recorded 2 clusters, too; the input does not have all of their names.",
  ],
  [
    recorded({ same: true, clusters: null, numberOfSelectedClusters: null }),
    "The hub recorded the same conditions; which clusters it selected is not in the input.",
  ],
  [recorded({ added: ["a"], removed: ["b"] }), `The hub recorded b instead of a. ${UNKNOWN}`],
  [recorded({ added: ["a"] }), `The hub recorded a decision without a. ${UNKNOWN}`],
  [recorded({ removed: ["b", "c"] }), `The hub recorded b and c, and this decision selects none. ${UNKNOWN}`],
  [recorded({ clusters: null }), `The hub recorded 2 selected clusters. ${UNKNOWN}`],
  [
    recorded({
      conditions: [
        { type: "PlacementSatisfied", status: "False", reason: "NoIntersection", decided: "AllDecisionsScheduled" },
      ],
    }),
    `The hub recorded \`PlacementSatisfied\` as False: NoIntersection, not AllDecisionsScheduled. ${UNKNOWN}`,
  ],
  [
    recorded({
      group: {
        index: 0,
        recorded: { name: "canary", clusters: 1, members: [] },
        decided: { name: "canary", clusters: 2, members: [] },
      },
    }),
    `The hub recorded 1 cluster in decision group 0 (canary), not 2. ${UNKNOWN}`,
  ],
  [
    recorded({
      group: {
        index: 0,
        recorded: { name: "", clusters: 1, members: ["a"] },
        decided: { name: "yellow", clusters: 1, members: ["d"] },
      },
    }),
    `The hub recorded the same clusters in other decision groups: a in group 0, not d (yellow). ${UNKNOWN}`,
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "number-changed", object, time: null }] }),
    "The hub recorded b as well. Likeliest cause: numberOfClusters was changed since.",
  ],
  [
    recorded({
      group: {
        index: 1,
        recorded: { name: "a", clusters: 2, members: [] },
        decided: { name: "", clusters: 2, members: [] },
      },
    }),
    `The hub recorded 2 clusters in decision group 1 (a), not 2 clusters in decision group 1. ${UNKNOWN}`,
  ],
  [
    recorded({ group: { index: 1, recorded: null, decided: { name: "", clusters: 2, members: [] } } }),
    `The hub recorded 1 decision group, and this decision has more. ${UNKNOWN}`,
  ],
  [
    recorded({ group: { index: 1, recorded: { name: "", clusters: 2, members: [] }, decided: null } }),
    `The hub recorded more than 1 decision group. ${UNKNOWN}`,
  ],
  [recorded({}), `The hub recorded 2 as the number of selected clusters. ${UNKNOWN}`],
  [
    recorded({ removed: ["b"], causes: [{ code: "changed-since", object, time: "2025-11-20T10:11:12Z" }] }),
    "The hub recorded b as well. Likeliest cause: ManagedCluster a was changed at 2025-11-20T10:11:12Z, after " +
      "2025-11-20T10:00:00Z.",
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "changed-since", object, time: null }] }),
    "The hub recorded b as well. " +
      "Likeliest cause: ManagedCluster a was written after the decision, by its resourceVersion.",
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "other-profile", object: null, time: null }] }),
    "The hub recorded b as well. Likeliest cause: the hub decides as the other scheduler does.",
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "score-expired", object, time: "2025-11-20T10:11:12Z" }] }),
    "The hub recorded b as well. Likeliest cause: ManagedCluster a expired at 2025-11-20T10:11:12Z.",
  ],
  [
    recorded({
      removed: ["b"],
      causes: [{ code: "taint-added", object, time: "2025-11-20T10:11:12Z", taint: "lost:NoSelect" }],
    }),
    "The hub recorded b as well. Likeliest cause: taint lost:NoSelect of ManagedCluster a was added at " +
      "2025-11-20T10:11:12Z, after 2025-11-20T10:00:00Z.",
  ],
  [
    recorded({
      removed: ["b"],
      at: null,
      causes: [{ code: "taint-added", object, time: "2025-11-20T10:11:12Z", taint: "lost:NoSelect" }],
    }),
    "The hub recorded b as well. Likeliest cause: taint lost:NoSelect of ManagedCluster a was added at " +
      "2025-11-20T10:11:12Z, and the input does not tell when the hub decided.",
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "what-if", object: null, time: null }] }),
    "The hub recorded b as well. Likeliest cause: the options change the placement.",
  ],
  [
    recorded({ removed: ["b"], causes: [{ code: "missing-input", object: null, time: null }] }),
    "The hub recorded b as well. Likeliest cause: the input lacks objects.",
  ],
  [
    recorded({ added: ["a"], removed: ["b"], causes: [{ code: "steady", object: null, time: null }] }),
    "The hub recorded b instead of a. Likeliest cause: `Steady` scores the recorded clusters, so the hub's next " +
      "decision can be another one.",
  ],
  // It changes ranks alone.
  [
    recorded({ removed: ["b"], causes: [{ code: "steady", object: null, time: null }] }),
    `The hub recorded b as well. ${UNKNOWN}`,
  ],
];

test.each(RECORDED)("%j", (row, sentence) => {
  expect(recordedText(row)).toBe(sentence);
});

const missing = (change: Partial<MissingInput>): MissingInput => ({
  kind: "ManagedClusterSet",
  namespace: "",
  name: "prod",
  why: "set-wanted",
  assumed: false,
  command: "kubectl get managedclustersets prod -o yaml",
  ...change,
});

test("the other profile as the cause", () => {
  const cause = { code: "other-profile", object: null, time: null } as const;
  expect(
    recordedText(recorded({ added: ["a"], removed: ["b"], causes: [cause] }), other({ added: ["b"], removed: ["a"] })),
  ).toBe("The hub recorded b instead of a. Likeliest cause: this hub ignores `spreadPolicy`.");
});

test("what the hub recorded is what the other profile decides: one sentence", () => {
  const causes = [{ code: "other-profile", object: null, time: null } as const];
  const said = (record: Partial<RecordedComparison>, of: Partial<OtherProfile>) =>
    caveats({
      recorded: recorded({ causes, ...record }),
      otherProfile: other(of),
    }).map(({ code, message }) => `${code}: ${message}`);
  const decided = "Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects b instead of a";
  expect(said({ added: ["a"], removed: ["b"] }, { added: ["b"], removed: ["a"] })).toEqual([
    `released-recorded: ${decided}; the hub recorded the same.`,
  ]);
  expect(said({ removed: ["b"] }, { added: ["b"], selected: 3 })).toEqual([
    "released-recorded: Preview of a design document: OCM 1.3 ignores `spreadPolicy` and also selects b; " +
      "the hub recorded the same.",
  ]);
  // Other clusters, or another cause: two sentences.
  const two = (record: Partial<RecordedComparison>) => said(record, { added: ["b"], removed: ["a"] });
  const cause = "Likeliest cause: this hub ignores `spreadPolicy`.";
  expect(two({ added: ["a"], removed: ["c"] })).toEqual([
    `other-profile: ${decided}.`,
    `recorded-differs: The hub recorded c instead of a. ${cause}`,
  ]);
  expect(two({ added: ["a"], removed: ["b"], causes: [] })).toEqual([
    `other-profile: ${decided}.`,
    "recorded-differs: The hub recorded b instead of a. The input does not say why.",
  ]);
  expect(two({ same: true })).toEqual([`other-profile: ${decided}.`]);
});

test("sets whose names are nearly those that are missing", () => {
  const missingInputs = [
    missing({ name: "globl", near: [{ kind: "ManagedClusterSet", namespace: "", name: "global" }] }),
    missing({ name: "prod" }),
  ];
  expect(caveats(lacking(...missingInputs))[0]?.message).toBe(
    "Incomplete: the input lacks ManagedClusterSet globl and ManagedClusterSet prod. Did you mean ManagedClusterSet " +
      "global?",
  );
});

test("CEL that was not evaluated on all clusters stands before what is recorded", () => {
  const found = caveats({
    findings: findingsOf("cel-skipped", [{ clusters: 1, path: "spec" }]),
    recorded: recorded({ removed: ["b"] }),
  });
  expect(found.map(({ code }) => code)).toEqual(["cel-skipped", "recorded-differs"]);
  expect(found[0]?.message).toBe(
    "Incomplete: CEL was not evaluated on 1 cluster, which counts as filtered out: it takes too many steps on all " +
      "clusters together.",
  );
});

test("what makes other sentences doubtful comes first", () => {
  const found = caveats({
    ...lacking(
      missing({}),
      missing({ kind: "ManagedClusterSetBinding", namespace: "apps", name: "", why: "not-bound", command: "x" }),
      missing({ kind: "PlacementDecision", name: "", why: "history", command: "y" }),
      missing({ kind: "AddOnPlacementScore", name: "net", why: "scores", assumed: true }),
    ),
    recorded: recorded({ removed: ["b"] }),
    otherProfile: other({ added: ["a"], because: ["arithmetic"] }),
  });
  expect(found.map(({ code }) => code)).toEqual(["missing-input", "recorded-differs", "other-profile"]);
  expect(found[0]?.message).toBe(
    "Incomplete: the input lacks ManagedClusterSet prod, any ManagedClusterSetBinding in namespace apps and any " +
      "PlacementDecision.",
  );
  expect(found[0]?.details[0]).toBe(
    "ManagedClusterSet prod: `spec.clusterSets` names it; kubectl get managedclustersets prod -o yaml",
  );
});

test("an invalid field comes before all else", () => {
  const field = (path: string, message: string) => ({
    object: { kind: "Placement", namespace: "apps", name: "web" },
    path,
    code: "invalid-value" as const,
    message,
  });
  const fields = [field("spec.sortBy", "`Scores` is not allowed here"), field("", "it is none"), field("a", "b")];
  const findings = [...findingsOf("invalid-field", fields), ...lacking(missing({})).findings];
  const found = caveats({ findings });
  expect(found.map(({ code }) => code)).toEqual(["invalid-field", "missing-input"]);
  expect(found[0]?.message).toBe(
    "Invalid: Placement apps/web, spec.sortBy: `Scores` is not allowed here; and 2 more invalid fields.",
  );
  expect(found[0]?.details).toEqual(["Placement apps/web: it is none", "Placement apps/web, a: b"]);
});

test("what is assumed comes after the answer", () => {
  const found = caveats(lacking(missing({ kind: "PlacementDecision", name: "", why: "history", assumed: true })));
  expect(found.map(({ at, message }) => [at, message])).toEqual([
    ["after", "No PlacementDecision is in the input: `Balance` counts none."],
  ]);
  expect(caveats({ recorded: recorded({ same: true }) })).toEqual([]);
  const causes = [{ code: "what-if", object: null, time: null } as const];
  expect(caveats({ recorded: recorded({ removed: ["b"], causes }) })).toEqual([]);
});

test("a misspelt word of a predicate", () => {
  const word = { path: "spec.predicates[0]", on: "label", required: "regoin", meant: "region" } as const;
  const findings = findingsOf("misspelt-requirement", [word], "warning");
  expect(caveats({ findings }).map(({ message }) => message)).toEqual([
    "No candidate has the label `regoin`: did you mean `region`?",
  ]);
});

test("a score that no add-on reports", () => {
  const score = { prioritizer: "AddOn/net/latancy", addOn: "net", score: "latancy", meant: null };
  const said = (meant: string | null) => {
    const findings = findingsOf("unknown-score", [{ ...score, meant }], "warning");
    return caveats({ findings }).map(({ message }) => message);
  };
  const no = "No AddOnPlacementScore net has a score `latancy`";
  expect([...said("latency"), ...said(null)]).toEqual([
    `${no}: did you mean \`latency\`?`,
    `${no}: it counts 0 for every cluster.`,
  ]);
});
