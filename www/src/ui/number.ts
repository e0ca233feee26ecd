/** Numbers as people read them. */
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `100,000`, with a real minus sign. */
export const integer = (value: number): string => grouped.format(value).replace("-", "−");

/** With its sign; zero has none. */
export const signed = (value: number): string => (value > 0 ? `+${integer(value)}` : integer(value));

/** `1 cluster`, `7 clusters` */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${integer(count)} ${count === 1 ? noun : plural}`;
