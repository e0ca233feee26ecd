//! What is wrong with timelines, and where.

use schedscope::reader::Reader;

use super::{CONFIG, timeline};
use crate::reader::check_marked;

/// A timeline in which exactly these things are found.
#[track_caller]
pub(super) fn at(marked: &str, expect: &[&str]) {
    check_marked(&timeline(marked), expect);
}

/// An event in which exactly these things are found, and which is left out if one is an error.
#[track_caller]
pub(super) fn at_event(marked: &str, expect: &[&str]) {
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

/// The plugin answers for what is wrong in a config, so the event stays.
#[test]
fn refused_configs() {
    let config = CONFIG.replace("mem: 4", "mem: 0");
    let unit = "{vCPUs: 1, mem: 0}";
    let marked = config.replace(unit, &format!("«{unit}»"));
    let text = timeline(&format!(
        "{{events: [{{at: 0, config: {marked}}}, {{at: 0, restart: {{config: '{{«x»}}'}}}}], variants: [{{name: x, \
         config: {marked}}}]}}"
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
            "error wrong-type spec.events[1].config expected a mapping, or a string with JSON, found a list",
        ],
    );
    at_event(
        "{at: 0, restart: {config: «3»}}",
        &[
            "error wrong-type spec.events[1].restart.config expected a mapping, or a string with JSON, found the \
             number `3`",
        ],
    );
    at(
        "{variants: [{name: x, config: «yes»}]}",
        &[
            "error wrong-type spec.variants[0].config expected a mapping, or a string with JSON, found the boolean \
             `yes`",
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
            "error unknown-field spec.event unknown field `event`, the fields here are `configMap`, `duration`, \
             `seed`, `agentPeriod`, `migrationDuration`, `mitigations`, `agents`, `events`, `variants`",
        ],
    );
    at(
        "{agents: [{vms: [a], load: {«kind»: 1}}]}",
        &[
            "error unknown-field spec.agents[0].load.kind unknown field `kind`, the fields here are `constant`, \
             `steps`, `sine`, `noise`",
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
            "error unknown-field spec.agents[0].load.sine.amp unknown field `amp`, the fields here are `mean`, \
             `amplitude`, `period`, `phase`",
        ],
    );
    at(
        "{variants: [{name: x, «seed»: 1}]}",
        &[
            "error unknown-field spec.variants[0].seed unknown field `seed`, the fields here are `name`, \
             `mitigations`, `config`, `agentPeriod`, `migrationDuration`",
        ],
    );
    let text = timeline("{}").replacen("spec:", "«status»: {}\nspec:", 1);
    check_marked(
        &text,
        &[
            "error unknown-field status unknown field `status`, the fields here are `apiVersion`, `kind`, \
             `metadata`, `spec`",
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
            "error unknown-field spec.events[1].note unknown field `note`, the fields here are `at`, `request`, \
             `reserve`, `schedule`, `filter`, `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, \
             `migrationFailed`, `restart`, `load`, `addNode`",
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
            "`5` is not a duration: it needs a unit: `h`, `m`, `s` or `ms`",
        ),
        (
            "-1s",
            "invalid-time",
            "`-1s` is not a duration: it must not be negative",
        ),
        (
            "1d",
            "invalid-time",
            "`1d` is not a duration: write numbers with the units `h`, `m`, `s` and `ms`, such as `1m30s`",
        ),
        (
            "10us",
            "invalid-time",
            "`10us` is not a duration: milliseconds are whole, and the other units have three places behind the \
             point at most",
        ),
        (
            "9000000h",
            "invalid-time",
            "`9000000h` is not a duration: it is longer than 292 years",
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
        "{seed: «-1», configMap: «a/b/c», mitigations: {largestStep: «0», sustainedRequests: «1.5», \
         capacityPressureFactor: «0»}}",
        &[
            "error out-of-range spec.seed `-1` is out of range: it must be between 0 and 9223372036854775807",
            "error invalid-value spec.configMap `a/b/c` names nothing: write `name` or `namespace/name`",
            "error out-of-range spec.mitigations.largestStep `0` is out of range: it must be between 1 and 2147483647",
            "error wrong-type spec.mitigations.sustainedRequests expected a whole number, found the number `1.5`",
            "error out-of-range spec.mitigations.capacityPressureFactor `0` is out of range: it must be above 0 and \
             at most 1",
        ],
    );
    at(
        "{seed: «9223372036854775808», mitigations: {capacityPressureFactor: «1.01»}, events: «{}», agents: «x»}",
        &[
            "error out-of-range spec.seed `9223372036854775808` is larger than any number this field holds",
            "error out-of-range spec.mitigations.capacityPressureFactor `1.01` is out of range: it must be above 0 \
             and at most 1",
            "error wrong-type spec.events expected a list, found a mapping",
            "error wrong-type spec.agents expected a list, found the string `x`",
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
        "{agents: [««~»», «{load: {}}», «{vms: [a]}», {vms: «[]», load: {}}, {vms: [a, «x/», «~», «[]»], load: {}}, \
         {vms: «a», load: «1»}]}",
        [
            "error missing-field spec.agents[0].vms an agent needs `vms`",
            "error missing-field spec.agents[0].load an agent needs a `load`",
            "error missing-field spec.agents[1].vms an agent needs `vms`",
            "error missing-field spec.agents[2].load an agent needs a `load`",
            "error invalid-value spec.agents[3].vms name at least one VM",
            "error invalid-value spec.agents[4].vms[1] `x/` names nothing: write `name` or `namespace/name`",
            "error wrong-type spec.agents[4].vms[2] expected a name, found nothing",
            "error wrong-type spec.agents[4].vms[3] expected a string, found a list",
            "error wrong-type spec.agents[5].vms expected a list, found the string `a`",
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
        "{constant: «.inf», noise: «-0.5», sine: ««{}»», steps: [{at: 2s, units: 1}, {at: «1s», units: 1}, «{at: \
         3s}», «{units: 1}»]}",
        &[
            "error out-of-range spec.agents[0].load.constant `.inf` is not a finite number that this field can hold",
            "error out-of-range spec.agents[0].load.noise `-0.5` is out of range: it must be at least 0",
            "error missing-field spec.agents[0].load.sine.amplitude a sine needs an `amplitude`",
            "error missing-field spec.agents[0].load.sine.period a sine needs a `period`",
            "error invalid-value spec.agents[0].load.steps[1].at the step at `1s` comes after a later one",
            "error missing-field spec.agents[0].load.steps[2].units a step needs `units`",
            "error missing-field spec.agents[0].load.steps[3].at a step needs an `at`",
        ],
    );
    load(
        "{constant: «one», sine: {amplitude: 1, period: «0s»}}",
        &[
            "error wrong-type spec.agents[0].load.constant expected a number, found the string `one`",
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
            "error invalid-value spec.variants[2].name an earlier variant has the name `x`; the earlier one wins",
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
        &["error wrong-type spec.events[1] expected a mapping, found the string `x`"],
    );
    at_event(
        "«{at: 0}»",
        &[
            "error missing-field spec.events[1] an event needs one of `request`, `reserve`, `schedule`, `filter`, \
             `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, `migrationFailed`, `restart`, `load`, \
             `addNode`",
        ],
    );
    at_event(
        "«{delete: {pod: a}}»",
        &["error missing-field spec.events[1].at an event needs `at`"],
    );
    at_event(
        "{at: 0, delete: {pod: a}, schedule: «{pod: a}»}",
        &[
            "error invalid-value spec.events[1].schedule an event does one thing, but `schedule` stands beside \
             `delete`",
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
        &["error wrong-type spec.events[1].delete expected a mapping, found the string `a`"],
    );
    at_event(
        "{at: 0, delete: {pod: a}, «delete»: {pod: a}}",
        &[
            "error duplicate-key spec.events[1].delete `delete` is defined twice here; the last one wins",
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
        "error invalid-value load a load has two averages, of 1 minute and of 5 minutes; this one has 1",
    );
    request(
        "load: «[1, 2, 3]»",
        "error invalid-value load a load has two averages, of 1 minute and of 5 minutes; this one has 3",
    );
    request(
        "load: [1, «~»]",
        "error wrong-type load[1] expected a number, found nothing",
    );
    request(
        "load: [1, «1e39»]",
        "error out-of-range load[1] `1e39` is not a finite number that this field can hold",
    );
    request(
        "load: «1»",
        "error wrong-type load expected a list, found the number `1`",
    );
    request(
        "protocol: «v1.2»",
        "error invalid-value protocol `v1.2` is not a known version: use `v1.0`, `v1.1`, or the number that agents \
         send",
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
            "error wrong-type spec.events[1].request.pod expected a string, found the number `7`: put it in quotes",
        ),
        (
            "pod: a, vCPUs: «-1», mem: 1",
            "error out-of-range spec.events[1].request.vCPUs `-1` is out of range: it must be between 0 and 65535",
        ),
        (
            "pod: a, vCPUs: «250m», mem: 1",
            "error wrong-type spec.events[1].request.vCPUs expected a whole number, found the string `250m`",
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
