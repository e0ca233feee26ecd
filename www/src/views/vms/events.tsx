import { useEffect, useState } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import { actorName, eventDetail, isRefused, kindName, kindNames, timeText } from "schedscope/words/vms";
import type { VmStep, VmStepKind, VmTimelineAnswer } from "../../engine/types";
import { ObjectLink } from "../../ui/object-link";
import { pageRows } from "../../ui/rows";
import { StepList, type StepRow } from "../../ui/step-list";
import { useRunAnswer } from "./run-answer";
import type { ShownRun } from "./run";
import { filters, playing, step as chosenStep } from "./state";
import { fullName } from "schedscope/words/object-name";
import { Section } from "../../ui/section";
import { Select } from "../../ui/select";

/** One line of detail where there is width, two where there is not; as the style sheet has them. */
const rowHeights = { wide: 44, narrow: 80 };

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
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
  // Without a filter every step has its place.
  const isWhole = pod === "" && node === "" && kind === "";
  const shift = (answer?.steps[0]?.step ?? from) - from;
  const { stepsTotal } = timeline;
  const found = isWhole ? counted(stepsTotal, "event") : `${integer(total)} of ${counted(stepsTotal + 1, "line")}`;
  return (
    <Section
      class="vm-events"
      id="events-title"
      title="Events"
      words={`${found}; select a line to show its step`}
      head={<Filters timeline={timeline} />}
    >
      {total === 0 && answer !== null && <p class="chart-words">No event matches.</p>}
      <StepList
        label="Events"
        look={{ list: "event-list", row: "event-row" }}
        columns={["time", "kind", "pod and result", "text"]}
        total={total}
        last={stepsTotal}
        step={step}
        current={isWhole && total > 0 ? Math.min(total - 1, Math.max(0, step - shift)) : null}
        rowHeight={rowHeight}
        rowAt={(index) => {
          const event = answer?.steps[index - from];
          return event && rowOf(event, timeline, atCursor);
        }}
        onStep={(to) => {
          playing.value = false;
          chosenStep.value = to === stepsTotal ? null : to;
        }}
        onPages={setWanted}
      />
    </Section>
  );
}

function rowOf(event: VmStep, timeline: VmTimelineAnswer, atCursor: string | null): StepRow {
  const look = [
    ...(isRefused(event) ? ["refused"] : []),
    ...(event.migrate === true ? ["migrates"] : []),
    ...(event.path !== null && event.path === atCursor ? ["at-cursor"] : []),
  ].join(" ");
  return { step: event.step, look, cells: <Cells event={event} timeline={timeline} /> };
}

function Cells({ event, timeline }: { event: VmStep; timeline: VmTimelineAnswer }) {
  return (
    <>
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
      <Select
        aria-label="Only events of this node"
        value={node}
        choices={[["", "all nodes"], ...timeline.nodes.slice(0, 1000).map(({ name }) => name)]}
        onChoose={(value) => set({ node: value })}
      />
      <Select<VmStepKind | "">
        aria-label="Only events of this kind"
        value={kind}
        choices={[["", "all kinds"], ...Object.entries(kindNames)]}
        onChoose={(value) => set({ kind: value })}
      />
    </div>
  );
}
