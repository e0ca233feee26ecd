//! The smallest changes of a pod's cycle: each made in the text and judged by the twin, and held against all edits of
//! small worlds, tried one after another.

use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::{often, worlds};
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{self, Scope},
    pods::{Amounts, ClusterSnapshot, items, of},
    quota::quotas::{governing, max, min},
};

use super::wanted::Wanted;

const TINY: Scope = Scope {
    nodes: 2,
    pods: 5,
    quotas: 3,
    unbound: 15,
};

/// The objects of a text after edits. Objects that are new are those of the edits.
pub(super) fn after(source: &str, change: &Value) -> Vec<Value> {
    let mut new = Vec::new();
    let mut edits: Vec<&Value> = Vec::new();
    for edit in items(&change["edits"]) {
        if edit["path"] == "" && !edit["new"].is_null() {
            new.push(edit["new"].clone());
        } else {
            edits.extend(items(&edit["textEdits"]));
        }
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    let mut text = source.to_owned();
    for edit in edits {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        text.replace_range(
            at("from")..at("to"),
            edit["insert"].as_str().expect("a text"),
        );
    }
    let objects = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let objects = objects.map(|object| object.expect("JSON"));
    objects.chain(new).collect()
}

pub(super) fn is_named(object: &Value, kind: &str, key: &str) -> bool {
    let metadata = &object["metadata"];
    let namespace = metadata["namespace"].as_str().unwrap_or("default");
    object["kind"] == kind
        && key
            == format!(
                "{namespace}/{}",
                metadata["name"].as_str().unwrap_or_default()
            )
}

/// The objects with one changed.
pub(super) fn with(
    objects: &[Value],
    kind: &str,
    key: &str,
    edit: impl Fn(&mut Value),
) -> Vec<Value> {
    let mut objects = objects.to_vec();
    objects
        .iter_mut()
        .filter(|one| is_named(one, kind, key))
        .for_each(edit);
    objects
}

/// The sums over all sets of some amounts.
pub(super) fn sums(amounts: impl Iterator<Item = i128>) -> Vec<i128> {
    let mut sums = vec![0];
    for amount in amounts {
        let more: Vec<i128> = sums.iter().map(|sum| sum + amount).collect();
        sums.extend(more);
        sums.sort_unstable();
        sums.dedup();
    }
    sums
}

pub(super) fn quantity(resource: &str, amount: i128) -> Value {
    json!(format!(
        "{amount}{}",
        if resource == "cpu" { "m" } else { "" }
    ))
}

/// A difference as a share of the old amount: numerator and denominator.
pub(super) type Share = (i128, i128);

pub(super) fn smaller(one: Share, other: Share) -> bool {
    one.0 * other.1 < other.0 * one.1
}

/// Whether a change makes a request 0, which comes last; how many pods it displaces, which counts next; its share.
type Costs = (bool, usize, Share);

fn keep(best: &mut Option<Costs>, found: Costs) {
    let is_less = |best: Costs| {
        let [one, other] = [found, best].map(|(is_zero, displaced, _)| (is_zero, displaced));
        one < other || one == other && smaller(found.2, best.2)
    };
    if best.is_none_or(is_less) {
        *best = Some(found);
    }
}

/// Whether no share of this size can cost less.
fn is_dearer(share: Share, best: Option<Costs>) -> bool {
    best.is_some_and(|best| (best.0, best.1) == (false, 0) && !smaller(share, best.2))
}

pub(super) const RESOURCES: [&str; 5] = [
    "cpu",
    "memory",
    "ephemeral-storage",
    "nvidia.com/gpu",
    "hugepages-2Mi",
];

/// The smallest change of a bound, of all sets of pods that may be compared with it.
fn quota_share(wanted: &Wanted<'_>, objects: &[Value]) -> Option<Costs> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let mut best = None;
    let live = || snapshot.pods.iter().filter(|pod| pod.live);
    let governed = |namespace: &str| governing(&snapshot, namespace);
    let counts = |pod: &&reference::pods::Pod| governed(&pod.namespace).is_some();
    for quota in &snapshot.quotas {
        let namespace = &quota.namespace;
        if governed(namespace).is_none_or(|one| one.name != quota.name) {
            continue;
        }
        let key = format!("{namespace}/{}", quota.name);
        for resource in RESOURCES {
            let charge = |pod: &reference::pods::Pod| of(&pod.charge, resource);
            let own = sums(live().filter(|pod| pod.namespace == *namespace).map(charge));
            let all = sums(live().filter(counts).map(charge));
            let least = of(&min(quota), resource);
            let most = max(quota, resource);
            let mins = |quota: &reference::pods::Quota| of(&min(quota), resource);
            let governing = snapshot
                .quotas
                .iter()
                .filter(|one| governed(&one.namespace).is_some_and(|first| first.name == one.name));
            let others: i128 = governing.map(mins).sum::<i128>() - least;
            for is_max in [true, false] {
                let (old, bound) = if is_max {
                    (most, "max")
                } else {
                    (Some(least), "min")
                };
                let Some(old) = old.filter(|old| *old < i128::from(i64::MAX)) else {
                    continue;
                };
                let mut values = own.clone();
                if !is_max {
                    values.extend(all.iter().map(|sum| sum - others));
                }
                let in_order = |new: i128| {
                    let (least, most) = if is_max {
                        (least, Some(new))
                    } else {
                        (new, most)
                    };
                    most.is_none_or(|most| least <= most)
                };
                for new in values.iter().flat_map(|value| [*value, value - 1]) {
                    if new < 0 || new == old || (!in_order(new) && in_order(old)) {
                        continue;
                    }
                    let share = ((new - old).abs(), old.max(1));
                    if is_dearer(share, best) {
                        continue;
                    }
                    let edited = with(objects, "ElasticQuota", &key, |quota| {
                        quota["spec"][bound][resource] = quantity(resource, new);
                    });
                    if wanted.meets(&edited) {
                        keep(
                            &mut best,
                            (false, wanted.displaced(objects, &edited), share),
                        );
                    }
                }
            }
        }
    }
    best
}

/// The smallest step of the priority.
fn priority_step(wanted: &Wanted<'_>, objects: &[Value]) -> Option<i64> {
    if !super::admitted_priority::is_free(wanted.asked, objects) {
        return None;
    }
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let own = snapshot.pod(wanted.asked).expect("a pod").priority;
    let near = snapshot
        .pods
        .iter()
        .flat_map(|pod| [-1, 0, 1].map(|by| pod.priority + by));
    let met = near.filter(|new| *new != own).filter_map(|new| {
        let edited = with(objects, "Pod", wanted.asked, |pod| {
            pod["spec"]["priority"] = json!(new);
        });
        let cost = || (wanted.displaced(objects, &edited), (new - own).abs());
        wanted.meets(&edited).then(cost)
    });
    met.min().map(|(_, step)| step)
}

/// The pod without which it is as wanted and evicts the fewest others, the first by name; and whether it is for some
/// two.
fn releases(wanted: &Wanted<'_>, objects: &[Value], victims: &Value) -> (Option<String>, bool) {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let is_evicted = |key: &str| wanted.evicts_nobody && items(victims).any(|one| one == key);
    let waits = |node: &String| snapshot.node(node).is_some();
    let others = snapshot.pods.iter().filter(|pod| {
        let holds = pod.node.is_some() || pod.nominated.as_ref().is_some_and(waits);
        pod.live && pod.key != wanted.asked && !is_evicted(&pod.key) && holds
    });
    let keys: Vec<&String> = others.map(|pod| &pod.key).collect();
    let without = |gone: &[&String]| -> Vec<Value> {
        let stays = |object: &&Value| !gone.iter().any(|key| is_named(object, "Pod", key));
        objects.iter().filter(stays).cloned().collect()
    };
    let one = keys.iter().filter(|key| wanted.meets(&without(&[key])));
    let mut two = keys.iter().flat_map(|a| keys.iter().map(move |b| [*a, *b]));
    let cost = |key: &&&String| {
        let displaced = wanted.displaced(objects, &without(&[key]));
        let (namespace, name) = key.split_once('/').expect("a key");
        (displaced, namespace.to_owned(), name.to_owned())
    };
    (
        one.min_by_key(cost).map(|key| (*key).clone()),
        two.any(|pair| wanted.meets(&without(&pair))),
    )
}

/// The smallest share by which one request of one container is less; `None` also where init containers make this
/// another sum.
fn request_share(wanted: &Wanted<'_>, objects: &[Value]) -> Option<Costs> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let pod = snapshot.pod(wanted.asked).expect("a pod");
    let mut best = None;
    for resource in RESOURCES {
        let total = of(&pod.request, resource);
        let others = || {
            snapshot
                .pods
                .iter()
                .filter(|other| other.live && other.key != pod.key)
        };
        let held = sums(others().map(|other| of(&other.occupies, resource)));
        let charged = sums(others().map(|other| of(&other.charge, resource)));
        let mut targets = vec![0];
        for node in &snapshot.nodes {
            targets.extend(held.iter().map(|sum| of(&node.allocatable, resource) - sum));
        }
        let mut mins = 0;
        for quota in &snapshot.quotas {
            let least = of(&min(quota), resource);
            mins += least;
            for bound in [Some(least), max(quota, resource)].into_iter().flatten() {
                targets.extend(charged.iter().map(|sum| bound - sum));
            }
        }
        targets.extend(charged.iter().map(|sum| mins - sum));
        for (at, container) in items(&pod.value["spec"]["containers"]).enumerate() {
            let requests: Amounts = reference::pods::amounts(&container["resources"]["requests"]);
            // With a limit that must equal it, two edits are needed.
            let is_exact = resource.contains('/') || resource.starts_with("hugepages");
            if is_exact && !container["resources"]["limits"][resource].is_null() {
                continue;
            }
            let Some(own) = requests.get(resource).copied() else {
                continue;
            };
            for new in targets
                .iter()
                .flat_map(|target| [own - (total - target), own - (total - target) - 1])
            {
                let share = ((new - own).abs(), own.max(1));
                if new < 0 || new >= own || is_dearer(share, best) {
                    continue;
                }
                let edited = with(objects, "Pod", wanted.asked, |pod| {
                    pod["spec"]["containers"][at]["resources"]["requests"][resource] =
                        quantity(resource, new);
                });
                if wanted.meets(&edited) {
                    let displaced = wanted.displaced(objects, &edited);
                    keep(&mut best, (new == 0, displaced, share));
                }
            }
        }
    }
    best
}

/// The cheapest change of a family in an answer.
fn of_family<'a>(answer: &'a Value, family: &str) -> Option<&'a Value> {
    let mut changes = items(&answer["changes"]);
    changes.find(|change| change["cost"]["edits"] == 1 && change["edits"][0]["family"] == family)
}

pub(super) fn share_of(edit: &Value) -> Share {
    let number = |key: &str| i128::from(edit[key].as_i64().expect("a number"));
    ((number("to") - number("from")).abs(), number("from").max(1))
}

/// Whether an answer's change of a family costs what the least change costs. Cpu, memory and storage are rounded, away
/// from the old amount, by at most an eighth.
fn same(found: Option<&Value>, expected: Option<Costs>) -> bool {
    let (Some(change), Some((_, displaced, share))) = (found, expected) else {
        return found.is_none() && expected.is_none();
    };
    let edit = &change["edits"][0];
    let own = share_of(edit);
    let beyond = own.0 * share.1 - share.0 * own.1;
    let is_rounded = matches!(
        edit["subject"].as_str(),
        Some("cpu" | "memory" | "ephemeral-storage")
    );
    let most = if is_rounded {
        i128::from(edit["to"].as_i64().expect("a number")) * share.1
    } else {
        0
    };
    change["cost"]["displaced"] == displaced && beyond >= 0 && beyond * 7 <= most
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "every family of one answer, told in one piece"
)]
fn as_small_as_any_and_as_the_twin_decides() {
    let strategy = pod_sets::pod_set(TINY);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for (number, pod_set) in pod_sets::sampled(worlds(0..240).count(), &strategy)
        .into_iter()
        .enumerate()
    {
        // `kubelet.rs` has these.
        if pod_set.names_its_node() {
            continue;
        }
        let objects = &pod_set.objects;
        let source = text(objects);
        let mut wanted = Wanted {
            asked: &pod_set.asked,
            proposal: number % 2 == 1,
            admitted: true,
            evicts_nobody: number % 4 > 1,
            spares: None,
            on: None,
        };
        let mut scenario = Scenario::new(&source);
        let profile = if wanted.proposal {
            "Proposal"
        } else {
            "Upstream"
        };
        let cycle = json!({"simulatePod": {"pod": wanted.asked, "profile": profile}});
        let before = ask(&mut scenario, &cycle);
        if let Some(victim) = before["victims"][0].as_str() {
            wanted.spares = (number % 3 == 0).then(|| victim.to_owned());
            wanted.admitted = wanted.spares.is_none() || number % 5 != 0;
        }
        if number % 5 == 0 {
            let name = &objects
                .iter()
                .find(|one| one["kind"] == "Node")
                .expect("a node")["metadata"]["name"];
            wanted.on = name.as_str().map(str::to_owned);
        }
        let joined = usize::from(wanted.on.is_some() && wanted.spares.is_some());
        let question = wanted.question();
        let answer = ask(&mut scenario, &question);
        assert_eq!(
            answer["met"],
            wanted.meets(objects),
            "{pod_set:?}{question}"
        );
        assert_eq!(before, ask(&mut scenario, &cycle));
        if answer["met"] == true {
            continue;
        }
        assert_eq!(answer["stopped"], Value::Null);
        for change in items(&answer["changes"]) {
            let edited = after(&source, change);
            let (outcome, met) = wanted.judge(&edited);
            assert!(met, "{pod_set:?}{question} {change}");
            assert_eq!(change["cycle"]["outcome"], outcome);
            let families = items(&change["cost"]["families"]);
            let families: Vec<&str> = families.filter_map(Value::as_str).collect();
            *seen.entry(families.join("+")).or_default() += 1;
            *seen.entry("on and spares".to_owned()).or_default() += joined;
        }
        let context = || format!("{pod_set:?}{question} {answer}");
        let quota = of_family(&answer, "quota");
        let expected = quota_share(&wanted, objects);
        assert!(
            same(quota, expected),
            "quota {quota:?}, {expected:?} {}",
            context()
        );
        let priority = of_family(&answer, "priority").map(|change| share_of(&change["edits"][0]));
        let expected = priority_step(&wanted, objects).map(i128::from);
        assert_eq!(
            priority.map(|step| step.0),
            expected,
            "priority {}",
            context()
        );
        let release = of_family(&answer, "release").map(|change| {
            let name = |key: &str| change["edits"][0]["object"][key].as_str().expect("a name");
            format!("{}/{}", name("namespace"), name("name"))
        });
        let (expected, two) = releases(&wanted, objects, &before["victims"]);
        assert_eq!(release, expected, "release {}", context());
        let is_plain = objects.iter().any(|one| {
            let spec = &one["spec"];
            let plain = ["initContainers", "resources", "overhead"];
            is_named(one, "Pod", wanted.asked) && plain.iter().all(|field| spec[field].is_null())
        });
        if is_plain {
            let request = of_family(&answer, "request");
            let expected = request_share(&wanted, objects);
            assert!(
                same(request, expected),
                "request {request:?}, {expected:?} {}",
                context()
            );
        }
        let found = items(&answer["changes"]).count();
        assert!(found > 0 || !two, "two releases {}", context());
        *seen
            .entry(if found > 0 { "some" } else { "none" }.to_owned())
            .or_default() += 1;
    }
    for (kind, least) in [
        ("quota", 10),
        ("priority", 5),
        ("release", 15),
        ("request", 15),
        ("node", 5),
        ("none", 1),
        ("on and spares", 3),
    ] {
        assert!(
            seen.get(kind).is_some_and(|count| *count >= often(least)),
            "{kind} of {seen:?}"
        );
    }
    assert!(
        seen.keys().any(|families| families.contains('+')),
        "{seen:?}"
    );
}
