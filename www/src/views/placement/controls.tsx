import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { standingOf, withoutEffect } from "schedscope/words/whatif";
import { isHard } from "schedscope/words/spread";
import { itemKey, type ShownDecision, type Swept } from "../../engine/protocol";
import type { DecideAnswer, TextRange } from "../../engine/types";
import { useHost } from "../../ui/host";
import { LineLink } from "../../ui/line-link";
import { NumberField } from "../../ui/number-field";
import { Segmented } from "../../ui/segmented";
import { Interval, trackMarks } from "./interval";
import { matteringOf, mattersMost } from "./mattering";
import { modeWithoutEffect } from "./mode";
import { isUsed, nothingWeighs } from "./used";
import { type PrioritizerColumn, columns } from "./prioritizer";
import { PrioritizerWeight } from "./prioritizer-weight";
import { sweeps, WithSweep } from "./with-sweep";

/** The weights and the number of clusters. Each edits the text and follows it. */
export function Controls({ decision }: { decision: ShownDecision }) {
  const { answer, pointed, sweeps: known } = useHost();
  const mattering = useComputed(() => matteringOf(pointed.value, answer));
  const { prioritizers, numberOfClusters, spreadConstraints } = decision.summary;
  const nothing = nothingWeighs(decision.summary);
  const { used, unused, add } = useUsed(decision.summary, nothing !== null);
  const weights: Swept[] = nothing === null ? prioritizers.map(({ name }) => ({ weight: name })) : [];
  const most = mattersMost(nothing === null ? prioritizers : [], (name) => known.of({ weight: name }));
  const skews: Swept[] = spreadConstraints.flatMap((term, maxSkew) => (isHard(term) ? [{ maxSkew }] : []));
  known.use([...weights, ...(numberOfClusters === null ? [] : [{ count: true } as const]), ...skews]);
  return (
    <section class={`controls-strip ${known.areOutdated.value ? "outdated" : ""}`} aria-labelledby="weights-title">
      <WithSweep decision={decision}>
        <div class="section-head flex-row">
          <h2 id="weights-title">Weights</h2>
          <Mode decision={decision} />
          <NumberOfClusters decision={decision} />
        </div>
        {nothing !== null && (
          <p class="weights-matter">
            {nothing.sentence} {nothing.count !== null && <SetNumber count={nothing.count} />}
          </p>
        )}
        <div class={`controls ${used.length === 8 ? "eight" : ""}`}>
          {used.map((column) => (
            <Weight
              key={column.summary.name}
              column={column}
              decision={decision}
              isWeighed={nothing === null}
              isMost={column.summary.name === most}
              mattering={mattering}
            />
          ))}
          {unused.length > 0 && <AddPrioritizer unused={unused} onAdd={add} />}
        </div>
      </WithSweep>
    </section>
  );
}

/** The prioritizers with controls, and the others. Once it has a control, a prioritizer keeps it. */
function useUsed(summary: DecideAnswer, isNothing: boolean) {
  const { controls, text: of } = useHost();
  const text = of.number.value;
  const shown = useRef<{ text: number; names: Set<string> }>({ text, names: new Set() });
  const added = useSignal(0);
  if (shown.current.text !== text) shown.current = { text, names: new Set() };
  const { names } = shown.current;
  // Read, so that an added one is shown.
  void added.value;
  const all = columns(summary.prioritizers);
  for (const { summary: one } of all) if (isUsed(one, summary, isNothing)) names.add(one.name);
  return {
    used: all.filter(({ summary: { name } }) => names.has(name)),
    unused: all.filter(({ summary: { name } }) => !names.has(name)),
    add(name: string) {
      names.add(name);
      added.value += 1;
      if (summary.prioritizers.find((one) => one.name === name)?.weight !== 0) return;
      controls.weight(name).once(1);
    },
  };
}

function AddPrioritizer({ unused, onAdd }: { unused: PrioritizerColumn[]; onAdd(name: string): void }) {
  return (
    <select
      class="add-prioritizer"
      aria-label="Add a prioritizer"
      value=""
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = "";
        if (value !== "") onAdd(value);
      }}
    >
      <option value="">+ prioritizer</option>
      {unused.map(({ summary: { name } }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
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
  const control = useMemo(useHost().controls.mode, []);
  const why = modeWithoutEffect(decision.summary);
  return (
    <span class="mode">
      <Segmented
        label="Mode"
        name="mode"
        chosen={modes.find(({ value }) => value === decision.summary.mode)?.value ?? null}
        choices={[...modes]}
        describedBy={why === null ? undefined : "mode-effect"}
        onChoose={(mode) => control.once(mode)}
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

interface WeightProps {
  column: PrioritizerColumn;
  decision: ShownDecision;
  /** whether any weight may matter */
  isWeighed: boolean;
  /** whether the selection depends on it the most */
  isMost: boolean;
  /** the one that matters for the cluster that is pointed at */
  mattering: ReadonlySignal<string | null>;
}

function Weight({ column, decision, isWeighed, isMost, mattering }: WeightProps) {
  const { controls, cursor, sweeps: known } = useHost();
  const { name, weight, source, path } = column.summary;
  const control = useMemo(() => controls.weight(name), [name]);
  const swept = known.of({ weight: name });
  const line = path === null ? undefined : decision.lines[path];
  const isAtCursor = path !== null && cursor.isOn(decision.lines[itemKey(path)]);
  const from = source === "default" ? weight === 0 ? "off" : "default" : line ? <Line range={line} /> : "in the input";
  return (
    <PrioritizerWeight
      column={column}
      sweep={sweeps({ weight: name })}
      foot={
        <>
          <span class="control-source">
            {from}
            {source !== "default" && weight === 0 && ", off"}
            {isMost && (
              <strong class="matters-most" title="The smallest change of a weight that changes what is selected">
                {" · "}matters most
              </strong>
            )}
          </span>
          {isWeighed && <Effect decision={decision} prioritizer={name} weight={weight} />}
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
  const swept = useHost().sweeps.of({ weight: prioritizer });
  const standing = swept === undefined ? null : standingOf(swept, weight);
  if (standing === null) return null;
  if (!standing.isWithoutEffect)
    return (
      <span class="control-effect">
        <Interval of={{ weight: prioritizer }} value={weight} />
      </span>
    );
  const { why, offer } = withoutEffect(decision.summary, prioritizer);
  return (
    <span class="control-effect no-effect">
      no effect: {why} {offer?.type === "term" && <AddTerm />}
    </span>
  );
}

const AddTerm = () => (
  <button type="button" class="line-link" onClick={() => document.querySelector<HTMLElement>(".add")?.click()}>
    Add spread constraint
  </button>
);

function SetNumber({ count }: { count: number }) {
  const { controls } = useHost();
  return (
    <button type="button" class="apply" onClick={() => controls.number().once(count)}>
      Set to {count}
    </button>
  );
}

function NumberOfClusters({ decision }: { decision: ShownDecision }) {
  const {
    numberOfClusters: wanted,
    clusterCounts: { feasible },
  } = decision.summary;
  const { controls, cursor } = useHost();
  const control = useMemo(controls.number, []);
  const isNumber = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 2147483647;
  const all = (event: Event): void => {
    const checked = (event.currentTarget as HTMLInputElement).checked;
    control.once(checked ? null : Math.min(feasible, 2147483647));
  };
  return (
    <div
      {...sweeps({ count: true })}
      class={`number-of-clusters ${cursor.isOn(decision.lines["spec.numberOfClusters"]) ? "at-cursor" : ""}`}
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
          onDone={() => void control.end()}
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
  const swept = useHost().sweeps.of({ count: true });
  if (wanted === null) return null;
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
