/** The part of `schedscope whatif change` about a pod. */
import type { ChangeAnswer, ChangeOptions, Want } from "../../types.js";
import { misuse } from "./exit.js";
import type { TextOptions } from "./options.js";
import { nodeNamed, podNamed } from "./pods.js";
import type { Session } from "./session.js";
import { type AfterOthers, waitsAfterOthers } from "../difference/why.js";
import { namedText, objectNamed } from "../words/object-name.js";
import { noTime } from "../difference/wants.js";

export interface PodWantOptions {
  pod?: string;
  admitted?: true;
  on?: string;
  spares?: string;
  evictsNobody?: true;
}

/** How the smallest changes of a pod's cycle are asked for. */
export function podQuestion(
  { scenario }: Session,
  wanted: Want,
  { profile }: TextOptions,
): Pick<ChangeOptions, "want" | "profile" | "now"> {
  const pod = podNamed(scenario, namedText(wanted.pod ?? ""));
  if (Object.keys(wanted).length === 1)
    throw misuse(`no outcome is wanted for ${pod}`, "give --admitted, --on, --spares or --evicts-nobody");
  const want = {
    ...wanted,
    pod,
    ...(wanted.on !== undefined && { on: nodeNamed(scenario, wanted.on) }),
    ...(wanted.spares !== undefined && { spares: podNamed(scenario, namedText(wanted.spares)) }),
  };
  return { want, profile, now: noTime };
}

/** How a pod that should get a node, and gets one alone, waits after the others; null: it does not, or is not asked. */
export function endsWaiting(
  { scenario }: Session,
  { pod, admitted, on, profile }: PodWantOptions & TextOptions,
  { met, volumeDependence }: ChangeAnswer,
): (AfterOthers & { pod: string }) | null {
  if (!met || volumeDependence !== undefined || pod === undefined || (admitted ?? on) === undefined) return null;
  const name = podNamed(scenario, namedText(pod));
  const found = waitsAfterOthers(scenario, objectNamed(name), profile);
  return found && { ...found, pod: name };
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
