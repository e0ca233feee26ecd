import { useMemo } from "preact/hooks";
import { type Offer, standingOf, withoutEffect } from "schedscope/words/whatif";
import { isHard } from "schedscope/words/spread";
import type { ShownDecision } from "../../engine/protocol";
import { modeControl, numberControl, weightControl } from "../../session/control";
import { type Swept, sweepOf, useSweeps } from "../../session/sweeps";
import { itemKey } from "../../engine/protocol";
import type { TextRange } from "../../engine/types";
import { LineLink } from "../../ui/line-link";
import { NumberField } from "../../ui/number-field";
import { Segmented } from "../../ui/segmented";
import { Interval, trackMarks } from "./interval";
import { holdsCursor } from "./at-cursor";
import { mattering } from "./mattering";
import { modeWithoutEffect } from "./mode";
import { type PrioritizerColumn, columns } from "./prioritizer";
import { PrioritizerWeight } from "./prioritizer-weight";
import { sweeps, WithSweep } from "./sweep-strip";

/** The weights and the number of clusters. Each edits the text and follows it. */
export function Controls({ decision }: { decision: ShownDecision }) {
  const { prioritizers, numberOfClusters, spreadConstraints } = decision.summary;
  const all = columns(prioritizers);
  const weights: Swept[] = prioritizers.map(({ name }) => ({ weight: name }));
  const skews: Swept[] = spreadConstraints.flatMap((term, maxSkew) => (isHard(term) ? [{ maxSkew }] : []));
  useSweeps([...weights, ...(numberOfClusters === null ? [] : [{ count: true } as const]), ...skews]);
  return (
    <section class="controls-strip" aria-labelledby="weights-title">
      <WithSweep decision={decision}>
        <div class="section-head">
          <h2 id="weights-title">Weights</h2>
          <Mode decision={decision} />
          <NumberOfClusters decision={decision} />
        </div>
        <div class={`controls ${all.length === 8 ? "eight" : ""}`}>
          {all.map((column) => (
            <Weight key={column.summary.name} column={column} decision={decision} />
          ))}
        </div>
      </WithSweep>
    </section>
  );
}

const modes = [
  {
    value: "Additive",
    label: "Additive",
    title: "Prioritizers that the input does not name have their default weight",
  },
  { value: "Exact", label: "Exact", title: "Prioritizers that the input does not name do not count" },
] as const;

function Mode({ decision }: { decision: ShownDecision }) {
  const control = useMemo(modeControl, []);
  const why = modeWithoutEffect(decision.summary);
  return (
    <span class="mode">
      <Segmented
        label="Mode"
        name="mode"
        chosen={modes.find(({ value }) => value === decision.summary.mode)?.value ?? null}
        choices={[...modes]}
        describedBy={why === null ? undefined : "mode-effect"}
        onChoose={(mode) => {
          control.set(mode);
          control.end();
        }}
      />
      {why !== null && (
        <span class="quiet" id="mode-effect" title={`The mode changes nothing: ${why}`}>
          <span aria-hidden="true">no effect</span>
          <span class="unseen">The mode changes nothing: {why}</span>
        </span>
      )}{" "}
      <LineLink range={decision.lines["spec.prioritizerPolicy.mode"]} />
    </span>
  );
}

function Weight({ column, decision }: { column: PrioritizerColumn; decision: ShownDecision }) {
  const { name, weight, source, path } = column.summary;
  const control = useMemo(() => weightControl(name), [name]);
  const swept = sweepOf({ weight: name });
  const line = path === null ? undefined : decision.lines[path];
  const isAtCursor = path !== null && holdsCursor(decision.lines[itemKey(path)]);
  const from = source === "default" ? weight === 0 ? "off" : "default" : line ? <Line range={line} /> : "in the input";
  return (
    <PrioritizerWeight
      column={column}
      sweep={sweeps({ weight: name })}
      foot={
        <>
          {from}
          {source !== "default" && weight === 0 && ", off"}
          <Effect decision={decision} prioritizer={name} weight={weight} />
        </>
      }
      marks={trackMarks(swept, weight)}
      look={`${mattering.value === name ? "lit" : ""} ${isAtCursor ? "at-cursor" : ""}`}
      onSet={(value) => control.set(value)}
      onEnd={() => control.end()}
    />
  );
}

/** On paper, where no line is led to, words in its place. */
const Line = ({ range }: { range: TextRange }) => (
  <>
    <LineLink range={range} />
    <span class="on-paper">in the input</span>
  </>
);

/** The interval in which nothing changes; or why nothing changes at all, and what would give it an effect. */
function Effect({ decision, prioritizer, weight }: { decision: ShownDecision; prioritizer: string; weight: number }) {
  const swept = sweepOf({ weight: prioritizer });
  const standing = swept === undefined ? null : standingOf(swept, weight);
  if (standing === null) return null;
  if (!standing.isWithoutEffect)
    return (
      <>
        {", "}
        <Interval of={{ weight: prioritizer }} value={weight} />
      </>
    );
  const { why, offer } = withoutEffect(decision.summary, prioritizer);
  return (
    <span class="no-effect">
      {", "}no effect: {why} <Offered offer={offer} />
    </span>
  );
}

function Offered({ offer }: { offer: Offer }) {
  if (offer === null) return null;
  if (offer.type === "term")
    return (
      <button type="button" class="line-link" onClick={() => document.querySelector<HTMLElement>(".add")?.click()}>
        Add spread constraint
      </button>
    );
  const set = (): void => {
    const control = numberControl();
    control.set(offer.count);
    control.end();
  };
  return (
    <button type="button" class="line-link" onClick={set}>
      Want {offer.count}
    </button>
  );
}

function NumberOfClusters({ decision }: { decision: ShownDecision }) {
  const {
    numberOfClusters: wanted,
    clusterCounts: { feasible },
  } = decision.summary;
  const control = useMemo(numberControl, []);
  const isNumber = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 2147483647;
  const all = (event: Event): void => {
    const checked = (event.currentTarget as HTMLInputElement).checked;
    control.set(checked ? null : Math.min(feasible, 2147483647));
    control.end();
  };
  return (
    <div
      {...sweeps({ count: true })}
      class={`number-of-clusters ${holdsCursor(decision.lines["spec.numberOfClusters"]) ? "at-cursor" : ""}`}
    >
      <label>
        numberOfClusters{" "}
        <NumberField
          min={0}
          step={1}
          value={wanted}
          placeholder="all"
          aria-label="numberOfClusters"
          accepts={isNumber}
          onSet={(value) => control.set(value)}
          onDone={() => {
            control.end();
            return undefined;
          }}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={wanted === null} onChange={all} /> all feasible
      </label>
      <NearNumbers wanted={wanted} />
      {wanted !== null && <LineLink range={decision.lines["spec.numberOfClusters"]} />}
    </div>
  );
}

/** What one cluster fewer and one more would change; its place is there before its words, which push nothing. */
function NearNumbers({ wanted }: { wanted: number | null }) {
  if (wanted === null) return null;
  const swept = sweepOf({ count: true });
  const standing = swept === undefined ? null : standingOf(swept, wanted);
  const parts =
    standing === null
      ? []
      : [
          ...(standing.below === "" ? [] : [`${standing.same.from - 1}: ${standing.below}`]),
          ...(standing.above === "" ? [] : [`${standing.same.to + 1}: ${standing.above}`]),
        ];
  const words = parts.join("; ");
  return (
    <span class="quiet near-numbers" title={words}>
      {words}
    </span>
  );
}
