// Files and pipes alone.
import { readFileSync } from "node:fs";
import { fleet, joined, placement } from "./texts.mjs";
import { world } from "./why.mjs";
import { node, pod, proxy } from "./why-admitted.mjs";

const noSecret = readFileSync(new URL("../../../reality/application-set-no-secret.yaml", import.meta.url), "utf8");

export const noCommand = {
  "a file without a command": {
    args: ["{}/world.yaml", "-q"],
    files: { "world.yaml": world },
    code: 1,
    out: [
      /^4 pods are pending\.\n\nPOD +IN THE QUEUE +WHY\n/,
      /\nshop\/big +waits +1 Insufficient cpu, 1 node\(s\) had untolerated taint\(s\)\n/,
      /\nshop\/small +goes to n1\n/,
    ],
  },
  "placements alone: nothing is said of pods": {
    args: ["why", "-"],
    stdin: fleet,
    out: [/^(?!(.|\n)*(pending|Kubernetes))(.|\n)*Placement\n {2}prod\/web selects 2 clusters\. /],
    err: [/^note: /],
  },
  "Applications that Argo CD does not make are said of a placement that selects": {
    args: [],
    stdin: noSecret,
    out: [
      / selects 1 of 1 cluster\..*\n.* makes no Application\. Argo CD has no cluster Secret for dr1, and ignores it\./,
    ],
  },
  "placements without clusters, and pods": {
    args: [],
    stdin: joined(placement("web"), world),
    code: 1,
    out: [/^(.*\n)*4 pods are pending\.\n/],
    err: [/^failed: 1 placement cannot be decided: no ManagedCluster in the input$/m],
  },
  "a file alone with a pod that evicts another one to get its node": {
    args: ["-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 5\n",
      pod("low", 2, "nodeName: n1, priority: 0, ", "phase: Running"),
      pod("high", 1, "priorityClassName: high, "),
    ),
    out: [/\nshop\/high +goes to n1 +evicts shop\/low on n1\n/],
  },
  "a pipe without a command": {
    args: [],
    stdin: joined(fleet, world),
    code: 1,
    out: [/Placement\n {2}prod\/web selects 2 clusters\. .*\n\n4 pods are pending\.\n/, /\nshop\/small +goes to n1\n/],
    err: [/^note: /],
  },
};
