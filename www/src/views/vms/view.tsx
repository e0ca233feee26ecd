import { useEffect, useRef, useState } from "preact/hooks";
import { virtualMachinesCommandLine, vmsCommandLine } from "schedscope/words/kubectl";
import { runPhrases, timelineSentence } from "schedscope/words/vms";
import type { Findings, VmStepAnswer, VmTimelineAnswer } from "../../engine/types";
import { viewCaveats } from "../../ui/caveats";
import { useHost } from "../../ui/host";
import { ObjectLink } from "../../ui/object-link";
import { AddEvent } from "./add-event";
import { useRunAnswer } from "./run-answer";
import { AreaPatterns } from "./chart";
import { Comparison } from "./comparison";
import { Events } from "./events";
import { NodeAtStep } from "./step";
import { NodesSection } from "./nodes-section";
import { Inequality } from "./inequality";
import { Migrations } from "./migrations";
import { Pickers, RunBaseline } from "./pickers";
import { chosenRun, comparedName, comparedRun, firstStep, type ShownRun, variantsOf } from "./run";
import {
  chosenTimeline,
  chosenVariant,
  isDrawn,
  pinned,
  playing,
  step as chosenStep,
  useCompared,
  useIsLost,
} from "./state";
import { Steps, usePathAtCursor } from "./steps";
import "../../styles/of-nodes";
import "../../styles/vms.css";
import "../../styles/vm-step.css";
import "../../styles/vm-events.css";
import { fullName } from "schedscope/words/object-name";
import { Nothing } from "../../ui/nothing";
import { Answer } from "../../ui/answer";
import { OverBudget } from "./step-words";

/** Autoscaled VMs: what a timeline of events does to nodes, and why, event by event. */
export function VmsView() {
  const { reading } = useHost().answer;
  // What is chosen may have gone from the text: names are checked against those that were there last.
  const known = useRef<VmTimelineAnswer["timelines"]>([]);
  const run = chosenRun(known.current, chosenTimeline.value, chosenVariant.value);
  const withHeat = isDrawn(useCompared()) ? { heat: true } : {};
  const latest = useRunAnswer("vmTimeline", { ...run, ...withHeat, limit: 0 });
  if (latest.answer !== null) known.current = latest.answer.timelines;
  const [, lookAgain] = useState(false);
  const isKnown = latest.answer !== null;
  // What a link asks for is found once the first answer tells what there is.
  useEffect(() => lookAgain(isKnown), [isKnown]);
  const isGone = latest.error !== null && known.current.length > 0;
  useEffect(() => {
    if (isGone) [chosenTimeline.value, chosenVariant.value] = [null, null];
  }, [isGone]);
  if (latest.answer === null) {
    return latest.error === null || isGone ? (
      <div class="nothing" aria-busy={reading.value === null} />
    ) : (
      <p class="notes error">{latest.error}</p>
    );
  }
  const { nodeCount, timelines, notRun: problem } = latest.answer;
  if (nodeCount === 0 && timelines.length === 0 && problem === null) return <NoVms />;
  return <Played timeline={latest.answer} run={run} />;
}

function Played({ timeline, run }: { timeline: VmTimelineAnswer & Findings; run: ShownRun }) {
  const { useBeside } = useHost();
  const compared = useCompared();
  const isLost = useIsLost();
  const atCursor = usePathAtCursor(timeline);
  const variants = variantsOf(timeline);
  const besideRun = comparedRun(run, variants, compared);
  const beside = useRunAnswer("vmTimeline", besideRun === null ? null : { ...besideRun, heat: true, limit: 0 }).answer;
  const kind = compared.type === "text" ? compared.kind : null;
  const ofText = useBeside("vmTimeline", { ...run, heat: true, limit: 0 }, kind).answer;
  const before = besideRun === null ? ofText : beside;
  const name = comparedName(compared);
  const isCompared = before !== null && before.notRun === null && timeline.notRun === null;
  const difference = isCompared ? runPhrases(before, timeline, name) : [];
  const drawn = isDrawn(compared) && before !== null ? before : null;
  const comparison = drawn !== null && <Comparison timeline={timeline} beside={drawn} compared={compared} />;
  const { stepsTotal } = timeline;
  const step = Math.min(
    chosenStep.value === undefined ? firstStep(timeline) : (chosenStep.value ?? stepsTotal),
    stepsTotal,
  );
  const about = useRunAnswer("vmStep", timeline.notRun === null ? { ...run, step } : null).answer;
  const node = useNode(timeline, about);
  const isOther = node !== null && about !== null && about.nodes[0]?.name !== node;
  const other = useRunAnswer("vmStep", isOther ? { ...run, step: about.step, nodes: [node] } : null).answer;
  const detail = isOther ? (other?.step === about.step ? other : null) : about;
  const kept = useRef<VmStepAnswer | null>(null);
  kept.current = detail ?? kept.current;
  const pressure = kept.current?.pressure.find((of) => of.node === node);
  const words = timelineSentence(timeline, "adding an event below creates one");
  return (
    <div class={`placement vms ${isLost ? "stale" : ""}`}>
      <AreaPatterns />
      <Pickers timeline={timeline} run={run} />
      <section class="answer-line" aria-label="Answer">
        <Answer
          difference={difference}
          phrases={words}
          caveats={viewCaveats(timeline)}
          answer={timeline}
          foot={<RunBaseline timeline={timeline} run={run} />}
        >
          <Notes timeline={timeline} isLost={isLost} />
        </Answer>
      </section>
      {timeline.notRun !== null && comparison}
      {timeline.notRun === null && (
        <>
          <Steps timeline={timeline} run={run} step={step} atStep={about} detail={detail} node={node}>
            <AddEvent timeline={timeline} atStep={detail ?? about} />
          </Steps>
          <div class="stage">
            <div class="stage-main">
              <NodesSection
                timeline={timeline}
                run={run}
                beside={drawn === null ? null : { run: besideRun ?? run, timeline: drawn, name, kind }}
                step={about?.step ?? step}
                now={about?.at ?? 0}
                node={node}
              />
            </div>
            <div class="stage-side">
              {pressure !== undefined && (
                <Inequality
                  node={pressure.node}
                  before={about?.request?.node === pressure.node ? about.request.pressure : null}
                  after={pressure}
                  level={2}
                />
              )}
              <Migrations
                timeline={timeline}
                run={run}
                onStep={(to) => {
                  playing.value = false;
                  pinned.value = null;
                  chosenStep.value = to === stepsTotal ? null : to;
                }}
              />
            </div>
          </div>
          {comparison}
          {about !== null && node !== null && kept.current !== null && (
            <NodeAtStep
              about={about}
              detail={kept.current}
              node={node}
              doMigration={timeline.config?.doMigration ?? true}
            />
          )}
          <Events timeline={timeline} run={run} step={about?.step ?? step} atCursor={atCursor} />
        </>
      )}
    </div>
  );
}

/** The node that is shown in detail: the chosen one, else that of the event, else the one before, else the first. */
function useNode(timeline: VmTimelineAnswer, about: VmStepAnswer | null): string | null {
  const last = useRef<string | null>(null);
  const names = timeline.nodes.map(({ name }) => name) ?? [];
  const has = (name: string | null | undefined): name is string => name != null && names.includes(name);
  const found = [pinned.value, about?.event.node, last.current, names[0]].find(has) ?? null;
  last.current = found;
  return found;
}

function Notes({ timeline, isLost }: { timeline: VmTimelineAnswer & Findings; isLost: boolean }) {
  const { notRun: problem, configMap, stopped } = timeline;
  return (
    <ul class="notes">
      {isLost && (
        <li class="error">
          The input has an error, or a misspelt kind, where the timeline stood; this is the last answer before it.
        </li>
      )}
      {problem?.code === "config" && configMap !== null && (
        <li class="error">
          The config is that of{" "}
          <ObjectLink object={{ kind: "ConfigMap", ...configMap }}>{fullName(configMap)}</ObjectLink>.
        </li>
      )}
      <OverBudget timeline={timeline} />
      {stopped && timeline.timeline !== null && (
        <li class="hint">The maximum number of events was played; the timeline has more.</li>
      )}
    </ul>
  );
}

const NoVms = () => (
  <Nothing title="The input has no node for VMs." commands={[vmsCommandLine, virtualMachinesCommandLine]}>
    Paste the output of:
  </Nothing>
);
