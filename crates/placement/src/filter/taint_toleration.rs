//! Taints and tolerations.

use schedscope_objects::{
    clusters::Cluster,
    id::ClusterId,
    objects::Objects,
    taint::{Expiry, LongSeconds, Mismatch, Taint, TaintEffect, TaintUpkeep, Toleration},
    words,
};
use schedscope_time::Timestamp;

use crate::{
    filter::FilterError, fleet::Fleet, recorded::RecordedDecisions, window::ValidityWindow,
};

/// The name upstream gives this filter.
pub const NAME: &str = "TaintToleration";

/// What the taints leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tolerated {
    /// The feasible clusters, in the order of the text; or why none was judged.
    pub clusters: Result<Vec<ClusterId>, FilterError>,
    /// The rank by name of each feasible cluster.
    pub ranks: Vec<u32>,
    /// When the earliest toleration of a cluster in the existing decisions ends.
    pub requeue: Option<Timestamp>,
    /// While the clock stays in here, all this stays true.
    pub window: ValidityWindow,
}

/// How one taint was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaintVerdict {
    /// Whether it lets the cluster through.
    pub tolerated: bool,
    /// The toleration that holds; none where the taint has no effect.
    pub toleration: Option<usize>,
    /// When that toleration ends.
    pub expires: Option<Timestamp>,
}

/// The clock and the rules of a run.
#[derive(Clone, Copy, Debug)]
pub struct TaintRules {
    pub now: Timestamp,
    /// What becomes of very long tolerations.
    pub long: LongSeconds,
}

/// Why a toleration does not hold for a taint; `None`: it does.
pub fn rejection(
    toleration: &Toleration,
    taint: &Taint,
    rules: TaintRules,
) -> Option<TolerationRejection> {
    match toleration.matches(taint) {
        Err(Mismatch::Key) => Some(TolerationRejection::Key),
        Err(Mismatch::Value) => Some(TolerationRejection::Value),
        Err(Mismatch::Operator) => Some(TolerationRejection::Operator),
        Err(Mismatch::Effect) => Some(TolerationRejection::Effect),
        Ok(()) => {
            let expiry = toleration.expiry(taint, rules.now, rules.long);
            (!expiry.holds_at(rules.now)).then_some(TolerationRejection::Expired)
        }
    }
}

words! {
    /// Why a toleration does not tolerate a taint. Its `key`, `value` or `effect` differs, its `operator` is unknown,
    /// or its time is over (`expired`).
    pub enum TolerationRejection {
        /// Its key differs.
        Key = "key",
        /// Its value differs.
        Value = "value",
        /// Its operator is unknown and matches nothing.
        Operator = "operator",
        /// Its effect differs.
        Effect = "effect",
        /// It matches, but its time is over.
        Expired = "expired",
    }
}

/// Judges one taint: the first toleration that tolerates it decides when that ends.
pub fn judge(
    taint: &Taint,
    tolerations: &[Toleration],
    in_decision: bool,
    rules: TaintRules,
    window: &mut ValidityWindow,
) -> TaintVerdict {
    let harmless = taint.upkeep == TaintUpkeep::Removed
        || taint.effect == TaintEffect::PreferNoSelect
        || (taint.effect == TaintEffect::NoSelectIfNew && in_decision);
    let through = |toleration, expires| TaintVerdict {
        tolerated: true,
        toleration,
        expires,
    };
    if harmless {
        return through(None, None);
    }
    for (index, toleration) in tolerations.iter().enumerate() {
        if toleration.matches(taint).is_err() {
            continue;
        }
        if toleration.seconds.is_some() && taint.upkeep == TaintUpkeep::Added {
            window.pin(rules.now);
        }
        match toleration.expiry(taint, rules.now, rules.long) {
            Expiry::Never => return through(Some(index), None),
            Expiry::At(end) if window.before(rules.now, end) => {
                return through(Some(index), Some(end));
            }
            Expiry::At(_) | Expiry::Past => {}
        }
    }
    TaintVerdict {
        tolerated: false,
        toleration: None,
        expires: None,
    }
}

/// A cluster that its taints let through.
struct ToleratedCluster {
    /// When the earliest toleration ends.
    until: Option<Timestamp>,
}

/// Judges a cluster: `None` where a taint keeps it out.
fn judge_cluster(
    cluster: Cluster<'_>,
    tolerations: &[Toleration],
    in_decision: bool,
    rules: TaintRules,
    window: &mut ValidityWindow,
) -> Option<ToleratedCluster> {
    let mut earliest: Option<Timestamp> = None;
    for taint in cluster.taints() {
        let verdict = judge(taint, tolerations, in_decision, rules, window);
        if !verdict.tolerated {
            return None;
        }
        earliest = match (earliest, verdict.expires) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    Some(ToleratedCluster { until: earliest })
}

/// The clusters whose taints are all tolerated, and when to look again.
///
/// Tolerations are checked first, but only if a cluster is left; the time to look again counts only
/// clusters in the existing decisions, feasible or not.
///
/// O(clusters x taints x tolerations).
pub fn filter(
    tolerations: &[Toleration],
    objects: &Objects,
    fleet: &Fleet,
    clusters: &[ClusterId],
    recorded: &RecordedDecisions,
    rules: TaintRules,
) -> Tolerated {
    let mut window = ValidityWindow::default();
    let mut requeue: Option<Timestamp> = None;
    for &id in &recorded.own_clusters {
        let Some(cluster) = objects.clusters.get(id) else {
            continue;
        };
        let through = judge_cluster(cluster, tolerations, true, rules, &mut window);
        if let Some(end) = through.and_then(|through| through.until) {
            requeue = Some(requeue.map_or(end, |earliest| earliest.min(end)));
        }
    }
    let invalid = tolerations
        .iter()
        .find_map(|toleration| toleration.validate().err());
    let clusters = match invalid {
        Some(error) if !clusters.is_empty() => Err(FilterError::Misconfigured(error.to_string())),
        _ => Ok(clusters
            .iter()
            .copied()
            .filter(|&id| {
                if !fleet.is_tainted(id) {
                    return true;
                }
                objects.clusters.get(id).is_some_and(|cluster| {
                    let own = recorded.is_own(id);
                    judge_cluster(cluster, tolerations, own, rules, &mut window).is_some()
                })
            })
            .collect()),
    };
    let feasible = clusters.as_ref().map_or(&[][..], Vec::as_slice);
    Tolerated {
        ranks: feasible.iter().map(|id| fleet.rank(*id)).collect(),
        clusters,
        requeue,
        window,
    }
}
