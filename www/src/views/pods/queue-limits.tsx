import { counted } from "schedscope/words/number";
import { queueScorerNames } from "schedscope/words/nodes";
import { maxSteps, queueLimitsText, scorersText } from "schedscope/words/quotas";
import type { LimitsOnNodes, QueueLimitsAnswer, ScorerLimits } from "../../engine/types";
import { viewCaveats, WithCaveats } from "../../ui/caveats";
import { useAnswer, useHost } from "../../ui/host";
import { LimitsByNode } from "./limits-by-node";
import { LimitsByScorer } from "./limits-by-scorer";
import { inForce, isLimitsShown, limitsShown, usualScorer } from "./queue-options";
import { QueueScorer } from "./queue-scorer";
import { Section } from "../../ui/section";
import { ComputeButton } from "../../ui/compute-button";

/** Today's scorer first. */
const compared = [usualScorer, ...queueScorerNames.filter((name) => name !== usualScorer)];

interface Props {
  /** how many pods wait */
  pending: number;
  /** how many nodes there are */
  nodes: number;
  /** there is no queue beside it that says who picks and what is not looked at */
  isAlone?: boolean;
}

/** By how much limits exceed the nodes before the queue and after it, for each scorer side by side. */
export function QueueLimits({ pending, nodes, isAlone = false }: Props) {
  const { profile } = useHost().question;
  const isShown = isLimitsShown(pending);
  const isAsked = pending > 0 && nodes > 0;
  const { answer, error } = useAnswer(
    "queueLimits",
    isAsked && isShown
      ? { profile: profile.value, maxSteps: maxSteps(pending), limit: nodes, scorers: compared }
      : null,
  );
  if (!isAsked) return null;
  return (
    <Section
      class="queue-limits"
      id="queue-limits-title"
      title="Limits after the queue"
      words={`${counted(pending, "pending pod")}; each scorer starts over`}
      head={<ComputeButton isShown={isShown} onToggle={() => (limitsShown.value = !isShown)} />}
    >
      {isShown && answer === null && error !== null && <p class="notes error">{error}</p>}
      {isShown && answer !== null && (
        <>
          {isAlone && <WithCaveats caveats={viewCaveats(answer)} answer={answer} />}
          {isAlone && <QueueScorer />}
          <Compared answer={answer} />
        </>
      )}
    </Section>
  );
}

function Compared({ answer }: { answer: QueueLimitsAnswer }) {
  const { before, scorers } = answer;
  if (![before, ...scorers.map(({ after }) => after)].some(isExceeded))
    return <p class="chart-words">{queueLimitsText(answer)}</p>;
  return (
    <>
      <p class="chart-words">
        {queueLimitsText({ ...answer, scorers: scorers.filter(isTold) })} A best-effort pod counts as its whole node.
      </p>
      <LimitsByScorer answer={answer} />
      <LimitsByNode answer={answer} />
    </>
  );
}

const isExceeded = ({ nodesOverSubscribed }: LimitsOnNodes): boolean => nodesOverSubscribed > 0;

/** Today's scorer, the limit-aware one, and who picks in the queue: the sentence names these. */
const isTold = ({ scorers }: ScorerLimits): boolean =>
  ["LimitAware", "DefaultProfile", "LeastAllocated", scorersText(inForce.value)].includes(scorersText(scorers));
