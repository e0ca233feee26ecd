// `kubectl schedscope --watch`: a line for each decision that changes, through interruptions.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { example, objectsOf, test, withCluster } from "./run.mjs";

const node = (name, cpu) =>
  objectsOf(
    `{apiVersion: v1, kind: Node, metadata: {name: ${name}, uid: ${name}}, status: ` +
      `{allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 99}}}`,
  )[0];
const pod = (name, cpu, spec = "", labels = "{}") =>
  objectsOf(
    `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: shop, uid: ${name}, labels: ${labels}}, spec: ` +
      `{${spec}containers: [{name: c, image: i, resources: {requests: {cpu: ${cpu}}}}]}}`,
  )[0];

/** Calls with the lines of a run and `next`, which waits for the next one. */
async function watching(objects, args, call, options = {}) {
  await withCluster(objects, options, async (cluster) => {
    const child = cluster.start([...args, "--watch"]);
    let [read, rest, said] = [[], "", ""];
    const told = { wake: () => {} };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      read.push(...lines);
      told.wake();
    });
    child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    const next = async () => {
      const late = wait(20_000, undefined, { ref: false }).then(() => {
        throw new Error(`no line in 20 s; standard error: ${said}`);
      });
      while (read.length === 0) await Promise.race([late, new Promise((resolve) => (told.wake = resolve))]);
      // Without the time.
      return read.shift().replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /, "");
    };
    /** Waits until this many kinds are watched. */
    const watched = async (count) => {
      for (let i = 0; cluster.server.watching() < count; i += 1) {
        if (i > 400) throw new Error(`${cluster.server.watching()} of ${count} watches; standard error: ${said}`);
        await wait(50);
      }
    };
    try {
      await call({ ...cluster, child, next, watched, pending: () => read, said: () => said });
    } finally {
      child.kill("SIGINT");
      if (child.exitCode === null) await once(child, "close");
    }
    assert.equal(child.exitCode, 130, said);
  });
}

/** The kinds that `queue` reads. */
const kinds = 23;

test("pods: a line for each that ends otherwise, and the objects that changed before", () =>
  watching([node("n1", 1), pod("a", 2)], ["queue"], async ({ server, next, watched }) => {
    assert.equal(await next(), "shop/a: waits: 1 Insufficient cpu");
    await watched(kinds);
    server.change("ADDED", node("n2", 4));
    assert.equal(await next(), "shop/a: waits: 1 Insufficient cpu → goes to n2; after Node n2 added");
    server.change("ADDED", pod("b", 3));
    assert.equal(await next(), "shop/b: waits: 2 Insufficient cpu; after Pod shop/b added");
    server.change("MODIFIED", pod("a", 2, "nodeName: n2, "));
    assert.equal(await next(), "shop/a: goes to n2 → is on n2; after Pod shop/a changed");
    server.change("DELETED", pod("a", 2));
    assert.equal(await next(), "shop/b: waits: 2 Insufficient cpu → goes to n2; after Pod shop/a deleted");
    server.change("DELETED", pod("b", 3));
    assert.equal(await next(), "shop/b: goes to n2 → is deleted; after Pod shop/b deleted");
  }));

test("what changes no decision prints nothing", () =>
  watching([node("n1", 1), pod("a", 2)], ["queue"], async ({ server, next, watched, pending }) => {
    await next();
    await watched(kinds);
    server.change("MODIFIED", { ...node("n1", 1), metadata: { name: "n1", uid: "n1", labels: { a: "b" } } });
    server.change("MODIFIED", node("n1", 2));
    assert.equal(await next(), "shop/a: waits: 1 Insufficient cpu → goes to n1; after Node n1 changed");
    assert.deepEqual(pending(), []);
  }));

test("an interrupted watch goes on from its last version", () =>
  watching([node("n1", 1), pod("a", 2)], ["queue"], async ({ server, next, watched }) => {
    await next();
    await watched(kinds);
    server.change("ADDED", pod("noise", "1m", "nodeName: n1, "));
    server.bookmark();
    await wait(300);
    server.hangUp();
    server.requests.length = 0;
    await watched(kinds);
    server.change("ADDED", node("n2", 4));
    assert.match(await next(), /→ goes to n2; after Node n2 added$/);
    const again = server.requests.filter((request) => request.includes("watch=1"));
    assert.equal(again.length, kinds);
    // The bookmark told it to each kind.
    for (const request of again) assert.match(request, /resourceVersion=1001$/);
  }));

test("a server that fails for a while is reported once", () => {
  const broken = [];
  const start = async ({ server, next, watched, said }) => {
    await next();
    await watched(kinds);
    broken.push("nodes");
    server.hangUp();
    await watched(kinds - 1);
    await wait(1500);
    broken.length = 0;
    await watched(kinds);
    server.change("ADDED", node("n2", 4));
    assert.match(await next(), /→ goes to n2; after Node n2 added$/);
    assert.equal(said(), "the watch of nodes was interrupted: HTTP status 500\n");
  };
  return watching([node("n1", 1), pod("a", 2)], ["queue"], start, { broken });
});

test("a version that is too old is listed again", () =>
  watching([node("n1", 1), node("n3", 9), pod("a", 2)], ["queue"], async ({ server, next, watched }) => {
    assert.equal(await next(), "shop/a: goes to n3");
    await watched(kinds);
    server.forget(() => {
      server.change("DELETED", node("n3", 9));
      server.change("ADDED", node("n2", 4));
    });
    assert.equal(await next(), "shop/a: goes to n3 → goes to n2; after Node n2 added, Node n3 deleted");
  }));

test("placements: who is added and removed, and why", () => {
  const hub = example("balance");
  const cluster = (name) => hub.find(({ kind, metadata }) => kind === "ManagedCluster" && metadata.name === name);
  return watching(hub, ["place", "-A", "-o", "json"], async ({ server, next, watched }) => {
    const { kind, namespace, name, before, causes: none } = JSON.parse(await next());
    assert.deepEqual([kind, namespace, name, before, none], ["Placement", "ns1", "shop", null, []]);
    await watched(6);
    server.change("DELETED", cluster("gcp-prod-2"));
    const { added, removed, why, causes } = JSON.parse(await next());
    assert.deepEqual([added, removed], [["aws-prod-1"], ["gcp-prod-2"]]);
    assert.deepEqual([why, causes], [["gcp-prod-2 is deleted"], ["ManagedCluster gcp-prod-2 deleted"]]);
    const old = cluster("azure-prod-1");
    server.change("MODIFIED", { ...old, spec: { ...old.spec, taints: [{ key: "upgrade", effect: "NoSelect" }] } });
    const second = JSON.parse(await next());
    assert.deepEqual([second.added, second.removed], [["gcp-prod-1"], ["azure-prod-1"]]);
    assert.deepEqual(second.why, ["azure-prod-1 taint `upgrade:NoSelect` is not tolerated"]);
  });
});

test("one pod among others", () =>
  watching([node("n1", 1), pod("a", 2), pod("b", 3)], ["why", "pod/b"], async ({ server, next, watched }) => {
    assert.equal(await next(), "shop/b: waits: 1 Insufficient cpu");
    await watched(kinds - 4);
    server.change("ADDED", node("n2", 9));
    assert.equal(await next(), "shop/b: waits: 1 Insufficient cpu → goes to n2; after Node n2 added");
  }));

const refused = [
  [["drain", "n1"], "whatif drain cannot be combined with --watch\n  why, place and queue can\n"],
  [["verify"], "--verify cannot be combined with --watch\n"],
  [["queue", "-o", "name"], "-o name cannot be combined with --watch\n  -o json can\n"],
  [["why", "web", "more.yaml"], "files cannot be combined with --watch\n"],
  [["why", "node/n1"], "--watch follows pods and placements, and `node/n1` is a Node\n"],
];

for (const [args, says] of refused)
  test(`not watched: ${args.join(" ")}`, () =>
    withCluster([node("n1", 1)], {}, async ({ run, server }) => {
      const { code, stderr } = await run([...args, "--watch"]);
      assert.deepEqual([code, stderr, server.requests], [2, `error: ${says}`, []]);
    }));

const procfs = { skip: process.platform !== "linux" && "needs /proc" };
const endures = () => {
  const events = process.env.SCHEDSCOPE_CASES === "all" ? 100_000 : 4000;
  const nodes = Array.from({ length: 50 }, (_, index) => node(`n${index}`, 1));
  return watching([...nodes, pod("a", 2)], ["queue"], async ({ server, child, next, watched }) => {
    await next();
    await watched(kinds);
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1000;
    let middle = 0;
    for (let event = 0; event < events; event += 1) {
      if (event === events / 2) middle = memory();
      const index = event % 50;
      // Pods come and go, nodes change: texts grow and shrink.
      if (event % 3 === 0) server.change("MODIFIED", node(`n${index}`, `${(event % 900) + 100}m`));
      else if (event % 3 === 1) server.change("ADDED", pod(`p${event}`, "1m", `nodeName: n${index}, `));
      else server.change("DELETED", pod(`p${event - 1}`, "1m"));
      if (event % 100 === 99) await wait(20);
    }
    await wait(1000);
    server.change("ADDED", node("large", 9));
    assert.match(await next(), /^shop\/a: .*→ goes to large; /);
    assert.ok(memory() < middle + 40, `${middle} MB, then ${memory()} MB`);
  });
};
test("memory does not grow with events", endures, procfs);
