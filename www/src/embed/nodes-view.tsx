import { nodeTable } from "schedscope/report/pods";
import { resourceNames } from "schedscope/words/amount";
import { allCaveats } from "schedscope/words/pod-caveats";
import {
  cyclePhrases,
  placementSentence,
  plainUsage,
  scoreCaveats,
  usageOf,
  usageSentence,
} from "schedscope/words/nodes";
import { own } from "schedscope/words/own";
import type { BestEffort, NodeRow, ScoreNodesAnswer } from "../engine/types";
import card from "../styles/card.css?inline";
import nodes from "../styles/nodes.css?inline";
import pods from "../styles/pods.css?inline";
import { BlockView, Opens } from "../ui/block-view";
import { WeightSlider } from "../ui/weight-slider";
import { DefaultProfile } from "../views/nodes/default-profile";
import { placedLine } from "../views/nodes/lines";
import { Notes, Parts } from "../views/nodes/parts";
import { Picks, UsageTable } from "../views/nodes/picks";
import { Scores } from "../views/nodes/scores";
import { axisEnd } from "../views/nodes/usage";
import { UsageKey } from "../views/nodes/usage-bars";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, More, Part, Problem } from "./parts";
import { PodPicker } from "./pod-picker";
import type { EmbedSession } from "./session";
import { type ChosenPod, useChosenPod, useQuestion } from "./use-question";
import { fullName } from "schedscope/words/object-name";
import { defaultWeight, resourcesOf } from "../views/nodes/options";
import { hasControls } from "./choice";

/** A pod with neither requests nor limits may use all that its node has. */
const bestEffort: BestEffort = "allocatable";
const mostSearched = 5000;
/** Rows among which the nodes to compare are found. */
const mostCompared = 100;
/** Up to so many nodes the default profile's scores are computed, too. */
const mostProfiled = 1000;

export const styles = [card, pods, nodes];

/** Which node scorers pick for a pod, and what it makes of the nodes. */
export function View({ session }: { session: EmbedSession }) {
  const chosen = useChosenPod(session);
  return (
    <>
      <PodPicker chosen={chosen} />
      {chosen.pod === null ? (
        <Usage session={session} />
      ) : (
        <Placed session={session} chosen={chosen} pod={chosen.pod} />
      )}
    </>
  );
}

/** How full the nodes are, where no pod is in question. */
function Usage({ session }: { session: EmbedSession }) {
  const embed = useEmbed();
  const { answer, error } = useQuestion(session, "nodes", { limit: embed.rows.value });
  useAnswerEvent(answer && { view: "nodes", placement: null, nodes: answer });
  if (answer === null) return <Problem>{error}</Problem>;
  if (answer.all === 0) return <p class="embed-answer embed-answer-line">The input has no Node.</p>;
  const rows = answer.nodes.map(({ name, resources }) => ({
    name,
    usages: resources.map(plainUsage).filter(({ allocatable }) => allocatable > 0),
  }));
  const end = axisEnd(
    rows.flatMap(({ usages }) => usages),
    4,
  );
  return (
    <>
      <Answer phrases={usageSentence(answer)} caveats={allCaveats(answer)} answer={answer} />
      <Part title="Nodes" id="nodes" words="limits and requests of the pods on them">
        <UsageKey pod={false} />
        <div class="picks">
          {rows.map(({ name, usages }) => (
            <div key={name} class="pick">
              <h3>{name}</h3>
              <UsageTable caption={`Requests and limits on ${name}`} usages={usages} end={end} />
            </div>
          ))}
        </div>
        <More left={answer.all - answer.nodes.length} noun="node" onMore={() => (embed.rows.value *= 4)} />
      </Part>
    </>
  );
}

function Placed({ session, chosen, pod }: { session: EmbedSession; chosen: ChosenPod; pod: string }) {
  const embed = useEmbed();
  const all = useQuestion(session, "nodes", { limit: 0 }).answer;
  const resources = resourcesOf(all?.total ?? []);
  const weightOf = (name: string): number =>
    Math.min(100, Math.max(0, own(embed.choice.weights.value, name) ?? defaultWeight(name)));
  const asked = {
    pod,
    bestEffort,
    defaultProfile: (all?.all ?? 0) <= mostProfiled,
    order: "LimitAware" as const,
    resources: resources.map((name) => ({ name, weight: weightOf(name) })).filter(({ weight }) => weight > 0),
  };
  const { answer, error } = useQuestion(session, "scoreNodes", { ...asked, limit: embed.rows.value });
  const best = useQuestion(
    session,
    "scoreNodes",
    asked.defaultProfile ? { ...asked, scorers: ["LimitAware"], order: "total", limit: mostCompared } : null,
  ).answer;
  const isUnfit = answer !== null && fullName(answer.pod) === pod && answer.feasible === 0;
  const cycle = useQuestion(session, "simulatePod", isUnfit ? { pod, limit: 0 } : null).answer;
  const open = embed.choice.node.value;
  const isListed = open === null || answer?.rows.some(({ name }) => name === open) === true;
  const searched = useQuestion(session, "scoreNodes", isListed ? null : { ...asked, limit: mostSearched }).answer;
  useAnswerEvent(answer && all && { view: "nodes", placement: answer, nodes: all });
  if (answer === null) return <Problem>{error}</Problem>;
  const found = isListed ? undefined : searched?.rows.find(({ name }) => name === open);
  return (
    <>
      {chosen.isMissing && <Problem>The input has no pod “{embed.choice.pod.value}”.</Problem>}
      {!isListed && found === undefined && <Problem>The input has no node “{open}”.</Problem>}
      <Answer
        phrases={[...placementSentence(answer), ...(cycle === null ? [] : cyclePhrases(answer, cycle))]}
        caveats={scoreCaveats(answer)}
        answer={answer}
      >
        <Parts placement={answer} />
        <Notes placement={answer} />
      </Answer>
      {hasControls(embed.choice) && (
        <Part title="Resources" id="resources" words="weights in the scores">
          <div class="controls">
            {resources.map((name, i) => (
              <WeightSlider
                key={name}
                of={name}
                label={resourceNames(resources)[i] ?? name}
                value={weightOf(name)}
                min={0}
                most={100}
                end={Math.max(10, weightOf(name))}
                usual={defaultWeight(name)}
                foot={weightOf(name) === 0 ? "off" : weightOf(name) === defaultWeight(name) ? "default" : "set here"}
                onSet={(weight) => (embed.choice.weights.value = { ...embed.choice.weights.peek(), [name]: weight })}
              />
            ))}
          </div>
        </Part>
      )}
      <Picks placement={answer} />
      {best !== null && (
        <Part title="kube-scheduler's choice" id="default-profile" words="all scores of its default profile">
          <DefaultProfile placement={best} />
        </Part>
      )}
      <Nodes placement={answer} rows={found === undefined ? answer.rows : [...answer.rows, found]} />
    </>
  );
}

/** The nodes, the best for limits first; one opens to tell how its scores come about. */
function Nodes({ placement, rows }: { placement: ScoreNodesAnswer; rows: NodeRow[] }) {
  const embed = useEmbed();
  const { choice } = embed;
  const open = choice.node.value;
  const row = rows.find(({ name }) => name === open);
  const lines = rows.map((row) => placedLine(row, placement.scorers));
  const opens = {
    kind: "Node",
    name: open,
    onOpen: (name: string) => (choice.node.value = name === open ? null : name),
  };
  const end = axisEnd(
    rows.flatMap(({ resources }) => resources.map(usageOf)),
    4,
  );
  return (
    <Opens.Provider value={choice.readonly.value ? null : opens}>
      <BlockView
        blocks={nodeTable({ ...placement, rows, scorers: placement.feasible === 0 ? [] : placement.scorers }, false)}
        rowClass={(at) => lines[at]?.state ?? ""}
      />
      <More left={placement.nodes - rows.length} noun="node" onMore={() => (embed.rows.value *= 4)} />
      {row !== undefined && <NodeCard row={row} placement={placement} end={end} />}
    </Opens.Provider>
  );
}

function NodeCard({ row, placement, end }: { row: NodeRow; placement: ScoreNodesAnswer; end: number }) {
  return (
    <div class="card node-card" role="group" aria-label={`Node ${row.name}`}>
      <h3>{row.name}</h3>
      <UsageTable caption={`Requests and limits on ${row.name}`} usages={row.resources.map(usageOf)} end={end} />
      {row.misfit === null ? (
        <Scores row={row} scorers={placement.scorers} />
      ) : (
        <p class="quiet">{placedLine(row, placement.scorers).numbers}</p>
      )}
    </div>
  );
}
