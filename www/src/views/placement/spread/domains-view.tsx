import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { counted, integer, signed } from "schedscope/words/number";
import { cellText, domainText, skewOf, valueText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import { mostSquares, type SpreadOnShow, type SquareState, squareStates } from "../../../engine/spread";
import { Section } from "../../../ui/section";
import { columns, leaves, type DomainNode, keylessOf, tree, unitOf } from "./domains";
import { SquareCanvas } from "./square-canvas";
import { FinalScores, SquareKey, Squares, stateNames } from "./squares";

/** Rows, cells of a row and groups of a cell that are shown at first; more on request. */
const most = { rows: 24, cells: 24, groups: 12 };

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  /** the square of a cluster was clicked, by its index */
  onCluster?: (cluster: number) => void;
  /** what stands around the matrix */
  layout(matrix: ComponentChildren): ComponentChildren;
}

/** The domains as a matrix of squares. */
export function Domains({ decision, atStep, onCluster, layout }: Props) {
  const { spreadConstraints: terms, spread, clusterCounts } = decision.summary;
  const steps = spread?.steps ?? 0;
  const rows = tree(atStep.domains);
  const unit = atStep.squares === null ? Math.max(10, unitOf(clusterCounts.candidates, mostSquares)) : 1;
  const keys = terms.map(({ topologyKey }) => topologyKey);
  const present = squareStates.filter((_, state) => unit > 1 || atStep.squares?.states.includes(state));
  const open = (event: Event): void => {
    const cluster = (event.target as Element).closest("[data-cluster]")?.getAttribute("data-cluster");
    if (cluster) onCluster?.(Number(cluster));
  };
  const levels = useContext(FinalScores);
  // Made when it is pointed at: a title for each of 2,000 squares would slow down every step.
  const tell = (event: Event): void => {
    const square = (event.target as Element).closest<SVGElement>("[data-cluster]");
    if (square === null) return;
    const name = levels?.of.get(Number(square.dataset.cluster))?.name;
    const state = stateNames[square.dataset.state as SquareState];
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = name === undefined ? state : `${name}: ${state}`;
    square.querySelector("title")?.remove();
    square.append(title);
  };
  const matrix = (
    <>
      <div
        class="matrix-scroll"
        tabIndex={0}
        role="group"
        aria-label="Matrix of domains"
        onClick={open}
        onPointerOver={tell}
      >
        <Matrix rows={rows} keys={keys} atStep={atStep} unit={unit} />
      </div>
      <SquareKey unit={unit} atEnd={atStep.step === steps} states={present} isCompared={isCompared(decision)} />
    </>
  );
  return (
    <Section class="domains" labelledBy="domains-title">
      <div class="section-head">
        <h2 id="domains-title">Domains</h2>
        <span class="quiet">
          {keys.join(" by ")}
          {atStep.step < steps && `, after step ${integer(atStep.step)} of ${integer(steps)}`}
        </span>
      </div>
      {layout(matrix)}
    </Section>
  );
}

/** Whether changes are those against a baseline, be it a text without the placement, against which nothing changes. */
const isCompared = ({ difference }: ShownDecision): boolean =>
  difference != null && (difference.change !== null || difference.baseline === "text");

function Matrix({
  rows,
  keys,
  atStep,
  unit,
}: {
  rows: DomainNode[];
  keys: string[];
  atStep: SpreadOnShow;
  unit: number;
}) {
  const shown = useSignal(most.rows);
  const hasRows = rows.some(({ children }) => children.length > 0);
  if (!hasRows) {
    return (
      <div class="matrix flat">
        <div class="cells">
          {rows.slice(0, shown.value).map((node) => (
            <Cell key={node.index} node={node} level={0} atStep={atStep} unit={unit} />
          ))}
        </div>
        <Homeless atStep={atStep} noun={`no ${keys[0] ?? ""}`} />
        <More shown={shown} total={rows.length} noun="domain" />
      </div>
    );
  }
  const shared = columns(rows);
  return (
    <div class="matrix" style={{ "--columns": shared.length }}>
      {rows.slice(0, shown.value).map((row) => (
        <Row key={row.index} row={row} shared={shared} atStep={atStep} unit={unit} />
      ))}
      <Homeless atStep={atStep} noun={`no ${keys[0] ?? ""}`} />
      <More shown={shown} total={rows.length} noun="row" />
    </div>
  );
}

/** Clusters that lie in no domain at all. */
function Homeless({ atStep, noun }: { atStep: SpreadOnShow; noun: string }) {
  const { squares, domains } = atStep;
  if (squares === null || !hasSquares(atStep, domains.length)) return null;
  const count = (squares.starts[domains.length + 1] ?? 0) - (squares.starts[domains.length] ?? 0);
  return (
    <div class="matrix-row">
      <div class="row-name">
        <strong>{noun}</strong>
        <span class="quiet">{counted(count, "cluster")}</span>
      </div>
      <Squares squares={squares} index={domains.length} />
    </div>
  );
}

function Row({ row, shared, atStep, unit }: { row: DomainNode; shared: string[]; atStep: SpreadOnShow; unit: number }) {
  const shown = useSignal(most.cells);
  const rest = keylessOf(row);
  const inShared = shared.map((value) => row.children.find(({ domain }) => domain.values[1] === value));
  const cells = shared.length > 0 ? inShared : row.children;
  const hasRest = rest.eligible > 0 || rest.filtered > 0 || hasSquares(atStep, row.index);
  return (
    <div class="matrix-row">
      <div class="row-name">
        <strong title={row.domain.values[0]}>{valueText(row.domain.values[0] ?? "")}</strong>
        <span class="quiet">{cellText(row.domain)}</span>
      </div>
      <div class={`cells ${shared.length > 0 ? "aligned" : ""}`}>
        {cells
          .slice(0, shown.value)
          .map((node, i) =>
            node === undefined ? (
              <span key={`none-${i}`} class="no-cell" />
            ) : (
              <Cell key={node.index} node={node} level={1} atStep={atStep} unit={unit} />
            ),
          )}
        {hasRest && (
          <div class="cell rest">
            <div class="cell-head">
              <span class="quiet">none</span>
              <span class="cell-numbers">
                {integer(rest.count)}/{integer(rest.eligible)}
              </span>
            </div>
            <Group node={row} rest={rest} atStep={atStep} unit={unit} />
          </div>
        )}
        <More shown={shown} total={cells.length} noun="domain" />
      </div>
    </div>
  );
}

function Cell({ node, level, atStep, unit }: { node: DomainNode; level: number; atStep: SpreadOnShow; unit: number }) {
  const shown = useSignal(most.groups);
  const { domain } = node;
  const below = node.children.length === 0 ? [] : leaves(node);
  const rest = keylessOf(node);
  const skew = skewOf(domain);
  return (
    <div class="cell" title={domainText(domain.values)}>
      <div class="cell-head">
        <span class="cell-name">{valueText(domain.values[level] ?? "")}</span>
        <span class="cell-numbers">
          {domain.eligible === 0 ? "no domain" : `${integer(domain.count)}/${integer(domain.eligible)}`}
          {domain.eligible > 0 && <span class="quiet"> · skew {signed(skew)}</span>}
        </span>
      </div>
      {below.length === 0 ? (
        <Group node={node} rest={domain} atStep={atStep} unit={unit} />
      ) : (
        <>
          {below.slice(0, shown.value).map(({ node: leaf, values }) => (
            <div key={leaf.index} class="group">
              <span class="group-name quiet" title={domainText(values)}>
                {domainText(values)} {integer(leaf.domain.count)}/{integer(leaf.domain.eligible)}
              </span>
              <Group node={leaf} rest={leaf.domain} atStep={atStep} unit={unit} />
            </div>
          ))}
          {(rest.eligible > 0 || rest.filtered > 0 || hasSquares(atStep, node.index)) && (
            <div class="group">
              <span class="group-name quiet">
                none {integer(rest.count)}/{integer(rest.eligible)}
              </span>
              <Group node={node} rest={rest} atStep={atStep} unit={unit} />
            </div>
          )}
          <More shown={shown} total={below.length} noun="domain" />
        </>
      )}
    </div>
  );
}

const hasSquares = ({ squares }: SpreadOnShow, index: number): boolean =>
  squares !== null && (squares.starts[index + 1] ?? 0) > (squares.starts[index] ?? 0);

interface GroupProps {
  node: DomainNode;
  rest: { count: number; eligible: number; blocked: number; filtered: number };
  atStep: SpreadOnShow;
  unit: number;
}

/** The squares of the clusters whose deepest domain this is. */
function Group({ node, rest, atStep, unit }: GroupProps) {
  return atStep.squares === null ? (
    <SquareCanvas
      selected={rest.count}
      feasible={rest.eligible - rest.count - rest.blocked}
      blocked={rest.blocked}
      filtered={rest.filtered}
      unit={unit}
    />
  ) : (
    <Squares squares={atStep.squares} index={node.index} />
  );
}

function More({ shown, total, noun }: { shown: { value: number }; total: number; noun: string }) {
  if (total <= shown.value) return null;
  return (
    <p class="more">
      <button type="button" class="line-link" onClick={() => (shown.value *= 4)}>
        {counted(total - shown.value, `more ${noun}`)}
      </button>
    </p>
  );
}
