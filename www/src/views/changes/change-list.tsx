import { changesText, changeText, cycleText, exchangeText, objections } from "schedscope/words/whatif";
import type { Change, Want } from "../../engine/types";
import { ApplyButton } from "../../ui/apply-button";
import { type Host, useHost } from "../../ui/host";
import { LineLink } from "../../ui/line-link";
import { actionText, byIntent, isWritable } from "./intent";

/** Changes of a list at most. */
const most = 3;

/** The smallest edits that bring something about, those that are likely meant first; each was decided again. */
export function ChangeList({ want, title }: { want: Want; title: string }) {
  const { changes } = useHost();
  changes.use([want], true);
  const found = changes.of(want);
  if (found?.met === true) return null;
  const { first, also } = byIntent(found?.changes ?? []);
  return (
    <section class="change-list" aria-label={title}>
      <h3>{title}</h3>
      {found === undefined ? (
        <p class="quiet">…</p>
      ) : (
        <>
          <Changes of={first.slice(0, most)} onApply={changes.apply} />
          {also.length > 0 && (
            <>
              {first.length > 0 && <h4>Also works</h4>}
              <Changes of={also.slice(0, Math.max(1, most - first.length))} onApply={changes.apply} />
            </>
          )}
          {found.changes.length === 0 && <p class="quiet">{changesText(found)}.</p>}
        </>
      )}
    </section>
  );
}

const Changes = ({ of, onApply }: { of: Change[]; onApply: Host["changes"]["apply"] }) => (
  <ul>
    {of.map((change) => (
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
            onApply={() => onApply(change, actionText(change))}
          />
        ) : (
          <LineLink range={change.edits[0]?.range ?? null} />
        )}
      </li>
    ))}
  </ul>
);
