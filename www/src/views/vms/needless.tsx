import { counted } from "schedscope/words/number";
import { timeText } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";
import { useChanges } from "../../session/changes";
import { point, pointed } from "../../session/pointed";
import { WantedChange } from "../changes/rung-change";
import { migrationText } from "schedscope/words/vms";
import type { ShownRun } from "./run";
import { step as chosenStep } from "./state";
import { fullName, objectNamed } from "schedscope/words/object-name";
import { Heads } from "../../ui/heads";
import { Section } from "../../ui/section";

/** Migrations for which a change is searched. */
const most = 5;

/** The migrations, and the smallest change after which each need not be. */
export function Needless({
  timeline: { migrations, totals, stepsTotal },
  run,
}: {
  timeline: VmTimelineAnswer;
  run: ShownRun;
}) {
  const all = new Set(migrations.map(({ pod }) => fullName(pod)));
  const vms = all.size;
  const pods = [...all].slice(0, most);
  const { timeline, variant } = run;
  const of = { ...(timeline !== undefined && { timeline }), ...(variant !== undefined && { variant }) };
  // What an idea changes is not in the text.
  const wants = run.mitigations === undefined ? pods.map((pod) => ({ noMigration: pod })) : [];
  const isSearched = useChanges(wants, false, stepsTotal, of) && wants.length > 0;
  if (pods.length === 0) return null;
  const part = pods.length < vms ? `, the first ${most} VMs are shown` : "";
  return (
    <Section
      class="needless"
      id="needless-title"
      title="Migrations"
      words={counted(totals.migrations, "migration") + part}
    >
      <table class="plain-table ladder">
        <Heads of={["VM", "way", isSearched && "what would keep it"]} />
        <tbody>
          {pods.map((pod) => {
            const first = migrations.find((migration) => fullName(migration.pod) === pod) ?? null;
            return (
              <tr
                key={pod}
                class={`rung ${pointed.value === pod ? "lit" : ""}`}
                onPointerEnter={() => point(pod, { kind: "VirtualMachine", ...objectNamed(pod) })}
                onPointerLeave={() => point(null)}
              >
                <th scope="row">{pod}</th>
                <td>
                  {migrationText(first)}{" "}
                  {first !== null && (
                    <button
                      type="button"
                      class="line-link word-link"
                      onClick={() => (chosenStep.value = first.startStep)}
                    >
                      {timeText(first.started)}
                    </button>
                  )}
                </td>
                {isSearched && (
                  <td class="rung-change">
                    <WantedChange want={{ noMigration: pod }} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
