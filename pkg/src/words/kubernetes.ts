/** The version of Kubernetes that an answer assumes, in words. */
import type { AssumedVersion, KubernetesVersion } from "../../types.js";

/** The versions that are modelled, oldest first. */
export const kubernetesVersions: readonly KubernetesVersion[] = ["1.35", "1.36", "1.37"];

/** `Kubernetes 1.36, the newest version that nodes report`, without an end. */
export function kubernetesText({ version, source, capped }: AssumedVersion): string {
  const name = `Kubernetes ${version}`;
  if (source === "option") return name;
  if (source === "default") return `${name}: no node reports a version`;
  if (capped === undefined) return `${name}, the newest version that nodes report`;
  return `${name}: nodes report ${capped}, which is not modelled`;
}
