/** Rows that do not jump while someone types: a new order waits until the text rests. */
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";

/** How long the text rests before rows move. */
const rest = 900;

/** The rows in the order in which they stood; null where they are others. */
export function inOrder<Row extends { name: string }>(names: string[], rows: Row[]): Row[] | null {
  if (names.length !== rows.length) return null;
  const byName = new Map(rows.map((row) => [row.name, row]));
  const ordered = names.map((name) => byName.get(name));
  return ordered.every((row) => row !== undefined) ? (ordered as Row[]) : null;
}

/** The rows of the latest answer; where only the text changed they keep their places for a while. */
export function useSteady<Row extends { name: string }>(rows: Row[], asked: string): Row[] {
  const shown = useRef<{ asked: string; names: string[] }>({ asked: "", names: [] });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const names = shown.current.asked === asked ? shown.current.names : null;
  const steady = useMemo(() => (names === null ? null : inOrder(names, rows)) ?? rows, [names, rows]);
  const isSame = names !== null && steady.every((row, i) => row.name === names[i]);
  if (!isSame) shown.current = { asked, names: steady.map(({ name }) => name) };
  const isMoved = steady.some((row, i) => row.name !== rows[i]?.name);
  useEffect(() => {
    if (!isMoved) return;
    const timer = setTimeout(() => {
      shown.current = { asked: "", names: [] };
      redraw(undefined);
    }, rest);
    return () => clearTimeout(timer);
  }, [rows, isMoved]);
  return steady;
}
