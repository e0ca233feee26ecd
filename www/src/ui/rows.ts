/** What lists of many rows have in common: what is asked for, and the keys of a grid. */
import { useSignal } from "@preact/signals";
import type { Virtual } from "./virtual";

/** Rows are asked for in whole pages, so that small scrolls ask for nothing. */
export const pageRows = 50;

/** The rows on screen, and the pages around them. */
export function pagesAround({ items }: Virtual, least = pageRows) {
  const first = items[0]?.index ?? 0;
  const last = items[items.length - 1]?.index ?? 0;
  const from = Math.floor(first / pageRows) * pageRows;
  return { first, last, from, count: Math.max(least, Math.ceil((last + 1 - from) / pageRows) * pageRows) };
}

interface Rows {
  scroller: { current: HTMLElement | null };
  virtual: Virtual;
  total: number;
  rowHeight: number;
  headHeight: number;
  /** Enter or the space bar on a row */
  onOpen(index: number): void;
  /** what other keys do */
  others?: Record<string, () => void>;
}

/** The row that the keyboard is on in a grid, which has the focus itself. */
export function useRowKeys({ scroller, virtual, total, rowHeight, headHeight, onOpen, others = {} }: Rows) {
  const focused = useSignal(0);
  const last = Math.max(0, total - 1);
  const current = Math.min(focused.value, last);
  const go = (index: number): void => {
    focused.value = Math.min(Math.max(0, index), last);
    virtual.show(focused.value);
  };
  const keys = (event: KeyboardEvent): void => {
    const seen = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 300) - headHeight) / rowHeight) - 1);
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      PageDown: () => go(current + seen),
      PageUp: () => go(current - seen),
      Home: () => go(0),
      End: () => go(last),
      Enter: () => onOpen(current),
      " ": () => onOpen(current),
      ...others,
    };
    const move = moves[event.key];
    if (move === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    move();
  };
  const focus = (index: number): void => {
    focused.value = index;
  };
  return { current, go, keys, focus };
}
