import { useContext, useEffect, useRef } from "preact/hooks";
import { Colours } from "../../../ui/theme";
import { squaresOf } from "./domains";
import { countsText } from "./squares";

const pitch = 13;
const side = 10;
const across = 10;

interface Props {
  selected: number;
  feasible: number;
  blocked: number;
  filtered: number;
  /** clusters for which a square stands */
  unit: number;
}

/** Squares that stand for many clusters each, drawn; the numbers stand beside them. */
export function SquareCanvas({ selected, feasible, blocked, filtered, unit }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useContext(Colours);
  const counts = [selected, feasible, blocked, filtered].map((count) => squaresOf(count, unit));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rows = Math.ceil(total / across);
  const width = Math.min(total, across) * pitch + 2;
  const height = rows * pitch + 2;
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const redraw = (): void => draw(target, counts, width, height);
    redraw();
    const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
    for (const query of media) query.addEventListener("change", redraw);
    return () => {
      for (const query of media) query.removeEventListener("change", redraw);
    };
  }, [...counts, colours]);
  if (total === 0) return null;
  return (
    <canvas
      ref={canvas}
      class="square-canvas"
      style={{ width: `${width}px`, height: `${height}px` }}
      role="img"
      aria-label={countsText([selected, feasible, blocked, 0, filtered])}
    />
  );
}

function draw(canvas: HTMLCanvasElement, counts: number[], width: number, height: number): void {
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  pen.scale(scale, scale);
  // The style sheet's colours, as the browser computed them for this theme.
  const { color: blue, borderTopColor: faint, outlineColor: red } = getComputedStyle(canvas);
  let i = 0;
  counts.forEach((count, state) => {
    for (let n = 0; n < count; n += 1, i += 1) {
      const x = (i % across) * pitch + 2;
      const y = Math.floor(i / across) * pitch + 2;
      if (state === 0) {
        pen.fillStyle = blue;
        pen.fillRect(x, y, side, side);
      } else if (state === 1) {
        pen.strokeStyle = blue;
        pen.lineWidth = 1.5;
        pen.strokeRect(x + 0.75, y + 0.75, side - 1.5, side - 1.5);
      } else if (state === 2) {
        pen.strokeStyle = red;
        pen.lineWidth = 1;
        pen.strokeRect(x + 0.75, y + 0.75, side - 1.5, side - 1.5);
        lines(pen, x, y, [
          [1, 4, 3],
          [1, 6.5, 5.5],
          [1, 9, 8],
          [3.5, 9, 5.5],
          [6, 9, 3],
        ]);
      } else {
        pen.strokeStyle = faint;
        pen.lineWidth = 1;
        pen.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
        lines(pen, x, y, [[0.5, 9.5, 9]]);
      }
    }
  });
}

/** Lines up to the right, each from its place in a square. */
function lines(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  all: [dx: number, dy: number, length: number][],
): void {
  pen.beginPath();
  for (const [dx, dy, length] of all) {
    pen.moveTo(x + dx, y + dy);
    pen.lineTo(x + dx + length, y + dy - length);
  }
  pen.stroke();
}
