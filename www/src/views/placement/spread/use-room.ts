/** How large the squares of the matrix are: as large as fits on one screen with the controls below the stage. */
import { useLayoutEffect } from "preact/hooks";

/** Sizes that are tried, in parts of the least one. */
const sizes = [1, 1.15, 1.25, 1.4, 1.55, 1.7, 1.85, 2];
/** The room that stays, for another line of the sentence above, in px. */
const spare = 28;

/** `shape`: what the size depends on; ticks of a control keep it. */
export function useRoom(stage: { current: HTMLElement | null }, shape: string): void {
  useLayoutEffect(() => {
    const box = stage.current?.querySelector<HTMLElement>(".matrix-scroll");
    const pane = box?.closest(".answer-pane");
    if (box == null || pane == null) return;
    let known = "";
    const resize = (): void => {
      const now = `${pane.clientWidth} ${pane.clientHeight}`;
      if (known === now) return;
      known = now;
      const set = (size: number): void => box.style.setProperty("--square", String(size));
      // From the least one on: where there are many squares, that is all that is measured.
      const tooLarge = sizes.findIndex((size) => {
        set(size);
        return !isIn(box, pane);
      });
      if (tooLarge >= 0) set(sizes[Math.max(0, tooLarge - 1)] ?? 1);
    };
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(pane);
    return () => observer.disconnect();
  }, [shape]);
}

/** Whether no row of squares is wider than its domain, and the stage is no higher than what is in sight of it. */
function isIn(box: HTMLElement, pane: Element): boolean {
  const rows = [...box.querySelectorAll<SVGElement>(".squares")];
  if (rows.some((row) => row.getBoundingClientRect().width > (row.parentElement?.clientWidth ?? 0) + 1)) return false;
  const main = box.closest(".stage-main");
  const strip = pane.querySelector(".controls-strip");
  if (main === null || strip === null) return false;
  const room = pane.clientHeight - strip.getBoundingClientRect().height - spare;
  if (getComputedStyle(strip).position === "sticky") {
    const below = main.getBoundingClientRect().bottom - pane.getBoundingClientRect().top + pane.scrollTop;
    return below <= room;
  }
  return box.scrollHeight <= box.clientHeight + 1 && box.scrollHeight < innerHeight / 2;
}
