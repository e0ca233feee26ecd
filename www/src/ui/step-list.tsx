import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
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
  /** the first and the last step on screen, from 0 */
  onScreen?(first: number, last: number): void;
}

/** All steps of a run; a step is shown when it is clicked. */
export function StepList({ label, columns, steps, step, look, cells, onStep, onScreen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, steps, rowHeight, 0);
  const first = virtual.items[0]?.index ?? 0;
  const last = virtual.items[virtual.items.length - 1]?.index ?? 0;
  useEffect(() => onScreen?.(first, last), [first, last]);
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
