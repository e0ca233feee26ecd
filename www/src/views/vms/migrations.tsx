import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import { timeText } from "schedscope/words/vms";
import type { VmMigration, VmTimelineAnswer } from "../../engine/types";
import { fullName } from "schedscope/words/object-name";
import { Heads } from "../../ui/heads";
import { More } from "../../ui/more";

/** Migrations that are listed at first. */
const most = 50;

/** Every migration with its way, as steps to go to. */
export function Migrations({
  timeline: { migrations, totals },
  onStep,
}: {
  timeline: VmTimelineAnswer;
  onStep(step: number): void;
}) {
  const open = useSignal(false);
  const shown = useSignal(most);
  if (migrations.length === 0) return null;
  return (
    <details class="as-table" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{counted(totals.migrations, "migration")}</summary>
      {open.value && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Migrations">
          <table class="plain-table">
            <Heads of={["pod", "from", "to", "started", "ended"]} />
            <tbody>
              {migrations.slice(0, shown.value).map((migration) => (
                <tr key={migration.startStep}>
                  <th scope="row">{fullName(migration.pod)}</th>
                  <td>{migration.from}</td>
                  <td>{migration.to ?? "no node yet"}</td>
                  <td>
                    <StepLink step={migration.startStep} at={migration.started} onStep={onStep} />
                  </td>
                  <td>
                    <End migration={migration} onStep={onStep} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <More left={migrations.length - shown.value} noun="migration" onMore={() => (shown.value *= 4)} />
        </div>
      )}
    </details>
  );
}

function End({
  migration: { ended, endStep, failed },
  onStep,
}: {
  migration: VmMigration;
  onStep(step: number): void;
}) {
  if (ended === null || endStep === null) return <>not ended</>;
  return (
    <>
      <StepLink step={endStep} at={ended} onStep={onStep} /> {failed && <span class="failing">failed</span>}
    </>
  );
}

const StepLink = ({ step, at, onStep }: { step: number; at: number; onStep(step: number): void }) => (
  <button
    type="button"
    class="line-link word-link"
    aria-label={`Step ${step}, ${timeText(at)}`}
    onClick={() => onStep(step)}
  >
    {timeText(at)}
  </button>
);
