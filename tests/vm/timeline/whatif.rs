//! The smallest changes of random runs: each is made in the objects, played by the twin, and found as wanted; and of
//! every edit that is tried by hand, none that brings the wanted about is cheaper.

use schedscope_fuzz::cases::{often, worlds};
use std::collections::BTreeSet;

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    left_behind::leave_out,
    manifests::{Flavour, Manifests, key_of, random_manifests},
    recording::{list, pod, text},
    replay::by_the_twin,
};
use reference::answers::ask;

const ALL_STEPS: usize = 1_000_000;

/// More than there are single edits, and pairs of removals; too few for all pairs of edits of the config.
const MOST_TRIALS: usize = 2000;

/// Enough for the removals of a world, and for most edits of one number of its config.
const SOUND_TRIALS: usize = 500;

/// A run of a text, and how many errors the text has.
fn played(manifests: &Manifests) -> (Value, u64) {
    let mut scenario = Scenario::new(&manifests.text());
    let run = ask(&mut scenario, &json!({"vmTimeline": {"limit": ALL_STEPS}}));
    (run, scenario.reading().counts.error as u64)
}

fn starts(run: &Value) -> bool {
    run["notRun"].is_null() && list(&run["outages"]).all(|outage| outage["problem"].is_null())
}

/// The pods of a VM: the named one, and those that it migrates to.
fn pods_of(run: &Value, pod: &Value) -> BTreeSet<String> {
    let mut pods = BTreeSet::from([text(pod).to_owned()]);
    for one in list(&run["migrations"]) {
        if pods.contains(text(&one["pod"])) && one["target"].is_string() {
            pods.insert(text(&one["target"]).to_owned());
        }
    }
    pods
}

/// The pod of the text that a pod goes back to.
fn first(run: &Value, pod: &Value) -> Value {
    let mut pod = pod.clone();
    while let Some(one) = list(&run["migrations"]).find(|one| one["target"] == pod) {
        pod = one["pod"].clone();
    }
    pod
}

/// A want of pods of the text.
fn stated(run: &Value, want: &Value) -> Value {
    let mut want = want.clone();
    for (_, name) in want.as_object_mut().into_iter().flatten() {
        *name = first(run, name);
    }
    want
}

/// The pods whose fate is wanted: the named one, those that leave the named node, and those that they migrate to.
fn focal(run: &Value, want: &Value) -> Vec<BTreeSet<String>> {
    let leaving = list(&run["migrations"]).filter(|one| one["from"] == want["noMigration"]);
    let named = [&want["noMigration"], &want["granted"]].into_iter();
    let named = named.filter(|name| text(name).contains('/'));
    let all = named.chain(leaving.map(|one| &one["pod"]));
    let all = all.map(|pod| first(run, pod));
    all.map(|pod| pods_of(run, &pod)).collect()
}

/// Whether one of the pods is on a node in the end.
fn is_placed(manifests: &Manifests, run: &Value, pods: &BTreeSet<String>) -> bool {
    let mut scenario = Scenario::new(&manifests.text());
    let step = run["stepsTotal"].as_u64().expect("steps");
    let dump = ask(&mut scenario, &json!({"vmDump": {"step": step}}));
    pods.iter().any(|name| pod(&dump, name).is_some())
}

/// Whether a run is as wanted; `before`: the run as it is.
fn is_met(of: (&Manifests, &Value), want: &Value, before: (&Manifests, &Value)) -> bool {
    let kept = || {
        focal(before.1, want).iter().all(|pods| {
            let Some(first) = pods.iter().min_by_key(|name| name.len()) else {
                return true;
            };
            let after = pods_of(of.1, &json!(first));
            !is_placed(before.0, before.1, pods) || is_placed(of.0, of.1, &after)
        })
    };
    (of.1["notRun"].is_null() || !before.1["notRun"].is_null())
        && meets(of.1, &stated(before.1, want), starts(before.1))
        && (want["noMigration"].is_null() || kept())
        && (want["granted"].is_null()
            || !focal(before.1, want)
                .iter()
                .any(|pods| is_held(of.0, before.0, pods)))
}

/// Whether a VM of the pods may ask for less than before: then it is not granted more.
fn is_held(of: &Manifests, before: &Manifests, pods: &BTreeSet<String>) -> bool {
    let max = |manifests: &Manifests, resource: &str| {
        let mut vms = manifests.vms.iter();
        let vm = vms.find(|vm| pods.contains(&key_of(vm)))?;
        Some(vm["spec"]["guest"][resource]["max"].as_i64().unwrap_or(1))
    };
    let is_less = |resource| max(of, resource).is_some_and(|new| Some(new) < max(before, resource));
    is_less("cpus") || is_less("memorySlots")
}

fn meets(run: &Value, want: &Value, started: bool) -> bool {
    let stays = |name: &Value| {
        let own = pods_of(run, name);
        let mut migrations = list(&run["migrations"]);
        !migrations.any(|one| one["from"] == *name || own.contains(text(&one["pod"])))
    };
    let granted = |name: &Value| {
        let own = pods_of(run, name);
        let asked = list(&run["steps"])
            .filter(|step| step["kind"] == "request" && own.contains(text(&step["pod"])));
        let mut granted = asked.map(|step| step["want"] == step["permit"]).peekable();
        granted.peek().is_some() && granted.all(|granted| granted)
    };
    (starts(run) || (!started && want["starts"].is_null()))
        && (want["noMigration"].is_null() || stays(&want["noMigration"]))
        && (want["granted"].is_null() || granted(&want["granted"]))
}

/// What may be wanted of a run: of nodes that VMs leave, of VMs that migrate or are denied, of starts.
fn wants(manifests: &Manifests, run: &Value) -> Vec<Value> {
    let known = manifests.vms.iter().chain(&manifests.pods).map(key_of);
    let known: BTreeSet<String> = known.collect();
    let is_known = |pod: &Value| known.contains(text(&first(run, pod)));
    let mut wants = BTreeSet::new();
    for one in list(&run["migrations"]).take(3) {
        wants.insert(json!({"noMigration": one["from"]}).to_string());
        wants.insert(json!({"noMigration": one["pod"]}).to_string());
    }
    let denied = list(&run["steps"])
        .filter(|step| step["kind"] == "request" && is_known(&step["pod"]))
        .filter(|step| step["want"] != step["permit"]);
    for step in denied.take(3) {
        wants.insert(json!({"granted": step["pod"]}).to_string());
    }
    if !starts(run) {
        wants.insert(json!({"starts": true}).to_string());
    }
    let read = |want: &String| serde_json::from_str(want).expect("JSON");
    wants.iter().map(read).collect()
}

/// `namespace/name` of an object.
fn name_of(object: &Value) -> String {
    let metadata = &object["metadata"];
    let namespace = metadata["namespace"].as_str().unwrap_or("default");
    format!("{namespace}/{}", text(&metadata["name"]))
}

/// The place of an edit in an object, as a pointer.
fn pointer(path: &str) -> String {
    let path = path.strip_prefix("data[autoscaler-enforcer-config.json]");
    let path = path.map(|path| path.replace('[', ".").replace(']', ""));
    path.unwrap_or_default().replace('.', "/")
}

/// The manifests with the edits of a change, made without their text.
fn edited(manifests: &Manifests, change: &Value) -> Manifests {
    let before = manifests;
    let mut manifests = manifests.clone();
    for edit in list(&change["edits"]) {
        let object = &edit["object"];
        let key = format!("{}/{}", text(&object["namespace"]), text(&object["name"]));
        let path = text(&edit["path"]);
        match text(&object["kind"]) {
            "ConfigMap" => {
                let pointer = pointer(path);
                let (of, last) = pointer.rsplit_once('/').expect("a path");
                let of = manifests.config.pointer_mut(of).expect("an object");
                of[last] = edit["new"].clone();
            }
            "VirtualMachine" if path.is_empty() => manifests.vms.retain(|vm| name_of(vm) != key),
            "Pod" if path.is_empty() => manifests.pods.retain(|pod| name_of(pod) != key),
            "VirtualMachine" => {
                let mut vms = manifests.vms.iter_mut();
                let vm = vms.find(|vm| name_of(vm) == key).expect("a VM");
                let pointer = ["/", &path.replace('.', "/")].concat();
                *vm.pointer_mut(&pointer).expect("a bound") = edit["new"].clone();
            }
            kind => panic!("an edit of a {kind}"),
        }
    }
    leave_out(before, manifests)
}

fn with_text_edits(text: &str, change: &Value) -> String {
    let edits = list(&change["edits"]).flat_map(|edit| list(&edit["textEdits"]));
    let mut edits: Vec<&Value> = edits.collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    edits.iter().fold(text.to_owned(), |mut text, edit| {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        let insert = edit["insert"].as_str().expect("a text");
        text.replace_range(at("from")..at("to"), insert);
        text
    })
}

fn change(manifests: &Manifests, want: &Value, families: &[&str]) -> Value {
    let question = json!({"now": "1970-01-01T00:00:00Z", "want": want, "families": families,
        "maxSteps": MOST_TRIALS, "limit": 100});
    let mut scenario = Scenario::new(&manifests.text());
    ask(&mut scenario, &json!({ "change": question }))
}

/// Every change of an answer. Nine tenths of the time are the runs of the search, so each world has one want, another
/// kind from world to world, and the search few runs for each family: pairs are held by the tests below.
fn sound(manifests: &Manifests) -> Result<usize, TestCaseError> {
    let (run, _) = played(manifests);
    let mut count = 0;
    let wants = wants(manifests, &run);
    let steps = run["stepsTotal"].as_u64().unwrap_or_default() as usize;
    let want = wants.get(steps % wants.len().max(1));
    let families = [["release"], ["vmConfig"]];
    for (want, families) in want
        .into_iter()
        .flat_map(|want| families.map(|of| (want, of)))
    {
        let question = json!({"now": "1970-01-01T00:00:00Z", "want": want, "families": families,
            "maxSteps": SOUND_TRIALS});
        let mut scenario = Scenario::new(&manifests.text());
        let answer = ask(&mut scenario, &json!({ "change": question }));
        prop_assert_eq!(
            &answer["met"],
            &json!(meets(&run, want, starts(&run))),
            "{}",
            want
        );
        for change in list(&answer["changes"]) {
            count += 1;
            let edited = edited(manifests, change);
            by_the_twin(&edited, &json!({}))?;
            let (after, _) = played(&edited);
            let is_met = is_met((&edited, &after), want, (manifests, &run));
            prop_assert!(is_met, "{} {:#}", want, change);
            let migrations = list(&after["migrations"]).count();
            prop_assert_eq!(&change["run"]["migrations"], &json!(migrations));
            let mut by_text = Scenario::new(&with_text_edits(&manifests.text(), change));
            let by_text = ask(&mut by_text, &json!({"vmTimeline": {"limit": ALL_STEPS}}));
            prop_assert_eq!(&by_text["steps"], &after["steps"], "{:#}", change);
        }
    }
    Ok(count)
}

/// Edits by hand, each with its step where it is one that is compared.
fn by_hand(manifests: &Manifests) -> Vec<(&'static str, f64, Manifests)> {
    let mut all = Vec::new();
    let mut config = |kind, pointer: &str, step: f64, new: Value| {
        let mut edited = manifests.clone();
        let (of, last) = pointer.rsplit_once('/').expect("a path");
        edited.config.pointer_mut(of).expect("an object")[last] = new;
        all.push((kind, step, edited));
    };
    let share = |old: f64, new: f64| (new - old).abs() / old.max(1.0);
    let defaults = &manifests.config["nodeDefaults"];
    for (kind, resource) in [("cpu.watermark", "cpu"), ("memory.watermark", "memory")] {
        let old = defaults[resource]["watermark"].as_f64().unwrap_or(1.0);
        let place = format!("/nodeDefaults/{resource}/watermark");
        for part in 1..=50 {
            let new = f64::from(part) / 50.0;
            config(kind, &place, (new - old).abs() / old, json!(new));
        }
    }
    for (kind, key) in [("computeUnit.vCPUs", "vCPUs"), ("computeUnit.mem", "mem")] {
        let old = defaults["computeUnit"][key].as_f64().unwrap_or(1.0);
        for new in 1..=7 {
            let step = share(old, f64::from(new));
            config(
                kind,
                &format!("/nodeDefaults/computeUnit/{key}"),
                step,
                json!(new),
            );
        }
    }
    let on = manifests.config["doMigration"] != json!(false);
    config("doMigration", "/doMigration", 1.0, json!(!on));
    for at in 0..manifests.vms.len() {
        for resource in ["cpus", "memorySlots"] {
            for bound in ["min", "max"] {
                let guest = &manifests.vms[at]["spec"]["guest"][resource];
                let uses = guest["use"].as_i64().unwrap_or(1);
                // Bounds that the use keeps to, on nodes of six vCPUs and more.
                let range = if bound == "min" {
                    1..=uses
                } else {
                    uses.max(1)..=6
                };
                for new in range {
                    let mut edited = manifests.clone();
                    let of = &mut edited.vms[at]["spec"]["guest"][resource][bound];
                    let step = share(of.as_f64().unwrap_or(1.0), new as f64);
                    *of = json!(new);
                    all.push(("bound", step, edited));
                }
            }
        }
    }
    all
}

/// The kind of a change of the config or of a VM.
fn kind(change: &Value) -> String {
    let edit = &change["edits"][0];
    let path = text(&edit["path"]);
    if edit["object"]["kind"] == "VirtualMachine" {
        return "bound".to_owned();
    }
    let path = path.trim_start_matches("data[autoscaler-enforcer-config.json].");
    path.trim_start_matches("nodeDefaults.").to_owned()
}

/// No edit by hand is cheaper than the answer's of its kind.
fn complete(manifests: &Manifests) -> Result<usize, TestCaseError> {
    let (run, errors) = played(manifests);
    let mut count = 0;
    for want in wants(manifests, &run).iter().take(2) {
        let answer = change(manifests, want, &["vmConfig"]);
        if answer["met"] == true || list(&answer["changes"]).any(|one| one["cost"]["edits"] == 2) {
            continue;
        }
        for (of, step, edited) in by_hand(manifests) {
            let (after, errors_after) = played(&edited);
            if errors_after > errors || !is_met((&edited, &after), want, (manifests, &run)) {
                continue;
            }
            let mut changes = list(&answer["changes"]);
            let found = changes.find(|change| kind(change) == of);
            let found = found.and_then(|change| change["cost"]["step"].as_f64());
            // Steps of watermarks are whole millionths.
            prop_assert!(
                found.is_some_and(|found| found <= step + 1e-5),
                "{} {}: {} beats {:?} {:#} {:?}",
                want,
                of,
                step,
                found,
                answer,
                edited
            );
            count += 1;
        }
    }
    Ok(count)
}

/// The names of the VMs and pods that may be removed: not those whose fate is wanted.
fn removable(manifests: &Manifests, run: &Value, want: &Value) -> Vec<(String, String)> {
    let kept = focal(run, want);
    let vms = manifests
        .vms
        .iter()
        .filter(|vm| !kept.iter().any(|kept| kept.contains(&key_of(vm))));
    let vms = vms.map(|vm| ("VirtualMachine".to_owned(), name_of(vm)));
    let pods = manifests.pods.iter();
    let pods = pods.map(|pod| ("Pod".to_owned(), name_of(pod)));
    let mut all: Vec<(String, String)> = vms.chain(pods).collect();
    all.sort();
    all
}

fn without(manifests: &Manifests, gone: &[&(String, String)]) -> Manifests {
    let mut left = manifests.clone();
    let stays = |kind: &str, object: &Value| {
        !gone
            .iter()
            .any(|(of, key)| of == kind && *key == name_of(object))
    };
    left.vms.retain(|vm| stays("VirtualMachine", vm));
    left.pods.retain(|pod| stays("Pod", pod));
    leave_out(manifests, left)
}

/// The VMs that move, or are on no node in the end.
fn displaced(manifests: &Manifests, run: &Value) -> BTreeSet<String> {
    let moved = list(&run["migrations"]).map(|one| &one["pod"]);
    let all = moved.chain(list(&run["unplaced"]));
    let all = all.map(|pod| text(&first(run, pod)).to_owned());
    let is_vm = |name: &String| manifests.vms.iter().any(|vm| key_of(vm) == *name);
    all.filter(is_vm).collect()
}

/// The removal that brings the wanted about and displaces the fewest other VMs, the first by name; where none does,
/// such a pair.
fn removals(manifests: &Manifests) -> Result<[usize; 3], TestCaseError> {
    let (run, errors) = played(manifests);
    let mut counts = [0; 3];
    for want in wants(manifests, &run) {
        let answer = change(manifests, &want, &["release"]);
        if answer["met"] == true {
            continue;
        }
        let all = removable(manifests, &run, &want);
        let before = displaced(manifests, &run);
        let displaces = |gone: &[&(String, String)]| {
            let left = without(manifests, gone);
            let (after, errors_after) = played(&left);
            let meets = errors_after <= errors && is_met((&left, &after), &want, (manifests, &run));
            meets.then(|| displaced(&left, &after).difference(&before).count())
        };
        let cheapest = |all: &mut dyn Iterator<Item = Vec<&'_ (String, String)>>| {
            let meeting = all.filter_map(|gone| Some((displaces(&gone)?, gone)));
            let cheapest = meeting.min_by_key(|(displaced, _)| *displaced);
            cheapest.map(|(_, gone)| gone.into_iter().cloned().collect::<Vec<_>>())
        };
        let mut single = all.iter().map(|one| vec![one]);
        let pairs = all.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(at, one)| all[at + 1..].iter().map(move |two| vec![one, two]));
        let expected = cheapest(&mut single).or_else(|| cheapest(&mut pairs));
        let key = |edit: &Value| {
            let object = &edit["object"];
            let key = format!("{}/{}", text(&object["namespace"]), text(&object["name"]));
            (text(&object["kind"]).to_owned(), key)
        };
        let mut found: Vec<_> = list(&answer["changes"][0]["edits"]).map(key).collect();
        found.sort();
        let expected = expected.unwrap_or_default();
        prop_assert_eq!(&found, &expected, "{} {:#}", want, answer);
        prop_assert_eq!(&answer["complete"], &json!(true));
        counts[expected.len()] += 1;
    }
    Ok(counts)
}

fn small() -> BoxedStrategy<Manifests> {
    let few = |manifests: &Manifests| manifests.vms.len() <= 6;
    let filtered = random_manifests(Flavour::Plain).prop_filter("few VMs", few);
    filtered.boxed()
}

fn check<const N: usize>(
    all: u64,
    manifests: &BoxedStrategy<Manifests>,
    property: impl Fn(&Manifests) -> Result<[usize; N], TestCaseError>,
) -> [usize; N] {
    let seen = std::cell::Cell::new([0; N]);
    let config = Config {
        max_shrink_iters: 0,
        ..Config::with_cases(worlds(0..all).count() as u32)
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let done = runner.run(manifests, |manifests| {
        let (mut all, more) = (seen.get(), property(&manifests)?);
        all.iter_mut()
            .zip(more)
            .for_each(|(all, more)| *all += more);
        seen.set(all);
        Ok(())
    });
    if let Err(error) = done {
        panic!("{error}");
    }
    seen.get()
}

#[test]
fn every_change_runs_as_wanted_by_the_twin() {
    let manifests = prop_oneof![3 => small(), 1 => random_manifests(Flavour::Plain)].boxed();
    let [seen] = check(64, &manifests, |manifests| Ok([sound(manifests)?]));
    assert!(seen > often(60), "{seen}");
}

#[test]
fn no_edit_by_hand_is_cheaper() {
    let [seen] = check(28, &small(), |manifests| Ok([complete(manifests)?]));
    assert!(seen > often(24), "{seen}");
}

#[test]
fn removals_are_found_singly_and_in_pairs() {
    let seen = check(44, &small(), removals);
    assert!(seen.iter().all(|seen| *seen > often(3)), "{seen:?}");
}
