/** What somebody may have meant by a name, a glob or a label selector that no cluster matches. */
import type { DecideOptions } from "../../types.js";
import type { Scenario } from "../entries/node.js";
import { integer } from "../words/number.js";
import { clustersLike } from "./clusters.js";
import { nearest, suggestion } from "./nearest.js";

/** Values that are listed of a key. */
const most = 5;

/** The values that a label has on clusters; empty where no cluster has the key. */
export function labelValues(scenario: Scenario, each: string, question: DecideOptions): string[] {
  try {
    return scenario.without({ ...question, each, limit: 1000 }).losses.map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The nearest names; of a label selector the nearest key, or the nearest value of its key. After a decision. */
export function patternLike(scenario: Scenario, pattern: string, question: DecideOptions): string[] {
  const keys = scenario.clusterKeys().labels.map(({ key }) => key);
  if (!/[=!,(]/.test(pattern)) {
    if (!keys.includes(pattern)) return clustersLike(scenario, pattern);
    const values = labelValues(scenario, pattern, question);
    const known = values.length > most ? `${values.slice(0, most).join(", ")}, …` : values.join(", ");
    return [`it is the key of a label: select by its values, as in \`${pattern} in (${known})\``];
  }
  for (const requirement of pattern.match(/[^,(]+(?:\([^)]*\))?/g) ?? []) {
    const found = requirementLike(scenario, requirement.trim(), keys, question);
    if (found.length > 0) return found;
  }
  return [];
}

function requirementLike(scenario: Scenario, requirement: string, keys: string[], question: DecideOptions): string[] {
  const [, key, equal, list] = /^([^\s=!()]+)(?:\s*==?\s*(\S*)|\s+in\s*\(([^)]*)\))?$/.exec(requirement) ?? [];
  // The others hold without a key.
  if (key === undefined) return [];
  if (!keys.includes(key)) return [`no cluster has the label \`${key}\``, ...suggestion(key, keys)];
  const wanted = list?.split(",").map((one) => one.trim()) ?? (equal === undefined ? [] : [equal]);
  const values = labelValues(scenario, key, question);
  if (wanted.length === 0 || wanted.some((value) => values.includes(value))) return [];
  const near = wanted.flatMap((value) => nearest(value, values).map((one) => `${key}=${one}`));
  if (near.length > 0) return [`did you mean ${[...new Set(near)].slice(0, 3).join(", ")}?`];
  const rest = values.length > most ? ` and ${integer(values.length - most)} more` : "";
  return values.length === 0 ? [] : [`\`${key}\` has the values ${values.slice(0, most).join(", ")}${rest}`];
}
