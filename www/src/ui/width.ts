/** How wide an element is, for drawings in pixels. */
import { useLayoutEffect, useState } from "preact/hooks";

/** Whole pixels; 0 before it is known. */
export function useWidth(element: { current: Element | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    setWidth(Math.floor(current.getBoundingClientRect().width));
    return () => observer.disconnect();
  }, []);
  return width;
}
