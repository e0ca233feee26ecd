import type { ComponentChildren } from "preact";
import { followPointer } from "./follow-pointer";

/** What a chart is drawn in that is stretched to its place. */
export const stretched = { width: 1000, height: 100 };

interface Props {
  /** in px, with what stands left of the axis and below it; absent: stretched to its place */
  size?: { width: number; height: number; left: number; below: number };
  /** a place on the axis was chosen, from 0 to 1, by a press or a drag */
  onPlace(fraction: number): void;
  children: ComponentChildren;
}

/** Values along an axis. The same is said beside it, so it is hidden from those who do not see it. */
export function StepChart({ size, onPlace, children }: Props) {
  const { width, height, left, below } = size ?? { ...stretched, left: 0, below: 0 };
  const choose = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const margin = (box.width * left) / (left + width);
    onPlace(Math.min(1, Math.max(0, (event.clientX - box.left - margin) / (box.width - margin))));
  };
  return (
    <svg
      class="step-chart"
      viewBox={`${-left} 0 ${left + width} ${height + below}`}
      {...(size === undefined ? { preserveAspectRatio: "none" } : { width: left + width, height: height + below })}
      aria-hidden="true"
      focusable="false"
      {...followPointer(choose)}
    >
      <rect class="hit" width={width} height={height} />
      {children}
    </svg>
  );
}

/** A line across a chart at a place of its axis. */
export const Upright = ({ look, x, to }: { look: string; x: number; to: number }) => (
  <line class={look} x1={x} x2={x} y1="0" y2={to} />
);
