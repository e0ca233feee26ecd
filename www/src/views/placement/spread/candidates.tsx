import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { blockedText, hypothesisText, termFormulas, termScoresText } from "schedscope/words/spread";
import type { SpreadOnShow } from "../../../engine/spread";
import type {
  ChangeAnswer,
  PrioritizerSummary,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadStepAnswer,
} from "../../../engine/types";
import { useHost } from "../../../ui/host";
import { CutName } from "../../../ui/cut-name";
import { Later, useSettled } from "../../../ui/later";
import { Loaded } from "../../../ui/loaded";
import { pagesAround } from "../../../ui/rows";
import { useVirtual } from "../../../ui/virtual";
import { type Ladder, ladderOf, type Scored, spreadProduct, TermBars } from "./ladder";
import { useScores } from "./use-scores";
import { columns, inForce } from "../prioritizer";
import { ScoreKey } from "../score-key";
import { ScoreBar } from "../../../ui/bar";

/** numbers, and below them the bar */
const rowHeight = 40;
const headHeight = 24;

interface Props {
  atStep: SpreadOnShow;
  picked: SpreadStepAnswer;
  terms: SpreadConstraintSummary[];
  weight: number;
  prioritizers: PrioritizerSummary[];
}

/** Everyone who remained in a step: candidates, best first, then the blocked ones. */
export function Candidates({ atStep, picked, terms, weight, prioritizers }: Props) {
  const { candidateSpan } = useHost().question;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = atStep.candidates;
  const total = shown?.total ?? 0;
  const virtual = useVirtual(scroller, total, rowHeight, headHeight);
  const { from, count } = pagesAround(virtual);
  // Another step, or another decision, has other lines of skew; another part of the table has not.
  const isSettled = useSettled(atStep.skews);
  useEffect(() => {
    const old = candidateSpan.peek();
    if (from !== old.from || count !== old.count) candidateSpan.value = { from, count };
  }, [from, count]);
  const known = useKnown(atStep, picked.picked);
  const scored = useScores(prioritizers, known);
  const spread = inForce(columns(prioritizers)).find(({ summary }) => summary.name === "Spread") ?? null;
  const ladder = ladderOf(known, spread, scored);
  return (
    <div class="candidates">
      <p class="chart-words">
        Candidates of step {integer(picked.step)}, best first: {blockedText(picked, terms)}
      </p>
      <ScoreKey parts={ladder.parts} />
      <div
        class="candidate-table"
        role="table"
        aria-label={`Candidates of step ${picked.step}`}
        aria-rowcount={total + 1}
        aria-busy={!isSettled}
        ref={scroller}
        style={{ "--terms": terms.length, "--whole": `${headHeight + 1 + total * rowHeight}px` }}
        tabIndex={0}
      >
        <div role="rowgroup" class="candidate-head">
          <div class="candidate head" role="row" aria-rowindex={1}>
            <span role="columnheader">cluster</span>
            <span role="columnheader" class="number" title="The sum of weight × score of the other prioritizers">
              prioritizers
            </span>
            <span role="columnheader" class="number" title="The score of each term, 0 to 63">
              terms
            </span>
            <span role="columnheader" class="number" title="Spread score among this step's candidates, −100 to 100">
              spread
            </span>
            <span role="columnheader" class="number" title="Weight × spread score">
              × {integer(weight)}
            </span>
            <span
              role="columnheader"
              class="number"
              title="Prioritizers + weight × spread score; compares within this step only"
            >
              final
            </span>
          </div>
        </div>
        <div role="rowgroup" class="candidate-rows" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start }) => (
            <Later key={index} isLater={!isSettled && !virtual.isInSight(index)}>
              <Line
                index={index}
                top={start}
                candidate={shown?.candidates[index - shown.from]}
                {...{ picked, terms, weight, ladder, scored }}
              />
            </Later>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The pick and all candidates of the step that have been on show: one axis, which stays while the table scrolls. */
function useKnown({ candidates, skews }: SpreadOnShow, pick: SpreadCandidate): SpreadCandidate[] {
  const known = useRef<{ of: unknown; parts: unknown[]; all: SpreadCandidate[] }>({ of: null, parts: [], all: [] });
  if (known.current.of !== skews) known.current = { of: skews, parts: [], all: [pick] };
  const { of, parts, all } = known.current;
  if (candidates !== null && !parts.includes(candidates)) {
    const names = new Set(all.map(({ name }) => name));
    const more = candidates.candidates.filter(({ name }) => !names.has(name));
    known.current = { of, parts: [...parts, candidates], all: [...all, ...more] };
  }
  return known.current.all;
}

interface LineProps {
  index: number;
  top: number;
  candidate: SpreadCandidate | undefined;
  picked: SpreadStepAnswer;
  terms: SpreadConstraintSummary[];
  weight: number;
  ladder: Ladder;
  scored: Scored;
}

/** The total of the prioritizers as it is computed. */
function scoresText({ columns, scoresOf }: Scored, candidate: SpreadCandidate): string | undefined {
  const scores = scoresOf(candidate);
  if (scores === null) return undefined;
  return columns
    .map(({ name, summary: { weight } }, i) => `${name} ${integer(weight)} × ${integer(scores[i] ?? 0)}`)
    .join(" + ");
}

function Line({ index, top, candidate, picked, terms, weight, ladder, scored }: LineProps) {
  const { cursor, point, pointed, question } = useHost();
  const place = { transform: `translateY(${top}px)` };
  if (candidate === undefined) {
    return (
      <div class="candidate" role="row" aria-rowindex={index + 2} style={place}>
        <span role="cell" class="quiet">
          …
        </span>
      </div>
    );
  }
  const { name, prioritizer, spread, final, blockedBy } = candidate;
  const isPick = name === picked.picked.name;
  const isLit = pointed.value === name;
  const isAtCursor = cursor.isIn("ManagedCluster", name);
  return (
    <div
      class={`candidate ${isPick ? "pick" : ""} ${blockedBy === null ? "" : "blocked"} ${isLit ? "lit" : ""} ${
        isAtCursor ? "at-cursor" : ""
      }`}
      role="row"
      aria-rowindex={index + 2}
      style={place}
      onPointerEnter={() => point(name, "ManagedCluster")}
      onPointerLeave={() => point(null)}
    >
      <span role="cell" class="name">
        <button
          type="button"
          class="line-link word-link"
          title={name}
          onClick={() => (question.openCluster.value = name)}
        >
          <CutName name={name} />
        </button>
        {isPick && <span class="quiet"> picked</span>}
      </span>
      <span role="cell" class="number" title={scoresText(scored, candidate)}>
        {integer(prioritizer)}
      </span>
      <span role="cell" class="number" title={termFormulas(candidate, terms)}>
        <TermBars scores={candidate.termScores} />
        {termScoresText(candidate)}
      </span>
      {blockedBy === null ? (
        <>
          <span role="cell" class="number">
            {integer(spread ?? 0)}
          </span>
          <span role="cell" class="number">
            {integer(spreadProduct(candidate, weight))}
          </span>
          <span role="cell" class="number final">
            {integer(final ?? 0)}
            {!isPick && question.spreadStep.value === null && <Change name={name} />}
          </span>
          <ScoreBar
            scale={ladder.scale}
            parts={ladder.parts}
            products={ladder.productsOf(candidate)}
            cut={ladder.best}
          />
        </>
      ) : (
        <span role="cell" aria-colspan={3} class="blocked-by" title={hypothesisText(candidate, terms)}>
          blocked by term {blockedBy + 1}
        </span>
      )}
    </div>
  );
}

const candidateChange = (): Promise<ComponentType<{ found: ChangeAnswer }>> =>
  import("./candidate-change").then((it) => it.CandidateChange);

/** What would select a candidate of the last step, once it is known. */
function Change({ name }: { name: string }) {
  const found = useHost().changes.of({ selects: [name] });
  return found === undefined ? null : <Loaded load={candidateChange} given={{ found }} until={null} />;
}
