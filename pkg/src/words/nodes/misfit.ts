/** Why a pod does not fit a node: the messages of Kubernetes, and the numbers. */
import type {
  MisfitAnswer,
  NamespacedName,
  NodeAffinityMisfitAnswer,
  PodAffinityMisfitAnswer,
  PortConflictAnswer,
  SelectorMisfitAnswer,
  ShortageAnswer,
  SpreadMisfitAnswer,
  VolumeMisfitAnswer,
} from "../../../types.js";
import { amountText } from "../amount.js";
import { counted, integer } from "../number.js";
import { amountOf } from "../own.js";
import { listed } from "../phrase.js";
import { fullName, fullNames, isSameName } from "../object-name.js";
import { taintText } from "../node-taint.js";
import { nearestText } from "../nearest-volume.js";

/** The messages of Kubernetes, joined. */
export const misfitText = ({ reasons }: MisfitAnswer): string => reasons.join(", ");

/** What is in the way, in our words, with the numbers: `requests 4 of cpu, 6.5 of 8 used`; empty without any. */
export function misfitNumbers(misfit: MisfitAnswer): string {
  const { shortages, heldFor, held, taint, port, spread, podAffinity, selector, nodeAffinity, volumes } = misfit;
  const heldOf = ({ resource }: ShortageAnswer): number => amountOf(held, resource);
  return [
    ...shortages.map((shortage) => shortageText(shortage, heldOf(shortage), fullNames(heldFor))),
    ...(shortages.every((shortage) => heldOf(shortage) === 0) && heldFor.length > 0
      ? [`a place is held for the nominated ${podsText(fullNames(heldFor))}`]
      : []),
    ...(taint === null ? [] : [taintText(taint)]),
    ...(port === null ? [] : [portText(port)]),
    ...(spread === null ? [] : [spreadText(spread)]),
    ...(podAffinity === null ? [] : [podAffinityText(podAffinity)]),
    ...(selector === null ? [] : [selectorText(selector)]),
    ...(nodeAffinity === undefined ? [] : [nodeAffinityText(nodeAffinity)]),
    ...(volumes === undefined ? [] : volumesTexts(volumes)),
  ].join("; ");
}

const noVolume: Record<NonNullable<VolumeMisfitAnswer["why"]>, string> = {
  "selected-node": "its volume is being made for another node",
  "no-provisioner": "no PersistentVolume is left for it there, and its StorageClass has no provisioner",
  "allowed-topologies": "`allowedTopologies` of its StorageClass do not match the node",
  "storage-capacity": "no CSIStorageCapacity of the node is large enough",
};

/**
 * `PersistentVolume pv-a of claim data is in topology.kubernetes.io/zone=a`; `claim data: no PersistentVolume is left`;
 * `2 of 2 volumes of ebs.csi.aws.com used, the pod adds 1`.
 */
function volumesTexts(volumes: VolumeMisfitAnswer): string[] {
  const { claim, volume, topology = [], storageClass, why, pod, limit, driver, ties, nearest } = volumes;
  if (limit !== undefined) {
    const held = `${integer(limit.held)} of ${counted(limit.limit, "volume")} of ${limit.driver} attached`;
    const { twice } = limit;
    const [is, has] = twice === 1 ? ["is", "has"] : ["are", "have"];
    const own =
      twice === undefined
        ? ""
        : `: kube-scheduler counts ${counted(twice, "volume")} of the pod twice, which ${is} attached to the node ` +
          `and ${has} no pod there`;
    return [`${held}, the pod adds ${integer(limit.new)}${own}`];
  }
  if (driver !== undefined) return [`the CSINode lacks ${driver}, which \`preventPodSchedulingIfMissing\` requires`];
  if (claim === undefined) return pod === undefined ? [] : [`${fullName(pod)} uses the same disk`];
  if (pod !== undefined) return [`${fullName(pod)} uses claim ${claim.name}`];
  const open = ties === undefined ? [] : ["with others of its equal PersistentVolumes, the pod would fit"];
  if (volumes.selectedNode !== undefined) return [selectedText(claim, volumes)];
  if (nearest !== undefined)
    return [`claim ${claim.name}: its StorageClass has no provisioner, and ${nearestText(nearest)}`, ...open];
  if (why !== undefined) return [`claim ${claim.name}: ${noVolume[why]}`, ...open];
  if (volume === undefined)
    return [`claim ${claim.name}${storageClass === undefined ? "" : ` of StorageClass ${storageClass}`} has no volume`];
  const where = topology.length === 0 ? "" : `, usable on nodes with ${topology.join(" or ")}`;
  return [`claim ${claim.name} has PersistentVolume ${volume}${where}`, ...open];
}

/** `claim data waits for a volume on n7, which is not in the input (volume.kubernetes.io/selected-node)` */
function selectedText({ name }: NamespacedName, { selectedNode, lacksSelected }: VolumeMisfitAnswer): string {
  const lacks = lacksSelected === true ? ", which is not in the input" : "";
  return `claim ${name} waits for a volume on ${selectedNode ?? ""}${lacks} (\`volume.kubernetes.io/selected-node\`)`;
}

/** `nodeSelector asks for disktype=ssd, the node has no disktype (but diskType)` */
function selectorText({ key, wanted, found, near }: SelectorMisfitAnswer): string {
  const has = found === null ? `no ${key}${near === null ? "" : ` (but ${near})`}` : `${key}=${found}`;
  return `nodeSelector asks for ${key}=${wanted}, the node has ${has}`;
}

/** `node affinity asks for disktype In [ssd, nvme], the node has disktype=hdd` */
function nodeAffinityText({ key, operator, values, found, terms }: NodeAffinityMisfitAnswer): string {
  const asked = values.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${values.join(", ")}]`;
  const has = found === null ? `no ${key}` : `${key}=${found}`;
  const of =
    terms === 1 ? "node affinity asks" : `none of ${integer(terms)} terms of node affinity holds: the first asks`;
  return `${of} for ${asked}, the node has ${has}`;
}

function shortageText(shortage: ShortageAnswer, held: number, heldFor: string[]): string {
  const { resource, requested, used, allocatable } = shortage;
  const text = (amount: number): string => amountText(resource, amount);
  if (allocatable === 0) return `requests ${text(requested)} of ${resource}, the node has none in status.allocatable`;
  const start = `requests ${text(requested)} of ${resource}, ${text(used - held)} of ${text(allocatable)} used`;
  return held === 0 ? start : `${start} and ${text(held)} held for the nominated ${podsText(heldFor)}`;
}

/** `pod d/a`; `pods d/a and d/b`; `4 pods` */
const podsText = (pods: string[]): string =>
  pods.length > 3 ? counted(pods.length, "pod") : `${pods.length === 1 ? "pod" : "pods"} ${listed(pods)}`;

/** `TCP port 8080`, `UDP port 53 of 10.0.0.1` */
export function portName({ protocol, port, ip }: PortConflictAnswer): string {
  return `${protocol} port ${port}${ip === "" || ip === anyAddress ? "" : ` of ${ip}`}`;
}

const anyAddress = "0.0.0.0";

function portText(conflict: PortConflictAnswer): string {
  const { ip, usedIp, pod } = conflict;
  const all = usedIp === "" || usedIp === anyAddress;
  const other = usedIp === ip ? "" : all ? ", which has it at every address" : `, which has it at ${usedIp}`;
  return `${portName(conflict)} is held by ${fullName(pod)}${other}`;
}

/** The domain of a node: `zone b`, `host n1`. */
export function domainText(key: string, value: string): string {
  const name = key.slice(key.lastIndexOf("/") + 1);
  return `${name === "hostname" ? "host" : name} ${value}`;
}

/** `in zone b`, `on host n1` */
const domainPlace = (key: string, value: string): string =>
  `${key.endsWith("hostname") ? "on" : "in"} ${domainText(key, value)}`;

function spreadText({
  key,
  value,
  count,
  countsItself,
  min,
  minValue,
  minNode,
  minNodeIsCordoned,
  maxSkew,
  domains,
  minDomains,
}: SpreadMisfitAnswer): string {
  if (value === null) return `the node has no label ${key}`;
  const itself = countsItself ? `, ${integer(count + 1)} with this one` : "";
  const start = `${domainText(key, value)} has ${counted(count, "matching pod")}${itself}`;
  if (minValue !== null) {
    const why = minNodeIsCordoned ? "is cordoned" : "has a taint that the pod does not tolerate";
    const counts = minNode === null ? "" : ` (node ${minNode} there ${why}, but counts)`;
    return (
      `${start}; ${domainText(key, minValue)} has ${counted(min, "matching pod")}${counts}, so ` +
      `${domainText(key, value)} may have at most ${integer(min + maxSkew)} (maxSkew ${integer(maxSkew)})`
    );
  }
  const few =
    domains < minDomains ? ` (${counted(domains, "domain")} of at least ${integer(minDomains)}: it counts as 0)` : "";
  return `${start}; the least is ${integer(min)}${few}, maxSkew ${integer(maxSkew)}`;
}

function podAffinityText({ check, key, value, term, pod }: PodAffinityMisfitAnswer): string {
  const number = `(term ${integer(term + 1)})`;
  const other = `${pod === null ? "a pod" : fullName(pod)}${value === null ? "" : ` ${domainPlace(key, value)}`}`;
  switch (check) {
    case "affinity":
      return value === null
        ? `the node has no label ${key}, which its pod affinity needs ${number}`
        : `no pod ${domainPlace(key, value)} meets its pod affinity ${number}`;
    case "anti-affinity":
      return `${other} matches its anti-affinity ${number}`;
    case "existing-anti-affinity":
      return `${other} keeps it away by its own anti-affinity ${number}`;
  }
}

/**
 * `its node affinity allows only n7, which is not in the input`; `tried`: how many of the nodes that it names the input
 * has.
 */
export function namedNodesText(nodeNames: string[], tried: number): string {
  const all = nodeNames.length > mostNamed ? counted(nodeNames.length, "node") : listed(nodeNames);
  const missing = nodeNames.length - tried;
  const are = missing === 1 ? "is" : "are";
  const lacks = missing === nodeNames.length ? `which ${are}` : `of which ${integer(missing)} ${are}`;
  return `its node affinity allows only ${all}${missing <= 0 ? "" : `, ${lacks} not in the input`}`;
}

/** Nodes that are named in a sentence. */
const mostNamed = 5;

/** What evicting a pod cures, where the pod did not fit beside it. */
export function cureText(misfit: MisfitAnswer, victim: NamespacedName): string {
  const { port, spread, podAffinity, volumes } = misfit;
  if (port !== null && isSameName(port.pod, victim)) return `it holds ${portName(port)}, which the pod wants`;
  if (spread !== null && spread.value !== null)
    return (
      `while it stays, the skew of ${domainText(spread.key, spread.value)} would be ${integer(spread.skew)}, ` +
      `maxSkew ${integer(spread.maxSkew)}; evicting it makes the skew ${integer(spread.skew - 1)}`
    );
  if (podAffinity !== null && isSameName(podAffinity.pod, victim)) {
    const number = `(term ${integer(podAffinity.term + 1)})`;
    if (podAffinity.check === "anti-affinity") return `it matches the pod's anti-affinity ${number}`;
    if (podAffinity.check === "existing-anti-affinity") return `its own anti-affinity ${number} keeps the pod away`;
  }
  if (volumes !== undefined && isSameName(volumes.pod, victim))
    return volumes.claim === undefined
      ? "it uses the same disk"
      : `it uses claim ${volumes.claim.name}, which only one pod may use`;
  return `while it stays, the pod does not fit: ${misfitNumbers(misfit) || misfitText(misfit)}`;
}
