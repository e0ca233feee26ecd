/** Bars: parts along one axis, and lines across it. Their numbers stand beside them: screen readers skip the bars. */
import type { ComponentChildren } from "preact";
import { place, type Scale, stack } from "./scale";
import { Patterns } from "./patterns";

export interface BarPart {
  from: number;
  to: number;
  /** the class of its fill; words beside the bar say what it is */
  look: string | undefined;
  /** a pattern instead of the fill of its class */
  fill?: string | undefined;
  hatched?: boolean | undefined;
}

interface BarLine {
  at: number;
  /** where it ends, if that is another place */
  to?: number;
  look: string;
  /** from and to which height, in px; absent: across the bar */
  y?: [number, number];
}

interface Props {
  look: string;
  scale: Scale;
  height: number;
  /** of the parts, in px: from the top, and their height */
  top?: number;
  thick?: number;
  parts: BarPart[];
  lines?: BarLine[];
  children?: ComponentChildren;
}

export function Bar({ look, scale, height, top = 0, thick = height, parts, lines = [], children }: Props) {
  const at = (value: number): string => `${place(scale, value)}%`;
  return (
    <svg class={look} width="100%" height={height} aria-hidden="true" focusable="false">
      {parts.map((part, i) => {
        const width = `${Math.max(0, place(scale, part.to) - place(scale, part.from))}%`;
        const box = { x: at(part.from), y: top, width, height: thick };
        return (
          <g key={i}>
            <rect {...box} class={part.look} {...(part.fill !== undefined && { fill: part.fill })} />
            {part.hatched && <rect {...box} class="hatched" />}
          </g>
        );
      })}
      {lines.map(({ at: from, to = from, look, y: [y1, y2] = [0, height] }, i) => (
        <line key={i} class={look} x1={at(from)} x2={at(to)} y1={y1} y2={y2} />
      ))}
      {children}
    </svg>
  );
}

interface ScoreBarProps {
  scale: Scale;
  parts: { look: string | undefined; hatched?: boolean }[];
  /** weight × score of each part; they add up to the number at the end of the bar */
  products: (number | null)[];
  /** what is needed: the total of the last selected cluster, or the final score of the pick; null: nothing is cut */
  cut: number | null;
  /** whether a line leads from the bar to the cut */
  isLacking?: boolean | undefined;
  height?: number;
}

/** A score: weight × score of each prioritizer from 0, and below it their sum. */
export function ScoreBar({ scale, parts, products, cut, isLacking = true, height = 14 }: ScoreBarProps) {
  const known = products.map((product) => product ?? 0);
  const total = known.reduce((sum, product) => sum + product, 0);
  const top = (height - 12) / 2;
  const below: [number, number] = [top + 10, top + 10];
  return (
    <Bar
      look="bars"
      scale={scale}
      height={height}
      top={top}
      thick={7}
      parts={stack(known).map(({ index, from, to }) => ({
        from,
        to,
        look: parts[index]?.look,
        hatched: parts[index]?.hatched,
      }))}
      lines={[
        { at: 0, look: "zero" },
        ...(cut !== null && isLacking && total < cut ? [{ at: total, to: cut, look: "ghost", y: below }] : []),
        ...(cut === null ? [] : [{ at: cut, look: "cut-off" }]),
        { at: total, to: 0, look: "total", y: below },
      ]}
    />
  );
}

interface AmountBarProps {
  /** the amount at the right end; the left one is 0 */
  end: number;
  /** up to where there is something to give: drawn as a ground */
  ground?: number;
  parts: BarPart[];
  /** a line across it */
  tick?: number;
  height?: number;
}

/** Amounts of one resource. */
export const AmountBar = ({ end, ground = 0, parts, tick, height = 8 }: AmountBarProps) => (
  <Bar
    look="amount-bar"
    scale={{ min: 0, max: end > 0 ? end : 1 }}
    height={height}
    parts={[...(ground > 0 ? [{ from: 0, to: ground, look: "ground" }] : []), ...parts.filter((of) => of.to > of.from)]}
    lines={tick === undefined ? [] : [{ at: tick, look: "tick", y: [-2, height + 2] }]}
  >
    {/* A bar that goes on past the axis has a gap before its end. */}
    {parts.some(({ to }) => to > end) && (
      <svg x="100%" overflow="visible" aria-hidden="true">
        <path class="cut-end" d={`M-9 ${height + 1} L-5 -1 L-3 -1 L-7 ${height + 1}Z`} />
      </svg>
    )}
  </Bar>
);

/** The pattern that tells a hue's second use from its first; once in the page. */
export function HatchPattern() {
  return (
    <Patterns>
      <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1.5" height="4" class="hatch-line" />
      </pattern>
    </Patterns>
  );
}
