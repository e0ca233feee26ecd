import type { ComponentChildren } from "preact";
import { useText } from "./text-links";

interface Props {
  class?: string;
  /** id of its heading */
  labelledBy: string;
  children: ComponentChildren;
}

/**
 * A part with a heading. On the page it is a landmark; where answers stand alone there may be several
 * of them on one page, and landmarks of one name would be in each other's way.
 */
export function Section({ class: look, labelledBy, children }: Props) {
  const alone = useText() === null;
  return (
    <section class={look} aria-labelledby={labelledBy} {...(alone && { role: "group" })}>
      {children}
    </section>
  );
}
