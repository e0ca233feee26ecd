//! Running sums of amounts.

use std::ops::Deref;

use crate::amounts::{Amounts, BASIC, ResourceId};

/// A sum of amounts. Adding and then subtracting an amount restores the sum, however large the amount: readers see the
/// exact sum, saturated. A resource that was named once is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AmountSum {
    amounts: Amounts,
    /// The exact sums; `None`: each is the amount that is seen.
    exact: Option<Box<ExactSum>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ExactSum {
    basic: [i128; BASIC],
    /// By number, ascending.
    named: Vec<(ResourceId, i128)>,
}

impl Deref for AmountSum {
    type Target = Amounts;

    #[inline]
    fn deref(&self) -> &Amounts {
        &self.amounts
    }
}

impl AmountSum {
    #[inline]
    pub fn add(&mut self, other: &Amounts) {
        if self.exact.is_some() || !self.amounts.checked_add(other) {
            self.change(&ExactSum::of(other), 1);
        }
    }

    #[inline]
    pub fn subtract(&mut self, other: &Amounts) {
        if self.exact.is_some() || !self.amounts.checked_subtract(other) {
            self.change(&ExactSum::of(other), -1);
        }
    }

    pub fn add_sum(&mut self, other: &Self) {
        match &other.exact {
            None => self.add(&other.amounts),
            Some(exact) => self.change(exact, 1),
        }
    }

    pub fn subtract_sum(&mut self, other: &Self) {
        match &other.exact {
            None => self.subtract(&other.amounts),
            Some(exact) => self.change(exact, -1),
        }
    }

    /// Names a resource no longer; its sum must be that of no amounts.
    pub fn forget(&mut self, resource: ResourceId) {
        self.amounts.forget(resource);
        if let Some(exact) = &mut self.exact {
            exact.named.retain(|(known, _)| *known != resource);
        }
    }

    #[cold]
    #[inline(never)]
    fn change(&mut self, other: &ExactSum, sign: i128) {
        let exact = self.exact.take();
        let mut exact = exact.unwrap_or_else(|| Box::new(ExactSum::of(&self.amounts)));
        for (sum, amount) in exact.basic.iter_mut().zip(other.basic) {
            *sum += sign * amount;
        }
        let named = &mut exact.named;
        for &(resource, amount) in &other.named {
            match named.binary_search_by_key(&resource, |(known, _)| *known) {
                Ok(at) => named[at].1 += sign * amount,
                Err(at) => named.insert(at, (resource, sign * amount)),
            }
        }
        let basic = (0..).map(ResourceId).zip(exact.basic);
        let mut fits = true;
        for (resource, sum) in basic.chain(exact.named.iter().copied()) {
            let seen = saturated(sum);
            self.amounts.set(resource, seen);
            fits &= i128::from(seen) == sum;
        }
        self.exact = (!fits).then_some(exact);
    }
}

impl ExactSum {
    fn of(amounts: &Amounts) -> Self {
        let named = amounts.extended().iter();
        Self {
            basic: amounts.basic().map(i128::from),
            named: named
                .map(|(resource, amount)| (*resource, i128::from(*amount)))
                .collect(),
        }
    }
}

/// The nearest number of 64 bits.
pub fn saturated(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AMOUNTS: [i64; 9] = [
        i64::MIN,
        i64::MIN + 1,
        i64::MIN / 2,
        -1,
        0,
        1,
        i64::MAX / 2,
        i64::MAX - 1,
        i64::MAX,
    ];

    /// Amounts from the bits of a number.
    fn amounts(mut bits: u64) -> Amounts {
        let mut amounts = Amounts::default();
        for resource in 0..BASIC as u32 + 2 {
            let is_named = resource < BASIC as u32 || bits & 1 == 1;
            bits >>= 1;
            let amount = AMOUNTS[(bits % AMOUNTS.len() as u64) as usize];
            bits /= AMOUNTS.len() as u64;
            if is_named {
                amounts.set(ResourceId(resource), amount);
            }
        }
        amounts
    }

    fn recounted(pods: &[Amounts]) -> Vec<(ResourceId, i64)> {
        let mut exact = vec![0_i128; BASIC + 2];
        for (resource, amount) in pods.iter().flat_map(Amounts::iter) {
            exact[resource.0 as usize] += i128::from(amount);
        }
        let seen = |(resource, sum)| (ResourceId(resource), saturated(sum));
        (0..).zip(exact).map(seen).collect()
    }

    #[test]
    fn what_is_added_and_subtracted_leaves_no_trace() {
        let mut seed = 16_u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 11
        };
        for _ in 0..200 {
            let (mut sum, mut pods) = (AmountSum::default(), Vec::<Amounts>::new());
            for _ in 0..40 {
                if !pods.is_empty() && next() % 5 < 2 {
                    let pod = pods.swap_remove(next() as usize % pods.len());
                    sum.subtract(&pod);
                } else {
                    let pod = amounts(next());
                    sum.add(&pod);
                    pods.push(pod);
                }
                for (resource, amount) in recounted(&pods) {
                    assert_eq!(sum.get(resource), amount);
                }
                let mut both = sum.clone();
                both.add_sum(&sum);
                both.subtract_sum(&sum);
                assert_eq!(both, sum);
            }
            for pod in &pods {
                sum.subtract(pod);
            }
            assert!(sum.iter().all(|(_, amount)| amount == 0));
            assert_eq!(sum.exact, None);
        }
    }
}
