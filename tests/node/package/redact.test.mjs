// Replaced names: nothing private is left, and the decisions are the same.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Scenario } from "schedscope";
import { differences, redact, restored } from "schedscope/redact";
import { project } from "./project.mjs";

const fc = createRequire(join(project, "package.json"))("fast-check");

const now = "2026-11-20T12:00:00Z";
const folder = (name) => pathToFileURL(join(project, name, "/"));

async function differing(text, redacted) {
  const [original, copy] = [new Scenario(), new Scenario()];
  original.replace(text);
  copy.replace(redacted.text);
  const found = await differences(original, copy, redacted.table, { now });
  original.free();
  copy.free();
  return found;
}

/** Texts whose decisions differ, with the reason. */
const different = {
  "cut-line.yaml": "its first lines are lost, and so is the kind of the list",
  "cut-pods.yaml": "its first lines are lost, and so is the kind of the list",
  "html.yaml": "it has HTML where YAML has quotes",
  "word-quotes.yaml": "it has quotes of a word processor",
  "zero-width.yaml": "it has invisible characters",
};

test("decisions are the same", async (t) => {
  for (const name of ["examples", "tests/reality"])
    for (const file of readdirSync(folder(name)).filter((one) => /(?<!expected)\.(yaml|json)$/.test(one))) {
      if (file === "index.json") continue;
      const text = readFileSync(new URL(file, folder(name)), "utf8");
      const redacted = redact(text);
      // Noise of loads is a hash of names.
      if (file === "vm-mixed-pods.yaml" || redacted.leftOut.some((one) => one.includes("not valid YAML"))) continue;
      await t.test(file, async () => {
        const found = await differing(text, redacted);
        if (Object.hasOwn(different, file)) assert.notDeepEqual(found, []);
        else assert.deepEqual(found, []);
      });
    }
});

const secret = `# acme-comment
apiVersion: v1
kind: Pod
metadata:
  name: acme-pod-7f4d
  namespace: acme-team
  labels: {acme.example/owner: acmeowner, app: acmeapp, node-role.kubernetes.io/acmerole: "", phone: "5551234"}
  annotations:
    acme.example/contact: "Ada, Größe, +1 555 1234, ada@acme.example"
    acme.example/json: '{"acmeKey": "acmeValue", "labels": {"acme": "acmelabel"}}'
    kubectl.kubernetes.io/last-applied-configuration: '{"acme": 1}'
  managedFields: [{manager: acmectl, fieldsV1: {"f:acme": {}}, time: "2026-01-01T00:00:00Z"}]
  uid: acacacac-1111-2222-3333-acacacacacac
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms: [{matchExpressions: [{key: acme.example/size, operator: Gt, values: ["30000"]}]}]
  nodeName: ip-172-31-20-254.eu-west-1.compute.internal
  containers:
  - name: acme-container
    image: registry.acme.example/acme/backend:4.5.6-acme
    env: [{name: ACME_TOKEN, value: acmetoken}]
    command: [acme, --password=acmepassword]
    resources: {requests: {cpu: 250m, memory: "1073741824", acme.example/gpu: "1"}}
  tolerations: [{key: acme.example/dedicated, value: acmetaint, effect: NoSchedule}]
status: {podIP: 172.31.20.254, message: "acmehost 172.31.20.254 and fe80::acac:1 failed", phase: Running}
---
apiVersion: v1
kind: Secret
metadata: {name: acme-secret, labels: {argocd.argoproj.io/secret-type: cluster}}
data: {name: ${btoa("acme-cluster")}, config: ${btoa("acme-credentials")}, server: ${btoa("https://acme")}}
stringData: {password: acmepassword}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: acme-config}
data: {acme.properties: "acme.url=https://acme.example", acme.yaml: "acme: {acme: acme}"}
---
apiVersion: acme.example/v1
kind: AcmeDatabase
metadata: {name: acme-database}
spec: {acme: acme}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: acme-prod, labels: {acmetier: "31000", acmeenv: acme-prod}}
spec: {managedClusterClientConfigs: [{url: "https://acme.example:6443", caBundle: acac}]}
status:
  clusterClaims: [{name: id.acme.example, value: acmeclaim}]
  conditions: [{type: ManagedClusterConditionAvailable, status: "True", message: "acme is fine"}]
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: acme-placement, namespace: acme-team}
spec:
  predicates:
  - requiredClusterSelector:
      celSelector:
        celExpressions:
        - managedCluster.metadata.labels.acmeenv == "acme-prod"
        - managedCluster.metadata.labels["acmeenv"].startsWith('acme')
        - int(managedCluster.metadata.labels["acmetier"]) > 30000
`;

test("nothing private is left", async () => {
  const redacted = redact(secret);
  assert.doesNotMatch(
    redacted.text,
    /acme|acac|ada,|5551234|1234|172.31|20.254|größe|internal|west|backend|7f4d|phone|url/i,
  );
  // What decides is kept.
  for (const kept of ["250m", '"?1073741824', "NoSchedule", "2026-01-01T00:00:00Z", "31000", "30000", "celExpressions"])
    assert.match(redacted.text, new RegExp(kept));
  assert.deepEqual(redacted.leftOut, ["1 object of kinds that schedscope does not read"]);
  assert.deepEqual(await differing(secret, redacted), []);
  const { name } = /name: (?<name>\S+-\S+)/.exec(redacted.text).groups;
  assert.equal(restored(`pod ${name}: pending`, redacted.table), "pod acme-pod-7f4d: pending");
});

test("a decision that a name decides is found", async () => {
  const text = `${secret.replaceAll("startsWith('acme')", "startsWith('acm')")}`;
  const [found] = await differing(text, redact(text));
  assert.match(found, /^the decision of Placement acme-team\/acme-placement: /);
});

const named = (names) =>
  names.map((name) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${JSON.stringify(name)}}\n`).join("---\n");

test("replacements sort as the names do, and are taken back", () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,5}$|^(kube|system|default|node|web|prod)$/);
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("-"));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 12 }), (names) => {
      const { text, table } = redact(named(names));
      const replaced = [...text.matchAll(/name: '?([^'\n]+)'?/g)].map(([, one]) => one);
      assert.deepEqual(
        replaced.map((one) => restored(one, table)),
        names,
      );
      const pairs = replaced.map((one, index) => [one, names[index]]);
      const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, original]) => original);
      assert.deepEqual(sorted, names.toSorted());
    }),
    { seed: 20250601, numRuns: 300 },
  );
});

test("fields that the decoder reads are kept", () => {
  const decoder = folder("crates/reader/src/decode");
  const files = readdirSync(decoder, { recursive: true }).filter((file) => file.endsWith(".rs"));
  const texts = files.map((file) => readFileSync(new URL(file, decoder), "utf8").split("#[cfg(test)]")[0]);
  // The arms that read fields, and lists of known fields: a name in quotes, a comma, on a line of its own.
  const inLists = /^ +"([a-z][A-Za-z0-9]+)"(?:,$|(?= \| "| =>))/gm;
  const alone = /\.field\(\w+, path, "(\w+)"/g;
  const read = new Set(
    texts.flatMap((text) => [...text.matchAll(inLists), ...text.matchAll(alone)].map(([, of]) => of)),
  );
  const others = new Set(["selfLink", "managedClusterClientConfigs", "seed"]);
  assert.ok(read.size > 150, `${read.size}`);
  const lost = [...read].filter((field) => {
    const { text } = redact(`kind: Pod\nspec: {${field}: 1}\n`);
    return !others.has(field) && !text.includes(`  ${field}: 1\n`);
  });
  assert.deepEqual(lost, []);
});

test("hostile texts end soon", () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${[..."bcdefghij"]
    .map((one, index) => `${one}: &${one} [${Array(10).fill(`*${"abcdefghij"[index]}`)}]`)
    .join("\n")}\nkind: Pod\n`;
  const long = (part) => `kind: Pod\nmetadata: {name: ${JSON.stringify(part.repeat(200_000))}}\n`;
  const deep = `kind: Pod\nspec: ${"{spec: ".repeat(20_000)}1${"}".repeat(20_000)}`;
  assert.match(redact(bomb).leftOut[0], /not valid YAML|aliases/);
  assert.match(redact(deep).leftOut[0], /line 1/);
  for (const part of ["a", "a.", "a-", "1.", "1-", ":", "::a", "k8s.io", "/", "é"]) {
    // The processor's time, which other programs do not lengthen: a quadratic pass takes minutes.
    const before = process.cpuUsage();
    assert.ok(redact(long(part)).text.length > 0);
    assert.ok(process.cpuUsage(before).user < 30_000_000, part);
  }
  for (const text of ["", "\0", "- 1", "__proto__: {kind: Pod}", "kind: Pod\n__proto__: 1", "kind: [Pod]", "%", "{}"])
    assert.equal(typeof redact(text).text, "string");
  const keys = "kind: Pod\nmetadata: {labels: {__proto__: acme, constructor: acme, toString: acme}}\n";
  assert.doesNotMatch(redact(keys).text, /acme|__proto__|constructor|toString/);
});
