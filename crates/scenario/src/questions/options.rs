//! Options of questions about the text and its latest decision, which belong to no engine.

use schedscope_answers::placement::rows::ClusterOrder;
use schedscope_objects::diagnostic::ObjectName;
#[cfg(feature = "types")]
use schedscope_options::types::Shape;
use schedscope_options::{Argument, Key, Source, options};
use schedscope_placement::Wanted;
use serde::Serialize;

use crate::SpreadEdit;

options! {
    /// Nothing: there are no options.
    pub struct NoOptions {}

    /// Which pod is to get room.
    pub struct EvictAcrossNodesOptions {
        /// The pod, as `namespace/name`.
        pod: String [needed],
    }

    /// Which part of the table of clusters.
    pub struct ClustersOptions {
        /// The order of the table: feasible clusters by `rank`, then filtered, then excluded ones, both by
        /// name; or all by `name`.
        order: ClusterOrder,
        /// How many clusters are passed over.
        offset: usize,
        /// How many clusters are listed at most. Default: all.
        limit: Option<usize>,
        /// Only those whose name contains this, or whose state begins with it (three letters at least).
        find: Option<String>,
    }

    /// Which cluster.
    pub struct ExplainClusterOptions {
        /// The cluster, by its name or its index.
        cluster: Key [needed],
    }

    /// Which cluster.
    pub struct ClusterIndexOptions {
        /// Its name.
        name: String [needed],
    }

    /// Which clusters.
    pub struct ClusterNamesOptions {
        /// Their indices.
        clusters: Vec<u32> [needed],
    }

    /// Which step of the run of spread.
    pub struct SpreadStepOptions {
        /// The step, from 1.
        step: usize [needed],
    }

    /// Which part of the table of candidates.
    pub struct SpreadCandidatesOptions {
        /// The step, from 1.
        step: usize [needed],
        /// How many clusters are passed over.
        offset: usize,
        /// How many clusters are listed at most. Default: all.
        limit: Option<usize>,
    }

    /// Which topology domains.
    pub struct SpreadDomainsOptions {
        /// After how many steps; 0: before the first.
        step: usize [needed],
        /// How many domains are listed at most. Default: all.
        limit: Option<usize>,
    }

    /// Which prioritizer gets which weight.
    pub struct WeightEditOptions {
        /// The placement, by its name or its index. Default: the only one there is.
        placement: Option<Key>,
        /// The prioritizer, as the placement calls it.
        prioritizer: String [needed],
        /// Its weight. The hub allows -10 to 10.
        weight: i32 [needed],
    }

    /// How many clusters a placement wants.
    pub struct NumberOfClustersEditOptions {
        /// The placement, by its name or its index. Default: the only one there is.
        placement: Option<Key>,
        /// How many; `null`: all.
        number_of_clusters: Wanted [needed],
    }

    /// Which change of spread constraints.
    pub struct SpreadEditOptions {
        /// The placement, by its name or its index. Default: the only one there is.
        placement: Option<Key>,
        /// The change.
        change: SpreadEdit [needed],
    }

    /// Which event is added to which timeline.
    pub struct TimelineEditOptions {
        /// The timeline, as `namespace/name` or `name`. Default: a new one, at the end of the text.
        timeline: Option<String>,
        /// The event, as it stands in `spec.events`.
        event: Written [needed],
    }

    /// Which field of which object.
    pub struct LocateOptions {
        /// The object.
        object: ObjectName [needed],
        /// The field's path in Kubernetes notation, such as `spec.predicates[0]`. Default: the whole object.
        path: String,
    }

    /// Which fields of which object.
    pub struct LocateAllOptions {
        /// The object.
        object: ObjectName [needed],
        /// The fields' paths.
        paths: Vec<String> [needed],
    }

    /// Which quantity.
    pub struct QuantityOptions {
        /// The text, such as `1500m` or `2Gi`.
        text: Option<String> [needed],
    }
}

/// What a quantity says: the double that schedulers compute with, and the canonical text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuantityValue {
    /// The double that schedulers compute with; null where it is not finite, which JSON cannot say.
    #[cfg_attr(feature = "types", ts(as = "Option<schedscope_objects::types::Float>"))]
    pub f64: Option<f64>,
    /// Its bits, as 16 hexadecimal digits.
    pub bits: String,
    /// The canonical text, such as `1500m`.
    pub canonical: String,
}

/// An object, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written(pub String);

impl Argument for Written {
    fn read(from: &mut dyn Source) -> Option<Self> {
        if !from.is_object() {
            from.wrong("expected an object");
            return None;
        }
        Some(Self(from.written().to_owned()))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("object")
    }
}
