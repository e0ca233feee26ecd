import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { rangeText } from "schedscope/words/number";
import { type SquareState, squareStates } from "../../../engine/spread";
import { Colours } from "../../../ui/theme";
import { shades } from "./levels";
import { drawSquare, type Palette } from "./matrix-draw";

export const stateNames: Record<SquareState, string> = {
  selected: "selected",
  feasible: "feasible",
  blocked: "blocked by maxSkew",
  keyless: "no key of a hard term",
  filtered: "filtered out",
};

/** In the key at each step, so that the others keep their place. */
const inEachRun: SquareState[] = ["selected", "feasible"];

interface Props {
  palette: Palette | null;
  /** a square stands for each cluster */
  hasSquares: boolean;
  states: SquareState[];
  /** the lowest and the highest final score; null: none */
  ends: [number, number] | null;
  /** what the ring around a square says */
  changed: string;
}

export function SquareKey({ palette, hasSquares, states, ends, changed }: Props) {
  return (
    <ul class="key square-key">
      {squareStates
        .filter((state) => inEachRun.includes(state) || states.includes(state))
        .map((state) => (
          <li key={state}>
            <Sample palette={palette} state={state} /> {stateNames[state]}
          </li>
        ))}
      {hasSquares && (
        <li class="ring">
          <Sample palette={palette} state="selected" isChanged /> {changed}
        </li>
      )}
      {ends !== null && (
        <li>
          {Array.from({ length: shades }, (_, i) => (
            <Sample key={i} palette={palette} state="feasible" shade={i + 1} />
          ))}{" "}
          final score, {rangeText(ends)}
        </li>
      )}
      {!hasSquares && <li>The length of a bar is the number of clusters.</li>}
    </ul>
  );
}

const side = 15;

function Sample({
  palette,
  state,
  shade = 0,
  isChanged = false,
}: {
  palette: Palette | null;
  state: SquareState;
  shade?: number;
  isChanged?: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useContext(Colours);
  useLayoutEffect(() => {
    const { current } = canvas;
    const pen = current?.getContext("2d");
    if (current == null || pen == null || palette === null) return;
    const scale = globalThis.devicePixelRatio || 1;
    current.width = current.height = Math.round(side * scale);
    pen.scale(scale, scale);
    drawSquare(pen, (name) => palette.get(name) ?? "", state, shade, isChanged, side);
  }, [palette, colours]);
  return (
    <span aria-hidden="true">
      <canvas class="sample" ref={canvas} />
    </span>
  );
}
