import { type ComponentType, Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { integer, signed } from "schedscope/words/number";
import { lookOf, margin, rowReason, stateName } from "schedscope/words/placement";
import type { ShownDecision } from "../../engine/protocol";
import type { Against } from "../../engine/baseline";
import type { ChangeAnswer, ClusterRow, SpreadConstraintSummary } from "../../engine/types";
import { CutName } from "../../ui/cut-name";
import { useHost } from "../../ui/host";
import { Later, useSettled } from "../../ui/later";
import { Loaded } from "../../ui/loaded";
import { Mark } from "../../ui/mark";
import { Quoted } from "../../ui/quoted";
import { pagesAround, useRowKeys } from "../../ui/rows";
import { useVirtual } from "../../ui/virtual";
import { type PrioritizerColumn, columns, inForce } from "./prioritizer";
import type { Scale } from "../../ui/scale";
import { partOf } from "./score-key";
import { ScoreBar } from "../../ui/bar";
import type { CurveProps } from "./score-curve";
import { productText, sumOf, weightedScale, weightedScores } from "./weighted";
import { Swatch } from "../../ui/swatch";

const rowHeight = 28;
const headHeight = 52;

/** Where a name may go on in the next line: `cpuAvailable`. */
const wordsOf = (name: string): string[] => name.split(/(?<=[\s-])|(?<=[a-z])(?=[A-Z])/);

/** The room that a head needs: that of its longest word. */
const headWidth = (name: string): number => Math.max(...wordsOf(name).map((word) => word.trim().length)) * 7 + 3;

/** Up to so many clusters the table is its own overview. */
const fewClusters = 200;
const curve = (): Promise<ComponentType<CurveProps>> => import("./score-curve").then((it) => it.ScoreCurve);

/** Beside so many scores the other columns are narrower: none covers another one at 1440 pixels. */
const density = (scores: number): string =>
  scores < 4 ? "" : scores < 7 ? `scores-${scores}` : scores < 9 ? "scores-8" : "scores-9";

/** Every cluster with its verdict, its scores and its rank; a grid of any length. */
export function Table({ decision }: { decision: ShownDecision }) {
  const { answer, changes, question } = useHost();
  const { openCluster, rowFilter, rowOrder, rowSpan } = question;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = answer.rows.value;
  const total = shown?.total ?? 0;
  const { cutOff } = decision;
  const { spread, spreadConstraints, numberOfClusters: wanted } = decision.summary;
  const decided = decision.summary.outcome === "scheduled";
  const active = inForce(columns(decision.summary.prioritizers));
  const terms = spread === null ? null : spreadConstraints;
  const scale = weightedScale(active, spread !== null);
  const virtual = useVirtual(scroller, total, rowHeight, headHeight);

  const isSettled = useSettled(decision.serial);

  const { first, last, from, count } = pagesAround(virtual, 100);
  useEffect(() => {
    const old = rowSpan.peek();
    if (from !== old.from || count !== old.count) rowSpan.value = { from, count };
  }, [from, count]);

  const rowAt = (index: number): ClusterRow | undefined =>
    shown === null ? undefined : shown.rows[index - shown.from];
  const onScreen = virtual.items.flatMap(({ index }) => {
    const row = rowAt(index);
    return row === undefined || row.state === "selected" ? [] : [row.name];
  });
  changes.use(decided && wanted !== 0 ? onScreen.map((name) => ({ selects: [name] })) : []);
  const open = (index: number): void => {
    focus(index);
    const row = rowAt(index);
    if (row) openCluster.value = openCluster.value === row.name ? null : row.name;
  };
  const { current, go, keys, focus } = useRowKeys({
    ...{ scroller, virtual, total, rowHeight, headHeight },
    onOpen: (index) => open(index),
  });

  // The distance to a cut-off says nothing where nothing is cut off.
  const hasWhy = terms !== null || cutOff !== null;
  const scores = active.map(({ name }) => `max(var(--score-width), min(var(--head-most), ${headWidth(name)}px))`);
  const template = [
    "var(--rank-width)",
    "minmax(var(--name-width), 176px)",
    "var(--state-width)",
    "minmax(var(--bars-width), 3fr)",
    ...scores.map((least) => `minmax(${least}, 64px)`),
    "var(--total-width)",
    ...(hasWhy ? ["var(--why-width)"] : []),
    "var(--change-width)",
  ].join(" ");

  const isRanked = rowOrder.value === "rank" && rowFilter.value === "";
  return (
    <>
      {isRanked && decision.summary.clusterCounts.feasible > fewClusters && (
        <Loaded
          load={curve}
          given={{ decision, sight: { from: first, to: last }, onRank: go }}
          until={<div class="score-curve" />}
        />
      )}
      <div
        class={`table ${terms === null ? "" : "spreads"} ${density(active.length)}`}
        role="grid"
        id="clusters"
        aria-label="Clusters"
        aria-rowcount={total + 1}
        aria-colcount={(hasWhy ? 7 : 6) + active.length}
        aria-activedescendant={total > 0 ? `row-${current}` : undefined}
        tabIndex={0}
        ref={scroller}
        onKeyDown={keys}
        style={{ "--template": template, "--scores": [`${8 * scores.length}px`, ...scores].join(" + ") }}
      >
        <Head columns={active} terms={terms} hasWhy={hasWhy} />
        <div class="rows" role="rowgroup" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start }) => (
            <Later key={index} isLater={!isSettled && !virtual.isInSight(index)}>
              <Line
                index={index}
                top={start}
                row={rowAt(index)}
                against={shown?.marks?.[index - shown.from] ?? null}
                {...{ active, terms, scale, cutOff, wanted, decided }}
                current={index === current}
                onOpen={open}
              />
            </Later>
          ))}
        </div>
        {total === 0 && (
          <p class="empty-table">{rowFilter.value === "" ? "The input has no cluster." : notFound(rowFilter.value)}</p>
        )}
      </div>
    </>
  );
}

interface HeadProps {
  columns: PrioritizerColumn[];
  terms: SpreadConstraintSummary[] | null;
  hasWhy: boolean;
}

function Head({ columns: forced, terms, hasWhy }: HeadProps) {
  return (
    <div role="rowgroup" class="table-head">
      <div class="line head" role="row" aria-rowindex={1}>
        <Order by="rank" label="rank" />
        <Order by="name" label="cluster" />
        <span role="columnheader">state</span>
        <span role="columnheader" class="bars-head">
          weight × score{" "}
          <span class="bars-key">
            <span class="key-total" aria-hidden="true" /> {terms === null ? "total" : "final"}{" "}
            {terms === null && (
              <>
                <span class="key-cut" aria-hidden="true" /> cut-off
              </>
            )}
          </span>
        </span>
        {forced.map((column) => (
          <span
            key={column.summary.name}
            role="columnheader"
            class="number"
            title={`${column.summary.name}, weight ${signed(column.summary.weight)} × score`}
          >
            <span class="cut">
              {wordsOf(column.name).map((word, i) => (
                <Fragment key={i}>
                  {i > 0 && <wbr />}
                  {word}
                </Fragment>
              ))}
            </span>
            <span class="times">
              <Swatch {...partOf(column)} />×{integer(column.summary.weight)}
            </span>
          </span>
        ))}
        <span
          role="columnheader"
          class="number"
          title={
            terms === null
              ? "The sum of weight × score"
              : "The sum of weight × score. Spread is that of the step that picked the cluster, else of the last step."
          }
        >
          {terms === null ? "total" : "final"}
        </span>
        {!hasWhy ? null : terms === null ? (
          <span role="columnheader" class="number why" title="Points above or below the last selected cluster">
            to cut
          </span>
        ) : (
          <span role="columnheader" class="why">
            why
          </span>
        )}
        <span role="columnheader" class="change" title="The smallest edit, decided again">
          what would select it
        </span>
      </div>
    </div>
  );
}

function Order({ by, label }: { by: "rank" | "name"; label: string }) {
  const { rowOrder } = useHost().question;
  const chosen = rowOrder.value === by;
  return (
    <span role="columnheader" aria-sort={chosen ? "ascending" : "none"} class={by === "rank" ? "rank" : "name"}>
      <button type="button" class="order" onClick={() => (rowOrder.value = by)}>
        {label}
        <span aria-hidden="true">{chosen ? " ↓" : ""}</span>
      </button>
    </span>
  );
}

interface LineProps {
  index: number;
  top: number;
  row: ClusterRow | undefined;
  /** against the baseline; null: selected in neither */
  against: Against | null;
  /** those in force, a column each: a row's scores run parallel to these */
  active: PrioritizerColumn[];
  /** the terms of a run of spread; null where there was none */
  terms: SpreadConstraintSummary[] | null;
  scale: Scale;
  cutOff: number | null;
  /** how many clusters are wanted; null: all */
  wanted: number | null;
  /** whether the hub looks at clusters */
  decided: boolean;
  current: boolean;
  onOpen(index: number): void;
}

function Line({ index, top, row, against, active, terms, scale, cutOff, wanted, decided, current, onOpen }: LineProps) {
  const { cursor, point, pointed, question } = useHost();
  const open = row !== undefined && question.openCluster.value === row.name;
  const place = { transform: `translateY(${top}px)` };
  const id = `row-${index}`;
  if (row === undefined) {
    return (
      <div class="line" role="row" id={id} aria-rowindex={index + 2} style={place}>
        <span role="gridcell" class="rank quiet">
          …
        </span>
      </div>
    );
  }
  const reason = rowReason(row, cutOff, terms, wanted);
  const hasWhy = terms !== null || cutOff !== null;
  const look = lookOf(row.state, row.reason);
  const here = (): void => point(row.name, "ManagedCluster");
  const parts = weightedScores(row, active);
  return (
    <div
      class={`line ${look} ${current ? "current" : ""} ${cursor.isIn("ManagedCluster", row.name) ? "at-cursor" : ""} ${
        pointed.value === row.name ? "lit" : ""
      }`}
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={open}
      style={place}
      onClick={() => {
        // Who selects a name to copy it does not ask why.
        if (getSelection()?.isCollapsed !== false) onOpen(index);
      }}
      onPointerEnter={here}
      onPointerMove={here}
      onPointerLeave={() => point(null)}
    >
      <span role="gridcell" class="rank">
        {row.rank === null ? "" : integer(row.rank)}
      </span>
      <span role="gridcell" class={`name ${look}`} title={row.name}>
        <CutName name={row.name} />
      </span>
      <span
        role="gridcell"
        class={`state ${look}`}
        data-against={against ?? undefined}
        title={against === null ? undefined : againstTitles[against]}
      >
        <Mark state={look} />
        {stateName(look, row.rank !== null, decided)}
      </span>
      {row.total === null ? (
        <span
          role="gridcell"
          aria-colspan={active.length + (hasWhy ? 3 : 2)}
          class="reason"
          title={reason.replaceAll("`", "")}
        >
          <Quoted text={reason} />
        </span>
      ) : (
        <>
          <span role="gridcell">
            <ScoreBar
              scale={scale}
              parts={active.map(partOf)}
              products={parts.map(({ product }) => product)}
              cut={cutOff}
              height={20}
            />
          </span>
          {active.map(({ summary }, i) => (
            <span
              key={`${summary.name}-${i}`}
              role="gridcell"
              class="number"
              title={parts[i] && productText(summary.weight, parts[i])}
            >
              {score(parts[i]?.product)}
            </span>
          ))}
          <span role="gridcell" class="number total" title={without(terms, row)}>
            {integer(sumOf(parts))}
          </span>
          {hasWhy && (
            <span role="gridcell" class={terms === null ? "number why" : "why"} title={reason.replaceAll("`", "")}>
              {terms === null ? margin(row, cutOff) : <Quoted text={reason} />}
            </span>
          )}
        </>
      )}
      <Change row={row} />
    </div>
  );
}

const againstTitles: Record<Against, string> = {
  in: "Not selected in the baseline",
  out: "Selected in the baseline",
  kept: "Selected in the baseline, too",
};

/** What the sum lacks where a step gives the cluster no spread score. */
const without = (terms: LineProps["terms"], { spread }: ClusterRow): string | undefined =>
  terms === null || spread !== undefined ? undefined : "Without a spread score: no step could pick the cluster";

const score = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : integer(value);

interface ChangeProps {
  row: ClusterRow;
  found: ChangeAnswer;
}

const rowChange = (): Promise<ComponentType<ChangeProps>> => import("./row-change").then((it) => it.RowChange);

/** What would select a cluster; its words are loaded once something is known. */
function Change({ row }: { row: ClusterRow }) {
  const { changes } = useHost();
  const found = row.state === "selected" ? undefined : changes.of({ selects: [row.name] });
  const nothing = <span role="gridcell" class="change quiet" />;
  return found === undefined ? nothing : <Loaded load={rowChange} given={{ row, found }} until={nothing} />;
}

const notFound = (find: string): string =>
  find.includes("=")
    ? `No cluster has “${find}” in its labels.`
    : `No cluster has “${find}” in its name, state or reason. A label is found as key=value.`;
