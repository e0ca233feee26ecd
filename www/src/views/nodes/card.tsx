import { amountText } from "schedscope/words/amount";
import { scorerName } from "schedscope/words/nodes";
import { counted } from "schedscope/words/number";
import type { NodeRow, ScoreNodesAnswer, ScorerAnswer } from "../../engine/types";
import { useAnswer } from "../../ui/host";
import { Mark } from "../../ui/mark";
import { ObjectLink } from "../../ui/object-link";
import { ChangeList } from "../changes/change-list";
import { podState } from "../pods/chosen-pod";
import { openNode } from "./options";
import { type NodeLine, placedLine } from "./lines";
import { nodeObject, UsageTable } from "./picks";
import { Scores } from "./scores";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric } from "../../ui/heads";
import { Drawer } from "../../ui/drawer";

interface Props {
  /** the node as a line; null where it is not known or gone */
  line: NodeLine | null;
  children?: preact.ComponentChildren;
  end: number;
  /** the pod that is placed anew, which counts nowhere meanwhile */
  incoming: string | null;
}

/** Everything about one node. */
export function NodeCard({ line, children, end, incoming }: Props) {
  const name = openNode.value?.name ?? null;
  if (name === null) return null;
  return (
    <Drawer
      class="node-card"
      label={`Node ${name}`}
      heading={<code>{name}</code>}
      onClose={() => (openNode.value = null)}
    >
      {line === null ? (
        <p class="quiet">…</p>
      ) : line.name !== name ? (
        <p>This node is no longer in the input.</p>
      ) : (
        <>
          <p class="card-state">
            {line.pods}
            <ObjectLink object={nodeObject(name)}>show in the input</ObjectLink>
          </p>
          {children}
          <section>
            <h3>Requests and limits</h3>
            <UsageTable caption={`Requests and limits on ${name}`} usages={line.usages} end={end} />
          </section>
          <NodePods node={name} incoming={incoming} />
        </>
      )}
    </Drawer>
  );
}

/** The card of a node that a pod is held against. */
export function PlacedCard({ placement, row, end }: { placement: ScoreNodesAnswer; row: NodeRow | null; end: number }) {
  const line = row === null ? null : placedLine(row, placement.scorers);
  return (
    <NodeCard line={line} end={end} incoming={fullName(placement.pod)}>
      {row !== null && line !== null && (
        <>
          <p class="card-verdict">
            <Mark state={line.state === "misfit" ? "filtered" : line.state === "picked" ? "selected" : "feasible"} />
            {` ${verdict(line, placement.scorers)}`}
          </p>
          {line.numbers !== "" && <p class="quiet">{line.numbers}</p>}
          {line.state !== "picked" && (
            <ChangeList want={{ pod: placement.pod, on: row.name }} title="What would place the pod here" />
          )}
          {row.misfit === null && <Scores row={row} scorers={placement.scorers} />}
        </>
      )}
    </NodeCard>
  );
}

function verdict({ state, words, scores }: NodeLine, scorers: ScorerAnswer[]): string {
  if (state === "misfit") return `The pod does not fit: ${words}.`;
  const by = scorers.filter((_, i) => scores[i]?.pick === "picked").map(({ name }) => scorerName(name));
  return by.length === 0 ? "The pod fits; no scorer picks it." : `Picked by ${by.join(", ")}.`;
}

/** The pods on a node; each leads to its line. */
function NodePods({ node, incoming }: { node: string; incoming: string | null }) {
  const { answer, options } = useAnswer("pods", { node, state: "bound", limit: 50 });
  if (answer === null || options?.node !== node || answer.found === 0) return null;
  const more = answer.found - answer.pods.length;
  const amounts = (requests: number | null | undefined, limits: number | null | undefined, resource: string): string =>
    `${amountText(resource, requests ?? 0)} / ${limits ? amountText(resource, limits) : "–"}`;
  return (
    <section>
      <h3>Pods on it, requests / limits</h3>
      <table class="terms">
        <Heads of={["pod", numeric("cpu"), numeric("memory")]} />
        <tbody>
          {answer.pods.map((entry) => (
            <tr key={fullName(entry.pod)}>
              <th scope="row">
                <ObjectLink object={entry.object} title={podState(entry)}>
                  {fullName(entry.pod)}
                </ObjectLink>
                {fullName(entry.pod) === incoming && (
                  <span class="quiet note">scheduled again: does not count here</span>
                )}
                {entry.bestEffort ? (
                  <span class="quiet note">best effort</span>
                ) : (
                  entry.unbounded && <span class="quiet note">a container without a limit</span>
                )}
              </th>
              <td class="number">{amounts(entry.requests.cpu, entry.limits.cpu, "cpu")}</td>
              <td class="number">{amounts(entry.requests.memory, entry.limits.memory, "memory")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {counted(more, "more pod")}.</p>}
    </section>
  );
}
