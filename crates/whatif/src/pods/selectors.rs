//! Edits of what a pod requires of its node, and of the labels that it requires.

use schedscope_objects::{
    names::Symbol,
    node::Node,
    pod::{NodeRequirement, NodeSelectorTerm, Pod},
};
use schedscope_pods::{
    fit::{gates, matches_term},
    snapshot::PodInfo,
};

use super::{
    others::{HOSTNAME, node_name},
    space::{EditSource, new_edit},
};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Candidate};

/// The value for a label that only has to exist.
const ANY: &str = "true";

/// The maximum number of choices of values for one term on one node.
const MOST_CHOICES: usize = 64;

/// The lists of a term: over labels, and over the name of the node.
const LABELS: &str = "matchExpressions";
const FIELDS: &str = "matchFields";

/// The path of the required terms of node affinity.
const REQUIRED: &str = "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";

/// The key of a label with the values that it may get; `None` removes the label.
type Wanted = (Symbol, Vec<Option<String>>);

/// A requirement that a node does not meet: its list, its index there, and the requirement.
type Failing<'a> = (&'static str, usize, &'a NodeRequirement);

impl EditSource<'_> {
    /// Removes one requirement of `nodeSelector` or of a term of node affinity, or all requirements of either; adds a
    /// value to an `In`; removes all scheduling gates; requires the name of a wanted node.
    pub(super) fn predicates(self, info: &PodInfo) -> Vec<Candidate> {
        let mut edits: Vec<Edit> = self.gates(info).into_iter().collect();
        edits.extend(self.hostname(info));
        for node in self.focal_nodes() {
            let found = [self.selector(info, node), self.terms(info, node)];
            for edit in found.into_iter().flatten() {
                if !edits.contains(&edit) {
                    edits.push(edit);
                }
            }
        }
        edits.into_iter().map(|edit| vec![edit]).collect()
    }

    /// Adds the name of the wanted node to `nodeSelector`, so that the pod does not land on a node that scores higher.
    fn hostname(self, info: &PodInfo) -> Option<Edit> {
        let names = &self.objects.names;
        let wanted = self.want.on.as_ref()?;
        let node = self.focal_nodes().next()?;
        let hostname = names.get(HOSTNAME)?;
        let label = node.labels.get(hostname)?;
        let is_free = info.pod.node_selector.get(hostname).is_none();
        (is_free && names[label] == **wanted).then(|| {
            let way = ["nodeSelector", HOSTNAME].map(key_step);
            self.pod_edit(info, &way, (None, Some(Value::text(wanted))), 1)
        })
    }

    /// Removes the scheduling gates of the pod.
    fn gates(self, info: &PodInfo) -> Option<Edit> {
        let names = &self.objects.names;
        let gates = gates(&info.pod);
        let gate = |name: &Symbol| Value::map([("name", Value::text(&names[*name]))]);
        let old = Value::List(gates.iter().map(gate).collect());
        (!gates.is_empty()).then(|| {
            let way = [key_step("schedulingGates")];
            self.pod_edit(info, &way, (Some(old), None), gates.len())
        })
    }

    /// Edits of `nodeSelector`.
    fn selector(self, info: &PodInfo, node: &Node) -> Vec<Edit> {
        let names = &self.objects.names;
        let lacking: Vec<(Symbol, Symbol)> = lacking(&info.pod, node).collect();
        let single = lacking.iter().map(|(key, value)| {
            let way = ["nodeSelector", &names[*key]].map(key_step);
            self.pod_edit(info, &way, (Some(Value::text(&names[*value])), None), 1)
        });
        let mut edits: Vec<Edit> = single.collect();
        if edits.len() > 1 {
            let all = info.pod.node_selector.0.iter();
            let count = all.len();
            let all = all.map(|(key, value)| (names[*key].to_owned(), Value::text(&names[*value])));
            let old = Value::Map(all.collect());
            edits.push(self.pod_edit(info, &[key_step("nodeSelector")], (Some(old), None), count));
        }
        edits
    }

    /// Edits of the required terms of node affinity.
    fn terms(self, info: &PodInfo, node: &Node) -> Vec<Edit> {
        let names = &self.objects.names;
        let mut edits = Vec::new();
        let terms = info.pod.node_affinity.as_deref().unwrap_or_default();
        if terms.is_empty() || terms.iter().any(|term| matches_term(term, node, names)) {
            return edits;
        }
        // A `DaemonSet` creates a pod for one node, which the affinity names.
        let owner = info.pod.owner.filter(|owner| owner.controls);
        let is_daemon = owner.is_some_and(|owner| names[owner.kind] == *"DaemonSet");
        if is_daemon && terms.iter().any(|term| !term.fields.is_empty()) {
            return edits;
        }
        for (index, term) in terms.iter().enumerate() {
            for (list, at, requirement) in self.failing(term, node) {
                let mut way = path(REQUIRED);
                way.push(key_step("nodeSelectorTerms"));
                way.push(Step::Index(index));
                way.push(key_step(list));
                way.push(Step::Index(at));
                let actual = node.labels.get(requirement.key);
                let is_in = list == LABELS && &names[requirement.operator] == "In";
                if let Some(actual) = actual.filter(|_| is_in) {
                    let value = [key_step("values"), Step::Index(requirement.values.len())];
                    let new = Some(Value::text(&names[actual]));
                    let edit = self.pod_edit(info, &[&way[..], &value].concat(), (None, new), 1);
                    edits.push(Edit {
                        subject: names[requirement.key].to_owned(),
                        ..edit
                    });
                }
                // A term without requirements matches no node.
                if count(term) > 1 {
                    let old = Some(self.requirement(requirement));
                    edits.push(self.pod_edit(info, &way, (old, None), 1));
                }
            }
        }
        let all = terms.iter().map(|term| self.term(term));
        let old = Value::map([("nodeSelectorTerms", Value::List(all.collect()))]);
        let count = terms.iter().map(count).sum();
        edits.push(self.pod_edit(info, &path(REQUIRED), (Some(old), None), count));
        edits
    }

    /// Labels of a node that the `nodeSelector` of the pod and a term of its node affinity require.
    pub(super) fn labels(self, info: &PodInfo, whole: &mut bool) -> Vec<Candidate> {
        let names = &self.objects.names;
        let pod = &info.pod;
        // Affinity that the profile of a scheduler adds is not edited.
        *whole &= info.added_affinity.is_none();
        let terms = pod.node_affinity.as_deref().unwrap_or_default();
        let misspelt = self.misspelt_keys(info);
        let mut candidates: Vec<Candidate> = Vec::new();
        for node in self.focal_nodes() {
            let selected = lacking(pod, node);
            let selected = selected.map(|(key, value)| (key, vec![Some(names[value].to_owned())]));
            let selected: Vec<Wanted> = selected.collect();
            let mut choices = Vec::new();
            if terms.is_empty() || terms.iter().any(|term| matches_term(term, node, names)) {
                choices.push(selected.clone());
            }
            choices.extend(terms.iter().filter_map(|term| {
                let failing = self.failing(term, node);
                let has_fields = failing.iter().any(|(list, ..)| *list == FIELDS);
                if failing.is_empty() || has_fields {
                    return None;
                }
                let mut all = selected.clone();
                // Values that `nodeSelector` requires are fixed.
                let free = failing.iter().map(|(.., requirement)| *requirement);
                let free = free.filter(|one| pod.node_selector.get(one.key).is_none());
                for requirement in free {
                    let values = self.values(requirement);
                    match all.iter_mut().find(|(key, _)| *key == requirement.key) {
                        Some((_, known)) => known.extend(values),
                        None => all.push((requirement.key, values)),
                    }
                }
                Some(all)
            }));
            // A misspelt key is corrected in the pod.
            choices.retain(|wanted| wanted.iter().all(|(key, _)| !misspelt.contains(key)));
            let first = candidates.len();
            for wanted in choices {
                for candidate in self.every(node, &wanted, whole) {
                    if !candidate.is_empty() && !candidates[first..].contains(&candidate) {
                        candidates.push(candidate);
                    }
                }
            }
        }
        candidates
    }

    /// The labels with each choice of values.
    fn every(self, node: &Node, wanted: &[Wanted], whole: &mut bool) -> Vec<Candidate> {
        let mut all = vec![Vec::new()];
        for (key, values) in wanted {
            let mut next: Vec<Candidate> = Vec::new();
            for edits in &all {
                let labels = values
                    .iter()
                    .map(|value| self.label(node, *key, value.as_deref()));
                next.extend(labels.map(|label| [&edits[..], &[label]].concat()));
            }
            *whole &= next.len() <= MOST_CHOICES;
            next.truncate(MOST_CHOICES);
            all = next;
        }
        all
    }

    /// The edit of a label of a node.
    fn label(self, node: &Node, key: Symbol, new: Option<&str>) -> Edit {
        let names = &self.objects.names;
        let mut way = path("metadata.labels");
        way.push(key_step(&names[key]));
        let object = node_name(&names[node.name]);
        let old = node.labels.get(key);
        Edit {
            old: old.map(|old| Value::text(&names[old])),
            new: new.map(Value::text),
            ..new_edit(Family::Label, object, way, Value::Integer(0))
        }
    }

    /// The requirements of a term that a node does not meet.
    fn failing<'t>(self, term: &'t NodeSelectorTerm, node: &Node) -> Vec<Failing<'t>> {
        let names = &self.objects.names;
        let lists = [(LABELS, &term.labels), (FIELDS, &term.fields)];
        let all = lists.into_iter().flat_map(|(list, all)| {
            let all = all.iter().enumerate();
            all.map(move |(at, requirement)| (list, at, requirement))
        });
        let fails = |(list, _, requirement): &Failing<'_>| {
            let mut alone = NodeSelectorTerm::default();
            let own = if *list == FIELDS {
                &mut alone.fields
            } else {
                &mut alone.labels
            };
            own.push((*requirement).clone());
            !matches_term(&alone, node, names)
        };
        all.filter(fails).collect()
    }

    /// The values of a label with which a requirement may be met; `None` removes the label.
    fn values(self, requirement: &NodeRequirement) -> Vec<Option<String>> {
        let names = &self.objects.names;
        let values = requirement.values.iter().map(|value| &names[*value]);
        let next = |by: i64| {
            let bounds = values.clone().filter_map(|bound| bound.parse::<i64>().ok());
            let next = bounds.filter_map(|bound| bound.checked_add(by));
            next.map(|next| Some(next.to_string())).collect()
        };
        match &names[requirement.operator] {
            "In" => values.map(|value| Some(value.to_owned())).collect(),
            "Exists" => vec![Some(ANY.to_owned())],
            "NotIn" | "DoesNotExist" => vec![None],
            "Gt" => next(1),
            "Lt" => next(-1),
            _ => Vec::new(),
        }
    }

    /// An edit of the spec of the pod; `count`: the number of affected requirements.
    fn pod_edit(
        self,
        info: &PodInfo,
        way: &[Step],
        (old, new): (Option<Value>, Option<Value>),
        count: usize,
    ) -> Edit {
        let (object, spec) = self.spec(info);
        Edit {
            family: Family::Predicate,
            object,
            path: [&spec, way].concat(),
            old,
            new,
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(count as u64),
        }
    }

    fn term(self, term: &NodeSelectorTerm) -> Value {
        let lists = [(LABELS, &term.labels), (FIELDS, &term.fields)];
        let lists = lists.into_iter().filter(|(_, all)| !all.is_empty());
        let lists = lists.map(|(list, all)| {
            let all = all.iter().map(|one| self.requirement(one));
            (list.to_owned(), Value::List(all.collect()))
        });
        Value::Map(lists.collect())
    }

    fn requirement(self, requirement: &NodeRequirement) -> Value {
        let names = &self.objects.names;
        let operator = Value::text(&names[requirement.operator]);
        let mut fields = vec![
            ("key".to_owned(), Value::text(&names[requirement.key])),
            ("operator".to_owned(), operator),
        ];
        if !requirement.values.is_empty() {
            let values = requirement.values.iter();
            let values = values.map(|value| Value::text(&names[*value]));
            fields.push(("values".to_owned(), Value::List(values.collect())));
        }
        Value::Map(fields)
    }
}

fn key_step(key: &str) -> Step {
    Step::Key(key.to_owned())
}

/// How many requirements a term has.
fn count(term: &NodeSelectorTerm) -> usize {
    term.labels.len() + term.fields.len()
}

/// The entries of `nodeSelector` that a node does not have.
fn lacking(pod: &Pod, node: &Node) -> impl Iterator<Item = (Symbol, Symbol)> {
    let wanted = pod.node_selector.0.iter().copied();
    wanted.filter(|(key, value)| node.labels.get(*key) != Some(*value))
}
