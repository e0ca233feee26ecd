//! Configs as they are written.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{change, check, config, error, line, ok, unchanged};

/// Whether a config may be put in force, which changes nothing of a node then.
#[track_caller]
fn check_config(path: &str, value: Value, good: bool) {
    let expected = if good { unchanged(ok()) } else { error() };
    check(line(), &[(change(&config(path, value)), expected)]);
}

#[test]
fn what_is_null_is_not_there() {
    check_config("/nodeOverrides", Value::Null, true);
    let mut config = line()["config"].clone();
    for field in ["doMigration", "dumpState"] {
        config[field] = Value::Null;
    }
    check(line(), &[(change(&config), unchanged(ok()))]);
    check_config("/nodeDefaults/cpu/watermark", Value::Null, false);
    check_config("/nodeDefaults/cpu/system", Value::Null, false);
    check_config("/nodeDefaults/memory", Value::Null, false);
    check_config("/memBlockSize", Value::Null, false);
    check_config("/schedulerName", Value::Null, false);
    let nobody = json!([{"nodes": null, "config": line()["config"]["nodeDefaults"]}]);
    check_config("/nodeOverrides", nobody, false);
}

#[test]
fn quantities_may_be_numbers() {
    check_config("/nodeDefaults/cpu/system", json!(1), true);
    check_config("/nodeDefaults/memory/system", json!(1 << 30), true);
    check_config("/memBlockSize", json!(1 << 30), true);
    check_config("/memBlockSize", json!(1 << 29), false);
}

#[test]
fn unknown_fields_are_rejected_wherever_they_are() {
    let defaults = line()["config"]["nodeDefaults"].clone();
    let unit = json!({"vCPUs": 1, "mem": 4, "more": 1});
    check_config("/nodeDefaults/computeUnit", unit, false);
    let cpu = json!({"watermark": 0.7, "system": "1", "more": 1});
    check_config("/nodeDefaults/cpu", cpu, false);
    let one = json!([{"nodes": ["n9"], "config": defaults, "more": 1}]);
    check_config("/nodeOverrides", one, false);
    for dump in [
        json!({"port": 1, "timeoutSeconds": 1, "more": 1}),
        json!({"port": 65536, "timeoutSeconds": 1}),
        json!({"port": 1}),
    ] {
        let mut config = line()["config"].clone();
        config["dumpState"] = dump;
        check(line(), &[(change(&config), error())]);
    }
}

#[test]
fn fields_have_types() {
    check_config("/nodeDefaults/cpu/watermark", json!("0.7"), false);
    check_config("/nodeDefaults/computeUnit/mem", json!(65536), false);
    check_config("/nodeDefaults/computeUnit/mem", json!(-4), false);
    check_config("/memBlockSize", json!(""), false);
    check_config("", json!([]), false);
    let mut config = line()["config"].clone();
    config["doMigration"] = json!("true");
    check(line(), &[(change(&config), error())]);
}

/// Of two overrides the first one counts, even within the checks that none of them passes.
#[test]
fn the_first_error_is_told() {
    let told = |config: &Value| {
        let mut line = line();
        line["events"] = json!([change(config)]);
        let answer = schedscope_fuzz::vm::engine::events(&line);
        let problem = &answer["out"][0]["res"]["error"];
        assert_eq!(problem["code"], "config");
        problem["path"].as_str().expect("a path").to_owned()
    };
    // All of it is wrong; one after another is put right.
    let mut wrong = json!({
        "memBlockSize": "0",
        "nodeDefaults": {
            "cpu": {"watermark": 2, "system": "0"},
            "memory": {"watermark": 0, "system": "100m"},
            "computeUnit": {"vCPUs": 0, "mem": 1},
        },
        "nodeOverrides": [{"nodes": [], "config": {
            "cpu": {"watermark": 0.5, "system": "1"},
            "memory": {"watermark": 0.5, "system": "0"},
            "computeUnit": {"vCPUs": 1, "mem": 1},
        }}],
        "schedulerName": "",
        "dumpState": {"port": 0, "timeoutSeconds": 0},
    });
    let order = [
        ("/nodeDefaults/cpu/watermark", json!(0.5)),
        ("/nodeDefaults/cpu/system", json!("1")),
        ("/nodeDefaults/memory/watermark", json!(0.5)),
        ("/nodeDefaults/memory/system", json!("1Gi")),
        ("/nodeDefaults/computeUnit/vCPUs", json!(1)),
        ("/nodeOverrides/0/nodes", json!(["n1"])),
        ("/nodeOverrides/0/config/memory/system", json!("1Gi")),
        ("/memBlockSize", json!("1Gi")),
        ("/schedulerName", json!("s")),
        ("/dumpState/port", json!(1)),
        ("/dumpState/timeoutSeconds", json!(1)),
    ];
    for (path, right) in order {
        let path_told = told(&wrong);
        let mut place = path.trim_start_matches('/').replace('/', ".");
        place = place.replace("nodeOverrides.0", "nodeOverrides[0]");
        // The compute unit is named as a whole.
        let place = place.trim_end_matches(".vCPUs");
        assert_eq!(path_told, place);
        *wrong.pointer_mut(path).expect("a field") = right;
    }
    let mut line = line();
    line["events"] = json!([change(&wrong)]);
    assert_eq!(
        schedscope_fuzz::vm::engine::events(&line)["out"][0]["res"]["ok"],
        true
    );
}

/// A watermark is rounded to half the width once, not first to a double: what is just above 1 is
/// above 1.
#[test]
fn a_watermark_is_rounded_once() {
    let answer = |watermark: &str| -> Value {
        let mut line = line();
        line["events"] = json!([]);
        let text = json!({"vmEvents": line}).to_string();
        let text = text.replacen("0.7", watermark, 1);
        let answer = Scenario::new("").ask(&text).expect("an answer");
        reference::answers::read(&answer)
    };
    let ok = |watermark: &str| answer(watermark)["start"]["res"]["ok"] == true;
    assert!(ok("1.0"));
    assert!(ok("1.00000005960464477539"), "half way: to even");
    assert!(
        !ok("1.0000000596046447754"),
        "above half way, though not as a double"
    );
}
