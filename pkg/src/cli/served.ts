/** Versions of kinds that released OCM 1.3 no longer serves: `lint` names them, as an API server would refuse them. */
import type { Severity } from "../../types.js";
import type { Finding } from "../report/text-findings.js";
import type { Input } from "./input.js";

/**
 * What OCM's API server serves of a kind, and since which release it serves none of the former versions.
 *
 * Source: `CHANGELOG-v0.9.md` of registration-operator, and #266 of OCM's api, for v0.12.
 */
const served: Record<string, { version: string; ended: Record<string, string> }> = {
  Placement: { version: "v1beta1", ended: { v1alpha1: "0.9" } },
  PlacementDecision: { version: "v1beta1", ended: { v1alpha1: "0.9" } },
  ManagedClusterSet: { version: "v1beta2", ended: { v1alpha1: "0.9", v1beta1: "0.12" } },
  ManagedClusterSetBinding: { version: "v1beta2", ended: { v1alpha1: "0.9", v1beta1: "0.12" } },
};

const versions = /"?apiVersion"?:[ \t]*"?cluster\.open-cluster-management\.io\/(v1alpha1|v1beta1)\b"?/g;
const kindBehind = /^,?\s*"?kind"?:\s*"?(\w+)/;
const kindBefore = /"?kind"?:[ \t]*"?(\w+)"?,?\s*$/;
/** Owners have a version and a kind, too. */
const ofOwner = /ownerReferences"?:\s*\[?\s*[-{]\s*$/;

/** The versions of a text that are no longer served, in its order. */
export function unservedVersions({ text }: Pick<Input, "text">): Finding[] {
  const findings: Finding[] = [];
  let [line, lineStart] = [1, 0];
  for (const match of text.matchAll(versions)) {
    const [whole, version = ""] = match;
    const before = text.slice(Math.max(0, match.index - 80), match.index);
    const behind = text.slice(match.index + whole.length, match.index + whole.length + 80);
    const [, kind = ""] = kindBehind.exec(behind) ?? kindBefore.exec(before.replace(/- $/, "")) ?? [];
    const known = served[kind];
    const ended = known?.ended[version];
    if (known === undefined || ended === undefined || ofOwner.test(before)) continue;
    for (let at = text.indexOf("\n", lineStart); at >= 0 && at < match.index; at = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = at + 1;
    }
    const start = { offset: match.index, line, column: match.index - lineStart + 1 };
    const end = { offset: start.offset + whole.length, line, column: start.column + whole.length };
    findings.push({
      severity: "info" satisfies Severity,
      code: "unserved-version",
      message: `OCM ${ended} and later do not serve ${kind} in ${version}: use ${known.version}`,
      object: null,
      path: "apiVersion",
      range: { start, end },
    });
  }
  return findings;
}
