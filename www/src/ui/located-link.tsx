import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { goTo, isBehind, light } from "../app/session";
import type { Range } from "../engine/types";

interface Props {
  /** where it leads; asked for when it is pointed at or followed */
  locate(): Promise<Range | null>;
  class: string;
  /** -1 in a grid, whose rows are reached otherwise */
  tabIndex?: number | undefined;
  title?: string | undefined;
  children: ComponentChildren;
}

/** Leads to lines of the text; lights them while pointed at. */
export function LocatedLink({ locate, class: look, tabIndex, title, children }: Props) {
  const pointed = useRef(0);
  const located = (use: (range: Range) => void): void => {
    locate().then(
      (range) => {
        if (range !== null) use(range);
      },
      (error: unknown) => {
        if (!isBehind(error)) throw error;
      },
    );
  };
  const point = (): void => {
    const turn = ++pointed.current;
    located((range) => {
      if (turn === pointed.current) light(range);
    });
  };
  const leave = (): void => {
    pointed.current += 1;
    light(null);
  };
  return (
    <button
      type="button"
      class={`line-link ${look}`}
      tabIndex={tabIndex}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        located((range) => goTo(range));
      }}
      onMouseEnter={point}
      onMouseLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {children}
    </button>
  );
}
