// `schedscope change --apply` writes the file back: the change, and nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, run, withFiles } from "./run.mjs";

const example = readFileSync(join(root, "examples/what-if/steady-and-load.yaml"), "utf8");
const clock = ["--now", "2026-11-20T12:00:00Z", "-q"];

/** Applies a change to a file with this text; gives the text afterwards and what was said. */
const applied = (text, ...args) =>
  withFiles({ "fleet.yaml": text }, async (folder) => {
    const file = join(folder, "fleet.yaml");
    const { code, stdout, stderr } = await run(["whatif", "change", ...args, "--apply", file, ...clock]);
    return { code, stdout, stderr, after: readFileSync(file, "utf8") };
  });

for (const [what, text] of [
  ["line ends of Windows", example.replaceAll("\n", "\r\n")],
  ["a mark of UTF-8", `\u{feff}${example}`],
  ["nothing special", example],
])
  test(`a file with ${what} keeps it`, async () => {
    const { code, stdout, stderr, after } = await applied(text, "--selects", "aws", "--family", "weight");
    assert.equal(after, text.replace("weight: 1 # stays", "weight: 0 # stays"));
    assert.equal(stderr, "Set the weight of Steady to 0 (was 1) in Placement default/web\n");
    assert.deepEqual([code, stdout], [0, ""]);
  });

test("of a folder, the file with the object is written", () => {
  const others = {
    "0-set.yaml": "# first\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}",
    "z.yaml": "# last\napiVersion: v1\nkind: Namespace\nmetadata: {name: b}\n",
  };
  return withFiles({ ...others, "fleet.yaml": `\u{feff}${example}` }, async (folder) => {
    const args = ["whatif", "change", "--selects", "aws", "--family", "weight", "--apply"];
    const text = (name) => readFileSync(join(folder, name), "utf8");
    const after = example.replace("weight: 1 # stays", "weight: 0 # stays");
    const dry = await run([...args, "--dry-run", folder, ...clock]);
    assert.deepEqual([dry.code, dry.stdout], [0, after]);
    const { code, stderr } = await run([...args, folder, ...clock]);
    const said = "Set the weight of Steady to 0 (was 1) in Placement default/web";
    assert.equal(stderr, `${said}\nwritten: ${join(folder, "fleet.yaml")}\n`);
    assert.equal(code, 0);
    assert.equal(text("fleet.yaml"), `\u{feff}${after}`);
    for (const [name, before] of Object.entries(others)) assert.equal(text(name), before);
  });
});

test("a dry run writes nothing", async () => {
  const { code, stdout, after } = await applied(example, "--selects", "aws", "--family", "weight", "--dry-run");
  assert.equal(after, example);
  assert.equal(stdout, example.replace("weight: 1 # stays", "weight: 0 # stays"));
  assert.equal(code, 0);
});

test("what the text cannot take is said with its place", async () => {
  const policy = "mode: Exact, configurations: [{scoreCoordinate: {type: BuiltIn, builtIn: Steady}, weight: 1}]";
  const from = example.indexOf("spec:");
  const to = example.indexOf("---");
  const shared = `shared: &policy {${policy}}\nspec: {numberOfClusters: 1, prioritizerPolicy: *policy}\n`;
  const text = example.slice(0, from) + shared + example.slice(to);
  const { code, stderr, after } = await applied(text, "--selects", "aws", "--family", "weight");
  assert.equal(
    stderr,
    "error: the input cannot take the edit as it is written: Set the weight of Steady to 0 (was 1) in Placement " +
      "default/web\n  make it by hand, at line 6\n",
  );
  assert.deepEqual([code, after], [2, text]);
});

test("where nothing is found, nothing is written", async () => {
  const { code, stderr, after } = await applied(example, "--selects", "aws", "--family", "label");
  assert.equal(after, example);
  assert.match(stderr, /^No change was found: edits of labels would not help\nfailed: no change was found\n$/);
  assert.equal(code, 1);
});

test("JSON in lines keeps its lines, and new objects are items of its list", async () => {
  const set = "cluster.open-cluster-management.io/clusterset";
  const item = (kind, version, metadata, spec) => ({
    apiVersion: `cluster.open-cluster-management.io/${version}`,
    kind,
    metadata,
    spec,
  });
  const items = [
    item("Placement", "v1beta1", { name: "web", namespace: "shop" }, { clusterSets: ["prod"], tolerations: [] }),
    item("ManagedClusterSet", "v1beta2", { name: "prod" }, {}),
    item("ManagedCluster", "v1", { labels: {}, name: "b" }, { taints: [{ effect: "NoSelect", key: "gpu" }] }),
  ];
  const list = (of) => `${JSON.stringify({ apiVersion: "v1", kind: "List", items: of }, null, 4)}\n`;
  const { code, after } = await applied(list(items), "--selects", "b");
  // Without the change the text lacks the binding.
  assert.equal(code, 1);
  const [placement, , cluster] = items;
  placement.spec.tolerations.push({ key: "gpu", operator: "Exists", effect: "NoSelect" });
  cluster.metadata.labels[set] = "prod";
  const metadata = { name: "prod", namespace: "shop" };
  items.push(item("ManagedClusterSetBinding", "v1beta2", metadata, { clusterSet: "prod" }));
  assert.equal(after, list(items));
});

test("keys in braces have quotes only where others have them", async () => {
  const fleet = (labels) => `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: shop}
spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {tier: prod}}}}]}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c, labels: ${labels}}
`;
  for (const [before, after] of [
    ["{zone: a}", "{zone: a, tier: prod}"],
    ['{"zone": "a"}', '{"zone": "a", "tier": "prod"}'],
  ])
    assert.equal((await applied(fleet(before), "--selects", "c", "--family", "label")).after, fleet(after));
});

test("a timeline is asked about in a text that has pods, too, as exports of VMs do", async () => {
  const text = readFileSync(join(root, "examples/vm-system-raised.yaml"), "utf8");
  assert.match(text, /^kind: Pod$/m);
  const { code, stdout } = await run(["whatif", "change", "--stays", "n1", "-q"], { stdin: text });
  assert.equal(code, 0);
  assert.match(stdout, /^This answer models the plugin .*\ndefault\/[\w-]+: \d change(s,|;) /);
});

test("of JSON the first change is the one that the text calls 1, and that --apply makes", async () => {
  const call = [
    "whatif",
    "change",
    "--pod",
    "ops/urgent",
    "--admitted",
    "--spares",
    "cache",
    "examples/what-if/pods-spares.yaml",
  ];
  const [json, names, text] = await Promise.all(
    [["-o", "json"], ["-o", "name"], []].map((format) => run([...call, ...format, ...clock.slice(2)])),
  );
  assert.match(text.stdout, /: \d changes, cheapest first; changes with side effects last; /);
  const first = names.stdout.split("\n")[0];
  assert.ok(text.stdout.includes(`\n1. ${first} `), text.stdout);
  const [{ edits }] = JSON.parse(json.stdout).changes;
  assert.equal(edits.length, 1);
  assert.equal(first, `Add Node ${edits[0].object.name}, a node like n1`);
});
