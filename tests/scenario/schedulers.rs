//! Schedulers that pods name and that the text has no profile for.

use serde_json::{Value, json};

use super::pod_answers::{N1, ask, on_n1, text, waiting};
use crate::findings::data_of;

/// An answer that names schedulers itself has a finding about the one of VMs alone; those with `CapacityScheduling` are
/// answered for.
#[test]
fn schedulers_that_are_findings() {
    let found = |scheduler: &str, question: &Value| {
        let scheduler = format!(", schedulerName: {scheduler}");
        let text = text(&[N1], &[&waiting("in", 1, &scheduler, "")]);
        !data_of(&ask(&text, question), &["other-scheduler"]).is_empty()
    };
    let names_it = json!({"simulatePod": {"pod": "a/in"}});
    let does_not = json!({"more": {"pod": "a/in"}});
    let schedulers = [
        ("volcano", [false, true]),
        ("autoscale-scheduler", [true, true]),
        ("capacityscheduler", [false, false]),
        ("default-scheduler", [false, false]),
    ];
    for (scheduler, expected) in schedulers {
        let is_found = [&names_it, &does_not].map(|question| found(scheduler, question));
        assert_eq!(is_found, expected, "{scheduler}");
    }
}

#[test]
fn what_ifs_name_the_scheduler_that_the_pods_ask_for() {
    let volcano = ", schedulerName: volcano";
    let text = text(
        &[N1],
        &[
            &on_n1("run", 1, "", volcano),
            &waiting("in", 1, volcano, ""),
        ],
    );
    let now = "2026-01-01T00:00:00Z";
    for (pods, question) in [
        (1, json!({"more": {"pod": "a/run"}})),
        (
            1,
            json!({"change": {"now": now, "want": {"pod": "a/in", "admitted": true}}}),
        ),
        (
            1,
            json!({"sweep": {"now": now, "pod": "a/in", "request": "cpu"}}),
        ),
        // What nothing owns is deleted, and no scheduler looks at it again.
        (1, json!({"drain": {"node": "n1"}})),
    ] {
        let expected = json!([{"name": "volcano", "pods": pods}]);
        assert_eq!(
            json!(data_of(&ask(&text, &question), &["other-scheduler"])),
            expected,
            "{question}"
        );
    }
}
