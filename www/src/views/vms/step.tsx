import { timeText } from "schedscope/words/vms";
import type { VmStepAnswer } from "../../engine/types";
import { Candidates } from "./candidates";
import { MigrationQueue } from "./migration-queue";
import { PodsTable } from "./pods-table";
import { RequestCard } from "./request-card";
import { isSameName } from "schedscope/words/object-name";
import { Section } from "../../ui/section";

interface Props {
  /** the event's own node */
  about: VmStepAnswer;
  /** the node that is shown in detail; of the step before while that of this one is under way */
  detail: VmStepAnswer;
  node: string;
  /** whether the config that the scheduler started with has migrations */
  doMigration: boolean;
}

/** A node after the step on show: its queue, its pods; and why the event came out so. */
export function NodeAtStep({ about, detail, node, doMigration }: Props) {
  const state = detail.nodes.find(({ name }) => name === node);
  const { request, event } = about;
  if (state === undefined && detail.step !== about.step) return null;
  const vm = state?.pods.find(({ pod }) => isSameName(pod, event.pod))?.vm ?? null;
  return (
    <Section
      class="vm-step"
      id="vm-step-title"
      title={`${node} at ${timeText(about.at)}`}
      head={
        <>
          {state?.tooMuchPressure === true && <strong class="failing">too much pressure</strong>}
          <span class="quiet">after step {about.step}</span>
        </>
      }
    >
      {state === undefined ? (
        <p class="chart-words">The scheduler does not know {node} after this step.</p>
      ) : (
        <div class="vm-columns">
          {request !== null && (
            <div>
              <RequestCard request={request} vm={vm} />
            </div>
          )}
          <div>
            <MigrationQueue node={state} about={event.pod} isOff={!(request?.migration.enabled ?? doMigration)} />
          </div>
          <div class="vm-wide">
            <Candidates atStep={about} />
            <PodsTable node={state} agents={detail.agents} about={event.pod} />
          </div>
        </div>
      )}
    </Section>
  );
}
