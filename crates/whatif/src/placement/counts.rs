//! `numberOfClusters` together with other edits: one decision tells which numbers meet the want.

use std::ops::RangeInclusive;

use schedscope_placement::{Decision, Wanted};

use super::{Trials, Want};
use crate::{Edit, Family};

/// The numbers of clusters with which a want is met, for each combination of other edits that was tried.
#[derive(Debug, Default)]
pub(super) struct CountRanges {
    known: Vec<(Vec<Edit>, Range)>,
}

/// What one decision tells about all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Range {
    /// The want is met if the number of selected clusters, which is at most that of the feasible ones, is in the range.
    Within(RangeInclusive<u64>, u64),
    /// Each number is to be decided: with spread, others are selected.
    Unknown,
}

impl CountRanges {
    /// Whether edits with `numberOfClusters` cannot meet the want. Edits without it, or only with it, are not judged.
    /// Makes one decision for each combination of other edits.
    pub(super) fn reject(&mut self, trials: &mut Trials<'_>, want: &Want, edits: &[Edit]) -> bool {
        let is_count = |edit: &&Edit| edit.family == Family::Count;
        let Some((_, count)) = edits.iter().find(is_count).and_then(|edit| edit.numbers) else {
            return false;
        };
        let others: Vec<Edit> = edits
            .iter()
            .filter(|edit| !is_count(edit))
            .cloned()
            .collect();
        if others.is_empty() {
            return false;
        }
        let known = self.known.iter().position(|(known, _)| *known == others);
        let at = known.unwrap_or_else(|| {
            let range = range(trials, want, &others);
            self.known.push((others, range));
            self.known.len() - 1
        });
        match self.known.get(at).map(|(_, range)| range) {
            Some(Range::Within(range, feasible)) => {
                let count = count.and_then(|count| u64::try_from(count).ok());
                !range.contains(&count.map_or(*feasible, |count| count.min(*feasible)))
            }
            Some(Range::Unknown) | None => false,
        }
    }
}

/// Decides with edits and without a limit to the number of clusters.
fn range(trials: &mut Trials<'_>, want: &Want, edits: &[Edit]) -> Range {
    let limit = std::mem::replace(&mut trials.options.number_of_clusters, Wanted::All);
    let decision = trials.edited(edits);
    trials.options.number_of_clusters = limit;
    decision.map_or(Range::Unknown, |decision| of(&decision, want))
}

fn of(decision: &Decision, want: &Want) -> Range {
    if decision.selection().is_none() || decision.spread_run().is_some() {
        return Range::Unknown;
    }
    let rank = |cluster| decision.rank(cluster).map(u64::from);
    let feasible = decision.feasible().len() as u64;
    let selects = want.selects.iter().map(|cluster| rank(*cluster));
    let least = selects.map(|rank| rank.unwrap_or(feasible + 1)).max();
    let drops = want.drops.iter().filter_map(|cluster| rank(*cluster));
    let most = drops.map(|rank| rank - 1).min().unwrap_or(feasible);
    let (least, most) = match want.count.map(|count| count as u64) {
        Some(count) => (least.unwrap_or(0).max(count), most.min(count)),
        None => (least.unwrap_or(0), most),
    };
    Range::Within(least..=most, feasible)
}
