import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import { misfitNumbers, misfitText } from "schedscope/words/nodes";
import { attemptText, choiceText, fitsText } from "schedscope/words/quotas";
import { useAnswer } from "../../app/asked";
import { profile } from "../../app/question";
import type { CycleAnswer, NodeVerdict } from "../../engine/types";
import { FitMark } from "../../ui/check-list";
import { Fates } from "./fates";
import { NodeLink } from "../../ui/object-link";
import { Pager } from "../../ui/pager";
import { openNode } from "./state";

const page = 20;

/** What each node says, in Kubernetes' words, and what comes of evicting there; a node opens. */
export function Nodes({ cycle }: { cycle: CycleAnswer }) {
  const from = useSignal(0);
  const start = from.value < cycle.nodesTotal ? from.value : 0;
  // The cycle has its first nodes with it.
  const inCycle = start + page <= cycle.nodes.length || cycle.nodes.length === cycle.nodesTotal;
  const asked = useAnswer("schedulePod", inCycle ? null : { pod: cycle.pod, profile: profile.value, offset: start, limit: page });
  const nodes = inCycle ? cycle.nodes.slice(start, start + page) : (asked.answer?.nodes ?? []);
  if (cycle.nodesTotal === 0) return null;
  // Where there is one node only, why it does not take the pod is all there is to tell.
  const waits = cycle.outcome === "Unschedulable" || cycle.outcome === "Error";
  const open = openNode.value === undefined ? (cycle.nodesTotal === 1 && waits ? nodes[0]?.node : undefined) : openNode.value;
  return (
    <div class="quota-nodes">
      <div class="section-head">
        <h3>Nodes</h3>
        <span class="quiet">{counted(cycle.nodesTotal, "node")}; one opens to tell what becomes of its pods</span>
      </div>
      <table class="plain-table node-verdicts">
        <thead>
          <tr>
            <th scope="col">node</th>
            <th scope="col">fits</th>
            <th scope="col">why, in Kubernetes' words, and evicting others</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((verdict) => (
            <Line key={verdict.node} verdict={verdict} cycle={cycle} isOpen={open === verdict.node} />
          ))}
        </tbody>
      </table>
      <Pager label="nodes" from={start} count={page} total={cycle.nodesTotal} onFrom={(to) => (from.value = to)} />
    </div>
  );
}

function Line({ verdict, cycle, isOpen }: { verdict: NodeVerdict; cycle: CycleAnswer; isOpen: boolean }) {
  const { node, misfit, attempt, fits } = verdict;
  const words = fitsText(verdict);
  const able = fits === true || attempt?.outcome === "candidate";
  return (
    <>
      <tr class={node === cycle.node ? "chosen-node" : ""}>
        <th scope="row">
          <span class="node-head">
            <button
              type="button"
              class="opener"
              aria-expanded={isOpen}
              aria-label={`Pods of ${node}`}
              onClick={() => (openNode.value = isOpen ? null : node)}
            >
              <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
            </button>
            <NodeLink node={node} />
          </span>
        </th>
        <td>
          <span class="fits">
            <FitMark able={able} asked={words !== "not asked"} /> {words}
          </span>
        </td>
        <td>
          {misfit !== null && (
            <span class="block">
              {misfitText(misfit)} <span class="quiet">{misfitNumbers(misfit)}</span>
            </span>
          )}
          {attempt !== null && (
            <span class="block">
              {attemptText(attempt, cycle.pod)}
              {(attempt.outcome === "no-victims" || attempt.outcome === "quota") && (
                <span class="quiet"> “{attempt.reasons.join(", ")}”</span>
              )}
            </span>
          )}
          {misfit?.code === "UnschedulableAndUnresolvable" && attempt === null && <span class="quiet">evicting cannot help</span>}
          {node === cycle.node && cycle.outcome === "Schedulable" && <span class="block">chosen by the default scoring</span>}
          {node === cycle.node && cycle.outcome === "Preempt" && <span class="quiet">{choiceText(cycle)}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={3}>
            <Opened node={node} cycle={cycle} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The pods of a node that is open. */
function Opened({ node, cycle }: { node: string; cycle: CycleAnswer }) {
  const { answer, error } = useAnswer("explainNode", { pod: cycle.pod, node, profile: profile.value });
  if (error !== null) return <p class="failing">{error}</p>;
  if (answer === null || answer.node !== node || answer.pod !== cycle.pod) return <p class="quiet">…</p>;
  return <Fates explanation={answer} cycle={cycle} />;
}
