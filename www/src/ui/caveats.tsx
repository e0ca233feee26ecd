import type { ComponentChildren } from "preact";
import { type Caveat, isBefore } from "schedscope/words/caveat";
import { dataOf, type Found } from "schedscope/words/finding";
import { notLookedAtReason, notLookedAtSentence, notLookedAtSubject } from "schedscope/words/not-looked-at";
import { allCaveats, type Caveated } from "schedscope/words/pod-caveats";
import type { NotLookedAt } from "../engine/types";
import { ObjectLink } from "./object-link";
import { Quoted } from "./quoted";

/** The caveats of an answer on the page, whose header has the version of Kubernetes. */
export const viewCaveats = (answer: Caveated): Caveat[] => onPage(allCaveats(answer));

/** Caveats without the version of Kubernetes. */
export const onPage = (caveats: Caveat[]): Caveat[] => caveats.filter(({ code }) => code !== "kubernetes-version");

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
  answer: Found;
  children?: ComponentChildren;
}) {
  // Its places are links.
  const notLookedAt = caveats.some(({ code }) => code === "not-looked-at") ? dataOf(answer, "not-looked-at") : [];
  const after = caveats.filter((caveat) => !isBefore(caveat) && caveat.code !== "not-looked-at");
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
            <Details details={details} />
          </details>
        ),
      )}
      {children}
      {after.length > 0 && (
        <ul class="notes">
          {after.map(({ message, details }) => (
            <li key={message}>
              <Quoted text={message} />
              {details.length > 0 && <Details details={details} />}
            </li>
          ))}
        </ul>
      )}
      <NotLookedAtNote rows={notLookedAt} />
    </>
  );
}

function Details({ details }: Pick<Caveat, "details">) {
  return (
    <ul class="notes">
      {details.map((detail) => (
        <li key={detail}>
          <Quoted text={detail} />
        </li>
      ))}
    </ul>
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
