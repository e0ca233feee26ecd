import type { PrioritizerColumn } from "./prioritizer";
import { place, type Scale, stack } from "./scale";

interface Props {
  scale: Scale;
  /** the prioritizers in force */
  columns: PrioritizerColumn[];
  /** weight × score of each */
  products: (number | null)[];
  cutOff: number | null;
}

/**
 * The bars of a row around zero: weight × score per prioritizer, a tick at the total, the cut-off as
 * a dashed line. The columns next to it contain the same numbers, so it is hidden from screen readers.
 */
export function Bars({ scale, columns, products, cutOff }: Props) {
  const at = (value: number): string => `${place(scale, value)}%`;
  const total = products.reduce<number>((sum, product) => sum + (product ?? 0), 0);
  return (
    <svg class="bars" width="100%" height="27" aria-hidden="true" focusable="false">
      <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="27" />
      {stack(products.map((product) => product ?? 0)).map(({ index, from, to }) => {
        const column = columns[index];
        if (column === undefined) return null;
        const x = place(scale, from);
        const box = { x: `${x}%`, y: "9", width: `${place(scale, to) - x}%`, height: "9" };
        return (
          <g key={index}>
            <rect {...box} class={`hue-${column.hue}`} />
            {column.hatched && <rect {...box} class="hatched" />}
          </g>
        );
      })}
      {cutOff !== null && total < cutOff && <line class="ghost" x1={at(total)} x2={at(cutOff)} y1="21.5" y2="21.5" />}
      {cutOff !== null && <line class="cut-off" x1={at(cutOff)} x2={at(cutOff)} y1="0" y2="27" />}
      <line class="total" x1={at(total)} x2={at(total)} y1="6" y2="21" />
    </svg>
  );
}

/** The pattern that tells a hue's second use from its first; once in the page. */
export function HatchPattern() {
  return (
    <svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.5" height="4" class="hatch-line" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A prioritizer's hue beside its name. */
export function Swatch({ column }: { column: PrioritizerColumn }) {
  return (
    <svg class="swatch" width="8" height="8" aria-hidden="true" focusable="false">
      <rect width="8" height="8" class={`hue-${column.hue}`} />
      {column.hatched && <rect width="8" height="8" class="hatched" />}
    </svg>
  );
}
