import { integer } from "schedscope/words/number";
import { plain, quiet, strong } from "schedscope/words/phrase";
import {
  caveats,
  comparedText,
  isDecided,
  lookOf,
  noteText,
  notesBeside,
  rowReason,
  sentence,
  stateName,
} from "schedscope/words/placement";
import type { ShownDecision } from "../engine/protocol";
import type { ClusterRow } from "../engine/types";
import card from "../styles/card.css?inline";
import { Explanation } from "../views/placement/explanation";
import { Mark } from "../ui/mark";
import { Quoted } from "../ui/quoted";
import { Parts } from "../views/placement/parts";
import { type PrioritizerColumn, columns, inForce } from "../views/placement/prioritizer";
import { partOf, ScoreKey } from "../views/placement/score-key";
import { ScoreBar } from "../ui/bar";
import { PrioritizerWeight } from "../views/placement/prioritizer-weight";
import { productText, sumOf, weightedScale, weightedScores } from "../views/placement/weighted";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, More, OpenRow, Opener, Part, Pickers, Problem } from "./parts";
import type { EmbedSession } from "./session";
import { fullName } from "schedscope/words/object-name";
import { Heads } from "../ui/heads";
import { hasControls } from "./choice";
import { CloseButton } from "../ui/close-button";

export const styles = [card];

/** Which clusters a placement selects, and why. */
export const View = ({ session }: { session: EmbedSession }) => <Decided session={session} as={Placement} />;

function Placement({ decision }: { decision: ShownDecision }) {
  useAnswerEvent({ view: "placement", decision: decision.summary, rows: decision.rows.rows });
  return (
    <>
      <PlacementAnswer decision={decision} />
      <Recorded decision={decision} />
      <Weights decision={decision} />
      <Clusters decision={decision} />
    </>
  );
}

/** The decision as a difference from what the hub recorded, where that is asked for. */
function Recorded({ decision: { summary } }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  const { recorded } = summary;
  if (choice.baseline.value === null) return null;
  if (recorded === undefined) return <Problem>The input has no recorded decision of this placement.</Problem>;
  const { addedCount, removedCount } = recorded;
  const moves = [
    ...recorded.added.map((name) => [name, "not recorded", "selected"]),
    ...recorded.removed.map((name) => [name, "recorded", "not selected"]),
  ];
  // Where they differ, the first line of the answer says it.
  const words = moves.length > 0 ? "what differs" : comparedText(recorded, summary.otherProfile, summary.notes);
  return (
    <Part title="Against the recorded decision" id="recorded" words={words}>
      {moves.length > 0 && (
        <table class="rows-table">
          <Heads of={["cluster", "the hub", "this decision"]} />
          <tbody>
            {moves.map(([name, before, now]) => (
              <tr key={name} class={now === "selected" ? "selected" : ""}>
                <th scope="row">{name}</th>
                <td>{before}</td>
                <td>{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More left={addedCount + removedCount - moves.length} noun="cluster" onMore={() => undefined} />
    </Part>
  );
}

/** The sentence, what it counts, and what must be said with it. */
export function PlacementAnswer({ decision: { summary } }: { decision: ShownDecision }) {
  const { subject, verdict, rest } = sentence(summary);
  const { outcome, status, conditions } = summary;
  // That a placement is misconfigured is what the sentence says already.
  const bad = conditions.filter(
    ({ type, status: holds }) =>
      status.code !== "Misconfigured" && (type === "PlacementMisconfigured") === (holds === "True"),
  );
  const isRefused = summary.spread === null && summary.spreadConstraints.length > 0;
  return (
    <>
      <PlacementPicker />
      <Answer
        phrases={[
          strong(subject),
          plain(` ${verdict.before}`),
          strong(verdict.number),
          plain(verdict.after),
          quiet(rest === "" ? "" : ` ${rest}`),
        ]}
        caveats={caveats(summary)}
        answer={summary}
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
      </Answer>
    </>
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
export function Weights({ decision }: { decision: ShownDecision }) {
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

/** The clusters by rank; one opens to tell everything. */
export function Clusters({ decision }: { decision: ShownDecision }) {
  const embed = useEmbed();
  const { rows } = decision;
  const { spread, spreadConstraints } = decision.summary;
  const active = inForce(columns(decision.summary.prioritizers));
  const terms = spread === null ? null : spreadConstraints;
  const scale = weightedScale(active, spread !== null);
  const parts = active.map(partOf);
  const open = embed.choice.cluster.value;
  const isListed = rows.rows.some(({ name }) => name === open);
  return (
    <Part title="Clusters" id="clusters" words={<ScoreKey parts={parts} />}>
      <div class="embed-scroll">
        <table class="rows-table">
          <thead>
            <tr>
              <th scope="col" class="number">
                rank
              </th>
              <th scope="col">cluster</th>
              <th scope="col">state</th>
              <td class="bars-cell">weight × score</td>
              <th scope="col" class="number">
                {spread === null ? "total" : "final"}
              </th>
              <th scope="col">why</th>
            </tr>
          </thead>
          <tbody>
            {rows.rows.map((row) => {
              const isOpen = row.name === open;
              const look = lookOf(row.state, row.reason);
              const scores = weightedScores(row, active);
              const products = scores.map(({ product }) => product);
              const told = active.map(({ name, summary: { weight } }, i) =>
                scores[i] === undefined ? "" : `${name} ${productText(weight, scores[i])}`,
              );
              return (
                <OpenRow key={row.name} isOpen={isOpen} colSpan={6} details={<Explained decision={decision} />}>
                  <tr class={look}>
                    <td class="number">{row.rank === null ? "" : integer(row.rank)}</td>
                    <th scope="row">
                      <Opener
                        name={row.name}
                        isOpen={isOpen}
                        onOpen={() => (embed.choice.cluster.value = isOpen ? null : row.name)}
                      />
                    </th>
                    <td class="state">
                      <Mark state={look} /> {stateName(look, row.rank !== null, isDecided(decision.summary))}
                    </td>
                    {row.total !== null && (
                      <>
                        <td class="bars-cell" title={told.join("; ")}>
                          <ScoreBar scale={scale} parts={parts} products={products} cut={decision.cutOff} height={20} />
                        </td>
                        <td class="number total">{integer(sumOf(scores))}</td>
                      </>
                    )}
                    <td colSpan={row.total === null ? 3 : 1}>
                      <Quoted text={rowWords(row, decision, terms)} />
                    </td>
                  </tr>
                </OpenRow>
              );
            })}
          </tbody>
        </table>
      </div>
      <More left={rows.total - rows.rows.length} noun="cluster" onMore={() => (embed.rows.value *= 4)} />
      {open !== null && !isListed && <ClusterCard decision={decision} />}
    </Part>
  );
}

const rowWords = (row: ClusterRow, decision: ShownDecision, terms: Parameters<typeof rowReason>[2]): string =>
  rowReason(row, decision.cutOff, terms, decision.summary.numberOfClusters);

/** Why one cluster is in, or out, where no row is open for it. */
export function ClusterCard({ decision }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  const name = choice.cluster.value;
  if (name === null) return null;
  const isSelected = decision.explained?.explanation.state === "selected";
  return (
    <div class="embed-part" role="group" aria-label={`Why ${name}`}>
      <div class="section-head flex-row">
        <h2>
          {isSelected ? "Why" : "Why not"} <code>{name}</code>?
        </h2>
        {!choice.readonly.value && <CloseButton onClose={() => (choice.cluster.value = null)} />}
      </div>
      <Explained decision={decision} />
    </div>
  );
}

function Explained({ decision }: { decision: ShownDecision }) {
  const { choice } = useEmbed();
  const { explained } = decision;
  const name = choice.cluster.value;
  if (explained === null) return <Problem>The input has no cluster “{name}”.</Problem>;
  // The answer for another one is on its way.
  if (explained.explanation.name !== name) return <p class="quiet">…</p>;
  return (
    <div class="card">
      <Explanation
        decision={decision}
        explained={explained}
        onCluster={choice.readonly.value ? null : (of) => (choice.cluster.value = of)}
        onStep={choice.readonly.value ? null : (step) => (choice.step.value = step)}
      />
    </div>
  );
}
