/** Reads the element's attributes. An invalid value counts as none, and is shown as an error. */
import leven from "leven";
import { kubernetesVersions } from "schedscope/words/nodes";
import type { KubernetesVersion, ProfileChoice } from "../engine/types";
import { viewNames as pageViews } from "../ui/choice";

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

/** The attributes that take one of several words. */
const words: Readonly<Record<string, readonly string[]>> = {
  view: viewNames,
  theme: themes,
  baseline: baselines,
  profile: profiles,
  kubernetes: kubernetesVersions,
  loading: ["lazy", "eager"],
};

/** The attributes of another form. */
const forms: Readonly<Record<string, { isRead: (value: string) => boolean; form: string }>> = {
  step: { isRead: (value) => stepIn(value) !== undefined, form: "a whole number" },
  height: { isRead: (value) => heightIn(value) !== null, form: "a length such as 400px or 60vh" },
  weights: { isRead: (value) => value.split(",").every(isPair), form: "pairs such as Steady=3, Balance=-1" },
};

/** Says which attribute or value is misspelt. Others that the element does not know belong to whoever set them. */
export function misspeltIn(
  attributes: Iterable<{ readonly name: string; readonly value: string }>,
  known: readonly string[],
): string | null {
  for (const { name, value } of attributes) {
    const problem = known.includes(name) ? misreadIn(name, value.trim()) : misnamedIn(name, known);
    if (problem !== null) return problem;
  }
  return null;
}

function misnamedIn(name: string, known: readonly string[]): string | null {
  const meant = nearest(name, known);
  return meant === undefined ? null : `There is no attribute “${name}”. Did you mean “${meant}”?`;
}

/** Without a value, an attribute is not set. */
function misreadIn(name: string, value: string): string | null {
  if (value === "") return null;
  const short = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  const { [name]: all } = words;
  const { [name]: form } = forms;
  if (form !== undefined) return form.isRead(value) ? null : `“${name}” must be ${form.form}, not “${short}”.`;
  if (all === undefined || all.some((one) => one.toLowerCase() === value.toLowerCase())) return null;
  const meant = nearest(value, all);
  const help = meant === undefined ? `: it can be ${all.join(", ")}.` : `. Did you mean “${meant}”?`;
  return `“${name}” has no value “${short}”${help}`;
}

function nearest(word: string, all: readonly string[]): string | undefined {
  const most = word.length > 5 ? 2 : 1;
  return all.find((one) => leven(word.toLowerCase(), one.toLowerCase(), { maxDistance: most + 1 }) <= most);
}

/** A text that is not empty. */
export const nameIn = (value: string | null): string | null => value?.trim() || null;

export type Weights = Record<string, number>;

const pair = /^\s*([^=\s]+)\s*=\s*([+-]?\d{1,3})\s*$/;

const isPair = (part: string): boolean => pair.test(part);

/** `ResourceAllocatableMemory=3, Steady=-1` */
export function weightsIn(value: string | null): Weights {
  const pairs = (value ?? "").split(",").flatMap((part): [string, number][] => {
    const [, name, weight] = pair.exec(part) ?? [];
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
