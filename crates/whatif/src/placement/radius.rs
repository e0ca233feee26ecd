//! How far all weights can change simultaneously before the selected set changes.

use schedscope_objects::{id::ClusterId, order};
use schedscope_placement::Decision;

use super::lines::{MOST, NotLinear, Whole, is_small};
use crate::fraction::Fraction;

/// With more scores than this, their signs are not enumerated: there are 2^scores combinations.
const MOST_SIGNS: usize = 6;

/// The radius of the selected set.
#[derive(Clone, Copy, Debug)]
pub struct Radius {
    /// All weights can change simultaneously by less than this, and the selected set does not change.
    pub radius: Fraction,
    /// The first cluster to be deselected beyond it.
    pub out: ClusterId,
    /// The cluster that replaces it.
    pub comes: ClusterId,
}

/// The largest simultaneous change of all weights that does not change the selected set: the minimum, over all pairs of
/// a selected and a rejected cluster, of their margin divided by the sum of their differences in score. `None` if
/// weights cannot change the set.
///
/// # Errors
/// Totals are not linear in the weights.
pub fn radius(decision: &Decision) -> Result<Option<Radius>, NotLinear> {
    let (Some((selection, fleet)), Some(scoring)) = (decision.selection(), &decision.scoring)
    else {
        return Err(NotLinear::Misconfigured);
    };
    if decision.spread_run().is_some() {
        return Err(NotLinear::Spread);
    }
    // A score that is listed twice counts twice in the total, and both entries change together.
    let columns = || scoring.columns.iter().flatten();
    let ranges = || columns().filter_map(|column| column.range);
    let is_computed = |number: i64| number.unsigned_abs() < MOST;
    let mut ends = ranges().flat_map(|(low, high)| [low, high]);
    if !scoring.totals.iter().all(|total| is_computed(*total)) || !ends.all(is_computed) {
        return Err(NotLinear::Overflow);
    }
    let most = ranges().map(|(low, high)| high.max(0) - low.min(0));
    let most = most.fold(0_i64, i64::saturating_add);
    if most >= 1 << 60 {
        return Err(NotLinear::Overflow);
    }
    let cluster = |place: u32| decision.feasible().get(place as usize).copied();
    let places = 0..scoring.totals.len() as u32;
    let is_selected = |place: &u32| {
        let cluster = cluster(*place);
        cluster.is_some_and(|cluster| selection.is_selected(cluster, fleet))
    };
    let (selected, rejected) = places.partition(is_selected);
    let pairs = Pairs {
        totals: &scoring.totals,
        columns: columns().map(|column| &column.scores[..]).collect(),
        selected,
        rejected,
        most,
    };
    let largest = scoring.totals.iter().map(|total| total.unsigned_abs());
    let name = |place: u32| cluster(place).map_or(u32::MAX, |cluster| fleet.rank(cluster));
    let found = if is_small(largest.max().unwrap_or(0), most.unsigned_abs()) {
        pairs.exchange::<i64>(&name)
    } else {
        pairs.exchange::<i128>(&name)
    };
    Ok(found.and_then(|((margin, difference), [out, comes])| {
        Some(Radius {
            radius: Fraction::new(margin.into(), difference.into()),
            out: cluster(out)?,
            comes: cluster(comes)?,
        })
    }))
}

/// The margin of two totals, and the sum of the differences of their scores, which is above 0.
type Ratio = (i64, i64);

/// Whether a ratio is smaller than another one.
fn is_less<N: Whole>(one: Ratio, other: Ratio) -> bool {
    N::from(one.0) * N::from(other.1) < N::from(other.0) * N::from(one.1)
}

/// The selected and the rejected clusters, as indexes among the feasible ones.
struct Pairs<'a> {
    totals: &'a [i64],
    columns: Vec<&'a [i64]>,
    selected: Vec<u32>,
    rejected: Vec<u32>,
    /// An upper bound on the difference in score of a pair.
    most: i64,
}

/// A cluster: its total and its scores.
#[derive(Clone, Debug)]
struct Row {
    total: i64,
    scores: Vec<i64>,
}

impl Row {
    /// The ratio to a rejected cluster; `None` if they have the same scores.
    fn ratio(&self, comes: &Self) -> Option<Ratio> {
        let both = self.scores.iter().zip(&comes.scores);
        let difference = both.map(|(one, other)| (one - other).abs()).sum();
        (difference > 0).then_some((self.total - comes.total, difference))
    }

    /// The sum of the scores, negated where `signs` has a bit.
    fn signed(&self, signs: usize) -> i64 {
        let scores = self.scores.iter().enumerate();
        let signed = scores.map(|(at, score)| if signs >> at & 1 == 1 { -score } else { *score });
        signed.sum()
    }
}

impl Pairs<'_> {
    fn row(&self, place: u32) -> Row {
        let of = |column: &[i64]| column.get(place as usize).copied().unwrap_or(0);
        Row {
            total: of(self.totals),
            scores: self.columns.iter().map(|column| of(column)).collect(),
        }
    }

    /// The smallest ratio, and the clusters that leave and enter just beyond it.
    fn exchange<N: Whole>(&self, name: &dyn Fn(u32) -> u32) -> Option<(Ratio, [u32; 2])> {
        let (ratio, out, comes) = self.corner::<N>()?;
        // Each weight changes in the direction that hurts the selected cluster. All clusters are compared, because
        // others may cross there as well.
        let both = comes.scores.iter().zip(&out.scores);
        let signs: Vec<i64> = both.map(|(comes, out)| (comes - out).signum()).collect();
        // The order just beyond: by the total at the corner, then by its growth, then by name.
        let key = |place: u32| {
            let row = self.row(place);
            let grows: i64 = row
                .scores
                .iter()
                .zip(&signs)
                .map(|(score, sign)| score * sign)
                .sum();
            let total = N::from(row.total) * N::from(ratio.1) + N::from(grows) * N::from(ratio.0);
            (total, grows, u32::MAX - name(place))
        };
        let out = self.selected.iter().min_by_key(|place| key(**place))?;
        let comes = self.rejected.iter().max_by_key(|place| key(**place))?;
        Some((ratio, [*out, *comes]))
    }

    /// The pair with the smallest ratio; of several, the one whose selected cluster has the smallest total, then the
    /// one whose rejected cluster has the largest.
    ///
    /// The ratios of the two clusters at the cut bound the margins that matter. O(n x scores), plus 2^scores for each
    /// cluster that matters or, with many scores, plus all pairs of these clusters.
    fn corner<N: Whole>(&self) -> Option<(Ratio, Row, Row)> {
        let total = |place: &u32| self.totals.get(*place as usize).copied().unwrap_or(0);
        let worst = self.row(*self.selected.iter().min_by_key(|place| total(place))?);
        let best = self.row(*self.rejected.iter().min_by_key(|place| -total(place))?);
        let rows = |places: &[u32], is_near: &dyn Fn(i64) -> bool| -> Vec<Row> {
            let near = places.iter().filter(|place| is_near(total(place)));
            near.map(|place| self.row(*place)).collect()
        };
        let mut selected = rows(&self.selected, &|_| true);
        let mut rejected = rows(&self.rejected, &|_| true);
        let of_worst = rejected.iter().filter_map(|comes| worst.ratio(comes));
        let of_best = selected.iter().filter_map(|out| out.ratio(&best));
        let smaller = |one: Ratio, other| {
            if is_less::<N>(other, one) { other } else { one }
        };
        let mut bound = of_worst.chain(of_best).reduce(smaller)?;
        let is_near = |margin: i64, bound| !is_less::<N>(bound, (margin, self.most));
        selected.retain(|out| is_near(out.total - best.total, bound));
        rejected.retain(|comes| is_near(worst.total - comes.total, bound));
        order::sort(&mut selected, |a, b| a.total.cmp(&b.total));
        order::sort(&mut rejected, |a, b| b.total.cmp(&a.total));
        let mut below = None;
        if self.columns.len() <= MOST_SIGNS {
            let smallest = smallest::<N>(&selected, &rejected, bound);
            bound = smallest.bound;
            below = Some(smallest);
        }
        let mut found: Option<(Ratio, &Row, &Row)> = None;
        for out in &selected {
            if below.as_ref().is_some_and(|below| !below.reaches(out)) {
                continue;
            }
            for comes in &rejected {
                if !is_near(out.total - comes.total, bound) {
                    break;
                }
                let ratio = out.ratio(comes);
                let Some(ratio) = ratio.filter(|ratio| !is_less::<N>(bound, *ratio)) else {
                    continue;
                };
                if found.is_none_or(|(known, ..)| is_less::<N>(ratio, known)) {
                    (bound, found) = (ratio, Some((ratio, out, comes)));
                }
                if below.is_some() {
                    break;
                }
            }
            if below.is_some() && found.is_some() {
                break;
            }
        }
        found.map(|(ratio, out, comes)| (ratio, out.clone(), comes.clone()))
    }
}

/// Computes how far selected and rejected clusters are below a ratio.
///
/// A sum of absolute differences is the maximum of the sums over all signs. For fixed signs, it is a term of one
/// cluster minus a term of the other. So the pair that is furthest below a ratio is found without enumerating pairs.
struct Below<N> {
    bound: Ratio,
    /// The maximum that a rejected cluster adds, by signs.
    comes: Vec<N>,
}

impl<N: Whole> Below<N> {
    /// What a cluster adds: `side` is 1 for a selected cluster, -1 for a rejected one.
    fn adds(&self, row: &Row, signs: usize, side: i64) -> N {
        let (margin, difference) = (N::from(self.bound.0), N::from(self.bound.1));
        margin * N::from(side * row.signed(signs)) + difference * N::from(-side * row.total)
    }

    /// Whether a selected cluster is in a pair that reaches the ratio.
    fn reaches(&self, out: &Row) -> bool {
        let mut comes = self.comes.iter().enumerate();
        comes.any(|(signs, comes)| self.adds(out, signs, 1) + *comes >= N::from(0))
    }

    /// The pair that is furthest below the ratio; `None` if no pair is below it.
    fn deepest<'a>(&mut self, selected: &'a [Row], rejected: &'a [Row]) -> Option<[&'a Row; 2]> {
        self.comes.clear();
        let mut found: Option<(N, [&Row; 2])> = None;
        for signs in 0..1_usize << selected.first().map_or(0, |row| row.scores.len()) {
            let [out, comes] = [(selected, 1), (rejected, -1)].map(|(rows, side)| {
                let all = rows.iter().map(|row| (self.adds(row, signs, side), row));
                all.reduce(|one, other| if other.0 > one.0 { other } else { one })
            });
            let (out, comes) = out.zip(comes)?;
            self.comes.push(comes.0);
            let by = out.0 + comes.0;
            if by > N::from(0) && found.is_none_or(|(most, _)| by > most) {
                found = Some((by, [out.1, comes.1]));
            }
        }
        found.map(|(_, pair)| pair)
    }
}

/// The smallest ratio of a pair, starting from one that is not smaller: repeatedly takes the ratio of the pair that is
/// furthest below it (Dinkelbach's method).
fn smallest<N: Whole>(selected: &[Row], rejected: &[Row], bound: Ratio) -> Below<N> {
    let mut below = Below {
        bound,
        comes: Vec::new(),
    };
    while let Some([out, comes]) = below.deepest(selected, rejected) {
        match out.ratio(comes) {
            Some(ratio) => below.bound = ratio,
            None => break,
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deterministic pseudo-random numbers.
    fn number(seed: &mut u64, below: u64) -> i64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed >> 33) as i64 % below as i64
    }

    /// The first pair with the smallest ratio, over all pairs.
    fn first(pairs: &Pairs<'_>) -> Option<(Ratio, i64, i64)> {
        let rows = |places: &[u32], sign: i64| {
            let mut rows: Vec<Row> = places.iter().map(|place| pairs.row(*place)).collect();
            rows.sort_by_key(|row| sign * row.total);
            rows
        };
        let (selected, rejected) = (rows(&pairs.selected, 1), rows(&pairs.rejected, -1));
        let mut best: Option<(Ratio, &Row, &Row)> = None;
        for out in &selected {
            for comes in &rejected {
                let Some(ratio) = out.ratio(comes) else {
                    continue;
                };
                if best.is_none_or(|(known, ..)| is_less::<i128>(ratio, known)) {
                    best = Some((ratio, out, comes));
                }
            }
        }
        best.map(|(ratio, out, comes)| (ratio, out.total, comes.total))
    }

    /// Compares with all pairs: few and many scores, small and large numbers.
    #[test]
    fn the_nearest_pair_is_that_of_all_pairs() {
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let mut nonzero = 0;
        for case in 0..400 {
            let scores = [1, 2, 3, 4, 6, 7, 9][case % 7];
            let scale = if case % 3 == 0 { 1 << 40 } else { 1 };
            let count = 2 + number(&mut seed, 30) as usize;
            let of_one = |seed: &mut u64| -> Vec<i64> {
                (0..count)
                    .map(|_| (number(seed, 21) - 10) * scale)
                    .collect()
            };
            let columns: Vec<Vec<i64>> = (0..scores).map(|_| of_one(&mut seed)).collect();
            let weights: Vec<i64> = columns.iter().map(|_| number(&mut seed, 7) - 3).collect();
            let total = |at: usize| -> i64 {
                let both = columns.iter().zip(&weights);
                both.map(|(column, weight)| column[at] * weight).sum()
            };
            let totals: Vec<i64> = (0..count).map(total).collect();
            let mut places: Vec<u32> = (0..count as u32).collect();
            places.sort_by_key(|place| -totals[*place as usize]);
            let chosen = 1 + number(&mut seed, count as u64 - 1) as usize;
            let (mut selected, mut rejected) =
                (places[..chosen].to_vec(), places[chosen..].to_vec());
            selected.sort_unstable();
            rejected.sort_unstable();
            let pairs = Pairs {
                totals: &totals,
                columns: columns.iter().map(|column| &column[..]).collect(),
                selected,
                rejected,
                most: 20 * scale * i64::from(scores),
            };
            let told = |found: Option<(Ratio, Row, Row)>| {
                found.map(|(ratio, out, comes)| (ratio, out.total, comes.total))
            };
            let expected = first(&pairs);
            assert_eq!(told(pairs.corner::<i128>()), expected, "{case}");
            if scale == 1 {
                assert_eq!(told(pairs.corner::<i64>()), expected, "{case}");
            }
            nonzero += usize::from(expected.is_some_and(|((margin, _), ..)| margin > 0));
        }
        assert!(nonzero > 100, "{nonzero}");
    }
}
