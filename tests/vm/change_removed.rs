//! Changes that remove a VM or a pod: the text edits of each are made, and the text is then read and played anew. It
//! runs as promised, although its timeline still names what is gone.

use serde_json::{Value, json};

use crate::change::{ask, edited, example, list, played, starts};

/// The same numbers as `run` of a change has; requests for pods that are gone are of nobody.
fn end(text: &str, gone: &[String]) -> Value {
    let run = played(text);
    let requests = list(&run["steps"]).filter(|step| {
        let pod = step["pod"].as_str().unwrap_or_default();
        step["kind"] == "request" && !gone.iter().any(|name| name == pod)
    });
    json!({
        "migrations": list(&run["migrations"]).count(),
        "denied": requests.filter(|step| step["want"] != step["permit"]).count(),
        "starts": starts(&run),
    })
}

/// Holds every change that removes something against the text that its edits write; gives how many there were.
#[track_caller]
fn hold_removals(text: &str) -> usize {
    let run = played(text);
    let mut wants: Vec<Value> = Vec::new();
    for one in list(&run["migrations"]) {
        wants.extend(["from", "pod"].map(|key| json!({"noMigration": one[key]})));
    }
    for step in list(&run["steps"]).filter(|step| step["kind"] == "request") {
        let want = json!({"granted": step["pod"]});
        if !wants.contains(&want) {
            wants.push(want);
        }
    }
    wants.push(json!({"starts": true}));
    let mut count = 0;
    for want in wants {
        let question = json!({"change": {"want": want, "families": ["release"], "limit": 50}});
        for change in list(&ask(text, &question)["changes"]) {
            let after = edited(text, change);
            let case = format!("{want} {change:#}\n{after}");
            let promised = &change["run"];
            let names = list(&change["edits"]).map(|edit| {
                let name = |key: &str| edit["object"][key].as_str().unwrap_or_default();
                format!("{}/{}", name("namespace"), name("name"))
            });
            let ends = end(&after, &names.collect::<Vec<_>>());
            for key in ["migrations", "denied", "starts"] {
                assert_eq!(ends[key], promised[key], "{key} {case}");
            }
            count += 1;
        }
    }
    count
}

#[test]
fn every_example_runs_as_promised() {
    let mut sum = 0;
    for name in [
        "vm-capacity-runs-out",
        "vm-compute-unit-changed",
        "vm-mixed-pods",
        "vm-normal-growth",
        "vm-over-correction",
        "vm-startup-uncertainty",
        "vm-system-raised",
        "vm-watermark-changed",
        "vm-watermark-crossed",
        "what-if/vm-kept",
        "what-if/vm-released",
    ] {
        sum += hold_removals(&example(name));
    }
    assert_eq!(sum, 21);
}
