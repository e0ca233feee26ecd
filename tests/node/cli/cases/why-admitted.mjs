// `why`, of pods that the API server or a kubelet refuses, and of those that no scheduler saw.
import { cluster, joined, placement, quiet } from "./texts.mjs";

export const node = (name, more = "") =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n` +
  `spec: {${more}}\nstatus: {allocatable: {cpu: 2, memory: 8Gi, pods: 9}, nodeInfo: {kubeletVersion: v1.36.0}}\n`;
export const pod = (name, cpu, spec = "", status = "") =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop}\n` +
  `spec: {${spec}containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]}\nstatus: {${status}}\n`;
export const proxy = pod("proxy", 0, "nodeName: n1, ", "phase: Running").replace(
  "namespace: shop",
  "namespace: kube-system",
);
/** Two objects of one namespace that together refuse, or fill in, what a new pod asks for. */
const limited = (limits, resources) =>
  joined(
    node("n1"),
    proxy,
    `apiVersion: v1\nkind: LimitRange\nmetadata: {name: lr, namespace: shop}\nspec: {limits: [${limits}]}\n`,
    pod("new", 0).replace("requests: {cpu: 0}", resources),
  );
const stored = (text, owner) =>
  text.replace("namespace: shop", `namespace: shop, uid: u1, ownerReferences: [${owner}]`);

/** Its node has one pod, which a scheduler has put there: it has no `startTime` before its containers start. */
const waiting = joined(
  node("n1"),
  node("n2"),
  proxy,
  pod(
    "img",
    1,
    "nodeName: n1, ",
    "phase: Pending, conditions: [{type: PodScheduled, status: 'True'}], " +
      "containerStatuses: [{name: c, state: {waiting: {reason: ErrImagePull}}}]",
  ),
);

export const admitted = {
  "why a LimitRange refuses a pod": {
    args: ["why", "new", "-", "-q"],
    stdin: limited("{type: Container, max: {cpu: 1}}", "requests: {cpu: 100m}, limits: {cpu: 2}"),
    code: 1,
    out: [
      /^shop\/new is refused by LimitRange lr at admission: limits\.cpu of a container is 2, above max 1\. If it were /,
      /\n {2}Set the cpu limit to 1 \(was 2\) in Pod shop\/new: the pod goes to n1\n/,
    ],
  },
  "where a request is from that a pod does not name": {
    args: ["why", "new", "-", "-q"],
    stdin: limited("{type: Container, defaultRequest: {cpu: 3}}", ""),
    code: 1,
    out: [/\n {2}Set the cpu request to 2 \(was 3, the default of LimitRange shop\/lr\) in Pod shop\/new: /],
  },
  "what a quota asks containers to name": {
    args: ["why", "new", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: rq, namespace: shop}\n" +
        "spec: {hard: {requests.memory: 1Gi}}\n",
      pod("new", 1),
    ),
    code: 1,
    out: [/\n {2}Set the memory request to 128Mi, for example, in Pod shop\/new: the pod goes to n1\n/],
  },
  "whose pod template an edit of a pod is of": {
    args: ["why", "web-7d9f8-x", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      stored(pod("web-7d9f8-x", 3), "{kind: ReplicaSet, name: web-7d9f8, uid: r1, controller: true}").replace(
        "uid: u1",
        "uid: u1, labels: {pod-template-hash: 7d9f8}",
      ),
    ),
    code: 1,
    out: [/\n {2}Set the cpu request to 2 \(was 3\) in the pod template of Deployment shop\/web: the pod goes to n1\n/],
  },
  "why a kubelet refused a pod": {
    args: ["why", "late", "-", "-q"],
    stdin: joined(node("n1"), proxy, pod("late", 1, "nodeName: n1, ", "phase: Failed, reason: OutOfcpu")),
    out: [/^The kubelet of n1 refused shop\/late \(OutOfcpu\): the node had too little cpu left /],
  },
  "why a pod is on a node that no scheduler chose": {
    args: ["why", "set", "-", "-q"],
    stdin: joined(node("n1"), node("n2"), proxy, pod("set", 1, "nodeName: n1, ", "phase: Pending")),
    out: [
      /^shop\/set was created with spec\.nodeName: n1: no scheduler saw it\. If one had seen it: only n1 fits\./,
      /^(?![\s\S]*Scheduled again)/,
    ],
  },
  // Both would evict the pod alone; the first one in the queue does.
  "a pod whose place another pending pod takes by eviction": {
    args: ["why", "shop/second", ...quiet],
    stdin: joined(
      node("n1"),
      proxy,
      pod("web", 2, "priority: 0, nodeName: n1, ", "phase: Running"),
      ...["first", "second"].map((name) =>
        pod(name, 2, "priority: 9, ").replace("namespace: shop", `namespace: shop, uid: ${name}`),
      ),
    ),
    code: 1,
    out: [
      /^(Pod )?shop\/second waits in the queue of all pending pods \(schedscope queue\): /m,
      /Alone, it would evict others:/,
      /It evicts shop\/web on n1/,
      /What would change it/,
    ],
  },
  // The quota counts only some pods.
  "a pod in the scope of a ResourceQuota": {
    args: ["why", ...quiet],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: shop}\n" +
        "spec: {hard: {pods: 1}, scopes: [NotTerminating]}\nstatus: {used: {pods: 1}}\n",
      pod("in", 1),
      pod("out", 1, "activeDeadlineSeconds: 9, "),
    ),
    code: 1,
    out: [/shop\/in +is not tried +pending, refused by ResourceQuota q/, /shop\/out +goes to n1/],
  },
  // A change that helps one pod need not help its siblings: each node has 2 cpu.
  "what a change does for all pods of a workload": {
    args: ["why", "deployment/api", ...quiet],
    stdin: joined(
      node("n1"),
      node("n2", "taints: [{key: gpu, value: a100, effect: NoSchedule}]"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: shop}\nspec: {replicas: 3, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, " +
        "resources: {requests: {cpu: 2}}}]}}}\n",
    ),
    code: 1,
    out: [/toleration gpu=a100:NoSchedule.*: the pod goes to n2; 2 of the 3 pending pods of the workload get nodes\n/],
  },
  // Alone, the third pod fits with a request of 0; with a smaller request of all, it need not be that small.
  "a request with which all pods of a workload get nodes": {
    args: ["why", "deployment/api", ...quiet],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: shop}\nspec: {replicas: 3, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, " +
        "resources: {requests: {cpu: 1}}}]}}}\n",
    ),
    code: 1,
    out: [/Set the cpu request to 660m \(was 1\) in Deployment shop\/api: .*; all 3 pending pods of the workload/],
  },
  // n3 is like n1 but for its name, p1 is of another pool, and its cordon does not matter.
  "nodes of which shape the pending pods need": {
    args: ["nodes", "--needed", "-q"],
    stdin: joined(
      node("n1"),
      node("n3", "unschedulable: true"),
      node("p1", "unschedulable: true").replace("hostname: p1", "hostname: p1, pool: p"),
      node("n2", "taints: [{key: gpu, value: a100, effect: NoSchedule}]"),
      proxy,
      pod("a", 2),
      pod("b", 2),
    ),
    code: 0,
    out: [/^With nodes like n1: 1 node is needed: /, /^n1 +1 +1 +0$/m, /^p1 +1 +1 +0\nn2 +0 +0 +1$/m],
  },
  // The pods of the Job are assumed, and so are the nodes that the queue gives those before the one that waits.
  "why a suspended Job would have a pod that waits": {
    args: ["why", "job/etl", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: etl, namespace: shop}\nspec: {suspend: true, " +
        "parallelism: 2, completions: 2, template: {spec: {restartPolicy: Never, containers: " +
        "[{name: c, resources: {requests: {cpu: 2}}}]}}}\n",
    ),
    code: 1,
    out: [
      /^Job shop\/etl is suspended .* 2 pods:\n.* 1 gets a node, 1 waits\./,
      /1 other pending pod is scheduled first/,
    ],
  },
  "why a workload on nodes does not run": {
    args: ["why", "deployment/web", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop, uid: d}\nspec: {replicas: 1, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}\n",
      pod(
        "web-1",
        1,
        "nodeName: n1, ",
        "phase: Running, startTime: '2026-11-01T00:00:00Z', " +
          "containerStatuses: [{name: c, state: {waiting: {reason: CrashLoopBackOff}}}]",
      ).replace(
        "namespace: shop",
        "namespace: shop, uid: p, labels: {a: b}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, " +
          "name: web-5, uid: r, controller: true}]",
      ),
      "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: web-5, namespace: shop, uid: r, ownerReferences: " +
        "[{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}\nspec: {replicas: 1, " +
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}\n",
    ),
    code: 0,
    out: [/^1 pod has a node and waits for its containers: shop\/web-1 \(CrashLoopBackOff\)\.\n/],
  },
  "why a node gets no more pods": {
    args: ["why", "node/n2", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      node("n2", "unschedulable: true, taints: [{key: node.kubernetes.io/disk-pressure, effect: NoSchedule}]"),
    ),
    code: 0,
    out: [
      /\nIt is cordoned \(spec\.unschedulable\)\. It has the taint node\.kubernetes\.io\/disk-pressure:NoSchedule \(/,
    ],
  },
  // The quota is not in the input; what its refusal left is.
  "why a workload has no pods that the API server refused": {
    args: ["why", "deployment/web", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      ...["Deployment", "ReplicaSet"].map(
        (kind) =>
          `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: ${kind === "Deployment" ? "web" : "web-5"}, ` +
          `namespace: shop, uid: ${kind}${kind === "Deployment" ? "" : ", ownerReferences: [{apiVersion: apps/v1, "}` +
          `${kind === "Deployment" ? "" : "kind: Deployment, name: web, uid: Deployment, controller: true}]"}}\n` +
          "spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: " +
          "{containers: [{name: c}]}}}\nstatus: {conditions: [{type: ReplicaFailure, status: 'True', reason: " +
          "FailedCreate, message: 'pods \"web-5-x\" is forbidden: exceeded quota: q'}]}\n",
      ),
    ),
    code: 0,
    out: [
      /^ReplicaSet shop\/web-5 recorded FailedCreate: pods "web-5-x" is forbidden: exceeded quota: q\.\n(?!.*recorded)/,
    ],
  },
  "what kube-scheduler said of a pod, without nodes": {
    args: ["why", "a", "-q"],
    stdin: pod(
      "a",
      2,
      "",
      "phase: Pending, conditions: [{type: PodScheduled, status: 'False', " +
        "message: '0/3 nodes are available: 3 Insufficient cpu.'}]",
    ),
    code: 1,
    out: [/the input has no Node\.\n/, /\n {2}3 Insufficient cpu: on 3 nodes, the pods request too much cpu/],
    err: "failed: the input is incomplete\n",
  },
  "why a pod has no running container": {
    args: ["why", "img", "-", "-q"],
    stdin: waiting,
    out: [/^shop\/img is on n1: its container c waits: ErrImagePull\. That is the kubelet's part; .* again: /],
  },
  "pods that have a node and wait for their containers": {
    args: ["-", "-q"],
    stdin: waiting,
    out: [/^No pod is pending\.\n1 pod has a node and waits for its containers: shop\/img \(ErrImagePull\)\.\n/],
  },
  "the list of pods says so, too": {
    args: ["pods", "-", "-q"],
    stdin: waiting,
    out: [/\n1 pod has a node and waits for its containers: shop\/img \(ErrImagePull\)\.\n/],
  },
  "why a pod that names a node that does not exist": {
    args: ["why", "ghost", "-", "-q"],
    stdin: joined(node("n1"), pod("ghost", 1, "nodeName: gone, ")),
    out: [/ so no other node is tried\.\n(?!(.|\n)*requested node name)/],
    err: [/garbage collector deletes 1 pod/],
    code: 1,
  },
  "why a pod fits none of three nodes": {
    args: ["why", "big", "-", "-q"],
    stdin: joined(
      node("n1"),
      node("n2"),
      node("n3"),
      proxy,
      pod("web", 1, "nodeName: n1, ", "phase: Running"),
      pod("big", 3),
    ),
    out: [/\n {4}n1: .*\n {4}n2: .*\n {4}n3: /],
    code: 1,
  },
  "why a cluster matches no predicate, where labels are not tried": {
    args: ["why", "a", "-", "-q"],
    stdin: joined(
      cluster("a", { tier: "gold" }),
      placement(
        "web",
        "{predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {tier: gold}}, celSelector: " +
          "{celExpressions: ['managedCluster.metadata.name == \"b\"']}}}, " +
          "{requiredClusterSelector: {labelSelector: {matchLabels: {tier: silver}}}}]}",
      ),
    ),
    out: [
      /Remove the requirement tier=silver of predicate 2 in .*\n {2}Predicate 2 has no other requirement: without /,
      /\n {2}Labels and claims were not tried: CEL expressions of the placement would have to be evaluated again\n/,
    ],
  },
};
