import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { pagesAround } from "./rows";
import { useVirtual } from "./virtual";

/** As the style sheet has it. */
const usualHeight = 44;

export interface StepRow {
  step: number;
  /** class names */
  look?: string;
  /** as many as columns */
  cells: ComponentChildren;
}

interface Props {
  label: string;
  /** class names of the list and of its rows */
  look: { list: string; row: string };
  /** the names of the columns after the number of the step, for those who do not see them */
  columns: string[];
  /** how many rows there are */
  total: number;
  /** the last step, for the width of the numbers */
  last: number;
  step: number;
  /** the row to scroll to; null: none */
  current: number | null;
  rowHeight?: number;
  /** a row, from 0; undefined while it is not known */
  rowAt(index: number): StepRow | undefined;
  onStep(step: number): void;
  /** the pages of rows around those on screen, from 0 */
  onPages?(pages: { offset: number; limit: number }): void;
}

/** Steps of a run, or some of them; a step is shown when it is clicked. */
export function StepList(props: Props) {
  const { label, look, columns, total, last, step, current, rowHeight = usualHeight, rowAt, onStep, onPages } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, total, rowHeight, 0);
  const { from: offset, count: limit } = pagesAround(virtual);
  useEffect(() => onPages?.({ offset, limit }), [offset, limit]);
  useEffect(() => {
    if (current !== null) virtual.show(current);
  }, [current]);
  return (
    <div
      class={`step-list ${look.list}`}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      ref={scroller}
      tabIndex={0}
      style={{ "--digits": String(last).length }}
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
      <div role="rowgroup" class="list-rows" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map(({ index, start }) => {
          const row = rowAt(index);
          const isShown = row?.step === step;
          const show = (): void => {
            if (row !== undefined) onStep(row.step);
          };
          return (
            <div
              key={index}
              class={`list-row ${look.row} ${row?.look ?? ""} ${isShown ? "shown" : ""}`}
              role="row"
              aria-rowindex={index + 2}
              aria-current={isShown ? "step" : undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={show}
            >
              {row === undefined ? (
                <span role="cell" class="quiet">
                  …
                </span>
              ) : (
                <>
                  <span role="cell" class="number">
                    <button
                      type="button"
                      class="step-button"
                      aria-label={`Show step ${integer(row.step)}`}
                      onClick={show}
                    >
                      {integer(row.step)}
                    </button>
                  </span>
                  {row.cells}
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
