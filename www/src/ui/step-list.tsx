import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { pagesAround } from "./rows";
import { useVirtual } from "./virtual";

const rowHeight = 44;

interface Props {
  label: string;
  /** the names of the columns after the number of the step, for those who do not see them */
  columns: string[];
  steps: number;
  /** the step on show, from 1; 0: before the first */
  step: number;
  /** class names of a step, from 0 */
  look?(index: number): string;
  /** the cells of a step, from 0; as many as columns */
  cells(index: number): ComponentChildren;
  onStep(step: number): void;
  /** the pages of steps around those on screen, from 0 */
  onPages?(pages: { offset: number; limit: number }): void;
}

/** All steps of a run; a step is shown when it is clicked. */
export function StepList({ label, columns, steps, step, look, cells, onStep, onPages }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, steps, rowHeight, 0);
  const { from: offset, count: limit } = pagesAround(virtual);
  useEffect(() => onPages?.({ offset, limit }), [offset, limit]);
  useEffect(() => {
    if (step > 0) virtual.show(step - 1);
  }, [step]);
  return (
    <div
      class="queue-steps"
      role="table"
      aria-label={label}
      aria-rowcount={steps + 1}
      ref={scroller}
      tabIndex={0}
      style={{ "--digits": String(steps).length }}
    >
      <div role="rowgroup" class="unseen">
        <div role="row" aria-rowindex={1}>
          {["step", ...columns].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="queue-rows" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map(({ index, start }) => (
          <div
            key={index}
            class={`queue-row ${look?.(index) ?? ""} ${index === step - 1 ? "shown" : ""}`}
            role="row"
            aria-rowindex={index + 2}
            aria-current={index === step - 1 ? "step" : undefined}
            style={{ transform: `translateY(${start}px)` }}
            onClick={() => onStep(index + 1)}
          >
            <span role="cell" class="number">
              <button
                type="button"
                class="step-button"
                aria-label={`Show step ${integer(index + 1)}`}
                onClick={() => onStep(index + 1)}
              >
                {integer(index + 1)}
              </button>
            </span>
            {cells(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
