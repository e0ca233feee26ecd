//! One parameter over its range: the selection as intervals, and one cluster on the way.

use schedscope_objects::id::ClusterId;
use schedscope_placement::Decision;

use super::{Trials, Want, candidates::Ground, weights::WEIGHTS};
use crate::search::Candidate;

/// At most so many values are tried.
pub const MOST_VALUES: i64 = 1_000;

/// What is swept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The weight of a prioritizer, -10 to 10.
    Weight(String),
    /// The number of clusters, from 0 to the number of feasible ones.
    Count,
    /// The max skew of a spread constraint, by its place in the list of constraints, from 1 to the number of feasible
    /// clusters.
    MaxSkew(usize),
}

/// Values next to each other with one selection.
#[derive(Debug)]
pub struct Stretch {
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// The decision at the first value.
    pub decision: Decision,
}

/// A cluster at one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The value.
    pub value: i64,
    /// Its rank, from 1; `None`: it has none.
    pub rank: Option<u32>,
    /// Its total; `None`: it has none.
    pub total: Option<i64>,
    /// Whether it is selected.
    pub selected: bool,
}

/// A sweep.
#[derive(Debug)]
pub struct Sweep {
    /// The decision as it is.
    pub decision: Decision,
    /// The value in force; `None`: all clusters.
    pub in_force: Option<i64>,
    /// The stretches, in the order of the values.
    pub stretches: Vec<Stretch>,
    /// The cluster at each value.
    pub points: Vec<Point>,
    /// Whether all values were tried.
    pub complete: bool,
}

/// Decides with every value of a parameter. `None`: there is no such placement or parameter.
pub fn sweep(
    trials: &mut Trials<'_>,
    parameter: &Parameter,
    cluster: Option<ClusterId>,
) -> Option<Sweep> {
    let options = trials.options.clone();
    let decision = trials.decide(&options)?;
    let feasible = decision.feasible().len() as i64;
    let (from, to, in_force) = match parameter {
        Parameter::Weight(name) => {
            let mut entries = decision.plan.entries.iter().rev();
            let known = entries.find(|entry| entry.name == *name);
            let weight = known.map_or(0, |entry| i64::from(entry.weight));
            (
                i64::from(*WEIGHTS.start()),
                i64::from(*WEIGHTS.end()),
                Some(weight),
            )
        }
        Parameter::Count => (0, feasible, decision.wanted),
        Parameter::MaxSkew(term) => {
            let term = decision.placement.spec.spread_constraints.get(*term)?;
            (1, feasible.max(1), Some(i64::from(term.max_skew)))
        }
    };
    let last = to.min(from + MOST_VALUES - 1);
    let mut found = Sweep {
        decision,
        in_force,
        stretches: Vec::new(),
        points: Vec::new(),
        complete: last == to,
    };
    for value in from..=last {
        let decision = match parameter {
            Parameter::Weight(name) => trials.weighed(name, value as i32),
            Parameter::Count => trials.counted(value),
            Parameter::MaxSkew(term) => {
                let edit = skew(trials, &found.decision, *term, value);
                trials.edited(&edit)
            }
        };
        let Some(decision) = decision else {
            found.complete = false;
            break;
        };
        if let Some(cluster) = cluster {
            found.points.push(Point {
                value,
                rank: decision.rank(cluster),
                total: decision.total(cluster),
                selected: is_selected(&decision, cluster),
            });
        }
        match found.stretches.last_mut() {
            Some(stretch) if same(&stretch.decision, &decision) => stretch.to = value,
            _ => found.stretches.push(Stretch {
                from: value,
                to: value,
                decision,
            }),
        }
    }
    Some(found)
}

/// Whether a decision selects a cluster.
pub fn is_selected(decision: &Decision, cluster: ClusterId) -> bool {
    let selection = decision.selection();
    decision.place(cluster).is_some()
        && selection.is_some_and(|(selection, fleet)| selection.is_selected(cluster, fleet))
}

/// Whether two decisions over the same clusters select the same ones.
fn same(one: &Decision, other: &Decision) -> bool {
    let (Some((a, fleet)), Some((b, _))) = (one.selection(), other.selection()) else {
        return one.selection().is_none() == other.selection().is_none();
    };
    one.feasible() == other.feasible()
        && a.count == b.count
        && a.unordered(fleet)
            .all(|cluster| b.is_selected(cluster, fleet))
}

/// The edit that gives a spread constraint a max skew; none where it has it.
fn skew(trials: &Trials<'_>, decision: &Decision, term: usize, value: i64) -> Candidate {
    let want = Want::default();
    let ground = Ground {
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
    vec![ground.max_skew(term, value)]
}
