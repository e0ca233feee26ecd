//! Changes of timelines that a search of less than the whole space would miss.

use serde_json::{Value, json};

use super::change::{REQUESTS, ask, changes, edited, example, list, meets};

/// A VM that migrates, and asks for no multiple of the compute unit meanwhile: it is refused already.
const REFUSED_ALREADY: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler-plugin-config, namespace: kube-system}
data:
  autoscaler-enforcer-config.json: |
    {
      "memBlockSize": "1Gi",
      "nodeDefaults": {
        "cpu": {"watermark": 0.7, "system": "500m"},
        "memory": {"watermark": 0.8, "system": "1536Mi"},
        "computeUnit": {"vCPUs": 1, "mem": 4}
      },
      "nodeOverrides": [],
      "schedulerName": "autoscale-scheduler",
      "doMigration": true, "dumpState": {"port": 10298, "timeoutSeconds": 5}
    }
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 15890m, memory: 60Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: n2}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: db1, namespace: default}
spec:
  schedulerName: autoscale-scheduler
  guest:
    cpus: {min: 1, use: 4, max: 8}
    memorySlotSize: 1Gi
    memorySlots: {min: 4, use: 16, max: 32}
status: {podName: db1-p, node: n1}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: db2, namespace: default}
spec:
  schedulerName: autoscale-scheduler
  guest:
    cpus: {min: 1, use: 3, max: 6}
    memorySlotSize: 1Gi
    memorySlots: {min: 4, use: 12, max: 24}
status: {podName: db2-p, node: n1}
---
apiVersion: v1
kind: Pod
metadata: {name: side, namespace: default}
spec:
  nodeName: n1
  schedulerName: autoscale-scheduler
  containers: [{name: c, resources: {requests: {cpu: 1200m, memory: 700Mi}}}]
status: {phase: Running}
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: incident}
spec:
  migrationDuration: 20s
  events:
  - {at: 1s, request: {pod: db1-p, vCPUs: 4, mem: 16, load: [3.5, 3]}}
  - {at: 2s, request: {pod: db2-p, vCPUs: 3, mem: 12, load: [1.5, 1]}}
  - {at: 3s, request: {pod: db1-p, vCPUs: 8, mem: 32, load: [7, 4]}}
  - {at: 4s, request: {pod: db2-p, vCPUs: 6, mem: 24, load: [5, 2]}}
  - {at: 7s, request: {pod: db2-p, vCPUs: 6, mem: 23, load: [5, 3]}}
"#;

#[test]
fn a_request_that_is_refused_already_may_break_the_unit() {
    let want = json!({"noMigration": "n1"});
    let answer = changes(REFUSED_ALREADY, &want);
    let paths: Vec<&Value> = list(&answer["changes"])
        .map(|change| &change["edits"][0]["path"])
        .collect();
    let edit = json!("data[autoscaler-enforcer-config.json].doMigration");
    assert!(paths.contains(&&edit), "{answer:#}");
    // Another request would be the first that breaks it.
    let granted = REFUSED_ALREADY.replace(
        "vCPUs: 6, mem: 23, load: [5, 3]",
        "vCPUs: 6, mem: 24, load: [5, 3]",
    );
    assert!(list(&changes(&granted, &want)["changes"]).count() > 0);
}

/// Agents of two VMs, without a config of the plugin: bounds are edited up to the nodes' size all the same.
pub(crate) const AGENTS: &str = r#"
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "10", memory: 40Gi}}
---
apiVersion: v1
kind: Node
metadata: {name: n2}
status: {allocatable: {cpu: "10", memory: 40Gi}}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 1, use: 1, max: 6}, memorySlotSize: 1Gi, memorySlots: {min: 4, use: 4, max: 24}}
status: {podName: a, node: n1}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: b}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 1, use: 1, max: 6}, memorySlotSize: 1Gi, memorySlots: {min: 4, use: 4, max: 24}}
status: {podName: b, node: n1}
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: t}
spec:
  duration: 1m
  agentPeriod: 5s
  seed: 3
  agents:
  - vms: ["*"]
    load: {steps: [{at: 0s, units: 1}, {at: 20s, units: 4}, {at: 40s, units: 6}]}
"#;

#[test]
fn bounds_are_edited_without_a_config() {
    let check = |want: &Value, name: &str, key: &str, new: u32| {
        let answer = changes(AGENTS, want);
        let is_bound = |change: &&Value| change["edits"][0]["new"].is_number();
        let change = list(&answer["changes"]).find(is_bound).expect("a bound");
        assert!(meets(&edited(AGENTS, change), want), "{answer:#}");
        let edit = &change["edits"][0];
        let found = json!([edit["object"]["name"], edit["path"], edit["new"]]);
        assert_eq!(
            found,
            json!([name, format!("spec.guest.{key}.max"), new]),
            "{answer:#}"
        );
    };
    check(&json!({"noMigration": "n1"}), "a", "memorySlots", 11);
    check(&json!({"granted": "default/a"}), "b", "memorySlots", 15);
}

/// No change has all edits of another one: what is more in it is of no use.
#[test]
fn no_change_has_all_edits_of_another() {
    let edits = |change: &Value| -> Vec<Value> {
        let edits = list(&change["edits"]);
        let edits = edits.map(|edit| json!([edit["object"], edit["path"], edit["new"]]));
        edits.collect()
    };
    let mut found = 0;
    // Above one of its bounds when the scheduler starts.
    let above = example("vm-watermark-crossed")
        .replace(
            "cpus: { min: 1, use: 3, max: 6 }",
            "cpus: { min: 1, use: 3, max: 2 }",
        )
        .replace(
            "metadata:\n  name: db\n",
            "status: { podName: db, node: n2 }\nmetadata:\n  name: db\n",
        );
    for (text, want) in [
        (&*above, json!({"starts": true})),
        (REQUESTS, json!({"granted": "vms/a-x"})),
        (REQUESTS, json!({"granted": "vms/b-x"})),
        (REQUESTS, json!({"noMigration": "n1", "granted": "vms/a-x"})),
        (AGENTS, json!({"granted": "default/b"})),
        (
            &example("vm-capacity-runs-out"),
            json!({"granted": "default/a"}),
        ),
    ] {
        let answer = changes(text, &want);
        let changes: Vec<Vec<Value>> = list(&answer["changes"]).map(edits).collect();
        found += changes.len();
        for (at, all) in changes.iter().enumerate() {
            for (other, less) in changes.iter().enumerate() {
                let is_more = less.iter().all(|edit| all.contains(edit));
                assert!(at == other || !is_more, "{want} {all:?} {less:?}");
            }
        }
    }
    assert!(found > 5, "{found}");
}

/// Two VMs, of which the small one keeps so much of both resources that the large one is not granted what it asks.
const KEPT: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler-plugin-config, namespace: kube-system}
data:
  autoscaler-enforcer-config.json: '{"memBlockSize": "1Gi", "nodeDefaults": {"cpu": {"watermark": 0.8, "system": "1"},
    "memory": {"watermark": 0.8, "system": "2Gi"}, "computeUnit": {"vCPUs": 1, "mem": 4}}, "nodeOverrides": [],
    "schedulerName": "autoscale-scheduler", "doMigration": false}'
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "9", memory: 34Gi}}
---
apiVersion: v1
kind: Node
metadata: {name: n2}
status: {allocatable: {cpu: "16", memory: 66Gi}}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: large}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 1, use: 1, max: 6}, memorySlotSize: 1Gi, memorySlots: {min: 4, use: 4, max: 24}}
status: {podName: large, node: n1}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: small}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 4, use: 4, max: 6}, memorySlotSize: 1Gi, memorySlots: {min: 16, use: 16, max: 24}}
status: {podName: small, node: n1}
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: t}
spec:
  duration: 1m
  agentPeriod: 5s
  seed: 3
  events:
  - {at: 2s, request: {pod: large, vCPUs: 1, mem: 4, load: [1, 1]}}
  - {at: 30s, request: {pod: large, vCPUs: 6, mem: 24, load: [5, 1]}}
  agents:
  - vms: [small]
    load: {steps: [{at: 0s, units: 1}]}
"#;

/// Of a VM two bounds are edited together before whatever else goes in pairs: with as many decisions as a question has
/// by default.
#[test]
fn two_bounds_of_a_vm_are_reached() {
    let want = json!({"granted": "default/large"});
    let question = json!({"now": "2026-01-01T00:00:00Z", "want": want, "families": ["vmConfig"]});
    let answer = ask(KEPT, &json!({ "change": question }));
    let is_of_both = |change: &&Value| {
        let paths = list(&change["edits"]).map(|edit| json!([edit["path"], edit["new"]]));
        let paths: Vec<Value> = paths.collect();
        let expect = json!([
            ["spec.guest.cpus.min", 2],
            ["spec.guest.memorySlots.min", 8]
        ]);
        json!(paths) == expect
    };
    let change = list(&answer["changes"]).find(is_of_both);
    let change = change.unwrap_or_else(|| panic!("{answer:#}"));
    assert!(meets(&edited(KEPT, change), &want));
}
