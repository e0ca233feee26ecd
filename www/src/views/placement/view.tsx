import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useRef } from "preact/hooks";
import { hubCommandLine } from "schedscope/words/kubectl";
import type { ShownDecision } from "../../engine/protocol";
import { useHost } from "../../ui/host";
import { Loaded } from "../../ui/loaded";
import { useSteadyHeight } from "../../ui/steady";
import { AnswerLine } from "./answer-line";
import { Card } from "./card";
import { Controls } from "./controls";
import { Terms } from "./spread/terms";
import { Table } from "./table";
import { fullName } from "schedscope/words/object-name";
import { Picker } from "../../ui/select";
import { Nothing } from "../../ui/nothing";

/** Which clusters a placement selects, and why. */
export function PlacementView() {
  const { decision, stale } = useHost().answer;
  const current = decision.value;
  if (current === null) return <NoDecision />;
  return (
    <div class={`placement ${stale.value ? "stale" : ""}`}>
      <PlacementPicker />
      <AnswerLine decision={current} />
      <StagePlace decision={current} />
      <Controls decision={current} />
      <Terms decision={current} />
      <Clusters decision={current} />
      {current.summary.spread !== null && <Loaded load={runDetails} given={{ decision: current }} until={null} />}
      <DecisionDrawer decision={current} />
      <Card decision={current} />
    </div>
  );
}

/** The stage, in a place that does not shrink from step to step. */
function StagePlace({ decision }: { decision: ShownDecision }) {
  const place = useRef<HTMLDivElement>(null);
  useSteadyHeight(place, useHost().text.number.value);
  return (
    <div class="stage-place" ref={place}>
      {decision.summary.spread !== null && (
        <Loaded load={spreadStage} given={{ decision }} until={<div class="stage of-spread awaited" />} />
      )}
    </div>
  );
}

/** Behind the sentence: most placements have none. */
const spreadStage = (): Promise<ComponentType<{ decision: ShownDecision }>> =>
  import("./spread/section").then((it) => it.SpreadStage);
const runDetails = (): Promise<ComponentType<{ decision: ShownDecision }>> =>
  import("./spread/run-details").then((it) => it.RunDetails);
const drawer = (): Promise<ComponentType<{ decision: ShownDecision }>> => import("./drawer").then((it) => it.Drawer);

/** Its contents are loaded when it is first opened, and made only while it is open. */
function DecisionDrawer({ decision }: { decision: ShownDecision }) {
  const open = useSignal(false);
  return (
    <details class="drawer" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>Decisions, conditions, groups and YAML</summary>
      {open.value && <Loaded load={drawer} given={{ decision }} />}
    </details>
  );
}

function Clusters({ decision: current }: { decision: ShownDecision }) {
  const { openCluster, rowFilter } = useHost().question;
  return (
    <section class="clusters" aria-labelledby="clusters-title">
      <div class="clusters-main">
        <div class="section-head flex-row">
          <h2 id="clusters-title">Clusters</h2>
          {/* After a row is selected, the hint would push the rows away from under the pointer. */}
          {openCluster.value === null && <span class="quiet">select a row for the reason</span>}
          <input
            type="search"
            class="find"
            title="A name, a label as env=prod, a state, or what keeps clusters out: taint, predicate, a key"
            placeholder="Find by name, label, reason"
            aria-label="Find clusters by name, label, state or reason"
            value={rowFilter.value}
            onInput={(event) => {
              rowFilter.value = event.currentTarget.value;
            }}
          />
        </div>
        <Table decision={current} />
      </div>
    </section>
  );
}

/** Which placement, where the text has several. */
function PlacementPicker() {
  const { answer, question } = useHost();
  const all = answer.placements.value;
  if (all.length < 2) return null;
  const index = answer.decision.value?.placement ?? 0;
  return (
    <Picker
      look="picker"
      label="Placement"
      value={String(index)}
      choices={all.map((placement) => [String(placement.index), fullName(placement)])}
      onChoose={(value) => {
        const chosen = all[Number(value)];
        if (chosen) question.chosenPlacement.value = { namespace: chosen.namespace, name: chosen.name };
      }}
    />
  );
}

function NoDecision() {
  const { reading, refusal } = useHost().answer;
  if (refusal.value !== null) {
    return (
      <div class="nothing">
        <h1>No decision.</h1>
        <p>{refusal.value.message}</p>
      </div>
    );
  }
  if (reading.value === null) return <div class="nothing" aria-busy="true" />;
  return (
    <Nothing title="The input has no Placement." commands={[hubCommandLine]}>
      Paste one with its clusters, or the output of:
    </Nothing>
  );
}
