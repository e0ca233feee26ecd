//! What the other profile decides about the same placement, where the two differ.

use schedscope_objects::{
    by_name::ByName, id::ClusterId, names::Names, objects::Objects, placement::PlacementSpec,
    profile::Profile, taint::Toleration, words,
};

use crate::{
    decision::Decision,
    outcome::{InvalidPlacement, Outcome, SchedulerStatus},
    prioritizer::{PrioritizerPlan, is_near_proposed, is_only_proposed},
    select,
};

words! {
    /// What a placement uses on which the profiles differ. `spread-policy`: today's hub ignores it. `prioritizer`:
    /// today's hub has no such built-in prioritizer. `short-form`: `configurations[].name`, which today's hub does not
    /// know. `arithmetic`: scores that are infinite, not a number, or leave 64 bits. `toleration-seconds`: beyond 292
    /// years, which today's hub wraps. `group-selector`: an invalid one, before which today's hub still makes groups.
    pub enum ProfileDifference {
        /// `spreadPolicy`.
        SpreadPolicy = "spread-policy",
        /// A built-in prioritizer that today's hub lacks.
        Prioritizer = "prioritizer",
        /// The short form of a configuration.
        ShortForm = "short-form",
        /// Scores or sums that leave the range of numbers.
        Arithmetic = "arithmetic",
        /// `tolerationSeconds` that leave 64 bits of nanoseconds.
        TolerationSeconds = "toleration-seconds",
        /// An invalid selector of a decision group.
        GroupSelector = "group-selector",
    }
}

/// The other profile's decision, where it differs or this one is a preview.
#[derive(Debug)]
pub struct OtherDecision {
    /// The other profile.
    pub profile: Profile,
    /// The status with which its scheduler ends.
    pub status: SchedulerStatus,
    /// How many clusters it selects.
    pub selected: usize,
    /// The clusters that it selects and this one does not, by name.
    pub comes: Vec<ClusterId>,
    /// The clusters that this one selects and it does not, by name.
    pub goes: Vec<ClusterId>,
    /// Whether it decides the same. Only a preview of what the released scheduler ignores is listed all the same.
    pub is_same: bool,
    /// What of the placement they treat differently; at least one.
    pub because: Vec<ProfileDifference>,
}

/// The profile of `auto`: the released scheduler, unless the placement (or a weight of the caller) uses what only a
/// design document has. O(configurations + weights).
pub fn released_or_preview(spec: &PlacementSpec, weights: &ByName<i32>) -> Profile {
    // With the right name, a misspelt one is of the design document.
    let is_meant = |name: &str| is_only_proposed(name) || is_near_proposed(name);
    let policy = spec.prioritizer_policy.as_ref();
    let mut configurations = policy.into_iter().flat_map(|one| &one.configurations);
    let is_preview = !spec.spread_constraints.is_empty()
        || configurations.any(|one| match &one.score_coordinate {
            Some(coordinate) => one.weight != 0 && is_meant(&coordinate.built_in),
            None => one.name.is_some(),
        })
        || weights
            .iter()
            .any(|(name, weight)| *weight != 0 && is_meant(name));
    if is_preview {
        Profile::Proposal
    } else {
        Profile::Upstream
    }
}

/// What a decided placement uses on which the profiles differ; mostly nothing. O(configurations + tolerations).
pub(crate) fn differences(decision: &Decision, names: &Names) -> Vec<ProfileDifference> {
    let mut because = Vec::new();
    match decision.outcome {
        Outcome::Scheduled
        | Outcome::Invalid(InvalidPlacement::NegativeNumberOfClusters { .. }) => {}
        _ => return because,
    }
    let spec = &decision.placement.spec;
    if !spec.spread_constraints.is_empty() {
        because.push(ProfileDifference::SpreadPolicy);
    }
    let weights = &decision.options.weights;
    let plan_error = |profile| PrioritizerPlan::new(spec, profile, weights, names).error;
    if uses_proposed(spec, weights)
        && plan_error(decision.options.profile.other()) != decision.plan.error
    {
        let policy = spec.prioritizer_policy.as_ref();
        let is_short = policy.is_some_and(|policy| {
            let mut all = policy.configurations.iter();
            all.any(|one| one.score_coordinate.is_none())
        });
        because.push(if is_short {
            ProfileDifference::ShortForm
        } else {
            ProfileDifference::Prioritizer
        });
    }
    let columns = decision.scorers();
    let columns: Vec<_> = columns
        .filter_map(|(entry, column)| Some((entry.weight, column?)))
        .collect();
    if columns.iter().any(|(_, column)| column.by_profile) || !select::fits(&columns) {
        because.push(ProfileDifference::Arithmetic);
    }
    if spec.tolerations.iter().any(Toleration::is_long) {
        because.push(ProfileDifference::TolerationSeconds);
    }
    if decision.grouping.error.is_some() {
        because.push(ProfileDifference::GroupSelector);
    }
    because
}

/// Whether configurations or weights have what only the design documents have; without it, both profiles find the same
/// faults. O(configurations + weights).
fn uses_proposed(spec: &PlacementSpec, weights: &ByName<i32>) -> bool {
    let policy = spec.prioritizer_policy.as_ref();
    let mut configurations = policy.into_iter().flat_map(|one| &one.configurations);
    configurations.any(|one| match &one.score_coordinate {
        Some(coordinate) => is_only_proposed(&coordinate.built_in),
        None => true,
    }) || weights.iter().any(|(name, _)| is_only_proposed(name))
}

impl ProfileDifference {
    /// Whether only the design documents have it.
    fn is_only_proposed(self) -> bool {
        matches!(
            self,
            Self::SpreadPolicy | Self::Prioritizer | Self::ShortForm
        )
    }
}

impl OtherDecision {
    /// How another decision differs; `None` if it does not and this one is not a preview. O(feasible), plus sorting the
    /// differences.
    pub(crate) fn between(
        this: &Decision,
        other: &Decision,
        because: Vec<ProfileDifference>,
        objects: &Objects,
    ) -> Option<Self> {
        let only = |of: &Decision, without: &Decision| {
            let mut clusters = Vec::new();
            if let Some((selection, fleet)) = of.selection() {
                let without = without.selection();
                clusters.extend(selection.unordered(fleet).filter(|cluster| {
                    !without
                        .is_some_and(|(selection, fleet)| selection.is_selected(*cluster, fleet))
                }));
            }
            of.fleet.sort(&mut clusters);
            clusters
        };
        let (comes, goes) = (only(other, this), only(this, other));
        let status = other.status(objects, 0);
        let is_same = comes.is_empty()
            && goes.is_empty()
            && status.code == this.status(objects, 0).code
            && other.groups == this.groups;
        let is_preview = this.options.profile == Profile::Proposal
            && because.iter().any(|one| one.is_only_proposed());
        (!is_same || is_preview).then(|| Self {
            profile: other.options.profile,
            is_same,
            status,
            selected: other.selected_count(),
            comes,
            goes,
            because,
        })
    }
}
