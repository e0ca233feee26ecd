//! Decodes the values of one piece into its objects.

use std::{num::NonZeroU64, rc::Rc, sync::Arc};

use rustc_hash::FxHashMap;
use schedscope_objects::{
    kind::ObjectKind,
    names::{Names, Symbol},
    object::Object,
};
use schedscope_text::tree::{Tree, ValueId, ValueKind};

use crate::decode::{
    Decoder, Meta, Overlooked, PieceDiagnostic, claim,
    kind::known_kind,
    managed_cluster, node, not_looked_at,
    object_faults::{
        has_name, is_json, is_label, report_duplicate_top_keys, report_none, report_object_inside,
    },
    placement, pod, policy, scheduler_configuration, storage, strict, workload,
    written::WrittenTimes,
};

/// The `apiVersion` and kind of a list, for items that omit their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListContext {
    /// The list's `apiVersion`.
    pub api_version: String,
    /// The list's own kind, such as `List` or `ManagedClusterList`.
    pub kind: String,
}

impl ListContext {
    /// The kind of an item that omits it.
    pub(crate) fn item_kind(&self) -> &str {
        self.kind.strip_suffix("List").unwrap_or_default()
    }
}

/// An object and its place; bytes count from the start of the piece.
#[derive(Clone, Debug)]
pub struct LocatedObject {
    pub object: Object,
    /// Which of the piece's values it is.
    pub root: u32,
    /// The bytes of the object.
    pub bytes: (u32, u32),
    /// The bytes of its name.
    pub name: (u32, u32),
    /// The fields that the API server set.
    pub stored: StoredObject,
}

/// The fields that an API server sets and that distinguish copies of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredObject {
    /// `metadata.uid`, if it is a UUID. Handwritten objects do not have one.
    pub uid: Option<[u32; 4]>,
    /// `metadata.resourceVersion`, if it is a number.
    pub version: Option<NonZeroU64>,
    /// When it was written, as far as its fields record it.
    pub written: WrittenTimes,
}

impl StoredObject {
    /// Reads `metadata`; `placement`: the object, if it is one.
    fn decode(d: &Decoder<'_>, metadata: ValueId, placement: Option<ValueId>) -> Self {
        let text = |key: &str| d.get(metadata, key).map(|at| d.text_of(at));
        Self {
            uid: text("uid").and_then(uuid),
            version: text("resourceVersion").and_then(|version| version.parse().ok()),
            written: WrittenTimes::decode(d.tree, d.source, metadata, placement),
        }
    }
}

/// The 128 bits of a UUID.
fn uuid(text: &str) -> Option<[u32; 4]> {
    let mut bits = 0u128;
    let mut digits = 0;
    for letter in text.chars().filter(|letter| *letter != '-') {
        bits = bits.checked_shl(4)? | u128::from(letter.to_digit(16)?);
        digits += 1;
    }
    let part = |shift: u32| (bits >> shift) as u32;
    (text.len() == 36 && digits == 32).then(|| [part(96), part(64), part(32), part(0)])
}

/// The objects of one piece.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// Objects that can be used.
    pub objects: Vec<LocatedObject>,
    /// The kind of every object, including unsupported kinds.
    pub kinds: Vec<Symbol>,
    /// The diagnostics, in the order of the text.
    pub findings: Vec<PieceDiagnostic>,
    /// The fields and objects that are not modelled, in text order.
    pub overlooked: Vec<Overlooked>,
    /// The kind of the items, if the piece is an empty list.
    pub none_of: Symbol,
    /// Whether an object took its kind or version from the list around it.
    pub used_context: bool,
    /// That list, if it was used.
    pub context: ListContext,
    /// Whether it was read as a part of a list. The result depends on it: an item that refers to another item requires
    /// the whole list, and the fields after the items report further pages.
    pub is_of_list: bool,
}

impl Decoded {
    /// Moves all places by `by` bytes.
    pub fn shift(&mut self, by: u32) {
        let findings = self.findings.iter_mut().map(|finding| &mut finding.bytes);
        let objects = self.objects.iter_mut();
        let objects = objects.flat_map(|located| [&mut located.bytes, &mut located.name]);
        let overlooked = self.overlooked.iter_mut().map(|found| &mut found.bytes);
        for bytes in findings.chain(objects).chain(overlooked) {
            bytes.0 += by;
            bytes.1 += by;
        }
    }
}

/// Reads the objects of one piece, at `roots`.
pub fn decode(
    source: &str,
    tree: &Tree,
    roots: &[ValueId],
    context: &ListContext,
    names: &mut Names,
) -> Decoded {
    let mut decoded = Decoded::default();
    let mut inner = None;
    for (index, root) in roots.iter().enumerate() {
        let mut findings = std::mem::take(&mut decoded.findings);
        let mut d = Decoder {
            source,
            tree,
            names,
            findings: &mut findings,
            object: None,
        };
        // An item of a list in the list is of that list's kind.
        let inner = d.get(*root, "kind").is_none().then(|| {
            let inner = inner.get_or_insert_with(|| inner_items(tree, source));
            inner.get(root).cloned()
        });
        let inner = inner.flatten();
        let context = inner.as_deref().unwrap_or(context);
        let object = object(&mut d, (*root, index as u32), context, &mut decoded);
        let metadata = d.get(*root, "metadata");
        let name = metadata.and_then(|node| d.name_of(node));
        let name = name.map(|(at, _)| at);
        let range = |node| {
            let (start, end) = tree.range(node);
            (start as u32, end as u32)
        };
        if let Some(object) = object {
            let placement = matches!(object, Object::Placement(_)).then_some(*root);
            decoded.objects.push(LocatedObject {
                object,
                root: index as u32,
                bytes: range(*root),
                name: range(name.unwrap_or(*root)),
                stored: metadata.map_or_else(StoredObject::default, |at| {
                    StoredObject::decode(&d, at, placement)
                }),
            });
        }
        decoded.findings = findings;
    }
    if decoded.used_context {
        decoded.context = context.clone();
    }
    decoded
}

/// The items of the lists that are items of a list, with the innermost list. O(items).
fn inner_items(tree: &Tree, source: &str) -> FxHashMap<ValueId, Rc<ListContext>> {
    let mut inner = FxHashMap::default();
    let mut left: Vec<(ValueId, bool)> =
        tree.root().map(|root| (root, false)).into_iter().collect();
    while let Some((value, is_item)) = left.pop() {
        if tree.kind(value) == ValueKind::Sequence {
            left.extend(tree.items(value).map(|item| (item, true)));
            continue;
        }
        let text = |key: &str| {
            let at = tree.get(value, key, source);
            at.map_or("", |at| tree.text(at, source))
        };
        let kind = text("kind");
        let items = tree.get(value, "items", source);
        let Some(items) = items.filter(|_| kind.ends_with("List")) else {
            continue;
        };
        if is_item {
            let context = Rc::new(ListContext {
                api_version: text("apiVersion").to_owned(),
                kind: kind.to_owned(),
            });
            inner.extend(tree.items(items).map(|item| (item, Rc::clone(&context))));
        }
        left.push((items, true));
    }
    inner
}

fn object(
    d: &mut Decoder<'_>,
    (root, index): (ValueId, u32),
    context: &ListContext,
    decoded: &mut Decoded,
) -> Option<Object> {
    if d.is_null(root) {
        return None;
    }
    if d.tree.kind(root) != ValueKind::Mapping {
        let what = if d.tree.kind(root) == ValueKind::Sequence {
            "a list"
        } else {
            "a string"
        };
        let message = format!("expected a Kubernetes object, found {what}");
        return report_none(d, root, message);
    }
    let text_at = |key: &str| {
        let node = d.get(root, key)?;
        let text = d.tree.text(node, d.source);
        let is_there = !text.is_empty() && !d.tree.is_null(node, d.source);
        is_there.then_some((node, text))
    };
    let (kind_node, kind) = match text_at("kind") {
        Some((node, kind)) => (node, kind),
        None if !context.item_kind().is_empty() => {
            decoded.used_context = true;
            (root, context.item_kind())
        }
        None => {
            decoded.used_context = true;
            if has_name(d, root) {
                d.object = Some((root, Symbol::EMPTY));
            } else if !is_json(d, root) {
                // JSON is checked as a whole.
                report_object_inside(d, root, |_, _| true);
            }
            let message = "an object needs a `kind` and an `apiVersion`";
            return report_none(d, root, message.to_owned());
        }
    };
    let (version_node, api_version) = if let Some((node, version)) = text_at("apiVersion") {
        (node, version)
    } else {
        decoded.used_context = true;
        (
            kind_node,
            if context.item_kind().is_empty() {
                ""
            } else {
                &context.api_version
            },
        )
    };
    report_object_inside(d, root, is_label);
    let kind_symbol = d.names.intern(kind);
    decoded.kinds.push(kind_symbol);
    d.object = Some((root, kind_symbol));
    if is_of_koordinator(d, (root, index), (kind, api_version), decoded) {
        return None;
    }
    let Some(known) = known_kind(d, (kind_node, kind), (version_node, api_version)) else {
        not_looked_at::scan(
            d,
            (root, index),
            (None, kind, api_version),
            &mut decoded.overlooked,
        );
        return None;
    };
    report_duplicate_top_keys(d, root);
    // A file of a scheduler, not an object of the API server: it has no name.
    if known == ObjectKind::KubeSchedulerConfiguration {
        let found = &mut decoded.overlooked;
        let configuration =
            scheduler_configuration::decode(d, (root, index), (kind, api_version), found);
        return Some(Object::KubeSchedulerConfiguration(Arc::new(configuration)));
    }
    let before = d.findings.len();
    let meta = Meta::decode(d, root, known.is_of_pods())?;
    let mut object = of_kind(d, root, known, meta);
    strict::check(d, root, (known, api_version), before);
    let refused = |one: &PieceDiagnostic| one.refuses();
    if d.findings[before..].iter().any(refused) && !has_status(d, root) {
        object.refuse();
    }
    not_looked_at::scan(
        d,
        (root, index),
        (Some(known), kind, api_version),
        &mut decoded.overlooked,
    );
    Some(object)
}

/// Whether the object is a quota of Koordinator, whose kind has the former name of that of scheduler-plugins and whose
/// rules are others; then it is noted as not looked at.
///
/// Source: `apis/extension/elastic_quota.go` of Koordinator 1.6.
fn is_of_koordinator(
    d: &mut Decoder<'_>,
    root: (ValueId, u32),
    (kind, api_version): (&str, &str),
    decoded: &mut Decoded,
) -> bool {
    if kind != ObjectKind::ElasticQuota.name() || !api_version.starts_with(FORMER_QUOTA_GROUP) {
        return false;
    }
    let before = decoded.overlooked.len();
    let unread = (None, kind, api_version);
    not_looked_at::scan(d, root, unread, &mut decoded.overlooked);
    decoded.overlooked.len() > before
}

/// The former group of `ElasticQuota`.
const FORMER_QUOTA_GROUP: &str = "scheduling.sigs.k8s.io/";

/// Whether a controller has written a status since the object was stored.
fn has_status(d: &Decoder<'_>, root: ValueId) -> bool {
    let status = d.get(root, "status");
    status.is_some_and(|status| d.tree.entries(status).next().is_some())
}

fn of_kind(d: &mut Decoder<'_>, root: ValueId, kind: ObjectKind, meta: Meta) -> Object {
    match kind {
        ObjectKind::ManagedCluster => {
            Object::NewCluster(Box::new(managed_cluster::decode(d, root, meta)))
        }
        ObjectKind::Placement => Object::Placement(Arc::new(placement::decode(d, root, &meta))),
        ObjectKind::PlacementDecision => {
            Object::PlacementDecision(Arc::new(super::placement_decision::decode(d, root, meta)))
        }
        ObjectKind::ManagedClusterSet => {
            Object::ManagedClusterSet(Arc::new(super::cluster_set::decode_set(d, root, &meta)))
        }
        ObjectKind::ManagedClusterSetBinding => {
            let binding = super::cluster_set::decode_binding(d, root, &meta);
            Object::ManagedClusterSetBinding(Arc::new(binding))
        }
        ObjectKind::AddOnPlacementScore => Object::AddOnPlacementScore(Arc::new(
            super::addon_placement_score::decode(d, root, &meta),
        )),
        ObjectKind::Node => Object::Node(Arc::new(node::decode(d, root, meta))),
        ObjectKind::Pod => Object::Pod(Arc::new(pod::decode(d, root, meta))),
        ObjectKind::ElasticQuota => {
            Object::ElasticQuota(Arc::new(policy::elastic_quota(d, root, &meta)))
        }
        ObjectKind::PriorityClass => {
            Object::PriorityClass(Arc::new(policy::priority_class(d, root, &meta)))
        }
        ObjectKind::PodDisruptionBudget => {
            Object::PodDisruptionBudget(Arc::new(policy::disruption_budget(d, root, &meta)))
        }
        ObjectKind::Namespace => {
            Object::Namespace(Arc::new(super::cluster_context::namespace(d, root, meta)))
        }
        ObjectKind::Service => {
            Object::Service(Arc::new(super::cluster_context::service(d, root, &meta)))
        }
        ObjectKind::RuntimeClass => Object::RuntimeClass(Arc::new(
            super::cluster_context::runtime_class(d, root, &meta),
        )),
        ObjectKind::ResourceQuota => Object::ResourceQuota(Arc::new(
            super::cluster_context::resource_quota(d, root, &meta),
        )),
        ObjectKind::LimitRange => Object::LimitRange(Arc::new(
            super::cluster_context::limit_range(d, root, &meta),
        )),
        ObjectKind::PersistentVolume => {
            Object::PersistentVolume(Arc::new(storage::persistent_volume(d, root, meta)))
        }
        ObjectKind::PersistentVolumeClaim => {
            Object::PersistentVolumeClaim(Arc::new(claim::decode(d, root, &meta)))
        }
        ObjectKind::StorageClass => {
            Object::StorageClass(Arc::new(storage::storage_class(d, root, &meta)))
        }
        ObjectKind::CsiNode => Object::CsiNode(Arc::new(storage::csi_node(d, root, &meta))),
        ObjectKind::CsiDriver => Object::CsiDriver(Arc::new(storage::csi_driver(d, root, &meta))),
        ObjectKind::CsiStorageCapacity => {
            Object::CsiStorageCapacity(Arc::new(storage::csi_storage_capacity(d, root, &meta)))
        }
        ObjectKind::VolumeAttachment => {
            Object::VolumeAttachment(Arc::new(storage::volume_attachment(d, root, &meta)))
        }
        ObjectKind::MulticlusterPlacementDecision => {
            let decision = super::placement_decision::decode_multicluster(d, root, meta);
            Object::MulticlusterPlacementDecision(Arc::new(decision))
        }
        ObjectKind::ApplicationSet => {
            Object::ApplicationSet(Arc::new(super::application_set::decode(d, root, &meta)))
        }
        ObjectKind::Event => Object::Event(Arc::new(super::event::decode(d, root, &meta))),
        // Read without metadata, by the caller.
        ObjectKind::KubeSchedulerConfiguration => {
            Object::KubeSchedulerConfiguration(Arc::default())
        }
        ObjectKind::VirtualMachine => {
            Object::VirtualMachine(Arc::new(super::virtual_machine::decode(d, root, meta)))
        }
        ObjectKind::Secret => {
            Object::Secret(Arc::new(super::cluster_secret::decode(d, root, &meta)))
        }
        ObjectKind::ConfigMap => {
            Object::ConfigMap(Arc::new(super::config_map::decode(d, root, &meta)))
        }
        ObjectKind::Timeline => Object::Timeline(Arc::new(super::timeline::decode(d, root, &meta))),
        ObjectKind::DaemonSet => {
            Object::Workload(kind, Arc::new(workload::decode_daemon_set(d, root, &meta)))
        }
        ObjectKind::CronJob => {
            Object::Workload(kind, Arc::new(workload::decode_cron_job(d, root, &meta)))
        }
        ObjectKind::Deployment
        | ObjectKind::ReplicaSet
        | ObjectKind::StatefulSet
        | ObjectKind::ReplicationController
        | ObjectKind::Job => {
            let workload = workload::decode(d, root, kind.name(), &meta);
            Object::Workload(kind, Arc::new(workload))
        }
    }
}
