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
fn a_config_of_today_is_not_read() {
    let answer = run(TODAY);
    assert_eq!(answer["notRun"], Value::Null, "{answer:#}");
    assert!(
        data_of(&answer, &["missing-input"]).is_empty(),
        "{answer:#}"
    );
    // A config of the document with a field of today is wrong, as upstream says.
    let mixed = CONFIG.replacen('{', "{\"scoring\": {}, ", 1);
    let answer = run(&with_config(&mixed));
    assert_eq!(answer["notRun"]["message"], "unknown field `scoring`");
    // One of the document next to it is read.
    let both = format!("{TODAY}\n---\n{}", with_config(CONFIG));
    let answer = run(&both);
    assert_eq!(answer["configMap"], "kube-system/own");
}
