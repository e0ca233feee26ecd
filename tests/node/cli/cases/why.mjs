// `why`, by the kind of the object.
import { cluster, fleet, joined, placement, quiet } from "./texts.mjs";
import { node, pod, proxy } from "./why-admitted.mjs";

export const world = joined(
  node("n1"),
  node("n2", "taints: [{key: gpu, value: a100, effect: NoSchedule}]"),
  proxy,
  pod("web", 1, "nodeName: n1, ", "phase: Running"),
  pod("big", 2),
  pod("small", 1),
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: shop}\nspec: {replicas: 2, " +
    "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, " +
    "resources: {requests: {cpu: 3}}}]}}}\n",
);

const job = (name) =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${name}, namespace: shop}\n` +
  "spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}\n";

const cronJob = (spec) =>
  "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: backup, namespace: shop}\n" +
  `spec: {${spec}schedule: '0 3 * * *', jobTemplate: {spec: {parallelism: 2, completions: 2, template: {spec: {` +
  "restartPolicy: Never, containers: [{name: c, resources: {requests: {cpu: 8}}}]}}}}}\n";

const elastic = joined(
  node("n1"),
  proxy,
  "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: shop}\n" +
    "spec: {min: {cpu: 1}, max: {cpu: 1}}\n",
  pod("web", 1, "nodeName: n1, ", "phase: Running"),
  pod("small", 1),
);

const hard = joined(
  node("n1"),
  proxy,
  "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: rq, namespace: shop}\n" +
    "spec: {hard: {requests.cpu: 1}}\nstatus: {used: {requests.cpu: 1}}\n",
  pod("small", 1),
);

const claim = (name, to) =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}, namespace: shop, uid: ${name}}\n` +
  `spec: {storageClassName: fast, accessModes: [ReadWriteOnce], volumeName: ${to}, ` +
  "resources: {requests: {storage: 1Gi}}}\n" +
  "status: {phase: Lost}\n";
const refused = joined(
  node("n1"),
  proxy,
  claim("data", "gone"),
  "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\nprovisioner: csi.x.com\n",
  "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: pv}\n" +
    "spec: {csi: {driver: csi.x.com, volumeHandle: h}, storageClassName: fast, " +
    "capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce]}\n",
  pod("small", 1, "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}], "),
);

const bounds =
  "apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: shop}\n" +
  "spec: {limits: [{type: Container, max: {cpu: 1}}]}\n";

const set =
  "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db, namespace: shop, uid: s1}\nspec: {replicas: 2, " +
  "serviceName: db, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: " +
  "[{name: c, resources: {requests: {cpu: 3}}}]}}}\n";
const first = pod("db-0", 1, "nodeName: n1, ", "phase: Running, conditions: [{type: Ready, status: 'True'}]").replace(
  "namespace: shop",
  "namespace: shop, uid: u1, labels: {a: b}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, " +
    "uid: s1, controller: true}]",
);

const eventsOf = (name) =>
  "LAST SEEN   TYPE      REASON             OBJECT     MESSAGE\n" +
  `3m          Warning   FailedScheduling   pod/${name}   0/2 nodes are available: 2 Insufficient cpu.\n`;

const C = "cluster.open-cluster-management.io";
const clusterSet = (name) => `apiVersion: ${C}/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: ${name}}\n`;
/** `far` is in another set, has another label, and a taint; one cluster is wanted, and `core` comes first. */
const keptOut = joined(
  clusterSet("prod"),
  clusterSet("dev"),
  `apiVersion: ${C}/v1beta2\nkind: ManagedClusterSetBinding\nmetadata: {name: prod, namespace: prod}\n` +
    "spec: {clusterSet: prod}\n",
  cluster("core", { env: "prod", [`${C}/clusterset`]: "prod" }),
  `${cluster("far", { env: "dev", [`${C}/clusterset`]: "dev" })}spec: {taints: [{key: k, effect: NoSelect}]}\n`,
  placement(
    "web",
    "{numberOfClusters: 1, predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]}",
  ),
);

export const whys = {
  "why of a cluster that several things keep out: one change for all": {
    args: ["why", "cluster/far", "{}/hub.yaml", "-q"],
    files: { "hub.yaml": keptOut },
    out: [
      /\nWhat would change it\n {2}Set the label \S+ to prod \(was dev\) on ManagedCluster far, set the label env to /,
      / far, add the toleration k:NoSelect to Placement prod\/web, and set numberOfClusters to 2 .*: far is added\n/,
    ],
  },
  "a pod whose node has more points than another one": {
    args: ["why", "pod/small", ...quiet],
    stdin: joined(node("n1"), node("n3"), proxy, pod("web", 1, "nodeName: n1, ", "phase: Running"), pod("small", 1)),
    out: [
      /\nWhy n3 and not n1\nn3 has \d+ score points, n1 has \d+: NodeResourcesFit gives n3 \d+ more\b/,
      /\nNodeResourcesFit +1 +\d+ +\d+ +\d+\n/,
    ],
  },
  "a refusal is stated once": {
    args: ["why", "sts/db", "-", "-q"],
    stdin: joined(node("n1"), proxy, bounds, set, first),
    code: 1,
    out: [
      /\nshop\/db-1 is refused by LimitRange l at admission: requests\.cpu of a container is 3, above max 1\. If it /,
      /\nThe rollout of StatefulSet shop\/db stops at step 1: LimitRange l refuses shop\/db-1 for the same reason\. /,
    ],
    err: [/^failed: the rollout of StatefulSet shop\/db does not complete\n/],
  },
  "events of a pod that is gone": {
    args: ["queue", "-q"],
    stdin: `${world}---\n${eventsOf("gone")}`,
    code: 1,
    out: [/^Events name 1 pod that the input lacks: gone\. This answer is as if it was deleted; if it exists, add /],
    err: [/^/],
  },
  "events of pods without any pod": {
    args: ["queue", "-q"],
    stdin: `${node("n1")}---\n${eventsOf("gone")}`,
    code: 1,
    out: [/^Incomplete: a part of the input cannot be read /],
    err: [/^/],
  },
  "why a pod waits that its quota rejects": {
    args: ["why", "small", "-", "-q"],
    stdin: elastic,
    code: 1,
    out: [
      /^shop\/small: its quota keeps it from every node: shop would use 2 CPUs, its max is 1\.\n/,
      /\nWhat would change it\n {2}Set the max of cpu to 2 \(was 1\) in ElasticQuota shop\/q, and set the min of cpu /,
    ],
  },
  "why a pod waits that Kueue holds back": {
    args: ["why", "small", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: all}\nspec: {}\n",
      pod("small", 1, "schedulingGates: [{name: kueue.x-k8s.io/admission}], "),
    ),
    code: 1,
    out: [
      /^This answer does not look at Kueue's queues and quotas\.\n(.+\n)+shop\/small is held back by scheduling gate /,
    ],
  },
  "why a pod waits that its claim refuses": {
    args: ["why", "small", "-", "-q"],
    stdin: refused,
    code: 1,
    out: [/^shop\/small waits, and no node is tried: persistentvolumeclaim "data" bound to non-existent /],
  },
  "pending pods that their claims refuse": {
    args: ["why", "-", "-q"],
    stdin: refused,
    code: 1,
    out: [/^1 pod is pending\.\n/],
  },
  "which pods an ElasticQuota rejects": {
    args: ["why", "elasticquota/q", "-", "-q"],
    stdin: elastic,
    code: 1,
    out: [/^ElasticQuota shop\/q rejects 1 pending pod\.\nIts pods use 1 of cpu \(min 1, max 1\)\.\nshop\/small: its /],
  },
  "which pods a ResourceQuota refuses": {
    args: ["why", "resourcequota/rq", "-", "-q"],
    stdin: hard,
    code: 1,
    out: [
      /^ResourceQuota shop\/rq refuses 1 pending pod\.\nshop\/small is refused by ResourceQuota rq at admission: /,
      /\n {2}Set hard of requests\.cpu to 2 \(was 1\) in ResourceQuota shop\/rq: the pod goes to n1\n/,
    ],
  },
  "which pods wait for a claim": {
    args: ["why", "pvc/data", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: shop, uid: x}\n" +
        "spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n" +
        "status: {phase: Pending}\n",
      "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\nprovisioner: x\n" +
        "volumeBindingMode: Immediate\n",
      pod("small", 1, "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}], "),
    ),
    code: 1,
    out: [/(^|\n)PersistentVolumeClaim shop\/data: 1 pending pod waits for it\.\n/],
  },
  "how many nodes all pending pods need": {
    args: ["why", "one", "-", "-q"],
    stdin: joined(node("n1"), proxy, pod("web", 2, "nodeName: n1, ", "phase: Running"), pod("one", 2), pod("two", 2)),
    code: 1,
    out: [/\nAll 2 pending pods, with nodes like n1: 2 nodes are needed: 2 pods get a place on them/],
  },
  "why a pod waits": {
    args: ["why", "big", "-", "-q"],
    stdin: world,
    code: 1,
    out: [
      /^shop\/big fits 0 of 2 nodes: /,
      /\nWhy no node fits\n {2}1 node \(n1\): Insufficient cpu\n {4}requests 2 of cpu, 1 of 2 used\n/,
      /\n {2}1 node \(n2\): node\(s\) had untolerated taint\(s\)\n {4}gpu=a100:NoSchedule\n/,
      /\nWhat would change it\n {2}Add the toleration gpu=a100:NoSchedule to Pod shop\/big: the pod goes to n2\n/,
    ],
  },
  "why a pod goes where it goes, in a namespace": {
    args: ["why", "-n", "shop", "pod/small", "-", "-q"],
    stdin: world,
    out: [/^Only n1 fits.*The others: 1 node\(s\) had untolerated taint\(s\)\.\n/],
  },
  "why a pod goes to one of two nodes": {
    args: ["why", "small", "-", "-q"],
    stdin: joined(node("n1"), node("n2"), proxy, pod("small", 1)),
    out: [/^Today your scheduler picks n2 \(total \d+, next n1 \d+\)\.\n/],
  },
  "short names with a wrong letter": {
    args: ["why", "wbe", "-", "-q"],
    stdin: world,
    code: 3,
    err: "error: no object of the input is called `wbe`\n  did you mean pod/shop/web?\n",
  },
  "why a cluster, as people say it": {
    args: ["why", "cluster/lab-1", ...quiet],
    stdin: fleet,
    out: [/^lab-1 /],
  },
  "why a CronJob: the newest of its Jobs": {
    args: ["why", "cronjob/backup", "-", "-q"],
    stdin: joined(node("n1"), proxy, job("backup-29000000"), job("backup-29001440"), job("backup-test")),
    out: [/^Job shop\/backup-29001440: 1 pod, 1 pending\.\n/],
  },
  "why a name of a CronJob": {
    args: ["why", "backup", "-", "-q"],
    stdin: joined(node("n1"), proxy, job("backup-29000000"), job("backup-29001440")),
    out: [/^Job shop\/backup-29001440: 1 pod, 1 pending\.\n/],
  },
  "why a claim refuses a pod": {
    args: ["why", "one", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      pod("one", 1, "volumes: [{name: v, persistentVolumeClaim: {claimName: d}}], "),
      "apiVersion: v1\nkind: PersistentVolumeClaimList\nitems: []\n",
    ),
    code: 1,
    out: [/^shop\/one waits, and no node is tried: persistentvolumeclaim "d" not found\. .*\n(?!(.|\n)*No change was)/],
  },
  "why a CronJob: what a Job of it would get": {
    args: ["why", "cj/backup", "-", "-q"],
    stdin: joined(node("n1"), proxy, cronJob("")),
    code: 1,
    out: [
      /^CronJob shop\/backup: none of its Jobs is in the input\. A Job of it would have 2 pods:\n/,
      /\nshop\/backup-0 fits 0 of 1 node: 1 Insufficient cpu\.\n/,
      /\n {2}Set the cpu request to 2 \(was 8\) in CronJob shop\/backup: /,
    ],
  },
  "why a CronJob that is suspended": {
    args: ["why", "backup", "-", "-q"],
    stdin: joined(node("n1"), proxy, cronJob("suspend: true, ")),
    code: 1,
    out: [
      /^CronJob shop\/backup is suspended \(spec\.suspend\): it creates no Jobs, and none is in the input\. A Job of /,
    ],
  },
  "a CronJob creates no pods in other answers": {
    args: ["queue", "-", "-q"],
    stdin: joined(node("n1"), proxy, cronJob("")),
    out: [/^No pending pods: nothing to schedule\.\n/],
  },
  "why a Job that Kueue suspends": {
    args: ["why", "job/train", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      job("train")
        .replace("spec: {", "spec: {suspend: true, parallelism: 2, ")
        .replace("{name: train,", "{name: train, labels: {kueue.x-k8s.io/queue-name: team},"),
    ),
    out: [
      /^This answer does not look at Kueue's queues and quotas\.\n/,
      /\nJob shop\/train is suspended \(spec\.suspend\): it creates no pods\. Kueue sets it to false once one of /,
      /\. Resumed, it would have 2 pods:\n/,
    ],
  },
  "why a DaemonSet without pods": {
    args: ["why", "ds/agent", "-", "-q"],
    stdin: joined(
      node("n1", "unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]"),
      node("n2", "taints: [{key: gpu, value: a100, effect: NoSchedule}]"),
      proxy,
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: shop}\nspec: {selector: " +
        "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}\n",
    ),
    out: [
      /^DaemonSet shop\/agent has no pods in the input\. A pod of it fits 1 of 2 nodes \(n1\)\.\n/,
      /\nWhy not on the other nodes\n {2}1 node \(n2\): node\(s\) had untolerated taint\(s\)\n/,
    ],
  },
  "why a replica waits because of its siblings": {
    args: ["why", "deploy/spread", "-", "-q"],
    stdin: joined(
      node("n1"),
      node("n2"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: spread, namespace: shop}\nspec: {replicas: 3, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, " +
        "spec: {containers: [{name: c}], affinity: " +
        "{podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, " +
        "labelSelector: {matchLabels: {a: b}}}]}}}}}\n",
    ),
    code: 1,
    out: [
      /\nshop\/spread-2 fits 0 of 2 nodes: 2 node\(s\) didn't match pod anti-affinity rules\.\n/,
      /\nWhat would change it\n {2}Add Node n1-2, a node like n1/,
    ],
  },
  "why a CronJob without a Job": {
    args: ["why", "cj/backup", "-", "-q"],
    stdin: joined(node("n1"), proxy),
    code: 3,
    err: [/ a CronJob creates a Job at each time of its schedule, and the input has neither it nor a Job of it\n$/],
  },
  "why a workload waits": {
    args: ["why", "deploy/api", "-", "-q"],
    stdin: world,
    code: 1,
    out: [/^Deployment shop\/api: 2 pods, 2 pending\.\n/, /\nAbout shop\/api-0:\n/, /\nshop\/api-0 fits 0 of 2 nodes/],
  },
  "why a pod waits behind others": {
    args: ["why", "two", "-", "-q"],
    stdin: joined(node("n1"), proxy, pod("one", 2), pod("two", 2)),
    code: 1,
    out: [
      /^shop\/two fits 0 of 1 node: 1 Insufficient cpu\.\n/,
      /\n1 other pending pod is scheduled first \(schedscope queue\)\. .*Without it, /,
      /\nWhat would change it\n {2}Add Node n1-2/,
      /\nAll 2 pending pods, with nodes like n1: 1 node is needed: 1 pod gets a place on it.* 1 pending pod gets a /,
    ],
  },
  "change: a pod that waits behind others": {
    args: ["whatif", "change", "--pod", "two", "--admitted", "-", "-q"],
    stdin: joined(node("n1"), proxy, pod("one", 2), pod("two", 2)),
    code: 1,
    out: [
      /^shop\/two: Alone, it gets a node already; after the other pending pods it waits: 1 Insufficient cpu\.\n/,
      /\nschedscope whatif nodes --like n1 says how many such nodes the pending pods need\.\n/,
    ],
    err: "failed: shop/two waits after the other pending pods\n",
  },
  "change: a pod that its quota rejects after others": {
    args: ["whatif", "change", "--pod", "two", "--admitted", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      pod("one", 1),
      pod("two", 1),
      "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: shop}\n" +
        "spec: {min: {cpu: 1}, max: {cpu: 1}}\n",
    ),
    code: 1,
    out: [/^shop\/two: Alone, it gets a node already; .*max/, /^(?!(.|\n)*whatif nodes)/],
    err: "failed: shop/two waits after the other pending pods\n",
  },
  "change: a pod that gets a node after others": {
    args: ["whatif", "change", "--pod", "one", "--admitted", "-", "-q"],
    stdin: joined(node("n1"), proxy, pod("one", 2), pod("two", 2)),
    out: [/^shop\/one: Already true; no change needed\n/],
  },
  "why some pods of a workload wait": {
    args: ["why", "api", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: shop}\nspec: {replicas: 3, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, " +
        "resources: {requests: {cpu: 1}}}]}}}\n",
    ),
    code: 1,
    out: [
      /^Deployment shop\/api: 3 pods, 3 pending\.\nIn the queue of all pending pods, 2 get a node, 1 waits\.\n/,
      /\nAbout shop\/api-2:\n/,
    ],
  },
  "why nothing of a workload waits": {
    args: ["why", "api", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: shop}\nspec: {replicas: 0, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}\n",
    ),
    out: [/^Deployment shop\/api has no pods\.\nschedscope whatif rollout deployment\/shop\/api says whether a change/],
  },
  "why a pod waits for another pending one": {
    args: ["why", "app", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      pod(
        "app",
        1,
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " +
          "kubernetes.io/hostname, labelSelector: {matchLabels: {app: redis}}}]}}, ",
      ),
      pod("redis", 1).replace("{name: redis,", "{name: redis, labels: {app: redis},"),
    ),
    out: [/^shop\/app goes to n1 once other pending pods have their nodes \(schedscope queue\)\. Alone, it waits:\n/],
  },
  "a file alone with a pod that its kubelet rejects": {
    args: ["-", "-q"],
    stdin: joined(node("n1"), proxy, pod("big", 99, "nodeName: n1, ")),
    code: 1,
    err: "failed: the kubelet rejects 1 pod\n",
    out: [/^No pod waits for a scheduler\.\n {2}The kubelet of n1 rejects shop\/big \(OutOfcpu/],
  },
  "why a workload whose pod its kubelet rejects": {
    args: ["why", "deployment/edge", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: edge, namespace: shop}\nspec: {replicas: 1, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {nodeName: n1, containers: " +
        "[{name: c, resources: {requests: {cpu: 3}}}]}}}\n",
    ),
    code: 1,
    err: "failed: the kubelet rejects 1 pod\n",
    out: [
      /^The kubelet of n1 rejects shop\/edge-0 \(OutOfcpu: cpu, 3 requested, .+\)\.\nspec\.nodeName bypasses the /,
      /\nDeployment shop\/edge: 1 pod, 1 rejected\.\n/,
    ],
  },
  "why an object that cannot be read": {
    args: ["why", "n2", "-"],
    stdin: joined(node("n1"), proxy, "apiVersion: v1\nkind: Node\nmetadata: {name: n2}\nspec:\n  taints: [{key: a\n"),
    code: 1,
    out: [/^Incomplete: the input ends inside Node n2/],
    err: [/error: Node n2 cannot be read\n {2}the findings name the place in the input\n$/],
  },
  "why a pod waits without any node": {
    args: ["why", "big", "-", "-q"],
    stdin: joined(proxy, pod("big", 2)),
    code: 1,
    err: "failed: the input is incomplete\n",
    out: [/\nshop\/big waits: the input has no Node\.\n(?!(.|\n)*What would change it)/],
  },
  "why a node has no more pods": {
    args: ["why", "node/n1", "-", "-q"],
    stdin: world,
    out: [
      /^Node n1 has 2 pods of at most 9, which request 1 of 2 cpu and 0 of 8Gi memory\.\n/,
      /\n1 of 4 pending pods fits it\.\n/,
      /\nWhy pending pods do not fit\n {2}3 pods: Insufficient cpu\n {4}shop\/big: requests 2 of cpu, 1 of 2 used\n/,
      /\nshop\/web +bound +0 +n1\n/,
    ],
  },
  "why a node does not take pods that name another one, or are held back": {
    args: ["why", "n2", "-", "-q"],
    stdin: joined(
      node("n1"),
      node("n2"),
      pod(
        "pinned",
        1,
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: " +
          "[{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}}}, ",
      ),
      pod("gated", 1, "schedulingGates: [{name: a.io/b}], "),
    ),
    out: [
      /\n0 of 2 pending pods fit it; gates or quotas hold 1 back\.\n/,
      / 1 pod \(shop\/pinned\): node\(s\) didn't match Pod's/,
    ],
  },
  "why a cluster is selected": {
    args: ["why", "prod-1", ...quiet],
    stdin: fleet,
    out: [/^prod-1 for prod\/web: selected/],
  },
  "why a placement selects what it selects": {
    args: ["why", "placement/web", ...quiet],
    stdin: fleet,
    out: [/^prod\/web selects 2 clusters\./],
  },
};
