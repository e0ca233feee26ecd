//! The lines of clusters, grouped by score: lines with the same score keep their order at every weight.

use schedscope_objects::order;

use super::lines::{Line, Whole, is_small};
use crate::fraction::Fraction;

/// A line within its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The total at weight 0.
    pub(super) a: i64,
    /// The rank of its name.
    pub(super) name: u32,
    /// Its index among all lines.
    pub(super) line: u32,
}

/// The lines with one score, as a range of entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The score.
    pub(super) s: i64,
    /// The first entry.
    pub(super) from: usize,
    /// One past the last entry.
    pub(super) to: usize,
}

/// All lines, by score, then by total at weight 0, largest first, then by name.
#[derive(Debug)]
pub(super) struct ByScore {
    pub(super) entries: Vec<Entry>,
    /// By score, smallest first.
    pub(super) groups: Vec<Group>,
    /// Whether totals at a crossing of two lines, times its denominator, fit into 64 bits.
    pub(super) is_small: bool,
}

impl ByScore {
    /// O(n log n).
    pub(super) fn new(lines: &[Line]) -> Self {
        let entry = |line: u32| {
            let of = lines.get(line as usize)?;
            Some((
                of.s,
                Entry {
                    a: of.a,
                    name: of.name,
                    line,
                },
            ))
        };
        let mut by_score = Self {
            entries: Vec::with_capacity(lines.len()),
            groups: Vec::new(),
            is_small: false,
        };
        for (s, entry) in sorted(lines).into_iter().filter_map(entry) {
            by_score.entries.push(entry);
            let to = by_score.entries.len();
            match by_score.groups.last_mut() {
                Some(group) if group.s == s => group.to = to,
                _ => by_score.groups.push(Group {
                    s,
                    from: to - 1,
                    to,
                }),
            }
        }
        let largest = |size: fn(&Line) -> u64| lines.iter().map(size).max().unwrap_or(0);
        by_score.is_small = is_small(
            largest(|line| line.a.unsigned_abs()),
            largest(|line| line.s.unsigned_abs()),
        );
        by_score
    }

    /// A range of entries.
    pub(super) fn part(&self, from: usize, to: usize) -> &[Entry] {
        self.entries.get(from..to).unwrap_or_default()
    }
}

/// The indexes of the lines, by score, then by total at weight 0, largest first, then by name.
fn sorted(lines: &[Line]) -> Vec<u32> {
    let range = |of: fn(&Line) -> i64| {
        let (low, high) = (lines.iter().map(of).min(), lines.iter().map(of).max());
        (low.unwrap_or(0), high.unwrap_or(0))
    };
    let ((least, most), (low, high)) = (range(|line| line.s), range(|line| line.a));
    let is_narrow = |range: i64| u32::try_from(range).is_ok();
    if is_narrow(most - least) && is_narrow(high - low) {
        // Packed integers compare fast.
        let key = |(place, line): (usize, &Line)| {
            let parts = [
                (line.s - least) as u32,
                (high - line.a) as u32,
                line.name,
                place as u32,
            ];
            parts
                .iter()
                .fold(0_u128, |key, part| key << 32 | u128::from(*part))
        };
        let mut keys: Vec<u128> = lines.iter().enumerate().map(key).collect();
        order::wide(&mut keys);
        return keys.into_iter().map(|key| key as u32).collect();
    }
    let mut places: Vec<u32> = (0..lines.len() as u32).collect();
    let key = |place: u32| {
        let line = lines.get(place as usize)?;
        Some((line.s, -line.a, line.name))
    };
    order::numbers(&mut places, &mut |a, b| key(a).cmp(&key(b)));
    places
}

/// A score, and the total at weight 0.
pub(super) type Point = (i64, i64);

/// The weight at which the lowest of some lines meets the highest of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing<N> {
    /// The numerator of the weight.
    pub(super) part: i64,
    /// The denominator.
    pub(super) whole: i64,
    /// The total there, times the denominator.
    pub(super) level: N,
}

impl<N: Whole> Crossing<N> {
    pub(super) fn weight(&self) -> Fraction {
        Fraction::new(self.part.into(), self.whole.into())
    }

    /// The total of a line at the weight, times the denominator.
    #[inline]
    pub(super) fn value(&self, (s, a): Point) -> N {
        N::from(a) * N::from(self.whole) + N::from(s) * N::from(self.part)
    }
}

/// The largest weight up to which all of `lows` are above all of `highs`, given that they are at some smaller weight;
/// `None` if no weight limits them. Both lists are ascending by score, with one line for each score.
///
/// The lowest of `lows` is concave in the weight and the highest of `highs` is convex, so Newton's method from infinity
/// ends at the crossing. Each step takes the two lines that touch, and the weight at which they are equal.
pub(super) fn crossing<N: Whole>(lows: &[Point], highs: &[Point]) -> Option<Crossing<N>> {
    // At infinity the score decides.
    let (mut low, mut high) = (*lows.first()?, *highs.last()?);
    if low.0 >= high.0 {
        // With equal scores, the order is the same for every weight.
        return None;
    }
    loop {
        let mut at = Crossing {
            part: low.1 - high.1,
            whole: high.0 - low.0,
            level: N::from(0),
        };
        // Of the lines that touch here, take those that do so just below this weight.
        let (mut lower, mut higher) = (low, high);
        let (mut least, mut most) = (at.value(low), at.value(high));
        for &point in lows {
            let value = at.value(point);
            if value <= least && (value < least || point.0 >= lower.0) {
                (lower, least) = (point, value);
            }
        }
        for &point in highs {
            let value = at.value(point);
            if value >= most && (value > most || point.0 < higher.0) {
                (higher, most) = (point, value);
            }
        }
        if least >= most || lower.0 >= higher.0 {
            at.level = at.value(low);
            return Some(at);
        }
        (low, high) = (lower, higher);
    }
}

#[cfg(test)]
mod tests {
    use schedscope_objects::id::{ClusterId, Id as _};

    use super::*;

    /// Narrow ranges sort by packed integers, wide ones by comparison. Both yield the same order.
    #[test]
    fn lines_are_sorted_alike_whatever_their_ranges() {
        let lines = |wide: [i64; 2], middle: i64| -> Vec<Line> {
            let line = |at: u32| Line {
                cluster: ClusterId::new(at as usize),
                name: at * 7 % 40,
                a: i64::from(at * 11 % 6) * wide[0] - middle,
                s: i64::from(at * 5 % 7) * wide[1] - 2,
            };
            (0..40).map(line).collect()
        };
        let wide = 1 << 40;
        let narrow = sorted(&lines([1, 1], 3));
        for (wide, middle) in [([wide, wide], 3), ([wide, 1], 5 * wide / 2), ([1, wide], 3)] {
            assert_eq!(narrow, sorted(&lines(wide, middle)), "{wide:?}");
        }
        let lines = lines([1, 1], 3);
        let key = |place: &u32| {
            let line = &lines[*place as usize];
            (line.s, -line.a, line.name)
        };
        assert!(narrow.is_sorted_by_key(key), "{narrow:?}");
    }
}
