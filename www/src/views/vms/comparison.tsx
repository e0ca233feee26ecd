import { integer } from "schedscope/words/number";
import { ideasText, vmProblemText } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";
import { changeText, differences, differenceWords, measuresOf } from "./difference";
import { comparedName, comparedTitle } from "./run";
import type { Compared } from "./state";

interface Props {
  timeline: VmTimelineAnswer;
  beside: VmTimelineAnswer;
  compared: Compared;
}

/** Two runs in numbers. */
export function Comparison({ timeline, beside, compared }: Props) {
  const ideas = ideasText(beside.mitigations);
  const all = differences(measuresOf(timeline), measuresOf(beside));
  return (
    <section class="vm-comparison" aria-labelledby="comparison-title">
      <div class="section-head">
        <h2 id="comparison-title">Compared</h2>
        <span class="quiet">
          {timeline.variant ?? "base timeline"} with {comparedTitle(compared)}
        </span>
      </div>
      {beside.notRun !== null ? (
        <p class="failing">Nothing was run: {vmProblemText(beside.notRun)}.</p>
      ) : (
        <>
          <p class="chart-words">
            With {comparedTitle(compared)}: {differenceWords(all)}.
            {compared.type === "variant" &&
              ideas !== "" &&
              ` It assumes ${ideas}: only an idea in the design document.`}
          </p>
          <table class="plain-table comparison-table">
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">measure</span>
                </th>
                <th scope="col" class="number">
                  {timeline.variant ?? "base timeline"}
                </th>
                <th scope="col" class="number">
                  {comparedName(compared)}
                </th>
                <th scope="col" class="number">
                  difference
                </th>
              </tr>
            </thead>
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
    </section>
  );
}
