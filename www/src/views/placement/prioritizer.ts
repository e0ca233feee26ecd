/** A column for each prioritizer: its name and its hue. */
import { columnNames } from "schedscope/words/placement";
import type { PrioritizerSummary } from "../../engine/types";

/** How many hues there are. */
export const hues = 6;

/**
 * A hue for each prioritizer, independent of the weights. Amount and ratio of one resource share
 * their hue, the ratio hatched; after the last hue the first ones repeat, hatched.
 */
export function hueOf(names: string[]): { hue: number; hatched: boolean }[] {
  const themes: string[] = [];
  return names.map((name) => {
    const [, form, resource] = /^Resource(Allocatable|Ratio)(.+)$/.exec(name) ?? [];
    const theme = resource ?? name;
    if (!themes.includes(theme)) themes.push(theme);
    const index = themes.indexOf(theme);
    return { hue: index % hues, hatched: form === "Ratio" || index >= hues };
  });
}

export interface PrioritizerColumn {
  summary: PrioritizerSummary;
  name: string;
  /** index into the custom properties `--hue-0`, `--hue-1`, … */
  hue: number;
  hatched: boolean;
}

/** One for each prioritizer. */
export function columns(prioritizers: PrioritizerSummary[]): PrioritizerColumn[] {
  const all = prioritizers.map(({ name }) => name);
  const names = columnNames(all);
  const looks = hueOf(all);
  return prioritizers.map((summary, i) => ({
    summary,
    name: names[i] ?? summary.name,
    hue: looks[i]?.hue ?? 0,
    hatched: looks[i]?.hatched ?? false,
  }));
}

/** Those that count: `Row.scores` runs parallel to these. */
export const inForce = (all: PrioritizerColumn[]): PrioritizerColumn[] =>
  all.filter(({ summary }) => summary.weight !== 0);
