import { useMemo } from "preact/hooks";
import type { ShownDecision } from "../../engine/protocol";
import { numberControl, weightControl } from "../../session/session";
import { LineLink } from "../../ui/line-link";
import { type PrioritizerColumn, columns } from "./prioritizer";
import { PrioritizerWeight } from "./prioritizer-weight";

/** The weights and the number of clusters. Each edits the text and follows it. */
export function Controls({ decision }: { decision: ShownDecision }) {
  const all = columns(decision.summary.prioritizers);
  return (
    <section aria-labelledby="weights-title">
      <div class="section-head">
        <h2 id="weights-title">Weights</h2>
        <Mode decision={decision} />
        <NumberOfClusters decision={decision} />
      </div>
      <div class="controls">
        {all.map((column) => (
          <Weight key={column.summary.name} column={column} decision={decision} />
        ))}
      </div>
    </section>
  );
}

const modes: Record<string, string> = {
  Additive: "Additive: omitted prioritizers have their default weight",
  Exact: "Exact: only the listed prioritizers count",
};

function Mode({ decision }: { decision: ShownDecision }) {
  const { mode } = decision.summary;
  return (
    <span class="quiet">
      {modes[mode] ?? mode} <LineLink range={decision.lines["spec.prioritizerPolicy.mode"]} />
    </span>
  );
}

function Weight({ column, decision }: { column: PrioritizerColumn; decision: ShownDecision }) {
  const { name, weight, source, path } = column.summary;
  const control = useMemo(() => weightControl(name), [name]);
  const line = path === null ? undefined : decision.lines[path];
  const from =
    source === "default" ? weight === 0 ? "off" : "default" : line ? <LineLink range={line} /> : "in the text";
  return (
    <PrioritizerWeight
      column={column}
      foot={
        <>
          {from}
          {source !== "default" && weight === 0 && " · off"}
        </>
      }
      onSet={(value) => control.set(value)}
      onEnd={() => control.end()}
    />
  );
}

function NumberOfClusters({ decision }: { decision: ShownDecision }) {
  const {
    numberOfClusters: wanted,
    clusterCounts: { feasible },
  } = decision.summary;
  const control = useMemo(numberControl, []);
  const isNumber = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 2147483647;
  const set = (event: Event): void => {
    const value = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (isNumber(value)) control.set(value);
  };
  const all = (event: Event): void => {
    const checked = (event.currentTarget as HTMLInputElement).checked;
    control.set(checked ? null : Math.min(feasible, 2147483647));
    control.end();
  };
  return (
    <div class="number-of-clusters">
      <label>
        Clusters wanted{" "}
        <input
          type="number"
          min={0}
          step={1}
          value={wanted ?? ""}
          placeholder="all"
          aria-label="Number of clusters"
          onInput={set}
          onChange={(event) => {
            const { currentTarget: input } = event;
            control.end();
            // What cannot be set does not stay on show.
            if (!isNumber(input.valueAsNumber)) input.value = String(wanted ?? "");
          }}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={wanted === null} onChange={all} /> all feasible
      </label>
      {wanted !== null && <LineLink range={decision.lines["spec.numberOfClusters"]} />}
    </div>
  );
}
