import { aimOf } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import { scorersText, worstText } from "schedscope/words/quotas";
import type { LimitsOnNodes, QueueLimitsAnswer } from "../../engine/types";
import { exceeded, OverCell } from "./over-cell";
import { inForce } from "./queue-options";
import { Heads, numeric } from "../../ui/heads";

/** By how much limits exceed all nodes together: before the queue, and after it by each scorer. */
export function LimitsByScorer({ answer: { before, scorers } }: { answer: QueueLimitsAnswer }) {
  const shown = exceeded(
    [before, ...scorers.map(({ after }) => after)].map(({ overSubscription }) => overSubscription),
  );
  const picks = scorersText(inForce.value);
  const evicts = scorers.some(({ evictions }) => evictions > 0);
  const amounts = (limits: LimitsOnNodes, isBefore: boolean) => (
    <>
      <td class="number">{integer(limits.nodesOverSubscribed)}</td>
      {shown.map(({ resource, end }) => (
        <td key={resource} class="over-place">
          <OverCell of={limits.overSubscription} resource={resource} end={end} isBefore={isBefore} />
        </td>
      ))}
      <td class="worst-node">{worstText(limits)}</td>
    </>
  );
  return (
    <div class="limits-scroll" role="region" aria-label="Limits by scorer" tabIndex={0}>
      <table class="plain-table limits-table">
        <caption>All nodes together</caption>
        <Heads
          of={[
            "scorer",
            numeric("bound"),
            numeric("waiting"),
            evicts && numeric("evicted"),
            numeric("nodes over"),
            ...shown.map(({ resource }) => `limits of ${resource} over`),
            "worst node",
          ]}
        />
        <tbody>
          <tr>
            <th scope="row">before the queue</th>
            <td />
            <td />
            {evicts && <td />}
            {amounts(before, true)}
          </tr>
          {scorers.map((of) => {
            const name = scorersText(of.scorers);
            return (
              <tr key={name} class={name === picks ? "in-force" : ""}>
                <th scope="row" title={aimOf(of.scorers[0]?.name ?? "")}>
                  {name}
                  {name === picks && <span class="quiet block">picks in the queue</span>}
                  {of.stopped && <span class="hint block">stopped: pods may keep evicting each other</span>}
                  {of.repeats !== null && <span class="hint block">ended: pods evict each other forever</span>}
                </th>
                <td class="number">{integer(of.bound)}</td>
                <td class="number">{integer(of.waiting)}</td>
                {evicts && <td class="number">{integer(of.evictions)}</td>}
                {amounts(of.after, false)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
