/** What a prioritizer is called where there is little room. */

/** A name that fits a column: `ResourceAllocatableCPU` is `CPU`, an add-on's score its own name. */
export function shortName(name: string): string {
  const addOn = /^AddOn\/[^/]+\/(.+)$/.exec(name);
  if (addOn) return addOn[1] ?? name;
  const resource = /^Resource(Allocatable|Ratio)\(?(.+?)\)?$/.exec(name);
  if (resource) return resource[1] === "Ratio" ? `${resource[2]} ratio` : (resource[2] ?? name);
  return name;
}

/**
 * Names that no prioritizer has. `known`: those of the placement; what an add-on or a resource gives is known
 * by its form.
 */
export const unknownPrioritizers = (names: string[], known: string[]): string[] =>
  names.filter((name) => !known.includes(name) && !/^(AddOn\/[^/]+\/.+|Resource(Allocatable|Ratio)\(.+\))$/.test(name));

/** Short names, or the full ones where two short ones would be the same. */
export function columnNames(names: string[]): string[] {
  const short = names.map(shortName);
  return short.map((name, i) => (short.filter((other) => other === name).length > 1 ? (names[i] ?? name) : name));
}
