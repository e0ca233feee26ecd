/** ResourceQuotas: what the API server refuses before a scheduler sees it. */
import type { ResourceQuotaAnswer, SimulatePodAnswer } from "../../../types.js";
import { amountText } from "../amount.js";
import { integer } from "../number.js";

/** The resource of a key of `spec.hard`: `cpu` of `requests.cpu`. */
export const resourceOfHard = (key: string): string => key.replace(/^(requests|limits)\./, "");

/** `4 used + 2 for the pod = 6, hard 5` */
export function hardSum({ resource, used, requested, hard }: ResourceQuotaAnswer): string {
  const isPods = resource === "pods" || resource === "count/pods";
  const text = (amount: number): string => (isPods ? integer(amount) : amountText(resourceOfHard(resource), amount));
  return `${text(used)} used + ${text(requested)} for the pod = ${text(used + requested)}, hard ${text(hard)}`;
}

/** `pods, 1 used + 1 for the pod = 2, hard 1` */
export const refusalText = (refusal: ResourceQuotaAnswer): string =>
  refusal.rule === "must-specify"
    ? `each container must name ${refusal.resource}`
    : `${refusal.resource}, ${hardSum(refusal)}`;

/** Why the API server refuses a pod, and whether its ElasticQuota would too; empty where it does not refuse it. */
export function admissionText({ resourceQuota, rejection }: SimulatePodAnswer): string {
  if (resourceQuota === null) return "";
  const { name, resource, rule } = resourceQuota;
  const why =
    rule === "must-specify"
      ? `each container must name ${resource}`
      : `${resource} would be exceeded (${hardSum(resourceQuota)})`;
  const then =
    rejection === null
      ? "The rest says what follows if it were admitted."
      : "If it were admitted, the ElasticQuotas would reject it as well, in PreFilter.";
  return `ResourceQuota ${name} refuses it at admission, before the scheduler sees it: ${why}. ${then}`;
}
