import { missingOf } from "schedscope/words/missing";
import { integer, signed } from "schedscope/words/number";
import {
  candidacy,
  inputsText,
  isDecided,
  lookOf,
  scoreNoteText,
  sentenceText,
  stateName,
  verdict,
} from "schedscope/words/placement";
import { spreadVerdict, termFormulas, termOf } from "schedscope/words/spread";
import { type ComponentChildren, Fragment } from "preact";
import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { LineLink } from "../../ui/line-link";
import { Mark } from "../../ui/mark";
import { CardFilters } from "./card-filters";
import { type PrioritizerColumn, columns } from "./prioritizer";
import { scaleFor } from "../../ui/scale";
import { partOf } from "./score-key";
import { ScoreBar } from "../../ui/bar";
import { Heads, numeric } from "../../ui/heads";
import { Swatch } from "../../ui/swatch";

interface Props {
  decision: ShownDecision;
  /** the explained one; of `decision` */
  explained: ShownExplanation;
  /** another cluster is to be explained, by name; null: none can be */
  onCluster: ((name: string) => void) | null;
  onStep: ((step: number) => void) | null;
  /** behind the verdict */
  children?: ComponentChildren;
}

/** Everything that was weighed for one cluster, with the lines that say so. */
export function Explanation({ decision, explained, onCluster, onStep, children }: Props) {
  const { explanation } = explained;
  const { summary } = decision;
  const look = lookOf(explanation.state, explanation.reason);
  return (
    <>
      <p class="card-state">
        <Mark state={look} /> {stateName(look, explanation.rank !== null, isDecided(summary))}
        <LineLink range={explanation.range} />
      </p>
      <p class="card-verdict">
        {!isDecided(summary)
          ? sentenceText(summary)
          : explanation.spread === null
            ? verdict(explanation, summary.clusterCounts.feasible, summary.numberOfClusters)
            : spreadVerdict(explanation, summary, explained.blocking)}{" "}
        <TermLine decision={decision} explained={explained} />
      </p>
      {explanation.spread?.picked != null && onStep !== null && (
        <p>
          <button type="button" class="line-link" onClick={() => onStep(explanation.spread?.picked ?? 0)}>
            Show step {integer(explanation.spread.picked)}
          </button>
        </p>
      )}
      {children}
      {isDecided(summary) && <p class="quiet">{candidacy(explanation, summary)}</p>}
      <CardFilters explained={explained} />
      {explanation.scores.length > 0 && <Scores decision={decision} explained={explained} onCluster={onCluster} />}
    </>
  );
}

/** The line of the term that a reason is about. */
function TermLine({ decision, explained }: Pick<Props, "decision" | "explained">) {
  const term = termOf(explained.explanation.reason);
  const path = term === null ? undefined : decision.summary.spreadConstraints[term]?.path;
  return path === undefined ? null : (
    <LineLink range={decision.lines[`${path}.maxSkew`]} label={`term ${(term ?? 0) + 1}`} />
  );
}

/** Raw × weight = product, and what the last selected cluster has more of. */
function Scores({ decision, explained, onCluster }: Omit<Props, "onStep" | "children">) {
  const { explanation, lines } = explained;
  const all = new Map(columns(decision.summary.prioritizers).map((column) => [column.summary.name, column]));
  const gaps = new Map(explanation.gap?.terms.map(({ name, difference }) => [name, difference]));
  const gap = explanation.gap;
  const numbers = explanation.spread?.numbers ?? null;
  const isCounted = numbers !== null && numbers.spread !== null;
  // The spread score is one of a step: of its pick, or of the last one.
  const step = explanation.spread?.picked ?? decision.summary.spread?.steps ?? 0;
  const missing = missingOf(decision.summary);
  const scores = explanation.scores.map((score) =>
    score.name === "Spread" && isCounted
      ? {
          ...score,
          raw: numbers.spread,
          product: score.weight * (numbers.spread ?? 0),
          note: `in step ${integer(step)}`,
          computed: [inputsText(score, missing), termFormulas(numbers, decision.summary.spreadConstraints)],
        }
      : {
          ...score,
          note: score.note === null ? null : scoreNoteText(score.note),
          computed: [inputsText(score, missing)],
        },
  );
  const width = gap === null ? 4 : 5;
  const products = scores.map(({ product }) => Number(product ?? 0));
  const total = products.reduce((all, one) => all + one, 0);
  const cut = gap === null ? null : total + Number(gap.total);
  const parts = scores.map(({ name, weight }) => {
    const column = all.get(name);
    return column === undefined ? { name, look: "prioritizers", hatched: false, weight } : partOf(column);
  });
  return (
    <section>
      <h3>Scores</h3>
      <table class="terms">
        <Heads
          of={[
            "prioritizer",
            numeric("raw"),
            numeric("weight"),
            numeric("product"),
            gap !== null && numeric("behind by"),
          ]}
        />
        <tbody>
          {scores.map(({ name, raw, weight, product, note, computed }, i) => (
            <Fragment key={`${name}-${i}`}>
              <tr>
                <th scope="row">
                  <Term column={all.get(name)} name={name} />
                  <LineLink range={lines[name]} />
                  {note !== null && <span class="quiet note">{note}</span>}
                </th>
                <td class="number">{raw === null ? "–" : integer(raw)}</td>
                <td class="number">×{integer(weight)}</td>
                <td class="number">{integer(product)}</td>
                {gap && <td class="number">{integer(gaps.get(name) ?? 0)}</td>}
              </tr>
              <tr class="computed">
                <td class="quiet" colSpan={width}>
                  {computed.join("; ")}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{isCounted ? "final" : "total"}</th>
            <td />
            <td />
            <td class="number">{integer((isCounted ? numbers.final : explanation.total) ?? 0)}</td>
            {gap && <td class="number">{signed(gap.total)}</td>}
          </tr>
        </tfoot>
      </table>
      <ScoreBar scale={scaleFor(products, cut)} parts={parts} products={products} cut={cut} />
      {gap && (
        <p class="quiet">
          Behind the last selected cluster,{" "}
          {onCluster === null ? (
            gap.to
          ) : (
            <button type="button" class="line-link" onClick={() => onCluster(gap.to)}>
              {gap.to}
            </button>
          )}
          .
        </p>
      )}
    </section>
  );
}

function Term({ column, name }: { column: PrioritizerColumn | undefined; name: string }) {
  return (
    <span title={name}>
      {column && <Swatch {...partOf(column)} />}
      {column?.name ?? name}{" "}
    </span>
  );
}
