import { useState } from "preact/hooks";
import { outcomeName, stepDetail, stepLine } from "schedscope/words/quotas";
import { useAnswer } from "../../ui/host";
import type { QueueOptions, QueueStep } from "../../engine/types";
import { pageRows } from "../../ui/rows";
import { StepList } from "../../ui/step-list";
import { Mark } from "../../ui/mark";
import { PodLink } from "./names";
import { queuePlaying, shownQueueStep } from "./state";

interface Props {
  steps: number;
  /** the step on show, from 1; 0: before the first */
  step: number;
  options: QueueOptions;
}

/** All steps with what came of them; a step is shown when it is clicked. */
export function QueueSteps({ steps, step, options }: Props) {
  const [wanted, setWanted] = useState({ offset: 0, limit: pageRows });
  const { answer } = useAnswer("queue", { ...options, ...wanted });
  const listed = new Map((answer?.steps ?? []).map((of) => [of.step - 1, of]));
  return (
    <StepList
      label="Steps of the queue"
      look={{ list: "queue-steps", row: "queue-row" }}
      columns={["outcome", "pod"]}
      total={steps}
      last={steps}
      step={step}
      current={step > 0 ? step - 1 : null}
      rowAt={(index) => ({
        step: index + 1,
        look: listed.get(index)?.outcome ?? "",
        cells: <Cells step={listed.get(index)} />,
      })}
      onStep={(to) => {
        queuePlaying.value = false;
        shownQueueStep.value = to === steps ? null : to;
      }}
      onPages={setWanted}
    />
  );
}

function Cells({ step }: { step: QueueStep | undefined }) {
  return (
    <>
      <span role="cell" class="outcome">
        {step !== undefined && (
          <>
            <Mark state={step.outcome} /> {outcomeName(step)}
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
    </>
  );
}
