//! Options of questions about the text and its latest decision.

use schedscope_answer_macro::answer;
use schedscope_answers::placement::{comparison::DecisionForm, rows::ClusterOrder};
use schedscope_objects::{
    diagnostic::ObjectName, kubernetes_version::KubernetesVersion, namespaced_name::NamedObject,
    profile::ProfileChoice,
};
use schedscope_options::{Key, options};
use schedscope_placement::Wanted;

use super::written::Written;
use crate::{PrioritizerMode, SpreadEdit};

options! {
    /// Options of a question without options.
    pub struct NoOptions {}

    /// Options of `evictAcrossNodes`.
    pub struct EvictAcrossNodesOptions {
        /// The pod.
        pod: NamedObject [needed],
        /// The scheduler to reproduce. It tells whether a resource that `max` does not name is 0.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
    }

    /// Options of `decisionsYaml`.
    pub struct DecisionsYamlOptions {
        /// The form of the objects.
        form: DecisionForm,
    }

    /// Options of `clusters`.
    pub struct ClustersOptions {
        /// The order of the rows. `rank`: feasible clusters by rank, then filtered, then excluded ones, both by
        /// name. `name`: all clusters by name.
        order: ClusterOrder,
        /// How many clusters to skip.
        offset: usize,
        /// The maximum number of clusters to list. Default: all.
        limit: Option<usize>,
        /// Only clusters whose name contains this, or, with a `=`, one of whose labels does. With at least three
        /// letters also: their state begins with it; or their reason does, or a taint, a key, a value or a cluster set
        /// in it contains it. Case does not matter.
        find: Option<String>,
    }

    /// Options of `explainCluster`.
    pub struct ExplainClusterOptions {
        /// The cluster: its name, or its index in the input, from 0.
        cluster: Key [needed],
    }

    /// Options of `clusterIndex`.
    pub struct ClusterIndexOptions {
        /// The name of the cluster.
        name: String [needed],
    }

    /// Options of `clusterNames`.
    pub struct ClusterNamesOptions {
        /// The indices of the clusters in the input, from 0.
        clusters: Vec<u32> [needed],
    }

    /// Options of `matchClusters`.
    pub struct MatchClustersOptions {
        /// A name, a glob such as `eu-*`, or a label selector as `kubectl get -l` takes it.
        pattern: String [needed],
    }

    /// Options of `spreadStep`.
    pub struct SpreadStepOptions {
        /// The step, from 1.
        step: usize [needed],
    }

    /// Options of `spreadCandidates`.
    pub struct SpreadCandidatesOptions {
        /// The step, from 1.
        step: usize [needed],
        /// How many clusters to skip.
        offset: usize,
        /// The maximum number of clusters to list. Default: all.
        limit: Option<usize>,
    }

    /// Options of `spreadDomains`.
    pub struct SpreadDomainsOptions {
        /// The step; 0: before the first step.
        step: usize [needed],
        /// The maximum number of domains to list. Default: all.
        limit: Option<usize>,
    }

    /// Options of `weightEdit`.
    pub struct WeightEditOptions {
        /// The placement: its name, or its index from 0. Default: the only one.
        placement: Option<Key<NamedObject>>,
        /// The name of the prioritizer, as in the placement.
        prioritizer: String [needed],
        /// The weight. The hub allows -10 to 10.
        weight: i32 [needed],
    }

    /// Options of `numberOfClustersEdit`.
    pub struct NumberOfClustersEditOptions {
        /// The placement: its name, or its index from 0. Default: the only one.
        placement: Option<Key<NamedObject>>,
        /// The number of wanted clusters; `null`: all.
        number_of_clusters: Wanted [needed],
    }

    /// Options of `modeEdit`.
    pub struct ModeEditOptions {
        /// The placement: its name, or its index from 0. Default: the only one.
        placement: Option<Key<NamedObject>>,
        /// Which weights a prioritizer has that the policy does not name.
        mode: PrioritizerMode [needed],
    }

    /// Options of `spreadEdit`.
    pub struct SpreadEditOptions {
        /// The placement: its name, or its index from 0. Default: the only one.
        placement: Option<Key<NamedObject>>,
        /// The change of the spread constraints.
        change: SpreadEdit [needed],
    }

    /// Options of `timelineEdit`.
    pub struct TimelineEditOptions {
        /// The timeline. Default: a new one, at the end of the input.
        timeline: Option<NamedObject>,
        /// The event, as in `spec.events`.
        event: Written [needed],
    }

    /// Options of `locate`.
    pub struct LocateOptions {
        /// The object: its kind, namespace and name.
        object: ObjectName [needed],
        /// The path of the field, such as `spec.predicates[0]`. Default: the whole object.
        path: String,
    }

    /// Options of `locateAll`.
    pub struct LocateAllOptions {
        /// The object: its kind, namespace and name.
        object: ObjectName [needed],
        /// The paths of the fields, such as `spec.predicates[0]`.
        paths: Vec<String> [needed],
    }

    /// Options of `quantity`.
    pub struct QuantityOptions {
        /// The quantity, such as `1500m` or `2Gi`.
        text: Option<String> [needed],
    }
}

/// The value of a quantity.
#[answer]
pub struct QuantityAnswer {
    /// The 64-bit float that schedulers compute with; `null` if it is infinite, which JSON cannot express.
    #[ts(as = "Option<schedscope_objects::types::Float>")]
    pub f64: Option<f64>,
    /// The bits of that float, as 16 hexadecimal digits.
    pub bits: String,
    /// The canonical form, such as `1500m`.
    pub canonical: String,
}
