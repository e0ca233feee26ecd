import { useEffect, useRef } from "preact/hooks";
import { objectText } from "schedscope/words/object-name";
import {
  rolloutKinds,
  rolloutPodsText,
  rolloutSentence,
  stepActionText,
  stepResultText,
} from "schedscope/words/whatif";
import type { ObjectName, RolloutAnswer } from "../../engine/types";
import { StepAnnouncement } from "../../ui/announcement";
import { viewCaveats, WithCaveats } from "../../ui/caveats";
import { useAnswer, useHost } from "../../ui/host";
import { Phrases } from "../../ui/phrase";
import { Scrubber } from "../../ui/scrubber";
import { StepList } from "../../ui/step-list";
import { podsAfter, type RolloutPods } from "./rollout-pods";
import { rolledOut, rolloutPlaying, showRollout, shownRolloutStep } from "./shown-rollout";
import "../../styles/quota-queue.css";
import { Section } from "../../ui/section";

/** Steps that are asked for: all of them, but of the largest rollouts. */
const most = 10_000;

/** The rollout of the workload that was asked for, a step at a time; `offered`: one that can be asked for. */
export function Rollout({ offered }: { offered: ObjectName | undefined }) {
  const { profile } = useHost().question;
  const object = rolledOut.value;
  const asked = object === null ? null : { object, profile: profile.value, limit: most };
  const { answer } = useAnswer("rollout", asked);
  const section = useRef<HTMLElement>(null);
  const name = object !== null && answer !== null ? objectText(answer.object) : null;
  useEffect(() => {
    if (name !== null) section.current?.scrollIntoView({ block: "nearest" });
  }, [name]);
  const isOffered = offered !== undefined && rolloutKinds.includes(offered.kind);
  if (object === null && isOffered)
    return (
      <p class="notes">
        <button type="button" class="plain" onClick={() => showRollout(offered)}>
          Rollout of {objectText(offered)}
        </button>
      </p>
    );
  if (object === null || answer === null) return null;
  return (
    <Section
      class="rollout"
      id="rollout-title"
      title={`Rollout of ${objectText(answer.object)}`}
      head={
        <button type="button" class="quiet-button" onClick={() => showRollout(null)}>
          hide
        </button>
      }
      place={section}
    >
      <WithCaveats caveats={viewCaveats(answer)} answer={answer}>
        <p class="queue-words">
          <Phrases phrases={rolloutSentence(answer)} />
        </p>
      </WithCaveats>
      {answer.steps.length > 0 && <Steps answer={answer} />}
    </Section>
  );
}

function Steps({ answer }: { answer: RolloutAnswer }) {
  const steps = answer.steps.length;
  const step = Math.min(shownRolloutStep.value ?? steps, steps);
  // The end stays the end when the rollout changes.
  const go = (to: number): void => {
    shownRolloutStep.value = to === steps ? null : to;
  };
  const pods = podsAfter(answer, step);
  const at = answer.steps[step - 1];
  const [action, result] = at === undefined ? ["", ""] : [stepActionText(at), stepResultText(at)];
  const words = step === 0 ? "Before the first step" : `Step ${step}: the controller ${action}`;
  const sentence = `${[words, result].filter((part) => part !== "").join("; ")}.`;
  return (
    <>
      <Scrubber
        steps={steps}
        step={step}
        shown={step}
        valueText={step === 0 ? "before the first step" : `step ${step} of ${steps}, ${action}`}
        playing={rolloutPlaying}
        onStep={go}
      />
      <StepAnnouncement
        words={`${sentence} ${rolloutPodsText(pods)}`}
        of="rollout"
        isSilent={() => rolloutPlaying.peek()}
      />
      <div class="queue-columns">
        <StepList
          label="Steps of the rollout"
          look={{ list: "queue-steps", row: "queue-row" }}
          columns={["the controller and the scheduler"]}
          total={steps}
          last={steps}
          step={step}
          current={step > 0 ? step - 1 : null}
          rowAt={(index) => ({ step: index + 1, cells: <Cell answer={answer} index={index} /> })}
          onStep={(to) => {
            rolloutPlaying.value = false;
            go(to);
          }}
        />
        <div class="step-words">
          <p class="step-sentence">{sentence}</p>
          <p class="rollout-pods">{rolloutPodsText(pods)}</p>
          <Squares pods={pods} />
        </div>
      </div>
    </>
  );
}

function Cell({ answer, index }: { answer: RolloutAnswer; index: number }) {
  const step = answer.steps[index];
  if (step === undefined) return null;
  const [action, result] = [stepActionText(step), stepResultText(step)];
  return (
    <span role="cell" class="queue-pod">
      <span title={action}>{action}</span>
      <span class="quiet detail" title={result}>
        {result}
      </span>
    </span>
  );
}

/** Squares at most: of more pods, a square stands for several. */
const mostSquares = 60;

/** A square for each pod: old, new, and without a node. */
function Squares({ pods: { old, updated, waiting } }: { pods: RolloutPods }) {
  const each = Math.max(1, Math.ceil((old + updated + waiting) / mostSquares));
  const looks = { old, updated, waiting };
  return (
    <div class="rollout-squares" aria-hidden="true">
      {Object.entries(looks).flatMap(([look, count]) =>
        Array.from({ length: Math.ceil(count / each) }, (_, i) => <i key={`${look} ${i}`} class={look} />),
      )}
    </div>
  );
}
