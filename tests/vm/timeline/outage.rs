//! A scheduler that does not start again.

use serde_json::json;

use super::{
    agents::{config, manifests},
    hostile::holds,
    manifests::vm_object,
    recording::{list, text},
};

/// A VM above its maximum keeps the scheduler from starting again, until a restart finds it within.
#[test]
fn an_outage() {
    let uses = |at: &str, vcpus: u32| json!({"at": at, "use": {"pod": "a", "vCPUs": vcpus, "mem": 4 * vcpus}});
    let spec = json!({
        "duration": "40s", "agents": [{"vms": ["b"], "load": {"constant": 2}}],
        "events": [
            uses("1s", 4), {"at": "2s", "restart": {"downFor": "1s"}},
            {"at": "6s", "schedule": {"pod": "c"}}, {"at": "7s", "restart": {}},
            uses("8s", 1), {"at": "9s", "config": config()}, {"at": "12s", "restart": {}},
            {"at": "13s", "schedule": {"pod": "c"}}, {"at": "20s", "restart": {"downFor": "2s"}},
            uses("30s", 3), {"at": "31s", "restart": {}},
        ],
    });
    let vms = vec![
        vm_object("a", "n1", [1, 1, 2], [4, 4, 8]),
        vm_object("b", "n1", [0, 1, 2], [0, 4, 8]),
        vm_object("c", "", [0, 1, 1], [0, 4, 4]),
    ];
    let run = holds(&manifests(vms, spec).objects());
    let amount = |vcpus: u32| json!({"vCPUs": vcpus, "mem": 4 * vcpus});
    let fatal = |vcpus: u32| {
        json!({
            "code": "fatal-vm", "pod": "default/a", "min": amount(1), "uses": amount(vcpus), "max": amount(2),
            "slotsFit": true,
        })
    };
    let steps = || list(&run["steps"]);
    let restarts: Vec<u32> = steps()
        .filter(|step| step["kind"] == "restart")
        .map(|step| step["step"].as_u64().expect("a number") as u32)
        .collect();
    assert_eq!(
        run["outages"],
        json!([
            {"from": 2.0, "until": 12.0, "step": restarts[1], "problem": fatal(4)},
            {"from": 20.0, "until": 22.0, "step": null, "problem": null},
            {"from": 31.0, "until": null, "step": restarts[4], "problem": fatal(3)},
        ])
    );
    let told = |kind: &str| -> Vec<String> {
        let of = steps().filter(|step| step["kind"] == kind);
        of.map(|step| text(&step["result"]).to_owned()).collect()
    };
    assert_eq!(told("restart"), ["error", "error", "ok", "ok", "error"]);
    assert_eq!(told("schedule"), ["away", "Success"]);
    assert_eq!(told("config"), ["away"]);
    let asked: Vec<f64> = steps()
        .filter(|step| step["kind"] == "request")
        .filter_map(|step| step["at"].as_f64())
        .collect();
    let away = |at: &f64| (2.0..12.0).contains(at) || (20.0..22.0).contains(at) || *at >= 31.0;
    assert!(!asked.is_empty() && !asked.iter().any(away), "{asked:?}");
}
