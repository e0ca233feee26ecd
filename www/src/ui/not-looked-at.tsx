import {
  NOT_LOOKED_AT_REASONS,
  notLookedAtSentence,
  notLookedAtSubject,
  rowsBesideAnswer,
} from "schedscope/words/not-looked-at";
import type { NotLookedAt } from "../engine/types";
import { ObjectLink } from "./object-link";

/** What of the text an answer does not look at: a sentence that opens to the places; nothing where it looks at all. */
export function NotLookedAtNote({ rows: all }: { rows: NotLookedAt[] }) {
  const rows = rowsBesideAnswer(all);
  if (rows.length === 0) return null;
  return (
    <details class="not-looked-at">
      <summary>{notLookedAtSentence(rows)}</summary>
      <ul class="notes">
        {rows.map((row) => (
          <li key={`${row.why} ${row.field} ${notLookedAtSubject(row)}`}>
            <ObjectLink object={row.object} path={row.path}>
              {notLookedAtSubject(row)}
            </ObjectLink>
            : {NOT_LOOKED_AT_REASONS[row.why]}.
          </li>
        ))}
      </ul>
    </details>
  );
}
