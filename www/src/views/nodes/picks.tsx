import { amountText, resourceNames } from "schedscope/words/amount";
import { type Kind, scorerName, type Usage, usageOf } from "schedscope/words/nodes";
import { listed } from "schedscope/words/phrase";
import type { NodePick, ScoreNodesAnswer } from "../../engine/types";
import { Mark } from "../../ui/mark";
import { ObjectLink } from "../../ui/object-link";
import { Section } from "../../ui/section";
import { axisEnd } from "./usage";
import { isOver, levelAmounts, levelPercent, UsageBar, UsageKey } from "./usage-bars";

/** The nodes that are picked, side by side, with what the pod would make of each. */
export function Picks({ placement }: { placement: ScoreNodesAnswer }) {
  const picks = inOrder(placement.picks);
  if (picks.length === 0) return null;
  const main = picks.filter((pick) => rank(pick) < others);
  const rest = picks.filter((pick) => rank(pick) === others);
  const endOf = (shown: NodePick[]): number =>
    axisEnd(
      shown.flatMap(({ resources }) => resources.map(usageOf)),
      4,
    );
  return (
    <Section class="picks-section" id="picks-title" title="Picks" words="over-subscription before and after the pod">
      <UsageKey pod />
      <div class="picks">
        {main.map((pick) => (
          <Picked key={pick.node} pick={pick} end={endOf(main)} />
        ))}
      </div>
      {rest.length > 0 && (
        <details class="more-picks">
          <summary>
            {rest.map(({ node, scorers }, i) => (
              <span key={node}>
                {i > 0 && "; "}
                {listed(scorers)} {scorers.length === 1 ? "picks" : "pick"} <b>{node}</b>
              </span>
            ))}
          </summary>
          <div class="picks">
            {rest.map((pick) => (
              <Picked key={pick.node} pick={pick} end={endOf(rest)} />
            ))}
          </div>
        </details>
      )}
    </Section>
  );
}

function Picked({ pick: { node, scorers, resources }, end }: { pick: NodePick; end: number }) {
  return (
    <div class="pick">
      <h3>
        <Mark state="selected" /> <ObjectLink object={nodeObject(node)}>{node}</ObjectLink>{" "}
        <span class="quiet">picked by {listed(scorers.map(scorerName))}</span>
      </h3>
      <UsageTable caption={`Requests and limits on ${node}`} usages={resources.map(usageOf)} end={end} />
    </div>
  );
}

const others = 2;

/** The node that is picked today, the limit-aware one, then the others. */
const rank = ({ scorers }: NodePick): number =>
  scorers.includes("LeastAllocated") ? 0 : scorers.includes("LimitAware") ? 1 : others;

/** As the sentence tells them. */
const inOrder = (picks: NodePick[]): NodePick[] => [...picks].sort((a, b) => rank(a) - rank(b));

export const nodeObject = (name: string) => ({ kind: "Node", namespace: "", name });

/** Bars and numbers of every resource of one node. */
export function UsageTable({ caption, usages, end }: { caption: string; usages: Usage[]; end: number }) {
  const kinds: Kind[] = ["limits", "requests"];
  const names = resourceNames(usages.map(({ resource }) => resource));
  return (
    <table class="usage-table">
      <caption class="unseen">{caption}</caption>
      <colgroup>
        <col class="resource" />
        <col class="kind" />
        <col />
        <col class="amounts" />
        <col class="percent" />
      </colgroup>
      <thead class="unseen">
        <tr>
          <th scope="col">resource</th>
          <th scope="col">of the pods</th>
          <td />
          <th scope="col">before → after</th>
          <th scope="col">percent</th>
        </tr>
      </thead>
      <tbody>
        {usages.map((usage, r) =>
          usage.allocatable <= 0 ? (
            <tr key={usage.resource}>
              <th scope="row" title={usage.resource}>
                {names[r]}
              </th>
              <td colSpan={4} class="quiet">
                none allocatable: left out
              </td>
            </tr>
          ) : (
            kinds.map((kind, i) => (
              <tr key={`${usage.resource} ${kind}`}>
                {i === 0 && (
                  <th scope="rowgroup" rowSpan={2} title={usage.resource}>
                    {names[r]}
                    <span class="quiet block">of {amountText(usage.resource, usage.allocatable)}</span>
                  </th>
                )}
                <td class="quiet">{kind}</td>
                <td class="usage-place">
                  <UsageBar usage={usage} kind={kind} end={end} height={10} />
                </td>
                <td class="number quiet amounts">{levelAmounts(usage, kind)}</td>
                <td class={`number ${isOver(usage, kind) ? `over-${kind}` : ""}`}>{levelPercent(usage, kind)}</td>
              </tr>
            ))
          ),
        )}
      </tbody>
    </table>
  );
}
