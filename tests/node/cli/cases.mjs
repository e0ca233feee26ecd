// Calls with what must come of them. `files` are written into a folder, which `{}` in the arguments stands for.
// `out` and `err`: the whole text, or patterns that must all be found in it. Default: nothing, and exit code 0.
const cluster = (name, labels = {}) =>
  `apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: ${name}\n` +
  `  labels: ${JSON.stringify(labels)}\n`;
const placement = (name, spec = "{}", namespace = "prod") =>
  `apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata:\n  name: ${name}\n` +
  `  namespace: ${namespace}\nspec: ${spec}\n`;
const joined = (...documents) => documents.join("---\n");

const isProd = "{predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]}";
const three = [
  cluster("prod-1", { env: "prod" }),
  cluster("prod-2", { env: "prod" }),
  cluster("lab-1", { env: "lab" }),
];
const fleet = joined(...three, placement("web", isProd));
const two = joined(...three, placement("web", isProd), placement("all"));
const noted =
  "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n" +
  "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\n" +
  "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
const story = "examples/quota-story-1.yaml";
const quiet = ["-q", "--now", "2026-03-01T12:00:00Z"];

const rows = `CLUSTER   STATE          RANK   TOTAL   WHY
prod-1    selected          1     100
prod-2    selected          2     100
lab-1     filtered out      -       -   label \`env\` is \`lab\`, but must be \`prod\`
`;
const answer = `prod/web selects 2 clusters. 3 considered, 1 filtered out by predicates.\n\n${rows}`;

export const cases = {
  // Where the text comes from.
  "standard input, by name": { args: ["place", "-", ...quiet], stdin: fleet, out: answer },
  "standard input, behind a pipe": { args: ["place", ...quiet], stdin: fleet, out: answer },
  "a file with the line ends of Windows": {
    args: ["place", "{}/a.yaml", ...quiet],
    files: { "a.yaml": fleet.replaceAll("\n", "\r\n") },
    out: answer,
  },
  "a file with a byte order mark": {
    args: ["place", "{}/a.yaml", ...quiet],
    files: { "a.yaml": `\ufeff${fleet}` },
    out: answer,
  },
  "UTF-16 as PowerShell writes it": {
    args: ["place", "{}/a.yaml", ...quiet],
    files: { "a.yaml": Buffer.from(`\ufeff${fleet.replaceAll("\n", "\r\n")}`, "utf16le") },
    out: answer,
  },
  JSON: {
    args: ["place", "-o", "name", ...quiet],
    stdin: JSON.stringify({
      kind: "List",
      apiVersion: "v1",
      items: [
        { apiVersion: "cluster.open-cluster-management.io/v1", kind: "ManagedCluster", metadata: { name: "a" } },
        {
          apiVersion: "cluster.open-cluster-management.io/v1beta1",
          kind: "Placement",
          metadata: { name: "p", namespace: "n" },
          spec: {},
        },
      ],
    }),
    out: "a\n",
  },
  "files are joined, with or without a last line end": {
    args: ["place", "{}/c.yaml", "{}/a.json", "{}/p.yaml", "-o", "name", ...quiet],
    files: {
      "c.yaml": joined(...three).trimEnd(),
      "a.json":
        '{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster",' +
        '"metadata":{"name":"json-1","labels":{"env":"prod"}}}',
      "p.yaml": `---\n${placement("web", isProd)}`,
    },
    out: "json-1\nprod-1\nprod-2\n",
  },
  "a folder: YAML and JSON by name, nothing else": {
    args: ["place", "{}", "-o", "name", ...quiet],
    files: {
      "b.yml": joined(...three),
      "p.yaml": placement("web", isProd),
      "notes.txt": "{{{",
      ".hidden.yaml": cluster("prod-0", { env: "prod" }),
    },
    out: "prod-1\nprod-2\n",
  },
  "a folder without any": {
    args: ["place", "{}"],
    files: { "notes.txt": "" },
    code: 2,
    err: [/^error: there is no YAML or JSON file in `.*`\n$/],
  },
  "no such file": {
    args: ["place", "{}/none.yaml"],
    files: {},
    code: 2,
    err: [/^error: `.*none\.yaml` cannot be read: there is no such file\n$/],
  },
  "bytes that are no text": {
    args: ["place", "{}/a.yaml"],
    files: { "a.yaml": Buffer.from([0x61, 0xff, 0xfe, 0x00]) },
    code: 2,
    err: [/is no text: it is not UTF-8/],
  },
  "a file that is compressed": {
    args: ["place", "{}/a.yaml"],
    files: { "a.yaml": Buffer.from([0x1f, 0x8b, 8, 0]) },
    code: 2,
    err: [/is no text: it is compressed by gzip/],
  },

  // Where things are.
  "a finding names the file and the line in it": {
    args: ["lint", "{}/a.yaml", "{}/b.yaml"],
    files: {
      "a.yaml": joined(...three).trimEnd(),
      "b.yaml": `# a comment\n${placement("web", "\n  numberOfCluster: 3")}`,
    },
    out: [
      new RegExp(
        "^\\S+b\\.yaml:8:3: warning: unknown field `numberOfCluster`, did you mean `numberOfClusters` " +
          "\\(unknown-field\\)\n {2}Placement prod/web, spec\\.numberOfCluster\n {4}8 \\| {3}numberOfCluster: 3\n" +
          " {6}\\| {3}\\^{15}\n\n1 warning\n$",
      ),
    ],
  },
  "lines of Windows count alike": {
    args: ["lint", "{}/a.yaml", "{}/b.yaml", "-o", "name"],
    files: {
      "a.yaml": joined(...three).replaceAll("\n", "\r\n"),
      "b.yaml": placement("web", "\n  numberOfCluster: 3").replaceAll("\n", "\r\n"),
    },
    out: [/b\.yaml\n$/],
  },
  "an object that stands twice is found at both files": {
    args: ["lint", "{}/a.yaml", "{}/b.yaml", "--fail-on", "warning"],
    files: { "a.yaml": cluster("prod-1"), "b.yaml": cluster("prod-1") },
    code: 1,
    out: [/duplicate-object/, /b\.yaml:4:9/],
    err: [/^failed: the text has 1 warning \(--fail-on warning\)\n$/],
  },
  "a long line is shown in part": {
    args: ["lint", "--severity", "warning"],
    stdin:
      '{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"name":"p",' +
      `"annotations":{"x":"${"y".repeat(5000)}"}},"spec":{"numberOfCluster":3}}`,
    out: [/<stdin>:1:\d{4}: warning/, /\n {4}1 \| …y{8}"\}\},"spec":\{"numberOfCluster":3\}\}\n {6}\| {22}\^{17}\n/],
  },
  "columns of wide letters": {
    args: ["lint"],
    stdin:
      "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n" +
      "metadata: {name: p, annotations: {a: 日本}, lables: 1}\n",
    out: [/\n {4}3 \| metadata: \{name: p, annotations: \{a: 日本\}, lables: 1\}\n {6}\| {45}\^{6}\n/],
  },
  "findings go to standard error beside another answer": {
    args: ["place", "-o", "name", "--now", "2026-03-01T12:00:00Z"],
    stdin: joined(...three, placement("web", "\n  numberOfCluster: 3")),
    out: "lab-1\nprod-1\nprod-2\n",
    err: [/^<stdin>:\d+:3: warning: unknown field `numberOfCluster`/, /note: no cluster sets given/],
  },
  quiet: {
    args: ["place", "-o", "name", "-q"],
    stdin: joined(...three, placement("web", "\n  numberOfCluster: 3")),
    out: "lab-1\nprod-1\nprod-2\n",
  },
  "annotations of GitHub Actions": {
    args: ["lint", "-o", "github", "--fail-on", "never"],
    stdin: placement("web", "\n  numberOfCluster: 3\n  predicates: 5"),
    out: [
      /^::warning file=<stdin>,line=7,col=3,title=unknown-field::unknown field/,
      /\n::error file=<stdin>,line=8,col=15,title=wrong-type::expected a list/,
    ],
  },
  "lint fails on errors": {
    args: ["lint"],
    stdin: placement("web", "\n  predicates: 5"),
    code: 1,
    out: [/1 error\n$/],
    err: [/^failed: the text has 1 error/],
  },
  "lint, told not to fail": {
    args: ["lint", "--fail-on", "never"],
    stdin: placement("web", "\n  predicates: 5"),
    out: [/1 error\n$/],
  },
  "lint, quietly": { args: ["lint", "-q"], stdin: placement("web", "\n  predicates: 5"), code: 1, out: [/1 error\n$/] },
  "lint for programs": {
    args: ["lint", "-o", "json", "--fail-on", "never"],
    stdin: placement("web", "\n  predicates: 5"),
    out:
      '{"file":"<stdin>","line":7,"column":15,"endLine":7,"endColumn":16,"severity":"error","code":"wrong-type",' +
      '"message":"expected a list, found the number `5`",' +
      '"object":{"kind":"Placement","namespace":"prod","name":"web"},"path":"spec.predicates"}\n',
  },
  "an expression that does not compile": {
    args: ["lint"],
    stdin: joined(
      ...three,
      placement(
        "web",
        "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: " +
          "['managedCluster.metadata.name ==']}}}]}",
      ),
    ),
    code: 1,
    out: [/error: .*\(invalid-expression\)/],
    err: [/^failed/],
  },
  "another command may be told to fail on findings": {
    args: ["place", "-q", "-o", "name", "--fail-on", "warning"],
    stdin: joined(...three, placement("web", "\n  numberOfCluster: 3")),
    code: 1,
    out: [/prod-1/],
    err: [/^failed: the text has 1 warning/],
  },

  // Policies.
  "expected, and selected": {
    args: [
      "place",
      "-o",
      "name",
      "--expect",
      "prod-1",
      "--expect",
      "prod-2",
      "--expect-not",
      "lab-1",
      "--expect-count",
      "2",
      ...quiet,
    ],
    stdin: fleet,
    out: "prod-1\nprod-2\n",
  },
  "expected, and not selected": {
    args: ["place", "-o", "name", "--expect", "lab-1", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err:
      "failed: prod/web does not select lab-1 (label `env` is `lab`, but must be `prod`)\n" +
      "  It is filtered out: no predicate matches it.\n",
  },
  "expected, and not there": {
    args: ["place", "-o", "name", "--expect", "prod-3", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err:
      "failed: prod/web does not select prod-3: there is no cluster of that name in the text; did you mean " +
      "prod-1, prod-2?\n",
  },
  "not expected, and selected": {
    args: ["place", "-o", "name", "--expect-not", "managedcluster/prod-1", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err:
      "failed: prod/web selects prod-1\n" +
      "  It ranks 1 of 2 feasible clusters with 100 points. All feasible clusters are wanted.\n",
  },
  "not expected, and not there": {
    args: ["place", "-o", "name", "--expect-not", "prod-9", ...quiet],
    stdin: fleet,
    out: "prod-1\nprod-2\n",
  },
  "another number than expected": {
    args: ["place", "-o", "name", "--expect-count", "3", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err: "failed: prod/web selects 2 clusters, 3 are expected\n",
  },
  "all that fails is said": {
    args: ["place", "-o", "name", "--expect", "lab-1", "--expect-not", "prod-1", "--expect-count", "1", ...quiet],
    stdin: fleet,
    code: 1,
    out: [/prod/],
    err: [/lab-1/, /prod-1/, /1 is expected/],
  },
  "a policy is one of a placement": {
    args: ["place", "--expect", "prod-1", ...quiet],
    stdin: two,
    code: 2,
    err: "error: the text has several placements\n  name one by --placement: prod/web, prod/all\n",
  },
  "a policy of one of several": {
    args: ["place", "-o", "name", "-p", "all", "--expect", "lab-1", ...quiet],
    stdin: two,
    out: "lab-1\nprod-1\nprod-2\n",
  },
  "other clusters are selected": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", "-o", "name", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": fleet.replace('"lab"', '"prod"') },
    code: 1,
    out: "+lab-1\n",
    err: "failed: prod/web selects other clusters (--exit-code)\n",
  },
  "the same clusters are selected": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": fleet.replace("name: lab-1", "name: lab-2") },
    out: [/^prod\/web: the same clusters are selected; 2 clusters differ in all\./, /\nnew +lab-2/, /\ngone +lab-1/],
  },
  "nothing differs": {
    args: ["compare", "{}/a.yaml", "{}/a.yaml", ...quiet],
    files: { "a.yaml": fleet },
    out: [/^prod\/web: the same clusters are selected, and nothing else differs\.\nbefore: .*\n$/],
  },
  "a comparison with standard input": {
    args: ["compare", "-", "{}/a.yaml", "-o", "name", ...quiet],
    stdin: joined(...three, placement("web")),
    files: { "a.yaml": fleet },
    out: "-lab-1\n",
  },

  // What if.
  "another number": { args: ["place", "-o", "name", "--number", "1", ...quiet], stdin: fleet, out: "prod-1\n" },
  "all of them": {
    args: ["place", "-o", "name", "--number", "all", ...quiet],
    stdin: fleet.replace("{predicates", "{numberOfClusters: 1, predicates"),
    out: "prod-1\nprod-2\n",
  },
  "another weight": {
    args: ["compare", "{}/a.yaml", "--weight", "Balance=0", "--weight", "Steady=3", ...quiet],
    files: { "a.yaml": fleet },
    out: [/weight of Steady: 1 → 3\n/, /weight of Balance: 1 → 0\n/, /selected +1 +100 → 0 +Balance 100 ×1 → ×0/],
  },
  "another max skew": {
    args: [
      "place",
      "examples/use-case-3-max-skew-1.yaml",
      "--max-skew",
      "2",
      "--expect-count",
      "4",
      "-o",
      "name",
      ...quiet,
    ],
    out: [/us-east-1a-3/],
  },
  "every cluster": {
    args: ["place", "examples/cluster-sets.yaml", "--candidates", "given", "-o", "name", ...quiet],
    out: [/dev-1/],
  },

  // Several placements.
  "all of them, one after another": {
    args: ["place", ...quiet],
    stdin: two,
    out: [/^prod\/web selects 2 clusters\./, /\n\nprod\/all selects 3 clusters\./],
  },
  "a document each": {
    args: ["place", "-o", "yaml", ...quiet],
    stdin: two,
    out: [/^placement:\n {2}kind: Placement\n/, /\n---\nplacement:\n/],
  },
  "by name alone": {
    args: ["explain", "lab-1", "-p", "all", ...quiet],
    stdin: two,
    out: [/^lab-1 for prod\/all: selected {2}\(<stdin>:13\)\n/],
  },
  "names that two have": {
    args: ["place", "-p", "web", ...quiet],
    stdin: joined(...three, placement("web"), placement("web", "{}", "stage")),
    code: 2,
    err: [/^error: several placements are called `web`\n {2}name one of them in full: prod\/web, stage\/web\n$/],
  },

  // Names that do not exist.
  "no such placement": {
    args: ["place", "-p", "prod/wbe", ...quiet],
    stdin: two,
    code: 2,
    err: "error: there is no placement `prod/wbe`\n  did you mean prod/web?\n",
  },
  "no such cluster": {
    args: ["explain", "prod-3", ...quiet],
    stdin: fleet,
    code: 2,
    err: "error: there is no cluster `prod-3` in the text\n  did you mean prod-1, prod-2?\n",
  },
  "no such prioritizer": {
    args: ["place", "--weight", "Stedy=3", ...quiet],
    stdin: fleet,
    code: 2,
    err: [/^error: there is no prioritizer `Stedy`\n {2}did you mean Steady\?\n/],
  },
  "no such topology key": {
    args: ["place", "examples/use-case-3-max-skew-1.yaml", "--max-skew", "zon=2", ...quiet],
    code: 2,
    err: [/topology key `zon`\n {2}did you mean zone\?/],
  },
  "no such step": {
    args: ["spread", "examples/use-case-3-max-skew-1.yaml", "--step", "9", ...quiet],
    code: 2,
    err: "error: there is no step 9: the run has 3\n",
  },
  "no such pod": {
    args: ["pods", "quota-a/a-9", story],
    code: 2,
    err: [/^error: there is no pod `quota-a\/a-9` in the text\n {2}did you mean quota-a\/a-1/],
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
    err: [/several pods are called `nginx`\n {2}name one of them in full: a\/nginx, b\/nginx/],
  },
  "no such node": {
    args: ["quota", "why", "a-4", story, "--node", "gpu-2"],
    code: 2,
    err: [/there is no node `gpu-2` in the text\n {2}did you mean gpu-1/],
  },
  "no such step of the queue": {
    args: ["queue", story, "--step", "99"],
    code: 2,
    err: "error: there is no step 99: the queue has 12\n",
  },
  "no such timeline": {
    args: ["vm", "run", "examples/vm-normal-growth.yaml", "--timeline", "normal-grow"],
    code: 2,
    err: [/there is no timeline `normal-grow`/, /default\/normal-growth/],
  },
  "no such variant": {
    args: ["vm", "run", "examples/vm-over-correction.yaml", "--variant", "smaller step"],
    code: 2,
    err: [/did you mean smaller steps\?/],
  },
  "no such step of a timeline": {
    args: ["vm", "step", "99", "examples/vm-normal-growth.yaml"],
    code: 2,
    err: [/there is no step 99: the run has 28/],
  },
  "no such suite": {
    args: ["conformance", "spred", "tests/vectors/spread/seeds.jsonl"],
    code: 2,
    err: [/there is no suite `spred`\n {2}did you mean spread\?/],
  },
  "no such command": { args: ["plac"], code: 2, err: [/unknown command 'plac'\n\(Did you mean place\?\)/] },
  "no such option": {
    args: ["place", "--expct", "a"],
    code: 2,
    err: [/unknown option '--expct'\n\(Did you mean --expect\?\)/],
  },

  // Misuse.
  "no command": { args: [], code: 2, err: [/^Usage: schedscope/] },
  "a file where the name should be": {
    args: ["explain", "README.md"],
    code: 2,
    err: "error: the cluster comes first, then files; `README.md` is a file\n",
  },
  "a file where the pod should be": {
    args: ["quota", "why", story],
    code: 2,
    err: [/^error: the pod comes first, then files/],
  },
  "a weight that is none": {
    args: ["place", "--weight", "Steady", ...quiet],
    code: 2,
    err: [/'--weight <name=n>' argument 'Steady' is invalid\. It must be a name/],
  },
  "a number that is none": {
    args: ["place", "--number", "-1", ...quiet],
    code: 2,
    err: [/It must be a whole number, or `all`/],
  },
  "a time that is none": {
    args: ["place", "-q", "--now", "yesterday"],
    stdin: fleet,
    code: 2,
    err: "error: `yesterday` is no RFC 3339 time\n",
  },
  "a format that is none": {
    args: ["place", "-o", "xml"],
    code: 2,
    err: [/Allowed choices are json, yaml, wide, name/],
  },
  "nothing to compare with": { args: ["compare", story], code: 2, err: [/^error: there is nothing to compare with\n/] },
  "standard input twice": {
    args: ["compare", "-", "-"],
    stdin: fleet,
    code: 2,
    err: "error: standard input cannot be both texts\n",
  },

  // Nothing to decide.
  "an empty text": { args: ["place"], stdin: "", code: 3, err: "error: the text is empty\n" },
  "blank lines alone": { args: ["quota"], stdin: "\n\n", code: 3, err: "error: the text is empty\n" },
  "no placement": {
    args: ["place", "-q"],
    stdin: cluster("a"),
    code: 3,
    err: [/^error: there is no Placement in the text\n {2}what to give: kubectl get/],
  },
  "no cluster": {
    args: ["place", "-q"],
    stdin: placement("web"),
    code: 3,
    err: [/^error: there is no ManagedCluster in the text/],
  },
  "no pod": { args: ["pods", "-q"], stdin: cluster("a"), code: 3, err: [/there is no Pod in the text/] },
  "no quota": { args: ["quota", "-q"], stdin: cluster("a"), code: 3, err: [/there is no ElasticQuota in the text/] },
  "no queue": { args: ["queue", "-q"], stdin: cluster("a"), code: 3, err: [/there is no Pod in the text/] },
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
    err: [/^error: there is no Placement in `\S+b\.yaml`\n/],
  },
  "no placement of that name in one of two texts": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-p", "web", ...quiet],
    files: { "a.yaml": joined(...three, placement("all")), "b.yaml": fleet },
    code: 2,
    err: [/^error: there is no placement `web` in `\S+a\.yaml`\n/],
  },
  "no vector file": {
    args: ["conformance", "spread", "{}/a.yaml"],
    files: { "a.yaml": fleet },
    code: 2,
    err: [/^error: `\S+a\.yaml` is not a vector file: one JSON object a line is expected\n$/],
  },
  "no timeline": {
    args: ["vm", "run", "-q"],
    stdin: noted,
    out: [
      new RegExp(
        "^The scheduler starts with 0 VMs on 1 node\\. There is no Timeline in the text: given beside it, " +
          "a file with one is played\\.\n",
      ),
    ],
  },
  "no object": { args: ["lint"], stdin: "# nothing\n", code: 3, err: [/there is no object in the text/] },
  "nothing in common": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": joined(...three, placement("all")) },
    code: 3,
    err: [/no placement in common/],
  },

  // Words and names.
  "no cluster is wanted": {
    args: ["place", "--number", "0", ...quiet],
    stdin: fleet,
    out: [
      /\nprod-1 +not reached +1 +100 +no cluster is wanted\n/,
      /\nprod-2 +not reached +2 +100 +no cluster is wanted\n/,
    ],
  },
  "no cluster is wanted any more": {
    args: ["compare", "-", "--number", "0", ...quiet],
    stdin: fleet,
    out: [/\ngoes +prod-1 .* no cluster is wanted\n/],
  },
  "found by the state that is shown": {
    args: ["place", "--number", "1", "--find", "not Reached", ...quiet],
    stdin: fleet,
    out: [/WHY\nprod-2 +not reached .*\n$/],
  },
  "found by the state of programs": {
    args: ["place", "--number", "1", "--find", "feasible", ...quiet],
    stdin: fleet,
    out: [/WHY\nprod-2 +not reached .*\n$/],
  },
  "explanations name their placements": {
    args: ["explain", "prod-1", "-o", "json", ...quiet],
    stdin: two,
    out: [/^\{"placement":"prod\/web",.*\}\n\{"placement":"prod\/all",.*\}\n$/],
  },
  "names of what comes in and goes": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-o", "name", ...quiet],
    files: {
      "a.yaml": fleet,
      "b.yaml": joined(
        cluster("prod-1", { env: "prod" }),
        cluster("prod-3", { env: "prod" }),
        placement("web", isProd),
      ),
    },
    out: "+prod-3\n-prod-2\n",
  },
  "notes about a pod": { args: ["pods", "n/p"], stdin: noted, out: [/^(?!.*note: )/s], err: [/^note: /m] },
  "notes about a pod, quietly": { args: ["pods", "n/p", "-q"], stdin: noted, out: [/^(?!.*note: )/s] },

  // Looks.
  "names cannot steer a terminal": {
    args: ["place", ...quiet],
    stdin:
      '{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster",' +
      `"metadata":{"name":"a\\u001b[31m\\u202eb"}}\n---\n${placement("p")}`,
    out: [/\na\\u001b\[31m\\u202eb +selected/],
  },
  "wide letters take two columns": {
    args: ["place", ...quiet],
    stdin: joined(cluster("日本"), cluster("ab"), placement("p")),
    out: [/\nCLUSTER {3}STATE/, /\n日本 {6}selected/, /\nab {8}selected/],
  },
  "a narrow terminal cuts words, not columns": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { COLUMNS: "60" },
    out: [/\nlab-1 {5}filtered out {6}- {7}- {3}label `env` is `lab…\n/],
  },
  "wide is never cut": {
    args: ["place", "-o", "wide", ...quiet],
    stdin: fleet,
    env: { COLUMNS: "60" },
    out: [/but must be `prod`\n/],
  },
  "colours that are asked for": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1" },
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are
    out: [/\u001b\[32mselected\u001b\[39m/, /\u001b\[1mprod\/web\u001b\[22m/],
  },
  "NO_COLOR comes first": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1", NO_COLOR: "1" },
    out: answer,
  },
  "FORCE_COLOR=0": { args: ["place", ...quiet], stdin: fleet, env: { FORCE_COLOR: "0" }, out: answer },
  "no colours in what programs read": {
    args: ["place", "-o", "name", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1" },
    out: "prod-1\nprod-2\n",
  },
};
