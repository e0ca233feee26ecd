//! Up to which weight each selected cluster stays selected.

use schedscope_objects::{id::ClusterId, order};

use super::lines::Line;
use crate::fraction::Fraction;

/// An end of an interval of weights, and whether it belongs to the interval; `None`: there is none.
type End = Option<(Fraction, bool)>;

/// The clusters with one score. Their order never changes: by total at weight 0, largest first, then by name.
struct Group {
    s: i128,
    lines: Vec<(i128, u32, usize)>,
    /// How many of them are selected.
    chosen: usize,
}

/// A cluster at the level where clusters are exchanged.
struct Tied {
    name: u32,
    s: i128,
    group: usize,
    /// Its place among all lines.
    line: usize,
    /// Whether it is selected before.
    was: bool,
}

/// The selected set while the weight grows: of each score the first ones.
struct Walk {
    groups: Vec<Group>,
    count: usize,
    ends: Vec<End>,
}

/// The lines that are among the first ones at a weight.
pub(super) struct Leaving<'a> {
    lines: &'a [Line],
    /// The weight.
    here: Fraction,
    walk: Walk,
    /// The places of those lines, by rank.
    first: Vec<usize>,
    /// The total of the last of them, where there are others behind it.
    level: Option<i128>,
}

impl<'a> Leaving<'a> {
    /// Of the first `count` lines at a weight. O(n log n).
    pub(super) fn new(lines: &'a [Line], weight: i64, count: usize) -> Self {
        // Side by side, which is quicker to compare. Scores and totals have far less than 64 bits.
        let keys = lines
            .iter()
            .map(|line| (line.s as i64, -(line.a as i64), line.name));
        let keys: Vec<(i64, i64, u32)> = keys.collect();
        let mut sorted: Vec<u32> = (0..lines.len() as u32).collect();
        order::numbers(&mut sorted, &mut |a, b| {
            keys.get(a as usize).cmp(&keys.get(b as usize))
        });
        let mut groups: Vec<Group> = Vec::new();
        for at in sorted {
            let Some(line) = lines.get(at as usize) else {
                continue;
            };
            let entry = (line.a, line.name, at as usize);
            match groups.last_mut() {
                Some(group) if group.s == line.s => group.lines.push(entry),
                _ => groups.push(Group {
                    s: line.s,
                    lines: vec![entry],
                    chosen: 0,
                }),
            }
        }
        let here = Fraction::of(weight);
        let value = |line: &Line| line.a + line.s * here.part;
        let ranks = lines.iter().map(|line| (-value(line), line.name));
        let ranks: Vec<(i128, u32)> = ranks.collect();
        let mut first: Vec<u32> = (0..lines.len() as u32).collect();
        order::first_numbers(&mut first, count, &mut |a, b| {
            ranks.get(a as usize).cmp(&ranks.get(b as usize))
        });
        first.truncate(count);
        let first: Vec<usize> = first.into_iter().map(|at| at as usize).collect();
        let last = first.last().filter(|_| count < lines.len());
        let level = last.and_then(|at| Some(-ranks.get(*at)?.0));
        let ends = vec![None; lines.len()];
        Self {
            lines,
            here,
            walk: Walk {
                groups,
                count,
                ends,
            },
            first,
            level,
        }
    }

    /// By rank, up to which weight each stays among the first ones without a break.
    ///
    /// Each exchange looks at one cluster of each score on either side: O(exchanges x scores).
    pub(super) fn until(&mut self) -> Vec<(ClusterId, End)> {
        let walk = &mut self.walk;
        walk.ends.fill(None);
        for group in &mut walk.groups {
            group.chosen = 0;
        }
        if let Some(level) = self.level {
            walk.exchange(self.here, level, true);
            while let Some((at, level)) = walk.next() {
                walk.exchange(at, level, false);
            }
        }
        let first = self.first.iter().filter_map(|at| {
            let end = walk.ends.get(*at).copied().flatten();
            Some((self.lines.get(*at)?.cluster, end))
        });
        first.collect()
    }

    /// Turns the weights round: smaller ones are larger ones with all scores turned round.
    pub(super) fn turn(&mut self) {
        self.here.part = -self.here.part;
        for group in &mut self.walk.groups {
            group.s = -group.s;
        }
    }
}

impl Walk {
    /// Where the selected set changes next, and the total there, as parts of the fraction. Newton's steps from
    /// infinity: the smallest selected total is concave in the weight, the largest rejected one convex.
    fn next(&self) -> Option<(Fraction, i128)> {
        let groups = || self.groups.iter();
        let lows = groups().filter_map(|group| {
            let at = group.chosen.checked_sub(1)?;
            Some((group.s, group.lines.get(at)?.0))
        });
        let highs = groups().filter_map(|group| Some((group.s, group.lines.get(group.chosen)?.0)));
        let (lows, highs): (Vec<_>, Vec<_>) = (lows.collect(), highs.collect());
        let mut low = *lows.iter().min()?;
        let mut high = *highs.iter().max()?;
        if low.0 >= high.0 {
            return None;
        }
        loop {
            let at = Fraction::new(low.1 - high.1, high.0 - low.0);
            let value = |(s, a): (i128, i128)| a * at.whole + s * at.part;
            let key = |line: &&(i128, i128)| (value(**line), -line.0);
            let lower = *lows.iter().min_by_key(key)?;
            let higher = *highs.iter().max_by_key(key)?;
            if value(lower) >= value(higher) || lower.0 >= higher.0 {
                return Some((at, value(low)));
            }
            (low, high) = (lower, higher);
        }
    }

    /// Of those with a total at a weight: by name some are selected there, and by score behind it.
    fn exchange(&mut self, at: Fraction, level: i128, is_first: bool) {
        let mut above = 0;
        let mut tied = Vec::new();
        for (index, group) in self.groups.iter_mut().enumerate() {
            let value = |line: &(i128, u32, usize)| line.0 * at.whole + group.s * at.part;
            let low = group.lines.partition_point(|line| value(line) > level);
            let high = low + group.lines[low..].partition_point(|line| value(line) == level);
            above += low;
            for (place, (_, name, line)) in group.lines.iter().enumerate().take(high).skip(low) {
                tied.push(Tied {
                    name: *name,
                    s: group.s,
                    group: index,
                    line: *line,
                    was: is_first || place < group.chosen,
                });
            }
            if is_first || high > low {
                group.chosen = low;
            }
        }
        let places = self.count.saturating_sub(above);
        order::sort(&mut tied, |a, b| a.name.cmp(&b.name));
        // Those behind the last place by name are not selected at the weight itself.
        if !is_first {
            for one in tied.iter().skip(places).filter(|one| one.was) {
                self.leaves(one.line, (at, false));
            }
        }
        let behind: Vec<u32> = tied.iter().skip(places).map(|one| one.name).collect();
        order::sort(&mut tied, |a, b| b.s.cmp(&a.s).then(a.name.cmp(&b.name)));
        for (place, one) in tied.iter().enumerate() {
            if place < places {
                if let Some(group) = self.groups.get_mut(one.group) {
                    group.chosen += 1;
                }
            } else if one.was && !behind.contains(&one.name) {
                self.leaves(one.line, (at, true));
            }
        }
    }

    fn leaves(&mut self, line: usize, end: (Fraction, bool)) {
        if let Some(known) = self.ends.get_mut(line) {
            known.get_or_insert(end);
        }
    }
}
