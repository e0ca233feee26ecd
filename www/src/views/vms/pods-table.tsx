import { useSignal } from "@preact/signals";
import { counted, integer } from "schedscope/words/number";
import { amountText } from "schedscope/words/amount";
import { unitsShort } from "schedscope/words/vms";
import type { NamespacedName, VmPodResource, VmStepAnswer, VmNodeState, VmPodState } from "../../engine/types";
import { loadText } from "./request-card";
import { VmLink } from "./vm-link";
import { fullName, isSameName } from "schedscope/words/object-name";
import { Heads, numeric } from "../../ui/heads";
import { More } from "../../ui/more";
import { Section } from "../../ui/section";

/** Pods that are shown at first. */
const most = 40;

interface Props {
  node: VmNodeState;
  agents: VmStepAnswer["agents"];
  /** the pod that the event is about */
  about: NamespacedName | null;
}

/** Every pod of a node with what is reserved for it. */
export function PodsTable({ node, agents, about }: Props) {
  const shown = useSignal(most);
  const { pods, others, other } = node;
  const asks = new Map(agents.map((agent) => [fullName(agent.pod), agent]));
  const all = pods.length + others.length;
  const listed = pods.filter(({ pod }, i) => i < shown.value || isSameName(pod, about));
  const more = others.length > 0 ? `, ${counted(others.length, "other pod")}` : "";
  return (
    <Section
      class="vm-pods"
      id="vm-pods-title"
      title={`Pods of ${node.name}`}
      level={3}
      words={`${counted(pods.length, "VM")}${more}; vCPUs / memory slots`}
    >
      {all === 0 ? (
        <p class="chart-words">No pod is on {node.name}.</p>
      ) : (
        <div class="scroll-x" tabIndex={0} role="group" aria-label={`All columns of the pods of ${node.name}`}>
          <table class="plain-table pods-table">
            <Heads
              of={[
                "pod",
                "state",
                numeric("reserved"),
                numeric("buffer"),
                numeric("denied"),
                numeric("uses"),
                numeric("load, 1 min"),
                numeric("needs", "Compute units that its load curve asks for after this step"),
                numeric("unit", "The compute unit last sent to its agent"),
              ]}
            />
            <tbody>
              {listed.map((pod) => (
                <tr key={fullName(pod.pod)} class={isSameName(pod.pod, about) ? "about" : ""}>
                  <th scope="row">
                    <VmLink pod={pod.pod} vm={pod.vm} />
                  </th>
                  <td>{stateText(pod)}</td>
                  <td class="number">
                    <strong>{both(pod, ({ reserved }) => reserved)}</strong>
                  </td>
                  <td class="number">{orNone(pod, ({ buffer }) => buffer)}</td>
                  <td class="number">{orNone(pod, ({ capacityPressure }) => capacityPressure)}</td>
                  <td class="number">{unitsShort(pod.use)}</td>
                  <td class="number">{pod.load === null ? "–" : loadText(pod.load[0])}</td>
                  <td class="number">{needs(asks.get(fullName(pod.pod)))}</td>
                  <td class="number">{pod.computeUnit === null ? "–" : unitsShort(pod.computeUnit)}</td>
                </tr>
              ))}
              {others.slice(0, shown.value).map(({ pod, cpuMilli, memoryBytes }) => (
                <tr key={fullName(pod)} class="other-pod">
                  <th scope="row">
                    <VmLink pod={pod} />
                  </th>
                  <td>no VM</td>
                  <td class="number" colSpan={7}>
                    requests {amountText("cpu", cpuMilli)} of cpu and {amountText("memory", memoryBytes)} of memory
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {others.length > 0 && (
        <p class="chart-words">
          Pods that are not VMs request {amountText("cpu", other.cpuMilli)} of cpu and{" "}
          {amountText("memory", other.memoryBytes)} of memory in all; beyond the rounding margin (
          {amountText("cpu", other.marginCpuMilli)} and {amountText("memory", other.marginBytes)}) that is{" "}
          {integer(other.cpu)} / {integer(other.memory)} reserved.
        </p>
      )}
      <More left={all - shown.value} noun="pod" onMore={() => (shown.value *= 4)} />
    </Section>
  );
}

const both = ({ cpu, memory }: VmPodState, of: (resource: VmPodResource) => number): string =>
  `${integer(of(cpu))}/${integer(of(memory))}`;

function orNone(pod: VmPodState, of: (resource: VmPodResource) => number): string {
  return of(pod.cpu) === 0 && of(pod.memory) === 0 ? "–" : both(pod, of);
}

const needs = (agent: VmStepAnswer["agents"][number] | undefined): string =>
  agent === undefined ? "–" : agent.units.toLocaleString("en-US", { maximumFractionDigits: 2 });

function stateText({ migrating, queueIndex, load }: VmPodState): string {
  if (migrating) return "migrating";
  if (queueIndex === 0) return "head of the queue";
  if (queueIndex > 0) return `queued, index ${integer(queueIndex)}`;
  return load === null ? "has not asked yet" : "not queued";
}
