// Where texts come from, and where things are in them.
import { strToU8, zipSync } from "fflate";
import { answer, cluster, fleet, isProd, joined, placement, quiet, three } from "./texts.mjs";

/** A fleet in folders, a chart, and files that are not read. */
const archived = Buffer.from(
  zipSync(
    Object.fromEntries(
      Object.entries({
        "clusters/all.yaml": joined(...three),
        "web.yml": placement("web", isProd),
        "notes.txt": "kind: Placement\n",
        "app/Chart.yaml": "apiVersion: v2\nname: app\n",
        "app/values.yaml": "replicas: 1\n",
        ".git/config.yaml": placement("hidden"),
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  ),
);

export const reading = {
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
  "UTF-16 without a mark, of both orders": {
    args: ["place", "{}/a.yaml", "{}/placements", ...quiet],
    files: {
      "a.yaml": Buffer.from(joined(...three), "utf16le"),
      "placements/web.yaml": Buffer.from(placement("web", isProd), "utf16le").swap16(),
    },
    out: answer,
  },
  "a zip archive, as a folder": {
    args: ["place", "{}/fleet.zip", ...quiet],
    files: { "fleet.zip": archived },
    out: answer,
  },
  "a zip archive on standard input": { args: ["place", ...quiet], stdin: archived, out: answer },
  "what a zip archive has besides objects": {
    args: ["place", "{}/fleet.zip", "-o", "name"],
    files: { "fleet.zip": archived },
    out: "prod-1\nprod-2\n",
    err: [/note: not read: \S+Chart\.yaml, \S+fleet\.zip\/app\/values\.yaml \(part of a Helm chart: render it with/],
  },
  "a zip archive that is cut off": {
    args: ["place", "{}/fleet.zip"],
    files: { "fleet.zip": archived.subarray(0, 100) },
    code: 2,
    err: [/^error: `\S+fleet\.zip` is a zip archive that cannot be read: invalid zip data\n$/],
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
  "a folder with files that are not manifests": {
    args: ["place", "{}", "-o", "name"],
    files: {
      "c.yaml": joined(...three),
      "p.yaml": placement("web", isProd),
      "values.yaml": "image: {tag: 1}\n",
      "package.json": '{"name": "x"}',
      "z.yaml": Buffer.from([0, 1, 2]),
    },
    out: "prod-1\nprod-2\n",
    err: [/note: not read: \S*package\.json, \S*values\.yaml \(no Kubernetes object in it\)\n.*z\.yaml \(not text\)\n/],
  },
  "files that are to be passed over": {
    args: ["place", "{}", "-o", "name", "--ignore", "*-old.yaml", "-q"],
    files: {
      "c.yaml": joined(...three),
      "p.yaml": placement("web", isProd),
      "p-old.yaml": placement("old", isProd),
      "draft.yaml": placement("draft", isProd),
      ".schedscopeignore": "# not yet\ndraft.*\n",
    },
    out: "prod-1\nprod-2\n",
  },
  "a text in colours": {
    args: ["place", "-", "-o", "name", "-q"],
    stdin: `${joined(...three)}---\n${placement("web", isProd)}`.replaceAll(/^(\w+):/gm, "\u001B[34m$1\u001B[0m:"),
    out: "prod-1\nprod-2\n",
  },
  "a folder with overlays": {
    args: ["place", "{}"],
    files: {
      "base/kustomization.yaml": "resources: [c.yaml, p.yaml]\n",
      "base/c.yaml": joined(...three),
      "base/p.yaml": placement("web", isProd),
      "overlays/prod/kustomization.yaml":
        "resources:\n- ../../base\npatches: # more\n- path: p.yaml\n  target: {kind: Placement}\n",
      "overlays/prod/p.yaml": placement("web", { numberOfClusters: 1 }),
    },
    code: 1,
    // The patch is not an object.
    out: [
      /^Incomplete: (\S+) has overlays, which are not rendered: kustomize build \1\/overlays\/prod \| /,
      / \| schedscope place -\n/,
      /\n\S*web selects 2 clusters/,
    ],
    err: [/not read: \S*overlays\/prod\/p\.yaml \(a patch: render it with kustomize build first\)/],
  },
  "patches of a list in an overlay alone": {
    args: ["queue", "{}", "-q"],
    files: {
      "kustomization.yml":
        "kind: Kustomization\nnamespace: x\npatchesStrategicMerge:\n- p.yaml\nresources: [../base]\n",
      "p.yaml": placement("web", { numberOfClusters: 1 }),
    },
    code: 2,
    err: [
      /^error: no YAML .*\n {2}Incomplete: (\S+) is a kustomization, which is not rendered: `kustomize build \1 /,
      / \| schedscope queue - -q`/,
    ],
  },
  "a kustomization that names its files and no more": {
    args: ["place", "{}", "-o", "name", "-q"],
    files: {
      "kustomization.yaml":
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- c.yaml\n- p.yaml\n",
      "c.yaml": joined(...three),
      "p.yaml": placement("web", isProd),
    },
    out: "prod-1\nprod-2\n",
  },
  "a folder with nothing but a chart": {
    args: ["place", "{}"],
    files: { "Chart.yaml": "apiVersion: v2\nname: c\n", "values.yaml": "kind: x\n" },
    code: 2,
    err: [/^error: no YAML or JSON file with objects in `.*`\n {2}not read: .* \(part of a Helm chart: render it/],
  },
  "a folder without any": {
    args: ["place", "{}"],
    files: { "notes.txt": "" },
    code: 2,
    err: [/^error: no YAML or JSON file with objects in `.*`\n$/],
  },
  "no such file": {
    args: ["place", "{}/none.yaml"],
    files: {},
    code: 2,
    err: [/^error: `.*none\.yaml` cannot be read: no such file\n$/],
  },
  "bytes that are no text": {
    args: ["place", "{}/a.yaml"],
    files: { "a.yaml": Buffer.from([0x61, 0xff, 0xfe, 0x00]) },
    code: 2,
    err: [/is not text: it is not UTF-8/],
  },
  "a file that is compressed": {
    args: ["place", "{}/a.yaml"],
    files: { "a.yaml": Buffer.from([0x1f, 0x8b, 8, 0]) },
    code: 2,
    err: [/is not text: it is compressed with gzip/],
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
    err: [/^failed: the input has 1 warning \(--fail-on warning\)\n$/],
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
    err: [
      /^<stdin>:\d+:3: warning: unknown field `numberOfCluster`/,
      /note: no ManagedClusterSet or binding in the input/,
    ],
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
  "lint names versions that are no longer served": {
    args: ["lint", "{}/a.yaml", "{}/b.json"],
    files: {
      "a.yaml":
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: cluster.open-cluster-management.io/v1alpha1\n" +
        "  kind: Placement\n  metadata: {name: web, namespace: apps}\n" +
        "- kind: ManagedClusterSet\n  apiVersion: cluster.open-cluster-management.io/v1beta1\n" +
        "  metadata: {name: prod}\n" +
        "- apiVersion: cluster.open-cluster-management.io/v1beta1\n  kind: PlacementDecision\n  metadata:\n" +
        "    name: web-decision-1\n    namespace: apps\n" +
        "    labels: {cluster.open-cluster-management.io/placement: web}\n" +
        "    ownerReferences:\n    - apiVersion: cluster.open-cluster-management.io/v1alpha1\n      kind: Placement\n" +
        "      name: web\n",
      "b.json":
        '{"apiVersion": "cluster.open-cluster-management.io/v1alpha1", "kind": "ManagedClusterSetBinding", ' +
        '"metadata": {"name": "prod", "namespace": "apps"}, "spec": {"clusterSet": "prod"}}',
    },
    out: [
      /a\.yaml:4:3: info: OCM 0\.9 and later do not serve Placement in v1alpha1: use v1beta1 \(unserved-version\)\n/,
      /a\.yaml:8:3: info: OCM 0\.12 and later do not serve ManagedClusterSet in v1beta1: use v1beta2 \(/,
      /b\.json:1:2: info: OCM 0\.9 and later do not serve ManagedClusterSetBinding in v1alpha1: use v1beta2 \(/,
      /3 infos?\n$/,
    ],
  },
  "lint fails on errors": {
    args: ["lint"],
    stdin: placement("web", "\n  predicates: 5"),
    code: 1,
    out: [/1 error\n$/],
    err: [/^failed: the input has 1 error/],
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
    err: [/^failed: the input has 1 warning/],
  },
};
