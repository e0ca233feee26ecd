import { Text } from "@codemirror/state";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { complete, documentationAt, indentationAfter } from "./assist";
import { type Field, type Fields, kinds } from "./fields";
import { fieldsAt, parents } from "./place";

/** A text with the cursor at `|`. */
function at(marked: string): [Text, number] {
  const offset = marked.indexOf("|");
  return [Text.of(marked.replace("|", "").split("\n")), offset];
}

const placement = (rest: string): string =>
  `apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nspec:\n${rest}`;

const labels = (marked: string, isAsked = false): string[] | null =>
  complete(...at(marked), isAsked)?.options.map(({ label }) => label) ?? null;

test("a key is completed by the fields of its object", () => {
  expect(labels(placement("  sp|"))).toContain("spreadPolicy");
  const terms = placement("  spreadPolicy:\n    spreadConstraints:\n");
  expect(labels(`${terms}    - topo|`)).toEqual(["topologyKey", "topologyKeyType", "maxSkew", "whenUnsatisfiable"]);
  // In an item that is begun, and in a list at the column of its key, also within a List.
  expect(labels(`${terms}    - topologyKey: zone\n      max|`)).toContain("maxSkew");
  const list =
    "apiVersion: v1\nkind: List\nitems:\n- kind: ManagedCluster\n  spec:\n    taints:\n    - key: gpu\n      ef|";
  expect(labels(list)).toEqual(["key", "value", "effect", "timeAdded"]);
  expect(labels("ki|")).toContain("kind");
  // Not on each new line, but where somebody asks.
  expect(labels(placement("  |"))).toBeNull();
  expect(labels(placement("  |"), true)).toContain("numberOfClusters");
  expect(labels(placement("  # spread|"))).toBeNull();
  expect(labels(placement("  clusterSets: [p|"))).toBeNull();
});

test("a value is completed by the words that the field allows", () => {
  expect(labels("kind: |")).toContain("Placement");
  expect(labels(placement("  prioritizerPolicy:\n    mode: E|"))).toEqual(["Additive", "Exact"]);
  expect(labels(placement("  numberOfClusters: |"))).toBeNull();
  const [text, offset] = at(placement("  spreadPolicy:\n    spreadConstraints:\n    - whenUnsatisfiable: Do|"));
  expect(complete(text, offset, false)?.from).toBe(offset - 2);
});

test("a field has its documentation, and others have none", () => {
  expect(documentationAt(...at(placement("  numberOf|Clusters: 3")))?.doc).toMatch(/^How many clusters/);
  expect(documentationAt(...at(placement("  numberOfClusters: |3")))).toBeNull();
  expect(documentationAt(...at(placement("  unk|nown: 3")))).toBeNull();
});

test.each([
  ["- scoreCoordinate:", 4],
  ["    - scoreCoordinate:", 8],
  ["spec:", 2],
  ["  - name: a", 4],
  ["  name: a", 2],
  ["  text: |", 4],
  ["  spec: # what is wanted", 4],
  ["  name", null],
  ["  - plain", null],
])("the line after %j begins at %j", (before, column) => expect(indentationAfter(before, 2)).toBe(column));

test("parents end at the document", () => {
  expect(parents(Text.of(["spec:", "---", "a:", "  b:", "  - c:", "      d: 1"]), 6)).toEqual(["a", "b", "c"]);
  expect(fieldsAt(Text.of(["kind: Nothing", "spec:", "  a: 1"]), 3)).toBeNull();
});

/** Every path of fields below a kind. */
function* paths(fields: Fields, above: string[] = []): Iterable<[string[], Field]> {
  for (const [name, field] of Object.entries(fields)) {
    yield [[...above, name], field];
    if (field.fields !== undefined) yield* paths(field.fields, [...above, name]);
  }
}

/** Lists of objects, which hold their fields in an item. */
const lists = new Set(
  [
    "predicates",
    "configurations",
    "spreadConstraints",
    "tolerations",
    "taints",
    "decisionGroups",
    "clusterClaims",
  ].concat(["matchExpressions", "topologySpreadConstraints", "containers"]),
);

test("the reader knows each field: it suggests the name for one that is nearly the same", () => {
  const unknown: string[] = [];
  for (const [kind, { fields = {} }] of Object.entries(kinds)) {
    for (const [path] of paths(fields)) {
      const [first = ""] = path;
      if (["apiVersion", "kind", "metadata"].includes(first) || path.length === 1) continue;
      const name = path.at(-1) ?? "";
      let value: unknown = { [`${name}x`]: {} };
      for (const key of path.slice(0, -1).reverse()) value = { [key]: lists.has(key) ? [value] : value };
      const version = { Pod: "v1", Node: "v1", ElasticQuota: "scheduling.x-k8s.io/v1alpha1", Placement: "v1beta1" }[
        kind
      ];
      const group = "cluster.open-cluster-management.io";
      const apiVersion = version?.startsWith("v1b") ? `${group}/${version}` : (version ?? `${group}/v1`);
      const scenario = new Scenario();
      scenario.replace(
        JSON.stringify({ apiVersion, kind, metadata: { name: "a", namespace: "b" }, ...(value as object) }, null, 1),
      );
      const found = scenario.reading().diagnostics.some((one) => one.suggestion === name);
      if (!found) unknown.push(`${kind} ${path.join(".")}`);
      scenario.free();
    }
  }
  expect(unknown).toEqual([]);
});
