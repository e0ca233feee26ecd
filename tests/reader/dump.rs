//! All that a reader knows, as text.

use std::{collections::HashMap, fmt::Debug};

use schedscope::{
    objects::{
        diagnostic::{Diagnostic, Encoding},
        labels::Labels,
        managed_cluster::Resources,
        names::Symbol,
        objects::Objects,
        placement::{ClusterSelector, Placement},
        pod::{Owner, Pod},
        selector::LabelSelector,
        taint::{TaintEffect, Toleration, TolerationOperator},
        timeline::{Action, Agent, ObjectKey, Timeline},
    },
    reader::{KindCount, Reader},
};

/// What two readers of one text agree on.
#[derive(Debug, PartialEq)]
pub(crate) struct Dump {
    text: String,
    documents: usize,
    kinds: Vec<KindCount>,
    counts: [usize; 4],
    bytes: Vec<Diagnostic>,
    units: Vec<Diagnostic>,
    objects: Vec<String>,
}

/// Writes down all that a reader knows but the numbers of symbols and revisions.
pub(crate) fn dump(reader: &Reader) -> Dump {
    Dump {
        text: reader.text(),
        documents: reader.documents(),
        kinds: reader.kinds(),
        counts: reader.counts(),
        bytes: reader.diagnostics(Encoding::Utf8, usize::MAX),
        units: reader.diagnostics(Encoding::Utf16, usize::MAX),
        objects: objects(reader.objects()),
    }
}

/// Every object with all its fields, symbols as their texts.
pub(crate) fn objects(objects: &Objects) -> Vec<String> {
    let mut lines = Vec::new();
    let write = |object: &dyn Debug, symbols: Vec<Symbol>| {
        let texts: HashMap<String, &str> = symbols
            .into_iter()
            .chain([Symbol::EMPTY])
            .map(|symbol| (format!("{symbol:?}"), &objects.names[symbol]))
            .collect();
        resolve(&format!("{object:?}"), &texts)
    };
    for o in objects
        .clusters
        .iter()
        .map(schedscope::objects::clusters::Cluster::to_object)
    {
        let o = &o;
        let mut symbols = vec![o.name];
        symbols.extend(pairs(&o.labels).chain(pairs(&o.claims)));
        symbols.extend(o.allocatable.0.iter().chain(&o.capacity.0).map(|(k, _)| *k));
        for taint in &o.taints {
            symbols.extend([taint.key, taint.value]);
            symbols.extend(effect(Some(taint.effect)));
        }
        lines.push(write(o, symbols));
    }
    for o in &objects.placements {
        lines.push(write(o, placement(o)));
    }
    for o in &objects.decisions {
        let mut symbols = vec![o.namespace, o.name];
        symbols.extend(pairs(&o.labels).chain(o.clusters.iter().copied()));
        lines.push(write(o, symbols));
    }
    for o in &objects.cluster_sets {
        let mut symbols = vec![o.name];
        if let schedscope::objects::cluster_set::SetSelector::LabelSelector(Some(selector)) =
            &o.selector
        {
            symbols.extend(label_selector(selector));
        }
        lines.push(write(o, symbols));
    }
    for o in &objects.bindings {
        lines.push(write(o, vec![o.namespace, o.name, o.cluster_set]));
    }
    for o in &objects.scores {
        let mut symbols = vec![o.namespace, o.name];
        symbols.extend(o.scores.iter().map(|(name, _)| *name));
        lines.push(write(o, symbols));
    }
    for o in &objects.nodes {
        let mut symbols = vec![o.name];
        symbols.extend(pairs(&o.labels));
        symbols.extend(resources(&o.allocatable));
        for taint in &o.taints {
            symbols.extend([taint.key, taint.value]);
            symbols.extend(effect(Some(taint.effect)));
        }
        lines.push(write(o, symbols));
    }
    for o in &objects.pods {
        lines.push(write(o, pod(o)));
    }
    for o in &objects.workloads {
        let mut symbols = vec![o.kind, o.namespace, o.name, o.uid];
        symbols.extend(o.owner.iter().flat_map(owner));
        symbols.extend(pod(&o.template));
        lines.push(write(o, symbols));
    }
    lines.push(format!("{:?}", objects.expansions()));
    for o in &objects.quotas {
        let mut symbols = vec![o.namespace, o.name];
        for list in [&o.min, &o.max, &o.used] {
            symbols.extend(list.iter().flat_map(resources));
        }
        lines.push(write(o, symbols));
    }
    for o in &objects.priority_classes {
        lines.push(write(o, vec![o.name]));
    }
    for o in &objects.disruption_budgets {
        let mut symbols = vec![o.namespace, o.name];
        symbols.extend(o.selector.iter().flat_map(label_selector));
        symbols.extend(&o.disrupted_pods);
        lines.push(write(o, symbols));
    }
    for o in &objects.virtual_machines {
        let mut symbols = vec![o.namespace, o.name, o.scheduler_name, o.pod_name, o.node];
        symbols.extend(pairs(&o.labels));
        lines.push(write(o, symbols));
    }
    for o in &objects.config_maps {
        lines.push(write(o, vec![o.namespace, o.name]));
    }
    for o in &objects.timelines {
        lines.push(write(o, timeline(o)));
    }
    lines
}

fn timeline(o: &Timeline) -> Vec<Symbol> {
    fn key(key: ObjectKey) -> [Symbol; 2] {
        [key.namespace, key.name]
    }
    fn vms(agent: &Agent) -> impl Iterator<Item = Symbol> {
        let vms = agent.vms.iter();
        vms.flat_map(|pattern| [pattern.namespace, pattern.name])
    }
    let mut symbols = vec![o.namespace, o.name];
    symbols.extend(o.config_map.into_iter().flat_map(key));
    symbols.extend(o.agents.iter().flat_map(vms));
    symbols.extend(o.variants.iter().map(|variant| variant.name));
    for event in &o.events {
        match &event.action {
            Action::Request(request) => symbols.extend(key(request.pod)),
            Action::Reserve(pod, node) | Action::Score(pod, node) => {
                symbols.extend(key(*pod));
                symbols.push(*node);
            }
            Action::Filter(filter) => {
                symbols.extend(key(filter.pod));
                symbols.push(filter.node);
                symbols.extend(filter.exclude.iter().copied().flat_map(key));
            }
            Action::Schedule(pod)
            | Action::Unreserve(pod)
            | Action::Delete(pod)
            | Action::Use(pod, _)
            | Action::Migrate(pod)
            | Action::MigrationFailed(pod) => symbols.extend(key(*pod)),
            Action::Load(agent) => symbols.extend(vms(agent)),
            Action::AddNode(node) => symbols.push(*node),
            Action::Config(_) | Action::Restart(_) => {}
        }
    }
    symbols
}

fn resources(list: &Resources) -> Vec<Symbol> {
    list.0.iter().map(|(name, _)| *name).collect()
}

fn owner(owner: &Owner) -> [Symbol; 3] {
    [owner.kind, owner.name, owner.uid]
}

fn pod(o: &Pod) -> Vec<Symbol> {
    let mut symbols = vec![o.namespace, o.name, o.uid, o.node, o.nominated];
    symbols.extend([o.priority_class, o.scheduler_name]);
    symbols.extend(pairs(&o.labels).chain(pairs(&o.node_selector)));
    symbols.extend(o.owner.iter().flat_map(owner));
    let containers = o.containers.iter().chain(&o.init_containers);
    for container in containers.chain(o.resources.as_deref()) {
        symbols.extend(resources(&container.requests));
        symbols.extend(resources(&container.limits));
    }
    symbols.extend(resources(&o.overhead));
    for term in o.node_affinity.iter().flatten() {
        for requirement in term.labels.iter().chain(&term.fields) {
            symbols.extend([requirement.key, requirement.operator]);
            symbols.extend(&requirement.values);
        }
    }
    symbols.extend(o.tolerations.iter().flat_map(toleration));
    symbols
}

fn pairs(labels: &Labels) -> impl Iterator<Item = Symbol> + '_ {
    labels.0.iter().flat_map(|(key, value)| [*key, *value])
}

fn effect(effect: Option<TaintEffect>) -> Option<Symbol> {
    match effect {
        Some(TaintEffect::Other(text)) => Some(text),
        _ => None,
    }
}

fn placement(o: &Placement) -> Vec<Symbol> {
    let mut symbols = vec![o.namespace, o.name];
    symbols.extend(&o.spec.cluster_sets);
    symbols.extend(o.spec.predicates.iter().flat_map(cluster_selector));
    symbols.extend(o.spec.spread_constraints.iter().map(|c| c.topology_key));
    symbols.extend(o.spec.tolerations.iter().flat_map(toleration));
    for group in o
        .spec
        .group_strategy
        .iter()
        .flat_map(|s| &s.decision_groups)
    {
        symbols.extend(cluster_selector(&group.selector));
    }
    let policies = o.spec.prioritizer_policy.iter();
    for config in policies.flat_map(|policy| &policy.configurations) {
        let add_on = config
            .score_coordinate
            .as_ref()
            .and_then(|c| c.add_on.as_ref());
        symbols.extend(
            add_on
                .into_iter()
                .flat_map(|a| [a.resource_name, a.score_name]),
        );
    }
    symbols
}

fn toleration(toleration: &Toleration) -> Vec<Symbol> {
    let mut symbols = vec![toleration.key, toleration.value];
    symbols.extend(effect(toleration.effect));
    if let TolerationOperator::Other(text) = toleration.operator {
        symbols.push(text);
    }
    symbols
}

fn cluster_selector(selector: &ClusterSelector) -> Vec<Symbol> {
    let mut symbols = label_selector(&selector.labels);
    symbols.extend(label_selector(&selector.claims));
    symbols
}

fn label_selector(selector: &LabelSelector) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = selector
        .match_labels
        .iter()
        .flat_map(|(key, value)| [*key, *value])
        .collect();
    for requirement in &selector.match_expressions {
        symbols.push(requirement.key);
        symbols.extend(&requirement.values);
    }
    symbols
}

/// Writes texts for symbols. A field that was forgotten above has no text.
fn resolve(debug: &str, texts: &HashMap<String, &str>) -> String {
    let mut resolved = String::new();
    let mut rest = debug;
    while let Some(at) = rest.find("Symbol(") {
        let end = at + rest[at..].find(')').expect("a bracket") + 1;
        resolved.push_str(&rest[..at]);
        resolved.push_str(&format!("{:?}", texts[&rest[at..end]]));
        rest = &rest[end..];
    }
    resolved + rest
}
