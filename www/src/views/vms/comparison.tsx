import { useAnswer } from "../../app/asked";
import { integer } from "../../ui/number";
import type { VmTimeline } from "./contract";
import { changeText, differences, differenceWords, measuresOf } from "./difference";
import { comparedName, type Run } from "./run";
import type { Compared } from "./state";

/** Requests that are counted of each run. */
const mostRequests = 5000;

interface Props {
  timeline: VmTimeline;
  run: Run;
  beside: VmTimeline;
  besideRun: Run;
  compared: Compared;
}

/** Two runs in numbers. */
export function Comparison({ timeline, run, beside, besideRun, compared }: Props) {
  const asked = { kind: "request", limit: mostRequests } as const;
  const before = useAnswer("vmTimeline", { ...run, ...asked }).answer;
  const after = useAnswer("vmTimeline", { ...besideRun, ...asked }).answer;
  if (before === null || after === null) return null;
  const all = differences(measuresOf(timeline, before.events), measuresOf(beside, after.events));
  const isCut = Math.max(before.total, after.total) > mostRequests;
  return (
    <section class="vm-comparison" aria-labelledby="comparison-title">
      <div class="section-head">
        <h2 id="comparison-title">Compared</h2>
        <span class="quiet">
          {timeline.variant ?? "as it stands"} with {comparedName(compared)}
        </span>
      </div>
      {beside.problem !== null ? (
        <p class="failing">Nothing was run there: {beside.problem.message}.</p>
      ) : (
        <>
          <p class="chart-words">With {comparedName(compared)}: {differenceWords(all)}.</p>
          <table class="plain-table comparison-table">
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">what is counted</span>
                </th>
                <th scope="col" class="number">
                  {timeline.variant ?? "as it stands"}
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
          {isCut && <p class="quiet">Of the requests the first {integer(mostRequests)} of each run are counted.</p>}
        </>
      )}
    </section>
  );
}
