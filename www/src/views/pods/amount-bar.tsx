/** Amounts of one resource as one bar. */

/** How a part is filled; words beside the bar say what it is. */
type PartLook = "solid" | "light" | "blue" | "amber" | "red" | "outline";

export interface BarPart {
  from: number;
  to: number;
  look: PartLook;
  hatched?: boolean;
}

interface BarTick {
  at: number;
  dashed?: boolean;
}

interface Props {
  /** the amount at the right end; the left one is 0 */
  end: number;
  /** up to where there is something to give: drawn as a ground */
  ground?: number;
  parts: BarPart[];
  ticks?: BarTick[];
  height?: number;
}

/** The same numbers stand beside it as text, so it is hidden from those who do not see it. */
export function AmountBar({ end, ground = 0, parts, ticks = [], height = 8 }: Props) {
  const place = (amount: number): number => (end <= 0 ? 0 : Math.min(1, Math.max(0, amount / end)) * 100);
  const box = (from: number, to: number) => ({
    x: `${place(from)}%`,
    y: 0,
    width: `${Math.max(0, place(to) - place(from))}%`,
    height,
  });
  return (
    <svg class="amount-bar" width="100%" height={height} aria-hidden="true" focusable="false">
      {ground > 0 && <rect {...box(0, ground)} class="ground" />}
      {parts.map(({ from, to, look, hatched }, i) =>
        to <= from ? null : (
          <g key={i}>
            <rect {...box(from, to)} class={look} />
            {hatched && <rect {...box(from, to)} class="hatch-over" />}
          </g>
        ),
      )}
      {parts.some(({ to }) => to > end) && <CutEnd height={height} />}
      {ticks.map(({ at, dashed }, i) => (
        <line
          key={i}
          class={`tick ${dashed ? "dashed" : ""}`}
          x1={`${place(at)}%`}
          x2={`${place(at)}%`}
          y1={-2}
          y2={height + 2}
        />
      ))}
    </svg>
  );
}

/** A bar that goes on past the axis has a gap before its end. */
function CutEnd({ height }: { height: number }) {
  return (
    <svg x="100%" overflow="visible" aria-hidden="true">
      <path class="cut-end" d={`M-9 ${height + 1} L-5 -1 L-3 -1 L-7 ${height + 1}Z`} />
    </svg>
  );
}
