/** How the raw score of a prioritizer is computed, with the numbers put in. */
import type { MissingInput, ScoreInputs, ScoreTerm } from "../../../types.js";
import { inOneUnit } from "../amount.js";
import { counted, integer } from "../number.js";

const minus = (text: string): string => text.replace("-", "−");

/** The whole number that a value differs from only by the rounding of floating point; null: there is none. */
function wholeOf(value: number): number | null {
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-10 ? whole : null;
}

/** `33.3 → 33`, with as many decimals as show why it is cut to this; `50` where nothing is cut. */
function cut(value: number, raw: number): string {
  const whole = wholeOf(value);
  if (whole === raw) return integer(raw);
  if (whole !== null) return `${integer(whole)} → ${integer(raw)}`;
  for (let digits = 1; digits < 16; digits += 1) {
    const shown = value.toFixed(digits);
    if (Math.trunc(Number(shown)) === Math.trunc(value) && Number(shown) !== raw)
      return `${minus(shown)} → ${integer(raw)}`;
  }
  return `${minus(String(value))} → ${integer(raw)}`;
}

/** The same of what is computed in floating point, which is cut where it falls short of a whole number. */
function cutInFloat(value: number, raw: number): string {
  const whole = wholeOf(value);
  if (whole === null || whole === raw || Number.isInteger(value)) return cut(value, raw);
  return `${integer(whole)}, in floating point ${minus(String(value))} → ${integer(raw)}`;
}

/** The same of an exact score, at most 100: the value that is cut may lie next to a whole number. */
function cutExactly(value: number, raw: number): string {
  const whole = wholeOf(value);
  if (whole === null || whole === raw || whole > 100) return cut(value, raw);
  return `just ${whole > raw ? "under" : "over"} ${integer(whole)} → ${integer(raw)}`;
}

type Amounts = Extract<ScoreInputs, { type: "resource-allocatable" | "resource-ratio" }>;

function resourceText(inputs: Amounts, raw: number): string {
  const { resource, allocatable, capacity } = inputs;
  if (allocatable === null || capacity === null)
    return `allocatable or capacity of ${resource} is missing: no score, which counts 0`;
  if (inputs.type === "resource-ratio") {
    const [a = "", c = ""] = inOneUnit(resource, [allocatable, capacity]);
    if (capacity === 0) return `the capacity of ${resource} is 0: no score, which counts 0`;
    const value = (200 * allocatable) / capacity - 100;
    return `${a} of ${c} ${resource} is allocatable: 200 × ${a} / ${c} − 100 = ${cutExactly(value, raw)}`;
  }
  const { least, most } = inputs;
  if (least === null || most === null) return "";
  const [a = "", low = "", high = ""] = inOneUnit(resource, [allocatable, least, most]);
  if (least === most)
    return `${a} ${resource} is allocatable, as on all feasible clusters that report it: ${integer(raw)}`;
  const value = ((allocatable - least) / (most - least) - 0.5) * 2 * 100;
  return (
    `${a} ${resource} is allocatable, on the feasible clusters ${low} to ${high}: ` +
    `200 × (${a} − ${low}) / (${high} − ${low}) − 100 = ${cutInFloat(value, raw)}`
  );
}

function addOnText(
  { object, value, validUntil, updated }: Extract<ScoreInputs, { type: "add-on" }>,
  note: ScoreTerm["note"],
): string {
  if (object === null) return "the input has no such AddOnPlacementScore of the cluster: 0";
  const named = `AddOnPlacementScore ${object.namespace}/${object.name}`;
  const written = updated === null ? "" : `, updated ${updated}`;
  if (note === "expired") {
    const counts = value === null ? "scores count" : `${integer(value)} counts`;
    return `${named}${written === "" ? "" : `${written},`} was valid until ${validUntil ?? "?"}: its ${counts} 0`;
  }
  if (value === null) return `${named}${written} has no score of this name: 0`;
  const until = validUntil === null ? "without an end" : `valid until ${validUntil}`;
  return `${named}${written}, ${until}: ${integer(value)}`;
}

/** `picked in step 2 …`: the number of the step is what it is compared in. */
function spreadText({ step, raw, lowest, highest }: Extract<ScoreInputs, { type: "spread" }>): string {
  const range = `${integer(lowest)} to ${integer(highest)}`;
  const among = `joined term scores ${integer(raw)}, of the candidates of step ${integer(step)} ${range}`;
  if (lowest === highest) return `joined term scores of all candidates of step ${integer(step)} are ${integer(raw)}: 0`;
  const value = (200 * (raw - lowest)) / (highest - lowest) - 100;
  // 200 times a score of eight terms needs more than 53 bits.
  const whole = Number((200n * BigInt(raw - lowest)) / BigInt(highest - lowest)) - 100;
  const [r, l, h] = [raw, lowest, highest].map(integer);
  return `${among}: 200 × (${r} − ${l}) / (${h} − ${l}) − 100 = ${cutExactly(value, whole)}`;
}

/**
 * How a raw score is computed from its inputs, without a full stop; empty if nothing is known of it. `missing`: what
 * the decision depends on and the input lacks.
 */
export function inputsText(
  { inputs, raw, note }: Pick<ScoreTerm, "inputs" | "raw" | "note">,
  missing: MissingInput[] = [],
): string {
  if (inputs === null) return "";
  switch (inputs.type) {
    case "steady":
      if (inputs.recorded) return "the recorded decision has it: 100";
      return missing.some(({ kind, why }) => why === "recorded" && kind === "PlacementDecision")
        ? "the part of the recorded decision that is in the input does not have it: 0"
        : "the recorded decision does not have it: 0";
    case "balance": {
      const { decisions, most } = inputs;
      if (decisions === 0) return "no other placement's decision has it: 100";
      const value = 100 * (0.5 - decisions / most);
      const inner = Math.trunc(value);
      const half = cutInFloat(value, inner);
      return (
        `decisions of other placements have it ${counted(decisions, "time")}, the most of any cluster is ` +
        `${integer(most)}: 100 × (0.5 − ${integer(decisions)} / ${integer(most)}) = ${half}, twice that is ` +
        integer(raw ?? 0)
      );
    }
    case "resource-allocatable":
    case "resource-ratio":
      return resourceText(inputs, raw ?? 0);
    case "add-on":
      return addOnText(inputs, note);
    case "spread":
      return spreadText(inputs);
  }
}
