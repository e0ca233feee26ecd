/** Draws the matrix: squares, tiles and gauges, in the colours of the style sheet. */
import { isHard } from "schedscope/words/spread";
import { type Squares, type SquareState, squareStates } from "../../../engine/spread";
import type { SpreadConstraintSummary } from "../../../engine/types";
import { placeOf } from "./band";
import { shades } from "./levels";
import { edgeOf, type Gauge, type MatrixLayout, placeOfSquare, type Tile } from "./matrix-layout";

/** Custom properties of `.matrix` in spread.css. */
const colourNames = ["selected", "feasible", "blocked", "faint", "ink", "band", "soft-band", "lit"] as const;
type ColourName = (typeof colourNames)[number] | `final-${number}`;
export type Palette = ReadonlyMap<ColourName, string>;

/** What is drawn over the squares, and how. */
export interface Shown {
  squares: Squares | null;
  terms: SpreadConstraintSummary[];
  /** the shade of a cluster's final score; 0: none */
  shadeOf(cluster: number): number;
  /** the square that the keyboard is on, and the one that is pointed at elsewhere */
  active: number | null;
  lit: number | null;
  /** an edge that is held, by its level, and the max skew under the pointer */
  held: { level: number; skew: number } | null;
}

/** The colours as the browser computes them for this theme: a canvas does not know custom properties. */
export function paletteOf(box: Element): Palette {
  const probe = document.createElement("span");
  probe.style.forcedColorAdjust = "none";
  box.append(probe);
  const names: ColourName[] = [...colourNames, ...Array.from({ length: shades }, (_, i) => `final-${i + 1}` as const)];
  const found = new Map<ColourName, string>();
  for (const name of names) {
    probe.style.color = `var(--m-${name})`;
    found.set(name, getComputedStyle(probe).color);
  }
  probe.remove();
  return found;
}

/** Above so many pixels the matrix is drawn coarser: they would take too much memory. */
const mostPixels = 8_000_000;
/** Of so many px is a canvas: the browser takes each one whole where anything of it changes. */
const bandHeight = 512;

/** A canvas for each part of the height. */
export class MatrixCanvas {
  readonly #box: Element;
  readonly #bands: HTMLCanvasElement[] = [];
  readonly #outOfSight = new WeakSet<Element>();
  readonly #sights = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) this.#outOfSight.delete(target);
      else this.#outOfSight.add(target);
  });
  #palette: Palette;
  /** squares by their look, drawn once */
  readonly #sprites = new Map<string, HTMLCanvasElement>();
  #spriteScale = 0;

  constructor(box: Element, palette: Palette) {
    this.#box = box;
    this.#palette = palette;
  }

  set palette(palette: Palette) {
    this.#palette = palette;
    this.#sprites.clear();
  }

  /** Ends watching what is in sight. */
  disconnect(): void {
    this.#sights.disconnect();
  }

  /** `isWhole`: what is out of sight, too. */
  draw(layout: MatrixLayout, shown: Shown, isWhole: boolean): void {
    const { width, height, pitch } = layout;
    const pixels = width * height;
    const ratio = globalThis.devicePixelRatio || 1;
    const scale = pixels * ratio * ratio > mostPixels ? Math.max(0.5, Math.sqrt(mostPixels / pixels)) : ratio;
    if (this.#spriteScale !== scale) this.#sprites.clear();
    this.#spriteScale = scale;
    // A band ends where a pixel ends.
    const most = Math.round(bandHeight * scale) / scale;
    const count = Math.max(1, Math.ceil(height / most));
    for (const band of this.#bands.splice(count)) {
      this.#sights.unobserve(band);
      band.remove();
    }
    while (this.#bands.length < count) {
      const made = document.createElement("canvas");
      this.#bands.push(made);
      this.#box.append(made);
      this.#sights.observe(made);
    }
    for (const [i, canvas] of this.#bands.entries()) {
      const [top, bottom] = [i * most, Math.min(height, (i + 1) * most)];
      Object.assign(canvas.style, { top: `${top}px`, height: `${bottom - top}px` });
      if (!isWhole && this.#outOfSight.has(canvas)) continue;
      const [across, down] = [Math.round(width * scale), Math.round((bottom - top) * scale)];
      if (canvas.width !== across) canvas.width = across;
      if (canvas.height !== down) canvas.height = down;
      const pen = canvas.getContext("2d");
      if (pen === null) return;
      pen.setTransform(scale, 0, 0, scale, 0, -top * scale);
      pen.clearRect(0, top, width, bottom - top);
      this.#band(pen, partOf(layout, top, bottom), shown);
      for (const [at, colour] of [
        [shown.lit, "lit"],
        [shown.active, "ink"],
      ] as const) {
        const place = at === null ? null : placeOfSquare(layout, at);
        if (place === null) continue;
        pen.strokeStyle = this.#colour(colour);
        pen.lineWidth = 2;
        pen.strokeRect(place.x - 1, place.y - 1, pitch - 1, pitch - 1);
      }
    }
  }

  #band(pen: CanvasRenderingContext2D, layout: MatrixLayout, shown: Shown): void {
    const { width } = layout;
    pen.fillStyle = this.#colour("faint");
    for (const y of layout.lines) {
      pen.globalAlpha = 0.4;
      pen.fillRect(0, y, width, 1);
    }
    pen.globalAlpha = 1;
    this.#gauges(pen, layout, shown);
    for (const tile of layout.tiles) this.#tile(pen, tile);
    if (shown.squares !== null) this.#squares(pen, layout, shown.squares, shown);
  }

  #colour(name: ColourName): string {
    return this.#palette.get(name) ?? "";
  }

  #squares(pen: CanvasRenderingContext2D, layout: MatrixLayout, squares: Squares, shown: Shown): void {
    const { pitch } = layout;
    for (const { from, count, x, y, across } of layout.blocks) {
      for (let i = 0; i < count; i += 1) {
        const at = from + i;
        const state = squareStates[squares.states[at] ?? 0] ?? "feasible";
        const shade = state === "feasible" ? shown.shadeOf(squares.clusters[at] ?? -1) : 0;
        const sprite = this.#sprite(state, shade, squares.changed[at] === 1, pitch);
        pen.drawImage(sprite, x + (i % across) * pitch, y + Math.floor(i / across) * pitch, pitch, pitch);
      }
    }
  }

  #sprite(state: SquareState, shade: number, isChanged: boolean, pitch: number): HTMLCanvasElement {
    const key = `${state} ${shade} ${isChanged} ${pitch}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    const made = document.createElement("canvas");
    made.width = made.height = Math.ceil(pitch * this.#spriteScale);
    const pen = made.getContext("2d");
    if (pen !== null) {
      pen.scale(this.#spriteScale, this.#spriteScale);
      drawSquare(pen, (name) => this.#colour(name), state, shade, isChanged, pitch);
    }
    this.#sprites.set(key, made);
    return made;
  }

  #tile(pen: CanvasRenderingContext2D, { counts, x, y, width }: Tile): void {
    const { count, eligible, blocked, filtered } = counts;
    const height = 12;
    let at = x;
    const parts = { selected: count, feasible: eligible - count - blocked, blocked, filtered };
    for (const [state, of] of Object.entries(parts)) {
      const part = (of / Math.max(1, eligible + filtered)) * width;
      if (part <= 0) continue;
      const box = [at, y + 2, part, height] as const;
      if (state === "selected" || state === "feasible") {
        pen.fillStyle = this.#colour(state === "selected" ? "selected" : "band");
        pen.fillRect(...box);
      } else hatch(pen, this.#colour(state === "blocked" ? "blocked" : "faint"), state === "blocked" ? 4 : 7, ...box);
      at += part;
    }
    pen.strokeStyle = this.#colour("feasible");
    pen.lineWidth = 1;
    pen.strokeRect(x + 0.5, y + 2.5, Math.max(1, width - 1), height - 1);
  }

  #gauges(pen: CanvasRenderingContext2D, { gauges, hasColumn }: MatrixLayout, { terms, held }: Shown): void {
    for (const gauge of gauges) {
      const { level, domain, band, x, y, width, height } = gauge;
      const term = terms[level];
      if (term === undefined) continue;
      const hard = isHard(term);
      const at = (count: number): number => x + (placeOf(band, count) / 100) * width;
      const edge = edgeOf(gauge, held?.level === level ? held.skew : undefined);
      pen.fillStyle = this.#colour(hard ? "band" : "soft-band");
      pen.fillRect(at(band.lowest), y, edge - at(band.lowest), height);
      // What the domain could hold at most.
      pen.fillStyle = this.#colour("faint");
      pen.fillRect(x, y + height - 1, at(domain.eligible) - x, 1);
      const end = at(domain.count);
      const inset = height > 8 ? 3 : 1;
      pen.fillStyle = this.#colour("selected");
      pen.fillRect(x, y + inset, (hard ? Math.min(end, edge) : end) - x, height - 2 * inset);
      if (hard && end > edge + 0.5) {
        pen.fillStyle = this.#colour("blocked");
        pen.fillRect(edge, y + inset, end - edge, height - 2 * inset);
      }
    }
    const rows = hasColumn ? gauges.filter(({ level }) => level === 0) : [];
    const [first, last] = [rows[0], rows.at(-1)];
    if (first !== undefined && last !== undefined)
      this.#edge(pen, first, first.y - 6, last.y + last.height + 6, terms, held);
    for (const gauge of gauges)
      if (!hasColumn || gauge.level > 0) this.#edge(pen, gauge, gauge.y - 3, gauge.y + gauge.height + 3, terms, held);
  }

  #edge(
    pen: CanvasRenderingContext2D,
    gauge: Gauge,
    top: number,
    bottom: number,
    terms: SpreadConstraintSummary[],
    held: Shown["held"],
  ): void {
    const hard = terms[gauge.level] !== undefined && isHard(terms[gauge.level] as SpreadConstraintSummary);
    const x = edgeOf(gauge, held?.level === gauge.level ? held.skew : undefined);
    pen.strokeStyle = this.#colour(hard ? "selected" : "faint");
    pen.lineWidth = hard ? 2 : 1;
    pen.setLineDash(hard ? [] : [2, 3]);
    pen.beginPath();
    pen.moveTo(x, top);
    pen.lineTo(x, bottom);
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** What of a layout is between two heights, and what a line through others needs. */
function partOf(layout: MatrixLayout, from: number, to: number): MatrixLayout {
  const { pitch, blocks, tiles, gauges, hasColumn } = layout;
  const isIn = (top: number, height: number): boolean => top < to + 6 && top + height > from - 6;
  return {
    ...layout,
    blocks: blocks.filter(({ y, count, across }) => isIn(y, Math.ceil(count / across) * pitch)),
    tiles: tiles.filter(({ y }) => isIn(y, pitch)),
    gauges: gauges.filter(({ level, y, height }) => (hasColumn && level === 0) || isIn(y, height)),
  };
}

/** Fill and shape for a state, a ring for a change. */
export function drawSquare(
  pen: CanvasRenderingContext2D,
  colour: (name: ColourName) => string,
  state: SquareState,
  shade: number,
  isChanged: boolean,
  pitch: number,
): void {
  const side = pitch - 5;
  const at = 2;
  const outline = (name: ColourName, width: number): void => {
    pen.strokeStyle = colour(name);
    pen.lineWidth = width;
    pen.strokeRect(at + width / 2, at + width / 2, side - width, side - width);
  };
  switch (state) {
    case "selected":
      pen.fillStyle = colour("selected");
      pen.fillRect(at, at, side, side);
      break;
    case "feasible":
      if (shade > 0) {
        pen.fillStyle = colour(`final-${shade}`);
        pen.fillRect(at + 2.5, at + 2.5, side - 5, side - 5);
      }
      outline("feasible", 1.5);
      break;
    case "blocked":
      hatch(pen, colour("blocked"), 3.5, at, at, side, side);
      outline("blocked", 1.25);
      break;
    case "keyless":
      pen.setLineDash([2, 2]);
      outline("faint", 1.5);
      pen.setLineDash([]);
      break;
    case "filtered":
      outline("faint", 1);
      pen.beginPath();
      pen.moveTo(at, at + side);
      pen.lineTo(at + side, at);
      pen.stroke();
  }
  if (isChanged) {
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.5;
    pen.strokeRect(at - 1.25, at - 1.25, side + 2.5, side + 2.5);
  }
}

/** Lines up to the right. */
function hatch(
  pen: CanvasRenderingContext2D,
  colour: string,
  gap: number,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = x - height + gap; at < x + width; at += gap) {
    pen.moveTo(at, y + height);
    pen.lineTo(at + height, y);
  }
  pen.stroke();
  pen.restore();
}
