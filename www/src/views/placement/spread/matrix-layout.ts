/** Where the domains, their clusters and their limits stand in the matrix: px, apart from what draws them. */
import { cellText, domainStatusText, domainText, valueText } from "schedscope/words/spread";
import { integer } from "schedscope/words/number";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadDomain } from "../../../engine/types";
import { type Band, band, placeOf } from "./band";
import { columns, type DomainNode, type DomainCounts, keylessOf, leaves, tree } from "./domains";

/** The squares of the clusters whose deepest domain is one: `count` of them, from the place `from` on. */
export interface Block {
  from: number;
  count: number;
  x: number;
  y: number;
  across: number;
}

/** The clusters of a domain as one bar, where they do not cross one by one. */
export interface Tile {
  /** of the domain; none of clusters without a key */
  values: string[];
  counts: DomainCounts;
  x: number;
  y: number;
  width: number;
}

/** Words of the matrix, which are text of the page. */
export interface Label {
  key: string;
  kind: "row" | "column" | "cell" | "group" | "status";
  name: string;
  /** the column says the name */
  isNamedAbove?: boolean;
  numbers: string;
  title: string;
  x: number;
  y: number;
  width: number;
}

/** What of its siblings' range a domain has used, and its limit. */
export interface Gauge {
  level: number;
  domain: SpreadDomain;
  band: Band;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MatrixLayout {
  width: number;
  height: number;
  /** of a square with its gap */
  pitch: number;
  blocks: Block[];
  tiles: Tile[];
  labels: Label[];
  gauges: Gauge[];
  /** the gauges of rows are below one another, with one line for their limits */
  hasColumn: boolean;
  /** where rows are separated */
  lines: number[];
  /** domains that are not shown */
  hidden: number;
}

interface Given {
  atStep: SpreadOnShow;
  terms: SpreadConstraintSummary[];
  width: number;
  /** rows, cells of a row and groups of a cell at most */
  most: number;
  /** the end of the axis of a level whose edge is held, which stands still; null: none is */
  held: { level: number; top: number } | null;
}

const pitches = [28, 25, 22, 19, 16, 13];
/** Below so many px a row has its words above its squares. */
export const narrow = 520;
const tileHeight = 16;
/** room for the words beside a gauge */
const statusWidth = 92;

/** The largest squares with which the matrix is not higher than `height`. */
export function pitchFor(given: Given, height: number): number {
  return pitches.find((pitch) => layoutOf(given, pitch).height <= height) ?? (pitches.at(-1) as number);
}

export function layoutOf({ atStep, terms, width, most, held }: Given, pitch: number): MatrixLayout {
  const { domains, squares } = atStep;
  const roots = tree(domains);
  const isNarrow = width < narrow;
  const hasWords = width >= 640;
  const nameWidth = isNarrow ? Math.round(width * 0.58) : Math.min(168, Math.round(width * 0.17));
  const gaugeWidth = isNarrow ? width - nameWidth - 8 : Math.min(300, Math.round(width * 0.27));
  const left = isNarrow ? 0 : nameWidth + 12;
  const right = isNarrow ? width : width - gaugeWidth - 24;
  const bands = new Bands(domains, terms, held);
  const largest = squares === null ? Math.max(1, ...allNodes(roots).map((node) => totalOf(keylessOf(node)))) : 1;
  const made: MatrixLayout = {
    width,
    height: 0,
    pitch,
    blocks: [],
    tiles: [],
    labels: [],
    gauges: [],
    hasColumn: !isNarrow,
    lines: [],
    hidden: Math.max(0, roots.length - most),
  };

  /** The clusters of a domain that lie in none of its children; returns their height. */
  function clusters(index: number, counts: DomainCounts, x: number, y: number, room: number): number {
    if (squares === null) {
      const share = totalOf(counts) / largest;
      const values = domains[index]?.values ?? [];
      if (share > 0) made.tiles.push({ values, counts, x, y, width: Math.max(3, Math.round(room * share)) });
      return share > 0 ? tileHeight : 0;
    }
    const from = squares.starts[index] ?? 0;
    const count = (squares.starts[index + 1] ?? from) - from;
    if (count === 0) return 0;
    const across = Math.max(1, Math.floor(room / pitch));
    made.blocks.push({ from, count, x, y, across });
    return Math.ceil(count / across) * pitch;
  }

  function gauge(domain: SpreadDomain, x: number, y: number, room: number, height: number): void {
    const level = domain.values.length - 1;
    const of = bands.of(domain);
    if (domain.eligible > 0 && of !== null) made.gauges.push({ level, domain, band: of, x, y, width: room, height });
  }

  function label(kind: Label["kind"], domain: SpreadDomain, name: string, x: number, y: number, room: number): Label {
    const title = domainText(domain.values);
    const made_: Label = { key: `${kind} ${title}`, kind, name, numbers: cellText(domain), title, x, y, width: room };
    made.labels.push(made_);
    return made_;
  }

  function hasRest(node: DomainNode): boolean {
    const hasSquares = squares !== null && (squares.starts[node.index + 1] ?? 0) > (squares.starts[node.index] ?? 0);
    return hasSquares || totalOf(keylessOf(node)) > 0;
  }

  function rest(node: DomainNode, x: number, y: number, room: number): number {
    const counts = keylessOf(node);
    const title = `${domainText(node.domain.values)}, without the next key`;
    const numbers = `${integer(counts.count)}/${integer(counts.eligible)}`;
    made.labels.push({ key: `none ${title}`, kind: "cell", name: "none", numbers, title, x, y, width: room });
    return 28 + clusters(node.index, counts, x, y + 28, room);
  }

  function cell(node: DomainNode, x: number, y: number, room: number, isNamedAbove: boolean): number {
    const { domain, children } = node;
    label("cell", domain, valueText(domain.values.at(-1) ?? ""), x, y, room).isNamedAbove = isNamedAbove;
    gauge(domain, x, y + 18, room, 5);
    if (children.length === 0) return 28 + clusters(node.index, domain, x, y + 28, room);
    const below = leaves(node);
    made.hidden += Math.max(0, below.length - most);
    let at = y + 28;
    for (const { node: leaf, values } of below.slice(0, most)) {
      // In one line: there may be hundreds of them.
      const words = Math.round(room * 0.48);
      label("group", leaf.domain, domainText(values), x, at, words - 8);
      gauge(leaf.domain, x, at + 16, words - 8, 4);
      at += Math.max(22, clusters(leaf.index, leaf.domain, x + words, at, room - words)) + 2;
    }
    return at + (hasRest(node) ? 4 + rest(node, x, at + 4, room) : 0) - y;
  }

  /** The cells of a row, in lines of as many as there is room for, or each in its column. */
  function cells(row: DomainNode, shared: string[], y: number): number {
    const inShared = shared.map((value) => row.children.find(({ domain }) => domain.values[1] === value));
    const all = (shared.length > 0 ? inShared : row.children).slice(0, most);
    made.hidden += Math.max(0, row.children.length - most);
    const makers = all.map(
      (node) =>
        (x: number, at: number, room: number): number =>
          node === undefined ? 0 : cell(node, x, at, room, shared.length > 0),
    );
    if (hasRest(row)) makers.push((x, at, room) => rest(row, x, at, room));
    const across = shared.length > 0 ? shared.length : columnsIn(right - left, makers.length);
    const room = (right - left + 16) / Math.max(1, across) - 16;
    let at = y;
    for (let first = 0; first < makers.length; first += across) {
      const heights = makers.slice(first, first + across).map((make, i) => make(left + i * (room + 16), at, room));
      at += Math.max(...heights) + 6;
    }
    return at - y;
  }

  const shared = isNarrow ? [] : columns(roots, Math.max(1, Math.floor((right - left + 16) / 92)));
  const columnRoom = (right - left + 16) / Math.max(1, shared.length);
  shared.forEach((value, i) => {
    const name = valueText(value);
    const place = { x: left + i * columnRoom, y: 0, width: columnRoom - 16 };
    made.labels.push({ key: `column ${value}`, kind: "column", name, numbers: "", title: name, ...place });
  });
  let y = shared.length > 0 ? 20 : 4;
  for (const row of roots.slice(0, most)) {
    const { domain } = row;
    label("row", domain, valueText(domain.values[0] ?? ""), 0, y, nameWidth);
    const words = hasWords && terms[0] !== undefined ? domainStatusText(domain, terms[0]) : "";
    const gaugeRoom = gaugeWidth - (hasWords ? statusWidth : 0);
    gauge(domain, width - gaugeWidth, y + 2, gaugeRoom, 14);
    if (words !== "")
      made.labels.push({
        key: `status ${domainText(domain.values)}`,
        kind: "status",
        name: words,
        numbers: "",
        title: words,
        x: width - statusWidth + 8,
        y,
        width: statusWidth - 8,
      });
    const top = isNarrow ? y + 40 : y;
    const content =
      row.children.length === 0 ? clusters(row.index, domain, left, top, right - left) : cells(row, shared, top);
    y = Math.max(top + content, y + 36) + 6;
    made.lines.push(y);
    y += 6;
  }
  if (squares !== null && (squares.starts[domains.length + 1] ?? 0) > (squares.starts[domains.length] ?? 0)) {
    const count = (squares.starts[domains.length + 1] ?? 0) - (squares.starts[domains.length] ?? 0);
    const name = `no ${terms[0]?.topologyKey ?? ""}`;
    const numbers = `${integer(count)} ${count === 1 ? "cluster" : "clusters"}`;
    made.labels.push({ key: "no key", kind: "row", name, numbers, title: name, x: 0, y, width: nameWidth });
    const none = { count: 0, eligible: 0, blocked: 0, filtered: 0 };
    const top = isNarrow ? y + 40 : y;
    y = Math.max(top + clusters(domains.length, none, left, top, right - left), y + 36) + 6;
    made.lines.push(y);
  }
  made.lines.pop();
  made.height = Math.ceil(y);
  return made;
}

/** As many as there is room for, and no column that only the last line would leave empty. */
function columnsIn(width: number, count: number): number {
  const most = Math.max(1, Math.min(count, Math.floor((width + 16) / 144)));
  return Math.max(1, Math.ceil(count / Math.ceil(count / most)));
}

const totalOf = ({ eligible, filtered }: DomainCounts): number => eligible + filtered;
const allNodes = (nodes: DomainNode[]): DomainNode[] => nodes.flatMap((node) => [node, ...allNodes(node.children)]);

/** The axis of each domain: its siblings share their smallest count, a level shares its scale. */
class Bands {
  readonly #byParent = new Map<string, Band>();

  constructor(domains: SpreadDomain[], terms: SpreadConstraintSummary[], held: Given["held"]) {
    const siblings = new Map<string, SpreadDomain[]>();
    for (const domain of domains) {
      const parent = parentOf(domain);
      const known = siblings.get(parent);
      if (known === undefined) siblings.set(parent, [domain]);
      else known.push(domain);
    }
    const tops: number[] = [];
    for (const [parent, all] of siblings) {
      const level = (all[0]?.values.length ?? 1) - 1;
      const term = terms[level];
      if (term === undefined) continue;
      const found = band(all, term);
      this.#byParent.set(parent, found);
      tops[level] = Math.max(tops[level] ?? 1, found.top);
    }
    if (held !== null) tops[held.level] = held.top;
    for (const [parent, all] of siblings) {
      const found = this.#byParent.get(parent);
      if (found !== undefined) found.top = tops[(all[0]?.values.length ?? 1) - 1] ?? found.top;
    }
  }

  of(domain: SpreadDomain): Band | null {
    return this.#byParent.get(parentOf(domain)) ?? null;
  }
}

const parentOf = ({ values }: SpreadDomain): string => `${values.length} ${JSON.stringify(values.slice(0, -1))}`;

/** The place in `Squares.clusters` of the square at a point, or in `tiles` of the tile there; null: none. */
export function squareAt({ blocks, tiles, pitch }: MatrixLayout, x: number, y: number): number | null {
  if (tiles.length > 0) {
    const found = tiles.findIndex((tile) => x >= tile.x && x < tile.x + Math.max(pitch, tile.width) && isIn(tile, y));
    return found < 0 ? null : found;
  }
  for (const { from, count, x: left, y: top, across } of blocks) {
    const [column, row] = [Math.floor((x - left) / pitch), Math.floor((y - top) / pitch)];
    if (column < 0 || row < 0 || column >= across) continue;
    const at = row * across + column;
    if (at < count) return from + at;
  }
  return null;
}

const isIn = ({ y: top }: Tile, y: number): boolean => y >= top && y < top + tileHeight;

/** Where the square of a place is, or the tile; null: it is not shown. */
export function placeOfSquare({ blocks, tiles, pitch }: MatrixLayout, at: number): { x: number; y: number } | null {
  if (tiles.length > 0) return tiles[at] ?? null;
  const block = blocks.find(({ from, count }) => at >= from && at < from + count);
  if (block === undefined) return null;
  const i = at - block.from;
  return { x: block.x + (i % block.across) * pitch, y: block.y + Math.floor(i / block.across) * pitch };
}

/** The square, or the tile, that an arrow key leads to from another one. */
export function squareBeside(layout: MatrixLayout, at: number, key: string): number {
  const shown =
    layout.tiles.length > 0
      ? [...layout.tiles.keys()]
      : layout.blocks.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i));
  const place = shown.indexOf(at);
  const first = shown[0] ?? 0;
  if (place < 0 || key === "Home") return first;
  const last = shown.length - 1;
  if (key === "End") return shown[last] ?? first;
  if (key === "ArrowLeft") return shown[Math.max(0, place - 1)] ?? first;
  if (key === "ArrowRight") return shown[Math.min(last, place + 1)] ?? first;
  const from = placeOfSquare(layout, at);
  if (from === null) return first;
  const down = key === "ArrowDown" ? 1 : -1;
  // The nearest line of squares in this direction, and in it the nearest square.
  let [best, bestWay] = [at, Number.POSITIVE_INFINITY];
  for (const other of shown) {
    const to = placeOfSquare(layout, other);
    if (to === null || (to.y - from.y) * down <= 0) continue;
    const way = Math.abs(to.y - from.y) * 4 + Math.abs(to.x - from.x);
    if (way < bestWay) [best, bestWay] = [other, way];
  }
  return best;
}

/** Where the limit of a gauge is; `skew`: of an edge that is held, else max skew. */
export const edgeOf = ({ band: of, x, width }: Gauge, skew = of.edge - of.lowest): number =>
  x + (placeOf(of, of.lowest + skew) / 100) * width;

/** The gauge whose limit is at a point: its line, or for the rows' gauges all of the line through them. */
export function limitAt({ gauges, hasColumn }: MatrixLayout, x: number, y: number): Gauge | null {
  const near = gauges.filter((gauge) => Math.abs(x - edgeOf(gauge)) <= 8);
  const rows = hasColumn ? near.filter(({ level }) => level === 0) : [];
  const [first, last] = [rows[0], rows.at(-1)];
  if (first !== undefined && last !== undefined && y >= first.y - 6 && y <= last.y + last.height + 6) return first;
  return near.find((gauge) => y >= gauge.y - 6 && y <= gauge.y + gauge.height + 6) ?? null;
}
