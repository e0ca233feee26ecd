import type { ComponentChildren } from "preact";
import { column, facts, link, table } from "schedscope/report/block";
import { decisionReport } from "schedscope/report/placement";
import { comparedText, noteText, notesBeside } from "schedscope/words/placement";
import { fullName } from "schedscope/words/object-name";
import type { ShownDecision } from "../engine/protocol";
import card from "../styles/card.css?inline";
import { BlockView, Opens } from "../ui/block-view";
import { CloseButton } from "../ui/close-button";
import { Quoted } from "../ui/quoted";
import { Explanation } from "../views/placement/explanation";
import { Parts } from "../views/placement/parts";
import { type PrioritizerColumn, columns, inForce } from "../views/placement/prioritizer";
import { partOf, ScoreKey } from "../views/placement/score-key";
import { ScoreBar } from "../ui/bar";
import { PrioritizerWeight } from "../views/placement/prioritizer-weight";
import { productText, weightedScale, weightedScores } from "../views/placement/weighted";
import { hasControls } from "./choice";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { More, Part, Pickers, Problem, Report } from "./parts";
import type { EmbedSession } from "./session";

export const styles = [card];

/** Which clusters a placement selects, and why. */
export const View = ({ session }: { session: EmbedSession }) => <Decided session={session} as={Placement} />;

function Placement({ decision }: { decision: ShownDecision }) {
  useAnswerEvent({ view: "placement", decision: decision.summary, rows: decision.rows.rows });
  return <Decision decision={decision} between={<Recorded decision={decision} />} />;
}

/** The decision as a difference from what the hub recorded, where that is asked for. */
function Recorded({ decision: { summary } }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  const { recorded } = summary;
  if (choice.baseline.value === null) return null;
  if (recorded === undefined) return <Problem>The input has no recorded decision of this placement.</Problem>;
  const moves = [
    ...recorded.added.map((name) => [name, "not recorded", "selected"] as const),
    ...recorded.removed.map((name) => [name, "recorded", "not selected"] as const),
  ];
  const left = recorded.addedCount + recorded.removedCount - moves.length;
  // Where they differ, the first line of the answer says it.
  const blocks = [
    ...facts(moves.length > 0 ? [] : [comparedText(recorded, summary.otherProfile, summary.notes)]),
    ...table(
      moves,
      [
        column("Cluster", ([name]) => link("ManagedCluster", name)),
        column("The hub", ([, before]) => before),
        column("This decision", ([, , now]) => now),
      ],
      { title: "Against the recorded decision", rest: { count: left, what: "cluster" } },
    ),
  ];
  return <BlockView blocks={blocks} />;
}

interface DecisionProps {
  decision: ShownDecision;
  /** below the answer */
  between: ComponentChildren;
  /** the stage says where each cluster stands */
  isStaged?: boolean;
}

/** The sentence, what it counts, what must be said with it, and the clusters by rank. */
export function Decision({ decision, between, isStaged = false }: DecisionProps) {
  const embed = useEmbed();
  const { choice } = embed;
  const { summary, rows, cutOff } = decision;
  const { outcome, status, conditions } = summary;
  // That a placement is misconfigured is what the sentence says already.
  const bad = conditions.filter(
    ({ type, status: holds }) =>
      status.code !== "Misconfigured" && (type === "PlacementMisconfigured") === (holds === "True"),
  );
  const isRefused = summary.spread === null && summary.spreadConstraints.length > 0;
  const blocks = decisionReport(summary, rows.rows, cutOff, false);
  const active = inForce(columns(summary.prioritizers));
  const parts = active.map(partOf);
  const scale = weightedScale(active, summary.spread !== null);
  const open = choice.cluster.value;
  const opens = {
    kind: "ManagedCluster",
    name: open,
    onOpen: (name: string) => (choice.cluster.value = name === open ? null : name),
  };
  return (
    <Opens.Provider value={choice.readonly.value ? null : opens}>
      <PlacementPicker />
      <Report
        blocks={isStaged ? blocks.filter(({ kind }) => kind === "headline" || kind === "findings") : blocks}
        answer={summary}
        between={
          <>
            {between}
            <Weights decision={decision} />
            {!isStaged && <ScoreKey parts={parts} />}
          </>
        }
        drawn={{
          title: "weight × score",
          cell: (at) => {
            const row = rows.rows[at];
            if (row === undefined || row.total === null) return null;
            const scores = weightedScores(row, active);
            const told = active.map(({ name, summary: { weight } }, i) =>
              scores[i] === undefined ? "" : `${name} ${productText(weight, scores[i])}`,
            );
            return (
              <span title={told.join("; ")}>
                <ScoreBar
                  scale={scale}
                  parts={parts}
                  products={scores.map(({ product }) => product)}
                  cut={cutOff}
                  height={20}
                />
              </span>
            );
          },
        }}
        rowClass={(at) => rows.rows[at]?.state ?? ""}
      >
        <Parts summary={summary} />
        <ul class="notes">
          {outcome === "scheduled" &&
            bad.map(({ type, reason, message }) => (
              <li key={type} class="error">
                {type}: {reason}, {message}
              </li>
            ))}
          {notesBeside(summary)
            .filter(({ code }) => !code.startsWith("spread-") || (isRefused && code === "spread-ignored"))
            .map((note, i) => (
              <li key={`${note.code}-${i}`} class="hint">
                <Quoted text={noteText(note)} />
              </li>
            ))}
        </ul>
      </Report>
      {!isStaged && <More left={rows.total - rows.rows.length} noun="cluster" onMore={() => (embed.rows.value *= 4)} />}
      <ClusterCard decision={decision} />
    </Opens.Provider>
  );
}

function PlacementPicker() {
  const { choice, session } = useEmbed();
  const reading = session.value?.reading.value;
  const index = session.value?.decision.value?.placement ?? 0;
  const all = reading?.placements ?? [];
  const value = fullName(all[index] ?? { namespace: "", name: "" });
  return (
    <Pickers
      of={[
        { label: "Placement", value, choices: all.map(fullName), onChoose: (name) => (choice.placement.value = name) },
      ]}
    />
  );
}

/** Weights to try; the text stays as it is. */
function Weights({ decision }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  if (!hasControls(choice)) return null;
  const changed = choice.weights.value;
  const reset = Object.keys(changed).length > 0 && (
    <button
      type="button"
      class="quiet-button"
      aria-label="Reset the weights"
      onClick={() => (choice.weights.value = {})}
    >
      reset
    </button>
  );
  return (
    <Part title="Weights" id="weights" words={reset}>
      <div class="controls">
        {columns(decision.summary.prioritizers).map((column) => (
          <Weight key={column.summary.name} column={column} />
        ))}
      </div>
    </Part>
  );
}

function Weight({ column }: { column: PrioritizerColumn }) {
  const { choice } = useEmbed();
  const { name, weight, source } = column.summary;
  const from = { default: "default", configured: "in the input", override: "set here" }[source];
  return (
    <PrioritizerWeight
      column={column}
      foot={weight === 0 && source === "default" ? "off" : from}
      onSet={(value) => (choice.weights.value = { ...choice.weights.peek(), [name]: value })}
    />
  );
}

/** Why one cluster is in, or out. */
function ClusterCard({ decision }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  const { explained } = decision;
  const name = choice.cluster.value;
  if (name === null) return null;
  if (explained === null) return <Problem>The input has no cluster “{name}”.</Problem>;
  // The answer for another one is on its way.
  const isShown = explained.explanation.name === name;
  const isSelected = isShown && explained.explanation.state === "selected";
  return (
    <div class="embed-part" role="group" aria-label={`Why ${name}`}>
      <div class="section-head flex-row">
        <h2>
          {isSelected ? "Why" : "Why not"} <code>{name}</code>?
        </h2>
        {!choice.readonly.value && <CloseButton onClose={() => (choice.cluster.value = null)} />}
      </div>
      {isShown && (
        <div class="card">
          <Explanation
            decision={decision}
            explained={explained}
            onCluster={choice.readonly.value ? null : (of) => (choice.cluster.value = of)}
            onStep={choice.readonly.value ? null : (step) => (choice.step.value = step)}
          />
        </div>
      )}
    </div>
  );
}
