//! What the reader makes of timelines.

mod findings;
mod references;
mod schema;

use schedscope::{
    objects::{diagnostic::Encoding, timeline::Action},
    reader::Reader,
};

use super::line;
use schedscope_fuzz::reader::dump;

/// Objects that the timelines here name.
const OBJECTS: &str = "---
apiVersion: v1
kind: Node
metadata: {name: n1}
---
apiVersion: v1
kind: Pod
metadata: {name: p1, namespace: ns}
spec: {containers: [{name: c}]}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a}
spec: {guest: {cpus: {use: 1, max: 2}, memorySlots: {use: 1, max: 2}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  autoscaler-enforcer-config.json: \
'{\"memBlockSize\":\"1Gi\",\"nodeDefaults\":{\"cpu\":{\"watermark\":1,\"system\":\"1\"},\
\"memory\":{\"watermark\":1,\"system\":\"1Gi\"},\"computeUnit\":{\"vCPUs\":1,\"mem\":4}},\"schedulerName\":\"s\"}'
";

/// The config of the objects as YAML has it.
const CONFIG: &str = "{memBlockSize: 1Gi, nodeDefaults: {cpu: {watermark: 1, system: 1}, memory: {watermark: 1, \
    system: 1Gi}, computeUnit: {vCPUs: 1, mem: 4}}, schedulerName: s}";

fn timeline(spec: &str) -> String {
    format!(
        "apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {{name: t}}\nspec: {spec}\n{OBJECTS}"
    )
}

fn event(fields: &str) -> String {
    timeline(&format!("{{events: [{fields}]}}"))
}

/// The text has no finding, and this is among what is read.
#[track_caller]
fn reads(text: &str, expect: &str) {
    let reader = Reader::new(text);
    let found = reader.diagnostics(Encoding::Utf8, 9);
    assert_eq!(
        found.iter().map(line).collect::<Vec<_>>(),
        Vec::<String>::new()
    );
    let objects = dump::objects(reader.objects());
    let timeline = objects.iter().find(|object| object.starts_with("Timeline"));
    let timeline = timeline.expect("a timeline");
    assert!(timeline.contains(expect), "{timeline}\nhas no\n{expect}");
}

const A: &str = r#"ObjectKey { namespace: "default", name: "a" }"#;

#[test]
fn every_field() {
    reads(
        &timeline(
            "{configMap: default/c, duration: 10m, seed: 9223372036854775807, agentPeriod: 1s, migrationDuration: 0, \
             mitigations: {largestStep: 1, capacityPressureFactor: 0.5, sustainedRequests: 3}}",
        ),
        concat!(
            r#"Timeline { namespace: "default", name: "t", config_map: Some(ObjectKey "#,
            r#"{ namespace: "default", name: "c" }), duration: Some(600000), seed: "#,
            "9223372036854775807, agent_period: 1000, migration_duration: 0, ",
            "mitigations: Mitigations { largest_step: Some(1), ",
            "capacity_pressure_factor: Some(0.5), sustained_requests: Some(3) }, ",
            "agents: [], events: [], variants: [] }"
        ),
    );
    reads(
        &timeline("{configMap: c}").replace("{name: t}", "{name: t, namespace: ns}"),
        concat!(
            r#"Timeline { namespace: "ns", name: "t", config_map: Some(ObjectKey { "#,
            r#"namespace: "default", name: "c" }), duration: None, seed: 0, "#,
            "agent_period: 5000, migration_duration: 30000, mitigations: Mitigations ",
            "{ largest_step: None, capacity_pressure_factor: None, ",
            "sustained_requests: None }"
        ),
    );
    reads(
        &timeline(
            "{agents: [{vms: [a, 'default/*'], load: {constant: 2, steps: [{at: 0s, units: 1}, {at: 60s, units: \
             4.5}], sine: {mean: -3, amplitude: 2, period: 2m, phase: 1s}, noise: 0.5}}]}",
        ),
        concat!(
            r#"agents: [Agent { vms: [VmPattern { namespace: "default", name: "a" }, "#,
            r#"VmPattern { namespace: "default", name: "*" }], load: Load { constant: "#,
            "2.0, steps: [LoadStep { at: 0, units: 1.0 }, LoadStep { at: 60000, ",
            "units: 4.5 }], sine: Some(Sine { mean: -3.0, amplitude: 2.0, period: ",
            "120000, phase: 1000 }), noise: 0.5 } }]"
        ),
    );
    reads(
        &timeline("{agents: [{vms: [a], load: {sine: {amplitude: 1, period: 1s}}}]}"),
        concat!(
            "load: Load { constant: 0.0, steps: [], sine: Some(Sine { mean: 0.0, ",
            "amplitude: 1.0, period: 1000, phase: 0 }), noise: 0.0 }"
        ),
    );
    reads(
        &timeline(
            "{variants: [{name: x}, {name: z, mitigations: {largestStep: 2}, agentPeriod: 1s, migrationDuration: 2s}]}",
        ),
        concat!(
            r#"variants: [Variant { name: "x", mitigations: None, config: None, "#,
            r#"agent_period: None, migration_duration: None }, Variant { name: "z", "#,
            "mitigations: Some(Mitigations { largest_step: Some(2), ",
            "capacity_pressure_factor: None, sustained_requests: None }), config: ",
            "None, agent_period: Some(1000), migration_duration: Some(2000) }]"
        ),
    );
    // What is not written is absent.
    reads(
        &timeline(
            "{configMap: , duration: , seed: ~, agentPeriod: null, migrationDuration: , mitigations: , agents: , \
             events: , variants: }",
        ),
        "config_map: None, duration: None, seed: 0, agent_period: 5000, migration_duration: 30000",
    );
}

#[test]
fn every_event() {
    let reads = |fields: &str, expect: &str| {
        let expect = expect.replace("$a", A);
        let text = event(&format!("{{at: 1m, {fields}}}"));
        let expect = format!("[Event {{ at: 60000, index: 0, action: {expect} }}]");
        reads(&text, &expect);
    };
    reads(
        "request: {pod: a, vCPUs: 2, mem: 8, load: [1, 0.5], protocol: v1.0}",
        "Request(Request { pod: $a, want: Units { cpu: 2, memory: 8 }, load: Some([1.0, 0.5]), protocol: 1 })",
    );
    reads(
        "request: {pod: default/a, vCPUs: 0, mem: 65535}",
        "Request(Request { pod: $a, want: Units { cpu: 0, memory: 65535 }, load: None, protocol: 2 })",
    );
    reads(
        "request: {pod: a, vCPUs: 2, mem: 8, load: null, protocol: v1.1}",
        "Request(Request { pod: $a, want: Units { cpu: 2, memory: 8 }, load: None, protocol: 2 })",
    );
    reads(
        "request: {pod: a, vCPUs: 2, mem: 8, load: [16777217, -1e-3], protocol: 4294967295}",
        "Request(Request { pod: $a, want: Units { cpu: 2, memory: 8 }, load: Some([16777216.0, -0.001]), protocol: \
         4294967295 })",
    );
    reads("reserve: {pod: a, node: n1}", "Reserve($a, \"n1\")");
    reads("schedule: {pod: a}", "Schedule($a)");
    reads(
        "filter: {pod: a, node: n1, exclude: [ns/p1]}",
        r#"Filter(FilterAction { pod: $a, node: "n1", exclude: [ObjectKey { namespace: "ns", name: "p1" }] })"#,
    );
    reads(
        "filter: {pod: a, node: n1}",
        r#"Filter(FilterAction { pod: $a, node: "n1", exclude: [] })"#,
    );
    reads("score: {pod: a, node: n1}", "Score($a, \"n1\")");
    reads("unreserve: {pod: a}", "Unreserve($a)");
    reads("delete: {pod: a}", "Delete($a)");
    reads(
        "use: {pod: a, vCPUs: 1, mem: 4}",
        "Use($a, Units { cpu: 1, memory: 4 })",
    );
    reads("migrate: {pod: a}", "Migrate($a)");
    reads("migrationFailed: {pod: a}", "MigrationFailed($a)");
    reads(
        "restart: {downFor: 20s}",
        "Restart(Restart { down_for: 20000, config: None })",
    );
    for nothing in ["{}", "~", ""] {
        reads(
            &format!("restart: {nothing}"),
            "Restart(Restart { down_for: 0, config: None })",
        );
    }
    reads(
        "load: {vms: [a], constant: 5}",
        concat!(
            r#"Load(Agent { vms: [VmPattern { namespace: "default", name: "a" }], "#,
            "load: Load { constant: 5.0, steps: [], sine: None, noise: 0.0 } })"
        ),
    );
    reads("addNode: {node: n1}", "AddNode(\"n1\")");
}

/// A config is a mapping or a text with JSON, in flow and in block style.
#[test]
fn configs() {
    let map = Reader::new(OBJECTS).objects().config_maps[0].config.clone();
    let json = OBJECTS.split('\'').nth(1).expect("the text");
    let forms = [
        CONFIG.to_owned(),
        format!("'{json}'"),
        serde_json::to_string(json).expect("a text"),
        format!("|\n          {json}\n"),
        format!("|-\n          {}\n", json.replace(',', ",\n          ")),
    ];
    for config in forms {
        let text = timeline(&format!(
            "
  events:
  - at: 1s
    config: {config}
  - at: 2s
    restart:
      config: {config}
  variants:
  - name: x
    config: {config}
"
        ));
        let reader = Reader::new(&text);
        assert_eq!(reader.counts(), [0; 4], "{text}");
        let timeline = &reader.objects().timelines[0];
        let [one, two] = &*timeline.events else {
            panic!("{text}");
        };
        let of = |action: &Action| match action {
            Action::Config(read) => Some(read.clone()),
            Action::Restart(restart) => restart.config.clone(),
            _ => None,
        };
        assert_eq!(of(&one.action), map);
        assert_eq!(of(&two.action), map);
        assert_eq!(timeline.variants[0].config, map);
    }
}

/// A timeline may be larger than other objects: it is a document of its own.
#[test]
fn a_large_timeline() {
    let event = "{\"at\": \"1s\", \"migrate\": {\"pod\": \"a\"}}";
    let note = format!("# {}\n", "x".repeat(5 << 20));
    let blank = " ".repeat(5 << 20);
    let head = "apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {name: t}\nspec:\n";
    let forms = [
        format!("{head}  events:\n  - {event}\n  {note}  - {event}\n{OBJECTS}"),
        format!(
            "{{\"apiVersion\": \"schedscope.dev/v1alpha1\", \"kind\": \"Timeline\", \"metadata\": {{\"name\": \
             \"t\"}}, \"spec\": {{\"events\": [{event},{blank}{event}]}}}}\n{OBJECTS}"
        ),
    ];
    for text in forms {
        let reader = Reader::new(&text);
        assert_eq!(reader.counts(), [0; 4]);
        assert_eq!(reader.objects().timelines[0].events.len(), 2);
    }
}
