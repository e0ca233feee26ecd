import {
  actualText,
  isEvaluated,
  predicateText,
  rejection,
  requirementText,
  taintText,
  toleratedText,
} from "schedscope/words/placement";
import { clusterPath, type ShownExplanation, placementPath } from "../../engine/protocol";
import type { TaintResult } from "../../engine/types";
import { LineLink } from "../../ui/line-link";
import { FitMark } from "../../ui/check-list";

/** The filters as one cluster met them: each requirement with its actual value, each taint. */
export function CardFilters({ explained }: { explained: ShownExplanation }) {
  const { predicates, taints } = explained.explanation;
  return (
    <>
      {predicates.length > 0 && (
        <section>
          <h3>{predicates.length === 1 ? "Predicate" : "Predicates, one must match"}</h3>
          {predicates.map((predicate, i) => (
            <div key={predicate.path} class="predicate">
              {predicates.length > 1 && (
                <p class="quiet">
                  {i + 1} · {predicateText(predicate)}
                </p>
              )}
              <ul class="verdicts">
                {predicate.requirements.length === 0 && (
                  <li>
                    <Holds holds={predicate.matches} /> <span>matches every cluster</span>
                  </li>
                )}
                {predicate.requirements.map((requirement) => (
                  <li key={requirement.path}>
                    <Holds holds={isEvaluated(requirement) ? requirement.holds : null} />
                    <span>
                      <code>{requirementText(requirement)}</code>
                      <span class={requirement.holds || !isEvaluated(requirement) ? "quiet" : "failing"}>
                        {" "}
                        {actualText(requirement)}
                      </span>{" "}
                      <LineLink range={explained.lines[placementPath(requirement.path)]} />
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
      {taints.length > 0 && (
        <section>
          <h3>Taints</h3>
          <ul class="verdicts">
            {taints.map((taint) => (
              <li key={taint.path}>
                <Holds holds={taint.tolerated} />
                <span>
                  <code>{taintText(taint)}</code> <LineLink range={explained.lines[clusterPath(taint.path)]} />
                  <Tolerations taint={taint} explained={explained} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Tolerations({ taint, explained }: { taint: TaintResult; explained: ShownExplanation }) {
  const line = (index: number) => <LineLink range={explained.lines[placementPath(`spec.tolerations[${index}]`)]} />;
  if (taint.tolerated) {
    return (
      <span class="quiet block">
        {toleratedText(taint)} {taint.toleration !== null && line(taint.toleration)}
        {taint.expires !== null && <> until {taint.expires}</>}
      </span>
    );
  }
  if (taint.rejected.length === 0) return <span class="failing block">no toleration</span>;
  return (
    <>
      {taint.rejected.map(({ toleration, why }) => (
        <span key={toleration} class="failing block">
          toleration {toleration + 1} {rejection(why)} {line(toleration)}
        </span>
      ))}
    </>
  );
}

const Holds = ({ holds }: { holds: boolean | null }) => (
  <FitMark
    able={holds === true}
    asked={holds !== null}
    label={holds === null ? "not evaluated" : holds ? "holds" : "fails"}
  />
);
