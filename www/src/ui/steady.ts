import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Keeps an element as high as it ever was for one text and one width, so that what follows it does not move when its
 * contents become less. `of` names the text; another text starts over.
 */
export function useSteadyHeight(element: RefObject<HTMLElement | null>, of: string | number): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    let width = current.offsetWidth;
    const observer = new ResizeObserver(() => {
      // Contents of another width have other heights. While a control is held, its own heights count.
      if (current.offsetWidth !== width) current.style.minHeight = "";
      // A height that is rounded up would move what follows by a part of a pixel.
      else if (current.style.height === "") current.style.minHeight = `${current.getBoundingClientRect().height}px`;
      width = current.offsetWidth;
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      current.style.minHeight = "";
    };
  }, [of]);
}
