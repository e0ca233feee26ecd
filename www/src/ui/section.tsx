import type { ComponentChildren, Ref } from "preact";
import { useText } from "./text-links";

interface Props {
  class?: string;
  /** of its heading */
  id: string;
  title: ComponentChildren;
  /** of the heading */
  level?: 2 | 3;
  /** beside the heading */
  words?: ComponentChildren;
  /** behind these */
  head?: ComponentChildren;
  place?: Ref<HTMLElement>;
  children?: ComponentChildren;
}

/**
 * A part with a heading. On the page it is a landmark; where answers stand alone there may be several
 * of them on one page, and landmarks of one name would be in each other's way.
 */
export function Section({ class: look, id, title, level = 2, words, head, place, children }: Props) {
  const alone = useText() === null;
  const Heading = `h${level}` as const;
  return (
    <section class={look} aria-labelledby={id} {...(place && { ref: place })} {...(alone && { role: "group" })}>
      <div class="section-head flex-row">
        <Heading id={id}>{title}</Heading>
        {words !== undefined && <span class="quiet">{words}</span>}
        {head}
      </div>
      {children}
    </section>
  );
}
