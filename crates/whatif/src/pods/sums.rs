//! What victims may free: the sums that a cycle may compare with a bound.

use schedscope_objects::{
    id::{NodeId, QuotaId},
    order,
};
use schedscope_pods::{amounts::ResourceId, node::BoundPod};

use super::space::Ground;

/// Sums over sets of pods of one node, ascending, 0 among them.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub(super) amounts: Vec<i64>,
    /// Whether these are all; else those of single pods, of all, of all but one, and of the most and the least
    /// important ones.
    pub(super) whole: bool,
}

/// With more sums than this on one node, not all are listed.
const MOST: usize = 256;

impl Sums {
    /// Of the pods of one node, all or those of a quota.
    pub(super) fn of_node(
        ground: Ground<'_>,
        node: NodeId,
        quota: Option<QuotaId>,
        amount: &dyn Fn(&BoundPod) -> i64,
    ) -> Self {
        let ledger = &ground.world.ledger;
        let pods = ground.pods_on(node).iter();
        let pods = pods.filter(|pod| quota.is_none() || ledger.of(pod.namespace) == quota);
        let pods: Vec<i64> = pods.map(amount).filter(|amount| *amount != 0).collect();
        let mut sums = vec![0];
        for amount in &pods {
            let with: Vec<i64> = sums
                .iter()
                .map(|sum: &i64| sum.saturating_add(*amount))
                .collect();
            sums.extend(with);
            sorted(&mut sums);
            if sums.len() > MOST {
                return Self {
                    amounts: some(&pods),
                    whole: false,
                };
            }
        }
        Self {
            amounts: sums,
            whole: true,
        }
    }

    /// Of the charges on every node, of a quota's pods or of all that have a quota.
    pub(super) fn of_all(ground: Ground<'_>, quota: Option<QuotaId>, resource: ResourceId) -> Self {
        let ledger = &ground.world.ledger;
        let charge = |pod: &BoundPod| match ledger.of(pod.namespace) {
            Some(_) => pod.charge.get(resource),
            None => 0,
        };
        let mut all = Self {
            amounts: vec![0],
            whole: true,
        };
        for node in ground.world.snapshot.nodes.ids() {
            let sums = Self::of_node(ground, node, quota, &charge);
            all.whole &= sums.whole;
            all.amounts.extend(sums.amounts);
            if all.amounts.len() > 64 * MOST {
                sorted(&mut all.amounts);
            }
        }
        sorted(&mut all.amounts);
        all
    }

    /// What is used without each sum, and with each of `more`.
    pub(super) fn around(&self, used: i64, more: &[i64]) -> Vec<i64> {
        let without = self.amounts.iter().map(|sum| used.saturating_sub(*sum));
        without
            .flat_map(|used| more.iter().map(move |more| used.saturating_add(*more)))
            .collect()
    }
}

/// Some of the sums; `pods`: most important first.
fn some(pods: &[i64]) -> Vec<i64> {
    let all = pods
        .iter()
        .fold(0_i64, |sum, amount| sum.saturating_add(*amount));
    let mut sums = vec![0, all];
    let mut first = 0_i64;
    for amount in pods {
        first = first.saturating_add(*amount);
        sums.extend([
            *amount,
            all.saturating_sub(*amount),
            first,
            all.saturating_sub(first),
        ]);
    }
    sorted(&mut sums);
    sums
}

fn sorted(sums: &mut Vec<i64>) {
    order::sort(sums, Ord::cmp);
    sums.dedup();
}
