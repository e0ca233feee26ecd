import { useSignal } from "@preact/signals";
import { allCaveats } from "schedscope/words/pod-caveats";
import { counted, integer } from "schedscope/words/number";
import { phraseText } from "schedscope/words/phrase";
import {
  eventDetail,
  isRefused,
  kindName,
  stepSentence,
  type Resource,
  timelineSentence,
  timeText,
} from "schedscope/words/vms";
import type { VmStep, VmStepAnswer, VmTimelineAnswer } from "../engine/types";
import card from "../styles/card.css?inline";
import verdict from "../styles/quota-verdict.css?inline";
import spread from "../styles/spread.css?inline";
import vmStep from "../styles/vm-step.css?inline";
import vms from "../styles/vms.css?inline";
import { Pager } from "../ui/pager";
import { StepAnnouncement } from "../ui/announcement";
import { topOf } from "../views/vms/area";
import { AreaKey, AreaPatterns } from "../views/vms/chart";
import { Inequality } from "../views/vms/inequality";
import { NodeAreas } from "../views/vms/node-areas";
import { RequestCard } from "../views/vms/request-card";
import { firstStep, variantsOf } from "../views/vms/run";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, Part, Pickers, Problem, StepControl } from "./parts";
import type { EmbedSession } from "./session";
import { useQuestion } from "./use-question";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric } from "../ui/heads";
import { OverBudget, StepWords } from "../views/vms/step-words";

/** Nodes that are drawn, points of each, and lines of the list of events. */
const mostNodes = 2;
const points = 800;
const page = 8;

export const styles = [card, spread, verdict, vms, vmStep];

/** Autoscaled VMs over time, and why each event came out as it did. */
export function View({ session }: { session: EmbedSession }) {
  const { choice } = useEmbed();
  const { answer: timeline, error } = useQuestion(session, "vmTimeline", { limit: 0, heat: false });
  const steps = timeline?.stepsTotal ?? 0;
  const step = timeline === null ? 0 : Math.min(choice.step.value ?? firstStep(timeline), steps);
  const atStep = useQuestion(session, "vmStep", timeline === null || timeline.notRun !== null ? null : { step }).answer;
  useAnswerEvent(timeline && { view: "vms", timeline, step: atStep });
  if (timeline === null) return <Problem>{error}</Problem>;
  const { nodeCount, timelines, notRun: problem } = timeline;
  if (nodeCount === 0 && timelines.length === 0 && problem === null)
    return <p class="embed-answer embed-answer-line">The input has no node for VMs.</p>;
  return (
    <div class="vms">
      <AreaPatterns />
      <Runs timeline={timeline} />
      <Answer phrases={timelineSentence(timeline)} caveats={allCaveats(timeline)} answer={timeline}>
        <ul class="notes">
          <OverBudget timeline={timeline} />
        </ul>
      </Answer>
      {atStep !== null && (
        <>
          <Steps timeline={timeline} step={step} atStep={atStep} />
          <Nodes session={session} timeline={timeline} atStep={atStep} />
          <Why atStep={atStep} />
          <Events session={session} timeline={timeline} step={atStep.step} />
        </>
      )}
    </div>
  );
}

/** Which run, where there are controls. */
function Runs({ timeline: run }: { timeline: VmTimelineAnswer }) {
  const { timelines, timeline } = run;
  const { choice } = useEmbed();
  const variants = variantsOf(run);
  return (
    <Pickers
      of={[
        {
          label: "Timeline",
          value: timeline === null ? "" : fullName(timeline),
          choices: timelines.map((one) => fullName(one.timeline)),
          onChoose: (key) => {
            choice.timeline.value = key;
            choice.variant.value = null;
            choice.step.value = null;
          },
        },
        {
          label: "Variant",
          value: choice.variant.value ?? "",
          choices: [["", "base timeline"], ...variants],
          onChoose: (name) => (choice.variant.value = name === "" ? null : name),
        },
      ]}
    />
  );
}

/** Moves through the events, and says what each did. */
function Steps({ timeline, step, atStep }: { timeline: VmTimelineAnswer; step: number; atStep: VmStepAnswer }) {
  const playing = useSignal(false);
  const { event } = atStep;
  const words = stepSentence(atStep, timeline.migrations);
  return (
    <Part title="Step by step" id="steps">
      <StepControl
        steps={timeline.stepsTotal}
        step={step}
        shown={atStep.step}
        valueText={
          `step ${atStep.step} of ${timeline.stepsTotal}, ${timeText(event.at)}, ` +
          `${[kindName(event.kind), ...(event.pod === null ? [] : [fullName(event.pod)])].join(" ")}`
        }
        playing={playing}
      />
      <StepAnnouncement words={phraseText(words)} of="event" isSilent={() => playing.peek()} />
      <StepWords words={words} event={event} />
    </Part>
  );
}

/** Reserved, buffer, watermark and pressure of nodes over time. */
function Nodes({
  session,
  timeline,
  atStep,
}: {
  session: EmbedSession;
  timeline: VmTimelineAnswer;
  atStep: VmStepAnswer;
}) {
  const { choice } = useEmbed();
  const all = timeline.nodes.map(({ name }) => name);
  const wished = choice.node.value;
  const names = wished === null ? busiest(timeline, atStep.event.node) : all.filter((name) => name === wished);
  const { answer } = useQuestion(session, "vmTimeline", { limit: 0, heat: false, series: names, points });
  if (wished !== null && names.length === 0) return <Problem>There is no node “{wished}” in the input.</Problem>;
  return (
    <div class="embed-part" role="group" aria-labelledby="vm-nodes">
      <div class="section-head flex-row">
        <h2 id="vm-nodes">Nodes over time</h2>
        <AreaKey />
      </div>
      {(answer?.series ?? []).map((series) => {
        const tops: Record<Resource, number> = { cpu: topOf([series], "cpu"), memory: topOf([series], "memory") };
        return (
          <NodeAreas
            key={series.node}
            node={series.node}
            runs={[{ name: "", series, outages: timeline.outages }]}
            end={timeline.duration}
            tops={tops}
            step={atStep.step}
            now={atStep.at}
            isShown={false}
            onStep={(to) => {
              if (!choice.readonly.value) choice.step.value = to;
            }}
          />
        );
      })}
      {wished === null && all.length > names.length && (
        <p class="quiet">{counted(all.length - names.length, "more node")} not shown here</p>
      )}
    </div>
  );
}

/** The nodes of most steps, among them that of the event: as many at every step, so that nothing below them jumps. */
function busiest({ nodes }: VmTimelineAnswer, about: string | null): string[] {
  const places = nodes.map(({ name, steps }, i) => ({ name, i, rank: name === about ? Infinity : steps }));
  const most = places.sort((a, b) => b.rank - a.rank || a.i - b.i).slice(0, mostNodes);
  return most.sort((a, b) => a.i - b.i).map(({ name }) => name);
}

/** The inequality of pressure, and why a request was answered as it was. */
function Why({ atStep: { event, request, pressure } }: { atStep: VmStepAnswer }) {
  const [after] = pressure;
  if (after === undefined && request === null) return null;
  return (
    <div class="vm-columns embed-part">
      {after !== undefined && (
        <Inequality node={after.node} before={request?.node === after.node ? request.pressure : null} after={after} />
      )}
      {request !== null && <RequestCard request={request} vm={event.pod} />}
    </div>
  );
}

/** The events around the step on show. */
function Events({ session, timeline, step }: { session: EmbedSession; timeline: VmTimelineAnswer; step: number }) {
  const { choice } = useEmbed();
  const turned = useSignal<{ at: number; from: number } | null>(null);
  const own = Math.floor(step / page) * page;
  const from = turned.value?.at === step ? turned.value.from : own;
  const { answer } = useQuestion(session, "vmTimeline", { offset: from, limit: page, heat: false });
  const still = choice.readonly.value;
  return (
    <Part title="Events" id="events" words={counted(timeline.stepsTotal, "event")}>
      <div class="block-scroll">
        <table class="block-table events-table">
          <Heads of={[numeric("step"), numeric("time"), "kind", "pod and result"]} />
          <tbody>
            {(answer?.steps ?? []).map((event) => (
              <EventLine
                key={event.step}
                event={event}
                timeline={timeline}
                isShown={event.step === step}
                onShow={still ? null : () => (choice.step.value = event.step)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {!still && (
        <Pager
          label="events"
          from={from}
          count={page}
          total={timeline.stepsTotal + 1}
          onFrom={(to) => (turned.value = { at: step, from: to })}
        />
      )}
    </Part>
  );
}

interface EventLineProps {
  event: VmStep;
  timeline: VmTimelineAnswer;
  isShown: boolean;
  onShow: (() => void) | null;
}

function EventLine({ event, timeline, isShown, onShow }: EventLineProps) {
  return (
    <tr class={isShown ? "shown" : ""} aria-current={isShown ? "step" : undefined}>
      <td class="number">
        {onShow === null ? (
          integer(event.step)
        ) : (
          <button type="button" class="line-link" aria-label={`Show step ${integer(event.step)}`} onClick={onShow}>
            {integer(event.step)}
          </button>
        )}
      </td>
      <td class="number">{timeText(event.at)}</td>
      <td>{kindName(event.kind)}</td>
      <td>
        {event.pod !== null && <code>{fullName(event.pod)} </code>}
        <span class={isRefused(event) ? "failing" : "quiet"}>{eventDetail(event, timeline.migrations)}</span>
      </td>
    </tr>
  );
}
