/** The example with which the page begins, apart from the list of all. */

/** An example's text and its clock; null where its answers do not depend on one, as for nodes and quotas. */
export interface OpenedExample {
  text: string;
  now: string | null;
}

/** The first of `examples/index.json`. */
export const firstExample = "spread-over-regions.yaml";

const texts = import.meta.glob<string>("../../../examples/spread-over-regions.yaml", {
  query: "?raw",
  import: "default",
});
const clocks = import.meta.glob<string>("../../../examples/spread-over-regions.expected.json", {
  import: "now",
});

export async function loadFirstExample(): Promise<OpenedExample> {
  const [text = "", now = null] = await Promise.all([texts, clocks].map((of) => Object.values(of)[0]?.()));
  return { text, now };
}
