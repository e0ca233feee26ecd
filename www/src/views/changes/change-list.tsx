import { advised, changesText, changeText, cycleText, exchangeText, objections } from "schedscope/words/whatif";
import type { Want } from "../../engine/types";
import { applyChange, changesOf, isWritable, useChanges } from "../../session/changes";
import { ApplyButton } from "../../ui/apply-button";
import { LineLink } from "../../ui/line-link";

/** Changes of a list at most. */
const most = 3;

/** The smallest edits that bring something about, the cheapest first; each was decided again. */
export function ChangeList({ want, title }: { want: Want; title: string }) {
  useChanges([want], true);
  const found = changesOf(want);
  if (found?.met === true) return null;
  return (
    <section class="change-list" aria-label={title}>
      <h3>{title}</h3>
      {found === undefined ? (
        <p class="quiet">…</p>
      ) : (
        <>
          <ul>
            {advised(found.changes)
              .slice(0, most)
              .map((change) => (
                <li key={changeText(change)}>
                  <span>
                    {changeText(change)}
                    <span class="quiet block">{cycleText(change) || exchangeText(change)}</span>
                    {objections(change).map((words) => (
                      <span key={words} class="quiet block">
                        {words}
                      </span>
                    ))}
                  </span>
                  {isWritable(change) ? (
                    <ApplyButton words={changeText(change)} onApply={() => applyChange(change)} />
                  ) : (
                    <LineLink range={change.edits[0]?.range ?? null} />
                  )}
                </li>
              ))}
          </ul>
          {found.changes.length === 0 && <p class="quiet">{changesText(found)}.</p>}
        </>
      )}
    </section>
  );
}
