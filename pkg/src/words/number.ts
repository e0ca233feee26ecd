/** Numbers as people read them. */

/** A formatter that is created at its first use: creating one takes longer than most commands. */
export const formatter = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat("en-US", options);
    return format.format(value);
  };
};

const grouped = formatter({ maximumFractionDigits: 0 });

/** `100,000`, with a real minus sign. */
export const integer = (value: number): string =>
  // Most numbers need no formatter.
  (Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : grouped(value)).replace("-", "−");

/** A number with its sign; zero has none. */
export const signed = (value: number): string => (value > 0 ? `+${integer(value)}` : integer(value));

/** The plural of a noun: `clusters`, `classes`, `queries`. */
export const pluralOf = (noun: string): string => {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
};

/** `both nodes`, `all 3 nodes`; without a noun, `both`, `all 3` */
export const allOf = (count: number, noun?: string): string => {
  const all = count === 2 ? "both" : `all ${integer(count)}`;
  return noun === undefined ? all : `${all} ${count === 1 ? noun : pluralOf(noun)}`;
};

/** `10 to 90`; `10` where both ends are the same. */
export const rangeText = ([from, to]: readonly [number, number]): string =>
  from === to ? integer(from) : `${integer(from)} to ${integer(to)}`;

/** `1 cluster`, `7 clusters` */
export const counted = (count: number, noun: string, plural = pluralOf(noun)): string =>
  `${integer(count)} ${count === 1 ? noun : plural}`;
