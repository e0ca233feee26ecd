import { expect, test } from "vitest";
import type { DecisionApplications } from "../../../types.js";
import { applicationNotes, applicationsText, deletionText, duplicateTexts, madeApplications } from "./applications.js";
import { objectNamed } from "../object-name.js";

const of = (change: Partial<DecisionApplications>): DecisionApplications => ({
  applicationSet: { kind: "ApplicationSet", namespace: "argocd", name: "shop" },
  configMap: objectNamed("ocm"),
  problem: null,
  inside: "alone",
  notModelled: [],
  template: { name: "shop-{{name}}", cluster: "{{ clusterName }}", server: "", namespace: "{{values.env}}" },
  goTemplate: false,
  values: [["env", "prod"]],
  elements: [],
  requeueAfterSeconds: 180,
  preservesResources: false,
  policy: "sync",
  clusters: ["a", "b"],
  clusterCount: change.clusters?.length ?? 2,
  assumesSecrets: false,
  withoutSecret: [],
  withoutSecretCount: change.withoutSecret?.length ?? 0,
  gone: [],
  goneCount: change.gone?.length ?? 0,
  ...change,
});

test("parameters stand for their texts", () => {
  expect(madeApplications(of({ clusters: ["a"] }))).toEqual([
    {
      name: "shop-a",
      namespace: "argocd",
      clusterName: "a",
      destination: { name: "a", server: "", namespace: "prod" },
      parameters: { name: "a", clusterName: "a", "values.env": "prod" },
      notModelled: [],
    },
  ]);
});

test.each([
  [false, "{{name}}-{{server}}", "a-{{server}}", ["{{server}}"]],
  [false, "{{.name}}", "{{.name}}", ["{{.name}}"]],
  [true, "{{.name}}-{{ .values.env }}", "a-prod", []],
  [true, "{{name}}", "{{name}}", ["{{name}}"]],
  [true, "{{ .name | lower }}", "{{ .name | lower }}", ["{{ .name | lower }}"]],
  [false, "{{constructor}}", "{{constructor}}", ["{{constructor}}"]],
])("go template %j: %s", (goTemplate, name, written, left) => {
  const template = { name, cluster: "", server: "", namespace: "" };
  const [made] = madeApplications(of({ clusters: ["a"], goTemplate, template }));
  expect([made?.name, made?.notModelled]).toEqual([written, left]);
});

test("a list in a matrix makes Applications of its own", () => {
  const template = { name: "{{name}}-{{env}}", cluster: "", server: "", namespace: "" };
  const both = of({ template, elements: [[["env", "x"]], [["env", "y"]]] });
  expect(madeApplications(both).map(({ name }) => name)).toEqual(["a-x", "a-y", "b-x", "b-y"]);
  expect(applicationsText(both)).toBe("ApplicationSet argocd/shop makes 4 Applications: a-x, a-y, b-x and b-y.");
});

test("sentences", () => {
  expect(applicationsText(of({}))).toBe("ApplicationSet argocd/shop makes 2 Applications: shop-a and shop-b.");
  expect(applicationsText(of({ clusters: ["a"] }))).toBe("ApplicationSet argocd/shop makes 1 Application: shop-a.");
  expect(applicationsText(of({ clusters: ["a", "b", "c", "d"], clusterCount: 1200 }))).toBe(
    "ApplicationSet argocd/shop makes 1,200 Applications: shop-a, shop-b, shop-c and 1,197 more.",
  );
  expect(applicationsText(of({ clusters: [] }))).toBe("ApplicationSet argocd/shop makes no Application.");
  expect(deletionText(of({ clusters: [], gone: ["a", "b", "c"] }))).toBe(
    "Argo CD would delete 3 Applications of ApplicationSet argocd/shop: the decision is empty.",
  );
  expect(deletionText(of({ clusters: [], gone: ["a"], policy: "create-only" }))).toBe(
    "The decision is empty; Argo CD would keep 1 Application of ApplicationSet argocd/shop " +
      "(`applicationsSync: create-only`).",
  );
  expect(deletionText(of({ gone: ["a"] }))).toBe(undefined);
  expect(deletionText(of({ clusters: [] }))).toBe(undefined);
});

test("notes", () => {
  expect(applicationNotes(of({}))).toEqual([]);
  expect(applicationNotes(of({ gone: ["c"], preservesResources: true, notModelled: ["git"] }))).toEqual([
    "Argo CD deletes 1 Application of clusters that the decision no longer has: shop-c",
    "the resources of deleted Applications stay (`preserveResourcesOnDeletion`)",
    "not looked at: `git`",
  ]);
  expect(applicationNotes(of({ gone: ["c"], policy: "create-update", preservesResources: true }))).toEqual([
    "Argo CD keeps (`applicationsSync: create-update`) 1 Application of clusters that the decision no longer has: " +
      "shop-c",
  ]);
  expect(applicationNotes(of({ problem: "config-map-missing" }))).toEqual([
    "ConfigMap ocm is not in the input: Argo CD is assumed to read `clusterName` of `decisions`",
  ]);
  expect(applicationNotes(of({ problem: "config-map-kind" }))).toEqual([
    "ConfigMap ocm names other objects than OCM's `placementdecisions`",
  ]);
  expect(applicationNotes(of({ problem: "config-map-keys" }))).toEqual([
    "ConfigMap ocm must have `statusListKey: decisions` and `matchKey: clusterName`: no cluster matches",
  ]);
});

test("names that several Applications would have", () => {
  const template = { name: "shop", cluster: "", server: "", namespace: "" };
  expect(duplicateTexts([of({}), of({ template, clusters: ["a"] })])).toEqual([]);
  expect(duplicateTexts([of({ template })])).toEqual([
    "Several Applications have the name argocd/shop, of ApplicationSet argocd/shop: Argo CD refuses them.",
  ]);
  const other = { kind: "ApplicationSet", namespace: "argocd", name: "api" };
  expect(duplicateTexts([of({ clusters: ["a"] }), of({ clusters: ["a"], applicationSet: other })])).toEqual([
    "Several Applications have the name argocd/shop-a, of ApplicationSet argocd/shop and ApplicationSet argocd/api: " +
      "Argo CD refuses them.",
  ]);
});

test("clusters that Argo CD has no Secret for are ignored", () => {
  expect(applicationNotes(of({ template: { name: "{{name}}", cluster: "", server: "", namespace: "" } }))).toEqual([]);
  const notes = (change: Partial<DecisionApplications>): string[] =>
    applicationNotes(of({ template: { name: "{{name}}", cluster: "", server: "", namespace: "" }, ...change }));
  expect(notes({ withoutSecret: ["c"] })).toEqual(["Argo CD has no cluster Secret for c, and ignores it"]);
  expect(notes({ withoutSecret: ["c", "d"] })).toEqual(["Argo CD has no cluster Secret for c and d, and ignores them"]);
  expect(notes({ assumesSecrets: true })).toEqual([
    "no cluster Secret of Argo CD is in the input: one for each cluster is assumed",
  ]);
  // The decision has a cluster, so nothing is deleted because it is empty.
  expect(deletionText(of({ clusters: [], gone: ["a"], withoutSecret: ["b"] }))).toBeUndefined();
});
