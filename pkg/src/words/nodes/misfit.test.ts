import { expect, test } from "vitest";
import type { MisfitAnswer } from "../../../types.js";
import { cureText, misfitNumbers } from "./misfit.js";
import { objectNamed } from "../object-name.js";

const none: MisfitAnswer = {
  code: "Unschedulable",
  plugin: "NodeResourcesFit",
  reasons: [],
  shortages: [],
  heldFor: [],
  held: {},
  taint: null,
  port: null,
  spread: null,
  podAffinity: null,
  selector: null,
};
const port = { protocol: "TCP", port: 8080, ip: "0.0.0.0", usedIp: "0.0.0.0", pod: objectNamed("d/web-0") };
const spread = {
  key: "topology.kubernetes.io/zone",
  value: "b",
  count: 3,
  countsItself: true,
  min: 1,
  minValue: "c",
  minNode: null,
  minNodeIsCordoned: false,
  skew: 3,
  maxSkew: 1,
  domains: 2,
  minDomains: 1,
};
const podAffinity = { key: "kubernetes.io/hostname", value: "n1", term: 0, pod: objectNamed("d/web-0") };

const NUMBERS: [change: Partial<MisfitAnswer>, words: string][] = [
  [{}, ""],
  [
    { volumes: { claim: objectNamed("data"), volume: "pv-a", topology: ["zone=a", "zone NotIn [b]"] } },
    "claim data has PersistentVolume pv-a, usable on nodes with zone=a or zone NotIn [b]",
  ],
  [
    { volumes: { claim: objectNamed("data"), storageClass: "local", why: "no-provisioner" } },
    "claim data: no PersistentVolume is left for it there, and its StorageClass has no provisioner",
  ],
  [
    {
      volumes: {
        claim: objectNamed("data"),
        why: "no-provisioner",
        nearest: { volume: "pv-1", lacks: [{ why: "capacity", has: ["5Gi"], wanted: ["10Gi"] }] },
      },
    },
    "claim data: its StorageClass has no provisioner, and the nearest PersistentVolume, pv-1, has 5Gi, the claim " +
      "requests 10Gi",
  ],
  [
    {
      volumes: {
        claim: objectNamed("data"),
        why: "no-provisioner",
        nearest: {
          volume: "pv-1",
          lacks: [
            { why: "access-modes", has: ["ReadWriteOnce"], wanted: ["ReadWriteMany"] },
            { why: "class", has: [], wanted: ["local"] },
          ],
        },
      },
    },
    "claim data: its StorageClass has no provisioner, and the nearest PersistentVolume, pv-1, has accessModes " +
      "ReadWriteOnce, the claim requests ReadWriteMany; it has no StorageClass, the claim has local",
  ],
  [{ volumes: { claim: objectNamed("data"), storageClass: "std" } }, "claim data of StorageClass std has no volume"],
  [{ volumes: { claim: objectNamed("data"), pod: objectNamed("d/web-0") } }, "d/web-0 uses claim data"],
  [{ volumes: { pod: objectNamed("d/web-0") } }, "d/web-0 uses the same disk"],
  [
    { volumes: { limit: { driver: "ebs.csi.aws.com", limit: 2, held: 2, new: 1 } } },
    "2 of 2 volumes of ebs.csi.aws.com attached, the pod adds 1",
  ],
  [
    { volumes: { limit: { driver: "ebs.csi.aws.com", limit: 2, held: 2, new: 1, twice: 1 } } },
    "2 of 2 volumes of ebs.csi.aws.com attached, the pod adds 1: kube-scheduler counts 1 volume of the pod twice, " +
      "which is attached to the node and has no pod there",
  ],
  [
    { volumes: { driver: "ebs.csi.aws.com" } },
    "the CSINode lacks ebs.csi.aws.com, which `preventPodSchedulingIfMissing` requires",
  ],
  [
    {
      volumes: {
        claim: objectNamed("data"),
        storageClass: "local",
        why: "no-provisioner",
        ties: [{ claim: objectNamed("data"), anyOf: ["v1", "v2"], count: 2 }],
      },
    },
    "claim data: no PersistentVolume is left for it there, and its StorageClass has no provisioner; with others of " +
      "its equal PersistentVolumes, the pod would fit",
  ],
  [{ taint: "dedicated=batch:NoSchedule" }, "dedicated=batch:NoSchedule"],
  [
    { shortages: [{ resource: "cpu", requested: 4000, used: 6500, allocatable: 8000 }] },
    "requests 4 of cpu, 6.5 of 8 used",
  ],
  [
    {
      shortages: [{ resource: "cpu", requested: 4000, used: 6500, allocatable: 8000 }],
      held: { cpu: 1500 },
      heldFor: [objectNamed("d/a"), objectNamed("d/b")],
    },
    "requests 4 of cpu, 5 of 8 used and 1.5 held for the nominated pods d/a and d/b",
  ],
  [{ heldFor: [objectNamed("d/a")] }, "a place is held for the nominated pod d/a"],
  [{ port }, "TCP port 8080 is held by d/web-0"],
  [
    { port: { ...port, ip: "10.0.0.1" } },
    "TCP port 8080 of 10.0.0.1 is held by d/web-0, which has it at every address",
  ],
  [{ port: { ...port, usedIp: "10.0.0.1" } }, "TCP port 8080 is held by d/web-0, which has it at 10.0.0.1"],
  [{ port: { ...port, protocol: "UDP", ip: "::", usedIp: "::" } }, "UDP port 8080 of :: is held by d/web-0"],
  [
    { spread },
    "zone b has 3 matching pods, 4 with this one; zone c has 1 matching pod, so zone b may have at most 2 (maxSkew 1)",
  ],
  [
    { spread: { ...spread, countsItself: false } },
    "zone b has 3 matching pods; zone c has 1 matching pod, so zone b may have at most 2 (maxSkew 1)",
  ],
  [
    { spread: { ...spread, min: 0, minNode: "n9", minNodeIsCordoned: true } },
    "zone b has 3 matching pods, 4 with this one; zone c has 0 matching pods (node n9 there is cordoned, but counts)" +
      ", so zone b may have at most 1 (maxSkew 1)",
  ],
  [
    { spread: { ...spread, min: 0, minNode: "n9" } },
    "zone b has 3 matching pods, 4 with this one; zone c has 0 matching pods (node n9 there has a taint that the " +
      "pod does not tolerate, but counts), so zone b may have at most 1 (maxSkew 1)",
  ],
  [
    { spread: { ...spread, count: 1, countsItself: false, min: 0, minValue: null, minDomains: 3 } },
    "zone b has 1 matching pod; the least is 0 (2 domains of at least 3: it counts as 0), maxSkew 1",
  ],
  [{ spread: { ...spread, value: null, minValue: null } }, "the node has no label topology.kubernetes.io/zone"],
  [
    { podAffinity: { ...podAffinity, check: "anti-affinity" } },
    "d/web-0 on host n1 matches its anti-affinity (term 1)",
  ],
  [
    { podAffinity: { ...podAffinity, check: "existing-anti-affinity", key: "example.com/rack", value: "r7", term: 1 } },
    "d/web-0 in rack r7 keeps it away by its own anti-affinity (term 2)",
  ],
  [
    { podAffinity: { ...podAffinity, check: "affinity", key: "topology.kubernetes.io/zone", value: "b", pod: null } },
    "no pod in zone b meets its pod affinity (term 1)",
  ],
  [
    { podAffinity: { ...podAffinity, check: "affinity", value: null, pod: null } },
    "the node has no label kubernetes.io/hostname, which its pod affinity needs (term 1)",
  ],
];

test.each(NUMBERS)("%#: %s", (change, words) => {
  expect(misfitNumbers({ ...none, ...change })).toBe(words);
});

const CURES: [change: Partial<MisfitAnswer>, victim: string, words: string][] = [
  [{ port }, "d/web-0", "it holds TCP port 8080, which the pod wants"],
  [{ port }, "d/web-1", "while it stays, the pod does not fit: TCP port 8080 is held by d/web-0"],
  [
    { spread: { ...spread, skew: 2 } },
    "d/web-3",
    "while it stays, the skew of zone b would be 2, maxSkew 1; evicting it makes the skew 1",
  ],
  [
    { podAffinity: { ...podAffinity, check: "anti-affinity" } },
    "d/web-0",
    "it matches the pod's anti-affinity (term 1)",
  ],
  [
    { podAffinity: { ...podAffinity, check: "existing-anti-affinity", term: 2 } },
    "d/web-0",
    "its own anti-affinity (term 3) keeps the pod away",
  ],
  [
    { podAffinity: { ...podAffinity, check: "anti-affinity" } },
    "d/web-1",
    "while it stays, the pod does not fit: d/web-0 on host n1 matches its anti-affinity (term 1)",
  ],
  [{ reasons: ["Too many pods"] }, "d/web-1", "while it stays, the pod does not fit: Too many pods"],
];

test.each(CURES)("evicting, %#: %s %s", (change, victim, words) => {
  expect(cureText({ ...none, ...change }, objectNamed(victim))).toBe(words);
});

test("the label that a nodeSelector asks for", () => {
  const selector = { key: "disktype", wanted: "ssd", found: null, near: "diskType" };
  const says = (change: Partial<typeof selector> | { found: string }) =>
    misfitNumbers({ ...none, selector: { ...selector, ...change } });
  expect(says({})).toBe("nodeSelector asks for disktype=ssd, the node has no disktype (but diskType)");
  expect(misfitNumbers({ ...none, selector: { ...selector, near: null } })).toMatch(/, the node has no disktype$/);
  expect(says({ found: "hdd" })).toBe("nodeSelector asks for disktype=ssd, the node has disktype=hdd");
});

test("the requirement of node affinity that does not hold", () => {
  const nodeAffinity = { key: "disktype", operator: "In", values: ["ssd", "nvme"], found: "hdd", terms: 1 };
  const says = (change: Partial<Omit<typeof nodeAffinity, "found">> | { found: null }) =>
    misfitNumbers({ ...none, nodeAffinity: { ...nodeAffinity, ...change } });
  expect(says({})).toBe("node affinity asks for disktype In [ssd, nvme], the node has disktype=hdd");
  expect(says({ found: null })).toBe("node affinity asks for disktype In [ssd, nvme], the node has no disktype");
  expect(says({ operator: "DoesNotExist", values: [] })).toBe(
    "node affinity asks for disktype DoesNotExist, the node has disktype=hdd",
  );
  expect(says({ terms: 2 })).toMatch(/^none of 2 terms of node affinity holds: the first asks for disktype In /);
});
