import { useEffect, useRef, useState } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { outcomeName, stepDetail, stepLine } from "schedscope/words/quotas";
import { useAnswer } from "../../session/use-answer";
import type { QueueOptions, QueueStep } from "../../engine/types";
import { useVirtual } from "../../ui/virtual";
import { Mark } from "./mark";
import { PodLink } from "./names";
import { queuePlaying, shownQueueStep } from "./state";

const rowHeight = 44;
/** steps asked for around those on screen, in whole spans */
const span = 50;

interface Props {
  steps: number;
  /** the step on show, from 1; 0: before the first */
  step: number;
  options: QueueOptions;
}

/** All steps with what came of them; a step is shown when it is clicked. */
export function QueueSteps({ steps, step, options }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, steps, rowHeight, 0);
  const first = virtual.items[0]?.index ?? 0;
  const last = virtual.items[virtual.items.length - 1]?.index ?? 0;
  const [wanted, setWanted] = useState({ offset: 0, limit: span });
  useEffect(() => {
    const offset = Math.floor(first / span) * span;
    const limit = Math.max(span, Math.ceil((last + 1 - offset) / span) * span);
    if (offset !== wanted.offset || limit !== wanted.limit) setWanted({ offset, limit });
  }, [first, last]);
  const { answer } = useAnswer("queue", { ...options, ...wanted });
  const listed = new Map((answer?.steps ?? []).map((of) => [of.step - 1, of]));
  useEffect(() => {
    if (step > 0) virtual.show(step - 1);
  }, [step]);
  return (
    <div
      class="queue-steps"
      role="table"
      aria-label="Steps of the queue"
      aria-rowcount={steps + 1}
      ref={scroller}
      tabIndex={0}
      style={{ "--digits": String(steps).length }}
    >
      <div role="rowgroup" class="unseen">
        <div role="row" aria-rowindex={1}>
          <span role="columnheader">step</span>
          <span role="columnheader">outcome</span>
          <span role="columnheader">pod</span>
        </div>
      </div>
      <div role="rowgroup" class="queue-rows" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map(({ index, start }) => (
          <Line
            key={index}
            index={index}
            top={start}
            step={listed.get(index)}
            isShown={index === step - 1}
            steps={steps}
          />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  index: number;
  top: number;
  step: QueueStep | undefined;
  isShown: boolean;
  steps: number;
}

function Line({ index, top, step, isShown, steps }: LineProps) {
  const show = (): void => {
    queuePlaying.value = false;
    shownQueueStep.value = index + 1 === steps ? null : index + 1;
  };
  return (
    <div
      class={`queue-row ${step?.outcome ?? ""} ${isShown ? "shown" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      aria-current={isShown ? "step" : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={show}
    >
      <span role="cell" class="number">
        <button type="button" class="step-button" aria-label={`Show step ${integer(index + 1)}`} onClick={show}>
          {integer(index + 1)}
        </button>
      </span>
      <span role="cell" class="outcome">
        {step !== undefined && (
          <>
            <Mark look={step.outcome} /> {outcomeName(step)}
          </>
        )}
      </span>
      <span role="cell" class="queue-pod">
        {step === undefined ? (
          <span class="quiet">…</span>
        ) : (
          <>
            <PodLink pod={step.pod} />
            <span class="quiet detail" title={stepDetail(step)}>
              {stepLine(step)}
            </span>
          </>
        )}
      </span>
    </div>
  );
}
