/** Names that somebody may have meant. */
import leven from "leven";
import { integer } from "../words/number.js";
import { nothing, type Stop } from "./exit.js";

/** The nearest names, best first: those with few other letters, and those that hold what was typed. */
export function nearest(typed: string, names: Iterable<string>): string[] {
  const wanted = typed.toLowerCase();
  const bound = Math.max(2, Math.floor(wanted.length / 3));
  const found: { name: string; distance: number }[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    const holds = wanted.length > 1 && (lower.includes(wanted) || wanted.includes(lower));
    // Lengths alone say that it is too far.
    if (!holds && Math.abs(lower.length - wanted.length) > bound) continue;
    const distance = leven(wanted, lower, { maxDistance: bound + 1 });
    if (distance <= bound) found.push({ name, distance });
    else if (holds) found.push({ name, distance: bound + 1 });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `did you mean a, b?`; nothing where nothing is near. */
export function suggestion(typed: string, names: Iterable<string>): string[] {
  const found = nearest(typed, names);
  return found.length === 0 ? [] : [`did you mean ${found.join(", ")}?`];
}

/** Names that are listed where one is asked for that does not exist. */
const most = 10;

/** The text has no `kind` of that name: the nearest names, or all where there are few. */
export function noSuch(kind: string, typed: string, known: string[], text = "the input"): Stop {
  const near = suggestion(typed, known);
  const rest = known.length > most ? ` and ${integer(known.length - most)} more` : "";
  const all = known.length === 0 ? [] : [`available: ${known.slice(0, most).join(", ")}${rest}`];
  return nothing(`there is no ${kind} \`${typed}\` in ${text}`, ...(near.length > 0 ? near : all));
}

/** A filter of a list that nothing passes. */
export const nothingFound = (what: string, filters: Record<string, string | undefined>, hint = ""): Stop =>
  nothing(
    `no ${what} matches ${Object.entries(filters)
      .flatMap(([option, value]) => (value === undefined ? [] : [`--${option} ${value}`]))
      .join(" and ")}${hint}`,
  );
