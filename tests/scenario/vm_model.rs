//! What answers about VMs say of the plugin that they model.

use crate::findings::data_of;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const TODAY: &str = include_str!("../reality/vm-todays-config.yaml");
/// The config of the design document.
const CONFIG: &str = r#"{"memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler", "nodeDefaults": {
  "cpu": {"watermark": 0.75, "system": "2"}, "memory": {"watermark": 0.75, "system": "8Gi"},
  "computeUnit": {"vCPUs": 1, "mem": 4}}}"#;

#[track_caller]
fn run(text: &str) -> Value {
    let asked = json!({"vmTimeline": {}}).to_string();
    let answer = Scenario::new(text).ask(&asked).expect("a run");
    reference::answers::read(&answer)
}

fn with_config(config: &str) -> String {
    let config = config.replace('\n', " ");
    format!(
        "{{apiVersion: v1, kind: ConfigMap, metadata: {{name: own, namespace: kube-system}}, data: \
         {{autoscale-enforcer-config.json: '{config}'}}}}"
    )
}

#[test]
fn a_config_of_today_is_named_and_not_read() {
    let answer = run(TODAY);
    assert_eq!(answer["notRun"], Value::Null, "{answer:#}");
    let model = &data_of(&answer, &["vm-model"])[0];
    let object =
        json!({"kind": "ConfigMap", "namespace": "kube-system", "name": "scheduler-plugin-config"});
    assert_eq!(model["configMap"], object);
    assert_eq!(model["assumesConfig"], true);
    assert_eq!(model["range"]["start"]["line"], 33);
    assert!(
        data_of(&answer, &["missing-input"]).is_empty(),
        "{answer:#}"
    );
    // Every field of it alone.
    for field in [
        "watermark",
        "scoring",
        "reconcileWorkers",
        "nodeMetricLabels",
        "ignoredNamespaces",
    ] {
        let answer = run(&with_config(&format!(
            "{{\"{field}\": 1, \"schedulerName\": \"x\"}}"
        )));
        assert_eq!(
            data_of(&answer, &["vm-model"])[0]["configMap"]["name"],
            "own"
        );
    }
    // A config of the document with a field of today is wrong, as upstream says.
    let mixed = CONFIG.replacen('{', "{\"scoring\": {}, ", 1);
    let answer = run(&with_config(&mixed));
    assert_eq!(answer["notRun"]["message"], "unknown field `scoring`");
    assert_eq!(data_of(&answer, &["vm-model"])[0]["configMap"], Value::Null);
    // One of the document next to it is read.
    let both = format!("{TODAY}\n---\n{}", with_config(CONFIG));
    let answer = run(&both);
    assert_eq!(answer["configMap"], "kube-system/own");
    let model = &data_of(&answer, &["vm-model"])[0];
    assert_eq!(
        (&model["configMap"], &model["assumesConfig"]),
        (&object, &json!(false))
    );
}

#[test]
fn vms_without_the_label_would_not_migrate_today() {
    let text = format!("{TODAY}\n---\n{}", with_config(CONFIG));
    // The variant of the timeline has migrations off; the run has them on.
    let found = data_of(&run(&text), &["vm-label"]);
    let [found] = found.as_slice() else {
        panic!("{found:?}")
    };
    let label = "autoscaling.neon.tech/auto-migration-enabled";
    assert_eq!(found["label"], label);
    assert_eq!(found["count"], found["vms"].as_array().map_or(0, Vec::len));
    let name = found["vms"][0]
        .as_str()
        .expect("a name")
        .trim_start_matches("default/");
    let labelled = |value: &str| {
        let old = format!("  name: {name}\n  namespace: default\n");
        text.replace(&old, &format!("{old}  labels: {{{label}: '{value}'}}\n"))
    };
    let count = |text: &str| {
        data_of(&run(text), &["vm-label"])
            .first()
            .map_or(0, |one| one["count"].as_u64().unwrap_or(0))
    };
    assert_eq!(
        count(&labelled("true")) + 1,
        found["count"].as_u64().expect("a count")
    );
    assert_eq!(
        count(&labelled("false")),
        found["count"].as_u64().expect("a count")
    );
}
