import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { TextRange } from "../engine/types";
import { type TextLinks, useText } from "./text-links";

interface Props {
  /** where it leads; asked for when it is pointed at or followed */
  locate(text: TextLinks): Promise<TextRange | null>;
  class: string;
  /** -1 in a grid, whose rows are reached otherwise */
  tabIndex?: number | undefined;
  title?: string | undefined;
  children: ComponentChildren;
}

/** Leads to lines of the text; lights them while pointed at. A plain name where there is no text beside it. */
export function LocatedLink(props: Props) {
  const text = useText();
  return text === null ? <span class={props.class}>{props.children}</span> : <Link {...props} text={text} />;
}

function Link({ text, locate, class: look, tabIndex, title, children }: Props & { text: TextLinks }) {
  const pointed = useRef(0);
  const located = async (use: (range: TextRange) => void): Promise<void> => {
    const range = await locate(text);
    if (range !== null) use(range);
  };
  const point = (): void => {
    const turn = ++pointed.current;
    void located((range) => {
      if (turn === pointed.current) text.light(range);
    });
  };
  const leave = (): void => {
    pointed.current += 1;
    text.light(null);
  };
  return (
    <button
      type="button"
      class={`line-link ${look}`}
      tabIndex={tabIndex}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        void located((range) => text.goTo(range));
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
