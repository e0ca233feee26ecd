/** The rows around those on screen, for a list of any length whose rows are equally high. */
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** A row that is drawn, and where it begins below the first one, in px. */
interface VirtualRow {
  index: number;
  start: number;
}

export interface Virtual {
  items: VirtualRow[];
  height: number;
  /** whether a row is on screen or next to it, as far as the browser told */
  isInSight(index: number): boolean;
  show(index: number): void;
}

/** How many rows are drawn above and below those on screen. */
const spare = 12;

/** Rows next to those on screen that count as such. */
const nearby = 2;

/** The part of a list's box that is on screen, below its upper edge, in px. */
interface Sight {
  from: number;
  to: number;
}

/** Whether a row is in sight, where the list is scrolled to `top`; lengths in px. */
export function isSeen(index: number, rowHeight: number, header: number, top: number, sight: Sight): boolean {
  const start = header + index * rowHeight - top;
  const near = nearby * rowHeight;
  return start + rowHeight > sight.from - near && start < sight.to + near;
}

/** The first and the last row to draw, and behind the last where there is none: `[0, -1]`. Lengths in px. */
export function rowsAround(count: number, rowHeight: number, top: number, height: number): [number, number] {
  if (count === 0 || height <= 0) return [0, -1];
  // A list that has become shorter is scrolled back by the browser some time later.
  const from = Math.min(Math.max(0, top), Math.max(0, count * rowHeight - height));
  const first = Math.floor(from / rowHeight) - spare;
  const last = Math.floor((from + height) / rowHeight) + spare;
  return [Math.max(0, first), Math.min(count - 1, last)];
}

/** Where to scroll so that a row is seen, by as little as possible; `height` is what rows are seen in, in px. */
export function scrolledTo(index: number, rowHeight: number, top: number, height: number): number {
  const start = index * rowHeight;
  if (start < top) return start;
  return Math.max(top, start + rowHeight - height);
}

export function useVirtual(
  scroller: { current: HTMLElement | null },
  count: number,
  rowHeight: number,
  /** height of what stays at the top */
  header: number,
): Virtual {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const seen = useRef({ top: 0, height: 0 });
  const sight = useRef<Sight>({ from: 0, to: Number.POSITIVE_INFINITY });
  const [first, last] = rowsAround(count, rowHeight, seen.current.top, seen.current.height);
  const drawn = useRef<[count: number, first: number, last: number]>([count, first, last]);
  drawn.current = [count, first, last];
  const element = useRef<HTMLElement | null>(null);
  const leave = useRef<() => void>(() => undefined);
  // The element may come later, or be another one.
  useLayoutEffect(() => {
    if (element.current === scroller.current) return;
    leave.current();
    element.current = scroller.current;
    const tell = (top: number, height: number): void => {
      seen.current = { top, height };
      const [count, first, last] = drawn.current;
      const [from, to] = rowsAround(count, rowHeight, top, height);
      if (from !== first || to !== last) redraw(undefined);
    };
    leave.current = follow(scroller.current, tell, (now) => {
      sight.current = now;
    });
  });
  useLayoutEffect(() => () => leave.current(), []);
  return {
    items: Array.from({ length: last - first + 1 }, (_, i) => ({ index: first + i, start: (first + i) * rowHeight })),
    height: count * rowHeight,
    isInSight: (index) => isSeen(index, rowHeight, header, seen.current.top, sight.current),
    show(index) {
      const box = scroller.current;
      if (box === null) return;
      const to = scrolledTo(index, rowHeight, box.scrollTop, box.clientHeight - header);
      if (to !== box.scrollTop) box.scrollTop = to;
    },
  };
}

/** The fractions of an element on screen at which the browser calls the observer. */
const steps = Array.from({ length: 41 }, (_, i) => i / 40);

/**
 * Reports the scroll position and the height of an element, and which part of it is on screen, now and after each
 * change. Returns a function that stops it.
 */
function follow(
  element: HTMLElement | null,
  tell: (top: number, height: number) => void,
  see: (sight: Sight) => void,
): () => void {
  if (element === null) return () => undefined;
  const told = (): void => tell(element.scrollTop, element.clientHeight);
  element.addEventListener("scroll", told, { passive: true });
  const sizes = new ResizeObserver(told);
  sizes.observe(element);
  // Reading the element's position would force a layout; the observer reports it with the frames.
  const sights = new IntersectionObserver(
    (entries) => {
      const { boundingClientRect: box, intersectionRect: seen } = entries[
        entries.length - 1
      ] as IntersectionObserverEntry;
      see({ from: seen.top - box.top, to: seen.bottom - box.top });
    },
    { threshold: steps },
  );
  sights.observe(element);
  told();
  return () => {
    element.removeEventListener("scroll", told);
    sizes.disconnect();
    sights.disconnect();
  };
}
