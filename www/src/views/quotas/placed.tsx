import { counted, integer } from "schedscope/words/number";
import { amountText } from "schedscope/words/amount";
import { amountOf } from "schedscope/words/own";
import { resourceWords } from "schedscope/words/quotas";
import type { NamespacedName, QueueStepAnswer, QueueNode, QueueStep } from "../../engine/types";
import { AmountBar } from "../../ui/bar";
import { NodeLink } from "../../ui/object-link";
import { PodLink } from "./names";
import { Pager } from "../../ui/pager";
import { fullName, fullNames, isSameName } from "schedscope/words/object-name";

/** Nodes that are on show after a step. */
export const nodePage = 12;
/** Pods of a node, and of those that wait, that are named. */
const mostNamed = 24;

interface Props {
  atStep: QueueStepAnswer;
  resources: string[];
  /** the step that led here; null before the first */
  step: QueueStep | null;
  /** how many nodes there are */
  nodesTotal: number;
  from: number;
  onFrom(from: number): void;
}

/** The nodes with their pods, and the pods that are on none. */
export function Placed({ atStep, resources, step, nodesTotal, from, onFrom }: Props) {
  const { nodes, unbound, unboundTotal, refused, refusedTotal } = atStep;
  return (
    <div class="placed">
      <h3>Nodes and their pods</h3>
      <ul class="placed-nodes">
        {nodes.map((node) => (
          <Node key={node.node} node={node} resources={resources} step={step} />
        ))}
      </ul>
      <Pager label="the queue's nodes" from={from} count={nodePage} total={nodesTotal} onFrom={onFrom} />
      <h3>
        On no node <span class="tab-count">{integer(unboundTotal)}</span>
      </h3>
      {unboundTotal === 0 ? (
        <p class="quiet">Every pod has a node.</p>
      ) : (
        <Chips pods={unbound} total={unboundTotal} look="waiting" step={step} />
      )}
      {refusedTotal > 0 && (
        <>
          <h3>
            Refused at admission <span class="tab-count">{integer(refusedTotal)}</span>
          </h3>
          <Chips pods={refused} total={refusedTotal} look="waiting" step={step} />
        </>
      )}
    </div>
  );
}

function Node({ node, resources, step }: { node: QueueNode; resources: string[]; step: QueueStep | null }) {
  const shown = resources.filter((resource) => amountOf(node.allocatable, resource) > 0);
  return (
    <li class={node.node === step?.node ? "at-step" : ""}>
      <div class="placed-head flex-row">
        <NodeLink node={node.node} />
        {shown.map((resource) => {
          const used = amountOf(node.requested, resource);
          const all = amountOf(node.allocatable, resource);
          return (
            <span key={resource} class="placed-amount">
              <span class="placed-bar">
                <AmountBar
                  end={Math.max(all, used)}
                  ground={all}
                  parts={[{ from: 0, to: used, look: "solid" }]}
                  height={6}
                />
              </span>
              <span class="quiet">
                {amountText(resource, used)} of {amountText(resource, all)} {resourceWords(resource)}
              </span>
            </span>
          );
        })}
      </div>
      {node.podsTotal === 0 && node.nominated.length === 0 && <p class="quiet">no pod</p>}
      <Chips pods={node.pods} total={node.podsTotal} look="placed" step={step} />
      {node.nominated.length > 0 && (
        <Chips pods={node.nominated} total={node.nominated.length} look="kept" step={step} />
      )}
    </li>
  );
}

interface ChipsProps {
  pods: NamespacedName[];
  total: number;
  look: "placed" | "kept" | "waiting";
  step: QueueStep | null;
}

function Chips({ pods, total, look, step }: ChipsProps) {
  if (total === 0) return null;
  // Those that the step is about are named in any case.
  const victims = new Set(fullNames(step?.victims ?? []));
  const isOfStep = (pod: NamespacedName): boolean => step !== null && isSameName(pod, step.pod);
  const isNamed = (pod: NamespacedName): boolean => isOfStep(pod) || victims.has(fullName(pod));
  const named = pods.filter((pod, i) => i < mostNamed || isNamed(pod));
  return (
    <ul class="chips">
      {named.map((pod) => {
        const isStep = isOfStep(pod);
        const isVictim = look === "waiting" && victims.has(fullName(pod));
        const note = look === "kept" ? "nominated" : isVictim ? "evicted" : isStep && look === "placed" ? "now" : "";
        return (
          <li key={fullName(pod)} class={`chip ${look} ${isStep ? "at-step" : ""} ${isVictim ? "evicted" : ""}`}>
            <PodLink pod={pod} />
            {note !== "" && <span class="chip-note">{note}</span>}
          </li>
        );
      })}
      {total > named.length && <li class="quiet">and {counted(total - named.length, "more", "more")}</li>}
    </ul>
  );
}
