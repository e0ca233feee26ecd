import { changesText, changeText, cycleText, exchangeText, objections } from "schedscope/words/whatif";
import type { Change, Want } from "../../engine/types";
import { applyChange, changesOf, isWritable, useChanges } from "../../session/changes";
import { ApplyButton } from "../../ui/apply-button";
import { LineLink } from "../../ui/line-link";
import { actionText, byIntent } from "./intent";

/** Changes of a list at most. */
const most = 3;

/** The smallest edits that bring something about, those that are likely meant first; each was decided again. */
export function ChangeList({ want, title }: { want: Want; title: string }) {
  useChanges([want], true);
  const found = changesOf(want);
  if (found?.met === true) return null;
  const { first, also } = byIntent(found?.changes ?? []);
  return (
    <section class="change-list" aria-label={title}>
      <h3>{title}</h3>
      {found === undefined ? (
        <p class="quiet">…</p>
      ) : (
        <>
          <Changes changes={first.slice(0, most)} />
          {also.length > 0 && (
            <>
              {first.length > 0 && <h4>Also works</h4>}
              <Changes changes={also.slice(0, Math.max(1, most - first.length))} />
            </>
          )}
          {found.changes.length === 0 && <p class="quiet">{changesText(found)}.</p>}
        </>
      )}
    </section>
  );
}

const Changes = ({ changes }: { changes: Change[] }) => (
  <ul>
    {changes.map((change) => (
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
          <ApplyButton
            words={changeText(change)}
            label={actionText(change)}
            onApply={() => applyChange(change, actionText(change))}
          />
        ) : (
          <LineLink range={change.edits[0]?.range ?? null} />
        )}
      </li>
    ))}
  </ul>
);
