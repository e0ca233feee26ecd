/** Words for the smallest changes of the input. */
import type {
  Change,
  ChangeAnswer,
  ChangeEdit,
  ChangeInOtherProfile,
  CycleAfter,
  Family,
  NamespacedName,
  ObjectName,
  SearchedFamily,
} from "../../../types.js";
import { exactAmount } from "../amount.js";
import { counted, integer } from "../number.js";
import { capital, clause, listed } from "../phrase.js";
import { otherCycleText } from "../quotas/other-profile.js";
import { enoughText } from "../quotas/resource-quota.js";
import { HUBS } from "../released.js";
import { advised, hasNode, objections } from "./advice.js";
import { clauseText, taintText, withUnit } from "./difference.js";
import { differingEdits, inTemplate, isOfObject, lastKey, numberIn, uncordons, valueText } from "./edit-parts.js";
import { exchangeText, named } from "./exchange.js";
import { outsideClause } from "./outside.js";
import { addsCorrectedKey, spellingText } from "./spelling.js";
import { againstText, victimsText } from "../victims.js";
import { unknownText, volumesText } from "../volumes.js";
import { fullName, fullNames, isSameName, objectText } from "../object-name.js";

const field = (value: ChangeEdit["new"], key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const textOf = (value: ChangeEdit["new"], key: string): string => {
  const found = field(value, key);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
};

/** ` (was 1)`; nothing where there was nothing. */
const was = (value: ChangeEdit["new"]): string => (value === null ? "" : ` (was ${valueText(value)})`);

/** `spec.predicates[0]`, as the API writes paths; keys with other characters than those of names stand in brackets. */
const pathText = (keys: ChangeEdit["keys"]): string =>
  keys.reduce<string>((path, key) => {
    const isName = typeof key === "string" && /^[\w-]+$/.test(key);
    if (!isName) return `${path}[${key}]`;
    return path === "" ? key : `${path}.${key}`;
  }, "");

/** The path of the list that an item of it is removed from or added to. */
const listPath = ({ keys }: Pick<ChangeEdit, "keys">): string =>
  pathText(typeof keys.at(-1) === "number" ? keys.slice(0, -1) : keys);

/** `zone in (z1, z2)` */
function requirementText(value: ChangeEdit["new"]): string {
  const values = field(value, "values");
  const all = Array.isArray(values) ? ` (${values.join(", ")})` : "";
  return `${textOf(value, "key")} ${textOf(value, "operator")}${all}`;
}

/** What an edit does, without its object. */
type Words = (edit: ChangeEdit) => string;

const generic: Words = (edit) => {
  const { path, object, old, new: now } = edit;
  if (isOfObject(edit)) return now === null ? `Remove ${objectText(object)}` : `Add ${objectText(object)}`;
  if (now === null) return `Remove \`${path}\`${was(old)} from ${objectText(object)}`;
  return `Set \`${path}\` to ${valueText(now)}${was(old)} in ${objectText(object)}`;
};

const keyed =
  (noun: string, name: Words): Words =>
  (edit) => {
    const { old, new: now, object } = edit;
    const what = `the ${noun} ${name(edit)}`;
    const value = (of: ChangeEdit["new"]): string => (typeof of === "object" ? textOf(of, "value") : valueText(of));
    if (now === null) return `Remove ${what} (was ${value(old)}) from ${objectText(object)}`;
    if (old === null) return `Add ${what}=${value(now)} to ${objectText(object)}`;
    return `Set ${what} to ${value(now)} (was ${value(old)}) on ${objectText(object)}`;
  };

/** What agents and the hub write is said as what holds then. */
const reported: Words = (edit) => capital(clauseText(edit) ?? generic(edit));

const labelWords = keyed("label", lastKey);

const words: Partial<Record<Family, Words>> = {
  name: (edit) => {
    const { old, new: now, object, subject, keys } = edit;
    if (object.kind === "Placement") return spellingText(edit);
    if (old === null || now === null) return selectorWords(edit);
    if (lastKey(edit) === "claimName")
      return `Correct claimName ${valueText(old)} to ${valueText(now)} in volume ${subject} of ${objectText(object)}`;
    const where = SPELT.find(([key]) => keys.includes(key));
    const [before, after] = [valueText(old), valueText(now)];
    const of = `in ${where?.[1] ?? "the spec"} of ${objectText(object)}`;
    const key = lastKey(edit);
    if (key === "key" || key === "topologyKey") return `Correct the ${key} ${before} to ${after} ${of}`;
    return `Correct ${subject}=${before} to ${subject}=${after} ${of}`;
  },
  weight: ({ subject, from, to, object }) =>
    `Set the weight of ${subject} to ${integer(to ?? 0)} (was ${integer(from ?? 0)}) in ${objectText(object)}`,
  count: ({ from, to, object }) => {
    const old = from === null ? "was all" : `was ${integer(from)}`;
    return to === null
      ? `Remove numberOfClusters (${old}) from ${objectText(object)}: all feasible clusters are selected`
      : `Set numberOfClusters to ${integer(to)} (${old}) in ${objectText(object)}`;
  },
  skew: (edit) => {
    const { subject, old, new: now, object } = edit;
    if (now === null && lastKey(edit) === "minDomains")
      return `Remove minDomains of ${subject}${was(old)} from ${objectText(object)}`;
    if (now === null) return `Remove the spread constraint of ${subject} from ${objectText(object)}`;
    return `Set ${lastKey(edit)} of ${subject} to ${valueText(now)}${was(old)} in ${objectText(object)}`;
  },
  toleration: ({ old, new: now, object }) =>
    now === null
      ? `Remove the toleration of ${textOf(old, "key") || "all taints"} from ${objectText(object)}`
      : `Add the toleration ${taintText(now)} to ${objectText(object)}`,
  label: labelWords,
  claim: keyed("claim", ({ subject }) => subject),
  predicate: (edit) => {
    const { keys, old, new: now, object } = edit;
    if (object.kind !== "Placement") return selectorWords(edit);
    if (now === null && keys.at(-2) === "values" && typeof keys.at(-1) === "number")
      return `Remove ${valueText(old)} from \`${listPath(edit)}\` of ${objectText(object)}`;
    if (now !== null) return `Add ${valueText(now)} to \`${listPath(edit)}\` of ${objectText(object)}`;
    const what = typeof old === "string" ? `${lastKey(edit)}=${old}` : requirementText(old);
    return `Remove the requirement ${what} of predicate ${numberIn(edit, "predicates")} in ${objectText(object)}`;
  },
  set: (edit) => {
    const { new: now, object } = edit;
    if (isOfObject(edit)) return generic(edit);
    return object.kind === "Placement"
      ? `Add ${valueText(now)} to clusterSets of ${objectText(object)}`
      : labelWords(edit);
  },
  quota: (edit) => {
    const to = `${amountsText(edit)} in ${objectText(edit.object)}`;
    if (edit.object.kind === "ResourceQuota") return `Set hard of ${lastKey(edit)} ${to}${enoughText(edit)}`;
    return `Set the ${edit.keys.includes("max") ? "max" : "min"} of ${edit.subject} ${to}`;
  },
  request: (edit) => {
    const where = containerText(edit);
    const list = edit.keys.includes("limits") ? "limit" : "request";
    return `Set the ${edit.subject} ${list}${where} ${amountsText(edit)} in ${objectText(edit.object)}`;
  },
  volume: (edit) => {
    const { from, to, object, old, new: now } = edit;
    if (now === null)
      return `Remove the annotation ${lastKey(edit)} (was ${valueText(old)}) from ${objectText(object)}`;
    if (object.kind === "PersistentVolumeClaim") {
      const name = edit.keys[0] === "spec" ? lastKey(edit) : `annotation ${lastKey(edit)}`;
      // The API server updates neither.
      return `Delete ${objectText(object)} and create it again with the ${name} ${valueText(now)}${was(old)}`;
    }
    if (edit.keys[0] === "allowedTopologies")
      return `Add ${valueText(now)} to the values of ${edit.subject} in allowedTopologies of ${objectText(object)}`;
    return lastKey(edit) === "volumeBindingMode"
      ? // The API server does not update the field.
        `Delete ${objectText(object)} and create it again with the volumeBindingMode ${valueText(now)} ` +
          `(was ${valueText(old)}), which applies to claims that are not bound yet`
      : // The driver reports it, and writes over what people set.
        `Configure the driver to report a limit of ${integer(to ?? 0)} attached volumes (was ${integer(from ?? 0)}) ` +
          `in ${objectText(object)}, which it sets itself`;
  },
  priority: ({ from, to, object }) =>
    `Set the priority to ${integer(to ?? 0)} (was ${integer(from ?? 0)}) in ${objectText(object)}`,
  release: (edit) =>
    edit.object.kind === "Pod" && isOfObject(edit) && edit.subject !== ""
      ? `${generic(edit)}, which ${edit.subject} recreates`
      : generic(edit),
  allocatable: reported,
  score: reported,
  decision: reported,
  taint: reported,
  vmConfig: (edit) => generic({ ...edit, path: pathText(inConfig(edit.keys)) }),
  node: (edit) => {
    const { subject, old, object } = edit;
    if (isOfObject(edit))
      return `Add ${objectText(object)}, ${
        object.kind === "CSINode" ? "with the drivers of" : "a node like"
      } ${subject}`;
    return uncordons(edit)
      ? `Uncordon ${objectText(object)}`
      : `Remove the taint ${taintText(old)} from ${objectText(object)}`;
  },
};

/** Where words of a pod can be misspelt. */
const SPELT = [
  ["nodeSelector", "the nodeSelector"],
  ["nodeAffinity", "the node affinity"],
  ["podAffinity", "the pod affinity"],
  ["tolerations", "a toleration"],
  ["topologySpreadConstraints", "a spread constraint"],
] as const;

/** The keys in the config, without those of the ConfigMap, or of the guest of a VM. */
const inConfig = (keys: ChangeEdit["keys"]): ChangeEdit["keys"] =>
  keys.length > 2 && (keys[0] === "data" || keys[1] === "guest") ? keys.slice(2) : keys;

/** `the scheduling gate example.com/quota` */
function gatesText(gates: ChangeEdit["old"]): string {
  const names = Array.isArray(gates) ? gates.map((gate) => textOf(gate, "name")) : [];
  return `the scheduling ${names.length === 1 ? "gate" : "gates"} ${listed(names)}`;
}

/** Whether an edit is of one label of a `nodeSelector`: one more of them allows fewer nodes. */
export const isInSelector = ({ keys }: Pick<ChangeEdit, "keys">): boolean => keys.at(-2) === "nodeSelector";

/** The node affinity that a node has to have. */
export const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

/** What an edit does of what a pod asks of its node. */
const selectorWords: Words = (edit) => {
  const { subject, old, new: now, object } = edit;
  const pod = objectText(object);
  if (now !== null && old === null && isInSelector(edit))
    return `Add ${lastKey(edit)}=${valueText(now)} to the nodeSelector of ${pod}`;
  if (now !== null) return `Add ${valueText(now)} to the values of ${subject} in the node affinity of ${pod}`;
  if (lastKey(edit) === "schedulingGates") return `Remove ${gatesText(old)} from ${pod}`;
  if (lastKey(edit) === "nodeSelector") return `Remove the nodeSelector from ${pod}`;
  if (lastKey(edit) === REQUIRED) return `Remove the required node affinity from ${pod}`;
  return typeof old === "string"
    ? `Remove ${lastKey(edit)}=${old} from the nodeSelector of ${pod}`
    : `Remove ${requirementText(old)} from the node affinity of ${pod}`;
};

/** `to 6Gi (was 5Gi)`; `to 1 (was 2, the default of LimitRange a/limits)`; `to 100m, for example` where it had none */
function amountsText({ subject, from, to, old: before, limitRange }: ChangeEdit): string {
  const [now, old] = [to ?? 0, from ?? 0].map((amount) => withUnit(subject, exactAmount(subject, amount)));
  if (from === null && before === null) return `to ${now ?? ""}, for example,`;
  const source = limitRange === undefined ? "" : `, the default of LimitRange ${fullName(limitRange)}`;
  return `to ${now ?? ""} (was ${old ?? ""}${source})`;
}

/** ` and its entries in the Timeline`: behind the edit of what is removed stand those of timelines. */
function timelinesText(edit: ChangeEdit): string {
  const { new: now, textEdits } = edit;
  if (!isOfObject(edit) || now !== null || textEdits.length < 2) return "";
  return ` and its entries in the ${textEdits.length === 2 ? "Timeline" : "Timelines"}`;
}

/** What an edit does: `Set the weight of Steady to 3 (was 1) in Placement default/web`. */
export const editText = (edit: ChangeEdit): string =>
  (words[edit.family] ?? generic)(inTemplate(edit)) + timelinesText(edit);

/**
 * The edits that people make: the control plane removes the taint of a node that is uncordoned, and the sentence
 * about a corrected key stands with the removal of the misspelt one.
 */
export const statedEdits = (edits: ChangeEdit[]): ChangeEdit[] => {
  const isUncordoned = edits.some(uncordons);
  return edits.filter((edit) => !(isUncordoned && removesCordonTaint(edit)) && !addsCorrectedKey(edit));
};

/** What differed, if a change gives the recorded decision: `the allocatable cpu of aws-1 is 28 (now 8)`. */
export const differenceText = ({ edits }: Pick<Change, "edits">): string =>
  differingEdits(edits)
    .map((edit) => clauseText(edit) ?? clause(editText(edit)))
    .join(", and ");

/** What a change does: its edits, one after another. A terminating pod goes without an edit. */
export const changeText = ({ edits, terminating = [] }: Pick<Change, "edits" | "terminating">): string => {
  const clauses = statedEdits(edits)
    .map((edit) => {
      const { family, object } = edit;
      const goes = family === "release" && isOfObject(edit) && terminating.some((pod) => isSameName(pod, object));
      return goes ? `Wait until ${objectText(object)} is gone, which is terminating` : editText(edit);
    })
    .map((text, at) => (at === 0 ? text : clause(text)));
  return [...clauses.slice(0, -2), clauses.slice(-2).join(", and ")].join(", ");
};

const whose = (pods: NamespacedName[]): string => (pods.length === 1 ? "its" : "their");

/** The taint of a cordoned node. */
const CORDON = "node.kubernetes.io/unschedulable";

const removesCordonTaint = ({ family, old, new: now }: ChangeEdit): boolean =>
  family === "node" && now === null && textOf(old, "key") === CORDON;

const toleratesCordon = ({ family, new: now }: ChangeEdit): boolean =>
  family === "toleration" && textOf(now, "key") === CORDON;

/** ``, as after `kubectl uncordon n1``` where the change tolerates the cordon; with others, instead of that. */
function uncordonText(edits: ChangeEdit[], node: string | null): string {
  const isCordon = edits.some(toleratesCordon);
  if (!isCordon || node === null) return "";
  const command = `\`kubectl uncordon ${node}\``;
  return edits.length === 1 ? `, as after ${command}` : `, as with ${command} instead of the toleration of its cordon`;
}

/** How a pod's cycle ends with a change: `it goes to n1`; empty where no pod was asked about. */
export function cycleText({ cycle, edits, madeAnew = [] }: Pick<Change, "cycle" | "edits" | "madeAnew">): string {
  if (cycle === null) return "";
  const { refused, victims } = cycle;
  if (refused) return "the API server refuses the pod";
  const waiting = madeAnew.filter(
    ({ pod, node }) => node === null && !victims.some((victim) => isSameName(victim, pod)),
  );
  const wait =
    waiting.length === 0 ? "" : `, and the new ${named(fullNames(waiting.map(({ pod }) => pod)))} waits instead`;
  return outcomeText(cycle, edits) + wait;
}

function outcomeText(cycle: CycleAfter, edits: ChangeEdit[]): string {
  const { outcome, node, victims, terminating = [], onVolumes = false } = cycle;
  if (onVolumes) {
    const evicts = outcome === "Preempt" ? `, after evicting ${named(fullNames(victims))}` : "";
    return `${node ?? ""} passes everything but the pod's volumes${evicts}`;
  }
  switch (outcome) {
    case "Schedulable":
      return `the pod goes to ${node ?? ""}${uncordonText(edits, node)}`;
    case "Preempt": {
      const against = againstText(victims, cycle.budgetViolations);
      const takes = `and takes ${whose(victims)} place`;
      if (terminating.length > 0)
        return `the pod ${victimsText({ victims, terminating }, `on ${node ?? ""}`)}${against}, ${takes}`;
      const comma = against.startsWith(",") ? "," : "";
      return `the pod evicts ${named(fullNames(victims))} on ${node ?? ""}${against}${comma} ${takes}`;
    }
    default:
      return "the pod waits";
  }
}

const familyNames: Record<Family, string> = {
  name: "misspelt names",
  weight: "weights",
  count: "numberOfClusters",
  skew: "spread constraints",
  toleration: "tolerations",
  label: "labels",
  claim: "claims",
  predicate: "predicates",
  set: "cluster sets",
  request: "requests",
  quota: "quotas",
  volume: "volumes",
  priority: "priorities",
  release: "other pods",
  node: "nodes",
  vmConfig: "the config of VMs",
  taint: "taints",
  allocatable: "allocatable amounts",
  score: "scores",
  decision: "decisions of other placements",
};

/** Whose amount a path is: ` of container 2`, ` of init container 1`; empty for the first container. */
function containerText(edit: ChangeEdit): string {
  if (edit.keys.includes("initContainers")) return ` of init container ${numberIn(edit, "initContainers")}`;
  const number = edit.keys.includes("containers") ? numberIn(edit, "containers") : "1";
  return number === "1" ? "" : ` of container ${number}`;
}

/** Families in words: `weights, numberOfClusters and labels`. */
const familiesText = (families: SearchedFamily[], { kind }: Pick<ObjectName, "kind">, word?: "or"): string =>
  listed(
    families.map(({ family }) => {
      if (family === "predicate" && kind !== "Placement") return "node selectors";
      return family === "release" && kind === "Placement" ? "other clusters" : familyNames[family];
    }),
    word,
  );

/** Why no edit can make the hub select the cluster, without a full stop. */
export const DELETING = "the cluster is being deleted, and the hub selects no such cluster";

/**
 * The answer in a sentence: the number of changes, or what the search tried. `waits`: the pod that must not evict any
 * pod, or a certain pod, currently gets no node.
 */
export function changesText(answer: ChangeAnswer, waits = false): string {
  const { object, met, changes, space, complete, depth, weightsTo = 0, stopped, steps } = answer;
  const { recorded = false, several } = answer;
  const none = recorded ? "No difference was found that gives the recorded decision" : "No change was found";
  if (met && recorded) return "The decision is as recorded";
  if (met && waits) return "The pod waits, so it evicts no pod";
  if (met && answer.volumeDependence !== undefined) {
    const { volumes } = answer.volumeDependence;
    const on = `${volumesText(volumes)}, ${unknownText(volumes)}`;
    return `Whether it is so already depends on its ${on}; no edit was tried`;
  }
  if (met) return "Already true; no change needed";
  if (changes.length === 0 && space.some(({ reason }) => reason === "deleting")) return `${none}: ${DELETING}`;
  if (changes.length === 0 && space.some(({ reason }) => reason === "gone"))
    return `${none}: it has a cluster that the input lacks`;
  if (space.some(({ reason }) => reason === "never-asks"))
    return "No change was found: the VM never asks, neither by an agent of the timeline nor in an event";
  const searched = space.filter(({ reason }) => reason === null);
  const ways = ["alone", depth < 3 && several === undefined ? "and in pairs" : "in pairs"];
  if (depth >= 3 && (several === undefined || weightsTo > 1)) ways.push("three weights by 1 each");
  if (several !== undefined) ways.push(`one for each thing that keeps the cluster out (up to ${several} together)`);
  const together = ways.length < 3 ? ways.join(" ") : `${ways.slice(0, -1).join(", ")}, and ${ways[ways.length - 1]}`;
  const tried = `edits of ${familiesText(searched, object)} were tried, ${together}`;
  const where = searched.length === 0 ? nothingToTry(space, object) : tried;
  const near = weightsTo > 1 ? `; of weights, all that change by ${weightsTo} in sum at most` : "";
  const end =
    (stopped !== null ? `, until ${counted(steps, "decision")} were made` : complete ? "" : ", not all of them") + near;
  if (changes.length === 0) {
    // A candidate takes at most two decisions, so a search that stopped after twice as many had tried each one alone.
    const single = searched.reduce((sum, { candidates }) => sum + candidates, 0);
    if (stopped !== null && searched.length > 0 && 2 * single <= steps) {
      return `No single edit of ${familiesText(searched, object, "or")} is enough; pairs were tried${end}`;
    }
    const cel = isOutside(space) ? "; a CEL expression fails, which the search does not edit" : "";
    const kept = outsideClause(answer);
    return `${none}: ${where}${end}${cel}${kept === "" ? "" : `; ${kept}`}`;
  }
  if (recorded) {
    const [first, ...others] = changes;
    const more = others.length === 0 ? "" : `; ${integer(changes.length)} differences do so`;
    const is = first === undefined ? "" : differenceText(first);
    const each = others.length === 0 ? "" : "each ";
    return `The decision is as recorded if ${is}${more}, ${each}decided again${unsearchedText(answer)}`;
  }
  const isInOrder = advised(changes).every((change, at) => change === changes[at]);
  const order = isInOrder ? "cheapest first" : "cheapest first; changes with side effects last";
  const all = changes.length === 1 ? "1 change; it was" : `${integer(changes.length)} changes, ${order}; each was`;
  return `${all} decided again${waitingText(changes)}${unsearchedText(answer)}`;
}

/** What a search that found changes did not try; empty: nothing. */
function unsearchedText({ complete, stopped, steps }: Pick<ChangeAnswer, "complete" | "stopped" | "steps">): string {
  if (complete) return "";
  const what = stopped === null ? "not all edits were tried" : `the search stopped after ${counted(steps, "decision")}`;
  return `; ${what}, so others may be cheaper`;
}

/** `; with 1 of them the pod waits`; empty: with none. */
function waitingText(changes: Change[]): string {
  const waiting = changes.filter(({ cycle }) => cycle !== null && !hasNode(cycle)).length;
  if (waiting === 0) return "";
  const which = waiting === changes.length ? (waiting === 1 ? "it" : "each") : `${integer(waiting)} of them`;
  return `; with ${which} the pod waits`;
}

/** Why no family was searched. */
function nothingToTry(space: SearchedFamily[], object: ObjectName): string {
  const of = (reason: SearchedFamily["reason"]) => space.filter((family) => family.reason === reason);
  const [open, empty] = [of("not-needed"), of("nothing")];
  if (open.length > 0) return `edits of ${familiesText(open, object)} would not help`;
  return empty.length > 0 ? `the input has no ${familiesText(empty, object)} to edit` : "there is nothing to edit";
}

/** `3 other edits of this kind would do at the same cost`; empty: none. */
export function alikeText({ edits, asCheap }: Pick<Change, "edits" | "asCheap">): string {
  if (asCheap === 0) return "";
  const more = asCheap >= mostAlike ? `at least ${integer(asCheap)}` : integer(asCheap);
  const what = edits.length > 1 ? "changes" : "edits";
  return `${more} other ${asCheap === 1 ? what.slice(0, -1) : what} of this kind would do at the same cost`;
}

/** The engine counts no further. */
const mostAlike = 20;

/** What else an edit does or needs, each in a sentence without a full stop: who writes the field, other placements. */
export function sideEffects(change: Change): string[] {
  const { others, othersUnknown, otherProfile } = change;
  const unknown = counted(othersUnknown, "other placement");
  return [
    ...(otherProfile === undefined ? [] : [otherProfileEffect(otherProfile)]),
    ...objections(change),
    ...others.map((other) => `${objectText(other.object)} changes too: ${exchangeText(other)}`),
    ...(othersUnknown > 0 ? [`${unknown} ${othersUnknown === 1 ? "was" : "were"} not decided again with it`] : []),
  ];
}

/** ``Released OCM 1.3 then takes the placement as misconfigured (…) and selects no cluster`` */
function otherProfileEffect({ profile, status, message, selected, cycle }: ChangeInOtherProfile): string {
  if (cycle !== null) return `${otherCycleText({ ...cycle, profile }, true).slice(0, -1)}`;
  const who = HUBS[profile];
  if (status === "Misconfigured")
    return `${who} then takes the placement as misconfigured (${message}) and selects no cluster`;
  if (status === "Error") return `${who} then takes the placement as invalid and decides nothing`;
  return `${who} selects ${counted(selected ?? 0, "cluster")} then, and not as asked`;
}

/** Families that were not searched because of CEL, and that an expression is what fails, in a sentence; empty: none. */
export function celText(space: SearchedFamily[]): string {
  const outside = space.filter(({ reason }) => reason === "cel");
  return [
    ...(isOutside(space) ? ["A CEL expression fails, which the search does not edit"] : []),
    ...(outside.length === 0
      ? []
      : [
          `${familiesText(outside, { kind: "Placement" })} were not tried: CEL expressions of the placement would ` +
            "have to be evaluated again",
        ]),
  ].join("; ");
}

/** Whether a CEL expression is what fails, which no edit of the search changes. */
export const isOutside = (space: SearchedFamily[]): boolean => space.some(({ reason }) => reason === "cel-fails");
