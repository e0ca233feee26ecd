/** Sizes the squares of the matrix: as large as fits on one screen with the controls below the stage. */
import { useLayoutEffect } from "preact/hooks";

/** Sizes to try, as multiples of the smallest one. */
const sizes = [1, 1.15, 1.25, 1.4, 1.55, 1.7, 1.85, 2];
/** Reserved height in px, for two more lines of the sentence above and one of a note; a caveat counts as that note. */
const spare = (pane: Element): number => (pane.querySelector(".answer-line .caveat") === null ? 76 : 54);

/** The minimum height of the ladder of candidates in px, as in stage.css. */
const leastLadder = 144;

/** `shape`: the key of everything that the size depends on; ticks of a control do not change it. */
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
      // From the smallest one on: with many squares, only that one is measured.
      const tooLarge = sizes.findIndex((size) => {
        set(size);
        return !isIn(box, pane);
      });
      if (tooLarge >= 0) set(sizes[Math.max(0, tooLarge - 1)] ?? 1);
      // The ladder gets the remaining height.
      stage.current?.style.removeProperty("--ladder");
      const rest = roomBelow(box.closest(".stage"), pane);
      if (rest !== null && rest > 0) stage.current?.style.setProperty("--ladder", `${leastLadder + rest}px`);
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
  const below = roomBelow(box.closest(".stage-main"), pane);
  if (below !== null) return below >= 0;
  return box.scrollHeight <= box.clientHeight + 1 && box.scrollHeight < innerHeight / 2;
}

/** How much is free between a part and the controls at the foot, in px; null: the controls are not at the foot. */
function roomBelow(part: Element | null, pane: Element): number | null {
  const strip = pane.querySelector(".controls-strip");
  if (part === null || strip === null || getComputedStyle(strip).position !== "sticky") return null;
  const bottom = part.getBoundingClientRect().bottom - pane.getBoundingClientRect().top + pane.scrollTop;
  return Math.floor(pane.clientHeight - strip.getBoundingClientRect().height - spare(pane) - bottom);
}
