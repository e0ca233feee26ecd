import { expect, test } from "vitest";
import type { PodNote } from "../../../types.js";
import { podNoteText } from "./note.js";

const SENTENCES: [PodNote, string][] = [
  [
    { code: "filtering-fails", error: 'running "NodeVolumeLimits" filter plugin: x' },
    'the scheduler fails when it filters nodes, and the pod waits: running "NodeVolumeLimits" filter plugin: x',
  ],
  [
    { code: "scoring-fails", error: 'running PreScore plugin "NodeAffinity": x' },
    'the scheduler fails before it scores nodes, and the pod waits: running PreScore plugin "NodeAffinity": x',
  ],
  [
    { code: "best-effort", counts: "allocatable" },
    "the pod has neither requests nor limits: it counts as everything that a node can allocate",
  ],
  [{ code: "best-effort", counts: "nothing" }, "the pod has neither requests nor limits: it counts as nothing"],
  [
    { code: "best-effort", counts: { amount: 1000 } },
    "the pod has neither requests nor limits: it counts as a fixed amount",
  ],
  [
    { code: "best-effort-pods", pods: 1, counts: "allocatable" },
    "1 pod on the nodes has neither requests nor limits: limits count it as everything that a node can allocate",
  ],
  [
    { code: "best-effort-pods", pods: 2, counts: "nothing" },
    "2 pods on the nodes have neither requests nor limits: limits count each as nothing",
  ],
  [
    { code: "unbounded-pod", resources: ["cpu"] },
    "a container of the pod has no cpu limit, which counts 0: it looks free but is not bounded",
  ],
  [
    { code: "unbounded-pods", resources: ["cpu", "memory"], pods: 1 },
    "1 pod on the nodes has a container without a cpu or memory limit, which counts 0: " +
      "it looks free but is not bounded",
  ],
  [
    { code: "unbounded-pods", resources: ["memory"], pods: 1200 },
    "1,200 pods on the nodes have a container without a memory limit, which counts 0: it looks free but is not bounded",
  ],
  [
    { code: "resource-left-out", resource: "nvidia.com/gpu", without: 1, nodes: 3 },
    "1 of 3 nodes has no `nvidia.com/gpu`: there it is left out",
  ],
  [
    { code: "resource-left-out", resource: "memory", without: 2, nodes: 2 },
    "2 of 2 nodes have no `memory`: there it is left out",
  ],
  [
    { code: "pod-level-limits", own: true, pods: 0 },
    "the pod has pod-level limits (`spec.resources.limits`): limit-aware scoring counts the limits of containers " +
      "only, as its proposal says",
  ],
  [
    { code: "pod-level-limits", own: true, pods: 2 },
    "the pod and 2 pods on the nodes have pod-level limits (`spec.resources.limits`): limit-aware scoring counts the " +
      "limits of containers only, as its proposal says",
  ],
  [
    { code: "pod-level-limits", own: false, pods: 1 },
    "1 pod on the nodes has pod-level limits (`spec.resources.limits`): limit-aware scoring counts the limits of " +
      "containers only, as its proposal says",
  ],
  [
    { code: "nominated-node-missing", node: "n9" },
    "its nominated node n9 is not in the input: it counts as not nominated",
  ],
  [
    { code: "filters-off", profile: "packer", filters: ["NodePorts"] },
    "the profile packer switches off the filter NodePorts, so it rejects no node for the pod",
  ],
  [
    { code: "filters-off", profile: "packer", filters: ["NodePorts", "NodeAffinity"] },
    "the profile packer switches off the filters NodePorts and NodeAffinity, so they reject no node for the pod",
  ],
];

test.each(SENTENCES)("%j", (note, sentence) => {
  expect(podNoteText(note)).toBe(sentence);
});
