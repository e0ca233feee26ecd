// The Action on a repository with two commits: annotations, tests, the comment and its update, forks, refusals.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { parse } from "yaml";
import { runAction } from "./runner.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const cli = join(root, "pkg/lib/cli.cjs");
const action = parse(read("action.yml"));

const placement = (name, count) =>
  "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n" +
  `metadata: {name: ${name}, namespace: prod}\nspec: {numberOfClusters: ${count}}\n`;
const cluster = (name, spec = "") =>
  `apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: ${name}}\n${spec}`;
const tainted = "spec: {taints: [{key: k, effect: NoSelect}]}\n";
const fleet = (a, web = 2) =>
  [placement("web", web), placement("all", 9), cluster("a", a), cluster("b"), cluster("c")].join("---\n");
const policy = (count) =>
  "apiVersion: schedscope.dev/v1alpha1\nkind: SchedulingTest\ninputs: [fleet.yaml]\nnow: 2026-01-01T00:00:00Z\n" +
  `tests:\n  - {name: web has clusters, placement: prod/web, expectCount: ${count}}\n`;

/** An ApplicationSet with a Placement that selects two clusters. */
const applications = read("tests/reality/application-set.yaml");

/** A clone of a repository whose base has the first files, and whose branch the second. */
function repository(folder, before, after) {
  const git = (cwd, ...args) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd,
      encoding: "utf8",
    }).trim();
  const origin = join(folder, "origin");
  const workspace = join(folder, "workspace");
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, "manifests", name), text);
    git(origin, "add", "--all");
    git(origin, "commit", "--quiet", "--allow-empty", "--message", "change");
    return git(origin, "rev-parse", "HEAD");
  };
  mkdirSync(join(origin, "manifests"), { recursive: true });
  git(origin, "init", "--quiet", "--initial-branch=main");
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  const base = write(before);
  const head = write(after);
  // As actions/checkout does: one commit.
  git(folder, "clone", "--quiet", "--depth=1", `file://${origin}`, workspace);
  return { workspace, base, head };
}

/** npm as the action calls it, with the package of this clone. */
function npmStub(folder) {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const script = `#!/usr/bin/env bash
set -e
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/.bin"
printf '#!/usr/bin/env bash\\nexec "${process.execPath}" "${cli}" "$@"\\n' > "$2/node_modules/.bin/schedscope"
chmod +x "$2/node_modules/.bin/schedscope"
echo "installed $3"
`;
  writeFileSync(join(bin, "npm"), script);
  chmodSync(join(bin, "npm"), 0o755);
  return bin;
}

/** The API of GitHub for the comments of a pull request, on the loopback interface. */
async function api(comments, refuses = false) {
  const calls = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    calls.push(`${request.method} ${pathname}`);
    const answer = (status, value) => response.writeHead(status).end(JSON.stringify(value));
    if (refuses || request.headers.authorization !== "Bearer t0ken") return answer(403, {});
    const isList = pathname === "/repos/o/r/issues/7/comments";
    if (request.method === "GET" && isList) {
      const page = Number(searchParams.get("page"));
      return answer(200, comments.slice(100 * (page - 1), 100 * page));
    }
    if (request.method === "POST" && isList) {
      comments.push({ id: comments.length + 1, user: { type: "Bot" }, ...JSON.parse(body) });
      return answer(201, comments.at(-1));
    }
    const own = comments.find(({ id }) => pathname === `/repos/o/r/issues/comments/${id}`);
    if (request.method !== "PATCH" || own === undefined) return answer(404, {});
    return answer(200, Object.assign(own, JSON.parse(body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { calls, address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Runs the action for a pull request. */
async function pullRequest({ before, after, inputs = {}, comments = [], from = "o/r", refuses = false }) {
  const folder = mkdtempSync(join(tmpdir(), "action-"));
  const { workspace, base } = repository(folder, before, after);
  const { address, calls, close } = await api(comments, refuses);
  try {
    const result = await runAction({
      action,
      folder: root,
      inputs: { path: "manifests", tests: "manifests", token: "t0ken", ...inputs },
      temp: join(folder, "temp"),
      path: `${process.env.PATH}:${npmStub(folder)}`.split(":").reverse().join(":"),
      github: {
        repository: "o/r",
        workspace,
        api_url: address,
        base_ref: "main",
        event: { pull_request: { number: 7, base: { sha: base }, head: { repo: { full_name: from } } } },
      },
    });
    const file = (name) => readFileSync(join(workspace, name), "utf8");
    return { ...result, calls, comments, file: (name) => file(name) };
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

const changing = { before: { "fleet.yaml": fleet() }, after: { "fleet.yaml": fleet(tainted) } };

test("a changed decision is in the comment and the summary, with its reason", async () => {
  const { status, outcomes, outputs, comments, summary, calls } = await pullRequest(changing);
  assert.equal(status, "success");
  assert.deepEqual(outcomes, {
    "step-0": "success",
    install: "success",
    lint: "success",
    sarif: "skipped",
    test: "success",
    compare: "success",
    comment: "success",
  });
  assert.equal(outputs.changed, "true");
  const [{ body }] = comments;
  assert.match(
    body,
    /^<!-- schedscope -->\n## What this change decides otherwise\n\n\*\*2 of 2 placements change\*\*\n/,
  );
  assert.match(
    body,
    /- \*\*prod\/web\*\*: \+c −a \(1 unchanged\)\n(?: {2}- .*\n)* {2}- a: taint `k:NoSelect` is not tolerated; .*\n/,
  );
  assert.ok(summary.includes(body.slice(body.indexOf("##"))));
  assert.deepEqual(calls, ["GET /repos/o/r/issues/7/comments", "POST /repos/o/r/issues/7/comments"]);
});

test("the comment is updated in place, and nobody else's is", async () => {
  const others = Array.from({ length: 100 }, (_, id) => ({
    id: id + 1,
    user: { type: "User" },
    body: "<!-- schedscope -->",
  }));
  const own = { id: 101, user: { type: "Bot" }, body: "<!-- schedscope -->\nold" };
  const { comments, calls } = await pullRequest({ ...changing, comments: [...others, own] });
  assert.equal(comments.length, 101);
  assert.match(comments[100].body, /prod\/web/);
  assert.ok(comments.slice(0, 100).every(({ body }) => body === "<!-- schedscope -->"));
  assert.equal(calls.at(-1), "PATCH /repos/o/r/issues/comments/101");
});

test("without a change there is no new comment, and an old one says so", async () => {
  const same = { before: { "fleet.yaml": fleet() }, after: { "fleet.yaml": `# words\n${fleet()}` } };
  const { comments, outputs } = await pullRequest(same);
  assert.deepEqual([comments, outputs.changed], [[], "false"]);
  const own = { id: 1, user: { type: "Bot" }, body: "<!-- schedscope -->\nold" };
  const again = await pullRequest({ ...same, comments: [own] });
  assert.match(again.comments[0].body, /\*\*0 of 2 placements change\*\*/);
});

test("Applications that Argo CD would delete come first", async () => {
  const fewer = applications.replace("numberOfClusters: 2", "numberOfClusters: 1");
  assert.notEqual(fewer, applications);
  const { comments } = await pullRequest({ before: { "hub.yaml": applications }, after: { "hub.yaml": fewer } });
  assert.match(
    comments[0].body,
    /^<!-- schedscope -->\n## .*\n\n- Argo CD would delete \d+ Applications? of ApplicationSet /,
  );
});

test("a link opens the page on the state of the change", async () => {
  const { comments } = await pullRequest({ ...changing, inputs: { page: "https://pages.example.com/schedscope/" } });
  const [, fragment] = /\]\(https:\/\/pages\.example\.com\/schedscope\/#v1=([\w-]+)\)/.exec(comments[0].body);
  const { text, name } = JSON.parse(inflateRawSync(Buffer.from(fragment, "base64url")));
  assert.deepEqual([text, name], [fleet(tainted), "manifests"]);
});

test("a fork gets the summary only, and a refused comment fails nothing", async () => {
  const fork = await pullRequest({ ...changing, from: "someone/r" });
  assert.deepEqual([fork.status, fork.calls, fork.comments], ["success", [], []]);
  assert.match(fork.summary, /prod\/web/);
  const refused = await pullRequest({ ...changing, refuses: true });
  assert.equal(refused.status, "success");
  assert.match(refused.log, /::warning::The comment cannot be written/);
});

test("findings and failed tests mark lines, fail the job, and do not keep the comment from being written", async () => {
  const after = { "fleet.yaml": fleet(tainted, -1), "web.schedscope-test.yaml": policy(2) };
  const { status, outcomes, log, summary, comments } = await pullRequest({ before: changing.before, after });
  assert.equal(status, "failure");
  assert.deepEqual(
    [outcomes.lint, outcomes.test, outcomes.compare, outcomes.comment],
    ["failure", "failure", "success", "success"],
  );
  assert.match(log, /^::error file=manifests\/fleet\.yaml,line=4,col=26,title=out-of-range::/m);
  assert.match(log, /^::error file=manifests\/web\.schedscope-test\.yaml,line=6,/m);
  assert.match(summary, /^## Policy tests\n\n### manifests\/web\.schedscope-test\.yaml\n\n- ✗ web has clusters\n/);
  assert.equal(comments.length, 1);
});

test("new manifests have nothing to be compared with", async () => {
  const { status, outputs, comments, log } = await pullRequest({
    before: {},
    after: { "fleet.yaml": fleet(), "web.schedscope-test.yaml": policy(2) },
    inputs: { path: "manifests/fleet.yaml" },
  });
  assert.deepEqual([status, outputs.changed, comments], ["success", "", []]);
  assert.match(log, /::notice::manifests\/fleet\.yaml is new/);
});

test("SARIF is written where it is asked for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sarif-"));
  const sarif = join(folder, "lint.sarif");
  const after = { "fleet.yaml": fleet("", -1) };
  const { outcomes } = await pullRequest({ before: changing.before, after, inputs: { sarif, compare: "false" } });
  assert.deepEqual([outcomes.sarif, outcomes.compare, outcomes.comment], ["success", "skipped", "skipped"]);
  const [{ results }] = JSON.parse(readFileSync(sarif, "utf8")).runs;
  assert.equal(results[0].locations[0].physicalLocation.artifactLocation.uri, "manifests/fleet.yaml");
  rmSync(folder, { recursive: true });
});

test("versions are those of the project, and steps name actions by commit", () => {
  const [, version] = /\[workspace\.package\][^[]*?\nversion = "(.*)"/.exec(read("Cargo.toml"));
  assert.equal(action.inputs.version.default, version);
  for (const hook of parse(read(".pre-commit-hooks.yaml")))
    assert.deepEqual(hook.additional_dependencies, [`schedscope@${version}`]);
  assert.ok(read("www/docs/many-scenarios.md").includes(`schedscope@${version}\n`));
  for (const { uses } of action.runs.steps) if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});
