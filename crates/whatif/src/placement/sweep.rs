//! A sweep of one parameter: the selection as intervals, and one cluster at each value.

use schedscope_objects::id::ClusterId;
use schedscope_placement::{Decision, Wanted};

use super::{Trials, Want, candidates::EditSource, weights::WEIGHTS};
use crate::search::Candidate;

/// The maximum number of values.
const MOST_VALUES: i64 = 1_000;

/// The parameter to sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The weight of a prioritizer, -10 to 10.
    Weight(String),
    /// `numberOfClusters`, from 0 to the number of feasible clusters.
    Count,
    /// `maxSkew` of a spread constraint, by the index of the constraint, from 1 to the number of feasible clusters.
    MaxSkew(usize),
}

/// Adjacent values with the same selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// The number of selected clusters.
    pub selected: usize,
    /// Whether clusters are scored at all.
    pub decided: bool,
    /// The clusters that are selected and deselected, compared to the stretch before.
    pub exchange: Exchange,
}

/// The clusters that only one of two decisions selects, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The clusters of the second decision.
    pub comes: Vec<ClusterId>,
    /// The clusters of the first decision.
    pub out: Vec<ClusterId>,
    /// How many clusters only the second one selects, if `comes` has not all.
    pub comes_total: Option<usize>,
    /// How many clusters only the first one selects, if `out` has not all.
    pub out_total: Option<usize>,
}

impl Exchange {
    /// The clusters that only the second, and that only the first of two decisions selects, at most `limit` each. Both
    /// decisions are about the same clusters. O(n).
    pub fn between(before: &Decision, after: &Decision, limit: usize) -> Self {
        let only = |one: &Decision, other: &Decision| {
            let Some((selection, fleet)) = one.selection() else {
                return Vec::new();
            };
            let other = other.selection();
            let is_only = |cluster: &ClusterId| {
                !other.is_some_and(|(other, fleet)| other.is_selected(*cluster, fleet))
                    && before.fleet.rank(*cluster) < u32::MAX
            };
            let only: Vec<ClusterId> = selection.unordered(fleet).filter(is_only).collect();
            only
        };
        Self::first(only(after, before), only(before, after), before, limit)
    }

    /// The first of the clusters that are selected and deselected, by name, at most `limit` each. O(n log n).
    pub(super) fn first(
        mut comes: Vec<ClusterId>,
        mut out: Vec<ClusterId>,
        before: &Decision,
        limit: usize,
    ) -> Self {
        let [comes_total, out_total] = [&mut comes, &mut out].map(|clusters| {
            let all = clusters.len();
            before.fleet.sort(clusters);
            clusters.truncate(limit);
            (all > limit).then_some(all)
        });
        Self {
            comes,
            out,
            comes_total,
            out_total,
        }
    }
}

/// A cluster at one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub value: i64,
    /// Its rank, from 1; `None` if it is not ranked.
    pub rank: Option<u32>,
    /// Its total; `None` if it is not scored.
    pub total: Option<i64>,
    /// Whether it is selected.
    pub selected: bool,
}

/// The values of a parameter to try.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The first value.
    pub from: i64,
    /// The last value to try.
    pub to: i64,
    /// Whether these are all values.
    pub whole: bool,
    /// The current value; `None` for all clusters.
    pub in_force: Option<i64>,
}

impl Range {
    /// The number of values.
    fn len(&self) -> u64 {
        u64::try_from(self.to - self.from + 1).unwrap_or(0)
    }
}

impl Parameter {
    /// The first values of the parameter in a decision, at most [`MOST_VALUES`]; `None` if the spread constraint does
    /// not exist.
    fn range(&self, decision: &Decision) -> Option<Range> {
        let feasible = decision.feasible().len() as i64;
        let (from, to, in_force) = match self {
            Self::Weight(name) => {
                let mut entries = decision.plan.entries.iter().rev();
                let known = entries.find(|entry| entry.name == *name);
                let weight = known.map_or(0, |entry| i64::from(entry.weight));
                let (from, to) = (*WEIGHTS.start(), *WEIGHTS.end());
                (i64::from(from), i64::from(to), Some(weight))
            }
            Self::Count => (0, feasible, decision.wanted),
            Self::MaxSkew(term) => {
                let term = decision.placement.spec.spread_constraints.get(*term)?;
                (1, feasible.max(1), Some(i64::from(term.max_skew)))
            }
        };
        let last = to.min(from + MOST_VALUES - 1);
        Some(Range {
            from,
            to: last,
            whole: last == to,
            in_force,
        })
    }
}

/// A sweep, computed in parts.
#[derive(Debug)]
pub struct Sweep {
    /// The decision without edits; `None` before the first part.
    pub decision: Option<Decision>,
    /// The values.
    pub range: Range,
    /// The stretches, in the order of the values.
    pub stretches: Vec<Stretch>,
    /// The cluster at each value.
    pub points: Vec<Point>,
    /// Whether all values were tried.
    pub complete: bool,
    parameter: Parameter,
    cluster: Option<ClusterId>,
    limit: usize,
    next: i64,
    /// The decision of the last stretch.
    last: Option<Decision>,
}

impl Sweep {
    /// A sweep before its first part. `limit`: how many clusters an exchange lists on each side.
    pub fn new(parameter: Parameter, cluster: Option<ClusterId>, limit: usize) -> Self {
        Self {
            decision: None,
            range: Range::default(),
            stretches: Vec::new(),
            points: Vec::new(),
            complete: false,
            parameter,
            cluster,
            limit,
            next: 0,
            last: None,
        }
    }

    /// The parameter that is swept.
    pub fn parameter(&self) -> &Parameter {
        &self.parameter
    }

    /// Decides for up to `turns` more values; returns whether the sweep has finished. If `decision` is still `None`
    /// then, the placement or the parameter does not exist.
    pub fn advance(&mut self, trials: &mut Trials<'_>, turns: usize) -> bool {
        let mut left = turns;
        if self.decision.is_none() {
            let options = trials.options.clone();
            let Some(decision) = trials.decide(&options) else {
                return true;
            };
            let Some(range) = self.parameter.range(&decision) else {
                return true;
            };
            self.next = range.from;
            self.range = range;
            self.decision = Some(decision);
            left = left.saturating_sub(1);
        }
        while left > 0 && self.next <= self.range.to {
            let value = self.next;
            let decided = self.decision.as_ref();
            let Some(now) = decided.and_then(|of| trials.at(of, &self.parameter, value)) else {
                return true;
            };
            self.add(value, now);
            self.next += 1;
            left -= 1;
        }
        let is_over = self.next > self.range.to;
        self.complete = is_over && self.range.whole;
        is_over
    }

    fn add(&mut self, value: i64, now: Decision) {
        if let Some(cluster) = self.cluster {
            self.points.push(Point {
                value,
                rank: now.rank(cluster),
                total: now.total(cluster),
                selected: is_selected(&now, cluster),
            });
        }
        let exchange = match (&self.last, self.stretches.last_mut()) {
            (Some(last), Some(stretch)) if same(last, &now) => {
                stretch.to = value;
                return;
            }
            (Some(last), _) => Exchange::between(last, &now, self.limit),
            (None, _) => Exchange::default(),
        };
        self.stretches.push(Stretch {
            from: value,
            to: value,
            selected: now.selected_count(),
            decided: now.selection().is_some(),
            exchange,
        });
        self.last = Some(now);
    }

    /// The number of values tried, and of all values.
    pub fn progress(&self) -> (u64, u64) {
        ((self.next - self.range.from) as u64, self.range.len())
    }
}

impl Trials<'_> {
    /// Decides with a value of a parameter. `decision`: the decision without edits.
    fn at(&mut self, decision: &Decision, parameter: &Parameter, value: i64) -> Option<Decision> {
        let mut options = self.options.clone();
        match parameter {
            Parameter::Weight(name) => {
                options.weights.insert(name.clone(), value as i32);
            }
            Parameter::Count => options.number_of_clusters = Wanted::Exactly(value),
            Parameter::MaxSkew(term) => {
                let edits = skew(self, decision, *term, value);
                if !edits.is_empty() {
                    return self.edited(&edits);
                }
            }
        }
        self.decide(&options)
    }
}

/// Whether a decision selects a cluster.
pub fn is_selected(decision: &Decision, cluster: ClusterId) -> bool {
    let selection = decision.selection();
    decision.place(cluster).is_some()
        && selection.is_some_and(|(selection, fleet)| selection.is_selected(cluster, fleet))
}

/// Whether two decisions over the same clusters select the same ones.
pub(super) fn same(one: &Decision, other: &Decision) -> bool {
    let (Some((a, fleet)), Some((b, _))) = (one.selection(), other.selection()) else {
        return one.selection().is_none() == other.selection().is_none();
    };
    one.feasible() == other.feasible()
        && a.count == b.count
        && a.unordered(fleet)
            .all(|cluster| b.is_selected(cluster, fleet))
}

/// The edit that sets `maxSkew` of a spread constraint; empty if it has this value.
fn skew(trials: &Trials<'_>, decision: &Decision, term: usize, value: i64) -> Candidate {
    let want = Want::default();
    let source = EditSource {
        objects: trials.editor.objects(),
        decision,
        want: &want,
    };
    let Some(term) = decision.placement.spec.spread_constraints.get(term) else {
        return Vec::new();
    };
    if i64::from(term.max_skew) == value {
        return Vec::new();
    }
    vec![source.max_skew(term, value)]
}
