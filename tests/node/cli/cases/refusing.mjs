// Names that do not exist, misuse, nothing to decide.
import { cluster, fleet, joined, noted, placement, quiet, story, three, two } from "./texts.mjs";

const pod = (namespace, name) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {containers: [{name: c}]}\n`;

const emptyPipe = "error: standard input is empty: the command before the pipe printed nothing\n";

export const refusing = {
  "a file that is not there, without a command": {
    args: ["fleet-of-nobody.yaml"],
    code: 2,
    err: "error: `fleet-of-nobody.yaml` cannot be read: no such file\n",
  },
  "why a file that is not there": {
    args: ["why", "./nobody/fleet.yaml"],
    code: 2,
    err: "error: `./nobody/fleet.yaml` cannot be read: no such file\n",
  },
  "a timeline without a command": {
    args: ["examples/vm-over-correction.yaml"],
    code: 3,
    err: [/error: the input is a Timeline of autoscaled VMs\n {2}`schedscope vm run` with the same files runs it\n$/],
  },
  "a cluster beside ranks": {
    args: ["whatif", "sweep", "--weight", "Steady", "--rank", "prod-1", "--cluster", "prod-2", "-", ...quiet],
    stdin: fleet,
    code: 2,
    err: "error: --cluster is about the intervals of a parameter\n  --rank names the cluster that is ranked\n",
  },
  "a file as the value of an option": {
    args: ["whatif", "sweep", "--weight", "Steady", "--rank", story],
    code: 2,
    err: [/^error: `.*\.yaml` is read as the value of --rank\n {2}give --rank <cluster> a value\n$/],
  },
  // Names that do not exist.
  "no such placement": {
    args: ["place", "-p", "prod/wbe", ...quiet],
    stdin: two,
    code: 3,
    err: "error: there is no placement `prod/wbe` in the input\n  did you mean prod/web?\n",
  },
  "no such placement, and none with a name like it": {
    args: ["place", "-p", "nope", ...quiet],
    stdin: two,
    code: 3,
    err: [/^error: there is no placement `nope` in the input\n {2}available: /],
  },
  "a placement in another object": {
    args: ["place", ...quiet],
    stdin: joined(
      ...three,
      "apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nmetadata: {name: a}\nspec:\n" +
        "  policy-templates:\n  - objectDefinition:\n      kind: Placement\n",
    ),
    code: 3,
    err: [/^error: no Placement in the input: this is a Policy that holds a Placement\n {2}What another object holds/],
  },
  "a rule of the API before placements": {
    args: ["place", ...quiet],
    stdin: "apiVersion: apps.open-cluster-management.io/v1\nkind: PlacementRule\nmetadata: {name: a, namespace: b}\n",
    code: 3,
    err: [/^error: no Placement in the input: this is a PlacementRule, of the API before Placements\n/],
  },
  "a filter that no cluster passes": {
    args: ["place", "-o", "name", "--find", "zzz", ...quiet],
    stdin: fleet,
    code: 3,
    err: "error: no cluster matches --find zzz; a label is found as key=value\n",
  },
  "filters that no event passes": {
    args: ["vm", "run", "examples/vm-over-correction.yaml", "--pod", "default/nope", "--kind", "request", "-q"],
    code: 3,
    err: "error: no event matches --pod default/nope and --kind request\n",
  },
  "a filter of the list of pods, for one pod": {
    args: ["pods", "quota-a/a-9", story, "--node", "nope"],
    code: 2,
    err: [/^error: --node filters the list of pods, not the nodes of one/],
  },
  "no such cluster": {
    args: ["why", "prod-3", ...quiet],
    stdin: fleet,
    code: 3,
    err:
      "error: no object of the input is called `prod-3`\n" +
      "  did you mean managedcluster/prod-1, managedcluster/prod-2?\n",
  },
  "no such prioritizer": {
    args: ["place", "--weight", "Stedy=3", ...quiet],
    stdin: fleet,
    code: 3,
    err: [/^error: there is no prioritizer `Stedy`\n {2}did you mean Steady\?\n/],
  },
  "a sweep of what no prioritizer is called": {
    args: ["whatif", "sweep", "--weight", "Stedy", ...quiet],
    stdin: fleet,
    code: 3,
    err: [/^error: there is no prioritizer `Stedy`\n {2}did you mean Steady\?\n/],
  },
  "a what-if with the max skew of a constraint that the placement does not have": {
    args: ["whatif", "sweep", "--count", "--max-skew", "2", ...quiet],
    stdin: fleet,
    code: 2,
    err: [/^error: the placement has no spread constraint to set a max skew for/],
  },
  "a sweep of nothing": {
    args: ["whatif", "sweep", ...quiet],
    stdin: fleet,
    code: 2,
    err:
      "error: one parameter is swept\n  give --weight, --count, --max-skew or --stability; " +
      "of a pod, --pod; of VMs, --watermark\n",
  },
  "a change of nothing": {
    args: ["whatif", "change", ...quiet],
    stdin: fleet,
    code: 2,
    err:
      "error: no outcome is wanted\n" +
      "  give --selects, --drops, --count or --recorded; of a pod, --pod; of VMs, --stays\n",
  },
  "a change of a pod and of clusters": {
    args: ["whatif", "change", "--pod", "a/p", "--admitted", "--selects", "prod-1", ...quiet],
    stdin: fleet,
    code: 2,
    err: "error: --pod cannot be combined with --selects, --drops and --count\n",
  },
  "a change for a cluster that is not there": {
    args: ["whatif", "change", "--selects", "prod-3", ...quiet],
    stdin: fleet,
    code: 3,
    err: "error: there is no cluster `prod-3` in the input\n  did you mean prod-1, prod-2?\n",
  },
  "a family that is none": {
    args: ["whatif", "change", "--selects", "prod-1", "--family", "wait", ...quiet],
    stdin: fleet,
    code: 2,
    err: [/Allowed choices are name, weight, count/],
  },
  "--apply on standard input": {
    args: ["whatif", "change", "--count", "1", "--apply", ...quiet],
    stdin: fleet,
    code: 2,
    err: [/^error: --apply needs files: /],
  },
  "a dry run of nothing": {
    args: ["whatif", "change", "--count", "1", "--dry-run", ...quiet],
    stdin: fleet,
    code: 2,
    err: "error: --dry-run needs --apply\n",
  },
  "no such topology key": {
    args: ["place", "examples/use-case-3-max-skew-1.yaml", "--max-skew", "zon=2", ...quiet],
    code: 3,
    err: [/topology key `zon`\n {2}did you mean zone\?/],
  },
  "no such step": {
    args: ["spread", "examples/use-case-3-max-skew-1.yaml", "--step", "9", ...quiet],
    code: 2,
    err: "error: there is no step 9: the run has 3 steps\n",
  },
  "no such pod": {
    args: ["pods", "quota-a/a-9", story],
    code: 3,
    err: [/^error: there is no pod `quota-a\/a-9` in the input\n {2}did you mean quota-a\/a-1/],
  },
  "a pod by its name": { args: ["quota", "why", "a-4", story, "-o", "name"], out: "" },
  "names that two pods have": {
    args: ["quota", "why", "nginx", "{}/a.yaml"],
    files: {
      "a.yaml": ["a", "b"]
        .map((namespace) => `apiVersion: v1\nkind: Pod\nmetadata: {name: nginx, namespace: ${namespace}}\n`)
        .join("---\n"),
    },
    code: 2,
    err: [/several pods are called `nginx`\n {2}give the full name: a\/nginx, b\/nginx/],
  },
  "no such node": {
    args: ["quota", "why", "a-4", story, "--node", "gpu-2"],
    code: 3,
    err: [/there is no node `gpu-2` in the input\n {2}did you mean gpu-1/],
  },
  "no such step of the queue": {
    args: ["queue", story, "--step", "99"],
    code: 2,
    err: "error: there is no step 99: the queue has 12 steps\n",
  },
  "no such scorer has a weight": {
    args: ["queue", story, "--weight", "Nobody=1"],
    code: 2,
    err: [/Nobody=1.* is invalid\. Allowed choices are DefaultProfile, LimitAware, .*, TaintToleration, /],
  },
  "a weight that is too large": {
    args: ["queue", story, "--weight", "LimitAware=101"],
    code: 2,
    err: [/A weight is from 1 to 100\./],
  },
  "one scorer or a weighted sum": {
    args: ["queue", story, "--scorer", "LeastAllocated", "--weight", "LimitAware=2"],
    code: 2,
    err: "error: give either --scorer or --weight\n  --compare-scorers compares both\n",
  },
  "scorers are not compared at a step": {
    args: ["queue", story, "--compare-scorers", "--step", "1"],
    code: 2,
    err: [/'--compare-scorers' cannot be used with option '--step/],
  },
  "no such timeline": {
    args: ["vm", "run", "examples/vm-normal-growth.yaml", "--timeline", "normal-grow"],
    code: 3,
    err: [/there is no timeline `normal-grow`/, /default\/normal-growth/],
  },
  "no such variant": {
    args: ["vm", "run", "examples/vm-over-correction.yaml", "--variant", "smaller step"],
    code: 3,
    err: [/did you mean smaller steps\?/],
  },
  "no such step of a timeline": {
    args: ["vm", "step", "99", "examples/vm-normal-growth.yaml"],
    code: 2,
    err: [/there is no step 99: the run has 28/],
  },
  "no such step of a dump": {
    args: ["vm", "dump", "examples/vm-normal-growth.yaml", "--step", "99"],
    code: 2,
    err: [/there is no step 99: the run has 28/],
  },
  "no such command": { args: ["plac"], code: 2, err: [/unknown command 'plac'\n\(Did you mean place\?\)/] },
  "no such option": {
    args: ["place", "--expct", "a"],
    code: 2,
    err: [/unknown option '--expct'\n\(Did you mean --expect\?\)/],
  },

  // Misuse.
  "no command, and nothing behind a pipe": { args: [], code: 1, err: emptyPipe },
  "a name of several objects": {
    args: ["why", "api", ...quiet],
    stdin: `${pod("a", "api")}---\n${pod("b", "api")}`,
    code: 3,
    err: "error: several objects are called `api`\n  give one of pod/a/api, pod/b/api\n",
  },
  "a name of an object that no answer is about": {
    args: ["explain", "api", ...quiet],
    stdin: "apiVersion: v1\nkind: Service\nmetadata: {name: api, namespace: a}\nspec: {}\n",
    code: 3,
    err:
      "error: `api` is a Service, which no answer is about\n" +
      "  give a pod, a workload, a node, a cluster, a placement, a quota, a PersistentVolumeClaim or a " +
      "VirtualMachine\n",
  },
  "a file where the pod should be": {
    args: ["quota", "why", story],
    code: 2,
    err: [/^error: give the pod first, then files/],
  },
  "a weight that is none": {
    args: ["place", "--weight", "Steady", ...quiet],
    code: 2,
    err: [/'--weight <name=n>' argument 'Steady' is invalid\. It must be <name>=<whole number>/],
  },
  "a number that is none": {
    args: ["place", "--number-of-clusters", "-1", ...quiet],
    code: 2,
    err: [/It must be a whole number, or `all`/],
  },
  "a time that is none": {
    args: ["place", "-q", "--now", "yesterday"],
    stdin: fleet,
    code: 2,
    err: [/'yesterday' is invalid\. It must be an RFC 3339 time, for example 2026-01-31T12:00:00Z\./],
  },
  "a format that is none": {
    args: ["place", "-o", "xml"],
    code: 2,
    err: [/Allowed choices are json, yaml, wide, name/],
  },
  "nothing to compare with": { args: ["compare", story], code: 2, err: [/^error: nothing to compare with\n/] },
  "standard input twice": {
    args: ["compare", "-", "-"],
    stdin: fleet,
    code: 2,
    err: "error: standard input cannot be both texts\n",
  },

  // Nothing to decide.
  "an empty text": { args: ["place"], stdin: "", code: 1, err: emptyPipe },
  "blank lines alone": { args: ["quota"], stdin: "\n\n", code: 1, err: emptyPipe },
  "an empty file": {
    args: ["quota", "{}/a.yaml"],
    files: { "a.yaml": "" },
    code: 1,
    err: "error: the input is empty\n",
  },
  "no placement": {
    args: ["place", "-q"],
    stdin: cluster("a"),
    code: 3,
    err: [/^error: no Placement in the input\n {2}try: kubectl get/],
  },
  "no cluster": {
    args: ["place", "-q"],
    stdin: placement("web"),
    code: 3,
    err: [/^error: no ManagedCluster in the input/],
  },
  "no pod": { args: ["pods", "-q"], stdin: cluster("a"), code: 3, err: [/no Pod in the input/] },
  "no quota": { args: ["quota", "-q"], stdin: cluster("a"), code: 3, err: [/no ElasticQuota in the input/] },
  "no queue": { args: ["queue", "-q"], stdin: cluster("a"), code: 3, err: [/no Pod in the input/] },
  "no node": { args: ["vm", "run", "-q"], stdin: cluster("a"), code: 3, err: [/neither a Node nor a Timeline/] },
  "no spread": {
    args: ["spread", ...quiet],
    stdin: fleet,
    code: 3,
    err: "error: prod/web has no spread constraints\n",
  },
  "no placement in one of two texts": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": cluster("a") },
    code: 3,
    err: [/^error: no Placement in `\S+b\.yaml`\n/],
  },
  "no placement of that name in one of two texts": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-p", "web", ...quiet],
    files: { "a.yaml": joined(...three, placement("all")), "b.yaml": fleet },
    code: 3,
    err: [/^error: there is no placement `web` in `\S+a\.yaml`\n/],
  },
  "no timeline": {
    args: ["vm", "run", "-q"],
    stdin: noted,
    out: [
      new RegExp(
        "^This answer models the plugin .*\n" +
          "Incomplete: the input lacks a ConfigMap with the plugin's config\\.\n  .*\n" +
          "With the assumed config the scheduler starts with 0 VMs on 1 node\\. The input has no Timeline: " +
          "add a file with one to play it\\.\n",
      ),
    ],
    code: 1,
    err: "failed: the input is incomplete\n",
  },
  "no object": { args: ["lint"], stdin: "# nothing\n", code: 3, err: [/no object in the input/] },
  "nothing in common": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": joined(...three, placement("all")) },
    code: 3,
    err: [/no placement in common/],
  },
};
