import type { ComponentChildren } from "preact";
import { assumptions, type Caveat, isBefore, notLookedAtRows } from "schedscope/words/caveat";
import type { Caveated } from "schedscope/words/pod-caveats";
import { notLookedAtReason, notLookedAtSentence, notLookedAtSubject } from "schedscope/words/not-looked-at";
import type { MissingInput, NotLookedAt } from "../engine/types";
import { ObjectLink } from "./object-link";
import { Quoted } from "./quoted";

/**
 * The sentence of an answer with what must be known before it is believed: before it what makes it doubtful, behind it
 * what is assumed and what is not looked at.
 */
export function WithCaveats({
  caveats,
  answer,
  children,
}: {
  caveats: Caveat[];
  answer: Caveated;
  children?: ComponentChildren;
}) {
  const isUnlikely = ({ why }: MissingInput): boolean => why === "one-namespace";
  const assumed = [true, false].flatMap((act) => {
    const missingInputs = answer.missingInputs.filter((row) => isUnlikely(row) === act);
    return assumptions({ ...answer, missingInputs }).map((words) => ({ words, act }));
  });
  return (
    <>
      {caveats.filter(isBefore).map(({ code, message, details }) =>
        details.length === 0 ? (
          <p key={code} class={`caveat ${code}`}>
            <Quoted text={message} />
          </p>
        ) : (
          <details key={code} class={`caveat ${code}`}>
            <summary>
              <Quoted text={message} />
            </summary>
            <ul class="notes">
              {details.map((detail) => (
                <li key={detail}>
                  <Quoted text={detail} />
                </li>
              ))}
            </ul>
          </details>
        ),
      )}
      {children}
      {assumed.length > 0 && (
        <ul class="notes">
          {assumed.map(({ words, act }) => (
            <li key={words} class={act ? "hint" : ""}>
              <Quoted text={words} />
            </li>
          ))}
        </ul>
      )}
      <NotLookedAtNote rows={notLookedAtRows(answer).after} />
    </>
  );
}

/** What of the text an answer does not look at: a sentence that opens to the places; nothing where it looks at all. */
function NotLookedAtNote({ rows }: { rows: NotLookedAt[] }) {
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
            : {notLookedAtReason(row)}.
          </li>
        ))}
      </ul>
    </details>
  );
}
