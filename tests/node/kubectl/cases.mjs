// Calls of `kubectl schedscope` with what must come of them. `out` and `err`: the whole text, or patterns that must all
// be found in it. `asked`: patterns of requests to the API server; with `!` before: of none. Default: no requests are
// checked, nothing is printed, exit code 0.
import { example, objectsOf } from "./run.mjs";

const pods = example("filters-tainted-zone");
const hub = example("balance");
const many = Array.from({ length: 1200 }, (_, index) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: `n${index}` },
  spec: index === 1199 ? {} : { unschedulable: true },
  status: { allocatable: { cpu: "1", memory: "1Gi", pods: "9" } },
}));
const [pod] = objectsOf(
  "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: a}, spec: " +
    "{containers: [{name: c, image: i}]}}",
);
const inOther = { ...pod, metadata: { ...pod.metadata, namespace: "other", uid: "b" } };
const large = { ...pod, spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "9" } } }] } };
const small = [...many.slice(-1), large, { ...inOther, spec: large.spec }];
const rollout = example("what-if/pods-rollout");
const web = rollout.find(({ kind }) => kind === "Deployment");
const idle = {
  ...web,
  metadata: { ...web.metadata, namespace: "other", uid: "idle" },
  spec: { ...web.spec, replicas: 0 },
};
const rolling = [...rollout, idle];
const run = { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] };
const ofJob = { suspend: true, template: { spec: run } };
const job = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "once", namespace: "shop", uid: "j" },
  spec: ofJob,
};
const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "nightly", namespace: "shop", uid: "k" },
  spec: { schedule: "0 1 * * *", jobTemplate: { spec: { template: { spec: run } } } },
};

export const cases = {
  "pending pods of the context's namespace, and how many there are elsewhere": {
    objects: small,
    args: [],
    code: 1,
    out: [
      /^1 pod is pending\.\n/,
      /\nshop\/web +waits +1 Insufficient cpu\n/,
      /\nOther namespaces have 1 pending pod: add -A\.\n$/,
    ],
  },
  "pending pods of all namespaces": {
    objects: small,
    args: ["-A", "-o", "name"],
    code: 1,
    out: "shop/web\nother/web\n",
  },
  "a name in the context's namespace": {
    objects: small,
    args: ["why", "web"],
    code: 1,
    out: [/^shop\/web fits 0 of 1 node: /],
  },
  "a name in a namespace, before the command": {
    objects: small,
    args: ["-n", "other", "why", "pod/web"],
    code: 1,
    out: [/^other\/web fits 0 of 1 node: /],
    asked: [/ \/api\/v1\/pods\?/, "!", /placements|deployments/],
  },
  "as k9s calls it, for an object without a namespace": {
    objects: small,
    args: ["why", "nodes/n1199", "-n", "-"],
    out: [/^Node n1199 has 0 pods /],
  },
  "a workload in the context's namespace": {
    objects: rolling,
    args: ["rollout", "web", "-o", "name"],
    code: 1,
    out: [/^shop\/web-\S+\n$/],
    err: [/^failed: the rollout of Deployment shop\/web does not complete\n/],
  },
  "a Job and a CronJob that have no pods yet": {
    objects: [...small.slice(0, 1), job, cronJob],
    args: ["why", "cronjob/nightly", "-q"],
    out: [/^CronJob shop\/nightly: none of its Jobs is in the input\. A Job of it would have 1 pod:/],
    asked: [/ \/apis\/batch\/v1\/jobs\?/, / \/apis\/batch\/v1\/cronjobs\?/],
  },
  "a workload of a file, in a namespace": {
    objects: rolling,
    files: { "web.yaml": JSON.stringify({ ...web, metadata: { name: "web", namespace: "other" } }) },
    args: ["rollout", "web", "web.yaml", "-n", "other", "-q", "-o", "name"],
    out: "",
  },
  "a name in a namespace that lacks it": {
    objects: small.slice(0, 2),
    args: ["why", "web", "-n", "other", "-q"],
    code: 3,
    err: [/^error: no object of the input is called `web`\n/, /\n {2}read from the cluster: .*pods 1,/],
  },
  "a name that is elsewhere, with another context": {
    objects: small.slice(0, 2),
    args: ["why", "web", "--context", "other"],
    code: 1,
    out: [/^shop\/web fits 0 of 1 node: /],
  },
  "the same name in two namespaces, asked about with all": {
    objects: small,
    args: ["why", "web", "-A"],
    code: 3,
    err: [/^error: several objects are called `web`\n {2}give one of pod\/shop\/web, pod\/other\/web\n/],
  },
  "lists in pages": {
    objects: [...many, pod],
    args: ["why", "shop/web", "-o", "name", "-q"],
    out: "n1199\n",
    asked: [/nodes\?limit=500&continue=1000/],
  },
  "a page that has expired": {
    objects: [...many, pod],
    server: { expires: true },
    args: ["why", "shop/web", "-o", "name", "-q"],
    out: "n1199\n",
    asked: [/nodes\?limit=500&continue=500/, /\/nodes$/m],
  },
  "a cluster without some kinds": {
    objects: pods,
    server: {
      absent: ["cluster.open-cluster-management.io", "scheduling.x-k8s.io", "argoproj.io", "csistoragecapacities"],
    },
    args: ["queue", "-o", "name"],
    code: 1,
    out: "shop/web-7b9d4c6f5-tn6vj\n",
    asked: ["!", /elasticquotas|csistoragecapacities|open-cluster/],
  },
  "no quotas in the cluster": {
    objects: pods,
    server: { absent: ["scheduling.x-k8s.io"] },
    args: ["quota"],
    code: 3,
    err: [/^error: no ElasticQuota in the input\n/, /\n {2}the cluster does not have: elasticquotas\n$/],
  },
  "a kind that is forbidden": {
    objects: pods,
    server: { denied: ["poddisruptionbudgets!", "priorityclasses!"] },
    args: ["why", "pod/web-7b9d4c6f5-tn6vj", "-q"],
    out: [
      /^Not read, forbidden to this user: priorityclasses: .*\n/,
      /^.*\nNot read, forbidden to this user: poddisruptionbudgets: .*\n/,
      /\nToday your scheduler picks node-a /,
    ],
  },
  "a kind that is forbidden, for lint": {
    objects: hub,
    server: { denied: ["placementdecisions!"] },
    args: ["lint", "--severity", "error"],
    out: [/^/],
    err: [/^note: Not read, forbidden to this user: placementdecisions: /m],
  },
  "a kind that is forbidden, for programs": {
    objects: pods,
    server: { denied: ["poddisruptionbudgets!"] },
    args: ["queue", "-o", "name"],
    code: 1,
    out: "shop/web-7b9d4c6f5-tn6vj\n",
    err: [/^Not read, forbidden to this user: poddisruptionbudgets: /],
  },
  "pods of other namespaces are forbidden": {
    objects: small,
    server: { denied: ["pods"] },
    args: ["why", "web"],
    code: 1,
    out: [/^Not read, forbidden to this user: pods outside of namespace shop: they take room that is free here\n/],
    asked: [/\/namespaces\/shop\/pods\?/],
  },
  "nothing may be read": {
    objects: hub,
    server: {
      denied: [
        "managedclusters!",
        "placements!",
        "placementdecisions!",
        "managedclustersets!",
        "managedclustersetbindings!",
      ],
      absent: ["addonplacementscores", "argoproj.io"],
    },
    args: ["place"],
    code: 3,
    err: [/^error: nothing could be read from the cluster\n {2}Not read, forbidden to this user: managedclusters: /],
  },
  "clusters are forbidden, and pods wait": {
    objects: [...hub, ...pods],
    server: { denied: ["managedclusters!"] },
    args: ["-A"],
    code: 1,
    out: [
      /^Not read, forbidden to this user: managedclusters: no cluster is a candidate here\n/,
      /\n\d pods? (is|are) pending\.\n/,
      /^(?!(.|\n)*add -A)/,
    ],
    err: [/^failed: 1 placement cannot be decided: no ManagedCluster in the input\n$/],
  },
  "the clusters of a placement": {
    objects: hub,
    args: ["place", "-o", "name", "-q", "--now", "2026-11-20T12:00:00Z"],
    out: [/^\S+\n/],
    asked: ["!", /\/(pods|nodes)/],
  },
  "a decision is verified": {
    objects: example("clusters-grow"),
    args: ["verify", "-q", "--now", "2026-11-20T12:00:00Z"],
    code: 1,
    out: [/^/],
    err: [/^failed: /],
  },
  "what the cluster does not have is not missing": {
    objects: example("cluster-sets"),
    args: ["place", "-A", "-o", "json", "-q", "--now", "2026-11-20T12:00:00Z"],
    out: [/"findings":\[/, /^(?!.*"missing-input")/],
  },
  "what may not be read is missing": {
    objects: example("cluster-sets"),
    server: { denied: ["managedclustersetbindings!"] },
    args: ["place", "-A", "-o", "name", "-q", "--now", "2026-11-20T12:00:00Z"],
    code: 1,
    out: [/^/],
    err: [/failed: the input is incomplete\n/],
  },
  "the objects with other names": {
    objects: example("cluster-sets"),
    args: ["redact", "--now", "2026-11-20T12:00:00Z"],
    out: [/\nkind: ManagedCluster\n/, /^(?!.*prod-eu-1)/s],
    err: [/^verified: \d+ words replaced; the decisions are the same\n$/m],
  },
  "what is read": {
    objects: pods,
    server: { absent: ["scheduling.x-k8s.io"] },
    args: ["drain", "n1", "--show-fetch"],
    out: [/^\/api\/v1\/nodes\n\/api\/v1\/pods\n/, /\nthe cluster does not have elasticquotas\n$/],
    asked: ["!", /limit=/],
  },
  "a file after the cluster": {
    objects: small,
    files: { "web.yaml": JSON.stringify({ ...pod, metadata: { ...pod.metadata, uid: "a" } }) },
    args: ["queue", "web.yaml", "-q", "-o", "name"],
    code: 1,
    out: "shop/web\n",
  },
  "credentials that are refused": {
    objects: pods,
    server: { token: "another" },
    args: ["queue"],
    code: 2,
    err: "error: the API server refuses the credentials of kubectl\n  Unauthorized\n",
  },
  "a server that fails": {
    objects: pods,
    server: { broken: ["pods"] },
    args: ["queue"],
    code: 2,
    err: "error: pods cannot be read\n  etcd does not answer\n",
  },
  "a cluster that cannot be reached": {
    objects: pods,
    args: ["queue", "--context", "nowhere"],
    code: 2,
    err: [/^error: the API server cannot be reached\n {2}.*connection refused\n/m],
  },
  "a context that does not exist": {
    objects: pods,
    args: ["queue", "--context", "nope"],
    code: 2,
    err: [/context "nope" does not exist/, /\nerror: kubectl proxy ended before it served the cluster\n$/],
  },
  "a server below a path": {
    objects: small,
    server: { prefix: "/k8s/clusters/c-1" },
    args: ["-A", "-o", "name"],
    code: 1,
    out: "shop/web\nother/web\n",
  },
  "a command that reads files": {
    objects: [],
    args: ["whatif", "merge", "shard.jsonl"],
    code: 2,
    err: "error: whatif merge reads no cluster\n  it reads files: schedscope whatif merge\n",
  },
};
