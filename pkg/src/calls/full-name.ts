import type { NamespacedName } from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { fullName as asText } from "../words/object-name.js";

/**
 * Writes the name of an object as `namespace/name`, or as `name` if it has no namespace.
 *
 * @throws {SchedscopeError} `invalid-argument` if the value has no `namespace` and `name`
 */
export function fullName(object: NamespacedName): string {
  const { namespace, name } = taken("fullName", () => ({ namespace: object?.namespace, name: object?.name }));
  if (typeof namespace !== "string" || typeof name !== "string")
    throw new SchedscopeError("invalid-argument", "fullName: expected an object with `namespace` and `name`");
  return asText({ namespace, name });
}
