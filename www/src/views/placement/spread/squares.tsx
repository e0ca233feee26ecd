import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { integer, rangeText } from "schedscope/words/number";
import { type Levels, shades } from "./levels";
import type { Squares as SquareData } from "../../../engine/spread";
import { type SquareState, squareStates } from "../../../engine/spread";

const pitch = 13;
const side = 10;
/** squares in a row */
const across = 10;

/** The final scores of the step on show; null: squares have their state alone. */
export const FinalScores = createContext<Levels | null>(null);

/** One square a cluster, which `data-cluster` names; to those who listen it is one picture with its counts. */
export function Squares({ squares, index }: { squares: SquareData; index: number }) {
  const levels = useContext(FinalScores);
  const from = squares.starts[index] ?? 0;
  const to = squares.starts[index + 1] ?? from;
  const count = to - from;
  if (count === 0) return null;
  const shown = squares.states.subarray(from, to);
  const width = Math.min(count, across) * pitch + 2;
  const height = Math.ceil(count / across) * pitch + 2;
  return (
    <svg
      class="squares"
      viewBox={`0 0 ${width} ${height}`}
      style={{ "--across": width, "--down": height }}
      role="img"
      aria-label={countsText(squareStates.map((_, state) => shown.filter((of) => of === state).length))}
      focusable="false"
    >
      {Array.from({ length: count }, (_, i) => {
        const at = from + i;
        const state = squareStates[squares.states[at] ?? 0] ?? "feasible";
        const place = { x: (i % across) * pitch + 2, y: Math.floor(i / across) * pitch + 2 };
        return (
          <g key={squares.clusters[at]} data-cluster={squares.clusters[at]} data-state={state}>
            <Square
              {...place}
              state={state}
              changed={squares.changed[at] === 1}
              level={state === "feasible" ? (levels?.of.get(squares.clusters[at] ?? -1)?.level ?? 0) : 0}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** Fill and shape for a state, a ring for a change. */
export function Square({
  x,
  y,
  state,
  changed = false,
  level = 0,
}: {
  x: number;
  y: number;
  state: SquareState;
  changed?: boolean;
  /** of its final score in the step; 0: none */
  level?: number;
}) {
  return (
    <>
      <rect class="hit" x={x - 1.5} y={y - 1.5} width={pitch} height={pitch} />
      {state === "selected" && <rect class="solid" x={x} y={y} width={side} height={side} rx="1.5" />}
      {state === "feasible" && (
        <rect class="outline" x={x + 0.75} y={y + 0.75} width={side - 1.5} height={side - 1.5} rx="1" />
      )}
      {level > 0 && <rect class={`final-${level}`} x={x + 2} y={y + 2} width={side - 4} height={side - 4} />}
      {state === "keyless" && (
        <rect class="dotted" x={x + 0.75} y={y + 0.75} width={side - 1.5} height={side - 1.5} rx="1" />
      )}
      {state === "filtered" && (
        <>
          <rect class="faint" x={x + 0.5} y={y + 0.5} width={side - 1} height={side - 1} rx="1" />
          <path class="slash" d={`M${x + 0.5} ${y + 9.5}l9-9`} />
        </>
      )}
      {state === "blocked" && (
        <>
          <rect class="red-outline" x={x + 0.75} y={y + 0.75} width={side - 1.5} height={side - 1.5} rx="1" />
          <path
            class="hatch"
            d={[
              `M${x + 1} ${y + 4}l3-3`,
              `M${x + 1} ${y + 6.5}l5.5-5.5`,
              `M${x + 1} ${y + 9}l8-8`,
              `M${x + 3.5} ${y + 9}l5.5-5.5`,
              `M${x + 6} ${y + 9}l3-3`,
            ].join("")}
          />
        </>
      )}
      {changed && <rect class="ring" x={x - 1} y={y - 1} width={side + 2} height={side + 2} rx="2.5" />}
    </>
  );
}

export const stateNames: Record<SquareState, string> = {
  selected: "selected",
  feasible: "feasible",
  blocked: "blocked by maxSkew",
  keyless: "no key of a hard term",
  filtered: "filtered out",
};

/** How many squares have which state, in words; `counts` runs parallel to `squareStates`. */
export const countsText = (counts: number[]): string =>
  squareStates
    .flatMap((state, i) => ((counts[i] ?? 0) > 0 ? [`${integer(counts[i] ?? 0)} ${stateNames[state]}`] : []))
    .join(", ");

/** What the squares say. */
export function SquareKey({
  unit,
  atEnd,
  states,
  isCompared,
}: {
  unit: number;
  atEnd: boolean;
  states: SquareState[];
  /** changes are those against a baseline */
  isCompared: boolean;
}) {
  const levels = useContext(FinalScores);
  const shown = unit > 1 ? states.filter((state) => state !== "keyless") : states;
  return (
    <ul class="key square-key">
      {shown.map((state) => (
        <li key={state}>
          <svg class="squares" width="14" height="14" aria-hidden="true" focusable="false">
            <Square x={2} y={2} state={state} />
          </svg>
          {stateNames[state]}
        </li>
      ))}
      {unit === 1 && (
        <li>
          <svg class="squares" width="14" height="14" aria-hidden="true" focusable="false">
            <Square x={2} y={2} state="selected" changed />
          </svg>
          {!atEnd
            ? "picked in this step"
            : isCompared
              ? "in or out, against the baseline"
              : "changed by the latest run"}
        </li>
      )}
      {unit === 1 && levels?.ends != null && (
        <li>
          <svg class="squares" width={shades * 8 + 2} height="14" aria-hidden="true" focusable="false">
            {Array.from({ length: shades }, (_, i) => (
              <rect key={i} class={`final-${i + 1}`} x={i * 8 + 1} y="3" width="8" height="8" />
            ))}
          </svg>
          final score, {rangeText(levels.ends)}
        </li>
      )}
      {unit > 1 && <li>A square stands for {unit} clusters, the last one for fewer.</li>}
    </ul>
  );
}
