//! Loans between quotas: which quota borrows from which.
//!
//! The design has one pool: other quotas may use the unused part of a minimum. No scheduler records which quota's share
//! a pod took, so the shares are in proportion to the unused amount of each lender and the need of each borrower, in
//! whole units, and the pairs follow the order of the text.

use schedscope_objects::{
    id::{Id, QuotaId},
    order,
};
use schedscope_pods::amounts::ResourceId;

use crate::ledger::Ledger;

/// A part of one quota's minimum that another quota uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoanAmount {
    pub resource: ResourceId,
    /// The quota that lends; `None` for use beyond all minimums together.
    pub lender: Option<QuotaId>,
    /// The quota that borrows.
    pub borrower: QuotaId,
    /// The amount: milli-CPU, or base units.
    pub amount: i64,
}

/// All loans of some resources. O(resources x quotas).
pub fn find(ledger: &Ledger, resources: &[ResourceId]) -> Vec<LoanAmount> {
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
                    loans.push(LoanAmount {
                        resource,
                        lender: Some(QuotaId::new(lender)),
                        borrower: QuotaId::new(borrower),
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
                loans.push(LoanAmount {
                    resource,
                    lender: None,
                    borrower: QuotaId::new(borrower),
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

/// Splits `total` into whole parts in proportion to some amounts, none larger than its amount: the largest remainders
/// are rounded up. `total` is at most the sum of the amounts.
fn portions(amounts: &[i64], total: i128) -> Vec<i64> {
    let sum = sum(amounts);
    if sum == 0 {
        return vec![0; amounts.len()];
    }
    let exact = amounts
        .iter()
        .map(|amount| product_over(i128::from(*amount), total, sum));
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

/// The quotient of `amount * total` and `sum`, and the remainder. `amount` is at most `i64::MAX`, and `total` at most
/// `sum`.
fn product_over(amount: i128, total: i128, sum: i128) -> (i128, i128) {
    if let Some(product) = amount.checked_mul(total) {
        return (product / sum, product % sum);
    }
    long_product_over(amount, total, sum)
}

/// The same, bit by bit, for products of more than 128 bits.
fn long_product_over(amount: i128, total: i128, sum: i128) -> (i128, i128) {
    let (mut whole, mut rest) = (0, 0);
    for bit in (0..i64::BITS).rev() {
        let add = if amount >> bit & 1 == 1 { total } else { 0 };
        let next = rest * 2 + add;
        whole = whole * 2 + next / sum;
        rest = next % sum;
    }
    (whole, rest)
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
        // Products of more than 128 bits.
        check(&[i64::MAX; 4], 4 * i128::from(i64::MAX), &[i64::MAX; 4]);
        check(&[i64::MAX; 4], 2 * i128::from(i64::MAX), &{
            let half = i64::MAX / 2;
            [half + 1, half + 1, half, half]
        });
    }

    #[test]
    fn long_products_are_divided_as_short_ones() {
        let amounts = [0, 1, 2, 3, 5, 1000, 1 << 40, i128::from(i64::MAX)];
        for amount in amounts {
            for total in amounts {
                for sum in amounts.into_iter().filter(|sum| total <= *sum && *sum > 0) {
                    let product = amount * total;
                    let expect = (product / sum, product % sum);
                    assert_eq!(product_over(amount, total, sum), expect);
                    assert_eq!(long_product_over(amount, total, sum), expect);
                }
            }
        }
    }
}
