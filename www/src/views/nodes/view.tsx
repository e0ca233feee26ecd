import type { ComponentProps } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { percent } from "schedscope/words/amount";
import {
  cyclePhrases,
  picksOf,
  picksPhrases,
  placementSentence,
  recordedPicks,
  scoreCaveats,
  usageSentence,
  usePhrases,
} from "schedscope/words/nodes";
import { recordedSentence } from "schedscope/words/whatif";
import { podsCommandLine } from "schedscope/words/kubectl";
import { counted, integer } from "schedscope/words/number";
import { plain } from "schedscope/words/phrase";
import { verdictOf } from "schedscope/words/quotas";
import type { NodesAnswer, ScoreNodesAnswer, SimulatePodAnswer } from "../../engine/types";
import { onPage, viewCaveats } from "../../ui/caveats";
import { podKinds } from "../../ui/choice";
import { askedKind, Baseline } from "../pods/against";
import { chosenPod, useChosenPod } from "../pods/chosen-pod";
import { CycleNotes } from "../pods/cycle-notes";
import { PodPicker } from "../pods/pod-picker";
import { QueueLimits } from "../pods/queue-limits";
import { Rollout } from "../pods/rollout";
import { DefaultProfileSection } from "./default-profile-section";
import { isProfileShown, type NodeOrder, bestEffort, openNode, order, resourcesOf, span, weighted } from "./options";
import { NodeCard, PlacedCard } from "./card";
import { Controls } from "./controls";
import { NodeLadder } from "./ladder";
import { OverMatrix } from "./matrix";
import { type NodeLine, placedLine, plainLine } from "./lines";
import { Notes, Parts } from "./parts";
import { Picks } from "./picks";
import { useKept } from "./kept";
import { useSteady } from "./steady";
import { NodeTable } from "./table";
import { axisEnd } from "./usage";
import { RecordedPods } from "./recorded-pods";
import { UsageKey } from "./usage-bars";
import "../../styles/of-nodes";
import "../../styles/queue-limits.css";
import { fullName, isSameName } from "schedscope/words/object-name";
import { Picker } from "../../ui/select";
import { useAnswer, useHost } from "../../ui/host";
import { Nothing } from "../../ui/nothing";
import { Answer } from "../../ui/answer";

/** Nodes with what is on them, and which one each scorer would pick for a pod. */
export function NodesView() {
  const all = useAnswer("nodes", { limit: 0 }).answer;
  const chosen = useChosenPod();
  if (all === null || chosen.counts === null) return <div class="nothing" aria-busy="true" />;
  if (all.all === 0) return <NoNodes />;
  const resources = resourcesOf(all.total);
  return (
    <div class={`nodes ${chosen.lost ? "stale" : ""}`}>
      {chosen.counts.all > 0 && (
        <PodPicker chosen={chosen} none="no pod: current usage" onChoose={(pod) => (chosenPod.value = pod)} />
      )}
      {chosen.pod === null ? (
        <PlainUsage bound={chosen.counts.bound} />
      ) : (
        <Placed
          pod={chosen.pod}
          resources={resources}
          lost={chosen.lost}
          recorded={chosen.entry?.state === "bound" ? chosen.entry.node : null}
          withProfile={isProfileShown(all.all)}
        />
      )}
      <Rollout offered={chosen.entry?.object} />
      <QueueLimits pending={chosen.counts.pending} nodes={all.all} isAlone />
    </div>
  );
}

interface PlacedProps {
  pod: string;
  resources: string[];
  /** the text has an error where the pod stood */
  lost: boolean;
  /** with the scores of kube-scheduler's default profile */
  withProfile: boolean;
  /** the node that the text says it is on */
  recorded: string | null;
}

/** Rows that are asked for, so that the node that limit-aware scoring picks is among them. */
const mostRanked = 100;
/** Nodes of the matrix. */
const mostDrawn = 600;

/** What the scorers make of the nodes for one pod. */
function Placed({ pod, resources, lost, recorded, withProfile }: PlacedProps) {
  const { question, baseline, useBeside } = useHost();
  const profile = question.profile.value;
  const ofPod = { pod, resources: weighted(resources), bestEffort: bestEffort.value };
  const ofProfile = { defaultProfile: withProfile, profile };
  const { answer, options, error } = useKept(
    useAnswer("scoreNodes", { ...ofPod, ...ofProfile, order: order.value, ...span.value }),
    lost,
  );
  const ranked = useKept(
    useAnswer("scoreNodes", {
      ...ofPod,
      ...ofProfile,
      scorers: ["LimitAware"],
      order: withProfile ? "total" : "LimitAware",
      limit: mostRanked,
    }),
    lost,
  );
  const drawn = useKept(
    useAnswer("scoreNodes", { ...ofPod, scorers: ["LimitAware"], order: "text", limit: mostDrawn }),
    lost,
  ).answer;
  const shown = baseline.of("nodes", recorded === null ? null : "the recorded node");
  const beside = useBeside("scoreNodes", { ...ofPod, ...ofProfile, limit: 0 }, askedKind(shown));
  const open = openNode.value;
  const one = useKept(
    useAnswer("scoreNodes", open === null ? null : { ...ofPod, order: "text", offset: open.index, limit: 1 }),
    lost,
  );
  // After the scores, which do not wait for it: it runs the filters again, and evicts where none fits.
  const isUnfit = answer !== null && fullName(answer.pod) === pod && answer.feasible === 0;
  const ofCycle = { pod, profile, limit: 0 };
  const cycle = cycleOf(answer, useAnswer("simulatePod", withProfile || isUnfit ? ofCycle : null).answer);
  const wasUnfit = isUnfit && beside.answer?.feasible === 0;
  const cycleBefore = cycleOf(answer, useBeside("simulatePod", wasUnfit ? ofCycle : null, askedKind(shown)).answer);
  const rows = useSteady(answer?.rows ?? noRows, JSON.stringify(options));
  const found =
    rows.find(({ name }) => name === open?.name) ??
    (one.options?.offset === open?.index ? one.answer?.rows[0] : null) ??
    null;
  useEffect(() => {
    // An edit above moves the node to another place of the text.
    if (open !== null && found?.name === open.name && found.index !== open.index)
      openNode.value = { name: open.name, index: found.index };
  }, [found]);
  const scorers = answer?.scorers ?? noScorers;
  const lines = useMemo(() => rows.map((row) => placedLine(row, scorers)), [rows, scorers]);
  const end = useEnd(lines, pod);
  if (answer === null)
    return error === null ? <div class="nothing" aria-busy="true" /> : <p class="notes error">{error}</p>;
  const from = options?.offset ?? 0;
  const before =
    shown.kind === "recorded" && recorded !== null
      ? recordedPicks(recorded)
      : beside.answer === null
        ? null
        : { ...picksOf(beside.answer), verdict: cycleBefore === null ? undefined : verdictOf(cycleBefore) };
  const verdict = cycle === null ? undefined : verdictOf(cycle);
  // If no node fits, the difference is in the evicted pods: it is shown once both cycles are known.
  const isOpen = wasUnfit && (cycle === null || cycleBefore === null);
  const difference =
    before !== null && !isOpen
      ? picksPhrases(before, { ...picksOf(answer), verdict }, shown.kind, question.podProfile.value)
      : beside.error === null || before !== null
        ? []
        : [plain("The other input does not have the pod.")];
  return (
    <>
      <AnswerLine
        about={pod}
        difference={difference}
        phrases={[...placementSentence(answer), ...(cycle === null ? [] : cyclePhrases(answer, cycle))]}
        caveats={onPage(scoreCaveats(answer))}
        answer={answer}
        foot={
          <>
            <Parts placement={answer} />
            <Baseline view="nodes" shown={shown} />
          </>
        }
      >
        <Notes placement={answer} lost={lost} />
        {/* Ties are those of victims, which the other view names. */}
        {cycle !== null && <CycleNotes cycle={cycle} without="tie" />}
      </AnswerLine>
      <div class="stage">
        <div class="stage-main">
          {drawn !== null && (
            <OverMatrix
              lines={drawn.rows.map((row) => placedLine(row, drawn.scorers))}
              resources={drawn.resources}
              nodes={answer.nodes}
              pod
            />
          )}
        </div>
        <div class="stage-side">
          {ranked.answer !== null && <NodeLadder placement={ranked.answer} before={before?.today} />}
        </div>
      </div>
      <Controls pod={pod} resources={resources} nodes={answer.nodes} />
      <Picks placement={answer} />
      <DefaultProfileSection ranked={ranked} isShown={withProfile} />
      <section class="clusters" aria-labelledby="nodes-title">
        <div class="clusters-main">
          <div class="section-head flex-row">
            <h2 id="nodes-title">Nodes</h2>
            <span class="quiet">select a row for details</span>
            <OrderChoice placement={answer} />
          </div>
          <p class="chart-words">
            {counted(answer.nodes, "node")}, {answer.feasible === answer.nodes ? "all" : integer(answer.feasible)}{" "}
            scored; a filled square is the scorer's pick, an outlined one ties but is later by name. Small figures are
            raw scores, before they are spread from 0 to 100. Bars as above, up to {percent(end, 1)}.
          </p>
          <NodeTable
            total={answer.nodes}
            lineAt={(index) => lines[index - from]}
            resources={answer.resources}
            scorers={answer.scorers}
            end={end}
          />
        </div>
      </section>
      <PlacedCard placement={answer} row={found} end={end} />
    </>
  );
}

/** The cycle, unless it is still that of another pod. */
const cycleOf = (answer: ScoreNodesAnswer | null, cycle: SimulatePodAnswer | null): SimulatePodAnswer | null =>
  cycle !== null && isSameName(cycle.pod, answer?.pod) ? cycle : null;

const noRows: ScoreNodesAnswer["rows"] = [];
const noScorers: ScoreNodesAnswer["scorers"] = [];
const noNodes: NodesAnswer["nodes"] = [];

/** How full the nodes are, with no pod in question. */
function PlainUsage({ bound }: { bound: number }) {
  const { question, baseline, useBeside } = useHost();
  const { answer, options } = useAnswer("nodes", span.value);
  const open = openNode.value;
  const one = useAnswer("nodes", open === null ? null : { offset: open.index, limit: 1 });
  const nodes = answer?.nodes ?? noNodes;
  const from = options?.offset ?? 0;
  const resources = useMemo(
    () => (answer?.total ?? []).filter(({ allocatable }) => allocatable > 0).map(({ name }) => name),
    [answer],
  );
  const lines = useMemo(() => nodes.map((node, i) => plainLine(node, from + i, resources)), [nodes, resources]);
  const end = useEnd(lines, "");
  // All pods are asked about, which takes long of many: only where somebody wants to know.
  const shown = baseline.of("nodes", bound === 0 ? null : "what the cluster recorded", false);
  const beside = useBeside("nodes", { limit: 0 }, askedKind(shown)).answer;
  const isOfRecord = shown.kind === "recorded";
  const recorded = useAnswer(
    "compareRecorded",
    isOfRecord ? { profile: question.profile.value, limit: mostRecorded } : null,
  ).answer;
  if (answer === null) return <div class="nothing" aria-busy="true" />;
  const entry =
    nodes.find(({ name }) => name === open?.name) ??
    (one.options?.offset === open?.index ? one.answer?.nodes[0] : null) ??
    null;
  return (
    <>
      <AnswerLine
        difference={
          isOfRecord
            ? recorded === null
              ? []
              : recordedSentence(recorded)
            : beside === null
              ? []
              : usePhrases(beside, answer, shown.kind)
        }
        phrases={usageSentence(answer)}
        caveats={viewCaveats(answer)}
        answer={answer}
        foot={<Baseline view="nodes" shown={shown} />}
      >
        {isOfRecord && recorded !== null && <RecordedPods answer={recorded} />}
      </AnswerLine>
      <section class="clusters" aria-labelledby="nodes-title">
        <div class="clusters-main">
          <div class="section-head flex-row">
            <h2 id="nodes-title">Nodes</h2>
            <span class="quiet">select a row for details</span>
          </div>
          <UsageKey pod={false} />
          <NodeTable
            total={answer.all}
            lineAt={(index) => lines[index - from]}
            resources={resources}
            scorers={null}
            end={end}
          />
        </div>
      </section>
      <NodeCard
        line={entry === null ? null : plainLine(entry, open?.index ?? 0, resources)}
        end={end}
        incoming={null}
      />
    </>
  );
}

/** Pods that differ from what is recorded of them, of which each is asked about in full. */
const mostRecorded = 20;

/** The axis of all bars. While people scroll it only grows, so that bars keep their lengths. */
function useEnd(lines: NodeLine[], pod: string): number {
  const kept = useRef({ of: "", end: 0 });
  const of = `${useHost().answer.reading.value?.revision ?? 0} ${pod}`;
  const end = axisEnd(
    lines.flatMap(({ usages }) => usages),
    2.5,
  );
  kept.current = { of, end: kept.current.of === of ? Math.max(kept.current.end, end) : end };
  return kept.current.end;
}

const AnswerLine = (props: ComponentProps<typeof Answer>) => (
  <section class="answer-line" aria-label="Answer">
    <div class="answer-words">
      <Answer {...props} />
    </div>
  </section>
);

function OrderChoice({ placement }: { placement: ScoreNodesAnswer }) {
  return (
    <Picker<NodeOrder>
      look="order-choice"
      label="Order"
      aria-label="Order of the nodes"
      value={order.value}
      choices={[
        ["text", "as in the input"],
        ["name", "by name"],
        ...(placement.defaultProfile === null ? [] : [["total", "best by the default profile"] as const]),
        ...placement.scorers.map(({ name }) => [name, `best by ${name}`] as const),
      ]}
      onChoose={(value) => (order.value = value)}
    />
  );
}

function NoNodes() {
  const kinds = useHost().answer.reading.value?.kinds ?? [];
  const workloads = kinds.filter(({ kind }) => podKinds.includes(kind)).slice(0, 2);
  const held = workloads.map(({ kind, count }) => counted(count, kind)).join(" and ");
  return (
    <Nothing
      title={held === "" ? "The input has no Node." : `The input has ${held} and no Node to put pods on.`}
      commands={[podsCommandLine]}
    >
      {held === "" ? "Paste nodes with their pods" : "Add nodes with the pods that run there"}, or paste the output of:
    </Nothing>
  );
}
