/** The colours of parts of a bar are told apart, whoever looks at them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const styles = readFileSync(new URL("./base.css", import.meta.url), "utf8");

type Triple = [number, number, number];

/** What eyes make of linear light: Machado, Oliveira and Fernandes, 2009, severity 1. */
const eyes: Record<string, [Triple, Triple, Triple]> = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** The hues in order, in one theme. */
function hues(theme: "light" | "dark"): string[] {
  return [...styles.matchAll(/--hue-\d: (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, light, dark, both]) => both ?? (theme === "light" ? light : dark) ?? "",
  );
}

const linear = (part: string): number => {
  const value = Number.parseInt(part, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** A colour as somebody sees it, in CIELAB of D65. */
function seen(colour: string, [r, g, b]: [Triple, Triple, Triple]): Triple {
  const light = [1, 3, 5].map((at) => linear(colour.slice(at, at + 2)));
  const [red, green, blue] = [r, g, b].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, i) => sum + factor * (light[i] ?? 0), 0),
      ),
    ),
  ) as Triple;
  const root = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** ΔE of 1976; one is about what can just be seen. */
const distance = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

for (const theme of ["light", "dark"] as const) {
  for (const [name, eye] of Object.entries(eyes)) {
    test(`${theme}, ${name}: neighbours differ by 30, and any two of the seven hues by 10`, () => {
      const all = hues(theme).map((hue) => seen(hue, eye));
      expect(all).toHaveLength(7);
      const close = all.flatMap((a, i) =>
        all.slice(i + 1).flatMap((b, k) => (distance(a, b) < (k === 0 ? 30 : 10) ? [`${i} and ${i + k + 1}`] : [])),
      );
      expect(close).toEqual([]);
    });
  }
}
