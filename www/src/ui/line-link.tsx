import type { TextRange } from "../engine/types";
import { useText } from "./text-links";

/** Leads to a line of the text; lights it while pointed at. */
export function LineLink({ range, label }: { range: TextRange | undefined | null; label?: string }) {
  const text = useText();
  if (!range || text === null) return null;
  const { goTo, light } = text;
  return (
    <button
      type="button"
      class="line-link"
      onClick={() => goTo(range)}
      onMouseEnter={() => light(range)}
      onMouseLeave={() => light(null)}
      onFocus={() => light(range)}
      onBlur={() => light(null)}
    >
      {label === undefined ? "" : `${label}, `}line {range.start.line}
    </button>
  );
}
