//! Corrections of labels, tolerations, selectors and claims of a pod that are misspelt.

use schedscope_objects::{
    labels::Labels,
    names::Symbol,
    order,
    pod::{Pod, VolumeSource},
    taint::TolerationOperator,
};
use schedscope_options::misspelt::is_misspelt_name;
use schedscope_pods::snapshot::PodInfo;

use super::space::{EditSource, new_edit};
use crate::{Edit, Family, Step, Value, edit::path, misspelt::MOST, search::Candidate};

/// The required terms of node affinity, and of pod affinity.
const NODE_TERMS: &str =
    "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
const POD_TERMS: &str = "affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution";

impl EditSource<'_> {
    /// Words of the pod that nothing in the input has, each replaced by one that differs little: keys and values of
    /// `nodeSelector` and node affinity, topology keys, values of tolerations, and of the selectors of required pod
    /// affinity, and names of claims. O(labels of nodes and pods, and claims), for each such word.
    pub(super) fn spellings(self, info: &PodInfo) -> Vec<Candidate> {
        let pod = &*info.pod;
        let mut found = self.of_selector(info);
        found.extend(self.of_tolerations(info));
        found.extend(self.of_claims(info));
        let terms = pod.node_affinity.as_deref().unwrap_or_default();
        for (at, term) in terms.iter().enumerate() {
            let expressions = term.labels.iter().enumerate();
            for (number, one) in expressions {
                let mut way = path(NODE_TERMS);
                way.extend([
                    Step::Index(at),
                    step("matchExpressions"),
                    Step::Index(number),
                ]);
                found.extend(self.of_key(info, (&way, "key"), one.key));
                if &self.objects.names[one.operator] != "In" {
                    continue;
                }
                for (index, value) in one.values.iter().enumerate() {
                    let way = [&way[..], &[step("values"), Step::Index(index)]].concat();
                    let all = self.near_values((one.key, *value), self.node_labels());
                    found.extend(self.corrections(info, &way, (one.key, *value), all));
                }
            }
        }
        for (at, (key, value)) in required_matches(pod) {
            let mut way = path(POD_TERMS);
            way.extend([Step::Index(at), step("labelSelector"), step("matchLabels")]);
            way.push(step(&self.objects.names[key]));
            let all = self.near_values((key, value), self.pod_labels(pod.namespace));
            found.extend(self.corrections(info, &way, (key, value), all));
        }
        for (way, key) in topology_keys(pod) {
            found.extend(self.of_key(info, (&way, "topologyKey"), key));
        }
        found
    }

    /// Corrections of a key in a field.
    fn of_key(self, info: &PodInfo, (way, field): (&[Step], &str), key: Symbol) -> Vec<Candidate> {
        let way = [way, &[step(field)]].concat();
        let near = self.near_keys(key).collect();
        self.corrections(info, &way, (key, key), near)
    }

    /// The keys of labels that the pod requires of nodes and that are corrected.
    pub(super) fn misspelt_keys(self, info: &PodInfo) -> Vec<Symbol> {
        let pod = &*info.pod;
        let selector = pod.node_selector.0.iter().map(|(key, _)| *key);
        let terms = pod.node_affinity.as_deref().unwrap_or_default().iter();
        let terms = terms.flat_map(|term| term.labels.iter().map(|one| one.key));
        let topology = topology_keys(pod).into_iter().map(|(_, key)| key);
        let mut keys: Vec<Symbol> = selector.chain(terms).chain(topology).collect();
        keys.retain(|key| self.near_keys(*key).next().is_some());
        keys
    }

    /// The labels of nodes that differ little from a key; none if a node has the key.
    fn near_keys(self, key: Symbol) -> impl Iterator<Item = Symbol> {
        let names = &self.objects.names;
        let is_known = self.node_labels().any(|labels| labels.get(key).is_some());
        let labels = self.node_labels().filter(move |_| !is_known);
        let keys = labels.flat_map(|labels| labels.0.into_iter().map(|(own, _)| own));
        keys.filter(move |own| is_misspelt_name(&names[key], &names[*own]))
    }

    fn of_selector(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let mut found = Vec::new();
        for (key, value) in info.pod.node_selector.0.iter().copied() {
            let way = [step("nodeSelector"), step(&names[key])];
            let values = self.near_values((key, value), self.node_labels());
            found.extend(self.corrections(info, &way, (key, value), values));
            let mut keys: Vec<&str> = self.near_keys(key).map(|own| &names[own]).collect();
            order::sort(&mut keys, Ord::cmp);
            keys.dedup();
            found.extend(keys.into_iter().take(MOST).map(|own| {
                let old = self.correction(info, &way, &names[key]);
                let new = self.correction(info, &[step("nodeSelector"), step(own)], own);
                let value = Some(Value::text(&names[value]));
                vec![
                    Edit {
                        old: value.clone(),
                        new: None,
                        ..old
                    },
                    Edit { new: value, ..new },
                ]
            }));
        }
        found
    }

    fn of_tolerations(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let mut found = Vec::new();
        for (at, toleration) in info.pod.tolerations.iter().enumerate() {
            if toleration.operator != TolerationOperator::Equal {
                continue;
            }
            let nodes = self.cluster.snapshot.nodes.iter();
            let taints = nodes.flat_map(|info| &info.node.taints);
            let taints = taints.filter(|taint| taint.key == toleration.key);
            let mut values: Vec<Symbol> = taints.map(|taint| taint.value).collect();
            if values.contains(&toleration.value) {
                continue;
            }
            values.retain(|value| is_misspelt_name(&names[toleration.value], &names[*value]));
            let way = [step("tolerations"), Step::Index(at), step("value")];
            let word = (toleration.key, toleration.value);
            found.extend(self.corrections(info, &way, word, values));
        }
        found
    }

    /// Names of claims that do not exist.
    fn of_claims(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let claims = self.objects.persistent_volume_claims.iter();
        let claims = claims.filter(|claim| claim.namespace == info.pod.namespace);
        let claims: Vec<Symbol> = claims.map(|claim| claim.name).collect();
        let mut found = Vec::new();
        for volume in &info.pod.volumes {
            let VolumeSource::Claim(name) = volume.source else {
                continue;
            };
            if claims.contains(&name) {
                continue;
            }
            let near = claims.iter().copied();
            let near = near.filter(|own| is_misspelt_name(&names[name], &names[*own]));
            let way = [
                step("volumes"),
                Step::Index(volume.index),
                step("persistentVolumeClaim"),
                step("claimName"),
            ];
            found.extend(self.corrections(info, &way, (volume.name, name), near.collect()));
        }
        found
    }

    fn node_labels(self) -> impl Iterator<Item = Labels> {
        let nodes = self.cluster.snapshot.nodes.iter();
        nodes.map(|info| info.node.labels.clone())
    }

    fn pod_labels(self, namespace: Symbol) -> impl Iterator<Item = Labels> {
        let pods = self
            .cluster
            .snapshot
            .pods
            .iter()
            .filter(|info| info.is_live());
        let pods = pods.filter(move |info| info.pod.namespace == namespace);
        pods.map(|info| info.pod.labels.clone())
    }

    /// The values of a key that differ little from `value`; empty if `value` is one of them.
    fn near_values(
        self,
        (key, value): (Symbol, Symbol),
        of: impl Iterator<Item = Labels>,
    ) -> Vec<Symbol> {
        let names = &self.objects.names;
        // Zones, architectures and types of machines differ little from one another.
        if names[key].contains("kubernetes.io/") {
            return Vec::new();
        }
        let values: Vec<Symbol> = of.filter_map(|labels| labels.get(key)).collect();
        if values.contains(&value) {
            return Vec::new();
        }
        let near = values.into_iter();
        near.filter(|own| is_misspelt_name(&names[value], &names[*own]))
            .collect()
    }

    /// A correction of a word for each of the values.
    fn corrections(
        self,
        info: &PodInfo,
        way: &[Step],
        (key, old): (Symbol, Symbol),
        values: Vec<Symbol>,
    ) -> Vec<Candidate> {
        let names = &self.objects.names;
        let mut values: Vec<&str> = values.into_iter().map(|value| &names[value]).collect();
        order::sort(&mut values, Ord::cmp);
        values.dedup();
        let values = values.into_iter().take(MOST);
        let edits = values.map(|new| {
            vec![Edit {
                old: Some(Value::text(&names[old])),
                new: Some(Value::text(new)),
                ..self.correction(info, way, &names[key])
            }]
        });
        edits.collect()
    }

    fn correction(self, info: &PodInfo, way: &[Step], subject: &str) -> Edit {
        let (object, spec) = self.spec(info);
        Edit {
            subject: subject.to_owned(),
            ..new_edit(
                Family::Name,
                object,
                [&spec, way].concat(),
                Value::Integer(0),
            )
        }
    }
}

/// The labels that the selectors of the required terms of pod affinity name, with the index of the term.
fn required_matches(pod: &Pod) -> Vec<(usize, (Symbol, Symbol))> {
    let terms = pod.constraints.as_ref();
    let terms = terms.map_or(&[][..], |all| &all.pod_affinity.required);
    let selectors = terms.iter().enumerate();
    let selectors = selectors
        .filter(|(_, term)| term.namespaces.is_empty())
        .filter_map(|(at, term)| Some((at, term.selector.as_ref()?)));
    let labels = selectors.flat_map(|(at, selector)| {
        let labels = selector.match_labels.iter().copied();
        labels.map(move |label| (at, label))
    });
    labels.collect()
}

/// The topology keys that a pod requires, with where they are.
fn topology_keys(pod: &Pod) -> Vec<(Vec<Step>, Symbol)> {
    let Some(all) = &pod.constraints else {
        return Vec::new();
    };
    let at = |list: &str, index| [path(list), vec![Step::Index(index)]].concat();
    let spread = all.topology_spread.iter().enumerate();
    let spread = spread.filter(|(_, one)| one.is_hard);
    let spread =
        spread.map(|(index, one)| (at("topologySpreadConstraints", index), one.topology_key));
    let terms = all.pod_affinity.required.iter().enumerate();
    let terms = terms.map(|(index, one)| (at(POD_TERMS, index), one.topology_key));
    spread.chain(terms).collect()
}

fn step(key: &str) -> Step {
    Step::Key(key.to_owned())
}
