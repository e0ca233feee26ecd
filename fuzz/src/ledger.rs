//! The laws of sums: what is added and taken back leaves no trace, whatever its amounts; and what is seen is the exact
//! sum, saturated.

use crate::cases::below;
use arbitrary::{Result, Unstructured};
use schedscope::{
    pods::{
        amount_sum::{AmountSum, saturated},
        amounts::{Amounts, BASIC, ResourceId},
    },
    quota::ledger::QuotaUse,
    scenario::Scenario,
};
use serde_json::{Value, json};

const RESOURCES: u32 = BASIC as u32 + 3;
/// How many amounts are summed: all are counted anew after each step.
const MOST: usize = 16;

fn amount(u: &mut Unstructured<'_>) -> Result<i64> {
    let extreme = [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1, 0, 1, -1];
    Ok(if u.ratio(1, 2)? {
        *u.choose(&extreme)?
    } else {
        u.arbitrary()?
    })
}

fn amounts(u: &mut Unstructured<'_>) -> Result<Amounts> {
    let mut amounts = Amounts::default();
    for resource in 0..RESOURCES {
        if resource < BASIC as u32 || u.arbitrary()? {
            amounts.set(ResourceId(resource), amount(u)?);
        }
    }
    Ok(amounts)
}

/// What is seen of each resource, counted anew.
fn recounted(present: &[Amounts]) -> Vec<i64> {
    let mut sums = vec![0_i128; RESOURCES as usize];
    for (resource, amount) in present.iter().flat_map(Amounts::iter) {
        sums[resource.0 as usize] += i128::from(amount);
    }
    sums.into_iter().map(saturated).collect()
}

fn check_sums(u: &mut Unstructured<'_>) -> Result<()> {
    let (mut sum, mut used) = (AmountSum::default(), QuotaUse::default());
    let mut present: Vec<Amounts> = Vec::new();
    while !u.is_empty() && present.len() < MOST {
        if !present.is_empty() && u.ratio(2, 5)? {
            let gone = present.swap_remove(u.choose_index(present.len())?);
            sum.subtract(&gone);
            used.refund(&gone);
        } else {
            let comes = amounts(u)?;
            sum.add(&comes);
            used.charge(&comes);
            present.push(comes);
        }
        for (resource, seen) in (0..).map(ResourceId).zip(recounted(&present)) {
            assert_eq!(sum.get(resource), seen, "{present:?}");
            assert_eq!(used.get(resource), seen, "{present:?}");
            let named =
                resource.is_basic() || present.iter().any(|one| one.named(resource).is_some());
            assert_eq!(
                used.named(resource).is_some(),
                named,
                "{resource:?} of {present:?}"
            );
        }
        let mut both = sum.clone();
        both.add_sum(&sum);
        both.subtract_sum(&sum);
        assert_eq!(both, sum);
    }
    for gone in &present {
        sum.subtract(gone);
        used.refund(gone);
    }
    assert_eq!(
        used.iter().filter(|(_, amount)| *amount != 0).count(),
        0,
        "{present:?}"
    );
    assert!(used.extended().is_empty(), "{present:?}");
    // Without a trace also where no digit shows it.
    let probe = amounts(u)?;
    sum.add(&probe);
    assert!(
        sum.iter()
            .all(|(resource, amount)| amount == probe.get(resource))
    );
    Ok(())
}

/// The same by events: after all pods left, the ledger is that of the beginning.
fn check_events(u: &mut Unstructured<'_>) -> Result<()> {
    let quota = json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "q", "namespace": "a"}, "spec": {"min": {"cpu": "1"}},
    });
    let count = u.int_in_range(1..=8)?;
    let mut pods = Vec::new();
    for number in 0..count {
        let [cpu, memory] = [amount(u)?, amount(u)?];
        let cpu = if u.arbitrary()? {
            format!("{cpu}m")
        } else {
            cpu.to_string()
        };
        let requests = json!({"cpu": cpu, "memory": memory.to_string()});
        pods.push(json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": format!("p{number}"), "namespace": "a", "uid": format!("u{number}")},
            "spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"requests": requests}}]},
        }));
    }
    let event = |name: &str, pod: &Value| json!({"type": name, "pod": pod});
    let mut events = vec![json!({"type": "addElasticQuota", "elasticQuota": quota})];
    events.extend(pods.iter().map(|pod| event("addPod", pod)));
    while !pods.is_empty() {
        let gone = pods.swap_remove(u.choose_index(pods.len())?);
        events.push(event("deletePod", &gone));
    }
    for profile in ["Upstream", "Proposal"] {
        let question = json!({"quotaEvents": {"profile": profile, "events": events}}).to_string();
        let answer = Scenario::new("").ask(&question).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let used = |step: usize| answer["steps"][step]["quotas"][0]["used"].clone();
        assert_eq!(used(0), used(events.len() - 1), "{question}");
    }
    Ok(())
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    // Too few bytes are no case. An answer takes a thousand times as long as a sum.
    let _ = if below(data, 256) == 0 {
        check_events(&mut u)
    } else {
        check_sums(&mut u)
    };
}
