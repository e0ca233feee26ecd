/** Keeps the control under the pointer in place while it is held; content that appears or disappears moves it later. */

/** Controls of which a tick changes sentences, notes and lists around them. */
const dragged = ".matrix[data-edge] .matrix-squares, .control input[type=range]";
/** Controls that are pressed repeatedly: held until the pointer leaves them. */
const pressed = ".stepper";

let release: (() => void) | null = null;

/** Starts with a press within the answer; parts of the answer keep their height until it ends. */
export function holdStill({ target, pointerType, button }: PointerEvent): void {
  const control = (target as Element).closest<HTMLElement>(`${dragged}, ${pressed}`);
  const pane = control?.closest<HTMLElement>(".answer-pane");
  if (control == null || pane == null || button !== 0 || release !== null) return;
  const free = freeze(control, pane);
  const staysOver = pointerType === "mouse" && control.matches(pressed);
  const over = new AbortController();
  release = () => {
    over.abort();
    release = null;
    free();
  };
  const moved = (event: Event): void => {
    if (!control.contains(event.target as Node)) release?.();
  };
  if (staysOver) addEventListener("pointermove", moved, { signal: over.signal });
  // The wheel or the keyboard releases the control.
  const ends = staysOver ? ["wheel", "keydown"] : ["pointerup", "pointercancel"];
  for (const end of ends) addEventListener(end, release, { signal: over.signal, capture: staysOver, passive: true });
}

/** Fixes the heights of everything around a control and around the matrix; returns a function that releases them. */
function freeze(control: HTMLElement, pane: HTMLElement): () => void {
  const kept = [control.closest("table") ?? control, pane.querySelector(".matrix")].filter((it) => it !== null);
  const parts = new Set<HTMLElement>();
  for (const one of kept)
    for (let at: Element | null = one; at !== null && at !== pane; at = at.parentElement)
      // What is given a height keeps it by itself.
      for (const part of at.parentElement?.children ?? [])
        if (part instanceof HTMLElement && part !== one && part.style.height === "") parts.add(part);
  const holds = (part: Element): boolean => kept.some((one) => part.contains(one));
  // Measures all of them before it fixes the first.
  const sizes = [...parts].map((part) => [part, part.offsetHeight, part.getBoundingClientRect().height] as const);
  for (const [part, isShown, height] of sizes) {
    if (isShown === 0) continue;
    part.style.height = `${height}px`;
    // Users read the sentence while it changes: it may cover the content below.
    if (!holds(part) && !part.matches(".answer-line")) part.style.overflow = "clip";
  }
  pane.classList.add("held");
  return () => {
    const place = (): number => control.getBoundingClientRect().top;
    const before = place();
    for (const part of parts) {
      part.style.height = "";
      part.style.overflow = "";
    }
    pane.classList.remove("held");
    // What found its room pushes the control, not away from under the pointer as far as can be.
    const scrolls = getComputedStyle(pane).overflowY === "auto" ? pane : document.scrollingElement;
    if (control.isConnected) scrolls?.scrollBy({ top: place() - before, behavior: "instant" });
  };
}
