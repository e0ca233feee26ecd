/** Words for sweeps, ranks and stability. */
import type {
  NotLinear,
  RankAnswer,
  StabilityAnswer,
  SweepAnswer,
  SweepPoint,
  WeightBound,
  WeightRange,
} from "../../../types.js";
import { formatter, integer } from "../number.js";
import { listed } from "../phrase.js";
import { exchangeText } from "./exchange.js";
import { intervalText } from "./interval.js";
import { sweepPodText, sweptText } from "./sweep-pod.js";
import { sweepVmsText } from "./sweep-vms.js";

const digits = formatter({ maximumFractionDigits: 4 });

/** A weight: `3`, `1/3 (0.3333)`. */
export function weightText({ part, whole, value }: WeightBound["at"]): string {
  if (whole === 1) return integer(part);
  return `${integer(part)}/${integer(whole)} (${digits(value).replace("-", "−")})`;
}

const isPoint = ({ from, to }: WeightRange): boolean =>
  from?.included === true && to?.included === true && from.at.part === to.at.part && from.at.whole === to.at.whole;

/** A range of weights: `from −1/2 (−0.5) to below 4`, `above 3`, `only 0`, `every weight`. */
export function rangeText({ from, to }: WeightRange): string {
  if (from === null && to === null) return "every weight";
  if (from !== null && isPoint({ from, to })) return `only ${weightText(from.at)}`;
  const low = from === null ? "" : `${from.included ? "from" : "above"} ${weightText(from.at)}`;
  if (to === null) return from?.included === true ? `${low} on` : low;
  const high = `${to.included ? "up to" : "below"} ${weightText(to.at)}`;
  return from === null ? high : `${low} ${to.included ? high : `to ${high}`}`;
}

/** The weights that a Placement may have in a range: `1 to 10`. */
export function wholeText({ from, to }: WeightRange): string {
  const low = from === null ? -10 : from.included ? Math.ceil(from.at.value) : Math.floor(from.at.value) + 1;
  const high = to === null ? 10 : to.included ? Math.floor(to.at.value) : Math.ceil(to.at.value) - 1;
  return intervalText({ from: Math.max(low, -10), to: Math.min(high, 10) });
}

/** `at weights above 3/5 (0.6)`, `at every weight`, `at the weight 0 alone` */
function atRange({ from, to }: WeightRange): string {
  if (from === null && to === null) return "at every weight";
  if (from !== null && isPoint({ from, to })) return `at the weight ${weightText(from.at)} alone`;
  return `at weights ${rangeText({ from, to })}`;
}

const reasons: Record<NotLinear, string> = {
  misconfigured: "the placement is misconfigured, so that nothing is scored",
  spread: "a run of spread decides step by step; a sweep tells what each weight selects",
  overflow: "totals leave 64 bits",
  "not-feasible": "the cluster is not feasible at any weight",
};

/** Why there is no exact answer. */
const notLinearText = (reason: NotLinear): string => reasons[reason];

/** What is swept: `the weight of Steady`. */
export const parameterText = sweptText;

/** What a sweep shows in a sentence. */
export function sweepText(answer: SweepAnswer): string {
  if (answer.pod !== null) return sweepPodText(answer);
  if (answer.rank !== undefined) return rankText(answer.rank);
  if (answer.stability !== undefined) return radiusText(answer.stability);
  if (answer.intervals.some(({ run }) => run !== null)) return sweepVmsText(answer);
  const { intervals, inForce } = answer;
  const what = parameterText(answer);
  const rest = answer.complete ? "" : "; not all values were tried";
  const [first, last] = [intervals[0], intervals.at(-1)];
  // Beyond the largest value that makes a difference.
  const as =
    last !== undefined && inForce !== null && inForce > last.to ? `, with the selection of ${integer(last.to)}` : "";
  const now = inForce === null ? "all clusters" : `${integer(inForce)}${as}`;
  if (first?.selected === 0 && intervals.length === 1)
    return `No cluster is selected at any value of ${what} (now ${now})${rest}`;
  if (first === undefined || last === undefined || intervals.length < 2)
    return `The same clusters are selected at every value of ${what} (now ${now})${rest}`;
  const range = `from ${integer(first.from)} to ${integer(last.to)}`;
  const changes = times(intervals.length - 1);
  const ends = intervals.slice(1).map(({ from }) => `at ${integer(from)}`);
  const at = ends.length > 4 ? "" : `, ${listed(ends)}`;
  return `As ${what} goes ${range}, the selected clusters change ${changes}${at}; now it is ${now}${rest}`;
}

/** A cluster that a sweep selects for some values alone, and for which ones. */
export interface SweptCluster {
  /** Its name. */
  name: string;
  /** For each interval of the sweep, whether it is selected there. */
  isOn: boolean[];
}

/** The clusters that come and go in a sweep, those that are selected first before the others. */
export function sweptClusters({ intervals }: Pick<SweepAnswer, "intervals">): SweptCluster[] {
  const names = new Set(intervals.flatMap(({ added: comes, removed: out }) => [...out, ...comes]));
  return [...names].map((name) => {
    const first = intervals.find(({ added: comes, removed: out }) => comes.includes(name) || out.includes(name));
    let isIn = first?.removed.includes(name) === true;
    const isOn = intervals.map(({ added: comes, removed: out }) => {
      isIn = (isIn || comes.includes(name)) && !out.includes(name);
      return isIn;
    });
    return { name, isOn };
  });
}

/** Values of a focal cluster that have the same rank and state. */
export interface SweptRun {
  from: SweepPoint;
  to: SweepPoint;
}

/** The values along which a focal cluster keeps its rank and its state. */
export function sweptRuns(points: SweepPoint[]): SweptRun[] {
  const runs: SweptRun[] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last !== undefined && last.to.rank === point.rank && last.to.selected === point.selected) last.to = point;
    else runs.push({ from: point, to: point });
  }
  return runs;
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${integer(count)} times`);

/** The rank of a cluster over a weight in a sentence. */
export function rankText({ cluster, prioritizer, weight, rank, selectedOn, best, reason }: RankAnswer): string {
  if (reason !== null) return `There is no rank of ${cluster}: ${notLinearText(reason)}`;
  const place = rank === null ? "no rank" : `rank ${integer(rank)}`;
  const now = `${cluster} has ${place} at the weight ${integer(weight)} of ${prioritizer}`;
  const on = selectedOn.map(atRange).join(", and ");
  const chance =
    best === null ? "" : best.rank === rank ? ", its best" : `, at best ${integer(best.rank)}, ${atRange(best)}`;
  return `${now}${chance}. ${on === "" ? "No weight selects it" : `It is selected ${on}`}`;
}

/** How far all weights may change, in a sentence. */
export function radiusText({ radius, reason, narrowest }: StabilityAnswer): string {
  if (reason !== null) return `There is no answer: ${notLinearText(reason)}`;
  if (radius === null) return "No weights change the selection";
  const exchange = exchangeText({ added: [radius.added], removed: [radius.removed] });
  const least = narrowest === null ? "" : `; the weight of ${narrowest} has the least room`;
  const all =
    radius.radius.part === 0
      ? "Two clusters are equal but for their names: the smallest change of weights may exchange them"
      : `While every weight changes by less than ${weightText(radius.radius)}, the selection stays`;
  return `${all}: beyond that ${exchange}${least}`;
}
