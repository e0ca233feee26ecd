/** Rollouts that the findings of an answer name as due, simulated. */
import type { Finding, Findings, ObjectName, ProfileChoice, RolloutAnswer, RolloutOptions } from "../../types.js";
import type { Scenario } from "../scenario.js";
import { isSameName } from "../words/object-name.js";

/** Which rollouts are simulated: each costs several queues. */
interface Chosen extends Pick<RolloutOptions, "limit"> {
  profile: ProfileChoice | undefined;
  /** Only that of this workload. */
  of?: ObjectName;
  /** The maximum number of them. */
  most: number;
}

/** Simulates rollouts that are due; the answer keeps the findings about the others. */
export function rolledOut<Answer extends Findings>(
  scenario: Pick<Scenario, "rollout">,
  answer: Answer,
  { of, most, ...options }: Chosen,
): { answer: Answer; rollouts: (RolloutAnswer & Findings)[] } {
  const isAsked = (object: ObjectName): boolean =>
    of === undefined || (object.kind === of.kind && isSameName(object, of));
  const due = answer.findings
    .flatMap((finding) => (finding.code === "rollout-due" && isAsked(finding.data.object) ? [finding] : []))
    .slice(0, most);
  const rest = answer.findings.filter((finding: Finding) => !due.some((one) => one === finding));
  return {
    answer: { ...answer, findings: rest },
    rollouts: due.map(({ data }) => scenario.rollout({ ...options, object: data.object })),
  };
}
