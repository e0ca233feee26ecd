// Names replaced, and taken back.
import { fleet, joined, placement, three } from "./texts.mjs";

const table = JSON.stringify({ a0001: "web", a0002: "prod" });
const beginning = `managedCluster.metadata.labels["env"].startsWith("pr")`;
const starting = joined(
  ...three,
  placement("web", `{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ['${beginning}']}}}]}`),
);

export const redacting = {
  "redacted, and verified": {
    args: ["redact", "{}/fleet.yaml", "--now", "2026-11-20T12:00:00Z"],
    files: { "fleet.yaml": `# by Ada\n${fleet}` },
    out: [/^apiVersion: /, /numberOfClusters|predicates/, /^((?!Ada|prod|lab-).)*$/s],
    err: [/^verified: \d+ words replaced; the decisions are the same\n$/],
  },
  "redacted, with what is left out": {
    args: ["redact", "-"],
    stdin: joined(fleet, "kind: AcmeDatabase\nmetadata: {name: acme}\n", "a: [\n"),
    out: [/^((?!cme).)*$/s],
    err: [
      /note: left out: the document at line \d+: it is not valid YAML\n/,
      /note: left out: 1 object of kinds that schedscope does not read\nverified: /,
    ],
  },
  "redacted, and the decision differs": {
    args: ["redact", "-", "-q"],
    stdin: starting,
    code: 1,
    out: [/startsWith/],
    err: [/^failed: the decision of Placement prod\/web: filterResults\[0\]/],
  },
  "words taken back": {
    args: ["redact", "--restore", "{}/table.json", "{}/answer.txt"],
    files: { "table.json": table, "answer.txt": "a0001/a0002-3: a0003 a00011\n" },
    out: "web/prod-3: a0003 a00011\n",
  },
  "words of standard input taken back": {
    args: ["redact", "--restore", "{}/table.json"],
    files: { "table.json": table },
    stdin: "a0001/a0002-3\n",
    out: "web/prod-3\n",
  },
  "words taken back without a table": {
    args: ["redact", "--restore", "{}/table.json", "{}/table.json"],
    files: { "table.json": "[[1]]" },
    code: 2,
    err: [/is not a table of `?schedscope redact --table`?/],
  },
  "a table that exists": {
    args: ["redact", "{}/fleet.yaml", "--table", "{}/fleet.yaml"],
    files: { "fleet.yaml": fleet },
    code: 2,
    err: [/cannot be written: it exists/],
  },
};
