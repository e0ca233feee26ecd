/** The quotas before and after an eviction. */
import type { AmountMap, SimulatePodAnswer, PodVerdict } from "../../../types.js";
import { amountOf } from "../own.js";
import { minOf, type QuotaNumbers, usedOf } from "./quota.js";
import { fullName, fullNames } from "../object-name.js";

/** The use of one resource by one quota, before and after. */
export interface QuotaChange {
  quota: QuotaNumbers;
  resource: string;
  before: number;
  after: number;
}

/** The changed quotas: those of the victims and the pod's own. Basic resources without a limit are left out. */
export function changes(cycle: SimulatePodAnswer, verdicts: PodVerdict[]): QuotaChange[] {
  const victims = new Set(fullNames(cycle.victims));
  const gone = verdicts.filter(({ pod }) => victims.has(fullName(pod)));
  const all: QuotaChange[] = [];
  for (const quota of cycle.quotas) {
    const { namespace } = quota;
    const less = gone.filter(({ pod }) => pod.namespace === namespace).map(({ charge }) => charge);
    const more = namespace === cycle.quota?.namespace ? [cycle.podRequest] : [];
    const by = (resource: string): number => sum(more, resource) - sum(less, resource);
    const named = new Set([...more, ...less].flatMap((charge) => Object.keys(charge)));
    for (const resource of named) {
      const before = usedOf(quota, resource);
      const touched = sum(more, resource) > 0 || sum(less, resource) > 0;
      if (touched && (minOf(quota, resource) > 0 || quota.max[resource] != null || before > 0 || by(resource) !== 0)) {
        all.push({ quota, resource, before, after: before + by(resource) });
      }
    }
  }
  return all;
}

const sum = (charges: AmountMap[], resource: string): number =>
  charges.reduce((total, charge) => total + amountOf(charge, resource), 0);
