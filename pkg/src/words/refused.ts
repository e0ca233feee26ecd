/** Fields that the API server refuses, or that it does not know, as the sentences that come before an answer. */
import type { RefusedField } from "../../types.js";
import type { Caveat } from "./caveat.js";
import { counted } from "./number.js";

/** What of an answer the sentences are made from. */
export interface Faulty {
  /** The invalid fields that it rests on. */
  invalidFields?: RefusedField[];
  /** The misspelt ones. */
  misspelt?: RefusedField[];
  /** The pod that it is about, as `namespace/name`. Absent or `null`: it is about several, or about none. */
  pod?: string | null;
}

const fieldText = ({ path, message }: RefusedField): string => (path === "" ? message : `${path}: ${message}`);

/** `Pod shop/web`; `KubeSchedulerConfiguration`, which has no name. */
export function faultyObject({ object: { kind, namespace, name } }: Pick<RefusedField, "object">): string {
  if (name === "") return namespace === "" ? kind : `${kind} without a name in ${namespace}`;
  return `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;
}

const whole = (field: RefusedField): string =>
  `${faultyObject(field)}${field.path === "" ? ":" : ","} ${fieldText(field)}`;

/** The kinds whose objects are pods, or make them. */
export const ofPods = ["Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job", "ReplicationController"];

/** Whether the pod that an answer is about is refused: by itself, or with its workload. */
export const isPodRefused = ({ invalidFields = [], pod }: Faulty): boolean =>
  invalidFields.some((field) => ofPods.includes(field.object.kind) && !isOther(field, pod));

/** Whether it is a pod beside the one that an answer is about: a bound one, which quotas and nodes count. */
const isOther = ({ object: { kind, namespace, name } }: RefusedField, pod: Faulty["pod"]): boolean =>
  kind === "Pod" && typeof pod === "string" && pod !== `${namespace || "default"}/${name}`;

/**
 * `Invalid: Pod shop/web, spec.…: …`: no API server holds the text as it is. What a program cannot read is left out of
 * its answer, or has its default there.
 */
export function refusedCaveats({ invalidFields = [], pod }: Faulty): Caveat[] {
  const [first, ...others] = invalidFields;
  if (first === undefined) return [];
  const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more invalid field")}`;
  const message = `${ended(`${start(first)}${rest}`, first, others)}${end(first, pod)}`;
  return [{ code: "refused-field", message, details: others.map(whole) }];
}

/** A sentence about fields with its end: one that ends with a suggestion is a question. */
const ended = (words: string, { suggestion }: RefusedField, others: RefusedField[]): string =>
  `${words}${suggestion !== undefined && others.length === 0 ? "?" : "."}`;

function start(first: RefusedField): string {
  switch (first.object.kind) {
    case "VirtualMachine":
      return `Incomplete: ${faultyObject(first)} cannot be read, and the run is without it: ${fieldText(first)}`;
    case "KubeSchedulerConfiguration":
      return `Invalid: kube-scheduler does not start with ${whole(first)}`;
    default:
      return `${first.code === "placeholder" ? "Incomplete" : "Invalid"}: ${whole(first)}`;
  }
}

const end = (field: RefusedField, pod: Faulty["pod"]): string => {
  // The engine knows a pod by its name.
  if (isOther(field, pod))
    return ` It is ${field.object.name === "" ? "not counted" : "counted with what can be read of it"}.`;
  return field.object.kind === "KubeSchedulerConfiguration"
    ? " The answer takes its valid fields, and defaults for the others."
    : "";
};

/** `Ignored: Placement shop/web, spec.tollerations: …`: misspelt, or in a wrong place. */
export function misspeltCaveats({ misspelt = [] }: Faulty): Caveat[] {
  const [first, ...others] = misspelt;
  if (first === undefined) return [];
  const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more such field")}`;
  return [
    {
      code: "misspelt-field",
      message: ended(`Ignored: ${whole(first)}${rest}`, first, others),
      details: others.map(whole),
    },
  ];
}
