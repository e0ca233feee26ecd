import { type Caveat, caveats } from "schedscope/words/placement";
import type { DecisionSummary } from "../../engine/types";

/** What makes the sentence doubtful: it stands before it. */
export const Doubts = ({ summary }: { summary: DecisionSummary }) => (
  <List rows={caveats(summary).filter(({ code }) => code !== "other-profile")} />
);

/** What others decide: it stands after the sentence. */
export const Others = ({ summary }: { summary: DecisionSummary }) => (
  <List rows={caveats(summary).filter(({ code }) => code === "other-profile")} />
);

function List({ rows }: { rows: Caveat[] }) {
  return (
    <>
      {rows.map(({ code, message, details }) =>
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
