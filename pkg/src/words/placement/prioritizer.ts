/** Short names of prioritizers. */

/** A short name for a column: `CPU` for `ResourceAllocatableCPU`, the name of the score for an add-on. */
export function shortName(name: string): string {
  const addOn = /^AddOn\/[^/]+\/(.+)$/.exec(name);
  if (addOn) return addOn[1] ?? name;
  const resource = /^Resource(Allocatable|Ratio)\(?(.+?)\)?$/.exec(name);
  if (resource) return resource[1] === "Ratio" ? `${resource[2]} ratio` : (resource[2] ?? name);
  return name;
}

/**
 * The names that no prioritizer has. `known`: the prioritizers of the placement; those of add-ons and resources are
 * known by their form.
 */
export const unknownPrioritizers = (names: string[], known: string[]): string[] =>
  names.filter((name) => !known.includes(name) && !/^(AddOn\/[^/]+\/.+|Resource(Allocatable|Ratio)\(.+\))$/.test(name));

/** Short names; full names for prioritizers that would have the same short one. */
export function columnNames(names: string[]): string[] {
  const short = names.map(shortName);
  return short.map((name, i) => (short.filter((other) => other === name).length > 1 ? (names[i] ?? name) : name));
}
