//! Decision groups, and the clusters of the `PlacementDecision` objects that hold them.

use schedscope_objects::{
    id::{ClusterId, Id},
    ids,
    objects::Objects,
    order,
    placement::{DecisionGroup, GroupStrategy, IntOrString, Placement},
    profile::Profile,
};
use schedscope_quantity::double;

use crate::{filter::predicate::Predicate, fleet::Fleet, select::Selection};

/// How many clusters one `PlacementDecision` holds.
const PER_OBJECT: usize = 100;

/// The predefined group of each feasible cluster, independent of the selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupAssignment {
    /// By cluster: the first group that matches it. Empty without groups.
    group: Vec<Option<GroupId>>,
    /// The first group whose selector is not valid, and upstream's text.
    pub(crate) error: Option<(usize, String)>,
}

ids! {
    /// A predefined group, in the order of the placement.
    pub struct GroupId;
}

impl GroupAssignment {
    /// O(feasible x groups x requirements x labels).
    pub fn new(
        groups: &[DecisionGroup],
        objects: &Objects,
        fleet: &Fleet,
        feasible: &[ClusterId],
    ) -> Self {
        let mut grouping = Self::default();
        let mut selectors = Vec::with_capacity(groups.len());
        for (index, group) in groups.iter().enumerate() {
            match Predicate::without_cel(&group.selector, &objects.names) {
                Ok(selector) => selectors.push(selector),
                Err(error) => {
                    grouping.error = Some((index, error.message));
                    break;
                }
            }
        }
        if selectors.is_empty() {
            return grouping;
        }
        grouping.group = vec![None; fleet.len()];
        for &index in feasible {
            let cluster = objects.clusters.get(index);
            let slot = grouping.group.get_mut(index.index());
            if let (Some(cluster), Some(slot)) = (cluster, slot) {
                let group = selectors
                    .iter()
                    .position(|selector| selector.matches(cluster, &objects.names));
                *slot = group.map(GroupId::new);
            }
        }
        grouping
    }

    fn of(&self, cluster: ClusterId) -> Option<GroupId> {
        self.group.get(cluster.index()).copied().flatten()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionGroupChunk {
    /// Index of the predefined group; `None`: leftovers.
    pub group: Option<usize>,
    /// How many clusters it holds.
    pub clusters: usize,
}

/// The chunks of a decision, in order; a chunk's place is its group index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionGroups {
    pub chunks: Vec<DecisionGroupChunk>,
    /// Why the placement is misconfigured.
    pub error: Option<String>,
}

impl DecisionGroups {
    /// Counts the selected clusters of each group and cuts them into chunks.
    ///
    /// An invalid percentage as the length yields zero groups. With an invalid selector, `Upstream` keeps the groups
    /// before it and drops all other clusters; `Proposal` yields zero groups.
    ///
    /// O(selected + chunks).
    pub fn new(
        strategy: Option<&GroupStrategy>,
        grouping: &GroupAssignment,
        selection: Option<(&Selection, &Fleet)>,
        profile: Profile,
    ) -> Self {
        let total = selection.map_or(0, |(selection, _)| selection.count);
        let all = IntOrString::Int(0);
        let per_group = strategy.map_or(&all, |strategy| &strategy.clusters_per_decision_group);
        let length = match length(per_group, total) {
            Ok(length) => length,
            Err(error) => {
                return Self {
                    chunks: Vec::new(),
                    error: Some(error),
                };
            }
        };
        let predefined = strategy.map_or(0, |strategy| strategy.decision_groups.len());
        let mut counts = vec![0_usize; predefined];
        let mut leftover = 0;
        if let Some((selection, fleet)) = selection {
            if grouping.group.is_empty() {
                leftover = selection.count;
            } else {
                for cluster in selection.unordered(fleet) {
                    let group = grouping.of(cluster);
                    match group.and_then(|group| counts.get_mut(group.index())) {
                        Some(count) => *count += 1,
                        None => leftover += 1,
                    }
                }
            }
        }
        let mut groups = Self::default();
        if let Some((bad, message)) = &grouping.error {
            groups.error = Some(message.clone());
            if profile == Profile::Upstream {
                for (group, &count) in counts.iter().enumerate().take(*bad) {
                    groups.cut(Some(group), count, length);
                }
            }
            return groups;
        }
        for (group, &count) in counts.iter().enumerate() {
            groups.cut(Some(group), count, length);
        }
        groups.cut(None, leftover, length);
        if groups.chunks.is_empty() {
            // At least one object always exists, so that consumers do not wait for it.
            groups.chunks.push(DecisionGroupChunk {
                group: None,
                clusters: 0,
            });
        }
        groups
    }

    fn cut(&mut self, group: Option<usize>, mut left: usize, length: usize) {
        while left > 0 {
            let clusters = if length == 0 { left } else { left.min(length) };
            self.chunks.push(DecisionGroupChunk { group, clusters });
            left -= clusters;
        }
    }

    /// How many objects there are.
    pub fn objects(&self) -> usize {
        self.chunks.iter().map(DecisionGroupChunk::objects).sum()
    }
}

impl DecisionGroupChunk {
    /// How many objects hold it: at least one.
    pub fn objects(&self) -> usize {
        self.clusters.div_ceil(PER_OBJECT).max(1)
    }
}

/// The length of a chunk for a total: an integer, or `ceil(percent / 100 * total)` in this order of
/// operations; 0 or below, or above the total: the total.
///
/// # Errors
/// The text is not a percentage; the message is upstream's.
fn length(per_group: &IntOrString, total: usize) -> Result<usize, String> {
    let length = match per_group {
        IntOrString::Int(length) => *length,
        IntOrString::String(text) => {
            let percent = text.strip_suffix('%').and_then(percentage);
            let percent = percent
                .ok_or_else(|| format!("{text} invalid type: string is not a percentage"))?;
            let length = (percent / 100.0 * total as f64).ceil();
            // Saturating is right here: beyond the total and below 0 mean the total anyway.
            length as i64
        }
    };
    Ok(match usize::try_from(length) {
        Ok(length) if length > 0 && length <= total => length,
        _ => total,
    })
}

/// A decimal number; neither `inf` nor `nan`, nor anything beyond a double.
fn percentage(text: &str) -> Option<f64> {
    let is_decimal = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    let number = is_decimal.then(|| double::double(text))??;
    number.is_finite().then_some(number)
}

/// The name of a group; empty for leftovers.
pub fn group_name(placement: &Placement, group: Option<usize>) -> &str {
    let strategy = placement.spec.group_strategy.as_ref();
    strategy
        .zip(group)
        .and_then(|(strategy, group)| strategy.decision_groups.get(group))
        .map_or("", |group| group.name.as_str())
}

/// The name of the k-th object, from 1.
pub fn object_name(placement: &str, k: usize) -> String {
    format!("{placement}-decision-{k}")
}

/// Whether a name is that of the k-th object for a k in 1..=count.
pub fn is_object_name(name: &str, placement: &str, count: usize) -> bool {
    let digits = name
        .strip_prefix(placement)
        .and_then(|rest| rest.strip_prefix("-decision-"));
    let Some(digits) = digits else { return false };
    let canonical = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    canonical
        && digits
            .parse::<usize>()
            .is_ok_and(|k| (1..=count).contains(&k))
}

/// The clusters of one `PlacementDecision` object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectMembers {
    /// Index of the chunk that the object belongs to: its group index.
    pub chunk: usize,
    /// The clusters in their order, at most 100.
    pub clusters: Vec<ClusterId>,
}

/// The clusters of all objects of a decision, in order: by group, leftovers last. With `scores`, the clusters of a
/// chunk stand by score, highest first, then by name. O(selected log selected).
pub fn members(
    groups: &DecisionGroups,
    grouping: &GroupAssignment,
    selection: Option<(&Selection, &Fleet)>,
    scores: Option<&dyn Fn(ClusterId) -> i64>,
) -> Vec<ObjectMembers> {
    let clusters = selection.map_or_else(Vec::new, |(selection, fleet)| {
        let mut clusters: Vec<ClusterId> = selection.unordered(fleet).collect();
        fleet.sort(&mut clusters);
        // Leftovers follow all groups.
        let key = |cluster: &ClusterId| grouping.of(*cluster).map_or(usize::MAX, GroupId::index);
        if !grouping.group.is_empty() {
            order::sort(&mut clusters, |a, b| key(a).cmp(&key(b)));
        }
        clusters
    });
    let mut clusters = clusters.into_iter();
    let mut objects = Vec::with_capacity(groups.objects());
    for (index, chunk) in groups.chunks.iter().enumerate() {
        let mut left = chunk.clusters;
        let mut clusters: Vec<ClusterId> = clusters.by_ref().take(left).collect();
        if let Some(score) = scores {
            order::sort(&mut clusters, |a, b| score(*b).cmp(&score(*a)));
        }
        let mut clusters = clusters.into_iter();
        for _ in 0..chunk.objects() {
            let size = left.min(PER_OBJECT);
            left -= size;
            objects.push(ObjectMembers {
                chunk: index,
                clusters: clusters.by_ref().take(size).collect(),
            });
        }
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(per_group: &str, total: usize, expect: Option<usize>) {
        let text = IntOrString::String(per_group.to_owned());
        let message = format!("{per_group} invalid type: string is not a percentage");
        assert_eq!(length(&text, total), expect.ok_or(message));
    }

    #[test]
    fn lengths() {
        check("100%", 7, Some(7));
        check("34%", 11, Some(4));
        check("0%", 11, Some(11));
        check("-5%", 11, Some(11));
        check("101%", 11, Some(11));
        check("0.1%", 11, Some(1));
        check("10%", 0, Some(0));
        check("1e1%", 50, Some(5));
        check("10", 11, None);
        check("%", 11, None);
        check("", 11, None);
        check("nan%", 11, None);
        check("inf%", 11, None);
        check("infinity%", 11, None);
        check("1e999%", 11, None);
        check(" 5%", 11, None);
        check("5 %", 11, None);
        // 7 / 100 * 100 is 7.000000000000001: one more than 7 * 100 / 100.
        check("7%", 100, Some(8));
        check("14%", 50, Some(8));
        for (length, total, expect) in [(3, 9, 3), (0, 9, 9), (-1, 9, 9), (10, 9, 9), (9, 9, 9)] {
            assert_eq!(super::length(&IntOrString::Int(length), total), Ok(expect));
        }
    }

    #[test]
    fn object_names() {
        for (name, expect) in [
            ("p-decision-1", true),
            ("p-decision-12", true),
            ("p-decision-13", false),
            ("p-decision-0", false),
            ("p-decision-01", false),
            ("p-decision-+1", false),
            ("p-decision-", false),
            ("q-decision-1", false),
            ("p-decision-99999999999999999999999", false),
        ] {
            assert_eq!(is_object_name(name, "p", 12), expect, "{name}");
        }
    }
}
