/** Findings about quotas, as sentences. */
import type { QuotaDiagnostic } from "../../../types.js";
import { keyText, refuserName, whatIsRefused } from "./resource-quota.js";

/** How the schedulers read a resource that `max` does not name. */
const takesZero = "the released scheduler takes 0";
const isUnlimited = (it: string): string => `for the preview scheduler ${it}unlimited`;

/** A finding about quotas, as a sentence in lower case without a full stop. */
export function quotaDiagnosticText({
  code,
  object,
  resource,
  resourceQuota,
  refusal,
}: Pick<QuotaDiagnostic, "code" | "object" | "resource" | "resourceQuota" | "refusal">): string {
  const never = (bound: string): string => `the pod requests more ${resource} than ${bound}: it can never run`;
  switch (code) {
    case "several-quotas":
      return `namespace \`${object?.namespace ?? ""}\` has an earlier quota: this one has no effect`;
    case "pods-ignored":
      return "`pods` is ignored: quotas count resources, not pods";
    case "max-empty":
      return (
        `\`max\` is empty: ${takesZero} of cpu, memory and ephemeral-storage; ${isUnlimited("they are ")}; leave ` +
        "`max` out for no limit in both"
      );
    case "max-without-cpu-and-memory":
      return (
        `\`max\` names neither cpu nor memory: ${takesZero} of both, so that no pod that requests cpu or memory can ` +
        `run; ${isUnlimited("they are ")}`
      );
    case "max-missing-is-zero":
      return (
        `\`max\` does not name ${resource}: ${takesZero}, so that no pod that requests ${resource} can run; ` +
        `${isUnlimited("it is ")}${resource === "ephemeral-storage" ? "; pods here request it" : ""}`
      );
    case "max-below-min":
      return `\`max\` of ${resource} is below \`min\`: the namespace can never use all of its guaranteed ${resource}`;
    case "min-above-hard":
    case "max-above-hard": {
      const bound = code === "min-above-hard" ? "min" : "max";
      return (
        `\`${bound}\` of ${resource} is above the hard limit of ResourceQuota ${resourceQuota?.name ?? ""}, which ` +
        `refuses new pods before the namespace uses its \`${bound}\``
      );
    }
    case "refused-at-admission": {
      if (refusal === undefined) return "the API server refuses the pod";
      // The amounts stand with each pod.
      const why = refusal.rule === "exceeded" ? `too much ${resource}` : keyText(refusal);
      const what = whatIsRefused(refusal, "the pod");
      return `${refuserName(refusal)} refuses ${what} before the scheduler sees it: ${why}`;
    }
    case "min-is-zero":
      return (
        `\`min\` of ${resource} is 0: all ${resource} that the namespace uses is borrowed, and is reclaimed when ` +
        "its owner needs it"
      );
    case "quota-unused":
      return "no pod of the input is in this namespace: the quota is unused, and others may borrow its `min`";
    case "used-above-max":
      return `more ${resource} is used than \`max\` allows; nothing is evicted for it`;
    case "status-differs":
      return "`status.used` is not the sum over the pods of this input; the scheduler does not read it";
    case "min-above-capacity":
      return `the minimums of all quotas together promise more ${resource} than all nodes can allocate`;
    case "min-equals-capacity":
      return (
        `the minimums of all quotas together are all the ${resource} that the nodes can allocate: the design ` +
        "document recommends a smaller sum, because preemption never evicts on several nodes for one pod"
      );
    case "used-above-min":
      return (
        `all quotas together use more ${resource} than all minimums: until some is released, no pod of any quota ` +
        `is admitted, not even one that requests no ${resource}`
      );
    case "request-above-every-node":
      return never("any node has");
    case "request-above-max":
      return never("its quota's `max`");
    case "request-above-min":
      return never("all minimums together");
  }
}
