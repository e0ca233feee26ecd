//! What the reader makes of timelines, and what is wrong with them, and where.

use schedscope::{
    diagnostic::Encoding,
    kube::{reader::Reader, timeline::Action},
};

use crate::{check_marked, dump, line};

/// Objects that the timelines here name.
const WORLD: &str = "---
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
  autoscaler-enforcer-config.json: '{\"memBlockSize\":\"1Gi\",\"nodeDefaults\":{\"cpu\":{\"watermark\":1,\"system\":\"1\"},\"memory\":{\"watermark\":1,\"system\":\"1Gi\"},\"computeUnit\":{\"vCPUs\":1,\"mem\":4}},\"schedulerName\":\"s\"}'
";

/// The config of the world as YAML has it.
const CONFIG: &str = "{memBlockSize: 1Gi, nodeDefaults: {cpu: {watermark: 1, system: 1}, memory: {watermark: 1, system: 1Gi}, computeUnit: {vCPUs: 1, mem: 4}}, schedulerName: s}";

fn timeline(spec: &str) -> String {
    format!(
        "apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {{name: t}}\nspec: {spec}\n{WORLD}"
    )
}

fn event(fields: &str) -> String {
    timeline(&format!("{{events: [{fields}]}}"))
}

/// A timeline in which exactly these things are found.
#[track_caller]
fn at(marked: &str, expect: &[&str]) {
    check_marked(&timeline(marked), expect);
}

/// An event in which exactly these things are found, and which is left out if one is an error.
#[track_caller]
fn at_event(marked: &str, expect: &[&str]) {
    let fine = "{at: 0, delete: {pod: a}}";
    let text = timeline(&format!("{{events: [{fine}, {marked}, {fine}]}}"));
    check_marked(&text, expect);
    let reader = Reader::new(&text.replace(['«', '»'], ""));
    let events = &reader.objects().timelines[0].events;
    let places: Vec<u32> = events.iter().map(|event| event.index).collect();
    let is_wrong = expect.iter().any(|found| found.starts_with("error"));
    let left: &[u32] = if is_wrong { &[0, 2] } else { &[0, 1, 2] };
    assert_eq!(places, left, "{marked}");
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
            "{configMap: default/c, duration: 10m, seed: 9223372036854775807, agentPeriod: 1s, migrationDuration: 0, mitigations: {largestStep: 1, capacityPressureFactor: 0.5, sustainedRequests: 3}}",
        ),
        r#"Timeline { namespace: "default", name: "t", config_map: Some(ObjectKey { namespace: "default", name: "c" }), duration: Some(600000), seed: 9223372036854775807, agent_period: 1000, migration_duration: 0, mitigations: Mitigations { largest_step: Some(1), capacity_pressure_factor: Some(0.5), sustained_requests: Some(3) }, agents: [], events: [], variants: [] }"#,
    );
    reads(
        &timeline("{configMap: c}").replace("{name: t}", "{name: t, namespace: ns}"),
        r#"Timeline { namespace: "ns", name: "t", config_map: Some(ObjectKey { namespace: "default", name: "c" }), duration: None, seed: 0, agent_period: 5000, migration_duration: 30000, mitigations: Mitigations { largest_step: None, capacity_pressure_factor: None, sustained_requests: None }"#,
    );
    reads(
        &timeline(
            "{agents: [{vms: [a, 'default/*'], load: {constant: 2, steps: [{at: 0s, units: 1}, {at: 60s, units: 4.5}], sine: {mean: -3, amplitude: 2, period: 2m, phase: 1s}, noise: 0.5}}]}",
        ),
        r#"agents: [Agent { vms: [VmPattern { namespace: "default", name: "a" }, VmPattern { namespace: "default", name: "*" }], load: Load { constant: 2.0, steps: [LoadStep { at: 0, units: 1.0 }, LoadStep { at: 60000, units: 4.5 }], sine: Some(Sine { mean: -3.0, amplitude: 2.0, period: 120000, phase: 1000 }), noise: 0.5 } }]"#,
    );
    reads(
        &timeline("{agents: [{vms: [a], load: {sine: {amplitude: 1, period: 1s}}}]}"),
        r#"load: Load { constant: 0.0, steps: [], sine: Some(Sine { mean: 0.0, amplitude: 1.0, period: 1000, phase: 0 }), noise: 0.0 }"#,
    );
    reads(
        &timeline(
            "{variants: [{name: x}, {name: z, mitigations: {largestStep: 2}, agentPeriod: 1s, migrationDuration: 2s}]}",
        ),
        r#"variants: [Variant { name: "x", mitigations: None, config: None, agent_period: None, migration_duration: None }, Variant { name: "z", mitigations: Some(Mitigations { largest_step: Some(2), capacity_pressure_factor: None, sustained_requests: None }), config: None, agent_period: Some(1000), migration_duration: Some(2000) }]"#,
    );
    // What is not written is absent.
    reads(
        &timeline(
            "{configMap: , duration: , seed: ~, agentPeriod: null, migrationDuration: , mitigations: , agents: , events: , variants: }",
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
        "Request(Request { pod: $a, want: Units { cpu: 2, memory: 8 }, load: Some([16777216.0, -0.001]), protocol: 4294967295 })",
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
        r#"Load(Agent { vms: [VmPattern { namespace: "default", name: "a" }], load: Load { constant: 5.0, steps: [], sine: None, noise: 0.0 } })"#,
    );
    reads("addNode: {node: n1}", "AddNode(\"n1\")");
}

/// A config is a mapping or a text with JSON, in flow and in block style.
#[test]
fn configs() {
    let map = Reader::new(WORLD).objects().config_maps[0].config.clone();
    let json = WORLD.split("'").nth(1).expect("the text");
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

/// The plugin answers for what is wrong in a config, so the event stays.
#[test]
fn refused_configs() {
    let config = CONFIG.replace("mem: 4", "mem: 0");
    let unit = "{vCPUs: 1, mem: 0}";
    let marked = config.replace(unit, &format!("«{unit}»"));
    let text = timeline(&format!(
        "{{events: [{{at: 0, config: {marked}}}, {{at: 0, restart: {{config: '{{«x»}}'}}}}], variants: [{{name: x, config: {marked}}}]}}"
    ));
    check_marked(
        &text.replace("«x»", "«»x"),
        &[
            "error invalid-value spec.events[0].config.nodeDefaults.computeUnit mem must be non-zero",
            "error syntax spec.events[1].restart.config the config is not JSON: unexpected token",
            "error invalid-value spec.variants[0].config.nodeDefaults.computeUnit mem must be non-zero",
        ],
    );
    let reader = Reader::new(&text.replace(['«', '»'], ""));
    let timeline = &reader.objects().timelines[0];
    assert_eq!(timeline.events.len(), 2);
    let problem = timeline.variants[0].config.clone().expect("a config");
    assert_eq!(
        problem.expect_err("refused").path,
        "nodeDefaults.computeUnit"
    );
    at_event(
        "{at: 0, config: «[1]»}",
        &[
            "error wrong-type spec.events[1].config expected a mapping, or a text with JSON, found a list",
        ],
    );
    at_event(
        "{at: 0, restart: {config: «3»}}",
        &[
            "error wrong-type spec.events[1].restart.config expected a mapping, or a text with JSON, found the number `3`",
        ],
    );
    at(
        "{variants: [{name: x, config: «yes»}]}",
        &[
            "error wrong-type spec.variants[0].config expected a mapping, or a text with JSON, found the boolean `yes`",
        ],
    );
}

#[test]
fn unknown_fields() {
    at(
        "{«event»: []}",
        &["error unknown-field spec.event unknown field `event`, did you mean `events`"],
    );
    at(
        "{events: [], «event»: []}",
        &[
            "error unknown-field spec.event unknown field `event`, the fields here are `configMap`, `duration`, `seed`, `agentPeriod`, `migrationDuration`, `mitigations`, `agents`, `events`, `variants`",
        ],
    );
    at(
        "{agents: [{vms: [a], load: {«kind»: 1}}]}",
        &[
            "error unknown-field spec.agents[0].load.kind unknown field `kind`, the fields here are `constant`, `steps`, `sine`, `noise`",
        ],
    );
    at(
        "{mitigations: {«largeststep»: 1}}",
        &[
            "error unknown-field spec.mitigations.largeststep unknown field `largeststep`, did you mean `largestStep`",
        ],
    );
    at(
        "{agents: [{vms: [a], load: {sine: {period: 1s, amplitude: 1, «amp»: 1}}}]}",
        &[
            "error unknown-field spec.agents[0].load.sine.amp unknown field `amp`, the fields here are `mean`, `amplitude`, `period`, `phase`",
        ],
    );
    at(
        "{variants: [{name: x, «seed»: 1}]}",
        &[
            "error unknown-field spec.variants[0].seed unknown field `seed`, the fields here are `name`, `mitigations`, `config`, `agentPeriod`, `migrationDuration`",
        ],
    );
    let text = timeline("{}").replacen("spec:", "«status»: {}\nspec:", 1);
    check_marked(
        &text,
        &[
            "error unknown-field status unknown field `status`, the fields here are `apiVersion`, `kind`, `metadata`, `spec`",
        ],
    );
    at_event(
        "{at: 0, delete: {pod: a, «node»: n1}}",
        &[
            "error unknown-field spec.events[1].delete.node unknown field `node`, the fields here are `pod`",
        ],
    );
    at_event(
        "{at: 0, delete: {pod: a}, «note»: x}",
        &[
            "error unknown-field spec.events[1].note unknown field `note`, the fields here are `at`, `request`, `reserve`, `schedule`, `filter`, `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, `migrationFailed`, `restart`, `load`, `addNode`",
        ],
    );
    // What is merged in is not written here.
    at(
        "{events: [{at: 1s, schedule: &p {pod: a}}, {at: 1s, delete: {<<: *p}}]}",
        &[],
    );
}

#[test]
fn durations() {
    for (text, code, message) in [
        (
            "5",
            "wrong-type",
            "expected a duration such as `1m30s`, found the number `5`",
        ),
        (
            "[]",
            "wrong-type",
            "expected a duration such as `1m30s`, found a list",
        ),
        (
            "'5'",
            "invalid-time",
            "`5` is no duration: it needs a unit: `h`, `m`, `s` or `ms`",
        ),
        (
            "-1s",
            "invalid-time",
            "`-1s` is no duration: it must not be negative",
        ),
        (
            "1d",
            "invalid-time",
            "`1d` is no duration: write numbers with the units `h`, `m`, `s` and `ms`, such as `1m30s`",
        ),
        (
            "10us",
            "invalid-time",
            "`10us` is no duration: milliseconds are whole, and the other units have three places behind the point at most",
        ),
        (
            "9000000h",
            "invalid-time",
            "`9000000h` is no duration: it is longer than 292 years",
        ),
    ] {
        for field in ["duration", "agentPeriod", "migrationDuration"] {
            let expect = format!("error {code} spec.{field} {message}");
            at(&format!("{{{field}: «{text}»}}"), &[&expect]);
        }
        let expect = format!("error {code} spec.events[1].at {message}");
        at_event(&format!("{{at: «{text}», delete: {{pod: a}}}}"), &[&expect]);
        let expect = format!("error {code} spec.events[1].restart.downFor {message}");
        at_event(
            &format!("{{at: 0, restart: {{downFor: «{text}»}}}}"),
            &[&expect],
        );
    }
    at(
        "{agentPeriod: «0s»}",
        &["error out-of-range spec.agentPeriod it must be longer than 0"],
    );
    at(
        "{variants: [{name: x, agentPeriod: «0»}]}",
        &["error out-of-range spec.variants[0].agentPeriod it must be longer than 0"],
    );
}

#[test]
fn settings() {
    at(
        "{seed: «-1», configMap: «a/b/c», mitigations: {largestStep: «0», sustainedRequests: «1.5», capacityPressureFactor: «0»}}",
        &[
            "error out-of-range spec.seed `-1` is out of range: it must be between 0 and 9223372036854775807",
            "error invalid-value spec.configMap `a/b/c` names nothing: write `name` or `namespace/name`",
            "error out-of-range spec.mitigations.largestStep `0` is out of range: it must be between 1 and 2147483647",
            "error wrong-type spec.mitigations.sustainedRequests expected a whole number, found the number `1.5`",
            "error out-of-range spec.mitigations.capacityPressureFactor `0` is out of range: it must be above 0 and at most 1",
        ],
    );
    at(
        "{seed: «9223372036854775808», mitigations: {capacityPressureFactor: «1.01»}, events: «{}», agents: «x»}",
        &[
            "error out-of-range spec.seed `9223372036854775808` is larger than any number this field holds",
            "error out-of-range spec.mitigations.capacityPressureFactor `1.01` is out of range: it must be above 0 and at most 1",
            "error wrong-type spec.events expected a list, found a mapping",
            "error wrong-type spec.agents expected a list, found the text `x`",
        ],
    );
    let bare = "«apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {name: t}»\n";
    check_marked(
        bare,
        &["error missing-field spec a timeline needs a `spec`"],
    );
    check_marked(
        &bare.replace('«', "").replace('»', "\nspec: «[]»"),
        &["error wrong-type spec expected a mapping, found a list"],
    );
}

#[test]
fn agents_and_loads() {
    at(
        "{agents: [««~»», «{load: {}}», «{vms: [a]}», {vms: «[]», load: {}}, {vms: [a, «x/», «~», «[]»], load: {}}, {vms: «a», load: «1»}]}",
        &[
            "error missing-field spec.agents[0].vms an agent needs `vms`",
            "error missing-field spec.agents[0].load an agent needs a `load`",
            "error missing-field spec.agents[1].vms an agent needs `vms`",
            "error missing-field spec.agents[2].load an agent needs a `load`",
            "error invalid-value spec.agents[3].vms at least one VM is to be named",
            "error invalid-value spec.agents[4].vms[1] `x/` names nothing: write `name` or `namespace/name`",
            "error wrong-type spec.agents[4].vms[2] expected a name, found nothing",
            "error wrong-type spec.agents[4].vms[3] expected a text, found a list",
            "error wrong-type spec.agents[5].vms expected a list, found the text `a`",
            "error wrong-type spec.agents[5].load expected a mapping, found the number `1`",
        ]
        .as_slice(),
    );
}

#[test]
fn loads() {
    let load = |marked: &str, expect: &[&str]| {
        at(
            &format!("{{agents: [{{vms: [a], load: {marked}}}]}}"),
            expect,
        );
    };
    load("{}", &[]);
    load("{steps: [{at: 1s, units: 1}, {at: 1s, units: 2}]}", &[]);
    load(
        "{constant: «.inf», noise: «-0.5», sine: ««{}»», steps: [{at: 2s, units: 1}, {at: «1s», units: 1}, «{at: 3s}», «{units: 1}»]}",
        &[
            "error out-of-range spec.agents[0].load.constant `.inf` is no finite number that this field holds",
            "error out-of-range spec.agents[0].load.noise `-0.5` is out of range: it must be at least 0",
            "error missing-field spec.agents[0].load.sine.amplitude a sine needs an `amplitude`",
            "error missing-field spec.agents[0].load.sine.period a sine needs a `period`",
            "error invalid-value spec.agents[0].load.steps[1].at the step at `1s` stands behind a later one",
            "error missing-field spec.agents[0].load.steps[2].units a step needs `units`",
            "error missing-field spec.agents[0].load.steps[3].at a step needs an `at`",
        ],
    );
    load(
        "{constant: «one», sine: {amplitude: 1, period: «0s»}}",
        &[
            "error wrong-type spec.agents[0].load.constant expected a number, found the text `one`",
            "error out-of-range spec.agents[0].load.sine.period it must be longer than 0",
        ],
    );
}

#[test]
fn variants() {
    at(
        "{variants: [«{}», {name: x}, {name: «x»}, {name: «''»}, {name: z, mitigations: «1»}]}",
        &[
            "error missing-field spec.variants[0].name a variant needs a `name`",
            "error invalid-value spec.variants[2].name there is a variant `x` before this one, which counts",
            "error invalid-value spec.variants[3].name it must not be empty",
            "error wrong-type spec.variants[4].mitigations expected a mapping, found the number `1`",
        ],
    );
}

#[test]
fn events_that_are_wrong() {
    at_event(
        "«~»",
        &["error wrong-type spec.events[1] expected an event, found nothing"],
    );
    at_event(
        "«x»",
        &["error wrong-type spec.events[1] expected a mapping, found the text `x`"],
    );
    at_event(
        "«{at: 0}»",
        &[
            "error missing-field spec.events[1] an event needs one of `request`, `reserve`, `schedule`, `filter`, `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, `migrationFailed`, `restart`, `load`, `addNode`",
        ],
    );
    at_event(
        "«{delete: {pod: a}}»",
        &["error missing-field spec.events[1].at an event needs `at`"],
    );
    at_event(
        "{at: 0, delete: {pod: a}, schedule: «{pod: a}»}",
        &[
            "error invalid-value spec.events[1].schedule an event does one thing, but `schedule` stands beside `delete`",
        ],
    );
    at_event(
        "{at: 0, delete: {pod: a}, restart: «~»}",
        &[
            "error invalid-value spec.events[1].restart an event does one thing, but `restart` stands beside `delete`",
        ],
    );
    at_event(
        "{at: 0, delete: «~»}",
        &["error wrong-type spec.events[1].delete expected a mapping, found nothing"],
    );
    at_event(
        "{at: 0, delete: «a»}",
        &["error wrong-type spec.events[1].delete expected a mapping, found the text `a`"],
    );
    at_event(
        "{at: 0, delete: {pod: a}, «delete»: {pod: a}}",
        &[
            "error duplicate-key spec.events[1].delete `delete` stands here twice, the last one counts",
        ],
    );
    let needs = |action: &str, fields: &str, missing: &[&str]| {
        let found = missing.iter().map(|field| {
            format!(
                "error missing-field spec.events[1].{action}.{field} `{action}` needs `{field}`"
            )
        });
        let found: Vec<String> = found.collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let (open, close) = ("«".repeat(missing.len()), "»".repeat(missing.len()));
        at_event(
            &format!("{{at: 0, {action}: {open}{fields}{close}}}"),
            &found,
        );
    };
    needs("request", "{}", &["pod", "vCPUs", "mem"]);
    needs("request", "{pod: ~, mem: 1}", &["pod", "vCPUs"]);
    needs("reserve", "{pod: a}", &["node"]);
    needs("score", "{node: n1}", &["pod"]);
    needs("filter", "{exclude: [a]}", &["pod", "node"]);
    needs("use", "{pod: a, vCPUs: 1}", &["mem"]);
    needs("addNode", "{}", &["node"]);
    needs("load", "{constant: 1}", &["vms"]);
    for action in [
        "schedule",
        "unreserve",
        "delete",
        "migrate",
        "migrationFailed",
    ] {
        needs(action, "{}", &["pod"]);
    }
}

#[test]
fn requests_that_are_wrong() {
    let request = |fields: &str, expect: &str| {
        let expect = expect.replacen(' ', " spec.events[1].request.", 2);
        let expect = expect.replacen(" spec.events[1].request.", " ", 1);
        at_event(
            &format!("{{at: 0, request: {{pod: a, vCPUs: 1, mem: 1, {fields}}}}}"),
            &[&expect],
        );
    };
    request(
        "load: «[1]»",
        "error invalid-value load load averages are two, of one minute and of five, but here are 1",
    );
    request(
        "load: «[1, 2, 3]»",
        "error invalid-value load load averages are two, of one minute and of five, but here are 3",
    );
    request(
        "load: [1, «~»]",
        "error wrong-type load[1] expected a number, found nothing",
    );
    request(
        "load: [1, «1e39»]",
        "error out-of-range load[1] `1e39` is no finite number that this field holds",
    );
    request(
        "load: «1»",
        "error wrong-type load expected a list, found the number `1`",
    );
    request(
        "protocol: «v1.2»",
        "error invalid-value protocol `v1.2` is no version here: use `v1.0`, `v1.1`, or the number that agents send",
    );
    request(
        "protocol: «-1»",
        "error out-of-range protocol `-1` is out of range: it must be between 0 and 4294967295",
    );
    request(
        "protocol: «1.1»",
        "error wrong-type protocol expected a whole number, found the number `1.1`",
    );
    for (text, found) in [
        (
            "pod: «''», vCPUs: 1, mem: 1",
            "error invalid-value spec.events[1].request.pod `` names nothing: write `name` or `namespace/name`",
        ),
        (
            "pod: «7», vCPUs: 1, mem: 1",
            "error wrong-type spec.events[1].request.pod expected a text, found the number `7`: put it in quotes",
        ),
        (
            "pod: a, vCPUs: «-1», mem: 1",
            "error out-of-range spec.events[1].request.vCPUs `-1` is out of range: it must be between 0 and 65535",
        ),
        (
            "pod: a, vCPUs: «250m», mem: 1",
            "error wrong-type spec.events[1].request.vCPUs expected a whole number, found the text `250m`",
        ),
        (
            "pod: a, vCPUs: 1, mem: «65536»",
            "error out-of-range spec.events[1].request.mem `65536` is out of range: it must be between 0 and 65535",
        ),
    ] {
        at_event(&format!("{{at: 0, request: {{{text}}}}}"), &[found]);
    }
    at_event(
        "{at: 0, reserve: {pod: a, node: «''»}}",
        &["error invalid-value spec.events[1].reserve.node it must not be empty"],
    );
}

#[test]
fn names_that_the_text_lacks() {
    at(
        "{configMap: «x/c», agents: [{vms: [a, «b», «'ns/*'», '*'], load: {}}]}",
        &[
            "warning unknown-object spec.configMap ConfigMap `x/c` is not in the text",
            "warning unknown-object spec.agents[0].vms[1] no VirtualMachine of the text is called `default/b`",
            "warning unknown-object spec.agents[0].vms[2] no VirtualMachine of the text is called `ns/*`",
        ],
    );
    at_event(
        "{at: 0, filter: {pod: «p1», node: «n2», exclude: [a, ns/p1, «ns/a»]}}",
        &[
            "warning unknown-object spec.events[1].filter.pod pod `default/p1` is not in the text",
            "warning unknown-object spec.events[1].filter.node node `n2` is not in the text",
            "warning unknown-object spec.events[1].filter.exclude[2] pod `ns/a` is not in the text",
        ],
    );
    at_event(
        "{at: 0, load: {vms: [«'b*'», a], constant: 1}}",
        &[
            "warning unknown-object spec.events[1].load.vms[0] no VirtualMachine of the text is called `default/b*`",
        ],
    );
    // Once, where it is named first; what is wrong about an event before it moves nothing.
    at(
        "{events: [««{}»», {at: 0, addNode: {node: «n2»}}, {at: 0, reserve: {pod: a, node: n2}}]}",
        &[
            "error missing-field spec.events[0].at an event needs `at`",
            "error missing-field spec.events[0] an event needs one of `request`, `reserve`, `schedule`, `filter`, `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, `migrationFailed`, `restart`, `load`, `addNode`",
            "warning unknown-object spec.events[1].addNode.node node `n2` is not in the text, 2 times in all",
        ]
        .as_slice(),
    );
    let text = timeline(
        "{configMap: «c», events: [{at: 0, delete: {pod: «a»}}, {at: 0, delete: {pod: a-1}}]}",
    );
    let text = text.replace("autoscaler-enforcer-config.json", "other.json") + "status: {}\n";
    let text = text.replace("{name: a}\n", "{name: a}\nstatus: {podName: a-1}\n");
    check_marked(
        &text,
        &[
            "warning unknown-object spec.configMap ConfigMap `default/c` holds no config of the plugin, which stands under `autoscaler-enforcer-config.json`",
            "warning unknown-object spec.events[0].delete.pod there is no pod `default/a`: the VM runs in pod `a-1`",
        ],
    );
}
