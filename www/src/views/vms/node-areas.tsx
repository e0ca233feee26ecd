import { useSignal } from "@preact/signals";
import { integer } from "schedscope/words/number";
import { type Resource, resources, timeText } from "schedscope/words/vms";
import type { VmOutage, VmSeries } from "../../engine/types";
import { NodeLink } from "../../ui/object-link";
import { AreaChart } from "./chart";
import { chartLine, chartWords, hotWords, moreRows, timeRows } from "./node-words";
import { Heads, numeric } from "../../ui/heads";

/** Rows of the table of a node over time. */
const mostRows = 300;

interface RunSeries {
  /** what the run is called; empty where there is one only */
  name: string;
  series: VmSeries;
  outages: VmOutage[];
}

interface Props {
  node: string;
  /** one above the other, on the same axes */
  runs: RunSeries[];
  end: number;
  tops: Record<Resource, number>;
  step: number;
  now: number;
  isShown: boolean;
  /** the node is to be shown in detail; left out where there is only one */
  onNode?: () => void;
  onStep(step: number): void;
}

/** A node over time, each resource on its own axis. */
export function NodeAreas({ node, runs, end, tops, step, now, isShown, onNode, onStep }: Props) {
  return (
    <article class={`vm-node ${isShown ? "shown" : ""}`} aria-label={`Node ${node}`}>
      <div class="vm-node-head">
        <h3>
          <NodeLink node={node} />
        </h3>
        {onNode !== undefined && (
          <button
            type="button"
            class="quiet-button"
            aria-pressed={isShown}
            title="Show this node below"
            onClick={onNode}
          >
            {isShown ? "shown below" : "show below"}
          </button>
        )}
        <span class="quiet">{runs[0] !== undefined && hotWords(runs[0].series, end)}</span>
      </div>
      <div class="vm-charts">
        {resources.map((resource) => (
          <figure key={resource} aria-label={`${resource} of ${node}`}>
            {runs.map(({ name, series, outages }, i) => (
              <div key={name} class="vm-run">
                <figcaption class="chart-words" title={i === 0 ? chartWords(series, resource, step) : undefined}>
                  <strong>{resource === "cpu" ? "vCPUs" : "slots"}</strong>
                  {name !== "" && <span class="vm-run-name"> {name}</span>}
                  {": "}
                  {i === 0 ? chartLine(series, resource, step) : `${hotWords(series, end)}.`}
                </figcaption>
                <AreaChart
                  {...{ series, resource, end, now, outages }}
                  top={tops[resource]}
                  onStep={i === 0 ? onStep : () => undefined}
                />
              </div>
            ))}
          </figure>
        ))}
      </div>
      {runs.map(({ name, series }) => (
        <TimeTable key={name} node={node} name={name} series={series} step={step} />
      ))}
    </article>
  );
}

function TimeTable({ node, name, series, step }: { node: string; name: string; series: VmSeries; step: number }) {
  const open = useSignal(false);
  const title = `${node}${name === "" ? "" : `, ${name}`} as a table`;
  return (
    <details class="as-table" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{title}</summary>
      {open.value && (
        <div class="scroll" tabIndex={0} role="group" aria-label={title}>
          {resources.map((resource) => (
            <p key={resource} class="chart-words">
              <strong>{resource === "cpu" ? "vCPUs" : "memory slots"}</strong>: {chartWords(series, resource, step)}
            </p>
          ))}
          <table class="plain-table vm-time-table">
            <caption>
              vCPUs and memory slots, each as reserved, buffer in it, by other pods, denied, accounted for.
              {series.thinned && " More changes than rows: each row has the last and the highest of its span."}
            </caption>
            <Heads
              of={[
                numeric("after"),
                numeric("at"),
                ...resources.flatMap((resource) =>
                  ["reserved", "buffer", "others", "denied", "acc. for"].map((title) =>
                    numeric(
                      <>
                        <span class="unseen">{resource} </span>
                        {title}
                      </>,
                    ),
                  ),
                ),
                "too much",
              ]}
            />
            <tbody>
              {timeRows(series, mostRows).map(({ step, at, isHot, cpu, memory }) => (
                <tr key={step}>
                  <th scope="row" class="number">
                    {integer(step)}
                  </th>
                  <td class="number">{timeText(at)}</td>
                  {[cpu, memory].flatMap((of, i) =>
                    [of.reserved, of.buffer, of.other, of.pressure, of.accountedFor].map((amount, j) => (
                      <td key={`${i} ${j}`} class="number">
                        {integer(amount)}
                      </td>
                    )),
                  )}
                  <td>{isHot ? "yes" : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="quiet">{moreRows(series, mostRows)}</p>
        </div>
      )}
    </details>
  );
}
