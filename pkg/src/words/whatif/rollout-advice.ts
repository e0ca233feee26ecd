/** Which workloads have a rollout, and what says how it ends. */
import type { RolloutAnswer } from "../../../types.js";

/** The kinds that replace their pods when their template changes. */
export const rolloutKinds: readonly string[] = ["Deployment", "StatefulSet", "DaemonSet"];

/** The command that says whether a change of a workload completes; empty for other kinds. */
export const rolloutAdvice = ({ kind, namespace, name }: RolloutAnswer["object"]): string =>
  rolloutKinds.includes(kind)
    ? `\`schedscope whatif rollout ${kind.toLowerCase()}/${namespace}/${name}\` says whether a change of it completes.`
    : "";
