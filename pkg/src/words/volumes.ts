/** Volumes of pods: those that an answer does not know, and claims that refuse a pod. */
import type {
  AttachedElsewhere,
  MoreAnswer,
  NamespacedName,
  VolumeDependence,
  VolumeName,
  VolumeRefusalAnswer,
  VolumeTieAnswer,
  VolumeTiesAnswer,
} from "../../types.js";
import { dataOf, type Found, type Sentence } from "./finding.js";
import { nearestText } from "./nearest-volume.js";
import { counted, integer } from "./number.js";
import { capital, listed, type Phrase, plain, quiet, strong } from "./phrase.js";
import { fullName, fullNames } from "./object-name.js";

/** What of an answer says that it depends on volumes. */
export interface OnVolumes extends Pick<Found, "findings"> {
  /** Of one pod. */
  volumeDependence?: VolumeDependence;
  /** Of pods like one. */
  volumes?: VolumeName[];
  /** Of several pods: how many. */
  volumeDependent?: number;
  /** Of a queue, for the pods that evict others. */
  steps?: unknown;
  /** Of nodes that are gone. */
  losses?: unknown;
}

/** What only an answer has that says with its sentence which pods depend on volumes. */
const SAID_IN: readonly string[] = ["nodesTotal", "scorers", "landed", "losses", "oldLeft"];

/** Whether the answer's own sentence says what depends on volumes. */
const saysVolumes = (answer: OnVolumes): boolean => SAID_IN.some((key) => key in answer);

/** Whether the answer depends on volumes of its pods: those that wait whatever their volumes are do not. */
export function dependsOnVolumes(answer: OnVolumes): boolean {
  const { volumeDependence, volumes = [], volumeDependent = 0, steps, losses } = answer;
  // Of `change`, too, where the want is met already.
  if (volumeDependence !== undefined) return true;
  if (saysVolumes(answer))
    return (
      volumes.length > 0 || volumeDependent > 0 || listOf(steps).some(hasVolumes) || listOf(losses).some(hasDependent)
    );
  return dataOf(answer, "not-modelled").some(({ own, why }) => own && why === "volumes");
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const has =
  (key: string) =>
  (part: unknown): boolean =>
    typeof part === "object" && part !== null && key in part;
const hasVolumes = has("volumes");
const hasDependent = has("volumeDependent");

/** Volumes that are named in a sentence. */
const named = 3;

/** `PersistentVolumeClaim d`, `volumes data and logs` */
export function volumesText(volumes: VolumeName[]): string {
  const claims = volumes.flatMap(({ claim }) => (claim === null ? [] : [claim.name]));
  const others = volumes.flatMap(({ claim, volume }) => (claim === null ? [volume] : []));
  const words = (kind: string, names: string[]): string[] =>
    names.length === 0 ? [] : [`${kind}${names.length === 1 ? "" : "s"} ${someOf(names, names.length, named)}`];
  return listed([...words("PersistentVolumeClaim", claims), ...words("volume", others)]);
}

/** `a, b and 3 more`; `count`: of all. */
function someOf(names: string[], count: number, most: number): string {
  const first = names.slice(0, most);
  return listed(count > first.length ? [...first, `${integer(count - first.length)} more`] : first);
}

const nodesText = ({ nodes, count }: VolumeDependence): string => someOf(nodes, count, nodes.length);

/** `which is not in the input`, `whose StorageClass is not in the input`, `which are not modelled` */
export function unknownText(volumes: VolumeName[]): string {
  const are = volumes.length === 1 ? "is" : "are";
  const lacks = [...new Set(volumes.map(({ lacks }) => lacks))];
  const [first] = lacks;
  if (lacks.length !== 1 || first === undefined) return `about which the input lacks data`;
  switch (first) {
    case "not-modelled":
      return `which ${are} not modelled`;
    case "PersistentVolumeClaim":
      return `which ${are} not in the input`;
    case "PersistentVolume":
    case "StorageClass":
      return `whose ${first} is not in the input`;
    case "provisioned":
      return provisionedText(volumes);
    case "immediate":
      return (
        `whose ${volumes.length === 1 ? "volume is" : "volumes are"} provisioned before the pod is scheduled, ` +
        "for nodes that the input does not name"
      );
  }
}

/** `whose volume is provisioned for n1: nodes with the same zone can use it, others perhaps` */
function provisionedText(volumes: VolumeName[]): string {
  const nodes = [...new Set(volumes.flatMap(({ provisioned }) => provisioned?.node ?? []))];
  const keys = volumes.map(({ provisioned }) => provisioned?.topologyKeys ?? null);
  const [first = null] = keys;
  const isAlike = first !== null && keys.every((other) => other !== null && other.join() === first.join());
  const start = `whose ${volumes.length === 1 ? "volume is" : "volumes are"} provisioned for ${listed(nodes)}: `;
  const it = volumes.length === 1 ? "it" : "them";
  const can = isAlike ? `nodes with the same ${listed(first)} can use ${it}` : `that node can use ${it}`;
  return `${start}${can}, others perhaps`;
}

/** ` waits: its claim data is not bound …`, of a pod that its volumes keep from every node. */
export function refusalPhrases(refusal: VolumeRefusalAnswer): Phrase[] {
  return [
    plain(" waits, and no node is tried: "),
    strong(refusal.reason),
    plain("."),
    quiet(` It is about PersistentVolumeClaim ${refusal.claim.name}${nearText(refusal) || `${unboundText(refusal)}.`}`),
    ...(refusal.nearest === undefined || refusal.released !== undefined
      ? []
      : [quiet(` ${capital(nearestText(refusal.nearest, refusal.unbound === "named-volume"))}.`)]),
    ...(refusal.released === undefined
      ? []
      : [
          quiet(
            ` PersistentVolume ${refusal.released} is Released: its claim was deleted. ` +
              "Remove its spec.claimRef to make it available, if nobody needs its data.",
          ),
        ]),
  ];
}

/** `: did you mean data-db-0?`; empty: no claim has nearly its name. */
const nearText = ({ near }: VolumeRefusalAnswer): string => (near === undefined ? "" : `: did you mean ${near}?`);

/** `: StorageClass ghost of PersistentVolumeClaim d is not in the input`; empty: it is, or the claim names none. */
export const lackedClassText = ({ claim, storageClass, unbound }: VolumeRefusalAnswer): string =>
  unbound === "no-class"
    ? `: StorageClass ${storageClass ?? ""} of PersistentVolumeClaim ${claim.name} is not in the input`
    : "";

/** ` of StorageClass fast`, `: its StorageClass ghost is not in the input, …`: why a claim is not bound. */
function unboundText({ storageClass, unbound }: VolumeRefusalAnswer): string {
  if (unbound === undefined) return storageClass === undefined ? "" : ` of StorageClass ${storageClass}`;
  const name = storageClass ?? "";
  switch (unbound) {
    case "no-class":
      return `: its StorageClass ${name} is not in the input, so the answer assumes that it does not exist`;
    case "no-default-class":
      return ", which names no StorageClass, and no StorageClass of the input is the default";
    case "empty-class":
      return ", whose storageClassName is empty: only a PersistentVolume without a class can be bound to it";
    case "named-volume":
      return (
        ", which names a PersistentVolume and is not bound to it yet: it has no annotation " +
        "pv.kubernetes.io/bind-completed"
      );
    case "immediate":
      return ` of StorageClass ${name}, which binds claims before their pods are scheduled`;
  }
}

/**
 * `The node of d/p depends on its PersistentVolumeClaim d, which is not in the input; n1 and n2 pass everything else.`
 */
export function dependencePhrases(of: VolumeDependence, pod: NamespacedName): Phrase[] {
  const pass = of.count === 1 ? "passes" : "pass";
  return [...startPhrases(of.volumes, pod), strong(nodesText(of)), plain(` ${pass} everything else.`)];
}

/** The same of a pod that evicts others: `no node passes everything else without evictions, with evictions n1 does.` */
export const evictingPhrases = (of: VolumeDependence, pod: NamespacedName, evicts: string): Phrase[] => [
  ...startPhrases(of.volumes, pod),
  plain("no node passes everything else without evictions, with evictions "),
  strong(nodesText(of)),
  plain(` ${of.count === 1 ? "does" : "do"}.`),
  quiet(` If its volume allows that, it ${evicts}.`),
];

const startPhrases = (volumes: VolumeName[], pod: NamespacedName): Phrase[] => [
  plain("The node of "),
  strong(fullName(pod)),
  plain(" depends on its "),
  strong(volumesText(volumes)),
  plain(`, ${unknownText(volumes)}; `),
];

/** `Of unknown volumes …`, of the bound pods of a queue whose node depends on them; may be empty. */
export const queueVolumesText = ({ volumeDependent = 0 }: { volumeDependent?: number }): string =>
  volumeDependent === 0
    ? ""
    : `These volumes are unknown: the queue holds the room of ${volumeDependent === 1 ? "this pod" : "these pods"} ` +
      "on the node that it would take without them, which can change where later pods go.";

/** `depends on PersistentVolumeClaim d; room is held on n1` */
export const stepVolumesText = (volumes: VolumeName[], node: string): string =>
  `depends on ${volumesText(volumes)}; room is held on ${node}`;

/** `any of PersistentVolumes l1 and l2 for claim d`, `PersistentVolume l1 or a new one for claim e` */
function tieText({ claim, anyOf, count, orProvisioned = false }: VolumeTieAnswer): string {
  const names = someOf(anyOf, count, named);
  // One volume alone is a choice where the claim may get none.
  const single = orProvisioned ? " or a new one" : " or none";
  const or = count === 1 ? single : orProvisioned ? ", or a new one," : "";
  return `${count === 1 ? "PersistentVolume" : "any of PersistentVolumes"} ${names}${or} for claim ${claim.name}`;
}

/** Which volumes claims get is not defined, and what depends on it; `who`: the pod. */
function tieParts(ties: VolumeTiesAnswer | undefined, who: string): string[] {
  const { claims = [], nodes = [], after = [] } = ties ?? {};
  const pods = someOf(fullNames(after), after.length, named);
  return [
    ...(claims.length === 0 ? [] : [`Kubernetes takes ${listed(claims.map(tieText))}`]),
    ...(nodes.length === 0
      ? []
      : [`whether ${who} fits ${listed(nodes)} depends on which ${claims.length > 1 ? "ones" : "one"} it takes`]),
    ...(after.length === 0
      ? []
      : [`this can depend on which PersistentVolumes ${pods} ${after.length === 1 ? "gets" : "get"}`]),
  ];
}

/** `Kubernetes takes any of PersistentVolumes l1 and l2 for claim d.`, as sentences; none where nothing is open. */
export const volumeTieTexts = (ties: VolumeTiesAnswer | undefined): string[] =>
  tieParts(ties, "the pod").map((part) => `${capital(part)}.`);

/** The same in a line: `Kubernetes takes any of PersistentVolumes l1 and l2 for claim d`; may be empty. */
export const volumeTieLine = (ties: VolumeTiesAnswer | undefined): string => tieParts(ties, "it").join("; ");

/** The same after a result; may be empty. */
export function volumeTieClause(ties: VolumeTiesAnswer | undefined): string {
  const line = volumeTieLine(ties);
  return line === "" ? "" : `; ${line}`;
}

/** `; at 2 steps the outcome can depend on which of several PersistentVolumes Kubernetes takes …`; may be empty. */
export const queueTiesText = ({ volumeTies = 0 }: { volumeTies?: number }): string =>
  volumeTies === 0
    ? ""
    : `; at ${counted(volumeTies, "step")} the outcome can depend on which of several PersistentVolumes ` +
      "Kubernetes takes for a claim: their order is not defined";

/** What of the number of pods like one is open: `Kubernetes takes …; how many fit can depend on that.` */
export const moreTiesText = ({ volumeTies }: Pick<MoreAnswer, "volumeTies">): string => {
  const line = volumeTieLine(volumeTies);
  return line === "" ? "" : ` ${line}; how many fit, and where, can depend on that.`;
};

/** How many pods like one fit, where that depends on their volumes. */
export function moreVolumesPhrases({ pod, count, stopped, volumes = [], nodes, nodesTotal }: MoreAnswer): Phrase[] {
  const on = someOf(nodes.map(({ node }) => node).slice(0, 5), nodesTotal, 5);
  const pods = `${stopped ? "at least " : ""}${integer(count)} ${count === 1 ? "passes" : "pass"} everything else`;
  return [
    plain(`How many more pods like ${fullName(pod)} run depends on `),
    strong(volumesText(volumes)),
    plain(`, ${unknownText(volumes)}: `),
    strong(pods),
    plain(`, on ${on}.`),
  ];
}

/** `shop/db-0 does not start on b1: PersistentVolume pv-a is still attached to a1 …` */
export function attachedSentences([first, ...others]: [AttachedElsewhere, ...AttachedElsewhere[]]): Sentence[] {
  const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more volume")}`;
  return [{ message: `${attachedText(first)}${rest}.`, details: others.map(attachedText) }];
}

const attachedText = ({ pod, node, volume, attachment, attachedTo, usedBy }: AttachedElsewhere): string =>
  `${fullName(pod)} does not start on ${node}: PersistentVolume ${volume} is still attached to ${attachedTo} ` +
  `(VolumeAttachment ${attachment})${usedBy === null ? "" : `, where ${fullName(usedBy)} uses it`}`;
