//! Selectors that select no pod.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity, TextRange},
    labels::{LabelSlice, Labels},
    names::{Names, Symbol},
    pod::{Pod, PodAffinity, PodAffinityTerm},
    selector::LabelSelector,
    words,
};
use schedscope_options::misspelt::is_misspelt;
use schedscope_pods::{
    matching::{AffinityTerm, NamespaceRule, spread_selector},
    snapshot::PodInfo,
};

use crate::{
    Check, Fact, MOST,
    context::{About, Context, Pods},
    uses::Uses,
};

pub(crate) const CHECK: Check = Check::after(Severity::Warning, rule);

words! {
    /// What a selector selects pods for.
    pub enum SelectorUse {
        /// `topologySpreadConstraints[].labelSelector`: the pods that the constraint counts.
        Spread = "spread",
        /// `labelSelector` of a term of `podAffinity`.
        Affinity = "affinity",
        /// `labelSelector` of a term of `podAntiAffinity`.
        AntiAffinity = "anti-affinity",
        /// `spec.selector` of a `PodDisruptionBudget`.
        Budget = "budget",
        /// `spec.selector` of a `Service`.
        Service = "service",
    }
}

/// A selector that selects no pod of the input, or, of a spread constraint or anti-affinity, other pods and not the pod
/// that has it.
#[answer(Eq)]
pub struct IdleSelector {
    /// What it selects pods for.
    pub selects: SelectorUse,
    /// The object with the selector.
    pub object: ObjectName,
    /// The path of the selector.
    pub path: String,
    /// The range of the selector; of one that is absent, that of its parent.
    pub range: Option<TextRange>,
    /// Whether the object lacks the selector.
    pub is_absent: bool,
    /// Whether it matches other pods, and only not the pod that has it.
    pub matches_others: bool,
    /// The namespaces that its term names.
    pub namespaces: Vec<String>,
    /// A namespace with pods that it would match, where it does not look; `null`: none.
    pub elsewhere: Option<String>,
    /// The labels of the pod that has it, as `key=value`; empty for a `PodDisruptionBudget` and a `Service`.
    pub labels: Vec<String>,
    /// The label that was probably meant; `null`: no label differs little.
    pub near: Option<NearLabel>,
}

/// A label of a pod that differs little from one that a selector requires.
#[answer(Eq)]
pub struct NearLabel {
    /// What the selector requires, as `key=value`, or `key` where any value will do.
    pub required: String,
    /// The label of the pod, as `key=value`.
    pub label: String,
}

/// A selector of a pod, with its path below the pod.
struct PodSelector<'a> {
    selects: SelectorUse,
    path: String,
    /// The term; a spread constraint as a term of the pod's own namespace.
    term: Cow<'a, PodAffinityTerm>,
}

/// O(pods x selectors), and O(distinct labels) for each distinct selector that does not match its own pod.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let mut found = match &pods.uses {
        Uses::Counts(_) => Vec::new(),
        Uses::Whole | Uses::Lists => {
            let all = pods.snapshot.pods.iter().filter(|info| info.is_live());
            of_pods(context, pods, all)
        }
        Uses::Schedules(of) => of_pods(context, pods, of.pods.iter().copied()),
    };
    if !matches!(pods.uses, Uses::Counts(_)) {
        found.extend(of_objects(context, pods));
    }
    found.truncate(MOST);
    for selector in &mut found {
        let (object, path) = (&selector.object, &selector.path);
        selector.range = context.reader.locate(object, path, context.encoding);
    }
    let found = found.into_iter();
    found.map(|data| Fact::IdleSelector { data }).collect()
}

/// The labels of all live pods and of all templates, each once.
struct Population<'a>(Vec<(Symbol, &'a Labels)>);

impl<'a> Population<'a> {
    /// O(pods + workloads).
    fn of(pods: &Pods<'a>) -> Self {
        let live = pods.snapshot.pods.iter().filter(|info| info.is_live());
        let live = live.map(|info| (info.pod.namespace, &info.pod.labels));
        let workloads = pods.snapshot.workloads.iter();
        let templates = workloads.map(|one| (one.template.namespace, &one.template.labels));
        let mut known = FxHashSet::default();
        let all = live.chain(templates);
        Self(
            all.filter(|(at, labels)| known.insert((*at, &labels.0)))
                .collect(),
        )
    }

    /// The first namespace by name with pods that a selector matches; `None` for a selector that matches all pods.
    /// O(distinct labels).
    fn namespace_of(&self, selector: &LabelSelector, names: &Names) -> Option<String> {
        let compiled = selector.compile(names).ok()?;
        let matching = self.0.iter().filter(|(_, labels)| {
            !selector.is_empty() && compiled.matches(labels.as_slice(), names)
        });
        let first = matching.map(|(at, _)| &names[*at]).min()?;
        Some(first.to_owned())
    }

    fn of_namespace(&self, namespace: Symbol) -> impl Iterator<Item = &'a Labels> {
        let all = self.0.iter().copied();
        all.filter_map(move |(at, labels)| (at == namespace).then_some(labels))
    }
}

/// The selectors of pods; of a workload's pods, those of its template once.
fn of_pods<'a>(
    context: &Context<'_>,
    pods: &'a Pods<'_>,
    infos: impl Iterator<Item = &'a PodInfo>,
) -> Vec<IdleSelector> {
    let objects = context.reader.objects();
    let matching = pods.snapshot.matching(&objects.names);
    let mut population = None;
    let mut workloads = FxHashSet::default();
    let mut others = FxHashMap::default();
    let mut found = Vec::new();
    for info in infos {
        let is_again = |replica| !workloads.insert(replica);
        if info.replica.map(|one| one.workload).is_some_and(is_again) {
            continue;
        }
        let (pod, labels) = (&info.pod, info.pod.labels.as_slice());
        for PodSelector {
            selects,
            path,
            term,
        } in selectors(pod)
        {
            let ready = AffinityTerm::new(&term, pod.namespace, &objects.names);
            let matches = |namespace, labels| {
                ready.matches(namespace, labels, NamespaceRule::Labels, matching)
            };
            if matches(pod.namespace, labels) || is_left_to_others(&term, labels, &objects.names) {
                continue;
            }
            let population = population.get_or_insert_with(|| Population::of(pods));
            let near = term.selector.as_ref();
            let near = near.and_then(|one| nearest(one, labels, &objects.names));
            let namespaces = term.namespaces.iter();
            let namespaces = namespaces
                .map(|one| objects.names[*one].to_owned())
                .collect();
            let is_absent = term.selector.is_none();
            let key = (pod.namespace, term.clone().into_owned());
            let matches_others = *others.entry(key).or_insert_with(|| {
                let mut all = population.0.iter();
                all.any(|(namespace, labels)| matches(*namespace, labels.as_slice()))
            });
            let elsewhere = term.selector.as_ref().filter(|_| !matches_others);
            let elsewhere = elsewhere.and_then(|one| population.namespace_of(one, &objects.names));
            let near = near.or_else(|| {
                let selector = term.selector.as_ref().filter(|_| !matches_others)?;
                let is_there = |at| match &*term.namespaces {
                    [] => at == pod.namespace,
                    all => all.contains(&at),
                };
                let mut all = population.0.iter().filter(|(at, _)| is_there(*at));
                all.find_map(|(_, labels)| {
                    nearest_of_one(selector, labels.as_slice(), &objects.names)
                })
            });
            let misleads = match selects {
                _ if !matches_others => true,
                SelectorUse::Spread => true,
                // To keep away from other pods is an ordinary wish.
                SelectorUse::AntiAffinity => near.as_ref().is_some_and(is_mistaken),
                _ => false,
            };
            if !misleads {
                continue;
            }
            let template = if info.replica.is_some() {
                "spec.template."
            } else {
                ""
            };
            found.push(IdleSelector {
                selects,
                object: info.object(objects),
                path: [template, &path].concat(),
                range: None,
                is_absent,
                matches_others,
                namespaces,
                elsewhere,
                labels: texts(labels, &objects.names),
                near,
            });
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// The selectors of a pod that can match pods.
fn selectors(pod: &Pod) -> Vec<PodSelector<'_>> {
    let Some(constraints) = &pod.constraints else {
        return Vec::new();
    };
    let spread = constraints.topology_spread.iter().enumerate();
    let spread = spread.map(|(at, constraint)| PodSelector {
        selects: SelectorUse::Spread,
        path: format!("spec.topologySpreadConstraints[{at}].labelSelector"),
        term: Cow::Owned(PodAffinityTerm {
            selector: spread_selector(constraint, pod).map(Cow::into_owned),
            topology_key: constraint.topology_key,
            ..PodAffinityTerm::default()
        }),
    });
    // What an empty one counts depends on the release of Kubernetes.
    let is_empty = |term: &PodAffinityTerm| {
        let selector = term.selector.as_ref();
        selector.is_some_and(LabelSelector::is_empty)
    };
    let mut all: Vec<_> = spread.filter(|one| !is_empty(&one.term)).collect();
    for (selects, field, affinity) in [
        (
            SelectorUse::Affinity,
            "podAffinity",
            &constraints.pod_affinity,
        ),
        (
            SelectorUse::AntiAffinity,
            "podAntiAffinity",
            &constraints.pod_anti_affinity,
        ),
    ] {
        all.extend(terms(affinity).map(|(path, term)| PodSelector {
            selects,
            path: format!("spec.affinity.{field}.{path}.labelSelector"),
            term: Cow::Borrowed(term),
        }));
    }
    all
}

/// The terms, with their paths.
fn terms(affinity: &PodAffinity) -> impl Iterator<Item = (String, &PodAffinityTerm)> {
    let required = affinity.required.iter().enumerate();
    let preferred = affinity.preferred.iter().enumerate();
    let required = required.map(|(at, term)| {
        let path = format!("requiredDuringSchedulingIgnoredDuringExecution[{at}]");
        (path, term)
    });
    required.chain(preferred.map(|(at, weighted)| {
        let path = format!("preferredDuringSchedulingIgnoredDuringExecution[{at}].podAffinityTerm");
        (path, &weighted.term)
    }))
}

/// Whether a term is about other pods by what it excludes, as `mismatchLabelKeys` does: all else matches its own pod.
/// Or it is not valid, which is a fault of its own.
fn is_left_to_others(term: &PodAffinityTerm, labels: LabelSlice<'_>, names: &Names) -> bool {
    let Some(written) = &term.selector else {
        return false;
    };
    let Ok(selector) = written.compile(names) else {
        return true;
    };
    let excludes = |at: usize| {
        let at = at.checked_sub(written.match_labels.len());
        let requirement = at.and_then(|at| written.match_expressions.get(at));
        requirement.is_some_and(|one| matches!(&*one.operator, "NotIn" | "DoesNotExist"))
    };
    let failed = selector.findings(labels, names);
    let mut failed = failed
        .iter()
        .enumerate()
        .filter(|(_, one)| !one.holds)
        .peekable();
    failed.peek().is_some() && failed.all(|(at, _)| excludes(at))
}

/// The selectors of budgets and of Services. Of an answer about one pod, those that miss it narrowly.
fn of_objects(context: &Context<'_>, pods: &Pods<'_>) -> Vec<IdleSelector> {
    let objects = context.reader.objects();
    let names = &objects.names;
    let budgets = objects.disruption_budgets.iter().map(|budget| {
        let selector = budget.selector.as_ref().map(Cow::Borrowed);
        (
            SelectorUse::Budget,
            (budget.namespace, budget.name),
            selector,
        )
    });
    let services = objects.services.iter().filter_map(|service| {
        let selector = service.selector.as_ref().filter(|one| !one.0.is_empty())?;
        let selector = LabelSelector {
            match_labels: selector.0.to_vec(),
            match_expressions: Vec::new(),
        };
        let id = (service.namespace, service.name);
        Some((SelectorUse::Service, id, Some(Cow::Owned(selector))))
    });
    let mut population = None;
    let mut found = Vec::new();
    for (selects, (namespace, name), selector) in budgets.chain(services) {
        let population = population.get_or_insert_with(|| Population::of(pods));
        let mut here = population.of_namespace(namespace).peekable();
        let is_without_pods = here.peek().is_none();
        let compiled = selector.as_ref().map(|one| one.compile(names));
        let matches = |labels: &Labels| match &compiled {
            None => false,
            Some(compiled) => {
                let compiled = compiled.as_ref();
                compiled.map_or(true, |one| one.matches(labels.as_slice(), names))
            }
        };
        if here.any(matches) {
            continue;
        }
        let elsewhere = selector.as_ref();
        let elsewhere = elsewhere.and_then(|one| population.namespace_of(one, names));
        // The pods of the namespace may be missing.
        if is_without_pods && elsewhere.is_none() {
            continue;
        }
        let near = |labels: &Labels| nearest_of_one(selector.as_ref()?, labels.as_slice(), names);
        let near = match &pods.uses {
            Uses::Schedules(of) if pods.is_of_one() => {
                let mut own = of
                    .pods
                    .iter()
                    .filter(|info| info.pod.namespace == namespace);
                own.find_map(|info| near(&info.pod.labels))
            }
            _ => population.of_namespace(namespace).find_map(near),
        };
        // Of the Services of a cluster, many select pods that it does not have.
        if near.is_none() && (pods.is_of_one() || selects == SelectorUse::Service) {
            continue;
        }
        let kind = match selects {
            SelectorUse::Service => "Service",
            _ => "PodDisruptionBudget",
        };
        found.push(IdleSelector {
            selects,
            object: ObjectName {
                kind: kind.to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            },
            path: "spec.selector".to_owned(),
            range: None,
            is_absent: selector.is_none(),
            matches_others: false,
            namespaces: Vec::new(),
            elsewhere,
            labels: Vec::new(),
            near,
        });
    }
    found
}

/// The labels, as `kubectl get --show-labels` prints them.
fn texts(labels: LabelSlice<'_>, names: &Names) -> Vec<String> {
    let labels = labels.0.iter();
    labels
        .map(|(key, value)| text(&names[*key], &names[*value]))
        .collect()
}

fn text(key: &str, value: &str) -> String {
    [key, "=", value].concat()
}

/// The label of a pod that is near the only requirement that the pod does not meet.
fn nearest_of_one(
    selector: &LabelSelector,
    labels: LabelSlice<'_>,
    names: &Names,
) -> Option<NearLabel> {
    let findings = selector.compile(names).ok()?.findings(labels, names);
    let failed = findings.iter().filter(|one| !one.holds).count();
    (failed == 1).then(|| nearest(selector, labels, names))?
}

/// The label of a pod that is near the first requirement that the pod does not meet. O(requirements x labels).
fn nearest(selector: &LabelSelector, labels: LabelSlice<'_>, names: &Names) -> Option<NearLabel> {
    let findings = selector.compile(names).ok()?.findings(labels, names);
    let of_labels = selector.match_labels.iter();
    let of_labels = of_labels.map(|(key, value)| (*key, std::slice::from_ref(value), "In"));
    let expressions = selector.match_expressions.iter();
    let expressions = expressions.map(|one| (one.key, &*one.values, &*one.operator));
    let mut failed = of_labels
        .chain(expressions)
        .zip(&findings)
        .filter(|(_, finding)| !finding.holds);
    failed.find_map(|((key, values, operator), _)| match operator {
        "In" => near_value(key, values, labels, names),
        "Exists" => {
            let mut all = labels.0.iter();
            let (own, value) = all.find(|(own, _)| is_misspelt(&names[key], &names[*own]))?;
            Some(NearLabel {
                required: names[key].to_owned(),
                label: text(&names[*own], &names[*value]),
            })
        }
        _ => None,
    })
}

/// The label whose value is nearly one of these, or that has one of them under a key that is nearly this one, or under
/// any other.
fn near_value(
    key: Symbol,
    values: &[Symbol],
    labels: LabelSlice<'_>,
    names: &Names,
) -> Option<NearLabel> {
    let is_near = |one: Symbol, own: Symbol| is_misspelt(&names[one], &names[own]);
    let near = |required: Symbol, (own, value): (Symbol, Symbol)| NearLabel {
        required: text(&names[key], &names[required]),
        label: text(&names[own], &names[value]),
    };
    let own = |fits: &dyn Fn(Symbol, Symbol, Symbol) -> bool| {
        labels.0.iter().find_map(|(own, value)| {
            let mut required = values.iter();
            let required = required.find(|required| fits(*own, *value, **required))?;
            Some(near(*required, (*own, *value)))
        })
    };
    own(&|at, value, required| at == key && is_near(required, value))
        .or_else(|| own(&|at, value, required| is_near(key, at) && required == value))
        .or_else(|| own(&|at, value, required| is_near(key, at) && is_near(required, value)))
        .or_else(|| {
            own(&|at, value, required| at != key && required == value && is_word(&names[value]))
        })
}

/// Whether a value says what it is the name of: not `true`, `1` or the like.
fn is_word(value: &str) -> bool {
    value.len() > 2 && !matches!(value, "true" | "false") && value.parse::<f64>().is_err()
}

/// Whether the difference is probably a mistake where other pods have what is required: `web-1` and `web-2` are names
/// of two things.
fn is_mistaken(near: &NearLabel) -> bool {
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    letters(&near.required) != letters(&near.label)
}
