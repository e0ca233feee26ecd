/** The bar of a score in table, ladder and card: weight × score of each prioritizer from 0, and below it their sum. */
import { integer } from "schedscope/words/number";
import type { PrioritizerColumn } from "./prioritizer";
import { place, type Scale, stack } from "./scale";
import { Swatch } from "../../ui/swatch";
import { Key } from "../../ui/key";
import { Patterns } from "../../ui/patterns";

/** A part of all bars of one axis. */
export interface ScorePart {
  name: string;
  /** the class of its colour */
  look: string;
  hatched: boolean;
  weight: number;
}

export const partOf = ({ name, hue, hatched, summary: { weight } }: PrioritizerColumn): ScorePart => ({
  name,
  look: `hue-${hue}`,
  hatched,
  weight,
});

interface Props {
  scale: Scale;
  parts: ScorePart[];
  /** weight × score of each part; they add up to the number at the end of the bar */
  products: (number | null)[];
  /** what is needed: the total of the last selected cluster, or the final score of the pick; null: nothing is cut */
  cut: number | null;
  height?: number;
}

/** The numbers stand beside it, so it is hidden from screen readers. */
export function ScoreBar({ scale, parts, products, cut, height = 14 }: Props) {
  const at = (value: number): string => `${place(scale, value)}%`;
  const known = products.map((product) => product ?? 0);
  const total = known.reduce((sum, product) => sum + product, 0);
  const top = (height - 12) / 2;
  const [zero, end] = [at(0), at(total)];
  return (
    <svg class="bars" width="100%" height={height} aria-hidden="true" focusable="false">
      <line class="zero" x1={zero} x2={zero} y1="0" y2={height} />
      {stack(known).map(({ index, from, to }) => {
        const box = { x: at(from), y: top, width: `${place(scale, to) - place(scale, from)}%`, height: 7 };
        return (
          <g key={index}>
            <rect {...box} class={parts[index]?.look} />
            {parts[index]?.hatched && <rect {...box} class="hatched" />}
          </g>
        );
      })}
      {cut !== null && total < cut && <line class="ghost" x1={end} x2={at(cut)} y1={top + 10} y2={top + 10} />}
      {cut !== null && <line class="cut-off" x1={at(cut)} x2={at(cut)} y1="0" y2={height} />}
      <line class="total" x1={end} x2={zero} y1={top + 10} y2={top + 10} />
    </svg>
  );
}

/** What the parts of the bars are. */
export const ScoreKey = ({ parts }: { parts: ScorePart[] }) => (
  <Key
    look="score-key"
    of={parts.map((part) => [
      <Swatch {...part} />,
      part.weight === 1 ? part.name : `${part.name} × ${integer(part.weight)}`,
    ])}
  />
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
