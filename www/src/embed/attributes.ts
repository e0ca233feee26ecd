/** Reads the element's attributes. An invalid value counts as none. */
import leven from "leven";
import { kubernetesVersions } from "schedscope/words/nodes";
import type { KubernetesVersion, ProfileChoice } from "../engine/types";
import { viewNames as pageViews } from "../views/choice";

export const viewNames = [...pageViews, "spread", "change", "sweep"] as const;
export type EmbedView = (typeof viewNames)[number];

export const themes = ["auto", "light", "dark"] as const;
type EmbedTheme = (typeof themes)[number];

const oneOf = <Value extends string>(all: readonly Value[], value: string | null): Value | null =>
  all.find((one) => one === value?.trim().toLowerCase()) ?? null;

export const viewIn = (value: string | null): EmbedView | null => oneOf(viewNames, value);

export const themeIn = (value: string | null): EmbedTheme => oneOf(themes, value) ?? "auto";

const profiles: ProfileChoice[] = ["auto", "Upstream", "Proposal"];

export const baselines = ["recorded"] as const;
type EmbedBaseline = (typeof baselines)[number];

/** What a decision is shown against; null: nothing. */
export const baselineIn = (value: string | null): EmbedBaseline | null => oneOf(baselines, value);

export const profileIn = (value: string | null): ProfileChoice =>
  profiles.find((profile) => profile.toLowerCase() === value?.trim().toLowerCase()) ?? "auto";

/** A version of Kubernetes; null: the text decides. */
export const kubernetesIn = (value: string | null): KubernetesVersion | null => oneOf(kubernetesVersions, value);

/** Set, by whatever way a framework sets an attribute without a value. */
export const flagIn = (value: string | null): boolean => value !== null && value.trim().toLowerCase() !== "false";

/** A step, from 0; undefined: none was chosen. */
export function stepIn(value: string | null): number | undefined {
  const text = value?.trim() ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Says which attribute is misspelt. Others that the element does not know belong to whoever set them. */
export function misspeltIn(names: readonly string[], known: readonly string[]): string | null {
  for (const name of names) {
    if (known.includes(name)) continue;
    const most = name.length > 5 ? 2 : 1;
    const meant = known.find((one) => leven(name, one, { maxDistance: most + 1 }) <= most);
    if (meant !== undefined) return `There is no attribute “${name}”. Did you mean “${meant}”?`;
  }
  return null;
}

/** A text that is not empty. */
export const nameIn = (value: string | null): string | null => value?.trim() || null;

export type Weights = Record<string, number>;

/** `ResourceAllocatableMemory=3, Steady=-1` */
export function weightsIn(value: string | null): Weights {
  const pairs = (value ?? "").split(",").flatMap((part): [string, number][] => {
    const [, name, weight] = /^\s*([^=\s]+)\s*=\s*([+-]?\d{1,3})\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, Number(weight)]];
  });
  return Object.fromEntries(pairs);
}

export const weightsText = (weights: Weights): string =>
  Object.entries(weights)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(", ");

/** A length of CSS that a height may be; a number alone is in pixels. */
export function heightIn(value: string | null): string | null {
  const [, amount, unit = "px"] = /^\s*(\d{1,5}(?:\.\d{1,3})?)(px|em|rem|vh|svh|lvh|dvh)?\s*$/.exec(value ?? "") ?? [];
  return amount === undefined ? null : `${amount}${unit}`;
}

/** An address that may be followed: of a page, and not of code. */
export function linkIn(value: string | null, base: string): string | null {
  if (nameIn(value) === null || !URL.canParse(value ?? "", base)) return null;
  const { protocol, href } = new URL(value ?? "", base);
  return ["http:", "https:", "file:"].includes(protocol) ? href : null;
}
