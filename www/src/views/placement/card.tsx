import { useEffect, useRef } from "preact/hooks";
import { integer, signed } from "schedscope/words/number";
import { spreadVerdict, termOf } from "schedscope/words/spread";
import { candidacy, lookOf, stateName, verdict } from "schedscope/words/placement";
import { openCluster, spreadStep } from "../../app/question";
import { goTo } from "../../app/session";
import type { Decision } from "../../engine/protocol";
import { LineLink } from "../../ui/line-link";
import { Swatch } from "./bars";
import { CardFilters } from "./card-filters";
import { Mark } from "./mark";
import { type Column, columns } from "./prioritizer";

/** Why one cluster is in, or out: everything that was weighed, with the lines that say so. */
export function Card({ decision }: { decision: Decision }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = openCluster.value;
  useEffect(() => {
    if (name !== null) heading.current?.scrollIntoView({ block: "nearest" });
  }, [name]);
  if (name === null) return null;
  const explained = decision.explained;
  const close = (): void => {
    openCluster.value = null;
    document.querySelector<HTMLElement>(".table")?.focus();
  };
  return (
    <aside
      class="card"
      aria-label={`Why ${name}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header>
        <h2 ref={heading}>
          {explained?.explanation.state === "selected" ? "Why" : "Why not"} <code>{name}</code>?
        </h2>
        <button type="button" class="close" aria-label="Close the card" onClick={close}>
          ×
        </button>
      </header>
      {explained === null ? (
        <p>This cluster is not in the text any more.</p>
      ) : explained.explanation.name !== name ? (
        <p class="quiet">…</p>
      ) : (
        <Explanation decision={decision} />
      )}
    </aside>
  );
}

function Explanation({ decision }: { decision: Decision }) {
  const explained = decision.explained;
  if (explained === null) return null;
  const { explanation } = explained;
  const { summary } = decision;
  const look = lookOf(explanation.state, explanation.reason);
  return (
    <>
      <p class="card-state">
        <Mark state={look} /> {stateName(look, explanation.rank !== null)}
        <button type="button" class="line-link" onClick={() => goTo(explanation.range)}>
          line {explanation.range.start.line}
        </button>
      </p>
      <p class="card-verdict">
        {explanation.spread === null
          ? verdict(explanation, summary.feasible, summary.wanted)
          : spreadVerdict(explanation, summary, explained.blocking)}{" "}
        <TermLine decision={decision} />
      </p>
      {explanation.spread?.picked != null && (
        <p>
          <button type="button" class="line-link" onClick={() => showStep(explanation.spread?.picked ?? null)}>
            Show step {integer(explanation.spread.picked)}
          </button>
        </p>
      )}
      <p class="quiet">{candidacy(explanation)}</p>
      <CardFilters explained={explained} />
      {explanation.scores.length > 0 && <Scores decision={decision} />}
    </>
  );
}

/** The line of the term that a reason is about. */
function TermLine({ decision }: { decision: Decision }) {
  const term = termOf(decision.explained?.explanation.reason ?? null);
  const path = term === null ? undefined : decision.summary.spreadConstraints[term]?.path;
  return path === undefined ? null : <LineLink range={decision.lines[`${path}.maxSkew`]} label={`term ${(term ?? 0) + 1}`} />;
}

function showStep(step: number | null): void {
  spreadStep.value = step;
  document.getElementById("steps-title")?.scrollIntoView({ block: "start" });
}

/** Raw × weight = product, and what the last selected cluster has more of. */
function Scores({ decision }: { decision: Decision }) {
  const explained = decision.explained;
  if (explained === null) return null;
  const { explanation, lines } = explained;
  const all = new Map(columns(decision.summary.prioritizers).map((column) => [column.summary.name, column]));
  const gaps = new Map(explanation.gap?.terms.map(({ name, difference }) => [name, difference]));
  const gap = explanation.gap;
  const numbers = explanation.spread?.numbers ?? null;
  const isCounted = numbers !== null && numbers.spread !== null;
  // The spread score is one of a step: of its pick, or of the last one.
  const step = explanation.spread?.picked ?? decision.summary.spread?.steps ?? 0;
  const scores = explanation.scores.map((score) =>
    score.name === "Spread" && isCounted
      ? { ...score, raw: numbers.spread, product: score.weight * (numbers.spread ?? 0), note: `in step ${integer(step)}` }
      : score,
  );
  return (
    <section>
      <h3>Scores</h3>
      <table class="terms">
        <thead>
          <tr>
            <th scope="col">prioritizer</th>
            <th scope="col" class="number">
              raw
            </th>
            <th scope="col" class="number">
              weight
            </th>
            <th scope="col" class="number">
              product
            </th>
            {gap && (
              <th scope="col" class="number">
                behind by
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {scores.map(({ name, raw, weight, product, note }, i) => (
            <tr key={`${name}-${i}`}>
              <th scope="row">
                <Term column={all.get(name)} name={name} />
                <LineLink range={lines[name]} />
                {note !== null && <span class="quiet note">{note}</span>}
              </th>
              <td class="number">{raw === null ? "–" : integer(raw)}</td>
              <td class="number">
                ×{integer(weight)}
              </td>
              <td class="number">{integer(product)}</td>
              {gap && <td class="number">{integer(gaps.get(name) ?? 0)}</td>}
            </tr>
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
      {gap && (
        <p class="quiet">
          Behind the last selected cluster,{" "}
          <button type="button" class="line-link" onClick={() => (openCluster.value = gap.to)}>
            {gap.to}
          </button>
          .
        </p>
      )}
    </section>
  );
}

function Term({ column, name }: { column: Column | undefined; name: string }) {
  return (
    <span title={name}>
      {column && <Swatch column={column} />}
      {column?.name ?? name}{" "}
    </span>
  );
}
