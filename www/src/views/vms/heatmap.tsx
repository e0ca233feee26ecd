import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useRowKeys } from "../../ui/rows";
import { useVirtual } from "../../ui/virtual";
import {
  bucketAt,
  cellWords,
  heatColour,
  heatKey,
  type HeatRow,
  heatWords,
  highest,
  ordered,
  percentText,
} from "./heat";
import { Section } from "../../ui/section";
import { Picker } from "../../ui/select";
import { Key } from "../../ui/key";

const rowHeight = 16;

interface Props {
  heat: HeatRow[];
  /** how many nodes there are */
  nodes: number;
  end: number;
  now: number;
  /** the node that is shown in detail */
  shown: string | null;
  onNode(node: string): void;
}

/** Node by time: a row a node, which opens it. */
export function Heatmap({ heat, nodes, end, now, shown, onNode }: Props) {
  const order = useSignal<"name" | "fullest">("fullest");
  const rows = useMemo(() => ordered(heat, order.value), [heat, order.value]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, rows.length, rowHeight, 0);
  const buckets = rows[0]?.percent.length ?? 0;
  const bucket = useSignal<number | null>(null);
  const at = bucket.value ?? bucketAt(now, end, buckets);
  const others = {
    ArrowRight: () => {
      bucket.value = Math.min(buckets - 1, at + 1);
    },
    ArrowLeft: () => {
      bucket.value = Math.max(0, at - 1);
    },
  };
  const {
    current: row,
    go,
    keys,
    focus,
  } = useRowKeys({
    ...{ scroller, virtual, total: rows.length, rowHeight, headHeight: 0, others },
    onOpen: (index) => rows[index] !== undefined && onNode(rows[index].node),
  });
  const words = rows[row] === undefined ? "" : cellWords(rows[row], at, end);
  return (
    <Section
      class="vm-heat"
      id="heat-title"
      title="Nodes over time"
      words="select a row to show its node below"
      head={
        <Picker<"name" | "fullest">
          look="order-choice"
          label="Order"
          aria-label="Order of the nodes"
          value={order.value}
          choices={[
            ["fullest", "fullest first"],
            ["name", "by name"],
          ]}
          onChoose={(value) => {
            order.value = value;
            go(0);
          }}
        />
      }
    >
      <p class="chart-words">{heatWords(heat, nodes)}</p>
      <Key look="heat-key" of={heatKey.map(({ colour, words: of }) => [<Sample colour={colour} />, of])} isHidden />
      <div
        class="step-list heat-grid"
        role="grid"
        aria-label="Nodes by time"
        aria-rowcount={rows.length}
        aria-colcount={buckets + 2}
        aria-activedescendant={rows.length > 0 ? `heat-${row}` : undefined}
        aria-describedby="heat-cell"
        tabIndex={0}
        ref={scroller}
        onKeyDown={keys}
      >
        <div role="rowgroup" class="list-rows" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start }) => {
            const of = rows[index];
            return of === undefined ? null : (
              <div
                key={of.node}
                id={`heat-${index}`}
                role="row"
                aria-rowindex={index + 1}
                aria-selected={of.node === shown}
                class={`list-row heat-row ${index === row ? "current" : ""}`}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => {
                  focus(index);
                  onNode(of.node);
                }}
                onPointerMove={(event) => {
                  const place = event.currentTarget.querySelector("canvas")?.getBoundingClientRect();
                  if (place === undefined || event.clientX < place.left || place.width === 0) return;
                  focus(index);
                  bucket.value = bucketAt(event.clientX - place.left, place.width, buckets);
                }}
              >
                <span role="rowheader" class="heat-name one-line">
                  {of.node}
                </span>
                <span role="gridcell" class="heat-strip" aria-label={cellWords(of, at, end)}>
                  <Strip percent={of.percent} />
                </span>
                <span role="gridcell" class="number heat-top">
                  <span class="unseen">at most </span>
                  {percentText(highest(of))}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      <p id="heat-cell" class="heat-cell">
        {words}
      </p>
    </Section>
  );
}

const Sample = ({ colour }: { colour: string }) => (
  <svg width="12" height="10" aria-hidden="true">
    <rect width="12" height="10" fill={colour} />
  </svg>
);

/** A node's row: one pixel a bucket, stretched. */
function Strip({ percent }: { percent: number[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context == null) return;
    percent.forEach((value, i) => {
      context.fillStyle = heatColour(value);
      context.fillRect(i, 0, 1, 1);
    });
  }, [percent]);
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus
  return <canvas ref={canvas} width={Math.max(1, percent.length)} height={1} aria-hidden="true" />;
}
