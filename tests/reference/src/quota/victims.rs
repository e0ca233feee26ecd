//! Whom a pod may evict on one node, and which node costs the least.

use std::cmp::Reverse;

use serde_json::Value;

use super::{
    super::pods::{
        Amounts, ClusterSnapshot, Node, Pod,
        filters::{View, volumes},
        fit::Misfit,
        selector,
    },
    Admission,
    quotas::{Rejection, governing, over_aggregated_min, over_max, over_min},
};

/// What came of evicting others on a node.
#[derive(Clone, Debug)]
pub enum Attempt {
    Candidate(Candidate),
    NoVictims,
    Misfit(Misfit),
    Quota(Rejection),
    /// A filter fails, with this message.
    Failed(String),
    /// Upstream takes this pod out twice.
    Error(Pod),
    /// The same, understood: a quota rejects the pod with this one in and out.
    Contradiction(Pod, Rejection),
}

#[derive(Clone, Debug)]
pub struct Candidate {
    /// Most important first.
    pub victims: Vec<Pod>,
    /// In the order in which they were put back.
    pub reprieved: Vec<Pod>,
    pub violations: usize,
}

impl Attempt {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Candidate(_) => "Success",
            Self::NoVictims => "UnschedulableAndUnresolvable",
            Self::Misfit(misfit) => misfit.code(),
            Self::Quota(_) | Self::Contradiction(..) => "Unschedulable",
            Self::Error(_) | Self::Failed(_) => "Error",
        }
    }
}

/// Whether the rules let a pod go, as the snapshot is then.
pub fn may_evict(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    admission: &Admission,
    other: &Pod,
) -> bool {
    let theirs = governing(snapshot, &other.namespace).is_some();
    match (admission.has_quota, theirs) {
        (true, true) if admission.over_min => {
            other.namespace == pod.namespace && other.priority < pod.priority
        }
        (true, true) => other.namespace != pod.namespace && over_min(snapshot, &other.namespace),
        (false, false) => other.priority < pod.priority,
        _ => false,
    }
}

/// Whether a quota still says no with some usage: the pod alone, or with who is nominated.
pub fn exceeded(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    admission: &Admission,
    own: &Amounts,
    all: &Amounts,
) -> Option<Rejection> {
    if !admission.has_quota {
        return None;
    }
    over_max(snapshot, &pod.namespace, own).or_else(|| over_aggregated_min(snapshot, all))
}

/// As `sort.Slice` of Go sorts up to 12 items.
fn go_sort<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// `MoreImportantPod`. The clock is read for a pod without a start time, for the first pod before the second: of two
/// such pods each is more important.
fn is_more_important(one: &Pod, two: &Pod) -> bool {
    let start = |pod: &Pod, moment: &str| {
        let start = pod.start.as_deref().unwrap_or(moment);
        // Whoever is bound while pods are played starts later than all that had started.
        (pod.bound, pod.start.is_none(), start.to_owned())
    };
    if one.priority != two.priority {
        return one.priority > two.priority;
    }
    start(one, "1") < start(two, "2")
}

/// Pods of a node in the order in which a scheduler tries to evict them; they come in the order of the text.
pub fn walk(mut pods: Vec<Pod>) -> Vec<Pod> {
    go_sort(&mut pods, |one, two| !is_more_important(one, two));
    pods
}

/// Evicts whom the rules let go on a node, and puts back who need not go.
pub fn attempt(
    view: &View,
    node: &Node,
    pod: &Pod,
    admission: &Admission,
    proposal: bool,
) -> Attempt {
    let mut view = view.clone();
    let mut gone: Vec<Pod> = Vec::new();
    for other in walk(view.now.on(&node.name).cloned().collect()) {
        if may_evict(&view.now, pod, admission, &other) {
            view.remove(&other);
            gone.push(other);
        }
    }
    if gone.is_empty() {
        return Attempt::NoVictims;
    }
    if let Some(misfit) = view.misfit(node, pod) {
        if volumes::is_failure(&misfit) {
            return Attempt::Failed(view.failure(node, pod));
        }
        return Attempt::Misfit(misfit);
    }
    let bare = &admission.request;
    if let Some(rejection) = exceeded(&view.now, pod, admission, bare, bare) {
        return Attempt::Quota(rejection);
    }
    go_sort(&mut gone, is_more_important);
    let flags = violations(&view.now.budgets, &gone);
    let mut candidate = Candidate {
        victims: Vec::new(),
        reprieved: Vec::new(),
        violations: 0,
    };
    for wanted in [true, false] {
        for (other, violates) in gone.iter().zip(&flags) {
            if *violates != wanted {
                continue;
            }
            view.put(other);
            let fits = view.misfit(node, pod).is_none();
            if !fits {
                view.remove(other);
                candidate.violations += usize::from(*violates);
            }
            let rejection = exceeded(&view.now, pod, admission, &admission.own, &admission.all);
            if let Some(rejection) = rejection {
                if !fits {
                    let other = other.clone();
                    return if proposal {
                        Attempt::Contradiction(other, rejection)
                    } else {
                        Attempt::Error(other)
                    };
                }
                view.remove(other);
                candidate.victims.push(other.clone());
            } else if fits {
                candidate.reprieved.push(other.clone());
            } else {
                candidate.victims.push(other.clone());
            }
        }
    }
    if flags.contains(&true) && flags.contains(&false) {
        go_sort(&mut candidate.victims, is_more_important);
    }
    Attempt::Candidate(candidate)
}

/// Which evictions violate a budget; the pods come most important first.
pub fn violations(budgets: &[Value], pods: &[Pod]) -> Vec<bool> {
    let mut left: Vec<i64> = budgets
        .iter()
        .map(|budget| budget["status"]["disruptionsAllowed"].as_i64().unwrap_or(0))
        .collect();
    let mut flags = Vec::new();
    for pod in pods {
        let labels = &pod.value["metadata"]["labels"];
        let labelled = labels.as_object().is_some_and(|labels| !labels.is_empty());
        let mut violates = false;
        for (budget, left) in budgets.iter().zip(&mut left) {
            let disrupted = budget["status"]["disruptedPods"].get(&pod.name).is_some();
            if labelled
                && budget["metadata"]["namespace"] == pod.namespace.as_str()
                && selector::budget(&budget["spec"]["selector"], labels)
                && !disrupted
            {
                *left -= 1;
                violates |= *left < 0;
            }
        }
        flags.push(violates);
    }
    flags
}

/// What evicting costs; less is better.
fn cost(candidate: &Candidate) -> impl Ord + use<> {
    let priorities = candidate.victims.iter().map(|victim| victim.priority);
    let highest = priorities.clone().max();
    let sum: i64 = priorities.map(|priority| priority + (1 << 31)).sum();
    let top = candidate
        .victims
        .iter()
        .filter(|victim| Some(victim.priority) == highest);
    let earliest = top
        .map(|victim| (victim.start.is_none(), victim.start.clone()))
        .min();
    (
        candidate.violations,
        highest,
        sum,
        candidate.victims.len(),
        Reverse(earliest),
    )
}

/// The candidates that cost the least, by name.
pub fn cheapest(attempts: &[(String, Attempt)]) -> Vec<String> {
    let candidates = attempts.iter().filter_map(|(node, attempt)| match attempt {
        Attempt::Candidate(candidate) => Some((node, cost(candidate))),
        _ => None,
    });
    let candidates: Vec<_> = candidates.collect();
    let least = candidates.iter().map(|(_, cost)| cost).min();
    let mut best: Vec<String> = candidates
        .iter()
        .filter(|(_, cost)| Some(cost) == least)
        .map(|(node, _)| (*node).clone())
        .collect();
    best.sort();
    best
}
