//! What evictions may free: the sums that a cycle may compare with a bound.

use schedscope_objects::{
    id::{IdVec, NodeId, QuotaId},
    order,
};
use schedscope_pods::{amounts::ResourceId, node::BoundPod};

use super::space::EditSource;

/// Sums over sets of pods of one node, ascending, including 0.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub(super) amounts: Vec<i64>,
    /// Whether these are all sums; otherwise those of single pods, of all, of all but one, and of the most and the
    /// least important pods.
    pub(super) whole: bool,
}

/// With more sums than this on one node, not all are listed.
const MOST: usize = 256;

impl Sums {
    fn none() -> Self {
        Self {
            amounts: vec![0],
            whole: true,
        }
    }

    /// The sums of amounts; those of the most important pods come first.
    fn of(pods: &[i64]) -> Self {
        let mut sums = vec![0];
        for amount in pods {
            sums = with(&sums, *amount);
            if sums.len() > MOST {
                return Self {
                    amounts: some(pods),
                    whole: false,
                };
            }
        }
        Self {
            amounts: sums,
            whole: true,
        }
    }

    /// The sums of the pods of one node.
    pub(super) fn of_node(
        source: EditSource<'_>,
        node: NodeId,
        amount: &dyn Fn(&BoundPod) -> i64,
    ) -> Self {
        let pods = source.pods_on(node).iter().map(amount);
        let pods: Vec<i64> = pods.filter(|amount| *amount != 0).collect();
        Self::of(&pods)
    }

    /// The sums of the charges on every node: of the pods of a quota, or of all pods that have a quota.
    pub(super) fn of_all(
        source: EditSource<'_>,
        quota: Option<QuotaId>,
        resource: ResourceId,
    ) -> Self {
        let sums = QuotaSums::new(source, resource, quota);
        match quota {
            Some(quota) => sums.of(quota).clone(),
            None => sums.all,
        }
    }

    /// What is used without each sum, plus each of `more`.
    pub(super) fn around(&self, used: i64, more: &[i64]) -> Vec<i64> {
        let without = self.amounts.iter().map(|sum| used.saturating_sub(*sum));
        without
            .flat_map(|used| more.iter().map(move |more| used.saturating_add(*more)))
            .collect()
    }
}

/// The sums over the charges on every node.
#[derive(Debug)]
pub(super) struct QuotaSums {
    /// The sums of all pods that have a quota.
    pub(super) all: Sums,
    /// The sums of the pods of each quota.
    own: IdVec<QuotaId, Sums>,
    none: Sums,
}

/// Collects the sums of one node after another.
#[derive(Debug)]
struct Gathered {
    sums: Sums,
    /// The amounts on the last node, whose sums are already collected.
    last: Vec<i64>,
}

impl Gathered {
    fn add(&mut self, pods: &[i64]) {
        if self.last == pods {
            return;
        }
        self.last = pods.to_vec();
        let of_node = Sums::of(pods);
        let all = &mut self.sums;
        all.whole &= of_node.whole;
        all.amounts.extend(of_node.amounts);
        if all.amounts.len() > 64 * MOST {
            sorted(&mut all.amounts);
        }
    }

    fn end(mut self) -> Sums {
        sorted(&mut self.sums.amounts);
        self.sums
    }
}

impl QuotaSums {
    /// The sums of one quota, or of all. O(pods), without the sums.
    pub(super) fn new(source: EditSource<'_>, resource: ResourceId, only: Option<QuotaId>) -> Self {
        let ledger = &source.cluster.ledger;
        let gathered = || Gathered {
            sums: Sums::none(),
            last: Vec::new(),
        };
        let (mut all, mut own) = (gathered(), IdVec::<QuotaId, Gathered>::new());
        // The amounts on a node.
        let (mut of_all, mut of_own) = (Vec::new(), IdVec::<QuotaId, Vec<i64>>::new());
        for _ in ledger.quotas.ids() {
            own.push(gathered());
            of_own.push(Vec::new());
        }
        for node in source.cluster.snapshot.nodes.ids() {
            let mut quotas: Vec<QuotaId> = Vec::new();
            for pod in source.pods_on(node) {
                let quota = ledger.of(pod.namespace);
                let quota = quota.filter(|quota| only.is_none_or(|only| only == *quota));
                let (amount, Some(quota)) = (pod.charge.get(resource), quota) else {
                    continue;
                };
                let Some(list) = of_own.get_mut(quota).filter(|_| amount != 0) else {
                    continue;
                };
                if list.is_empty() {
                    quotas.push(quota);
                }
                list.push(amount);
                of_all.push(amount);
            }
            for quota in quotas {
                if let (Some(sums), Some(list)) = (own.get_mut(quota), of_own.get_mut(quota)) {
                    sums.add(list);
                    list.clear();
                }
            }
            if only.is_none() {
                all.add(&of_all);
            }
            of_all.clear();
        }
        let mut ended = IdVec::new();
        for sums in own {
            ended.push(sums.end());
        }
        Self {
            all: all.end(),
            own: ended,
            none: Sums::none(),
        }
    }

    /// The sums of the pods of a quota.
    pub(super) fn of(&self, quota: QuotaId) -> &Sums {
        self.own.get(quota).unwrap_or(&self.none)
    }
}

/// Sums, and each with one more amount.
fn with(sums: &[i64], amount: i64) -> Vec<i64> {
    let mut more = sums.iter().map(|sum| sum.saturating_add(amount)).peekable();
    let mut all = Vec::with_capacity(2 * sums.len());
    for sum in sums {
        while let Some(next) = more.next_if(|next| next < sum) {
            all.push(next);
        }
        more.next_if_eq(sum);
        all.push(*sum);
    }
    all.extend(more);
    all.dedup();
    all
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_every_set() {
        let lists: [&[i64]; 5] = [&[], &[3], &[3, 3, 5], &[-4, 1, 9, 4], &[i64::MAX, 1, 2]];
        for amounts in lists {
            let mut all: Vec<i64> = (0..1_u32 << amounts.len())
                .map(|set| {
                    let chosen = amounts
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| set >> at & 1 == 1);
                    chosen.fold(0, |sum, (_, amount)| amount.saturating_add(sum))
                })
                .collect();
            sorted(&mut all);
            assert_eq!(Sums::of(amounts).amounts, all, "{amounts:?}");
        }
        let many: Vec<i64> = (0..10).map(|power| 1 << power).collect();
        assert!(!Sums::of(&many).whole);
    }
}
