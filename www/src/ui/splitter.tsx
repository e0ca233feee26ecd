import { clampWidth, textWidth } from "../app/preferences";

/** Moves the line between text and answer: drag, or arrow keys. */
export function Splitter() {
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    bar.setPointerCapture(event.pointerId);
    const page = bar.closest(".panes")?.getBoundingClientRect();
    if (page === undefined) return;
    bar.onpointermove = ({ clientX }) => {
      textWidth.value = clampWidth(((clientX - page.left) / page.width) * 100);
    };
    bar.onlostpointercapture = () => {
      bar.onpointermove = null;
    };
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    textWidth.value = clampWidth(textWidth.value + by);
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Width of the text"
      aria-orientation="vertical"
      aria-valuenow={textWidth.value}
      aria-valuemin={18}
      aria-valuemax={70}
      onPointerDown={drag}
      onKeyDown={step}
      onDblClick={() => {
        textWidth.value = 31;
      }}
    />
  );
}
