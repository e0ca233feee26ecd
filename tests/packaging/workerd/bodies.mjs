// Bodies for the load test, one of each kind, and what has to be answered.
import assert from "node:assert/strict";

const now = "2025-06-01T12:00:00Z";

/** A placement over clusters; which of them it selects depends on `index`. */
const manifests = (
  index,
  { selector = `labelSelector: {matchLabels: {zone: z${index % 3}}}`, clusters = 6, separator = "---\n" } = {},
) =>
  [
    ...Array.from({ length: clusters }, (_, cluster) => {
      const metadata = `{name: cluster-${cluster}, labels: {zone: z${cluster % 3}}}`;
      return `apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: ${metadata}\n`;
    }),
    "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n" +
      `metadata: {name: p${index}, namespace: default}\n` +
      `spec: {predicates: [{requiredClusterSelector: {${selector}}}]}\n`,
  ].join(separator);

const selected = (answer) => answer.selected.map(({ name }) => name).sort();
const ofZone = (zone, clusters = 6) =>
  Array.from({ length: clusters }, (_, cluster) => cluster)
    .filter((cluster) => cluster % 3 === zone)
    .map((cluster) => `cluster-${cluster}`)
    .sort();

/** A body that is answered with a decision. */
const good = (name, body, expected) => ({
  name,
  body,
  query: `?now=${now}`,
  status: 200,
  check(answer, index) {
    assert.equal(answer.outcome, "scheduled");
    assert.deepEqual(answer.placement, { kind: "Placement", namespace: "default", name: `p${index}` });
    assert.deepEqual(selected(answer), expected(index));
  },
});

/** One that is refused, with a code and a sentence. */
const refused = (name, body, status, code, more = {}) => ({
  name,
  body,
  status,
  check({ error }) {
    assert.equal(error.code, code);
    assert.match(error.message, /\w+ \w+/);
    if (status === 422 && name !== "no placement") assert.ok(error.findings.length > 0);
  },
  ...more,
});

/** One where a finding says what is wrong, and the rest is decided. */
const partly = (name, broken) => ({
  ...good(
    name,
    (index) => `${manifests(index)}---\n${broken}`,
    (index) => ofZone(index % 3),
  ),
  check(answer, index) {
    assert.ok(answer.findings.length > 0, "there is a finding");
    assert.deepEqual(selected(answer), ofZone(index % 3));
  },
});

const bomb = `${Array.from({ length: 30 }, (_, level) => {
  const items =
    level === 0
      ? '"x"'
      : Array(9)
          .fill(`*a${level - 1}`)
          .join(",");
  return `a${level}: &a${level} [${items}]`;
}).join("\n")}\n`;

/** All kinds, with a small good body after each. */
export function bodies() {
  const small = good(
    "a small text",
    (index) => manifests(index),
    (index) => ofZone(index % 3),
  );
  return kinds().flatMap((kind) => [kind, small]);
}

function kinds() {
  const large = manifests(0, { clusters: 4000 });
  const cel = (index) =>
    manifests(index, {
      selector: `celSelector: {celExpressions: ["managedCluster.metadata.labels.zone == 'z${index % 3}'"]}`,
    });
  const binary = Uint8Array.from({ length: 65536 }, (_, index) => (index * 151 + 7) % 256);
  return [
    refused("empty", () => "", 400, "empty"),
    good("CEL", cel, (index) => ofZone(index % 3)),
    refused("white space", () => " \n\t\n", 400, "empty"),
    good(
      "CRLF",
      (index) => manifests(index).replaceAll("\n", "\r\n"),
      (index) => ofZone(index % 3),
    ),
    refused("broken YAML", () => "kind: [Placement\n  metadata: {", 422, "no-placement"),
    partly("a broken document beside good ones", "kind: ManagedCluster\nmetadata: {name: [\n"),
    refused("binary", () => binary, 400, "not-text"),
    partly(
      "wrong types",
      "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n" +
        "metadata: {name: wrong, labels: [7]}\nspec: 5\n",
    ),
    refused("deep nesting", () => "[".repeat(200_000), 422, "no-placement"),
    partly("deep nesting beside good documents", `a: ${"{a: ".repeat(5000)}1${"}".repeat(5000)}\n`),
    refused("NUL", () => "kind: Placement\0\nmetadata: \0\n", 422, "no-placement"),
    refused("aliases of aliases", () => bomb, 422, "no-placement"),
    partly("aliases of aliases beside good documents", bomb),
    refused("5 MB", () => "# 5 MB of a comment\n".repeat(262_144), 413, "too-large"),
    refused("5 MB in pieces", () => stream(80, 65_536), 413, "too-large"),
    good(
      "many clusters",
      (index) => large.replace("name: p0,", `name: p${index},`),
      () => ofZone(0, 4000),
    ),
    refused("no placement", () => "apiVersion: v1\nkind: Node\nmetadata: {name: n}\n", 422, "no-placement"),
    refused("JSON of something else", () => '{"a": [1, 2, {"b": null}]}', 422, "no-placement"),
    refused("a placement that is not there", (index) => manifests(index), 400, "no-such-placement", {
      query: "?placement=7",
    }),
    refused("no index", (index) => manifests(index), 400, "invalid-argument", { query: "?placement=first" }),
    refused("no time", (index) => manifests(index), 400, "invalid-now", { query: "?now=yesterday" }),
    refused("another path", () => "x", 404, "no-such-path", { query: "nowhere" }),
    refused("another method", () => undefined, 405, "method-not-allowed", { method: "GET" }),
  ];
}

/** Chunks of spaces whose number nobody announces. */
function stream(chunks, size) {
  const chunk = new TextEncoder().encode(" ".repeat(size));
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < chunks) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
