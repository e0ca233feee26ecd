//! The options of what-ifs.

use schedscope_objects::{kubernetes_version::KubernetesVersion, namespaced_name::NamedObject};
use schedscope_options::{Key, options};
use schedscope_vm::amount::Resource;
pub use schedscope_whatif::Family;

use crate::placement::DecideOptions;

schedscope_objects::words! {
    /// A resource of autoscaled VMs.
    pub enum SweptResource {
        /// CPU, in vCPUs.
        Cpu = "cpu",
        /// Memory, in slots.
        Memory = "memory",
    }
}

schedscope_options::words! {
    SweptResource {
        "cpu" = Cpu,
        "memory" = Memory,
    }
}

impl From<SweptResource> for Resource {
    fn from(swept: SweptResource) -> Self {
        match swept {
            SweptResource::Cpu => Self::Cpu,
            SweptResource::Memory => Self::Memory,
        }
    }
}

options! {
    /// The wanted result, all parts of it.
    pub struct Want {
        /// Clusters to select, by name.
        selects: Vec<String>,
        /// Clusters not to select, by name.
        drops: Vec<String>,
        /// The number of clusters to select. Default: any.
        count: Option<usize>,
        /// As the input records the decision. The changes are what can have differed when the hub decided. Excludes the
        /// others.
        recorded: bool,
        /// The pod that `admitted`, `on`, `spares` and `evictsNobody` are about. A pod on a node
        /// is scheduled as if it were pending. Excludes `selects`, `drops` and `count`.
        pod: Option<NamedObject>,
        /// The pod gets a node, also by evictions, and no `ResourceQuota` refuses it.
        admitted: bool,
        /// As `admitted`, and the node is this one.
        on: Option<String>,
        /// The pod does not evict this one.
        spares: Option<NamedObject>,
        /// The pod evicts no other.
        evicts_nobody: bool,
        /// No VM leaves the node of this name, or the VM of this pod does not migrate. A name without a namespace is
        /// that of a node. This, `granted` and `starts` exclude the others.
        no_migration: Option<NamedObject>,
        /// In a timeline, every request of the VM of this pod is granted as it is.
        granted: Option<NamedObject>,
        /// In a timeline, every start of the scheduler succeeds.
        starts: bool,
    }

    /// Options of `change`. `limit` of the options of `decide` is the maximum number of changes, and of names in each.
    pub struct ChangeOptions {
        ..decide: DecideOptions,
        /// The wanted result.
        want: Want [needed],
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The families of edits that are tried. Default: all but `taint`, `allocatable`, `score` and `decision`; if
        /// the recorded decision is wanted, these and `weight`, `label`, `claim` and `release`.
        families: Vec<Family>,
        /// The timeline of autoscaled VMs that is meant. Default: the first of the
        /// input.
        timeline: Option<NamedObject>,
        /// The name of a variant of the timeline. Default: none.
        variant: Option<String>,
        /// The maximum number of decisions that the search makes.
        max_steps: usize [1..=1_000_000] = 20_000,
    }

    /// Options of `sweep`: one of `weight`, `count`, `maxSkew`, `stability`; with `pod`, one of `request`, `priority`,
    /// `min`, `max`; of VMs, one of `watermark`, `system`, `computeUnit`.
    pub struct SweepOptions {
        ..decide: DecideOptions,
        /// The prioritizer whose weight is swept, from -10 to 10.
        weight: Option<String>,
        /// Whether the number of clusters is swept.
        count: bool,
        /// The spread constraint whose max skew is swept: its topology key, or its index, from 0.
        max_skew: Option<Key>,
        /// The name of a cluster whose rank and total are listed for every value.
        cluster: Option<String>,
        /// With `weight`: the name of a cluster whose rank is returned for every real weight, with exact ends, in place
        /// of the intervals.
        rank: Option<String>,
        /// How far weights may change before the selection does: each of them, for each selected cluster, and all
        /// together.
        stability: bool,
        /// The pod whose cycle is run for every value. A pod on a node is scheduled as if it were
        /// pending.
        pod: Option<NamedObject>,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The resource whose request is swept, of the pod's first container that has one.
        request: Option<String>,
        /// Whether the pod's priority is swept.
        priority: bool,
        /// The resource of which the min of an `ElasticQuota` is swept.
        min: Option<String>,
        /// The resource of which the max of an `ElasticQuota` is swept.
        max: Option<String>,
        /// The `ElasticQuota` of `min` and `max`. Default: that of the pod's namespace.
        quota: Option<NamedObject>,
        /// The resource whose watermark is swept, in millionths, 1 to 1,000,000.
        watermark: Option<SweptResource>,
        /// The resource whose part for the system is swept, from 1 to the largest node.
        system: Option<SweptResource>,
        /// The resource whose side of the compute unit is swept, from 1 to the largest VM.
        compute_unit: Option<SweptResource>,
        /// The node whose part of the config is meant. Default: `nodeDefaults`, or the first part in force.
        node: Option<String>,
        /// The timeline that is meant. Default: the first of the input.
        timeline: Option<NamedObject>,
        /// The name of a variant of the timeline. Default: none.
        variant: Option<String>,
    }

    /// Options of `without`: one of `cluster`, `label` and `each`.
    pub struct WithoutOptions {
        ..decide: DecideOptions,
        /// The name of a cluster that is gone.
        cluster: Option<String>,
        /// The label of the clusters that are gone, such as `region=eu`.
        label: Option<String>,
        /// The key of a label: the clusters of each value are gone in turn. `cluster`: each selected cluster.
        each: Option<String>,
    }
}

/// The system that a what-if is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// A placement.
    Placements,
    /// The nodes, pods and quotas.
    Pods,
    /// A timeline of autoscaled VMs.
    Vms,
}

impl SweepOptions {
    /// The system whose number is swept.
    pub fn answered_by(&self) -> AnsweredBy {
        if self.pod.is_some() {
            AnsweredBy::Pods
        } else if self.is_of_vms() {
            AnsweredBy::Vms
        } else {
            AnsweredBy::Placements
        }
    }

    /// Whether something of a placement is swept.
    pub fn is_of_clusters(&self) -> bool {
        self.weight.is_some()
            || self.count
            || self.max_skew.is_some()
            || self.rank.is_some()
            || self.stability
    }

    /// Whether a number of the config of VMs is swept.
    pub fn is_of_vms(&self) -> bool {
        self.watermark.is_some() || self.system.is_some() || self.compute_unit.is_some()
    }
}

impl Want {
    /// The system whose result is wanted.
    pub fn answered_by(&self) -> AnsweredBy {
        if self.no_migration.is_some() || self.granted.is_some() || self.starts {
            AnsweredBy::Vms
        } else if self.pod.is_some() {
            AnsweredBy::Pods
        } else {
            AnsweredBy::Placements
        }
    }
}
