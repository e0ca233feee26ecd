/** The rows around those on screen, for a list of any length. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

export interface Virtual {
  items: VirtualItem[];
  height: number;
  show(index: number): void;
}

export function useVirtual(
  scroller: { current: HTMLElement | null },
  count: number,
  rowHeight: number,
  /** height of what stays at the top */
  header: number,
): Virtual {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const virtualizer = useRef<Virtualizer<HTMLElement, Element> | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    paddingStart: 0,
    scrollPaddingStart: 0,
    scrollPaddingEnd: header,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
  };
  virtualizer.current ??= new Virtualizer<HTMLElement, Element>(options);
  virtualizer.current.setOptions(options);
  useLayoutEffect(() => virtualizer.current?._didMount(), []);
  useLayoutEffect(() => virtualizer.current?._willUpdate());
  return {
    items: virtualizer.current.getVirtualItems(),
    height: virtualizer.current.getTotalSize(),
    show: (index) => virtualizer.current?.scrollToIndex(index, { align: "auto" }),
  };
}
