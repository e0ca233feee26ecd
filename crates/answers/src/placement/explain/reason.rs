//! Why a candidate is filtered.

use schedscope_objects::{
    cluster_set::SetSelector,
    clusters::Cluster,
    id::ClusterId,
    taint::{Expiry, Taint},
};
use schedscope_placement::filter::FilterError;

use crate::placement::{
    DecisionDetails,
    explain::{
        HubUpkeep, TaintResult, TolerationRejection,
        build::{predicates, requirement_results, taints},
    },
    requirement::RequirementOn,
    rows::{ExpiredToleration, FilterName, NotSelectedReason, SetRequirement},
};

/// Why a candidate is filtered; `None` if it is feasible.
pub(crate) fn filter_reason(of: &DecisionDetails<'_>, id: ClusterId) -> Option<NotSelectedReason> {
    let decision = of.decision;
    let cluster = of.objects.clusters.get(id)?;
    if let Some(Err(FilterError::Misconfigured(message))) = decision.matched.as_deref() {
        return Some(misconfigured(FilterName::Predicate, message));
    }
    if decision.matched().binary_search(&id).is_err() {
        let predicates = predicates(of, cluster, id);
        let others = predicates.len().saturating_sub(1);
        let mut requirements = predicates.into_iter().flat_map(|p| p.requirements);
        let requirement = requirements.find(|requirement| !requirement.holds)?;
        return Some(NotSelectedReason::Predicate {
            requirement,
            others,
        });
    }
    let tolerated = decision.tolerated.as_deref().map(|t| &t.clusters);
    if let Some(Err(FilterError::Misconfigured(message))) = tolerated {
        return Some(misconfigured(FilterName::TaintToleration, message));
    }
    let results = taints(of, cluster, id);
    let mut taints = cluster.taints().iter().zip(results);
    let (taint, result) = taints.find(|(_, result)| !result.tolerated)?;
    Some(NotSelectedReason::Taint {
        expired: expired(of, taint, &result),
        key: result.key,
        value: result.value,
        effect: result.effect,
        path: result.path,
        added_by_hub: result.by_hub == Some(HubUpkeep::Added),
    })
}

/// What the first eligible set with a label selector asks for that a cluster does not have.
pub(crate) fn asked_by_set(
    of: &DecisionDetails<'_>,
    cluster: Cluster<'_>,
) -> Option<SetRequirement> {
    let (objects, names) = (of.objects, &of.objects.names);
    let eligible = &of.decision.candidates.eligible;
    eligible.iter().find_map(|name| {
        let mut sets = objects.cluster_sets.iter();
        let set = sets.find(|set| set.name == *name)?;
        let SetSelector::LabelSelector(Some(written)) = &set.selector else {
            return None;
        };
        let found = written
            .compile(names)
            .ok()?
            .findings(cluster.labels(), names);
        let path = "spec.clusterSelector.labelSelector";
        let results = requirement_results(of, RequirementOn::Label, path, written, &found);
        let requirement = results.into_iter().find(|result| !result.holds)?;
        Some(SetRequirement {
            set: names[*name].to_owned(),
            requirement,
            others: eligible.len() - 1,
        })
    })
}

fn misconfigured(filter: FilterName, message: &str) -> NotSelectedReason {
    NotSelectedReason::Misconfigured {
        filter,
        message: message.to_owned(),
    }
}

/// The toleration that held for a taint and has expired.
fn expired(
    of: &DecisionDetails<'_>,
    taint: &Taint,
    result: &TaintResult,
) -> Option<ExpiredToleration> {
    let mut rejected = result.rejected.iter();
    let rejected = rejected.find(|rejected| rejected.why == TolerationRejection::Expired)?;
    let tolerations = &of.decision.placement.spec.tolerations;
    let toleration = tolerations.get(rejected.toleration)?;
    let rules = of.decision.taint_rules();
    let ended = match toleration.expiry(taint, rules.now, rules.long) {
        Expiry::At(end) => Some(end.to_string()),
        _ => None,
    };
    Some(ExpiredToleration {
        toleration: rejected.toleration,
        ended,
    })
}
