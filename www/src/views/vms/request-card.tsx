import { integer } from "schedscope/words/number";
import {
  permitText,
  migrationChecks,
  migrationVerdict,
  queueText,
  type Resource,
  resources,
  unitCheck,
  unitText,
  vmProblemText,
} from "schedscope/words/vms";
import type { NamespacedName, VmResourcePermit, VmRequestExplanation } from "../../engine/types";
import { CheckList } from "../../ui/check-list";
import { Section } from "../../ui/section";
import { VmLink } from "./vm-link";
import { Heads, numeric } from "../../ui/heads";

/** Why a request was answered as it was. */
export function RequestCard({ request, vm }: { request: VmRequestExplanation; vm: NamespacedName | null }) {
  const { pod, status, problem, cpu, memory, load, protocol, migration } = request;
  const amounts = new Map<Resource, VmResourcePermit | null>([
    ["cpu", cpu],
    ["memory", memory],
  ]);
  return (
    <Section
      class="vm-request"
      id="request-title"
      title="Request"
      level={3}
      words={
        <>
          <VmLink pod={pod} vm={vm} />
          {load === null
            ? ", without metrics"
            : `, load ${loadText(load[0])} over one minute, ${loadText(load[1])} over five`}
          {`, protocol ${protocolName(protocol)}`}
        </>
      }
    >
      {problem !== null && (
        <p class="failing">
          Refused with {status}: {vmProblemText(problem)}.
        </p>
      )}
      {(cpu !== null || memory !== null) && (
        <table class="plain-table permits">
          <Heads of={["resource", numeric("before"), numeric("asked"), numeric("permit"), numeric("denied"), "why"]} />
          <tbody>
            {resources.map((resource) => {
              const of = amounts.get(resource) ?? null;
              return of === null ? null : (
                <tr key={resource}>
                  <th scope="row">{resource === "cpu" ? "vCPUs" : "slots"}</th>
                  <td class="number">{integer(of.before)}</td>
                  <td class="number">{integer(of.asked)}</td>
                  <td class="number">
                    <strong>{integer(of.permit)}</strong>
                  </td>
                  <td class={`number ${of.denied > 0 ? "failing" : ""}`}>{integer(of.denied)}</td>
                  <td>
                    {permitText(of, resource)}
                    {of.bufferBefore > 0 && (
                      <span class="quiet">; its buffer of {integer(of.bufferBefore)} is dropped by this request</span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {migration.already && status === 200 && (
        <p class="chart-words">It is migrating: it keeps exactly what it has, and denied amounts stay denied.</p>
      )}
      <CheckList checks={[unitCheck(request)]} />
      <h4>Does it have to migrate?</h4>
      <CheckList checks={migrationChecks(request)} isCalm />
      <p class="vm-verdict">{migrationVerdict(request)}</p>
      <p class="chart-words">
        In the queue: {queueText(request)} {unitText(request.computeUnit)}
      </p>
    </Section>
  );
}

/** Agents send a number: 1 is v1.0. */
const protocolName = (protocol: number): string => (protocol > 0 ? `v1.${integer(protocol - 1)}` : integer(protocol));

/** A load average with two digits; the least that is shown of them is enough to see the order. */
export const loadText = (load: number): string => load.toLocaleString("en-US", { maximumFractionDigits: 3 });
