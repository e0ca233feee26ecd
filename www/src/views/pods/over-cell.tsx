import { overSubscriptionWords } from "schedscope/words/quotas";
import type { OverSubscription } from "../../engine/types";
import { AmountBar } from "../../ui/bar";

/** A resource whose limits are told. */
type LimitResource = keyof OverSubscription;

const resources: LimitResource[] = ["cpu", "memory"];

/** The resources that any of these exceed, with the largest amount of each: where its bars end. */
export function exceeded(all: OverSubscription[]): { resource: LimitResource; end: number }[] {
  return resources
    .map((resource) => ({ resource, end: all.reduce((most, of) => Math.max(most, of[resource]), 0) }))
    .filter(({ end }) => end > 0);
}

interface Props {
  of: OverSubscription;
  resource: LimitResource;
  /** the amount at the end of all bars of the resource */
  end: number;
  isBefore: boolean;
}

/** By how much limits exceed what is there, in words and as a bar. */
export function OverCell({ of, resource, end, isBefore }: Props) {
  const amount = of[resource];
  return (
    <span class="over-amount">
      <span class={amount > 0 ? "" : "quiet"}>{overSubscriptionWords({ cpu: 0, memory: 0, [resource]: amount })}</span>
      <AmountBar
        end={end}
        ground={end}
        parts={[{ from: 0, to: amount, look: isBefore ? "solid" : "amber" }]}
        height={4}
      />
    </span>
  );
}
