import { integer } from "schedscope/words/number";
import { vmProblemText } from "schedscope/words/vms";
import type { VmStepAnswer } from "../../engine/types";
import { FitMark } from "../../ui/check-list";
import { NodeLink } from "../../ui/object-link";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric } from "../../ui/heads";
import { Section } from "../../ui/section";

/** The nodes that a pod was held against, best first. */
export function Candidates({ atStep: { candidates, totalCandidates, event } }: { atStep: VmStepAnswer }) {
  if (candidates.length === 0) return null;
  const scored = candidates.some(({ score }) => score !== null);
  return (
    <Section
      class="vm-candidates"
      id="vm-candidates-title"
      title={`Nodes for ${event.pod === null ? "the pod" : fullName(event.pod)}`}
      level={3}
      words={
        totalCandidates > candidates.length
          ? `the first ${integer(candidates.length)} of ${integer(totalCandidates)}`
          : ""
      }
    >
      <table class="plain-table">
        <Heads of={["node", "filter", scored && numeric("score"), "why"]} />
        <tbody>
          {candidates.map(({ node, code, problem, score, chosen }) => (
            <tr key={node} class={chosen ? "about" : ""}>
              <th scope="row">
                <NodeLink node={node} />
              </th>
              <td>
                <span class="fits">
                  <FitMark able={code === "Success"} asked /> {code}
                </span>
              </td>
              {scored && <td class="number">{score === null ? "" : integer(score)}</td>}
              <td>
                {problem === null ? "" : vmProblemText(problem)}
                {chosen && <strong> chosen</strong>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
