/** ResourceQuotas: what the API server refuses before a scheduler sees it. */
import type { RefusingKey, ResourceQuotaAnswer, SimulatePodAnswer } from "../../../types.js";
import { amountText } from "../amount.js";
import { integer } from "../number.js";

/** The resource of a key of `spec.hard`: `cpu` of `requests.cpu`. */
export const resourceOfHard = (key: string): string => key.replace(/^(requests|limits)\./, "");

/** `4 used (status.used) + 2 for the pod = 6, hard 5`; of new pods that are admitted before: `(pods of the input)` */
export function hardSum(key: RefusingKey): string {
  const { resource, used, requested, hard } = key;
  const isPods = resource === "pods" || resource === "count/pods";
  const text = (amount: number): string => (isPods ? integer(amount) : amountText(resourceOfHard(resource), amount));
  const sum = `${text(used)} used${sourceText(key)} + ${text(requested)} for the pod = ${text(used + requested)}`;
  return `${sum}, hard ${text(hard)}`;
}

/** Where the used amount is from; empty where nothing is used. */
function sourceText({ used, fromStatus, new: before }: RefusingKey): string {
  if (used === 0) return "";
  return ` (${fromStatus ? "status.used" : "pods of the input"}${before > 0 ? ", new ones before it too" : ""})`;
}

/** `pods, 1 used + 1 for the pod = 2, hard 1` */
export const keyText = (key: RefusingKey): string =>
  key.rule === "must-specify" ? `each container must name ${key.resource}` : `${key.resource}, ${hardSum(key)}`;

/** All keys that refuse the pod, the first of the API server's message first. */
export const refusingKeys = ({ more, ...first }: ResourceQuotaAnswer): RefusingKey[] => [first, ...more];

/** The same for all keys; those of another ResourceQuota with its name. */
export const refusalText = (refusal: ResourceQuotaAnswer): string =>
  refusingKeys(refusal)
    .map((key) => `${keyText(key)}${ofQuota(key, refusal)}`)
    .join("; ");

const ofQuota = ({ name }: RefusingKey, first: ResourceQuotaAnswer): string =>
  name === first.name ? "" : ` (ResourceQuota ${name})`;

/** Why the API server refuses a pod, and whether its ElasticQuota would too; empty where it does not refuse it. */
export function admissionText({ resourceQuota, rejection }: SimulatePodAnswer): string {
  if (resourceQuota === null) return "";
  const why = refusingKeys(resourceQuota)
    .map((key) => {
      const words = key.rule === "must-specify" ? keyText(key) : `${key.resource} would be exceeded (${hardSum(key)})`;
      return `${words}${ofQuota(key, resourceQuota)}`;
    })
    .join("; ");
  const then =
    rejection === null
      ? "The rest says what follows if it were admitted."
      : "If it were admitted, the ElasticQuotas would reject it as well, in PreFilter.";
  return `ResourceQuota ${resourceQuota.name} refuses it at admission, before the scheduler sees it: ${why}. ${then}`;
}
