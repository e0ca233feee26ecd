import { useEffect } from "preact/hooks";
import { phraseText } from "schedscope/words/phrase";
import { kindName, stepSentence, timeText } from "schedscope/words/vms";
import type { VmStepAnswer, VmTimelineAnswer } from "../../engine/types";
import { ObjectLink } from "../../ui/object-link";
import { StepAnnouncement } from "../../ui/announcement";
import { useHost } from "../../ui/host";
import { Scrubber } from "../../ui/scrubber";
import { useRunAnswer } from "./run-answer";
import type { ShownRun } from "./run";
import { isAdded, pinned, playing, step as chosenStep } from "./state";
import { fullName } from "schedscope/words/object-name";
import { Section } from "../../ui/section";
import { StepWords } from "./step-words";

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
  step: number;
  /** null before the first answer */
  atStep: VmStepAnswer | null;
  /** the same step with the chosen node; its neighbours are that node's */
  detail: VmStepAnswer | null;
  /** the node that is shown in detail */
  node: string | null;
  children: preact.ComponentChildren;
}

/** Moves through the events, and says what each did. */
export function Steps({ timeline, run, step, atStep, detail, node, children }: Props) {
  const { stepsTotal } = timeline;
  // The end stays the end when the timeline changes.
  const go = (to: number): void => {
    chosenStep.value = to === stepsTotal ? null : to;
  };
  const words = atStep === null ? [] : stepSentence(atStep, timeline.migrations);
  const event = atStep?.event ?? null;
  const shown = atStep?.step ?? step;
  return (
    <Section
      class="vm-steps"
      id="vm-steps-title"
      title="Step by step"
      head={
        <>
          {node !== null && detail !== null && (
            <span class="node-steps inline">
              <span class="quiet">on {node}</span>
              <Neighbour to={detail.previous} words={`Previous event of ${node}`} sign="‹" onStep={go} />
              <Neighbour to={detail.next} words={`Next event of ${node}`} sign="›" onStep={go} />
            </span>
          )}
          <AtCursor timeline={timeline} run={run} onStep={go} />
        </>
      }
    >
      <Scrubber
        steps={stepsTotal}
        step={step}
        shown={shown}
        valueText={
          event === null
            ? `step ${step} of ${stepsTotal}`
            : `step ${shown} of ${stepsTotal}, ${timeText(event.at)}, ` +
              `${[kindName(event.kind), ...(event.pod === null ? [] : [fullName(event.pod)])].join(" ")}`
        }
        playing={playing}
        onStep={go}
      />
      <StepAnnouncement
        words={phraseText(words)}
        of="event"
        isSilent={() => playing.peek() || chosenStep.peek() === undefined}
      />
      <StepWords words={words} event={event}>
        {event?.path != null && timeline.timeline !== null && (
          <ObjectLink object={{ kind: "Timeline", ...timeline.timeline }} path={event.path}>
            in the input
          </ObjectLink>
        )}
      </StepWords>
      {children}
    </Section>
  );
}

function Neighbour({
  to,
  words,
  sign,
  onStep,
}: {
  to: number | null;
  words: string;
  sign: string;
  onStep(step: number): void;
}) {
  return (
    <button
      type="button"
      class="plain"
      aria-label={words}
      title={words}
      disabled={to === null}
      onClick={() => {
        playing.value = false;
        if (to !== null) onStep(to);
      }}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** The event that the cursor is in, as a way to its step. */
function AtCursor({
  timeline,
  run,
  onStep,
}: {
  timeline: VmTimelineAnswer;
  run: ShownRun;
  onStep(step: number): void;
}) {
  const place = useEventAt(timeline);
  const { answer, options } = useRunAnswer(
    "vmTimeline",
    place === null ? null : { ...run, event: place, limit: 1, heat: false },
  );
  const event = place !== null && options?.event === place ? (answer?.steps[0] ?? null) : null;
  const added = isAdded.value && event !== null ? event.step : null;
  useEffect(() => {
    if (added === null) return;
    isAdded.value = false;
    pinned.value = null;
    onStep(added);
  }, [added]);
  if (event === null) return null;
  return (
    <button
      type="button"
      class="line-link"
      onClick={() => {
        playing.value = false;
        pinned.value = null;
        onStep(event.step);
      }}
    >
      the event at the cursor, {timeText(event.at)}
    </button>
  );
}

/** The place in `spec.events` of the event that the cursor is in, of the timeline on show. */
function useEventAt({ timeline }: VmTimelineAnswer): number | null {
  const at = useHost().cursor.event.value;
  if (at === null || timeline === null) return null;
  return timeline.name === at.timeline ? at.event : null;
}

/** Its path, as events have it. */
export function usePathAtCursor(timeline: VmTimelineAnswer): string | null {
  const place = useEventAt(timeline);
  return place === null ? null : `spec.events[${place}]`;
}
