//! What a check looks at.

use std::cell::OnceCell;

use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    kubernetes_version::AssumedVersion,
    objects::Objects,
    placement::Placement,
    timeline::{ObjectKey, Timeline},
};
use schedscope_placement::Decision;
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::ledger::Ledger;
use schedscope_reader::Reader;

use crate::{
    missing::{self, MissingInput},
    needs::Needs,
    not_looked_at::{self, PlacedRow},
    uses::{Scheduling, Uses},
};

/// The input, and what the answer is about.
#[derive(Debug)]
pub struct Context<'a> {
    /// The input and its objects.
    pub reader: &'a Reader,
    /// The unit of columns.
    pub encoding: Encoding,
    /// What the answer is about.
    pub about: About<'a>,
    missing: OnceCell<Vec<MissingInput>>,
    not_looked_at: OnceCell<Vec<PlacedRow>>,
}

impl<'a> Context<'a> {
    /// A text, and what the answer is about.
    pub fn new(reader: &'a Reader, encoding: Encoding, about: About<'a>) -> Self {
        Self {
            reader,
            encoding,
            about,
            missing: OnceCell::new(),
            not_looked_at: OnceCell::new(),
        }
    }

    /// What the answer depends on and the input lacks; computed once.
    pub(crate) fn missing(&self) -> &[MissingInput] {
        self.missing.get_or_init(|| missing::of_answer(self))
    }

    /// How the answer schedules pods; `None` if it does not.
    pub(crate) fn scheduling(&self) -> Option<&Scheduling<'a>> {
        match &self.about {
            About::Pods(Pods {
                uses: Uses::Schedules(of),
                ..
            }) => Some(of),
            _ => None,
        }
    }

    /// The pods of an answer about all of them as they are; `None` of a what-if, and of an answer about one.
    pub(crate) fn all_as_is(&self) -> Option<&Pods<'a>> {
        let About::Pods(pods) = &self.about else {
            return None;
        };
        let is_as_is = match &pods.uses {
            Uses::Whole | Uses::Lists => true,
            Uses::Schedules(of) => of.says.all_as_is,
            Uses::Counts(_) => false,
        };
        (is_as_is && !pods.is_of_one()).then_some(pods)
    }

    /// What is not modelled and can change the answer; computed once.
    pub(crate) fn not_looked_at(&self) -> &[PlacedRow] {
        let of_answer = || not_looked_at::of_answer(self);
        self.not_looked_at.get_or_init(of_answer)
    }
}

/// What an answer is about.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "each answer has one, which is not stored"
)]
pub enum About<'a> {
    /// The input alone.
    Text,
    /// The decision of a placement.
    Placement(Decided<'a>),
    /// Pods, nodes and quotas.
    Pods(Pods<'a>),
    /// Autoscaled VMs.
    Vms(Vms<'a>),
}

/// The decision of a placement.
#[derive(Debug)]
pub struct Decided<'a> {
    /// The placement.
    pub placement: &'a Placement,
    /// The decision; of a what-if, the one without a change.
    pub decision: &'a Decision,
    /// Whether the answer is a what-if, which decides many times.
    pub is_whatif: bool,
    /// Whether the answer is a part of an earlier answer about the decision, such as a page of its clusters.
    pub is_part: bool,
}

/// The pods, nodes and quotas that an answer is about.
#[derive(Debug)]
pub struct Pods<'a> {
    /// The pods and nodes of the input.
    pub snapshot: &'a ClusterSnapshot,
    /// The version of Kubernetes that the answer assumes.
    pub version: &'a AssumedVersion,
    /// The quotas, if the answer is about them.
    pub quotas: Option<&'a Ledger>,
    /// What the objects of the input need of others.
    pub needs: &'a Needs,
    /// Which pods.
    pub which: Which,
    /// How the answer uses pods and nodes.
    pub uses: Uses<'a>,
}

/// The run of a timeline.
#[derive(Debug)]
pub struct Vms<'a> {
    /// Whether the input has no config of the plugin.
    pub assumes_config: bool,
    /// The timeline; `None` if only the start of the plugin is run.
    pub timeline: Option<&'a Timeline>,
    /// The VMs whose migrations start in the run, each once.
    pub migrating: Vec<ObjectKey>,
}

/// Which pods an answer is about.
#[derive(Debug)]
pub enum Which {
    /// All.
    All,
    /// One: the object that is the pod or makes it; `None` if the input does not have it.
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
