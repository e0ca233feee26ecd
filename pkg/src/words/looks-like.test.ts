import { expect, test } from "vitest";
import { looksLike, ofAbsentKind } from "./looks-like.js";

test.each([
  ["", "empty"],
  ["# nothing\n---\n\n", "empty"],
  ["NAME       HUB ACCEPTED   MANAGED CLUSTER URLS   JOINED\nwest-1     true     https://a   True\n", "table"],
  ["NAMESPACE   NAME    AGE\ndefault     place   3d\n", "table"],
  ["NAME                  AGE\nplacement.cluster/one   3d\n", "table"],
  ["No resources found in default namespace.\n", "message"],
  ['error: the server doesn\'t have a resource type "placement"\n', "resource type placement"],
  ["Name:         one\nLabels:       a=b\nSpec:\n", "describe"],
  ["apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n", "Helm"],
  ["kind: ApplicationSet\nspec:\n  template:\n    metadata:\n      name: '{{name}}-web'\n", "ApplicationSet"],
  ["kind: ApplicationSet\nspec:\n  goTemplate: true\n  template: {metadata: {name: '{{.name}}'}}\n", "ApplicationSet"],
  ["kind: ApplicationSet\nmetadata:\n  name: {{ .Release.Name }}\n", "Helm"],
  ["{{- if .Values.on }}\nkind: Pod\n{{- end }}\n", "Helm"],
  ["kind: Kustomization\nresources: [a.yaml]\n", "kustomization"],
  ["# base\nresources:\n- ../base\nnamespace: apps\n", "kustomization"],
  ["local k = import 'k.libsonnet';\n{\n  a: { kind: 'Pod' },\n}\n", "Jsonnet"],
  ["// a fleet\nlocal fleet(n) = [];\nfleet(3)\n", "Jsonnet"],
  ['resource "kubernetes_manifest" "web" {\n  manifest = {}\n}\n', "Terraform"],
  ["apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: web}\n", "Crossplane"],
  ['{"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 403}', "API server"],
  ['{"type":"ADDED","object":{"kind":"Pod"}}\n', "watch"],
  ["diff -u -N /tmp/LIVE/x /tmp/MERGED/x\n--- /tmp/LIVE/x\n+++ /tmp/MERGED/x\n", "diff"],
  ["5c5\n<   replicas: 2\n---\n>   replicas: 3\n", "diff"],
  ["node/n1\nplacement.cluster.open-cluster-management.io/web\n", "names"],
  ["<!DOCTYPE html><html>", "web page"],
  ["> kind: Pod\n> metadata:\n", "quoted"],
  ["     9\tkind: Pod\n    10\tmetadata:\n", "numbers"],
  ["apiVersion: apps.open-cluster-management.io/v1\nkind: PlacementRule\n", "PlacementRule"],
  ["kind: Policy\nspec:\n  x:\n  - objectDefinition:\n      kind: Placement\n", "a Policy that holds a Placement"],
  ['{"prioritizeResults": [], "aggregatedScores": []}', "dry run of a placement"],
  ["items:\n- kind: ManifestWork\n  spec:\n    x:\n    - kind: Placement\n", "a ManifestWork that holds"],
])("%j", (text, word) => {
  expect(looksLike(text)?.title).toContain(word);
});

test.each([
  "NAMESPACE   NAME   SUCCEEDED   REASON   SELECTEDCLUSTERS\napps   web   False   NoManagedClusterMatched   0\n",
  "Name:   web\nAPI Version:  cluster.open-cluster-management.io/v1beta1\nKind:   Placement\nSpec:\n",
])("%j is of a hub", (text) => {
  expect(looksLike(text)?.command).toMatch(/^kubectl get managedclusters,/);
});

test.each([
  "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n",
  "just words",
  "NAME: a\n",
  '{"kind": "Secret"}',
  "resources: {cpu: 1}\nreplicas: 2\n",
  "1: a\n3: b\n",
  'kind: Node\n---\nerror: the server doesn\'t have a resource type "elasticquotas"\n',
  "kind: Policy\nspec:\n  x:\n  - objectDefinition:\n      kind: Secret\n",
])("%j looks like nothing in particular", (text) => {
  expect(looksLike(text)).toBe(null);
});

test("what kubectl says of a kind beside other objects", () => {
  const error = 'error: the server doesn\'t have a resource type "eq"\n';
  const text = `${error}error: the server doesn't have a resource type "vms.x"\nkind: Node\n`;
  const advice = "It has no objects of this kind, so there is nothing more to print.";
  expect(["ElasticQuota", "VirtualMachine", "Node"].map((kind) => ofAbsentKind(text, kind))).toEqual([
    { title: "This cluster has no resource type eq.", advice },
    { title: "This cluster has no resource type vms.x.", advice },
    null,
  ]);
  expect(ofAbsentKind(error, "ElasticQuota")).toBe(null);
});
