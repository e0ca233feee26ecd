import type { ComponentChildren } from "preact";
import { misfitNumbers, misfitText } from "schedscope/words/nodes";
import { dryRunText, fitsText, isChecked, pickText } from "schedscope/words/quotas";
import type { SimulatePodAnswer, NodeVerdict } from "../../engine/types";
import { FitMark } from "../../ui/check-list";
import { NodeLink } from "../../ui/object-link";
import { Heads } from "../../ui/heads";

interface Props {
  cycle: SimulatePodAnswer;
  /** those of the page */
  nodes: NodeVerdict[];
  /** the node that is open; null: none */
  open: string | null;
  /** null: none can be opened */
  onOpen: ((node: string | null) => void) | null;
  /** what an open node tells */
  opened(node: string): ComponentChildren;
}

/** What each node says, in Kubernetes' words, and what comes of evicting there. */
export function NodeVerdicts({ cycle, nodes, open, onOpen, opened }: Props) {
  return (
    <table class="plain-table node-verdicts">
      <Heads of={["node", "fits", "why (in Kubernetes' words), and evicting others"]} />
      <tbody>
        {nodes.map((verdict) => (
          <Line
            key={verdict.node}
            verdict={verdict}
            cycle={cycle}
            isOpen={open === verdict.node}
            onOpen={onOpen}
            opened={opened}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends Pick<Props, "cycle" | "onOpen" | "opened"> {
  verdict: NodeVerdict;
  isOpen: boolean;
}

function Line({ verdict, cycle, isOpen, onOpen, opened }: LineProps) {
  const { node, misfit, dryRun, fits } = verdict;
  const words = fitsText(verdict);
  const picked = pickText(verdict, cycle);
  const able = fits === true || dryRun?.outcome === "candidate";
  return (
    <>
      <tr class={node === cycle.node ? "chosen-node" : ""}>
        <th scope="row">
          <span class="node-head">
            {onOpen !== null && (
              <button
                type="button"
                class="opener"
                aria-expanded={isOpen}
                aria-label={`Pods of ${node}`}
                onClick={() => onOpen(isOpen ? null : node)}
              >
                <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
              </button>
            )}
            <NodeLink node={node} />
          </span>
        </th>
        <td>
          <span class="fits">
            <FitMark able={able} asked={isChecked(verdict)} /> {words}
          </span>
        </td>
        <td>
          {misfit !== null && (
            <span class="block">
              <b>{misfit.plugin}</b>: {misfitText(misfit)} <span class="quiet">{misfitNumbers(misfit)}</span>
            </span>
          )}
          {dryRun !== null && (
            <span class="block">
              {dryRunText(dryRun, cycle.pod)}
              {(dryRun.outcome === "no-victims" || dryRun.outcome === "quota") && (
                <span class="quiet"> “{dryRun.reasons.join(", ")}”</span>
              )}
            </span>
          )}
          {misfit?.code === "UnschedulableAndUnresolvable" && dryRun === null && (
            <span class="quiet">evicting cannot help</span>
          )}
          {picked !== "" && <span class={cycle.outcome === "Preempt" ? "quiet" : "block"}>{picked}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={3}>{opened(node)}</td>
        </tr>
      )}
    </>
  );
}
