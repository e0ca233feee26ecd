import { integer } from "schedscope/words/number";
import { ArrowButton } from "./arrow-button";

interface Props {
  /** what is paged: `Nodes` */
  label: string;
  from: number;
  /** as many as a page has */
  count: number;
  total: number;
  onFrom(from: number): void;
}

/** Moves through the pages of a list; nothing where there is one page. A group: landmarks are the page's own. */
export function Pager({ label, from, count, total, onFrom }: Props) {
  if (total <= count) return null;
  const last = Math.floor((total - 1) / count) * count;
  const go = (to: number): void => onFrom(Math.min(last, Math.max(0, to)));
  return (
    <div role="group" class="pager" aria-label={`Pages of ${label}`}>
      <ArrowButton of="Page" way="back" disabled={from === 0} onClick={() => go(from - count)} />
      <span>
        {integer(from + 1)} to {integer(Math.min(total, from + count))} of {integer(total)}
      </span>
      <ArrowButton of="Page" way="forward" disabled={from >= last} onClick={() => go(from + count)} />
    </div>
  );
}
