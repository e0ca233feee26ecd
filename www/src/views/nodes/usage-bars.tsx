import { amountText, percent } from "schedscope/words/amount";
import { type Kind, levelOf, type Usage } from "schedscope/words/nodes";
import { AmountBar } from "../../ui/bar";
import { parts } from "./usage";
import { Key } from "../../ui/key";

/** One bar on the axis that all share; the line is at 100% of what the node can give. */
export function UsageBar({ usage, kind, end, height }: { usage: Usage; kind: Kind; end: number; height: number }) {
  const { allocatable } = usage;
  return (
    <AmountBar
      end={allocatable * end}
      ground={allocatable}
      parts={parts(levelOf(usage, kind), allocatable, kind)}
      tick={allocatable}
      height={height}
    />
  );
}

/** `125 → 175%`, or one number where the pod adds nothing. */
export function levelPercent(usage: Usage, kind: Kind): string {
  const { before, after } = levelOf(usage, kind);
  const to = percent(after, usage.allocatable);
  const from = percent(before, usage.allocatable);
  return before === after ? to : `${from.replace("%", "")} → ${to}`;
}

/** `10 → 14` */
export function levelAmounts(usage: Usage, kind: Kind): string {
  const { before, after } = levelOf(usage, kind);
  const text = (amount: number): string => amountText(usage.resource, amount);
  return `${before === after ? "" : `${text(before)} → `}${text(after)}`;
}

export const isOver = (usage: Usage, kind: Kind): boolean => levelOf(usage, kind).after > usage.allocatable;

/** Both bars of a resource in a line of the table: limits above, requests below. */
export function UsageCell({ usage, end }: { usage: Usage | undefined; end: number }) {
  if (usage === undefined || usage.allocatable <= 0) {
    return (
      <span role="gridcell" class="usage quiet">
        none
      </span>
    );
  }
  const line = (kind: Kind) => (
    <span
      class="usage-line"
      title={
        `${kind} of ${usage.resource}: ${levelAmounts(usage, kind)} of ` +
        `${amountText(usage.resource, usage.allocatable)}`
      }
    >
      <UsageBar usage={usage} kind={kind} end={end} height={8} />
      <span class={`usage-text ${isOver(usage, kind) ? `over-${kind}` : ""}`}>
        <span class="unseen">{kind} </span>
        {levelPercent(usage, kind)}
      </span>
    </span>
  );
  return (
    <span role="gridcell" class="usage">
      {line("limits")}
      {line("requests")}
    </span>
  );
}

/** What the bars say, once. */
export const UsageKey = ({ pod }: { pod: boolean }) => (
  <Key
    look="usage-key"
    of={[
      [<Sample look="light" />, "limits"],
      [<Sample look="solid" />, "requests"],
      pod && [<Sample look="blue" hatched />, "added by the pod"],
      [<Sample look="amber" />, "limits above allocatable"],
      [<span class="key-tick" aria-hidden="true" />, "allocatable, 100%"],
    ]}
  />
);

function Sample({ look, hatched = false }: { look: "light" | "solid" | "blue" | "amber"; hatched?: boolean }) {
  return (
    <span class="usage-sample">
      <AmountBar end={1} parts={[{ from: 0, to: 1, look, hatched }]} />
    </span>
  );
}
