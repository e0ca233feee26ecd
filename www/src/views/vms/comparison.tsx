import { integer } from "schedscope/words/number";
import { ideasText, vmProblemText } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";
import { changeText, differences, differenceWords } from "./difference";
import { comparedName } from "./run";
import type { Compared } from "./state";
import { Heads, numeric, unseen } from "../../ui/heads";
import { Section } from "../../ui/section";

interface Props {
  timeline: VmTimelineAnswer;
  beside: VmTimelineAnswer;
  compared: Compared;
}

/** Two runs in numbers. */
export function Comparison({ timeline, beside, compared }: Props) {
  const ideas = ideasText(beside.mitigations);
  const all = differences(timeline, beside);
  return (
    <Section
      class="vm-comparison"
      id="comparison-title"
      title="Compared"
      words={`${timeline.variant ?? "base timeline"} with ${comparedName(compared)}`}
    >
      {beside.notRun !== null ? (
        <p class="failing">Nothing was run: {vmProblemText(beside.notRun)}.</p>
      ) : (
        <>
          <p class="chart-words">
            With {comparedName(compared)}: {differenceWords(all)}.
            {compared.type === "variant" &&
              ideas !== "" &&
              ` It assumes ${ideas}: only an idea in the design document.`}
          </p>
          <table class="plain-table comparison-table">
            <Heads
              of={[
                unseen("measure"),
                numeric(timeline.variant ?? "base timeline"),
                numeric(comparedName(compared)),
                numeric("difference"),
              ]}
            />
            <tbody>
              {all.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td class="number">
                    {integer(row.before)}
                    {row.unit}
                  </td>
                  <td class="number">
                    <strong>
                      {integer(row.after)}
                      {row.unit}
                    </strong>
                  </td>
                  <td class="number">{changeText(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  );
}
