// The object that a name means.
import type { FoundObject } from "../../types.js";
import { meant } from "../difference/meant.js";
import { SchedscopeError } from "../error.js";
import type { Scenario } from "../scenario.js";

/** The object that a name means. @throws `no-such-object`: the name, which is `field`, means none, or several */
export function named(scenario: Scenario, field: string, name: string, namespace?: string): FoundObject {
  const object = meant(name, scenario.find({ name, namespace }), scenario.reading().incomplete);
  if ("problem" in object)
    throw new SchedscopeError("no-such-object", `${field}: ${[object.problem, ...object.help].join("; ")}`);
  return object;
}
