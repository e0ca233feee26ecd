//! Decision groups, and the `PlacementDecision` objects that hold them.

use schedscope_objects::{
    names::{Names, Symbol},
    objects::Objects,
    order,
    placement::{DecisionGroup, GroupStrategy, IntOrString, Placement},
    placement_decision::{GROUP_INDEX_LABEL, GROUP_NAME_LABEL, PLACEMENT_LABEL},
    profile::Profile,
};
use schedscope_quantity::double;
use serde::Serialize;

use crate::{filter::predicate::Predicate, fleet::Fleet, select::Selection};

/// How many clusters one `PlacementDecision` holds.
const PER_OBJECT: usize = 100;

/// Which predefined group each feasible cluster falls into, whatever is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grouping {
    /// Index of the first group that takes the cluster, else [`LEFTOVER`]; by cluster. Empty where
    /// there is no group.
    group: Vec<u32>,
    /// The first group whose selector is not valid, and upstream's text.
    error: Option<(usize, String)>,
}

/// In no predefined group.
const LEFTOVER: u32 = u32::MAX;

impl Grouping {
    /// O(feasible x groups x requirements x labels).
    pub(crate) fn new(
        groups: &[DecisionGroup],
        objects: &Objects,
        fleet: &Fleet,
        feasible: &[u32],
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
        grouping.group = vec![LEFTOVER; fleet.len()];
        for &index in feasible {
            let cluster = objects.clusters.get(index as usize);
            let slot = grouping.group.get_mut(index as usize);
            if let (Some(cluster), Some(slot)) = (cluster, slot) {
                let group = selectors
                    .iter()
                    .position(|selector| selector.matches(cluster, &objects.names));
                *slot = group.map_or(LEFTOVER, |group| group as u32);
            }
        }
        grouping
    }

    fn of(&self, cluster: u32) -> u32 {
        self.group
            .get(cluster as usize)
            .copied()
            .unwrap_or(LEFTOVER)
    }
}

/// One chunk of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Index of the predefined group; `None`: leftovers.
    pub(crate) group: Option<usize>,
    /// How many clusters it holds.
    pub(crate) clusters: usize,
}

/// The chunks of a decision, in order; a chunk's place is its group index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups {
    pub(crate) chunks: Vec<Chunk>,
    /// Why the placement is misconfigured.
    pub(crate) error: Option<String>,
}

impl Groups {
    /// Counts the selected clusters of each group and cuts them into chunks.
    ///
    /// A length that is no percentage gives no group at all. An invalid selector: `Upstream` keeps
    /// the groups before it (and forgets all other clusters); `Proposal` gives no group.
    ///
    /// O(selected + chunks).
    pub(crate) fn new(
        strategy: Option<&GroupStrategy>,
        grouping: &Grouping,
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
                    match counts.get_mut(grouping.of(cluster) as usize) {
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
            // There is always an object, so that nobody waits for one.
            groups.chunks.push(Chunk {
                group: None,
                clusters: 0,
            });
        }
        groups
    }

    fn cut(&mut self, group: Option<usize>, mut left: usize, length: usize) {
        while left > 0 {
            let clusters = if length == 0 { left } else { left.min(length) };
            self.chunks.push(Chunk { group, clusters });
            left -= clusters;
        }
    }

    /// How many objects there are.
    pub(crate) fn objects(&self) -> usize {
        self.chunks.iter().map(Chunk::objects).sum()
    }
}

impl Chunk {
    /// How many objects hold it: at least one.
    pub(crate) fn objects(&self) -> usize {
        self.clusters.div_ceil(PER_OBJECT).max(1)
    }
}

/// The length of a chunk for a total: an integer, or `ceil(percent / 100 * total)` in this order of
/// operations; 0 or below, or above the total: the total.
///
/// # Errors
/// A text that is no percentage; the sentence is upstream's.
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

/// A `PlacementDecision` as the hub would write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionObject {
    /// `metadata.name`: `<placement>-decision-<k>`, k from 1 over all groups.
    pub name: String,
    /// `metadata.namespace`: the placement's.
    pub namespace: String,
    /// `metadata.labels`.
    pub labels: DecisionLabels,
    /// `status.decisions[].clusterName`, sorted by name, at most 100.
    pub cluster_names: Vec<String>,
}

/// The labels of a [`DecisionObject`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionLabels {
    /// The group's index over all chunks, from 0.
    #[serde(rename = "cluster.open-cluster-management.io/decision-group-index")]
    pub group_index: String,
    /// The group's name; empty for leftovers.
    #[serde(rename = "cluster.open-cluster-management.io/decision-group-name")]
    pub group_name: String,
    /// The placement's name.
    #[serde(rename = "cluster.open-cluster-management.io/placement")]
    pub placement: String,
}

impl DecisionLabels {
    /// Key and value, sorted by key.
    pub fn pairs(&self) -> [(&'static str, &str); 3] {
        [
            (GROUP_INDEX_LABEL, &self.group_index),
            (GROUP_NAME_LABEL, &self.group_name),
            (PLACEMENT_LABEL, &self.placement),
        ]
    }
}

/// The name of a group; empty for leftovers.
pub(crate) fn group_name(placement: &Placement, group: Option<usize>) -> &str {
    let strategy = placement.spec.group_strategy.as_ref();
    strategy
        .zip(group)
        .and_then(|(strategy, group)| strategy.decision_groups.get(group))
        .map_or("", |group| group.name.as_str())
}

/// The name of the k-th object, from 1.
pub(crate) fn object_name(placement: &str, k: usize) -> String {
    format!("{placement}-decision-{k}")
}

/// Whether a name is that of the k-th object for a k in 1..=count.
pub(crate) fn is_object_name(name: &str, placement: &str, count: usize) -> bool {
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

/// All objects of a decision. O(selected log selected).
pub(crate) fn objects(
    placement: &Placement,
    groups: &Groups,
    grouping: &Grouping,
    selection: Option<(&Selection, &Fleet)>,
    names: &Names,
    cluster_name: impl Fn(u32) -> Option<Symbol>,
) -> Vec<DecisionObject> {
    // By group in order, leftovers last, each by name.
    let clusters = selection.map_or_else(Vec::new, |(selection, fleet)| {
        let mut clusters: Vec<u32> = selection.unordered(fleet).collect();
        let key = |cluster| (grouping.of(cluster), fleet.rank(cluster));
        order::numbers(&mut clusters, &mut |a, b| key(a).cmp(&key(b)));
        clusters
    });
    let mut clusters = clusters.into_iter();
    let text = |symbol: Symbol| names[symbol].to_owned();
    let mut objects = Vec::with_capacity(groups.objects());
    for (index, chunk) in groups.chunks.iter().enumerate() {
        let mut left = chunk.clusters;
        for _ in 0..chunk.objects() {
            let size = left.min(PER_OBJECT);
            left -= size;
            objects.push(DecisionObject {
                name: object_name(&names[placement.name], objects.len() + 1),
                namespace: text(placement.namespace),
                labels: DecisionLabels {
                    group_index: index.to_string(),
                    group_name: group_name(placement, chunk.group).to_owned(),
                    placement: text(placement.name),
                },
                cluster_names: clusters
                    .by_ref()
                    .take(size)
                    .filter_map(&cluster_name)
                    .map(text)
                    .collect(),
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
