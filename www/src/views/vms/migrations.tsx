import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import { migrationText, timeText } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";
import { WantedChange } from "../changes/rung-change";
import type { ShownRun } from "./run";
import { fullName, objectNamed } from "schedscope/words/object-name";
import { Heads } from "../../ui/heads";
import { useHost } from "../../ui/host";
import { More } from "../../ui/more";
import { Section } from "../../ui/section";

/** Migrations that are listed at first. */
const most = 10;
/** VMs for which a change is searched. */
const mostSearched = 5;

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
  onStep(step: number): void;
}

/** Every migration with its way and its steps, and the smallest change after which a VM would stay. */
export function Migrations({ timeline: { migrations, totals, stepsTotal }, run, onStep }: Props) {
  const { changes, point, pointed } = useHost();
  const shown = useSignal(most);
  const pods = [...new Set(migrations.map(({ pod }) => fullName(pod)))].slice(0, mostSearched);
  const isSearched = changes.use(
    pods.map((pod) => ({ noMigration: pod })),
    false,
    stepsTotal,
    run,
  );
  if (migrations.length === 0) return null;
  const seen = new Set<string>();
  return (
    <Section
      class="migrations"
      id="migrations-title"
      title="Migrations"
      words={counted(totals.migrations, "migration")}
    >
      <table class="plain-table ladder">
        <Heads of={["VM", "way", "started", "ended", isSearched && "what would keep it"]} />
        <tbody>
          {migrations.slice(0, shown.value).map((migration) => {
            const { startStep, started, endStep, ended } = migration;
            const pod = fullName(migration.pod);
            const isFirst = pods.includes(pod) && !seen.has(pod);
            seen.add(pod);
            return (
              <tr
                key={startStep}
                class={`rung ${pointed.value === pod ? "lit" : ""}`}
                onPointerEnter={() => point(pod, { kind: "VirtualMachine", ...objectNamed(pod) })}
                onPointerLeave={() => point(null)}
              >
                <th scope="row">{pod}</th>
                <td>{migrationText(migration)}</td>
                <td>
                  <StepLink step={startStep} at={started} onStep={onStep} />
                </td>
                <td>{ended !== null && endStep !== null && <StepLink step={endStep} at={ended} onStep={onStep} />}</td>
                {isSearched && <td class="rung-change">{isFirst && <WantedChange want={{ noMigration: pod }} />}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <More left={migrations.length - shown.value} noun="migration" onMore={() => (shown.value *= 4)} />
    </Section>
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
