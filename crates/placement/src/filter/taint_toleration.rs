//! Taints and tolerations.

use schedscope_objects::{
    clusters::Cluster,
    objects::Objects,
    taint::{Expiry, LongSeconds, Mismatch, Taint, TaintEffect, Toleration},
    time::Timestamp,
};

use crate::{filter::FilterError, fleet::Fleet, history::History, window::Window};

/// The name upstream gives this filter.
pub(crate) const NAME: &str = "TaintToleration";

/// What the taints leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tolerated {
    /// The feasible clusters, in the order of the text; or why none was judged.
    pub(crate) clusters: Result<Vec<u32>, FilterError>,
    /// When the earliest toleration of a cluster in the existing decisions ends.
    pub(crate) requeue: Option<Timestamp>,
    /// While the clock stays in here, all this stays true.
    pub(crate) window: Window,
}

/// How one taint was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// Whether it lets the cluster through.
    pub(crate) tolerated: bool,
    /// The toleration that holds; none where the taint has no effect.
    pub(crate) toleration: Option<usize>,
    /// When that toleration ends.
    pub(crate) expires: Option<Timestamp>,
}

/// The clock and the rules of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Now.
    pub(crate) now: Timestamp,
    /// What becomes of very long tolerations.
    pub(crate) long: LongSeconds,
}

/// Why a toleration does not hold for a taint; `None`: it does.
pub(crate) fn rejection(toleration: &Toleration, taint: &Taint, clock: Clock) -> Option<Rejection> {
    match toleration.matches(taint) {
        Err(Mismatch::Key) => Some(Rejection::Key),
        Err(Mismatch::Value) => Some(Rejection::Value),
        Err(Mismatch::Operator) => Some(Rejection::Operator),
        Err(Mismatch::Effect) => Some(Rejection::Effect),
        Ok(()) => {
            let expiry = toleration.expiry(taint, clock.long);
            (!expiry.holds_at(clock.now)).then_some(Rejection::Expired)
        }
    }
}

/// Why a toleration does not hold for a taint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Rejection {
    /// Another key.
    Key,
    /// Another value.
    Value,
    /// An unknown operator, which matches nothing.
    Operator,
    /// Another effect.
    Effect,
    /// It fits, but its time is over.
    Expired,
}

/// Judges one taint: the first toleration that tolerates it decides when that ends.
pub(crate) fn judge(
    taint: &Taint,
    tolerations: &[Toleration],
    in_decision: bool,
    clock: Clock,
    window: &mut Window,
) -> Judgement {
    let harmless = taint.effect == TaintEffect::PreferNoSelect
        || (taint.effect == TaintEffect::NoSelectIfNew && in_decision);
    let through = |toleration, expires| Judgement {
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
        match toleration.expiry(taint, clock.long) {
            Expiry::Never => return through(Some(index), None),
            Expiry::At(end) if window.before(clock.now, end) => {
                return through(Some(index), Some(end));
            }
            Expiry::At(_) | Expiry::Past => {}
        }
    }
    Judgement {
        tolerated: false,
        toleration: None,
        expires: None,
    }
}

/// A cluster that its taints let through.
struct Through {
    /// When the earliest toleration ends.
    until: Option<Timestamp>,
}

/// Judges a cluster: `None` where a taint keeps it out.
fn judge_cluster(
    cluster: Cluster<'_>,
    tolerations: &[Toleration],
    in_decision: bool,
    clock: Clock,
    window: &mut Window,
) -> Option<Through> {
    let mut earliest: Option<Timestamp> = None;
    for taint in cluster.taints() {
        let judgement = judge(taint, tolerations, in_decision, clock, window);
        if !judgement.tolerated {
            return None;
        }
        earliest = match (earliest, judgement.expires) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    Some(Through { until: earliest })
}

/// The clusters whose taints are all tolerated, and when to look again.
///
/// Tolerations are checked first, but only if a cluster is left; the time to look again counts only
/// clusters in the existing decisions, feasible or not.
///
/// O(clusters x taints x tolerations).
pub(crate) fn filter(
    tolerations: &[Toleration],
    objects: &Objects,
    fleet: &Fleet,
    clusters: &[u32],
    history: &History,
    clock: Clock,
) -> Tolerated {
    let mut window = Window::default();
    let mut requeue: Option<Timestamp> = None;
    for &index in &history.own_clusters {
        let Some(cluster) = objects.clusters.get(index as usize) else {
            continue;
        };
        let through = judge_cluster(cluster, tolerations, true, clock, &mut window);
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
            .filter(|&index| {
                if !fleet.is_tainted(index) {
                    return true;
                }
                objects.clusters.get(index as usize).is_some_and(|cluster| {
                    let own = history.is_own(index);
                    judge_cluster(cluster, tolerations, own, clock, &mut window).is_some()
                })
            })
            .collect()),
    };
    Tolerated {
        clusters,
        requeue,
        window,
    }
}
