//! Whether a pod fits a node, and if not, why, in Kubernetes' own words.

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    pod::{NodeRequirement, NodeSelectorTerm},
    taint::{Taint, TaintEffect, Toleration},
};
use serde::Serialize;

use crate::{
    amounts::{Amounts, ResourceId},
    node::NodeInfo,
    request::Request,
    world::{PodInfo, World},
};

/// Whether preemption could help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum FitCode {
    /// Evicting pods might make room.
    #[default]
    Unschedulable,
    /// Nothing that can be evicted is in the way.
    UnschedulableAndUnresolvable,
}

/// Why a pod does not fit a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint(Taint),
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// There is too little of something.
    Resources {
        /// The node holds as many pods as it may.
        too_many_pods: bool,
        /// What is short.
        short: Vec<Shortage>,
    },
}

/// How much of a resource is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The resource.
    pub resource: ResourceId,
    /// What the pod asks for.
    pub requested: i64,
    /// What the pods on the node hold.
    pub used: i64,
    /// What the node can give in all.
    pub allocatable: i64,
}

impl Misfit {
    /// Whether preemption could help: not where the pod asks for more than the whole node has.
    pub fn code(&self) -> FitCode {
        match self {
            Self::Resources { short, .. } if short.iter().all(|s| s.requested <= s.allocatable) => {
                FitCode::Unschedulable
            }
            _ => FitCode::UnschedulableAndUnresolvable,
        }
    }

    /// The plugin of Kubernetes that says so.
    pub fn plugin(&self) -> &'static str {
        match self {
            Self::Cordoned => "NodeUnschedulable",
            Self::OtherNode => "NodeName",
            Self::Taint(_) => "TaintToleration",
            Self::Affinity => "NodeAffinity",
            Self::Resources { .. } => "NodeResourcesFit",
        }
    }

    /// Its parts, in Kubernetes' order.
    pub fn each_reason(&self, visit: &mut dyn FnMut(Reason)) {
        match self {
            Self::Cordoned => visit(Reason::Cordoned),
            Self::OtherNode => visit(Reason::OtherNode),
            Self::Taint(_) => visit(Reason::Taint),
            Self::Affinity => visit(Reason::Affinity),
            Self::Resources {
                too_many_pods,
                short,
            } => {
                if *too_many_pods {
                    visit(Reason::Pods);
                }
                for shortage in short {
                    visit(Reason::Resource(shortage.resource));
                }
            }
        }
    }

    /// Kubernetes' own words.
    pub fn reasons(&self, world: &World) -> Vec<String> {
        let mut reasons = Vec::new();
        self.each_reason(&mut |reason| reasons.push(reason.text(world)));
        reasons
    }
}

/// One reason why a pod does not fit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint,
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// The node holds as many pods as it may.
    Pods,
    /// There is too little of a resource.
    Resource(ResourceId),
}

impl Reason {
    /// Kubernetes' own words.
    pub fn text(self, world: &World) -> String {
        let text = match self {
            Self::Cordoned => "node(s) were unschedulable",
            Self::OtherNode => "node(s) didn't match the requested node name",
            Self::Taint => "node(s) had untolerated taint(s)",
            Self::Affinity => "node(s) didn't match Pod's node affinity/selector",
            Self::Pods => "Too many pods",
            Self::Resource(resource) => {
                return format!("Insufficient {}", world.resources.name(resource));
            }
        };
        text.to_owned()
    }
}

/// What a node keeps for others, beside the pods on it.
#[derive(Clone, Debug, Default)]
pub struct Reserved {
    /// The requests of nominated pods that go first.
    pub requested: Amounts,
    /// How many they are.
    pub pods: i64,
}

impl Reserved {
    /// The nominated pods of a node, other than the pod itself, with its priority or a higher one.
    pub fn on(node: &NodeInfo, world: &World, pod: &PodInfo) -> Self {
        let mut reserved = Self::default();
        for &index in &node.nominated {
            let Some(other) = world.pods.get(index as usize) else {
                continue;
            };
            if other.priority >= pod.priority && !other.is_same(pod) {
                reserved.requested.add(&other.request.fit);
                reserved.pods += 1;
            }
        }
        reserved
    }
}

/// Whether a taint keeps pods away that do not tolerate it.
pub fn is_hard(taint: &Taint) -> bool {
    matches!(
        taint.effect,
        TaintEffect::NoSchedule | TaintEffect::NoExecute
    )
}

/// What does not depend on the other pods: cordon, name, taints, selectors.
///
/// # Errors
/// The first check that fails, in Kubernetes' order.
#[inline]
pub fn fits_statically(info: &PodInfo, node: &NodeInfo, names: &Names) -> Result<(), Misfit> {
    if node.is_open && info.goes_anywhere {
        return Ok(());
    }
    fits_node(info, &node.node, names)
}

/// The same for a node as it stands in the text.
///
/// # Errors
/// The first check that fails, in Kubernetes' order.
fn fits_node(info: &PodInfo, node: &Node, names: &Names) -> Result<(), Misfit> {
    let pod = &info.pod;
    let tolerates = |taint: &Taint| pod.tolerations.iter().any(|t| t.matches(taint).is_ok());
    if node.unschedulable {
        let cordon = names
            .get("node.kubernetes.io/unschedulable")
            .map(|key| Taint {
                key,
                value: Symbol::EMPTY,
                effect: TaintEffect::NoSchedule,
                time_added: None,
            });
        // A toleration without a key tolerates everything, whether or not anybody names the taint.
        let anything = |t: &Toleration| {
            t.key.is_empty()
                && t.effect
                    .is_none_or(|effect| effect == TaintEffect::NoSchedule)
        };
        let endured = match &cordon {
            Some(taint) => tolerates(taint),
            None => pod.tolerations.iter().any(anything),
        };
        if !endured {
            return Err(Misfit::Cordoned);
        }
    }
    if !info.wanted.is_empty() && info.wanted != node.name {
        return Err(Misfit::OtherNode);
    }
    let untolerated = node
        .taints
        .iter()
        .filter(|taint| is_hard(taint))
        .find(|taint| !tolerates(taint));
    if let Some(taint) = untolerated {
        return Err(Misfit::Taint(taint.clone()));
    }
    let selected = pod.node_selector.0.iter();
    let selected = selected
        .clone()
        .all(|(key, value)| node.labels.get(*key) == Some(*value));
    let terms = pod.node_affinity.as_deref();
    let matched = terms.is_none_or(|terms| terms.iter().any(|t| matches_term(t, node, names)));
    if selected && matched {
        Ok(())
    } else {
        Err(Misfit::Affinity)
    }
}

fn matches_term(term: &NodeSelectorTerm, node: &Node, names: &Names) -> bool {
    if term.labels.is_empty() && term.fields.is_empty() {
        return false;
    }
    let labels = term.labels.iter().all(|requirement| {
        matches_requirement(requirement, node.labels.get(requirement.key), names)
    });
    let fields = term.fields.iter().all(|requirement| {
        let value = (&names[requirement.key] == "metadata.name").then_some(node.name);
        matches_requirement(requirement, value, names)
    });
    labels && fields
}

fn matches_requirement(
    requirement: &NodeRequirement,
    value: Option<Symbol>,
    names: &Names,
) -> bool {
    let listed = value.is_some_and(|value| requirement.values.contains(&value));
    let compare = |wanted: std::cmp::Ordering| {
        let number = |symbol: Symbol| names[symbol].parse::<i64>().ok();
        let (Some(value), [bound]) = (value, requirement.values.as_slice()) else {
            return false;
        };
        match (number(value), number(*bound)) {
            (Some(value), Some(bound)) => value.cmp(&bound) == wanted,
            _ => false,
        }
    };
    match &names[requirement.operator] {
        "In" => listed,
        "NotIn" => !listed,
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => compare(std::cmp::Ordering::Greater),
        "Lt" => compare(std::cmp::Ordering::Less),
        _ => false,
    }
}

/// Whether there is room; [`fits_resources`] says why not.
#[inline]
pub fn has_room(request: &Request, node: &NodeInfo, requested: &Amounts, pods: i64) -> bool {
    let has = |(resource, amount): (ResourceId, i64)| {
        let left = node
            .allocatable
            .get(resource)
            .saturating_sub(requested.get(resource));
        amount <= 0 || amount <= left
    };
    pods < node.allowed_pods && request.fit.iter().all(has)
}

/// Whether there is room: the number of pods, then every resource that the pod asks for.
///
/// # Errors
/// What is short.
pub fn fits_resources(
    request: &Request,
    node: &NodeInfo,
    requested: &Amounts,
    pods: i64,
) -> Result<(), Misfit> {
    let too_many_pods = pods + 1 > node.allowed_pods;
    let mut short = Vec::new();
    for (resource, amount) in request.fit.iter() {
        let allocatable = node.allocatable.get(resource);
        let used = requested.get(resource);
        if amount > 0 && amount > allocatable.saturating_sub(used) {
            short.push(Shortage {
                resource,
                requested: amount,
                used,
                allocatable,
            });
        }
    }
    if too_many_pods || !short.is_empty() {
        return Err(Misfit::Resources {
            too_many_pods,
            short,
        });
    }
    Ok(())
}

/// Whether a pod fits a node as it is, with room kept for nominated pods that go first.
///
/// O(tolerations x taints + terms + resources + nominated pods of the node).
///
/// # Errors
/// The first check that fails, in Kubernetes' order.
pub fn fits(world: &World, pod: &PodInfo, node: u32, names: &Names) -> Result<(), Misfit> {
    let Some(info) = world.nodes.get(node as usize) else {
        return Err(Misfit::OtherNode);
    };
    fits_statically(pod, info, names)?;
    let reserved = if info.nominated.is_empty() {
        Reserved::default()
    } else {
        Reserved::on(info, world, pod)
    };
    if reserved.pods == 0 {
        if has_room(&pod.request, info, &info.requested, info.pods.len() as i64) {
            return Ok(());
        }
        return fits_resources(&pod.request, info, &info.requested, info.pods.len() as i64);
    }
    let mut requested = info.requested.clone();
    requested.add(&reserved.requested);
    fits_resources(
        &pod.request,
        info,
        &requested,
        info.pods.len() as i64 + reserved.pods,
    )
}

/// The nodes that a pod fits, and why not the others; both in the order of the text.
pub fn filter(world: &World, pod: &PodInfo, names: &Names) -> Vec<Result<(), Misfit>> {
    let nodes = 0..world.nodes.len() as u32;
    nodes.map(|node| fits(world, pod, node, names)).collect()
}
