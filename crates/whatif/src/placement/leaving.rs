//! The weight up to which each selected cluster is selected.

use super::{
    by_score::{ByScore, Crossing, Entry, Group, Point, crossing},
    lines::Whole,
};
use crate::fraction::Fraction;

/// An end of an interval of weights, and whether it is included; `None` if it is infinite.
pub(super) type End = Option<(Fraction, bool)>;

/// The lines of one group that tie at the weight where clusters are exchanged: a range of entries, by name.
struct Tied {
    group: usize,
    from: usize,
    to: usize,
    /// One past the last entry that was selected before.
    was: usize,
}

/// The lines that are selected at a weight, and the selected set while the weight grows: the first lines of each group.
pub(super) struct Leaving<'a> {
    lines: &'a ByScore,
    /// The weight.
    here: i64,
    /// How many lines are selected.
    count: usize,
    /// The groups, ascending by score; [`Self::turn`] reverses them.
    groups: Vec<Group>,
    /// For each group, one past the last selected entry.
    chosen: Vec<usize>,
    ends: Vec<End>,
    /// For each line, whether it is selected at the initial weight.
    is_first: Vec<bool>,
}

impl<'a> Leaving<'a> {
    /// The first `count` lines at a weight.
    pub(super) fn new(lines: &'a ByScore, here: i64, count: usize) -> Self {
        Self {
            lines,
            here,
            count,
            groups: lines.groups.clone(),
            chosen: Vec::new(),
            ends: Vec::new(),
            is_first: vec![count >= lines.entries.len(); lines.entries.len()],
        }
    }

    /// For each line, the weight up to which it is selected without interruption. For lines that are not selected at
    /// first, the entry has no meaning: see [`Self::is_first`].
    ///
    /// Each exchange looks at one cluster of each score on each side: O(exchanges x scores).
    pub(super) fn until(&mut self) -> Vec<End> {
        self.ends = vec![None; self.lines.entries.len()];
        if self.count > 0 && self.count < self.lines.entries.len() {
            if self.lines.is_small {
                self.walk::<i64>();
            } else {
                self.walk::<i128>();
            }
        }
        std::mem::take(&mut self.ends)
    }

    /// Whether a line is selected at the initial weight. Call it after [`Self::until`].
    pub(super) fn is_first(&self, line: usize) -> bool {
        self.is_first.get(line) == Some(&true)
    }

    /// Negates weights and scores, so that smaller weights become larger ones.
    pub(super) fn turn(&mut self) {
        self.here = -self.here;
        self.groups.reverse();
        for group in &mut self.groups {
            group.s = -group.s;
        }
    }

    fn walk<N: Whole>(&mut self) {
        self.begin(self.level());
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        loop {
            lows.clear();
            highs.clear();
            for (group, &chosen) in self.groups.iter().zip(&self.chosen) {
                let (low, high) = (
                    self.lines.part(group.from, chosen),
                    self.lines.part(chosen, group.to),
                );
                lows.extend(low.last().map(|low| (group.s, low.a)));
                highs.extend(high.first().map(|high| (group.s, high.a)));
            }
            let Some(at) = crossing::<N>(&lows, &highs) else {
                return;
            };
            self.exchange(&at);
        }
    }

    /// The total of a line of a group at the weight. It is far below 64 bits.
    fn total(&self, group: &Group, a: i64) -> i64 {
        a + group.s * self.here
    }

    /// How many lines of a group have a total above `level` at the weight.
    fn above(&self, group: &Group, level: i64) -> usize {
        let entries = self.lines.part(group.from, group.to);
        entries.partition_point(|entry| self.total(group, entry.a) > level)
    }

    /// The total of the last line that is selected at the weight.
    fn level(&self) -> i64 {
        let all = |total: i64| -> usize {
            self.groups
                .iter()
                .map(|group| self.above(group, total))
                .sum()
        };
        let ends = self.groups.iter().flat_map(|group| {
            let entries = self.lines.part(group.from, group.to);
            let ends = [entries.first(), entries.last()].into_iter().flatten();
            ends.map(|entry| self.total(group, entry.a))
        });
        let (mut low, mut high) = ends.fold((i64::MAX, i64::MIN), |(low, high), total| {
            (low.min(total), high.max(total))
        });
        // Find the smallest total that fewer than `count` lines exceed.
        while low < high {
            let middle = i64::midpoint(low, high) - i64::from(i64::midpoint(low, high) == high);
            if all(middle) < self.count {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Selects at the weight itself, and just above it.
    fn begin(&mut self, level: i64) {
        let lines = self.lines;
        let (mut tied, mut left) = (Vec::new(), self.count);
        self.chosen.clear();
        for (index, group) in self.groups.iter().enumerate() {
            let from = group.from + self.above(group, level);
            let to = group.from + self.above(group, level - 1);
            self.chosen.push(from);
            left = left.saturating_sub(from - group.from);
            for entry in lines.part(group.from, from) {
                if let Some(is_first) = self.is_first.get_mut(entry.line as usize) {
                    *is_first = true;
                }
            }
            if from < to {
                tied.push(Tied {
                    group: index,
                    from,
                    to,
                    was: to,
                });
            }
        }
        let last = self.last(&tied, left);
        for entry in tied.iter().flat_map(|tied| lines.part(tied.from, tied.to)) {
            if let Some(is_first) = self.is_first.get_mut(entry.line as usize) {
                *is_first = Some(entry.name) <= last;
            }
        }
        let here = Fraction::of(self.here);
        self.settle(&tied, left, here, last);
    }

    /// Of the lines that meet at a weight, names decide at the weight itself, and scores just above it.
    fn exchange<N: Whole>(&mut self, at: &Crossing<N>) {
        let (mut tied, mut left) = (Vec::new(), 0);
        for (index, (group, chosen)) in self.groups.iter().zip(&mut self.chosen).enumerate() {
            let is_tied = |place: usize| {
                let entry = self.lines.entries.get(place);
                entry.is_some_and(|entry| at.value((group.s, entry.a)) == at.level)
            };
            let was = *chosen;
            let (mut from, mut to) = (was, was);
            while to < group.to && is_tied(to) {
                to += 1;
            }
            while from > group.from && is_tied(from - 1) {
                from -= 1;
            }
            if from < to {
                left += was - from;
                *chosen = from;
                tied.push(Tied {
                    group: index,
                    from,
                    to,
                    was,
                });
            }
        }
        let last = self.last(&tied, left);
        let weight = at.weight();
        let lines = self.lines;
        for tied in &tied {
            // At the weight itself, names decide, so lines with late names are not selected.
            for entry in lines.part(tied.from, tied.was) {
                if Some(entry.name) > last {
                    leaves(&mut self.ends, entry.line, (weight, false));
                }
            }
        }
        self.settle(&tied, left, weight, last);
    }

    /// The last name that is selected at the weight itself, where the first `left` tied lines by name are; `None` if no
    /// line is.
    fn last(&self, tied: &[Tied], left: usize) -> Option<u32> {
        let lines = self.lines;
        let names = |tied: &Tied| lines.part(tied.from, tied.to);
        let until = |name: u32| -> usize {
            let counts = tied.iter();
            let counts = counts.map(|tied| names(tied).partition_point(|one| one.name <= name));
            counts.sum()
        };
        let ends = tied.iter().filter_map(|tied| names(tied).last());
        let (mut low, mut high) = (0, ends.map(|entry| entry.name).max()?);
        while low < high {
            let middle = u32::midpoint(low, high);
            if until(middle) < left {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (left > 0).then_some(low)
    }

    /// Just above the weight, lines with larger scores come first, then those with earlier names.
    fn settle(&mut self, tied: &[Tied], mut left: usize, at: Fraction, last: Option<u32>) {
        let lines = self.lines;
        for tied in tied.iter().rev() {
            let stays = (tied.to - tied.from).min(left);
            left -= stays;
            let behind = tied.from + stays;
            if let Some(chosen) = self.chosen.get_mut(tied.group) {
                *chosen = behind;
            }
            for entry in lines.part(behind, tied.was) {
                if Some(entry.name) <= last {
                    leaves(&mut self.ends, entry.line, (at, true));
                }
            }
        }
    }
}

fn leaves(ends: &mut [End], line: u32, end: (Fraction, bool)) {
    if let Some(known) = ends.get_mut(line as usize) {
        known.get_or_insert(end);
    }
}

/// The largest weight up to which all selected lines are ahead of all others, given that they are at some smaller
/// weight; `None` if no weight limits them. With it, the indexes of the lines that are exchanged there: the one that
/// leaves and the one that enters. `turned`: the same for smaller weights, with all scores negated.
pub(super) fn end(
    lines: &ByScore,
    is_selected: &dyn Fn(usize) -> bool,
    turned: bool,
) -> Option<((Fraction, bool), (usize, usize))> {
    // For each score, the last selected line and the first one that is not selected.
    let (mut lows, mut highs): (Vec<Touching>, Vec<Touching>) = (Vec::new(), Vec::new());
    for group in &lines.groups {
        let s = if turned { -group.s } else { group.s };
        let all = lines.part(group.from, group.to);
        let touching = |entry: &Entry| Touching {
            point: (s, entry.a),
            name: entry.name,
            line: entry.line as usize,
        };
        let is_in = |entry: &&Entry| is_selected(entry.line as usize);
        lows.extend(all.iter().rfind(is_in).map(touching));
        highs.extend(all.iter().find(|entry| !is_in(entry)).map(touching));
    }
    if turned {
        lows.reverse();
        highs.reverse();
    }
    if lines.is_small {
        end_of::<i64>(&lows, &highs)
    } else {
        end_of::<i128>(&lows, &highs)
    }
}

/// The first line of a score to be exchanged.
struct Touching {
    point: Point,
    name: u32,
    line: usize,
}

fn end_of<N: Whole>(
    lows: &[Touching],
    highs: &[Touching],
) -> Option<((Fraction, bool), (usize, usize))> {
    let points = |all: &[Touching]| all.iter().map(|one| one.point).collect::<Vec<Point>>();
    let at = crossing::<N>(&points(lows), &points(highs))?;
    let is_there = |one: &&Touching| at.value(one.point) == at.level;
    let lows = || lows.iter().filter(is_there);
    let highs = || highs.iter().filter(is_there);
    let last = lows().map(|one| one.name).max()?;
    let first = highs().map(|one| one.name).min()?;
    let stays = last < first;
    let (out, comes) = if stays {
        // They change places just above the weight, where scores decide. Each score occurs once.
        let out = lows().min_by_key(|one| one.point.0)?;
        (out, highs().max_by_key(|one| one.point.0)?)
    } else {
        // They change places at the weight itself, where names decide.
        let out = lows().max_by_key(|one| one.name)?;
        (out, highs().min_by_key(|one| one.name)?)
    };
    Some(((at.weight(), stays), (out.line, comes.line)))
}
