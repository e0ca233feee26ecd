/** The part of `schedscope change` about a pod. */
import type { Command } from "commander";
import type { ChangeAnswer, ChangeOptions, Family } from "../../types.js";
import { misuse } from "./exit.js";
import type { TextOptions } from "./options.js";
import { nodeNamed, podNamed } from "./pods.js";
import type { Session } from "./session.js";

/** The families of pods that placements do not have. */
export const podFamilies = ["request", "quota", "volume", "priority", "release", "node"] satisfies Family[];

/** What is wanted of a pod. */
export interface PodWantOptions {
  pod?: string;
  admitted?: true;
  on?: string;
  spares?: string;
  evictsNobody?: true;
}

/** Adds the options that say what is wanted of a pod. */
export const withPodWant = (command: Command): Command =>
  command
    .option("--pod <name>", "the pod whose scheduling outcome to change, as namespace/name")
    .option("--admitted", "with --pod: the pod gets a node, if need be by evicting others")
    .option("--on <node>", "with --pod: the pod gets this node")
    .option("--spares <pod>", "with --pod: the pod does not evict this one")
    .option("--evicts-nobody", "with --pod: the pod evicts no other");

/** How the smallest changes of a pod's cycle are asked for. */
export function podQuestion(
  { scenario }: Session,
  options: PodWantOptions & TextOptions,
): Pick<ChangeOptions, "want" | "profile" | "now"> {
  const pod = podNamed(scenario, options.pod ?? "");
  const on = options.on === undefined ? undefined : nodeNamed(scenario, options.on);
  const want = {
    pod,
    ...(options.admitted === true && { admitted: true }),
    ...(on !== undefined && { on }),
    ...(options.spares !== undefined && { spares: podNamed(scenario, options.spares) }),
    ...(options.evictsNobody === true && { evictsNobody: true }),
  };
  if (Object.keys(want).length === 1)
    throw misuse(`nothing is wanted of ${pod}`, "give --admitted, --on, --spares or --evicts-nobody");
  // The time plays no part in a pod's cycle.
  return { want, profile: options.profile, now: "1970-01-01T00:00:00Z" };
}

/** Whether a pod evicts nobody, or spares another, as it is wanted, because it waits. */
export function waitsNow(
  { scenario }: Session,
  { pod, evictsNobody, spares, profile }: PodWantOptions & TextOptions,
  { met }: ChangeAnswer,
): boolean {
  if (!met || (evictsNobody !== true && spares === undefined)) return false;
  return scenario.simulatePod({ pod: podNamed(scenario, pod ?? ""), profile, limit: 1 }).node === null;
}
