import { useEffect, useMemo, useRef } from "preact/hooks";
import { resourceNames } from "schedscope/words/amount";
import { aimOf, headOf } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import type { ScorerAnswer } from "../../engine/types";
import { CutName } from "../../ui/cut-name";
import { useHost } from "../../ui/host";
import { Mark } from "../../ui/mark";
import { ObjectLink } from "../../ui/object-link";
import { pagesAround, useRowKeys } from "../../ui/rows";
import { useVirtual } from "../../ui/virtual";
import { type NodeOrder, openNode, order, span } from "./options";
import type { NodeLine, Score } from "./lines";
import { nodeObject } from "./picks";
import { UsageCell } from "./usage-bars";

const rowHeight = 44;
const headHeight = 48;

interface Props {
  /** how many there are */
  total: number;
  /** the one at a place of the order; undefined while it is not there yet */
  lineAt(index: number): NodeLine | undefined;
  resources: string[];
  /** null: there is no pod, so nothing is scored */
  scorers: ScorerAnswer[] | null;
  /** where the axis of all bars ends, in parts of a node */
  end: number;
}

/** Every node with what is on it and its scores; a grid of any length. */
export function NodeTable({ total, lineAt, resources, scorers, end }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, total, rowHeight, headHeight);
  const { from: offset, count: limit } = pagesAround(virtual, 100);
  useEffect(() => {
    const old = span.peek();
    if (offset !== old.offset || limit !== old.limit) span.value = { offset, limit };
  }, [offset, limit]);
  const open = (index: number): void => {
    focus(index);
    const line = lineAt(index);
    if (line) openNode.value = openNode.peek()?.name === line.name ? null : { name: line.name, index: line.index };
  };
  const { current, keys, focus } = useRowKeys({
    ...{ scroller, virtual, total, rowHeight, headHeight },
    onOpen: (index) => open(index),
  });

  const template = [
    "minmax(var(--name-width), 1fr)",
    ...resources.map(() => "minmax(var(--usage-width), 2fr)"),
    ...(scorers === null ? ["minmax(var(--remark-width), 1fr)"] : scorers.map(() => "var(--score-width)")),
  ].join(" ");

  return (
    <div
      class={`table node-table ${scorers === null ? "plain-usage" : ""}`}
      role="grid"
      aria-label="Nodes"
      aria-rowcount={total + 1}
      aria-colcount={1 + resources.length + (scorers?.length ?? 1)}
      aria-activedescendant={total > 0 ? `node-${current}` : undefined}
      tabIndex={0}
      ref={scroller}
      onKeyDown={keys}
      style={{ "--template": template, "--scores": scorers?.length ?? 0, "--usages": resources.length }}
    >
      <Head resources={resources} scorers={scorers} />
      <div class="rows" role="rowgroup" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map(({ index, start }) => (
          <Line
            key={lineAt(index)?.name ?? index}
            index={index}
            top={start}
            line={lineAt(index)}
            resources={resources}
            scorers={scorers}
            end={end}
            current={index === current}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  );
}

function Head({ resources, scorers }: Pick<Props, "resources" | "scorers">) {
  const names = resourceNames(resources);
  return (
    <div role="rowgroup" class="table-head">
      <div class="line head" role="row" aria-rowindex={1}>
        {scorers === null ? (
          <span role="columnheader" class="name">
            node
          </span>
        ) : (
          <Order by="name" direction="ascending" title="Order by name">
            node
          </Order>
        )}
        {resources.map((resource, i) => (
          <span key={resource} role="columnheader" title={resource}>
            {names[i]}
            <span class="block">limits, requests</span>
          </span>
        ))}
        {scorers === null && <span role="columnheader">remarks</span>}
        {scorers?.map(({ name }) => {
          const [above, below] = headOf(name);
          return (
            <Order key={name} by={name} direction="descending" title={`${name}: ${aimOf(name)}. Order by its score`}>
              {above}
              <span class="block">{below}</span>
            </Order>
          );
        })}
      </div>
    </div>
  );
}

interface OrderProps {
  by: NodeOrder;
  direction: "ascending" | "descending";
  title: string;
  children: preact.ComponentChildren;
}

/** A head that orders; once more, and the order is that of the text. */
function Order({ by, direction, title, children }: OrderProps) {
  const chosen = order.value === by;
  return (
    <span role="columnheader" aria-sort={chosen ? direction : "none"} class={by === "name" ? "name" : "number"}>
      <button type="button" class="order" title={title} onClick={() => (order.value = chosen ? "text" : by)}>
        {children}
        <span aria-hidden="true">{chosen ? " ↓" : ""}</span>
      </button>
    </span>
  );
}

interface LineProps extends Pick<Props, "resources" | "scorers" | "end"> {
  index: number;
  top: number;
  line: NodeLine | undefined;
  current: boolean;
  onOpen(index: number): void;
}

const marks = { picked: "selected", fits: "feasible", misfit: "filtered" } as const;

function Line({ index, top, line, resources, scorers, end, current, onOpen }: LineProps) {
  if (line === undefined) {
    return (
      <div
        class="line"
        role="row"
        id={`node-${index}`}
        aria-rowindex={index + 2}
        style={{ transform: `translateY(${top}px)` }}
      >
        <span role="gridcell" class="name quiet">
          …
        </span>
      </div>
    );
  }
  return <FullLine {...{ index, top, line, resources, scorers, end, current, onOpen }} />;
}

/** Drawn anew only where something of it changed: scrolling draws all lines on screen again and again. */
function FullLine({ onOpen, ...props }: LineProps & { line: NodeLine }) {
  const open = useRef(onOpen);
  open.current = onOpen;
  const isOpen = openNode.value?.name === props.line.name;
  const isAtCursor = useHost().cursor.isIn("Node", props.line.name);
  const all = { ...props, isOpen, isAtCursor };
  return useMemo(() => drawn({ ...all, onOpen: () => open.current(all.index) }), Object.values(all));
}

interface Drawn extends Omit<LineProps, "onOpen"> {
  line: NodeLine;
  isOpen: boolean;
  isAtCursor: boolean;
  onOpen(): void;
}

function drawn({ index, top, line, resources, scorers, end, current, isOpen, isAtCursor, onOpen }: Drawn) {
  const { name, state, pods, usages, scores, words, numbers } = line;
  return (
    <div
      class={`line ${state} ${current ? "current" : ""} ${isAtCursor ? "at-cursor" : ""}`}
      role="row"
      id={`node-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        // Who selects a name to copy it does not ask for its card.
        if (getSelection()?.isCollapsed !== false) onOpen();
      }}
    >
      <span role="gridcell" class="name" title={name}>
        {state !== "shown" && <Mark state={marks[state]} />}{" "}
        <ObjectLink object={nodeObject(name)} tabIndex={-1}>
          <CutName name={name} />
        </ObjectLink>
        <span class="pods quiet">{pods}</span>
      </span>
      {resources.map((resource) => (
        <UsageCell key={resource} usage={usages.find((usage) => usage.resource === resource)} end={end} />
      ))}
      {scorers === null || state === "misfit" ? (
        <span
          role="gridcell"
          class="reason"
          aria-colspan={scorers?.length ?? 1}
          title={[words, numbers].filter((part) => part !== "").join(": ")}
        >
          <span class="words">{words}</span>
          <span class="numbers quiet">{numbers}</span>
        </span>
      ) : (
        scores.map((score, i) => <ScoreCell key={scorers[i]?.name ?? i} score={score} />)
      )}
    </div>
  );
}

/** The score that decides; below it the one before normalisation, where they differ. */
function ScoreCell({ score }: { score: Score | null }) {
  if (score === null) {
    return (
      <span role="gridcell" class="number quiet" title="The scorer does not apply to this pod">
        –
      </span>
    );
  }
  const { value, raw, pick } = score;
  return (
    <span role="gridcell" class={`number score ${pick ?? ""}`}>
      <span class="value">
        {pick !== null && <Mark state={pick === "picked" ? "selected" : "feasible"} />}
        {integer(value)}
        {pick !== null && <span class="unseen"> {pick}</span>}
      </span>
      {raw !== null && (
        <span class="raw quiet" title="Before normalisation">
          <span class="unseen">raw </span>
          {integer(raw)}
        </span>
      )}
    </span>
  );
}
