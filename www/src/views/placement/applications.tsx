import { integer } from "schedscope/words/number";
import { applicationNotes, applicationsText, madeApplications } from "schedscope/words/placement";
import type { DecisionApplications } from "../../engine/types";
import { Heads } from "../../ui/heads";

/** Applications that are put on the page; the sentence counts all. */
const shown = 10;

/** What Argo CD makes of the decision. */
export function Applications({ all }: { all: DecisionApplications[] | undefined }) {
  if (all === undefined) return null;
  return (
    <section class="decisions" aria-labelledby="applications-title">
      <h2 id="applications-title">
        Applications <span class="quiet">as Argo CD would create them</span>
      </h2>
      {all.map((of, index) => (
        <One key={index} of={of} />
      ))}
    </section>
  );
}

function One({ of }: { of: DecisionApplications }) {
  const made = madeApplications(of).slice(0, shown);
  const notes = applicationNotes(of);
  const more = of.clusterCount * Math.max(1, of.elements.length) - made.length;
  return (
    <>
      <p>{applicationsText(of)}</p>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {made.length > 0 && (
        <table class="plain-table">
          <Heads of={["Application", "cluster", "destination", "namespace"]} />
          <tbody>
            {made.map(({ name, clusterName, destination }, index) => (
              <tr key={index}>
                <td>{name}</td>
                <td>{clusterName}</td>
                <td>{destination.name === "" ? destination.server : destination.name}</td>
                <td>{destination.namespace}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p class="quiet">and {integer(more)} more.</p>}
    </>
  );
}
