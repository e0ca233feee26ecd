/** Numbers as people read them. */
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `100,000`, with a real minus sign. */
export const integer = (value: number): string => grouped.format(value).replace("-", "−");

/** With its sign; zero has none. */
export const signed = (value: number): string => (value > 0 ? `+${integer(value)}` : integer(value));

/** `clusters`, `classes`, `queries` */
const pluralOf = (noun: string): string => {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
};

/** `1 cluster`, `7 clusters` */
export const counted = (count: number, noun: string, plural = pluralOf(noun)): string =>
  `${integer(count)} ${count === 1 ? noun : plural}`;
