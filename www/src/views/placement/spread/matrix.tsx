import { useSignal } from "@preact/signals";
import { Component } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { domainText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import { type SpreadOnShow, type SquareState, squareStates } from "../../../engine/spread";
import type { ClusterRow } from "../../../engine/types";
import { Grid, InspectorAt } from "../../../ui/grid";
import { useSettled } from "../../../ui/later";
import { Section } from "../../../ui/section";
import { Colours } from "../../../ui/theme";
import { skewAt } from "./band";
import type { DomainCounts } from "./domains";
import { type Inspected, Inspector, scoreText, useRow, whyText } from "./inspector";
import type { Levels } from "./levels";
import { Limits, setSkew, type SkewControl } from "./limits";
import { MatrixCanvas, type Palette, paletteOf } from "./matrix-draw";
import {
  type Gauge,
  type Label,
  layoutOf,
  limitAt,
  type MatrixLayout,
  pitchFor,
  placeOfSquare,
  squareAt,
  squareBeside,
} from "./matrix-layout";
import { SquareKey, stateNames } from "./square-key";
import { useRoom } from "./use-room";
import { More } from "../../../ui/more";

/** Rows, cells of a row and groups of a cell that are shown at first; more on request. */
const most = 24;

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  /** the final scores of the step; null: squares have their state alone */
  levels: Levels | null;
  /** null: max skews only are on show */
  control: SkewControl | null;
  /** the cluster that is pointed at elsewhere, by name */
  lit: string | null;
  rowOf(cluster: number): Promise<ClusterRow | null>;
  /** the cluster of the square that is pointed at, or that the keyboard is on; null: none */
  onPoint?(name: string | null): void;
  /** a square was opened, by the index of its cluster */
  onCluster(cluster: number): void;
  /** a bar was opened, by the values of its domain; without it bars do not open */
  onDomain?: ((values: string[]) => void) | undefined;
}

/** An edge that is held: its gauge with the axis of when it was taken, and the max skew under the pointer. */
interface Held {
  gauge: Gauge;
  skew: number;
}

/** The domains with a square for each cluster, what each has used of its range, and the limits. */
export function Matrix({ decision, atStep, levels, control, lit, rowOf, onPoint, onCluster, onDomain }: Props) {
  const { spreadConstraints: terms, spread } = decision.summary;
  const { squares, domains } = atStep;
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const painter = useRef<MatrixCanvas | null>(null);
  const held = useRef<Held | null>(null);
  const latest = useRef<MatrixLayout | null>(null);
  const shown = useSignal(most);
  const hovered = useSignal<number | null>(null);
  const focused = useSignal<number | null>(null);
  const isFocused = useSignal(false);
  const { width, height } = useRoom(box);
  const palette = usePalette(box);
  const isSettled = useSettled(atStep);

  const axis = held.current === null ? null : { level: held.current.gauge.level, top: held.current.gauge.band.top };
  const given = { atStep, terms, width, most: shown.value, held: axis };
  const shape = `${width} ${height} ${shown.value} ${domains.length} ${squares?.starts.join(" ")}`;
  const pitch = useMemo(() => (width === 0 ? 13 : pitchFor(given, height)), [shape]);
  const layout = useMemo(
    () => (width === 0 ? null : layoutOf(given, pitch)),
    [domains, squares, terms, width, pitch, shown.value, axis?.top],
  );
  latest.current = layout;

  const active = focused.value ?? squares?.starts[0] ?? 0;
  const at = hovered.value ?? (isFocused.value ? active : null);
  const tile = squares === null ? layout?.tiles[at ?? -1] : undefined;
  const inspected = at === null || layout === null || squares === null ? null : inspectedAt(atStep, levels, at);
  const row = useRow(inspected?.cluster ?? null, decision, rowOf);
  const name = inspected === null ? null : (inspected.candidate?.name ?? row?.name ?? null);
  useEffect(() => onPoint?.(name), [name]);

  const draw = (): void => {
    const now = latest.current;
    if (now === null || painter.current === null) return;
    const { current: edge } = held;
    const over = {
      squares,
      terms,
      shadeOf: (cluster: number) => levels?.of.get(cluster)?.level ?? 0,
      active: at,
      lit: squareOfName(atStep, levels, lit),
      held: edge === null ? null : { level: edge.gauge.level, skew: edge.skew },
    };
    painter.current.draw(now, over, isSettled);
  };
  useLayoutEffect(() => {
    if (picture.current === null || palette === null) return;
    painter.current ??= new MatrixCanvas(picture.current, palette);
    painter.current.palette = palette;
  }, [palette, layout === null]);
  useLayoutEffect(draw);
  useEffect(() => () => painter.current?.disconnect(), []);

  const pointOf = (event: PointerEvent | MouseEvent): { x: number; y: number } => {
    const place = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - place.left, y: event.clientY - place.top };
  };
  const move = (event: PointerEvent): void => {
    if (layout === null) return;
    const { x, y } = pointOf(event);
    const { current: edge } = held;
    if (edge !== null && control !== null) {
      const { level, x: left, width: room, band } = edge.gauge;
      // The axis of the start, the emptiest sibling of now.
      const now = layout.gauges.find((of) => of.level === level && same(of, edge.gauge)) ?? edge.gauge;
      const fraction = (x - left) / room;
      const before = Math.max(1, Math.round(edge.skew));
      edge.skew = Math.max(0, Math.min(1, fraction) * band.top - now.band.lowest);
      draw();
      const wanted = skewAt({ ...band, lowest: now.band.lowest }, fraction);
      if (wanted !== before) setSkew(control, level, wanted);
      return;
    }
    const isEdge = control !== null && limitAt(layout, x, y) !== null;
    box.current?.toggleAttribute("data-edge", isEdge);
    hovered.value = isEdge || event.pointerType === "touch" ? null : squareAt(layout, x, y);
  };
  const take = (event: PointerEvent): void => {
    const { x, y } = pointOf(event);
    const gauge = control === null || layout === null || event.button !== 0 ? null : limitAt(layout, x, y);
    if (gauge === null) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    held.current = { gauge, skew: gauge.band.edge - gauge.band.lowest };
    box.current?.toggleAttribute("data-edge", true);
    hovered.value = null;
  };
  const [, setReleased] = useState(0);
  const release = (): void => {
    if (held.current === null) return;
    held.current = null;
    control?.end();
    setReleased((count) => count + 1);
  };
  const openAt = (of: number): void => {
    const values = layout?.tiles[of]?.values;
    if (squares !== null) onCluster(squares.clusters[of] ?? 0);
    else if (values !== undefined) onDomain?.(values);
  };
  const open = (event: MouseEvent): void => {
    if (layout === null || box.current?.hasAttribute("data-edge")) return;
    const { x, y } = pointOf(event);
    const found = squareAt(layout, x, y);
    if (found === null) return;
    focused.value = found;
    openAt(found);
  };
  /** The keyboard walks on to what is not shown yet. */
  const beside = (from: number, key: string): number => {
    if (layout === null) return from;
    const to = squareBeside(layout, from, key);
    if (to !== from || layout.hidden === 0 || (key !== "ArrowDown" && key !== "ArrowRight")) return to;
    shown.value *= 4;
    const whole = layoutOf({ ...given, most: shown.value }, pitch);
    const values = layout.tiles[from]?.values;
    const again = values === undefined ? from : whole.tiles.findIndex((of) => sameValues(of.values, values));
    return squareBeside(whole, again, key);
  };
  useLayoutEffect(() => {
    const place = layout === null || focused.value === null ? null : placeOfSquare(layout, focused.value);
    if (place !== null && box.current !== null) keepInSight(box.current, place.y, pitch);
  }, [focused.value]);

  const steps = spread?.steps ?? 0;
  const keys = terms.map(({ topologyKey }) => topologyKey);
  const place = at === null || layout === null ? null : placeOfSquare(layout, at);
  const scrolled = box.current?.parentElement?.scrollTop ?? 0;
  const states = statesOf(atStep);
  const ends = squares === null ? null : (levels?.ends ?? null);
  const changed =
    atStep.step < steps
      ? "picked in this step"
      : isCompared(decision)
        ? "in or out, against the baseline"
        : "changed by the latest run";
  // Its pictures are drawn again only when its contents change.
  const key = useMemo(
    () => <SquareKey palette={palette} hasSquares={squares !== null} states={states} ends={ends} changed={changed} />,
    [palette, squares === null, states.join(), ends?.join(), changed],
  );
  const after = atStep.step < steps ? `, after step ${integer(atStep.step)} of ${integer(steps)}` : "";
  return (
    <Section
      class="domains"
      id="domains-title"
      title="Domains"
      words={keys.join(" by ") + after}
      head={<Limits decision={decision} domains={domains} control={control} />}
    >
      <div class="matrix-place">
        <div class="matrix-scroll">
          <div class="matrix" ref={box} style={{ height: `${layout?.height ?? 0}px` }}>
            <Grid
              id="square"
              class="matrix-squares"
              label={`Clusters by ${keys.join(" and ")}: ${countsText(squares)}`}
              count={squares?.clusters.length ?? layout?.tiles.length ?? 0}
              active={active}
              isSelected={squares !== null && inspectedAt(atStep, levels, active).state === "selected"}
              words={
                squares === null
                  ? `${domainText(layout?.tiles[active]?.values ?? [])}, ${tileText(layout?.tiles[active]?.counts)}`
                  : squareText(decision, atStep, inspectedAt(atStep, levels, active), row)
              }
              beside={beside}
              onWalk={(to) => {
                hovered.value = null;
                focused.value = to;
              }}
              onFocused={(isOn) => (isFocused.value = isOn)}
              onOpen={squares === null && onDomain === undefined ? null : openAt}
              onPointerMove={move}
              onPointerDown={take}
              onLostPointerCapture={release}
              onPointerLeave={() => {
                hovered.value = null;
                if (held.current === null) box.current?.removeAttribute("data-edge");
              }}
              onClick={open}
            >
              <div ref={picture} />
            </Grid>
            {layout !== null &&
              rowsOf(layout).map(({ top, height, labels }, i) => (
                <div key={i} class="matrix-row" style={{ top: `${top}px`, height: `${height}px` }}>
                  {labels.map((label) => (
                    <Words key={label.key} label={label} />
                  ))}
                </div>
              ))}
          </div>
        </div>
        {(inspected !== null || tile !== undefined) && place !== null && layout !== null && (
          <InspectorAt
            place={{ x: place.x + layout.pitch / 2, y: place.y + layout.pitch / 2 - scrolled }}
            isAbove={place.y > layout.height / 2 && layout.height > 200}
            isLeft={place.x > width / 2}
          >
            {inspected === null ? (
              <>
                <strong>{domainText(tile?.values ?? [])}</strong>
                <span>{tileText(tile?.counts)}</span>
              </>
            ) : (
              <Inspector {...{ decision, atStep, inspected, row }} canDrag={control !== null} />
            )}
          </InspectorAt>
        )}
      </div>
      <More left={layout?.hidden ?? 0} noun="domain" onMore={() => (shown.value *= 4)} />
      {key}
    </Section>
  );
}

const sameValues = (one: string[], other: string[]): boolean => domainText(one) === domainText(other);
const same = (one: Gauge, other: Gauge): boolean => sameValues(one.domain.values, other.domain.values);

/** The labels by rows of the matrix, with their places in these: a frame looks at those on screen. */
function rowsOf({ labels, height }: MatrixLayout): { top: number; height: number; labels: Label[] }[] {
  const starts = labels.flatMap(({ kind }, i) => (i === 0 || kind === "row" ? [i] : []));
  const topAt = (start: number | undefined): number => (start === undefined ? height : (labels[start]?.y ?? 0));
  return starts.map((start, i) => {
    const top = topAt(start);
    const own = labels.slice(start, starts[i + 1]).map((label) => ({ ...label, y: label.y - top }));
    return { top, height: topAt(starts[i + 1]) - top, labels: own };
  });
}

/** What of the matrix is read: text, to be found, selected and copied. A tick that changes none of it leaves it. */
class Words extends Component<{ label: Label }> {
  override shouldComponentUpdate({ label }: { label: Label }): boolean {
    const { name, numbers, title, x, y, width, isNamedAbove } = this.props.label;
    return (
      numbers !== label.numbers ||
      name !== label.name ||
      title !== label.title ||
      x !== label.x ||
      y !== label.y ||
      width !== label.width ||
      isNamedAbove !== label.isNamedAbove
    );
  }

  override render({ label: { kind, name, numbers, title, x, y, width, isNamedAbove } }: { label: Label }) {
    return (
      <div
        class={`matrix-words one-line of-${kind}`}
        title={title}
        style={{ left: `${x}px`, top: `${y}px`, width: `${width}px` }}
      >
        <span class={isNamedAbove === true ? "unseen" : "name"}>{name}</span>
        {numbers !== "" && <span class="quiet"> {numbers}</span>}
      </div>
    );
  }
}

/** How many clusters of a tile have which state. */
function tileText(counts: DomainCounts | undefined): string {
  if (counts === undefined) return "";
  const { count, eligible, blocked, filtered } = counts;
  const all = { selected: count, feasible: eligible - count - blocked, blocked, filtered };
  return squareStates
    .flatMap((state) => (state !== "keyless" && all[state] > 0 ? [`${integer(all[state])} ${stateNames[state]}`] : []))
    .join(", ");
}

/** A square, to those who listen. */
function squareText(
  decision: ShownDecision,
  atStep: SpreadOnShow,
  inspected: Inspected,
  row: ClusterRow | null,
): string {
  const own = inspected.candidate === undefined || inspected.state === "blocked" ? row : null;
  const parts = [
    inspected.candidate?.name ?? own?.name ?? "cluster",
    stateNames[inspected.state],
    domainText(inspected.values),
    scoreText(atStep.step, inspected.candidate, own),
    whyText(decision, atStep, inspected, own).replaceAll("`", ""),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The cluster of a place in `Squares.clusters`. */
function inspectedAt({ squares, domains }: SpreadOnShow, levels: Levels | null, at: number): Inspected {
  const cluster = squares?.clusters[at] ?? -1;
  const home = squares?.starts.findLastIndex((start) => start <= at) ?? -1;
  return {
    cluster,
    state: squareStates[squares?.states[at] ?? 0] ?? "feasible",
    values: domains[home]?.values ?? [],
    candidate: levels?.of.get(cluster)?.candidate,
  };
}

function squareOfName({ squares }: SpreadOnShow, levels: Levels | null, name: string | null): number | null {
  if (name === null || squares === null) return null;
  const [cluster] = [...(levels?.of ?? [])].find(([, { candidate }]) => candidate.name === name) ?? [];
  const at = cluster === undefined ? -1 : squares.clusters.indexOf(cluster);
  return at < 0 ? null : at;
}

/** How many squares have which state, in words. */
function countsText(squares: SpreadOnShow["squares"]): string {
  if (squares === null) return "a bar for each domain";
  const counts = squareStates.map((state, i) => [state, squares.states.filter((of) => of === i).length] as const);
  const marked = squares.changed.filter((one) => one === 1).length;
  const words = counts.flatMap(([state, count]) => (count > 0 ? [`${integer(count)} ${stateNames[state]}`] : []));
  return [...words, ...(marked > 0 ? [`${integer(marked)} marked`] : [])].join(", ");
}

/** The states that there are squares, or parts of tiles, of. */
function statesOf({ squares, domains }: SpreadOnShow): SquareState[] {
  if (squares !== null) return squareStates.filter((_, state) => squares.states.includes(state));
  const has = (of: (counts: SpreadOnShow["domains"][number]) => number): boolean => domains.some((one) => of(one) > 0);
  return [
    ...(has(({ count }) => count) ? (["selected"] as const) : []),
    ...(has(({ eligible, count, blocked }) => eligible - count - blocked) ? (["feasible"] as const) : []),
    ...(has(({ blocked }) => blocked) ? (["blocked"] as const) : []),
    ...(has(({ filtered }) => filtered) ? (["filtered"] as const) : []),
  ];
}

/** Whether changes are those against a baseline, be it a text without the placement, against which nothing changes. */
const isCompared = ({ difference }: ShownDecision): boolean =>
  difference != null && (difference.change !== null || difference.baseline === "text");

/** The colours, again whenever they become others. */
function usePalette(box: { current: Element | null }): Palette | null {
  const colours = useContext(Colours);
  const [palette, setPalette] = useState<Palette | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const read = (): void => setPalette(paletteOf(current));
    read();
    const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
    for (const query of media) query.addEventListener("change", read);
    return () => {
      for (const query of media) query.removeEventListener("change", read);
    };
  }, [colours]);
  return palette;
}

/** Scrolls what scrolls around the matrix as far as a square needs. */
function keepInSight(matrix: Element, y: number, pitch: number): void {
  const scroll = matrix.closest(".matrix-scroll");
  const pane = (isHigher(scroll) ? scroll : matrix.closest(".answer-pane")) ?? matrix.ownerDocument.scrollingElement;
  if (pane === null) return;
  const top = matrix.getBoundingClientRect().top + y;
  const { top: from, bottom } = pane.getBoundingClientRect();
  const to = Math.min(innerHeight, bottom);
  if (top < from) pane.scrollBy({ top: top - from - 40, behavior: "instant" });
  else if (top + pitch > to) pane.scrollBy({ top: top + pitch - to + 40, behavior: "instant" });
}

const isHigher = (scroll: Element | null): scroll is Element =>
  scroll !== null && scroll.scrollHeight > scroll.clientHeight + 1;
