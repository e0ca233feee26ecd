import { caveats } from "schedscope/words/placement";
import type { DecisionSummary } from "../../engine/types";

/** What must be known before the sentence of a decision is believed: it stands before it. */
export function Caveats({ summary }: { summary: DecisionSummary }) {
  return (
    <>
      {caveats(summary).map(({ code, message, details }) =>
        details.length === 0 ? (
          <p key={code} class={`caveat ${code}`}>
            {message}
          </p>
        ) : (
          <details key={code} class={`caveat ${code}`}>
            <summary>{message}</summary>
            <ul class="notes">
              {details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </details>
        ),
      )}
    </>
  );
}
