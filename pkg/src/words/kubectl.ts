/**
 * The commands that print all kinds that a right answer depends on: one list for help, page and documents. kubectl
 * prints nothing if the cluster lacks one of the kinds, so each kind of a CustomResourceDefinition that a cluster may
 * lack has a command of its own.
 */

import { kindNames } from "./kinds.js";

/** The kinds, as kubectl takes them, by what is asked about. */
export const KINDS = {
  /** What a decision depends on, and what the hub decided. */
  placements: [
    "managedclusters",
    "placements",
    "placementdecisions",
    "managedclustersets",
    "managedclustersetbindings",
    "addonplacementscores",
  ],
  /** What filters, scores and preemption depend on; every cluster has these kinds. */
  pods: [
    "nodes",
    "pods",
    "priorityclasses",
    "pdb",
    "resourcequotas",
    "limitranges",
    "namespaces",
    "runtimeclasses",
    "services",
    "rs",
    "sts",
  ],
  /** What pods with claims depend on, too. */
  volumes: ["pvc", "pv", "storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments"],
  /** What rollouts depend on, too. */
  workloads: ["deployments", "daemonsets", "jobs", "cronjobs"],
  /** What quotas and preemption depend on, too. */
  quotas: ["elasticquotas"],
  /** What a timeline depends on; ConfigMaps hold the plugin's config. */
  vms: ["nodes", "pods", "configmaps"],
  /** The VMs. */
  virtualMachines: ["virtualmachines"],
  /** What Argo CD makes of decisions, beside what these depend on. */
  applications: ["applicationsets", "configmaps"],
} as const;

/** A group of them. */
export type KindGroup = keyof typeof KINDS;

/** What a question is about; a question of several subjects reads the kinds of all that its words leave open. */
export type Subject = "placements" | "pods" | "workloads";

const ofPlacements: readonly KindGroup[] = ["placements", "applications"];
const ofPods: readonly KindGroup[] = ["pods", "volumes", "quotas"];
const ofWorkloads: readonly KindGroup[] = [...ofPods, "workloads"];

/** The groups that a question reads of a cluster, by its command and its subject. */
export const QUESTION_KINDS: Readonly<Record<string, Readonly<Partial<Record<Subject, readonly KindGroup[]>>>>> = {
  why: { placements: ofPlacements, pods: ofPods, workloads: ofWorkloads },
  place: { placements: ofPlacements },
  "whatif change": { placements: ofPlacements, pods: ofPods },
  "whatif sweep": { placements: ofPlacements, pods: ofPods },
  "whatif without": { placements: ofPlacements, pods: ofPods },
  "whatif drain": { pods: ofPods },
  "whatif rollout": { workloads: ofWorkloads },
  "whatif more": { workloads: ofWorkloads },
  "whatif nodes": { workloads: ofWorkloads },
  pods: { workloads: ofWorkloads },
  queue: { workloads: ofWorkloads },
  quota: { pods: ofPods },
  "quota why": { pods: ofPods },
  lint: { placements: ofPlacements, workloads: ofWorkloads },
  open: { placements: ofPlacements, workloads: ofWorkloads },
  redact: { placements: ofPlacements, workloads: ofWorkloads },
};

/** The kinds that a question reads of a cluster, by the plurals of kubectl; empty: it reads no cluster. */
export function kindsOf(command: string, subject?: Subject): string[] {
  const bySubject = QUESTION_KINDS[command] ?? {};
  const groups = (subject && bySubject[subject]) ?? Object.values(bySubject).flat();
  return [...new Set(groups.flatMap((group) => KINDS[group].map(pluralOf)))];
}

const line = (kinds: readonly string[]): string => `kubectl get ${kinds.join(",")} -A -o yaml`;

/** For placements and spread, on one line. */
export const hubCommandLine = line(KINDS.placements);
/** For pods, nodes and queues, on one line. */
export const podsCommandLine = line(KINDS.pods);
/** The same with all that pods with claims depend on. */
export const podsWithClaimsCommandLine = line([...KINDS.pods, ...KINDS.volumes]);
/** For pods with claims, beside the former. */
export const volumesCommandLine = line(KINDS.volumes);
/** For the workloads whose rollouts are asked about, beside the first. */
export const workloadsCommandLine = line(KINDS.workloads);
/** For ElasticQuotas, which few clusters have. */
export const quotasCommandLine = line(KINDS.quotas);
/** For the nodes, pods and configs of autoscaled VMs, on one line. */
export const vmsCommandLine = line(KINDS.vms);
/** For the VMs themselves. */
export const virtualMachinesCommandLine = line(KINDS.virtualMachines);

/** A kind that kubectl asked for and the cluster does not have. */
export interface UnknownResource {
  /** As kubectl names it. */
  resource: string;
  /** Whether every hub has the kind: kubectl asked a cluster that is not one. */
  notAHub: boolean;
  /** The command without the kind. */
  command: string | undefined;
}

/** The error of kubectl about a kind that the cluster does not have. */
const unknown = /^error: the server doesn't have a resource type "([^"\s]+)".*$/gm;

/** The input without these errors. */
export const withoutUnknown = (text: string): string => text.replaceAll(unknown, "");

/** The plural of a kind that somebody typed: `eq`, `elasticquotas.scheduling.x-k8s.io`. */
function pluralOf(resource: string): string {
  const [name = ""] = resource.split(".");
  return kindNames.find(({ names }) => names.includes(name))?.names[0] ?? name;
}

/** A kind as kubectl's error names it, if the input says that the cluster does not have it. */
export function absentResource(text: string, kind: string): string | undefined {
  const [plural] = kindNames.find((known) => known.kind === kind)?.names ?? [];
  const absent = [...text.matchAll(unknown)].map(([, resource = ""]) => resource);
  return absent.find((resource) => pluralOf(resource) === plural);
}

/** The kind that kubectl's error names; kubectl then prints no object of the others either. */
export function unknownResource(text: string): UnknownResource | undefined {
  const [, resource] = text.matchAll(unknown).next().value ?? [];
  if (resource === undefined) return undefined;
  const plural = pluralOf(resource);
  const has = (kinds: readonly string[]): boolean => kinds.some((kind) => pluralOf(kind) === plural);
  if (plural !== "addonplacementscores" && has(KINDS.placements))
    return { resource, notAHub: true, command: undefined };
  const asked = Object.values<readonly string[]>(KINDS).find(has);
  // These kinds extend others, which kubectl can print without them.
  const first: Record<string, readonly string[]> = {
    elasticquotas: KINDS.pods,
    virtualmachines: KINDS.vms,
    applicationsets: KINDS.placements,
  };
  const others = (first[plural] ?? asked ?? []).filter((kind) => pluralOf(kind) !== plural);
  return { resource, notAHub: false, command: others.length === 0 ? undefined : line(others) };
}
