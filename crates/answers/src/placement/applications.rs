//! The Applications that Argo CD creates from a decision.

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    application_set::{
        ApplicationSet, ApplicationTemplate, DecisionGenerator, GeneratorPlace, Parameters,
    },
    config_map::DecisionKeys,
    diagnostic::ObjectName,
    names::Symbol,
    namespaced_name::NamespacedName,
    placement_decision::PLACEMENT_LABEL,
    words,
};

use crate::placement::{
    DecisionDetails, comparison::DecisionForm, decision_objects::DecisionObject, integer::Integer,
};

/// The default interval at which Argo CD reads decisions, in seconds.
const REQUEUE_SECONDS: i64 = 180;

/// The Applications that Argo CD creates from a decision, by one `clusterDecisionResource` generator of an
/// `ApplicationSet` in the namespace of the placement: one for each of `clusters` and each of `elements`.
#[answer(Eq)]
pub struct DecisionApplications {
    /// The `ApplicationSet`.
    pub application_set: ObjectName,
    /// The name of the `ConfigMap` that says how decisions are read.
    pub config_map: NamespacedName,
    /// Why the generator makes nothing, or what is assumed; `null`: all is known.
    pub problem: Option<ApplicationProblem>,
    /// Where the generator stands.
    pub inside: GeneratorPlace,
    /// What is not modelled: the names of the other generators in its `matrix` or `merge`, and
    /// `matchExpressions`.
    pub not_modelled: Vec<String>,
    /// The texts of an Application, with parameters in them.
    pub template: ApplicationTexts,
    /// Whether the texts are Go templates: `spec.goTemplate`.
    pub go_template: bool,
    /// `values`: pairs of name and text, which templates read as `values.<name>`.
    pub values: Vec<(String, String)>,
    /// The elements of a `list` generator in the same `matrix`, as such pairs; empty without one.
    pub elements: Vec<Vec<(String, String)>>,
    /// After how many seconds Argo CD reads the decision again.
    pub requeue_after_seconds: Integer,
    /// Whether the resources of a deleted Application stay: `syncPolicy.preserveResourcesOnDeletion`.
    pub preserves_resources: bool,
    /// `syncPolicy.applicationsSync`: with `create-only` and `create-update`, Argo CD deletes no Application.
    pub policy: String,
    /// Whether the input has no Secret that registers a cluster with Argo CD, so that one for each cluster is assumed.
    pub assumes_secrets: bool,
    /// The clusters of the decision that Argo CD has no Secret for, in the order of the decision: it ignores them. At
    /// most `limit` of them, or 10.
    pub without_secret: Vec<String>,
    /// The number of all of them.
    pub without_secret_count: usize,
    /// The clusters of the decision that the generator reads, in the order of the decision, without those that Argo CD
    /// has no Secret for; at most `limit` of them, or 10.
    pub clusters: Vec<String>,
    /// The number of all of them.
    pub cluster_count: usize,
    /// The recorded clusters that the decision no longer has, by name; at most `limit` of them, or 10.
    pub gone: Vec<String>,
    /// The number of all of them.
    pub gone_count: usize,
}

/// The texts of `spec.template`; empty where they are absent.
#[answer(Eq)]
pub struct ApplicationTexts {
    /// `metadata.name`.
    pub name: String,
    /// `spec.destination.name`.
    pub cluster: String,
    /// `spec.destination.server`.
    pub server: String,
    /// `spec.destination.namespace`.
    pub namespace: String,
}

words! {
    /// Why a generator makes nothing, or what is assumed. `config-map-missing`: the input lacks the `ConfigMap`; a
    /// usual one is assumed. `config-map-kind`: the `ConfigMap` names other objects than `placementdecisions`.
    /// `config-map-keys`: its `statusListKey` is not `decisions`, or its `matchKey` is not `clusterName`: no cluster
    /// matches.
    pub enum ApplicationProblem {
        /// The input lacks the `ConfigMap`.
        ConfigMapMissing = "config-map-missing",
        /// The `ConfigMap` names other objects.
        ConfigMapKind = "config-map-kind",
        /// The `ConfigMap` names other fields.
        ConfigMapKeys = "config-map-keys",
    }
}

fn problem(keys: Option<&DecisionKeys>) -> Option<ApplicationProblem> {
    let Some(keys) = keys else {
        return Some(ApplicationProblem::ConfigMapMissing);
    };
    if keys.kind != "placementdecisions"
        || !keys
            .api_version
            .starts_with("cluster.open-cluster-management.io/")
    {
        return Some(ApplicationProblem::ConfigMapKind);
    }
    let fits = keys.list == "decisions" && keys.cluster == "clusterName";
    (!fits).then_some(ApplicationProblem::ConfigMapKeys)
}

impl DecisionDetails<'_> {
    /// Returns the Applications that Argo CD creates from the decision; at most `limit` names each. O(sets + selected).
    pub fn applications(&self, limit: usize) -> Vec<DecisionApplications> {
        let decision = self.decision;
        let mut found = Vec::new();
        if !decision.is_scheduled() || self.objects.application_sets.is_empty() {
            return found;
        }
        let objects = self.decision_objects();
        for set in &self.objects.application_sets {
            // Generators read decisions of Argo CD's own namespace.
            if set.namespace != decision.placement.namespace {
                continue;
            }
            for generator in &set.generators {
                found.extend(self.made(set, generator, &objects, limit));
            }
        }
        found
    }

    /// The `ConfigMap`s that generators of this placement name and the input lacks.
    pub fn lacking_config_maps(&self) -> Vec<NamespacedName> {
        let made = self.applications(0).into_iter();
        let lacking = made.filter(|one| one.problem == Some(ApplicationProblem::ConfigMapMissing));
        lacking.map(|one| one.config_map).collect()
    }

    /// The clusters that Secrets of a namespace register with Argo CD. O(Secrets).
    fn registered(&self, namespace: Symbol) -> FxHashSet<&str> {
        let secrets = self.objects.cluster_secrets.iter();
        let secrets = secrets.filter(|secret| secret.namespace == namespace);
        let clusters = secrets.filter_map(|secret| secret.cluster);
        clusters.map(|name| &self.objects.names[name]).collect()
    }

    fn made(
        &self,
        set: &ApplicationSet,
        generator: &DecisionGenerator,
        objects: &[DecisionObject],
        limit: usize,
    ) -> Option<DecisionApplications> {
        let names = &self.objects.names;
        let placement = &names[self.decision.placement.name];
        let labels = generator.labels.0.iter();
        let labels: Vec<(&str, &str)> = labels
            .map(|(key, value)| (&names[*key], &names[*value]))
            .collect();
        let reads = |object: &DecisionObject| {
            if !generator.name.is_empty() {
                return object.name == names[generator.name];
            }
            let pairs = object.labels.pairs();
            labels.iter().all(|pair| pairs.contains(pair))
        };
        let is_copy = self.own_form() == Some(DecisionForm::Multicluster);
        let recorded = self.own_recorded().filter(|own| {
            if !generator.name.is_empty() {
                return own.name == generator.name;
            }
            let mut pairs = generator.labels.0.iter();
            is_copy || pairs.all(|(key, value)| own.labels.get(*key) == Some(*value))
        });
        let recorded: Vec<Symbol> = recorded
            .flat_map(|own| own.clusters.iter().copied())
            .collect();
        let read: Vec<&String> = objects
            .iter()
            .filter(|object| reads(object))
            .flat_map(|object| &object.cluster_names)
            .collect();
        let is_named = generator.name.is_empty()
            && labels
                .iter()
                .all(|(key, value)| *key != PLACEMENT_LABEL || *value == placement);
        if !is_named && read.is_empty() && recorded.is_empty() {
            return None;
        }
        let assumes_secrets = self.objects.cluster_secrets.is_empty();
        let registered = self.registered(set.namespace);
        let is_registered =
            |name: &str| assumes_secrets || name == IN_CLUSTER || registered.contains(name);
        let is_read: FxHashSet<&str> = read.iter().map(|name| name.as_str()).collect();
        let mut gone = self.by_name(recorded.into_iter());
        gone.dedup();
        gone.retain(|name| {
            let name = &names[*name];
            !is_read.contains(name) && is_registered(name)
        });
        let maps = self.objects.config_maps.iter();
        let maps = maps.filter(|map| map.name == generator.config_map);
        let map = maps.max_by_key(|map| map.namespace == set.namespace);
        let keys = map.and_then(|map| map.decision_keys.as_deref());
        let problem = if map.is_some() && keys.is_none() {
            Some(ApplicationProblem::ConfigMapKeys)
        } else {
            problem(keys)
        };
        let reads_nothing = problem.is_some_and(|one| one != ApplicationProblem::ConfigMapMissing);
        let (read, gone) = if reads_nothing {
            (Vec::new(), Vec::new())
        } else {
            (read, gone)
        };
        let (read, unregistered): (Vec<&String>, Vec<&String>) =
            read.into_iter().partition(|name| is_registered(name));
        let others = generator.others.iter().map(|name| names[*name].to_owned());
        let expressions = generator
            .has_expressions
            .then(|| "matchExpressions".to_owned());
        let policy = if set.policy.is_empty() {
            "sync"
        } else {
            &names[set.policy]
        };
        Some(DecisionApplications {
            application_set: ObjectName {
                kind: "ApplicationSet".to_owned(),
                namespace: names[set.namespace].to_owned(),
                name: names[set.name].to_owned(),
            },
            config_map: NamespacedName::new(set.namespace, generator.config_map, names),
            problem,
            inside: generator.inside,
            not_modelled: others.chain(expressions).collect(),
            template: texts(&set.template),
            go_template: set.go_template,
            values: pairs(&generator.values),
            elements: generator.elements.iter().map(pairs).collect(),
            requeue_after_seconds: generator.requeue_seconds.unwrap_or(REQUEUE_SECONDS).into(),
            preserves_resources: set.preserves_resources,
            policy: policy.to_owned(),
            assumes_secrets,
            without_secret_count: unregistered.len(),
            without_secret: unregistered.into_iter().take(limit).cloned().collect(),
            cluster_count: read.len(),
            clusters: read.into_iter().take(limit).cloned().collect(),
            gone_count: gone.len(),
            gone: self.texts(&gone[..limit.min(gone.len())]),
        })
    }
}

/// The cluster that Argo CD runs in, which it knows without a Secret.
const IN_CLUSTER: &str = "in-cluster";

fn texts(template: &ApplicationTemplate) -> ApplicationTexts {
    ApplicationTexts {
        name: template.name.to_string(),
        cluster: template.cluster.to_string(),
        server: template.server.to_string(),
        namespace: template.namespace.to_string(),
    }
}

fn pairs(parameters: &Parameters) -> Vec<(String, String)> {
    let pairs = parameters.iter();
    pairs
        .map(|(name, text)| (name.to_string(), text.to_string()))
        .collect()
}
