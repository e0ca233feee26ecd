//! Why a pod does not fit a node.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    namespaced_name::NamespacedName,
    order,
};
use schedscope_pods::{
    fit::{
        Filter, FitCode, Misfit, MisfitReason, NominatedRoom, PodAffinityCheck, PodAffinityMisfit,
        PortConflict, ReasonContext, SpreadMisfit, failing_requirement,
    },
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::pods::{amounts::AmountMap, volume_misfit::VolumeMisfitAnswer};

/// Why a pod does not fit a node.
#[answer(Eq)]
pub struct MisfitAnswer {
    /// Whether preemption could help.
    pub code: FitCode,
    /// The name of the filter plugin of Kubernetes that rejects the node.
    #[ts(type = "string")]
    pub plugin: Filter,
    /// The messages of Kubernetes.
    pub reasons: Vec<String>,
    /// The resources that are short; empty if the node lacks none.
    pub shortages: Vec<ShortageAnswer>,
    /// The pods that are nominated for the node and go before the pod: room is held for them.
    /// Empty where that does not matter for a shortage.
    pub held_for: Vec<NamespacedName>,
    /// The amounts that are held for them, which are parts of `used`.
    pub held: AmountMap,
    /// The taint that the pod does not tolerate, as `key=value:effect`; `null` for other reasons.
    pub taint: Option<String>,
    /// The port of the node that the pod wants and another pod has; `null` for other reasons.
    pub port: Option<PortConflictAnswer>,
    /// The topology spread constraint that the node would break; `null` for other reasons.
    pub spread: Option<SpreadMisfitAnswer>,
    /// The term of pod affinity or anti-affinity that does not hold; `null` for other reasons.
    pub pod_affinity: Option<PodAffinityMisfitAnswer>,
    /// The first label that the pod's `nodeSelector` asks for and the node does not have; `null` for other reasons,
    /// also where node affinity rejects the node.
    pub selector: Option<SelectorMisfitAnswer>,
    /// The first requirement of the pod's required node affinity that the node does not meet. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_affinity: Option<NodeAffinityMisfitAnswer>,
    /// Why the volumes of the pod keep it away. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volumes: Option<VolumeMisfitAnswer>,
}

/// A requirement of a pod's required node affinity that a node does not meet.
#[answer(Eq)]
pub struct NodeAffinityMisfitAnswer {
    /// The key of a label, or `metadata.name`.
    pub key: String,
    /// The operator, such as `In`.
    pub operator: String,
    /// The values that it is compared with.
    pub values: Vec<String>,
    /// The value of the node; `null`: it does not have the key.
    pub found: Option<String>,
    /// The number of terms, any of which would do; this is of the first.
    pub terms: usize,
}

fn failing_affinity(
    pod: &PodInfo,
    node: &NodeInfo,
    names: &Names,
) -> Option<NodeAffinityMisfitAnswer> {
    let (requirement, found) = failing_requirement(&pod.pod, &node.node, names)?;
    let values = requirement.values.iter();
    Some(NodeAffinityMisfitAnswer {
        key: names[requirement.key].to_owned(),
        operator: names[requirement.operator].to_owned(),
        values: values.map(|value| names[*value].to_owned()).collect(),
        found: found.map(|found| names[found].to_owned()),
        terms: pod.pod.node_affinity.as_deref().map_or(0, <[_]>::len),
    })
}

/// A label that a pod's `nodeSelector` asks for and a node does not have.
#[answer(Eq)]
pub struct SelectorMisfitAnswer {
    /// The key.
    pub key: String,
    /// The value that the pod asks for.
    pub wanted: String,
    /// The value of the node; `null`: it does not have the key.
    pub found: Option<String>,
    /// A key of the node that differs only in case; `null` without one.
    pub near: Option<String>,
}

/// The first label of a `nodeSelector` that a node lacks.
fn lacking_label(pod: &PodInfo, node: &NodeInfo, names: &Names) -> Option<SelectorMisfitAnswer> {
    let labels = &node.node.labels;
    let mut wanted = pod.pod.node_selector.0.iter();
    let (key, value) = wanted.find(|(key, value)| labels.get(*key) != Some(*value))?;
    let found = labels.get(*key);
    let mut keys = labels.0.iter().map(|(known, _)| *known);
    let near = keys.find(|known| known != key && names[*known].eq_ignore_ascii_case(&names[*key]));
    Some(SelectorMisfitAnswer {
        key: names[*key].to_owned(),
        wanted: names[*value].to_owned(),
        found: found.map(|found| names[found].to_owned()),
        near: near
            .filter(|_| found.is_none())
            .map(|near| names[near].to_owned()),
    })
}

/// A port of the node that the pod wants and another pod has.
#[answer(Eq)]
pub struct PortConflictAnswer {
    /// The protocol, `TCP` for example.
    pub protocol: String,
    /// The port.
    pub port: u16,
    /// The address that the pod wants; `0.0.0.0` means every address.
    pub ip: String,
    /// The address that the other pod has.
    pub used_ip: String,
    /// The other pod.
    pub pod: NamespacedName,
}

/// A topology spread constraint that a node would break.
#[answer(Eq)]
pub struct SpreadMisfitAnswer {
    /// The topology key of the constraint.
    pub key: String,
    /// The value of the node, which names its domain; `null`: the node does not have the key.
    pub value: Option<String>,
    /// The number of matching pods in the domain.
    pub count: i64,
    /// Whether the pod itself matches, so that it would be one more.
    pub counts_itself: bool,
    /// The smallest number of matching pods in a domain; 0 if there are fewer than `minDomains`.
    pub min: i64,
    /// The value of the first domain with that number; `null`: there are fewer domains than `minDomains`, which counts
    /// as 0.
    pub min_value: Option<String>,
    /// A node of that domain, if the pod tolerates none of the domain; else `null`.
    pub min_node: Option<String>,
    /// Whether `minNode` is cordoned; else it has a taint.
    pub min_node_is_cordoned: bool,
    /// The difference that there would be: `count`, and 1 if `countsItself`, minus `min`.
    pub skew: i64,
    /// The largest difference that the constraint allows.
    pub max_skew: i64,
    /// The number of domains.
    pub domains: usize,
    /// The number of domains that the constraint asks for.
    pub min_domains: usize,
}

/// A required term of pod affinity or anti-affinity that a node does not meet.
#[answer(Eq)]
pub struct PodAffinityMisfitAnswer {
    /// Whose term it is. `affinity`: the pod wants to be near pods that are not there. `anti-affinity`: the pod wants
    /// to be away from a pod that is there. `existing-anti-affinity`: a pod that is there wants to be away from it.
    #[ts(inline)]
    pub check: PodAffinityCheck,
    /// The topology key of the term.
    pub key: String,
    /// The value of the node, which names its domain; `null`: the node does not have the key.
    pub value: Option<String>,
    /// The index of the term among the required terms of its owner.
    pub term: usize,
    /// One pod of the domain that is in the way; `null` for `affinity`.
    pub pod: Option<NamespacedName>,
}

/// A resource that is short on a node; amounts in milli-CPU or base units.
#[answer(Eq)]
pub struct ShortageAnswer {
    /// The name of the resource.
    pub resource: String,
    /// The amount that the pod requests.
    pub requested: i64,
    /// The amount that the pods on the node request, with what is held for nominated ones; for a kubelet the amount of
    /// those that it has admitted before.
    pub used: i64,
    /// The amount that the node can give to pods in all.
    pub allocatable: i64,
}

impl MisfitAnswer {
    /// A misfit of a pod on a node, with names.
    pub fn new(
        misfit: &Misfit,
        snapshot: &ClusterSnapshot,
        names: &Names,
        (pod, node): (&PodInfo, NodeId),
    ) -> Self {
        let resources = &snapshot.resources;
        let key = |pod: PodId| {
            let pod = snapshot.pods.get(pod);
            pod.map_or_else(NamespacedName::default, |pod| pod.namespaced_name(names))
        };
        let mut answer = Self {
            code: misfit.code(),
            plugin: misfit.filter(),
            reasons: misfit.reasons(ReasonContext {
                resources,
                pod,
                names,
            }),
            shortages: Vec::new(),
            held_for: Vec::new(),
            held: AmountMap::default(),
            taint: None,
            port: None,
            spread: None,
            pod_affinity: None,
            selector: None,
            node_affinity: None,
            volumes: None,
        };
        match misfit {
            Misfit::Resources {
                too_many_pods,
                short,
            } => {
                let room = snapshot.nodes.get(node);
                let room = room.map(|node| NominatedRoom::on(node, snapshot, pod));
                let room = room.unwrap_or_default();
                let mut held = short.iter().map(|short| room.requested.get(short.resource));
                if *too_many_pods || held.any(|held| held > 0) {
                    answer.held = AmountMap::of(resources, &room.requested);
                    answer.held_for = room.nominated.iter().map(|pod| key(*pod)).collect();
                }
                let shortages = short.iter().map(|short| ShortageAnswer {
                    resource: resources.name(short.resource).to_owned(),
                    requested: short.requested,
                    used: short.used,
                    allocatable: short.allocatable,
                });
                answer.shortages = shortages.collect();
            }
            Misfit::Volumes(misfit) => {
                let volumes = VolumeMisfitAnswer::new(misfit, snapshot, names, (pod, node));
                answer.volumes = Some(volumes);
            }
            Misfit::Taint(taint) => answer.taint = Some(taint.text(names)),
            Misfit::Ports(conflict) => answer.port = Some(port_answer(conflict, &key, names)),
            Misfit::Spread(spread) => {
                let node = spread.least_node;
                let node = node.and_then(|(node, _)| snapshot.nodes.get(node));
                let mut spread = spread_answer(spread, names);
                spread.min_node = node.map(|node| node.name.clone());
                answer.spread = Some(spread);
            }
            Misfit::PodAffinity(affinity) => {
                answer.pod_affinity = Some(affinity_answer(affinity, &key, names));
            }
            Misfit::Affinity => {
                if let Some(node) = snapshot.nodes.get(node) {
                    answer.selector = lacking_label(pod, node, names);
                    if answer.selector.is_none() {
                        answer.node_affinity = failing_affinity(pod, node, names);
                    }
                }
            }
            Misfit::Cordoned | Misfit::OtherNode | Misfit::AddedAffinity => {}
        }
        answer
    }
}

fn port_answer(
    conflict: &PortConflict,
    key: &dyn Fn(PodId) -> NamespacedName,
    names: &Names,
) -> PortConflictAnswer {
    PortConflictAnswer {
        protocol: names[conflict.wanted.protocol].to_owned(),
        port: conflict.wanted.port,
        ip: names[conflict.wanted.ip].to_owned(),
        used_ip: names[conflict.used.ip].to_owned(),
        pod: key(conflict.pod),
    }
}

fn spread_answer(spread: &SpreadMisfit, names: &Names) -> SpreadMisfitAnswer {
    SpreadMisfitAnswer {
        key: names[spread.key].to_owned(),
        value: spread.value.map(|value| names[value].to_owned()),
        count: spread.count,
        counts_itself: spread.counts_itself,
        min: spread.min,
        min_value: spread.least.map(|value| names[value].to_owned()),
        min_node: None,
        min_node_is_cordoned: spread.least_node.is_some_and(|(_, cordoned)| cordoned),
        skew: spread.count + i64::from(spread.counts_itself) - spread.min,
        max_skew: spread.max_skew,
        domains: spread.domains,
        min_domains: spread.min_domains,
    }
}

fn affinity_answer(
    affinity: &PodAffinityMisfit,
    key: &dyn Fn(PodId) -> NamespacedName,
    names: &Names,
) -> PodAffinityMisfitAnswer {
    PodAffinityMisfitAnswer {
        check: affinity.check,
        key: names[affinity.key].to_owned(),
        value: affinity.value.map(|value| names[value].to_owned()),
        term: affinity.term,
        pod: affinity.pod.map(key),
    }
}

/// The number of nodes that do not fit for one reason.
#[answer(Eq)]
pub struct MisfitCount {
    /// The message of Kubernetes.
    pub reason: String,
    /// The number of nodes.
    pub nodes: usize,
}

impl MisfitCount {
    /// `2 Too many pods`
    pub(crate) fn text(&self) -> String {
        self.nodes.to_string() + " " + &self.reason
    }
}

/// Counts with texts, as Kubernetes lists them: it sorts texts such as `2 Too many pods`, so that 10 comes before 9.
pub fn misfit_counts(
    counts: &[(MisfitReason, usize)],
    about: ReasonContext<'_>,
) -> Vec<MisfitCount> {
    let counts = counts.iter().map(|(reason, nodes)| MisfitCount {
        reason: reason.text(about),
        nodes: *nodes,
    });
    let mut counts: Vec<MisfitCount> = counts.collect();
    order::sort(&mut counts, |a, b| a.text().cmp(&b.text()));
    counts
}
