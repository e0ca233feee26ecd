//! What a check looks at.

use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    objects::Objects,
    placement::Placement,
    pod::Pod,
};
use schedscope_placement::Decision;
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::ledger::Ledger;
use schedscope_reader::Reader;

/// The text, and what the answer is about.
pub struct Context<'a> {
    /// The text and its objects.
    pub reader: &'a Reader,
    /// The unit of columns.
    pub encoding: Encoding,
    /// What the answer is about.
    pub about: About<'a>,
}

/// What an answer is about.
pub enum About<'a> {
    /// The text alone.
    Text,
    /// The decision of a placement.
    Placement {
        /// The placement.
        placement: &'a Placement,
        /// The decision; `None` for a what-if, which decides many times.
        decision: Option<&'a Decision>,
    },
    /// Pods, nodes and quotas.
    Pods(Pods<'a>),
    /// Autoscaled VMs.
    Vms,
}

/// The pods, nodes and quotas that an answer is about.
pub struct Pods<'a> {
    /// The pods and nodes.
    pub snapshot: &'a ClusterSnapshot,
    /// The quotas, if the answer is about them.
    pub quotas: Option<&'a Ledger>,
    /// Which pods.
    pub which: Which,
    /// Whether a pod names a class that does not exist; `None` if the text may lack classes.
    pub lacks_class: Option<&'a dyn Fn(&Pod) -> bool>,
}

/// Which pods an answer is about.
pub enum Which {
    /// All.
    All,
    /// One: the object that is the pod or makes it; `None` if the text does not have it.
    One(Option<ObjectName>),
}

impl Which {
    /// The pod with this key, `namespace/name`; `None`: all pods.
    pub fn new(key: Option<&str>, snapshot: &ClusterSnapshot, objects: &Objects) -> Self {
        key.map_or(Self::All, |key| {
            let pod = snapshot.pod(key, &objects.names);
            let info = pod.and_then(|pod| snapshot.pods.get(pod));
            Self::One(info.map(|info| info.object(objects)))
        })
    }
}

impl Pods<'_> {
    /// Whether the answer is about one pod.
    pub(crate) fn is_of_one(&self) -> bool {
        matches!(self.which, Which::One(_))
    }

    /// Whether the answer is about an object: it is, or makes, one of the pods.
    pub(crate) fn has(&self, object: &ObjectName) -> bool {
        match &self.which {
            Which::All => true,
            Which::One(own) => own.as_ref().is_some_and(|of| {
                of.kind == object.kind && of.name == object.name && is_in(object, &of.namespace)
            }),
        }
    }
}

/// An object without a namespace is in `default`.
pub(crate) fn is_in(object: &ObjectName, namespace: &str) -> bool {
    object.namespace == namespace || object.namespace.is_empty() && namespace == "default"
}
