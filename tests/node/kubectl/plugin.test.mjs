import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { kindsOf, QUESTION_KINDS } from "../../../pkg/lib/words/kubectl.js";
import { run as runFiles } from "../cli/run.mjs";
import { cases } from "./cases.mjs";
import { example, root, test, withCluster } from "./run.mjs";

function check(name, said, expected, all) {
  if (typeof expected === "string") assert.equal(said, expected, all);
  else for (const pattern of expected) assert.match(said, pattern, `${name}: ${all}`);
}

for (const [
  name,
  { objects, server: options, args, files = {}, code = 0, out = "", err = "", asked = [] },
] of Object.entries(cases))
  test(name, () =>
    withCluster(objects, options, async ({ server, folder, run }) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      const result = await run(args);
      const told = JSON.stringify(result, null, 1).replaceAll("\\n", "\n");
      check("standard output", result.stdout, out, told);
      check("standard error", result.stderr, err, told);
      assert.equal(result.code, code, told);
      const requests = server.requests.join("\n");
      for (const [index, pattern] of asked.entries())
        if (pattern !== "!") (asked[index - 1] === "!" ? assert.doesNotMatch : assert.match)(requests, pattern);
      assert.ok(server.requests.every((request) => request.startsWith("GET ")));
    }),
  );

/** Words after `kubectl schedscope`, of which the last is being typed, and what may follow, without descriptions. */
const completions = [
  [["qu"], ["queue", "quota"], "NoFileComp"],
  [["dr"], ["drain"], "NoFileComp"],
  [["-n", "quota", "whatif", "d"], ["drain"], "NoFileComp"],
  [["quota", "w"], ["why"], "NoFileComp"],
  [["why", "web", "-o", "j"], ["json"], "NoFileComp"],
  [["drain", "--na"], ["--namespace"], "NoFileComp"],
  [["why", "--context", ""], [], "Default"],
  [["rollout", "web", "whatif", ""], [], "Default"],
];

test("kubectl completes commands, options and their values", () =>
  withCluster([], {}, async ({ server, complete }) => {
    for (const [words, expected, directive] of completions) {
      const { stdout, stderr, code } = await complete(words);
      const lines = stdout.trimEnd().split("\n");
      assert.deepEqual([lines.slice(0, -1).map((line) => line.split("\t")[0]), code], [expected, 0], stderr);
      assert.match(stderr, new RegExp(`directive: ShellCompDirective${directive}\n$`), words.join(" "));
    }
    assert.deepEqual(server.requests, []);
  }));

test("a cluster that is not there is an error with its name", () =>
  withCluster(example("cluster-sets"), {}, async ({ run }) => {
    const { stderr, code } = await run(["whatif", "without", "nope"]);
    assert.match(stderr, /^error: there is no cluster `nope`/m);
    assert.equal(code, 3);
  }));

/** Calls that must answer of a cluster as of a file with its objects, with the exit code for the cluster. */
const same = [
  [1, "filters-tainted-zone", "why", "web-6c5f7d9b8-w8d5r"],
  [1, "filters-tainted-zone", "queue"],
  [1, "filters-tainted-zone", "drain", "node-a"],
  [0, "volumes-attach-limit", "why", "shop/queue-0"],
  [0, "quota-story-1", "quota", "why", "quota-a/a-4"],
  [0, "cluster-sets", "place", "--now", "2026-11-20T12:00:00Z"],
  [0, "cluster-sets", "why", "prod-old", "--now", "2026-11-20T12:00:00Z"],
];

for (const [code, name, ...args] of same)
  test(`${name}: ${args.join(" ")} answers as the file does`, () =>
    withCluster(example(name), {}, async ({ folder, run }) => {
      const cluster = await run([...args, "-o", "json", "-q", "--save", "saved.yaml"]);
      const file = await runFiles([...args, join(root, "examples", `${name}.yaml`), "-o", "json", "-q"]);
      const saved = await runFiles([...args, join(folder, "saved.yaml"), "-o", "json", "-q"]);
      assert.equal(cluster.code, code, cluster.stderr);
      assert.deepEqual(answers(cluster), answers(file));
      assert.deepEqual(answers(saved), answers(file));
      assert.equal(saved.code, file.code, saved.stderr);
    }));

/**
 * The lines of an answer. Places in the input are of the text, which differs, and a file may lack what a cluster does
 * not have.
 */
const answers = ({ stdout }) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line, comparable));

const lacking = ["missing-input", "assumed-input", "assumed-storage"];
function comparable(key, value) {
  if (key === "range" || key === "textEdits") return null;
  return key === "findings" ? value.filter(({ code }) => !lacking.includes(code)) : value;
}

test("the role of the documentation reads every kind that a question needs", () => {
  const page = readFileSync(join(root, "www/docs/kubectl.md"), "utf8");
  const [, role] = /```yaml\n(apiVersion[\s\S]*?)```/.exec(page);
  const [{ resources }] = parse(role).rules;
  const needed = new Set(Object.keys(QUESTION_KINDS).flatMap((command) => kindsOf(command)));
  assert.deepEqual(resources, [...needed].sort());
});

test("what is saved is for its user alone, without what no scheduler reads", () =>
  withCluster(
    example("balance").map((object) => ({
      ...object,
      metadata: { ...object.metadata, managedFields: [{ manager: "m" }] },
    })),
    {},
    async ({ folder, run }) => {
      for (const name of ["saved.yaml", "saved.json"]) {
        await run(["place", "-q", "--save", name]);
        const text = readFileSync(join(folder, name), "utf8");
        assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
        assert.ok(!text.includes("managedFields") && text.includes("ManagedCluster"), text);
        assert.equal(text.startsWith("{"), name.endsWith("json"));
      }
    },
  ));

test("neither the proxy nor its socket is left", () =>
  withCluster(example("balance"), {}, async ({ folder, run }) => {
    const { code } = await run(["place", "-q"], { TMPDIR: folder });
    assert.equal(code, 0);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith("schedscope-")),
      [],
    );
  }));
