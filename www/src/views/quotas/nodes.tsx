import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import type { SimulatePodAnswer } from "../../engine/types";
import { PodVerdicts } from "./pod-verdicts";
import { useAnswer, useHost } from "../../ui/host";
import { Pager } from "../../ui/pager";
import { NodeVerdicts } from "./node-verdicts";
import { openNode } from "./state";
import { isSameName } from "schedscope/words/object-name";

const page = 20;

/** What each node says, in Kubernetes' words, and what comes of evicting there; a node opens. */
export function Nodes({ cycle }: { cycle: SimulatePodAnswer }) {
  const { profile } = useHost().question;
  const from = useSignal(0);
  const start = from.value < cycle.nodesTotal ? from.value : 0;
  // The cycle has its first nodes with it.
  const inCycle = start + page <= cycle.nodes.length || cycle.nodes.length === cycle.nodesTotal;
  const found = useAnswer(
    "simulatePod",
    inCycle ? null : { pod: cycle.pod, profile: profile.value, offset: start, limit: page },
  );
  const nodes = inCycle ? cycle.nodes.slice(start, start + page) : (found.answer?.nodes ?? []);
  if (cycle.nodesTotal === 0) return null;
  // Where there is one node only, why it does not take the pod is all there is to tell.
  const waits = cycle.outcome === "Unschedulable" || cycle.outcome === "Error";
  const open =
    openNode.value === undefined ? (cycle.nodesTotal === 1 && waits ? nodes[0]?.node : undefined) : openNode.value;
  return (
    <div class="quota-nodes">
      <div class="section-head flex-row">
        <h3>Nodes</h3>
        <span class="quiet">{counted(cycle.nodesTotal, "node")}; open one for its pods</span>
      </div>
      <NodeVerdicts
        cycle={cycle}
        nodes={nodes}
        open={open ?? null}
        onOpen={(node) => (openNode.value = node)}
        opened={(node) => <Opened node={node} cycle={cycle} />}
      />
      <Pager label="nodes" from={start} count={page} total={cycle.nodesTotal} onFrom={(to) => (from.value = to)} />
    </div>
  );
}

/** The pods of a node that is open. */
function Opened({ node, cycle }: { node: string; cycle: SimulatePodAnswer }) {
  const { profile } = useHost().question;
  const { answer, error } = useAnswer("explainNode", { pod: cycle.pod, node, profile: profile.value });
  if (error !== null) return <p class="failing">{error}</p>;
  if (answer === null || answer.node !== node || !isSameName(answer.pod, cycle.pod)) return <p class="quiet">…</p>;
  return <PodVerdicts explanation={answer} cycle={cycle} />;
}
