//! `NodeResourcesFit` as `LeastAllocated`, and `NodeResourcesBalancedAllocation`.

use std::collections::BTreeMap;

use super::{
    super::{
        Amounts, Node,
        fit::requested,
        of, plus,
        request::{non_zero_of_containers, non_zero_there},
    },
    Case, Scores,
};

const RESOURCES: [&str; 2] = ["cpu", "memory"];

pub(super) fn least_allocated(case: &Case) -> BTreeMap<String, i128> {
    let own = if case.faults.least_pod_level {
        non_zero_of_containers(&case.pod.value)
    } else {
        non_zero_there(&case.pod.value, case.snapshot.minor)
    };
    case.each(|node| {
        let mut asked: Amounts = own.clone();
        for other in case.snapshot.on(&node.name) {
            asked = plus(&asked, &non_zero_there(&other.value, case.snapshot.minor));
        }
        let (mut sum, mut count) = (0, 0);
        for name in RESOURCES {
            let (asked, allocatable) = (of(&asked, name), of(&node.allocatable, name));
            if allocatable > 0 {
                count += 1;
                sum += (allocatable - asked).max(0) * 100 / allocatable;
            }
        }
        if count == 0 { 0 } else { sum / count }
    })
}

pub(super) fn balanced(case: &Case) -> Scores {
    if RESOURCES
        .iter()
        .all(|name| of(&case.pod.request, name) == 0)
    {
        return None;
    }
    let even = |asked: &Amounts, node: &Node| {
        let mut fractions = Vec::new();
        for name in RESOURCES {
            let (asked, allocatable) = (of(asked, name), of(&node.allocatable, name));
            if allocatable > 0 {
                fractions.push((asked as f64 / allocatable as f64).min(1.0));
            }
        }
        let deviation = match fractions[..] {
            [one, two] => (one - two).abs() / 2.0,
            _ => 0.0,
        };
        ((1.0 - deviation) * 100.0) as i128
    };
    let scores = case.each(|node| {
        let before = requested(case.snapshot, &node.name);
        let after = even(&plus(&before, &case.pod.request), node);
        if case.snapshot.minor < 36 {
            after
        } else {
            50 + (50 + after - even(&before, node)) / 2
        }
    });
    Some(scores)
}
