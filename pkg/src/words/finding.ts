/** Findings of an answer by their code. */
import type { AssumedVersion, Finding, FindingPlace, NamespacedName, RefusedField, Severity } from "../../types.js";
import type { Caveat } from "./caveat.js";
import { isSameName } from "./object-name.js";

/** The code of a finding. */
export type Code = Finding["code"];

/** The data of findings of a code. */
export type DataOf<C extends Code> = Extract<Finding, { code: C }>["data"];

/** What of an answer the sentences are made from. */
export interface Found {
  /** What is found; absent: nothing. */
  findings?: Finding[];
  /** The version of Kubernetes that an answer about pods assumes. */
  kubernetesVersion?: AssumedVersion;
  /** The pod that the answer is about. Absent or `null`: it is about several, or about none. */
  pod?: NamespacedName | null;
}

/** The data of an answer's findings of a code. */
export const dataOf = <C extends Code>({ findings = [] }: Pick<Found, "findings">, code: C): DataOf<C>[] =>
  findings.flatMap((finding) => (finding.code === code ? [finding.data as DataOf<C>] : []));

/** Findings of a code. */
export const findingsOf = <C extends Code>(
  code: C,
  data: DataOf<C>[],
  severity: Severity = "error",
  at: FindingPlace = "before",
): Finding[] => data.map((one) => ({ at, severity, code, data: one }) as Finding);

/** A sentence about findings, with more about it. */
export type Sentence = Omit<Caveat, "code" | "at" | "severity">;

/** The kinds whose objects are pods, or make them. */
export const ofPods = ["Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job", "ReplicationController"];

/** Whether the pod that an answer is about is rejected: by itself, or with its workload. */
export const isPodInvalid = (answer: Found): boolean =>
  dataOf(answer, "invalid-field").some((field) => ofPods.includes(field.object.kind) && !isOther(field, answer.pod));

/** Whether it is a pod beside the one that an answer is about: a bound one, which quotas and nodes count. */
export const isOther = ({ object: { kind, namespace, name } }: RefusedField, pod: Found["pod"]): boolean =>
  kind === "Pod" && pod != null && !isSameName(pod, { namespace: namespace || "default", name });
