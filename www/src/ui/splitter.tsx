import type { Signal } from "@preact/signals";
import { clampWidth, textWidths } from "./text-width";

/** Moves the line between text and answer: drag, or arrow keys. The width is that of the text. */
export function Splitter({ width }: { width: Signal<number> }) {
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    bar.setPointerCapture(event.pointerId);
    const page = bar.closest(".panes")?.getBoundingClientRect();
    if (page === undefined) return;
    bar.onpointermove = ({ clientX }) => {
      width.value = clampWidth(((clientX - page.left) / page.width) * 100);
    };
    bar.onlostpointercapture = () => {
      bar.onpointermove = null;
    };
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    width.value = clampWidth(width.value + by);
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Width of the input"
      aria-orientation="vertical"
      aria-valuenow={width.value}
      aria-valuemin={textWidths.least}
      aria-valuemax={textWidths.most}
      onPointerDown={drag}
      onKeyDown={step}
      onDblClick={() => {
        width.value = textWidths.usual;
      }}
    />
  );
}
