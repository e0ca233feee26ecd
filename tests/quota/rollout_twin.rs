//! Rollouts against their slow twin.

use proptest::prelude::*;
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use reference::{
    pods::items,
    rollout::{Amount, Case, roll},
};

use super::rollout::{node, old, rollout, workload};

fn amounts() -> impl Strategy<Value = Option<Amount>> {
    prop_oneof![
        Just(None),
        (0_usize..5).prop_map(|number| Some(Amount::Number(number))),
        (0_usize..=100).prop_map(|percent| Some(Amount::Percent(percent))),
    ]
}

fn random_case() -> impl Strategy<Value = Case> {
    let kinds = prop_oneof![Just("Deployment"), Just("StatefulSet"), Just("DaemonSet")];
    let numbers = (1_usize..8, 0_usize..9, 1_usize..3, 0_usize..4);
    let rooms = proptest::collection::vec(1_usize..4, 8);
    let bounds = (amounts(), amounts(), any::<bool>(), 0_usize..6);
    (kinds, numbers, rooms, bounds).prop_map(
        |(kind, (replicas, old, size, partition), rooms, (surge, unavailable, at_once, more))| {
            let old = if kind == "Deployment" { old } else { replicas };
            let rooms = match kind {
                "DaemonSet" => rooms.into_iter().take(replicas).collect(),
                _ => vec![old + more],
            };
            Case {
                kind,
                replicas,
                old,
                size,
                rooms,
                surge: surge.filter(|_| kind != "StatefulSet"),
                unavailable,
                partition,
                at_once: at_once && kind != "DaemonSet",
            }
        },
    )
}

/// The objects of a case.
fn objects(case: &Case) -> Vec<Value> {
    let none = json!({});
    let mut update = json!({});
    let fields = [
        ("maxSurge", case.surge),
        ("maxUnavailable", case.unavailable),
    ];
    for (field, amount) in fields {
        if let Some(amount) = amount {
            update[field] = amount.value();
        }
    }
    let fields = match (case.kind, case.at_once) {
        ("Deployment", true) => json!({"strategy": {"type": "Recreate"}}),
        ("Deployment", false) => json!({"strategy": {"rollingUpdate": update}}),
        ("StatefulSet", _) => {
            update["partition"] = json!(case.partition);
            let policy = if case.at_once {
                "Parallel"
            } else {
                "OrderedReady"
            };
            json!({"updateStrategy": {"rollingUpdate": update}, "podManagementPolicy": policy})
        }
        _ => json!({"updateStrategy": {"rollingUpdate": update}}),
    };
    let mut objects = Vec::new();
    for (index, room) in case.rooms.iter().enumerate() {
        objects.push(node(&format!("n{index}"), *room as u32));
    }
    let mut made = workload(case.kind, case.replicas as u32, &fields, &none);
    let requests = "/spec/template/spec/containers/0/resources/requests";
    made.pointer_mut(requests).unwrap()["cpu"] = json!(case.size);
    objects.push(made);
    for index in 0..case.old {
        let on = if case.kind == "DaemonSet" { index } else { 0 };
        objects.push(old(
            case.kind,
            &format!("web-{index}"),
            &format!("n{on}"),
            &none,
        ));
    }
    objects
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn rollouts_go_as_in_the_twin(case in random_case()) {
        let answer = rollout(&objects(&case), case.kind);
        let step = |step: &Value| ["created", "deleted", "bound"].map(|list| items(&step[list]).count());
        let steps: Vec<[usize; 3]> = items(&answer["steps"]).map(step).collect();
        let (completes, expected) = roll(&case);
        prop_assert_eq!(steps, expected, "{}", answer);
        prop_assert_eq!(answer["end"] == "completes", completes, "{}", answer);
    }
}
