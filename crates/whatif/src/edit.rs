//! Edits of the input as data, and the trait that applies them.

use schedscope_objects::{diagnostic::ObjectName, objects::Objects, selector::field_of, words};

use crate::{StepSize, search::Trial};

words! {
    /// What an edit changes. `name`: a misspelt word of a placement or pod is corrected. `weight`: the weight of a
    /// prioritizer. `count`: `numberOfClusters`. `skew`: a spread constraint. `toleration`: a toleration is
    /// added. `label`, `claim`: a label or a claim of a cluster or node. `predicate`: a requirement of a predicate, or
    /// of a pod's `nodeSelector` or node affinity. `set`: a cluster set, its binding, or an entry of `clusterSets`.
    /// `request`: requests and limits of a pod. `quota`: min or max of an `ElasticQuota`, or hard of a `ResourceQuota`.
    /// `volume`: the class of a claim, the binding mode or `allowedTopologies` of a `StorageClass`, or the limit of
    /// attached volumes of a `CSINode`. `priority`: the priority of a pod. `release`: another cluster, pod or VM is
    /// removed. `node`: a node is added, or uncordoned. `vmConfig`: the config of the VM plugin, or the bounds of a VM.
    /// `taint`: a taint of a cluster, or its availability. `allocatable`: an allocatable amount of a cluster. `score`:
    /// a score that an add-on reports. `decision`: a recorded decision of another placement. These four are tried if
    /// the recorded decision is wanted, or if they are named.
    #[derive(PartialOrd, Ord)]
    pub enum Family {
        /// A misspelt name or word is corrected.
        Name = "name",
        /// The weight of a prioritizer.
        Weight = "weight",
        /// `numberOfClusters`.
        Count = "count",
        /// A spread constraint.
        Skew = "skew",
        /// A toleration is added.
        Toleration = "toleration",
        /// A label of a cluster or node.
        Label = "label",
        /// A claim of a cluster.
        Claim = "claim",
        /// A requirement of a predicate, or of a pod's `nodeSelector` or node affinity.
        Predicate = "predicate",
        /// A cluster set, its binding, or an entry of `clusterSets`.
        Set = "set",
        /// Requests and limits of a pod.
        Request = "request",
        /// Min or max of an `ElasticQuota`, or hard of a `ResourceQuota`.
        Quota = "quota",
        /// The class of a claim, what a class says, or the limit of attached volumes.
        Volume = "volume",
        /// The priority of a pod.
        Priority = "priority",
        /// Another cluster, pod or VM is removed.
        Release = "release",
        /// A node is added, or uncordoned.
        Node = "node",
        /// The config of the VM plugin, or the bounds of a VM.
        VmConfig = "vmConfig",
        /// A taint of a cluster, or its availability.
        Taint = "taint",
        /// An allocatable amount of a cluster.
        Allocatable = "allocatable",
        /// A score that an add-on reports.
        Score = "score",
        /// A recorded decision of another placement.
        Decision = "decision",
    }
}

impl Family {
    /// Whether edits of the family change only scores and the number of clusters: they make no cluster feasible.
    pub(crate) fn only_scores(self) -> bool {
        matches!(
            self,
            Self::Weight
                | Self::Count
                | Self::Release
                | Self::Allocatable
                | Self::Score
                | Self::Decision
        )
    }
}

schedscope_options::words! {
    Family {
        "name" = Name, "weight" = Weight, "count" = Count, "skew" = Skew, "toleration" = Toleration, "label" = Label,
        "claim" = Claim, "predicate" = Predicate, "set" = Set, "request" = Request, "quota" = Quota,
        "volume" = Volume,
        "priority" = Priority, "release" = Release, "node" = Node, "vmConfig" = VmConfig, "taint" = Taint,
        "allocatable" = Allocatable, "score" = Score, "decision" = Decision,
    }
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A string; amounts are strings.
    Text(String),
    /// A fraction, `true` or `false`, as JSON.
    Plain(String),
    List(Vec<Value>),
    /// Fields, in the order in which they are written.
    Map(Vec<(String, Value)>),
}

impl Value {
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub fn map<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Map(fields.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

/// One step of a path into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// The index of an item, from 0. The length of the list appends an item.
    Index(usize),
}

/// A path of keys, separated by `.`.
pub fn path(keys: &str) -> Vec<Step> {
    let keys = keys.split('.').filter(|key| !key.is_empty());
    keys.map(|key| Step::Key(key.to_owned())).collect()
}

/// A path as findings show it: `spec.prioritizerPolicy.configurations[1].weight`.
pub fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) => text = field_of(&text, key),
            Step::Index(index) => {
                text.push('[');
                text.push_str(&index.to_string());
                text.push(']');
            }
        }
    }
    text.strip_prefix('.').map_or(text.clone(), str::to_owned)
}

/// The node that an added one is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeModel {
    /// Its name; its static pods run on the new one, too.
    pub node: String,
    /// The labels in which the new one differs.
    pub labels: Vec<(String, String)>,
}

/// An edit of one field of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is changed.
    pub family: Family,
    pub object: ObjectName,
    /// The field; empty for the object itself.
    pub path: Vec<Step>,
    /// The old value; `None` if the input does not have the field or the object.
    pub old: Option<Value>,
    /// The new value; `None` removes the field or the object.
    pub new: Option<Value>,
    /// What the path does not name, such as the prioritizer of a weight; can be empty.
    pub subject: String,
    /// How many new pods a bound of a `ResourceQuota` lets through, of which the pod in question is the last or one of
    /// its workload; 1 for other edits.
    pub pods: usize,
    /// What an added node is like.
    pub model: Option<NodeModel>,
    /// The effective number before and after, if the edit changes a number.
    pub numbers: Option<(Option<i64>, Option<i64>)>,
    /// The size of the edit.
    pub step: StepSize,
}

impl Edit {
    /// Removes an object.
    pub(crate) fn removal(object: ObjectName) -> Self {
        Self {
            family: Family::Release,
            object,
            path: Vec::new(),
            old: None,
            new: None,
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(1),
        }
    }
}

impl Edit {
    /// Whether a controller makes this edit after another one: it removes the taint of a node that is uncordoned.
    pub fn follows(&self) -> bool {
        let is_of_taint = |step: &Step| *step == Step::Key("taints".to_owned());
        self.family == Family::Node && self.new.is_none() && self.path.iter().any(is_of_taint)
    }
}

/// Applies edits to the input and reverts them. An edit has exactly the effect that its text has.
pub trait Editor {
    /// The objects, with the current edits. Over all edits, symbols are only added, and equal revisions mean equal
    /// objects.
    fn objects(&self) -> &Objects;

    /// Applies edits to the original input: all of them or nothing. Returns `false` if one of them cannot be applied.
    fn apply(&mut self, edits: &[Edit]) -> bool;

    /// Reverts all edits.
    fn undo(&mut self);

    /// Whether the edits can be written into the text. Anchors and generated parts can prevent that.
    fn takes(&self, edits: &[Edit]) -> bool;

    /// The outcome of a trial that meets the want and displaces `displaced` objects. Call it after `undo`.
    fn met(&self, edits: &[Edit], displaced: usize) -> Trial {
        if self.takes(edits) {
            Trial::Meets(displaced)
        } else {
            Trial::ByHand(displaced)
        }
    }
}

/// Combines two candidates; `None` if they edit the same field or append the same item. Items that are appended to the
/// same list follow one another.
pub(crate) fn joined(one: &[Edit], other: &[Edit]) -> Option<Vec<Edit>> {
    let mut all = one.to_vec();
    for edit in other {
        let mut edit = edit.clone();
        while let Some(same) = all
            .iter()
            .find(|known| known.object == edit.object && known.path == edit.path)
        {
            let is_new = |edit: &Edit| edit.old.is_none() && edit.new.is_some();
            match edit.path.last_mut() {
                Some(Step::Index(at))
                    if is_new(same) && edit.old.is_none() && edit.new.is_some() =>
                {
                    *at += 1;
                }
                _ => return None,
            }
            if all.iter().any(|known| known.new == edit.new) {
                return None;
            }
        }
        all.push(edit);
    }
    Some(all)
}
