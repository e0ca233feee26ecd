import { useSignal } from "@preact/signals";
import { headOf } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import { scorersText } from "schedscope/words/quotas";
import type { NodeLimits, QueueLimitsAnswer, ScorerLimits } from "../../engine/types";
import { NodeLink } from "../../ui/object-link";
import { Pager } from "../../ui/pager";
import { exceeded, OverCell } from "./over-cell";
import { inForce } from "./queue-options";
import { Heads } from "../../ui/heads";

const page = 12;

const all = ({ before, after }: NodeLimits) => [before, ...after];

/** The same node by node; those whose limits no queue raises above what is there are counted. */
export function LimitsByNode({ answer: { nodes, nodesTotal, scorers } }: { answer: QueueLimitsAnswer }) {
  const from = useSignal(0);
  const over = nodes.filter((node) => all(node).some(({ cpu, memory }) => cpu + memory > 0));
  const start = from.value < over.length ? from.value : 0;
  const shown = exceeded(over.flatMap(all));
  const picks = scorersText(inForce.value);
  const within = nodesTotal - over.length;
  return (
    <>
      <div class="limits-scroll" role="region" aria-label="Limits by node" tabIndex={0}>
        <table class="plain-table limits-table limits-by-node">
          <caption>
            Node by node
            {within > 0 &&
              `; the limits on ${within === 1 ? "1 other" : `${integer(within)} others`} stay within the node`}
          </caption>
          <Heads
            of={[
              "node",
              "before",
              ...scorers.map((of) => ({
                title: scorersText(of.scorers),
                words: (
                  <>
                    <Head of={of} />
                    {scorersText(of.scorers) === picks && <span class="quiet block">picks</span>}
                  </>
                ),
              })),
            ]}
          />
          <tbody>
            {over.slice(start, start + page).map((node) => (
              <tr key={node.node}>
                <th scope="row">
                  <NodeLink node={node.node} />
                </th>
                {all(node).map((of, i) => {
                  const some = shown.filter(({ resource }) => of[resource] > 0);
                  return (
                    <td key={i} class="over-place">
                      {some.length === 0 && <span class="quiet">0</span>}
                      {some.map(({ resource, end }) => (
                        <OverCell key={resource} of={of} resource={resource} end={end} isBefore={i === 0} />
                      ))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager label="nodes over" from={start} count={page} total={over.length} onFrom={(to) => (from.value = to)} />
    </>
  );
}

/** A scorer's name in a narrow column. */
function Head({ of: { scorers } }: { of: ScorerLimits }) {
  const [above, below] = headOf(scorers[0]?.name ?? "DefaultProfile");
  return (
    <>
      {above}
      <wbr />
      {below}
    </>
  );
}
