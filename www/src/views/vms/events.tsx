import { useEffect, useRef, useState } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import { actorName, eventDetail, isRefused, kindName, kindNames, timeText } from "schedscope/words/vms";
import type { VmStep, VmStepKind, VmTimelineAnswer } from "../../engine/types";
import { ObjectLink } from "../../ui/object-link";
import { pageRows, pagesAround } from "../../ui/rows";
import { useVirtual } from "../../ui/virtual";
import { useRunAnswer } from "./run-answer";
import type { ShownRun } from "./run";
import { filters, playing, step as chosenStep } from "./state";
import { fullName } from "schedscope/words/object-name";

/** One line of detail where there is width, two where there is not; as the style sheet has them. */
const rowHeights = { wide: 44, narrow: 80 };

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
  /** the step on show */
  step: number;
  /** the path of the event that the cursor stands in; null: in none */
  atCursor: string | null;
}

/** All events, filtered; one is shown when it is clicked. */
export function Events(props: Props) {
  const isNarrow = useNarrow();
  // Rows of another height are another list.
  return <EventList key={String(isNarrow)} {...props} rowHeight={isNarrow ? rowHeights.narrow : rowHeights.wide} />;
}

const narrow = matchMedia("(max-width: 760px)");

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const follow = (): void => setNarrow(narrow.matches);
    narrow.addEventListener("change", follow);
    return () => narrow.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}

function EventList({ timeline, run, step, atCursor, rowHeight }: Props & { rowHeight: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { pod, node, kind } = filters.value;
  const filter = {
    ...(pod !== "" && { pod: pod.includes("/") ? pod : `default/${pod}` }),
    ...(node !== "" && { node }),
    ...(kind !== "" && { kind }),
  };
  const [wanted, setWanted] = useState({ offset: 0, limit: pageRows });
  const { answer, options } = useRunAnswer("vmTimeline", { ...run, ...filter, ...wanted, heat: false });
  const from = options?.offset ?? 0;
  const total = answer?.matching ?? 0;
  const virtual = useVirtual(scroller, total, rowHeight, 0);
  const { from: offset, count: limit } = pagesAround(virtual);
  useEffect(() => setWanted({ offset, limit }), [offset, limit]);
  // Without a filter every step has its place.
  const isWhole = pod === "" && node === "" && kind === "";
  const shift = (answer?.steps[0]?.step ?? from) - from;
  useEffect(() => {
    if (isWhole && total > 0) virtual.show(Math.min(total - 1, Math.max(0, step - shift)));
  }, [step, isWhole, total > 0]);
  return (
    <section class="vm-events" aria-labelledby="events-title">
      <div class="section-head">
        <h2 id="events-title">Events</h2>
        <span class="quiet">
          {isWhole
            ? counted(timeline.stepsTotal, "event")
            : `${integer(total)} of ${counted(timeline.stepsTotal + 1, "line")}`}
          {"; select a line to show its step"}
        </span>
        <Filters timeline={timeline} />
      </div>
      {total === 0 && answer !== null && <p class="chart-words">No event matches.</p>}
      <div
        class="event-list"
        role="table"
        aria-label="Events"
        aria-rowcount={total + 1}
        ref={scroller}
        tabIndex={0}
        style={{ "--digits": String(timeline.stepsTotal).length }}
      >
        <div role="rowgroup" class="unseen">
          <div role="row" aria-rowindex={1}>
            <span role="columnheader">step</span>
            <span role="columnheader">time</span>
            <span role="columnheader">kind</span>
            <span role="columnheader">pod and result</span>
            <span role="columnheader">text</span>
          </div>
        </div>
        <div role="rowgroup" class="event-rows" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start }) => (
            <Line
              key={index}
              index={index}
              top={start}
              event={answer?.steps[index - from]}
              timeline={timeline}
              step={step}
              atCursor={atCursor}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface LineProps {
  index: number;
  top: number;
  event: VmStep | undefined;
  timeline: VmTimelineAnswer;
  step: number;
  atCursor: string | null;
}

function Line({ index, top, event, timeline, step, atCursor }: LineProps) {
  const isShown = event?.step === step;
  const show = (): void => {
    if (event === undefined) return;
    playing.value = false;
    chosenStep.value = event.step === timeline.stepsTotal ? null : event.step;
  };
  const look = [
    ...(event !== undefined && isRefused(event) ? ["refused"] : []),
    ...(event?.migrate === true ? ["migrates"] : []),
    ...(isShown ? ["shown"] : []),
    ...(event?.path != null && event.path === atCursor ? ["at-cursor"] : []),
  ].join(" ");
  return (
    <div
      class={`event-row ${look}`}
      role="row"
      aria-rowindex={index + 2}
      aria-current={isShown ? "step" : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={show}
    >
      {event === undefined ? (
        <span role="cell" class="quiet">
          …
        </span>
      ) : (
        <>
          <span role="cell" class="number">
            <button type="button" class="step-button" aria-label={`Show step ${integer(event.step)}`} onClick={show}>
              {integer(event.step)}
            </button>
          </span>
          <span role="cell" class="number quiet">
            {timeText(event.at)}
          </span>
          <span role="cell" class="event-kind">
            {kindName(event.kind)}
          </span>
          <span role="cell" class="event-what">
            <span class="event-pod">
              {event.pod === null ? (event.node ?? "") : fullName(event.pod)}
              {event.pod !== null && event.node !== null && <span class="quiet"> on {event.node}</span>}
            </span>
            <span
              class={`detail ${isRefused(event) ? "failing" : "quiet"}`}
              title={eventDetail(event, timeline.migrations)}
            >
              {eventDetail(event, timeline.migrations)}
            </span>
          </span>
          <span role="cell" class="event-source">
            {event.path === null || timeline.timeline === null ? (
              <span class="quiet">{event.actor ? `by ${actorName(event)}` : ""}</span>
            ) : (
              <ObjectLink object={{ kind: "Timeline", ...timeline.timeline }} path={event.path} title={event.path}>
                in the input
              </ObjectLink>
            )}
          </span>
        </>
      )}
    </div>
  );
}

/** By pod, node and kind. */
function Filters({ timeline }: { timeline: VmTimelineAnswer }) {
  const { pod, node, kind } = filters.value;
  const set = (change: Partial<typeof filters.value>): void => {
    filters.value = { ...filters.peek(), ...change };
  };
  return (
    <div class="event-filters">
      <input
        type="search"
        class="find"
        placeholder="pod, as namespace/name"
        aria-label="Only events of this pod"
        value={pod}
        onInput={(event) => set({ pod: event.currentTarget.value.trim() })}
      />
      <select
        aria-label="Only events of this node"
        value={node}
        onChange={(event) => set({ node: event.currentTarget.value })}
      >
        <option value="">all nodes</option>
        {timeline.nodes.slice(0, 1000).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Only events of this kind"
        value={kind}
        onChange={(event) => set({ kind: event.currentTarget.value as VmStepKind | "" })}
      >
        <option value="">all kinds</option>
        {Object.entries(kindNames).map(([of, name]) => (
          <option key={of} value={of}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
