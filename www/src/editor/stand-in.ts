/** A plain field that holds the text, in the place and the metrics of the editor, until that is loaded. */

/** From so many UTF-16 code units on only the first lines are shown, and none is edited. */
export const longestStandIn = 200_000;
const firstLines = 100;

/** What somebody did in the field. */
export interface Standing {
  text: string;
  selection: [number, number];
  hasFocus: boolean;
  scroll: [number, number];
}

export interface StandIn {
  /** what the field holds now */
  text(): string;
  /** what was done in it, once no character is being composed */
  end(): Promise<Standing>;
}

/** `touched`: somebody goes into the field; `typed`: its text changed. */
export function standIn(host: HTMLElement, text: string, events: { touched(): void; typed(): void }): StandIn {
  const isWhole = text.length <= longestStandIn;
  const shown = isWhole ? text : text.split("\n", firstLines).join("\n");
  const lines = text.split("\n").length;
  const box = document.createElement("div");
  box.className = "stand-in";
  const numbers = document.createElement("pre");
  numbers.ariaHidden = "true";
  const shownLines = Math.min(lines, isWhole ? 1000 : firstLines);
  numbers.textContent = Array.from({ length: shownLines }, (_, i) => i + 1).join("\n");
  // As wide as the last number.
  numbers.style.width = `max(28px, calc(${String(lines).length}ch + 8px))`;
  const field = document.createElement("textarea");
  field.ariaLabel = "Objects as YAML or JSON";
  field.spellcheck = false;
  field.autocapitalize = "off";
  field.wrap = "off";
  field.readOnly = !isWhole;
  field.value = shown;
  field.setSelectionRange(0, 0);
  let isComposing = false;
  field.addEventListener("compositionstart", () => (isComposing = true));
  field.addEventListener("compositionend", () => (isComposing = false));
  field.addEventListener("scroll", () => (numbers.scrollTop = field.scrollTop));
  for (const event of ["pointerenter", "focus"]) field.addEventListener(event, events.touched);
  field.addEventListener("input", events.typed);
  box.append(numbers, field);
  host.append(box);
  const now = (): string => (isWhole ? field.value : text);
  return {
    text: now,
    async end() {
      while (isComposing) {
        await new Promise((resolve) => field.addEventListener("compositionend", resolve, { once: true }));
      }
      const { selectionStart, selectionEnd, scrollTop, scrollLeft } = field;
      const hasFocus = document.activeElement === field;
      box.remove();
      return { text: now(), selection: [selectionStart, selectionEnd], hasFocus, scroll: [scrollLeft, scrollTop] };
    },
  };
}

/** The one stretch by which two texts differ. */
export function differing(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
