/** The totals of all ranked clusters, thinned out: what of a large fleet fits above its table. */

export interface RankCurve {
  /** ranks from 0; the first is 0, the last that of the last cluster */
  ranks: number[];
  /** for each of `ranks`: the total of the cluster there */
  totals: number[];
  /** how many clusters are ranked */
  count: number;
  /** how many of them, from the first on, are selected */
  selected: number;
}

/** Points at most: more than pixels would show. */
const mostPoints = 480;
/** As the engine numbers states: those below have no rank. */
const ranked = 2;

/** `states` and `totals` are by cluster; `selected` are clusters, in their order. */
export function rankCurve(states: Uint8Array, totals: Float64Array, selected: Uint32Array): RankCurve {
  const isSelected = new Uint8Array(states.length);
  for (const cluster of selected) isSelected[cluster] = 1;
  const others: number[] = [];
  states.forEach((state, cluster) => {
    if (state >= ranked && isSelected[cluster] === 0) others.push(totals[cluster] ?? 0);
  });
  others.sort((a, b) => b - a);
  const all = [...Array.from(selected, (cluster) => totals[cluster] ?? 0), ...others];
  const stride = Math.max(1, Math.ceil(all.length / mostPoints));
  const ranks: number[] = [];
  for (let rank = 0; rank < all.length; rank += stride) ranks.push(rank);
  if (all.length > 0 && ranks.at(-1) !== all.length - 1) ranks.push(all.length - 1);
  return { ranks, totals: ranks.map((rank) => all[rank] ?? 0), count: all.length, selected: selected.length };
}
