//! Who borrows from whom.
//!
//! The design knows one pool: what quotas leave unused of their minimums, others may use. Nobody
//! notes whose share a pod took, so shares are in proportion to what each leaves unused and each
//! borrows, in whole units, and pairs follow the order of the text.

use schedscope_objects::{names::Names, order};
use schedscope_pods::{amounts::ResourceId, world::World};
use serde::Serialize;

use crate::ledger::Ledger;

/// A part of one quota's minimum that another one uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Loan {
    /// The resource.
    pub resource: String,
    /// The namespace of the quota that lends; null where more is used than all minimums together.
    pub lender: Option<String>,
    /// The namespace of the quota that borrows.
    pub borrower: String,
    /// How much: milli-CPU, or base units.
    pub amount: i64,
}

/// The same by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lent {
    pub(super) resource: ResourceId,
    pub(super) lender: Option<usize>,
    pub(super) borrower: usize,
    pub(super) amount: i64,
}

impl Lent {
    pub(super) fn named(&self, world: &World, ledger: &Ledger, names: &Names) -> Loan {
        let namespace = |quota: usize| {
            let quota = ledger.quotas.get(quota);
            quota.map_or_else(String::new, |quota| names[quota.namespace].to_owned())
        };
        Loan {
            resource: world.resources.name(self.resource).to_owned(),
            lender: self.lender.map(namespace),
            borrower: namespace(self.borrower),
            amount: self.amount,
        }
    }
}

/// All loans of some resources. O(resources x quotas).
pub(super) fn find(ledger: &Ledger, resources: &[ResourceId]) -> Vec<Lent> {
    let mut loans = Vec::new();
    for &resource in resources {
        let beyond = ledger.quotas.iter().map(|quota| {
            let beyond = i128::from(quota.used.get(resource)) - i128::from(quota.min.of(resource));
            i64::try_from(beyond).unwrap_or(i64::MAX)
        });
        let beyond: Vec<i64> = beyond.collect();
        let wanted: Vec<i64> = beyond.iter().map(|amount| (*amount).max(0)).collect();
        let unused: Vec<i64> = beyond
            .iter()
            .map(|amount| amount.saturating_neg().max(0))
            .collect();
        let total = sum(&wanted).min(sum(&unused));
        let lent = portions(&unused, total);
        let mut given = portions(&wanted, total);
        let mut borrower = 0;
        for (lender, mut left) in lent.into_iter().enumerate() {
            while left > 0 {
                let Some(need) = given.get_mut(borrower) else {
                    break;
                };
                let amount = left.min(*need);
                if amount > 0 {
                    loans.push(Lent {
                        resource,
                        lender: Some(lender),
                        borrower,
                        amount,
                    });
                }
                left -= amount;
                *need -= amount;
                if *need == 0 {
                    borrower += 1;
                }
            }
        }
        for (borrower, (want, got)) in wanted.iter().zip(portions(&wanted, total)).enumerate() {
            if *want > got {
                loans.push(Lent {
                    resource,
                    lender: None,
                    borrower,
                    amount: want - got,
                });
            }
        }
    }
    loans
}

fn sum(amounts: &[i64]) -> i128 {
    amounts.iter().map(|amount| i128::from(*amount)).sum()
}

/// Whole parts of `total` in proportion to some amounts, none larger than its amount: the largest
/// remainders are rounded up. `total` is not more than their sum.
fn portions(amounts: &[i64], total: i128) -> Vec<i64> {
    let sum = sum(amounts);
    if sum == 0 {
        return vec![0; amounts.len()];
    }
    let exact = amounts.iter().map(|amount| {
        let product = i128::from(*amount) * total;
        (product / sum, product % sum)
    });
    let exact: Vec<(i128, i128)> = exact.collect();
    let mut left = total - exact.iter().map(|(whole, _)| whole).sum::<i128>();
    let mut parts: Vec<i64> = exact.iter().map(|(whole, _)| *whole as i64).collect();
    let remainder = |at: u32| exact.get(at as usize).map(|(_, rest)| *rest);
    let ranked = order::positions(parts.len(), &mut |a, b| remainder(b).cmp(&remainder(a)));
    for at in ranked {
        if left == 0 {
            break;
        }
        if let Some(part) = parts.get_mut(at as usize) {
            *part += 1;
            left -= 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(amounts: &[i64], total: i128, expect: &[i64]) {
        assert_eq!(portions(amounts, total), expect);
    }

    #[test]
    fn portions_are_whole_and_add_up() {
        check(&[2, 2], 4, &[2, 2]);
        check(&[1, 1], 1, &[1, 0]);
        check(&[3, 1], 2, &[2, 0]);
        check(&[6, 2, 0], 4, &[3, 1, 0]);
        check(&[], 0, &[]);
        check(&[0, 0], 0, &[0, 0]);
        check(
            &[i64::MAX, i64::MAX],
            i128::from(i64::MAX),
            &[i64::MAX / 2 + 1, i64::MAX / 2],
        );
    }
}
