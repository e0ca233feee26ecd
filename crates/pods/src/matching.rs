//! Pod affinity terms and spread constraints, ready to match pods.
//!
//! Source: `pkg/scheduler/framework/types.go`, `plugins/interpodaffinity`, `plugins/podtopologyspread` of
//! Kubernetes 1.35.

use std::{borrow::Cow, sync::Arc};

use rustc_hash::FxHashMap;
use schedscope_objects::{
    cluster_context::Namespace,
    labels::LabelSlice,
    names::{Names, Symbol},
    pod::{Pod, PodAffinity, PodAffinityTerm, TopologySpreadConstraint, WeightedPodAffinityTerm},
    selector::{LabelSelector, Requirement, Selector},
};

/// The labels of the namespaces of a text.
#[derive(Clone, Debug, Default)]
pub struct NamespaceLabels(FxHashMap<Symbol, Arc<Namespace>>);

impl NamespaceLabels {
    /// The labels of these namespaces. Of several objects with one name the first counts.
    pub fn new(namespaces: &[Arc<Namespace>]) -> Self {
        let mut labels = FxHashMap::default();
        for namespace in namespaces {
            labels
                .entry(namespace.name)
                .or_insert_with(|| Arc::clone(namespace));
        }
        Self(labels)
    }

    /// The labels of a namespace; a namespace without an object has none.
    pub fn of(&self, namespace: Symbol) -> LabelSlice<'_> {
        let found = self.0.get(&namespace);
        found.map_or(LabelSlice(&[]), |namespace| namespace.labels.as_slice())
    }

    /// Whether there is an object for a namespace.
    pub fn knows(&self, namespace: Symbol) -> bool {
        self.0.contains_key(&namespace)
    }
}

/// The context for matching terms, besides the pod.
#[derive(Clone, Copy, Debug)]
pub struct MatchContext<'a> {
    /// The texts of symbols.
    pub names: &'a Names,
    pub namespaces: &'a NamespaceLabels,
}

/// Which pods the `namespaceSelector` of a term covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamespaceRule {
    /// The pods of the namespaces whose labels it matches.
    Labels,
    /// Those, and those of every namespace if it matches an empty set of labels: a fault of Kubernetes 1.35 in terms of
    /// the incoming pod.
    LabelsOrNone,
}

/// A term of pod affinity or anti-affinity, ready to match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffinityTerm {
    /// `topologyKey`.
    pub key: Symbol,
    /// `None`: absent or not valid, which matches no pod.
    selector: Option<Selector>,
    /// The namespaces by name; the owner's own where the term names none in any way.
    namespaces: Box<[Symbol]>,
    /// `None`: absent or not valid, which covers no further namespace.
    namespace_selector: Option<Selector>,
    /// The selector of namespaces has requirements, and holds without any label.
    holds_without_labels: bool,
}

impl AffinityTerm {
    /// The term of a pod of the namespace `owner`. O(requirements).
    pub fn new(term: &PodAffinityTerm, owner: Symbol, names: &Names) -> Self {
        let compile = |selector: &LabelSelector| selector.compile(names).ok();
        let is_own = term.namespaces.is_empty() && term.namespace_selector.is_none();
        let namespace_selector = term.namespace_selector.as_ref().and_then(compile);
        Self {
            key: term.topology_key,
            selector: term.selector.as_ref().and_then(compile),
            namespaces: if is_own {
                [owner].into()
            } else {
                term.namespaces.clone()
            },
            holds_without_labels: namespace_selector.as_ref().is_some_and(|selector| {
                !selector.is_empty() && selector.matches(LabelSlice(&[]), names)
            }),
            namespace_selector,
        }
    }

    /// Whether the fault of [`NamespaceRule::LabelsOrNone`] can change what the term matches.
    pub fn is_faulty(&self) -> bool {
        self.holds_without_labels
    }

    /// Whether the pods of a namespace are covered. O(namespaces + requirements).
    pub fn covers(&self, namespace: Symbol, rule: NamespaceRule, on: MatchContext<'_>) -> bool {
        if self.namespaces.contains(&namespace) {
            return true;
        }
        if rule == NamespaceRule::LabelsOrNone && self.holds_without_labels {
            return true;
        }
        let matches = |selector: &Selector| selector.matches(on.namespaces.of(namespace), on.names);
        self.namespace_selector.as_ref().is_some_and(matches)
    }

    /// Whether a pod with these labels in that namespace is matched. O(namespaces + requirements x labels).
    pub fn matches(
        &self,
        namespace: Symbol,
        labels: LabelSlice<'_>,
        rule: NamespaceRule,
        on: MatchContext<'_>,
    ) -> bool {
        self.selector
            .as_ref()
            .is_some_and(|selector| selector.matches(labels, on.names))
            && self.covers(namespace, rule, on)
    }
}

/// A preferred term, ready to match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightedTerm {
    /// `weight`.
    pub weight: i32,
    pub term: AffinityTerm,
}

/// All pod affinity terms of a pod, ready to match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffinityTerms {
    /// Required terms of pod affinity.
    pub affinity: Box<[AffinityTerm]>,
    /// Required terms of pod anti-affinity.
    pub anti_affinity: Box<[AffinityTerm]>,
    /// Preferred terms of pod affinity.
    pub preferred: Box<[WeightedTerm]>,
    /// Preferred terms of pod anti-affinity.
    pub avoided: Box<[WeightedTerm]>,
}

impl AffinityTerms {
    /// The terms of a pod. O(requirements).
    pub fn new(pod: &Pod, names: &Names) -> Self {
        let Some(constraints) = &pod.constraints else {
            return Self::default();
        };
        let required = |affinity: &PodAffinity| {
            let terms = affinity.required.iter();
            terms
                .map(|term| AffinityTerm::new(term, pod.namespace, names))
                .collect()
        };
        let weighted = |term: &WeightedPodAffinityTerm| WeightedTerm {
            weight: term.weight,
            term: AffinityTerm::new(&term.term, pod.namespace, names),
        };
        let preferred = |affinity: &PodAffinity| affinity.preferred.iter().map(weighted).collect();
        Self {
            affinity: required(&constraints.pod_affinity),
            anti_affinity: required(&constraints.pod_anti_affinity),
            preferred: preferred(&constraints.pod_affinity),
            avoided: preferred(&constraints.pod_anti_affinity),
        }
    }

    /// Whether it has no terms.
    pub fn is_empty(&self) -> bool {
        self.affinity.is_empty()
            && self.anti_affinity.is_empty()
            && self.preferred.is_empty()
            && self.avoided.is_empty()
    }

    /// Whether there is a required one.
    pub fn has_required(&self) -> bool {
        !self.affinity.is_empty() || !self.anti_affinity.is_empty()
    }
}

/// The selector of a spread constraint of a pod, with the values of its `matchLabelKeys`; `None`: absent.
/// O(requirements).
pub fn spread_selector<'c>(
    constraint: &'c TopologySpreadConstraint,
    pod: &Pod,
) -> Option<Cow<'c, LabelSelector>> {
    let mut selector = Cow::Borrowed(constraint.selector.as_ref()?);
    for key in &constraint.match_label_keys {
        if let Some(value) = pod.labels.get(*key) {
            selector.to_mut().match_expressions.push(Requirement {
                key: *key,
                operator: "In".to_owned(),
                values: vec![value],
            });
        }
    }
    Some(selector)
}

/// A constraint of `topologySpreadConstraints`, ready to match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpreadConstraint {
    /// `topologyKey`.
    pub key: Symbol,
    /// `maxSkew`.
    pub max_skew: i64,
    /// `minDomains`.
    pub min_domains: usize,
    /// `whenUnsatisfiable` is `DoNotSchedule`.
    pub is_hard: bool,
    /// `nodeAffinityPolicy` is `Honor`.
    pub honors_node_affinity: bool,
    /// `nodeTaintsPolicy` is `Honor`.
    pub honors_node_taints: bool,
    /// With `matchLabelKeys`. `None`: absent or not valid, which matches no pod.
    selector: Option<Selector>,
}

impl SpreadConstraint {
    /// The constraint of a pod, with the values of its `matchLabelKeys`. O(requirements).
    pub fn new(constraint: &TopologySpreadConstraint, pod: &Pod, names: &Names) -> Self {
        let selector = spread_selector(constraint, pod);
        let selector = selector.and_then(|selector| selector.compile(names).ok());
        Self {
            key: constraint.topology_key,
            max_skew: i64::from(constraint.max_skew),
            min_domains: usize::try_from(constraint.min_domains).unwrap_or(1),
            is_hard: constraint.is_hard,
            honors_node_affinity: constraint.honors_node_affinity,
            honors_node_taints: constraint.honors_node_taints,
            selector,
        }
    }

    /// Whether the selector has no requirement: then it matches every pod, but pods on nodes are not counted.
    pub fn counts_nothing(&self) -> bool {
        self.selector.as_ref().is_none_or(Selector::is_empty)
    }

    /// Whether labels are matched; pods of other namespaces never are. O(requirements x labels).
    pub fn matches(&self, labels: LabelSlice<'_>, names: &Names) -> bool {
        self.selector
            .as_ref()
            .is_some_and(|selector| selector.matches(labels, names))
    }
}

#[cfg(test)]
mod tests;
