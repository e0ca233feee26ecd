/** Values by names that come from texts. */

/** A map's own value: `constructor` and `__proto__` are names like others, not what every object inherits. */
export const own = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** The amount of a resource; none is 0. */
export const amountOf = (
  amounts: Readonly<Record<string, number | null>> | null | undefined,
  resource: string,
): number => (amounts == null ? 0 : (own(amounts, resource) ?? 0));
