/** How full many nodes are over time. */
import { integer } from "schedscope/words/number";
import { timeText } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";

/** More nodes than this are not drawn one by one. */
export const mostDrawn = 40;

export type HeatRow = VmTimelineAnswer["heat"][number];

/** viridis at 0, 10, ... 100 percent; beyond that the last one with a mark. */
const viridis = [
  "#440154",
  "#482475",
  "#414487",
  "#355f8d",
  "#2a788e",
  "#21918c",
  "#22a884",
  "#44bf70",
  "#7ad151",
  "#bddf26",
  "#fde725",
];

/** The colour of a percentage, in steps of ten, so that the key can name each. */
export const heatColour = (percent: number): string =>
  viridis[Math.min(10, Math.max(0, Math.floor(percent / 10)))] ?? "#000000";

export const heatKey = viridis.map((colour, i) => ({ colour, words: i === 10 ? "100% and more" : `${i * 10}%` }));

/** The bucket that a time lies in. */
export const bucketAt = (time: number, end: number, buckets: number): number =>
  end <= 0 ? 0 : Math.min(buckets - 1, Math.max(0, Math.floor((time / end) * buckets)));

/** When a bucket begins, in seconds. */
const bucketStart = (bucket: number, end: number, buckets: number): number => (bucket * end) / buckets;

/** `87%`; beyond a thousand it only matters that it is far too much. */
export const percentText = (percent: number): string => (percent >= 1000 ? "over 999%" : `${integer(percent)}%`);

export const highest = ({ percent }: HeatRow): number => percent.reduce((most, value) => Math.max(most, value), 0);

/** `fullest`: by their highest. Names stay as the engine has them. */
export function ordered(heat: HeatRow[], order: "name" | "fullest"): HeatRow[] {
  return order === "name"
    ? heat
    : heat
        .map((row, i) => ({ row, i, top: highest(row) }))
        .sort((a, b) => b.top - a.top || a.i - b.i)
        .map(({ row }) => row);
}

export function heatWords(heat: HeatRow[], nodes: number): string {
  const [first] = ordered(heat, "fullest");
  if (first === undefined) return "";
  const top = highest(first);
  const full = heat.filter((row) => highest(row) >= 100).length;
  const shown = nodes > heat.length ? ` The first ${integer(heat.length)} are shown.` : "";
  return (
    `${integer(nodes)} nodes over time, each by its fuller resource, in percent of reservable. ` +
    `The fullest is ${first.node} with ${percentText(top)}; ` +
    `${full === 0 ? "none is" : `${integer(full)} ${full === 1 ? "is" : "are"}`} full at some time.${shown}`
  );
}

/** A cell in words: `node-12 from 1m to 1m30s: 87%` */
export function cellWords(row: HeatRow, bucket: number, end: number): string {
  const count = row.percent.length;
  const [from, to] = [bucketStart(bucket, end, count), bucketStart(bucket + 1, end, count)].map(timeText);
  return `${row.node} from ${from} to ${to}: ${percentText(row.percent[bucket] ?? 0)}`;
}
