//! Configs and nodes, good and bad.

use serde_json::{Value, json};

use super::random::Choices;

pub const SCHEDULER: &str = "autoscale-scheduler";

/// How large nodes and amounts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A few vCPUs, so that there is never enough.
    Small,
    /// Amounts with odd fractions.
    Odd,
    /// All the width that amounts have.
    Huge,
}

pub fn node(choices: &Choices, scale: Scale) -> Value {
    let (cpu, memory): (&[&str], &[&str]) = match scale {
        Scale::Small => (
            &["8", "16", "6", "12", "9500m"],
            &["32Gi", "64Gi", "24Gi", "48Gi"],
        ),
        Scale::Odd => (
            &["7910m", "15890m", "8.0001", "6000000001n", "9999999u", "4"],
            &["30.5Gi", "31250000000", "33000000001", "32986188Ki", "20Gi"],
        ),
        Scale::Huge => (
            &["65535", "65535999m", "60000", "300"],
            &["65535Gi", "64000Gi", "300Gi", "65535.5Gi"],
        ),
    };
    json!({"cpu": choices.pick(cpu), "mem": choices.pick(memory)})
}

fn resources(choices: &Choices, scale: Scale) -> Value {
    let watermarks = [0.7, 0.5, 0.2, 0.9, 1.0, 0.29, 0.01, 0.333_333_34, 0.999_999];
    let (cpu, memory): (&[&str], &[&str]) = match scale {
        Scale::Small => (
            &["1", "500m", "2", "1500m"],
            &["1Gi", "512Mi", "2Gi", "1536Mi"],
        ),
        Scale::Odd => (
            &["250m", "100u", "1n", "1.0001", "999m", "3"],
            &["100M", "1", "1073741825", "0.5Gi", "1500Mi", "3G"],
        ),
        Scale::Huge => (
            &["1", "59999", "500m", "10"],
            &["1Gi", "63999Gi", "1", "10Gi"],
        ),
    };
    let units = [[1, 4], [1, 1], [2, 4], [1, 2], [3, 1], [1, 4], [1, 4]];
    let [cpus, slots] = choices.pick(&units);
    json!({
        "cpu": {"watermark": choices.pick(&watermarks), "system": choices.pick(cpu)},
        "memory": {"watermark": choices.pick(&watermarks), "system": choices.pick(memory)},
        "computeUnit": {"vCPUs": cpus, "mem": slots},
    })
}

/// A config that passes all checks but perhaps those against a node.
pub fn config(choices: &Choices, scale: Scale, slot: &str) -> Value {
    let mut config = json!({
        "memBlockSize": slot, "nodeDefaults": resources(choices, scale), "nodeOverrides": [],
        "schedulerName": SCHEDULER,
    });
    let overrides: &[&[&[&str]]] = &[
        &[],
        &[&["n2"]],
        &[&["n2", "elsewhere"], &["n1", "n2"]],
        &[&["x1", "x1"]],
    ];
    let overrides = choices.pick(overrides).iter();
    let overrides =
        overrides.map(|nodes| json!({"nodes": nodes, "config": resources(choices, scale)}));
    config["nodeOverrides"] = overrides.collect();
    match choices.below(12) {
        9 => config["doMigration"] = json!(true),
        10 => config["doMigration"] = json!(false),
        11 => config["dumpState"] = json!({"port": 10298, "timeoutSeconds": 5}),
        _ => (),
    }
    config
}

/// One thing wrong with it.
pub fn spoil(choices: &Choices, mut config: Value) -> Value {
    let faults = [
        ("/nodeDefaults/cpu/watermark", json!(0)),
        ("/nodeDefaults/cpu/watermark", json!(1.000_000_1)),
        ("/nodeDefaults/memory/watermark", json!(-0.5)),
        // As half-width numbers these are 0 and infinite.
        ("/nodeDefaults/memory/watermark", json!(1e-50)),
        ("/nodeDefaults/cpu/watermark", json!(1e300)),
        ("/nodeDefaults/cpu/system", json!("0")),
        ("/nodeDefaults/cpu/system", json!("-1")),
        ("/nodeDefaults/cpu/system", json!("1000000")),
        ("/nodeDefaults/cpu/system", json!("one")),
        ("/nodeDefaults/memory/system", json!("1500m")),
        ("/nodeDefaults/memory/system", json!("0")),
        ("/nodeDefaults/memory/system", json!("1Ei")),
        ("/nodeDefaults/computeUnit/vCPUs", json!(0)),
        ("/nodeDefaults/computeUnit/mem", json!(0)),
        ("/nodeDefaults/computeUnit", json!({})),
        (
            "/nodeDefaults/cpu",
            json!({"watermark": 0.5, "system": "1", "more": 1}),
        ),
        ("/nodeDefaults/cpu", json!({"watermark": 0.5})),
        ("/nodeDefaults/memory", json!({"system": "1Gi"})),
        ("/nodeDefaults", json!({})),
        (
            "/nodeOverrides",
            json!([{"nodes": [], "config": config["nodeDefaults"]}]),
        ),
        ("/nodeOverrides", json!([{"nodes": ["n9"], "config": {}}])),
        ("/memBlockSize", json!("0")),
        ("/memBlockSize", json!("-1Gi")),
        ("/memBlockSize", json!("1500m")),
        ("/schedulerName", json!("")),
    ];
    let part = choices.below(10);
    if part == 8 {
        config["dumpState"] = choices
            .pick(&[
                json!({"port": 0, "timeoutSeconds": 1}),
                json!({"port": 1, "timeoutSeconds": 0}),
                json!({"port": 1}),
            ])
            .clone();
    } else if part == 9 {
        config["unknown"] = json!(1);
    } else {
        let (path, value) = choices.pick(&faults);
        // A field that is not there is fault enough.
        if let Some(field) = config.pointer_mut(path) {
            *field = value.clone();
        }
    }
    config
}
