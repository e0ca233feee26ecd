import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { client, goTo, isBehind, light } from "../../app/session";
import type { ObjectName, Range } from "../../engine/types";

interface Props {
  object: ObjectName;
  /** a field of it; the object itself where it is left out */
  path?: string;
  /** -1 in a grid, whose rows are reached otherwise */
  tabIndex?: number;
  title?: string;
  children: ComponentChildren;
}

/** Leads to an object's line of the text; lights it while pointed at. Where it stands is asked for then. */
export function ObjectLink({ object, path = "", tabIndex, title, children }: Props) {
  const pointed = useRef(0);
  const locate = (use: (range: Range) => void): void => {
    client.request("locate", { object, path }).then(
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
    locate((range) => {
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
      class="line-link object-link"
      tabIndex={tabIndex}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        locate((range) => goTo(range));
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
