//! Finds fields and objects that are not modelled and change a scheduler's answer, with the table of [`not_looked_at`].
//!
//! [`not_looked_at`]: schedscope_objects::not_looked_at

use std::sync::LazyLock;

use schedscope_objects::{
    kind::ObjectKind,
    names::Symbol,
    not_looked_at::{Counts, NOT_LOOKED_AT, NotLookedAtReason, Subject},
    scheduler_configuration::{is_known_plugin, is_needed_plugin},
};
use schedscope_text::tree::{ValueId, ValueKind};
use smallvec::SmallVec;

use crate::decode::{Decoder, FieldPath};

/// A field or object that is not modelled, and its place; bytes count from the start of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlooked {
    /// Its entry in [`NOT_LOOKED_AT`].
    pub rule: u16,
    /// Which of the piece's values is its object.
    pub root: u32,
    /// The object's kind.
    pub kind: Symbol,
    /// The object's namespace; `default` for a pod, a workload or a namespaced policy without one.
    pub namespace: Symbol,
    /// The object's name; empty if it has none.
    pub name: Symbol,
    /// The path of the field; empty for the object itself.
    pub path: Box<str>,
    /// The bytes from the start of the piece: first, and one past the last.
    pub bytes: (u32, u32),
}

/// The entries of the table as a tree of their paths, so that a value is compared only with entries of the same prefix.
#[derive(Debug, Default)]
struct PathTree {
    /// The entries that end here.
    ends: Vec<u16>,
    /// The entries in the items of a list.
    items: Option<Box<PathTree>>,
    /// The entries in a field.
    fields: Vec<(&'static str, PathTree)>,
    /// The entries at a key of a map; a key that ends with `*` is a prefix.
    keys: Vec<(&'static str, PathTree)>,
}

impl PathTree {
    /// The entries with a subject, in the order of the table.
    fn of(wanted: impl Fn(&Subject) -> bool) -> Self {
        let mut tree = Self::default();
        for (rule, entry) in (0u16..).zip(NOT_LOOKED_AT) {
            if wanted(&entry.subject) {
                tree.add(entry.path, rule);
            }
        }
        tree
    }

    fn add(&mut self, path: &'static str, rule: u16) {
        let path = path.strip_prefix('.').unwrap_or(path);
        if path.is_empty() {
            self.ends.push(rule);
        } else if let Some(rest) = path.strip_prefix("[]") {
            self.items.get_or_insert_default().add(rest, rule);
        } else if let Some((key, rest)) = path.strip_prefix('[').and_then(|p| p.split_once(']')) {
            below(&mut self.keys, key).add(rest, rule);
        } else {
            let (field, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
            below(&mut self.fields, field).add(rest, rule);
        }
    }

    /// The entries at a key of a mapping, and whether it is the key of a map.
    fn at<'t>(&'t self, name: &str) -> impl Iterator<Item = (&'t Self, bool)> {
        let fields = self.fields.iter().filter(move |(field, _)| *field == name);
        let keys = self
            .keys
            .iter()
            .filter(move |(key, _)| match key.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => *key == name,
            });
        let keys = keys.map(|(_, tree)| (tree, true));
        fields.map(|(_, tree)| (tree, false)).chain(keys)
    }
}

fn below<'t>(list: &'t mut Vec<(&'static str, PathTree)>, name: &'static str) -> &'t mut PathTree {
    let known = list.iter().position(|(known, _)| *known == name);
    let at = known.unwrap_or(list.len());
    if known.is_none() {
        list.push((name, PathTree::default()));
    }
    &mut list[at].1
}

/// The entries about pods: the same for each of them.
static OF_PODS: LazyLock<PathTree> =
    LazyLock::new(|| PathTree::of(|subject| *subject == Subject::Pods));

/// The entries about other objects, by kind.
static OF_OBJECTS: LazyLock<Vec<(&'static str, &'static str, PathTree)>> = LazyLock::new(|| {
    let mut all: Vec<(&str, &str, PathTree)> = Vec::new();
    for entry in NOT_LOOKED_AT {
        let Subject::Objects { group, kinds } = entry.subject else {
            continue;
        };
        for kind in kinds {
            if !all
                .iter()
                .any(|(known, of, _)| (known, of) == (kind, &group))
            {
                let is_it = |subject: &Subject| {
                    matches!(subject, Subject::Objects { group: its, kinds }
                        if *its == group && kinds.contains(kind))
                };
                all.push((kind, group, PathTree::of(is_it)));
            }
        }
    }
    all
});

/// Finds the entries of an object; `version`: its `apiVersion`.
pub(super) fn scan(
    d: &mut Decoder<'_>,
    root: (ValueId, u32),
    (known, kind, version): (Option<ObjectKind>, &str, &str),
    found: &mut Vec<Overlooked>,
) {
    let template = match known {
        None
        | Some(
            ObjectKind::Pod
            | ObjectKind::Node
            | ObjectKind::PersistentVolume
            | ObjectKind::Namespace
            | ObjectKind::ConfigMap
            | ObjectKind::ResourceQuota
            | ObjectKind::VirtualMachine
            | ObjectKind::DaemonSet
            | ObjectKind::CronJob
            | ObjectKind::KubeSchedulerConfiguration,
        ) => None,
        Some(
            ObjectKind::Deployment
            | ObjectKind::ReplicaSet
            | ObjectKind::StatefulSet
            | ObjectKind::ReplicationController
            | ObjectKind::Job,
        ) => d
            .get(root.0, "spec")
            .and_then(|spec| d.get(spec, "template")),
        Some(_) => return,
    };
    let group = version.rsplit_once('/').map_or("", |(group, _)| group);
    let mut scan = Scan {
        namespaced: match known {
            Some(known) => !matches!(
                known,
                ObjectKind::KubeSchedulerConfiguration
                    | ObjectKind::Namespace
                    | ObjectKind::PersistentVolume
            ),
            None => false,
        },
        root,
        found,
    };
    if known == Some(ObjectKind::Pod) {
        scan.value(d, (root.0, None), &FieldPath::Root, &OF_PODS);
    } else {
        let mut all = OF_OBJECTS.iter();
        if let Some((_, _, tree)) = all.find(|(of, its, _)| *of == kind && *its == group) {
            scan.value(d, (root.0, None), &FieldPath::Root, tree);
        }
    }
    if let Some(template) = template {
        let spec = FieldPath::Root.field("spec");
        scan.value(d, (template, None), &spec.field("template"), &OF_PODS);
    }
}

/// Adds an entry that depends on more than the value at its place.
pub(super) fn add(
    d: &mut Decoder<'_>,
    (root, node): ((ValueId, u32), ValueId),
    path: &str,
    reason: NotLookedAtReason,
    found: &mut Vec<Overlooked>,
) {
    let Some((rule, _)) = reason.rule() else {
        return;
    };
    let mut scan = Scan {
        namespaced: false,
        root,
        found,
    };
    scan.push(d, node, &FieldPath::Root, rule);
    if let Some(place) = scan.found.last_mut() {
        place.path = path.into();
    }
}

struct Scan<'f> {
    /// Whether an object without a namespace is in `default`.
    namespaced: bool,
    root: (ValueId, u32),
    found: &'f mut Vec<Overlooked>,
}

impl Scan<'_> {
    /// Looks at a value, which stands in `parent`.
    fn value(
        &mut self,
        d: &mut Decoder<'_>,
        (node, parent): (ValueId, Option<ValueId>),
        path: &FieldPath<'_>,
        entries: &PathTree,
    ) {
        for rule in &entries.ends {
            if counts(d, (node, parent), *rule) {
                self.push(d, node, path, *rule);
            }
        }
        let tree = d.tree;
        match (tree.kind(node), &entries.items) {
            (ValueKind::Mapping, _) => {
                if entries.fields.is_empty() && entries.keys.is_empty() {
                    return;
                }
                let own = tree
                    .entries(node)
                    .map(|(key, value)| (value, d.text_of(key)));
                let merged = d.merged(node);
                let merged = merged.into_iter().map(|(_, value, name)| (value, name));
                let matching = own.chain(merged).flat_map(|(value, name)| {
                    let below = entries.at(name);
                    below.map(move |(below, is_key)| (value, name, below, is_key))
                });
                let matching: SmallVec<[_; 4]> = matching.collect();
                for (value, name, below, is_key) in matching {
                    if is_key {
                        self.value(d, (value, Some(node)), &FieldPath::Key(path, name), below);
                    } else {
                        self.value(d, (value, Some(node)), &path.field(name), below);
                    }
                }
            }
            (ValueKind::Sequence, Some(below)) => {
                for (index, item) in tree.items(node).enumerate() {
                    self.value(d, (item, Some(node)), &FieldPath::Index(path, index), below);
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, rule: u16) {
        let metadata = d.get(self.root.0, "metadata");
        let mut text = |key: &str, or: &str| {
            let node = metadata.and_then(|metadata| d.get(metadata, key));
            let text = node
                .filter(|node| !d.is_null(*node))
                .map_or("", |node| d.text_of(node));
            d.names.intern(if text.is_empty() { or } else { text })
        };
        let namespace = text("namespace", if self.namespaced { "default" } else { "" });
        let name = metadata.and_then(|metadata| d.name_of(metadata));
        let name = name.map(|(_, name)| name.into_owned());
        let name = d.names.intern(&name.unwrap_or_default());
        let kind = d.object.map_or(Symbol::EMPTY, |(_, kind)| kind);
        // For a whole object, the place is its kind.
        let shown = match path {
            FieldPath::Root => d.get(node, "kind").unwrap_or(node),
            _ => node,
        };
        let (start, end) = d.tree.range(shown);
        self.found.push(Overlooked {
            rule,
            root: self.root.1,
            kind,
            namespace: if d.names[kind] == *"Node" {
                Symbol::EMPTY
            } else {
                namespace
            },
            name,
            path: path.to_string().into(),
            bytes: (start as u32, end as u32),
        });
    }
}

/// Whether the value at the end of an entry's path, which stands in `parent`, is relevant.
fn counts(d: &Decoder<'_>, (node, parent): (ValueId, Option<ValueId>), rule: u16) -> bool {
    let is_empty = match d.tree.kind(node) {
        ValueKind::Mapping => d.tree.entries(node).next().is_none(),
        ValueKind::Sequence => d.tree.items(node).next().is_none(),
        ValueKind::Plain | ValueKind::String => d.is_null(node) || d.text_of(node).is_empty(),
    };
    let counts = NOT_LOOKED_AT.get(usize::from(rule)).map(|rule| rule.counts);
    match counts {
        Some(Counts::UnlessOneOf(words)) => !is_empty && !words.contains(&d.text_of(node)),
        Some(Counts::Containing(word)) => d.text_of(node).contains(word),
        Some(Counts::IfOneOf(words)) => words.contains(&d.text_of(node)),
        Some(Counts::UnlessKnownPlugin) => !is_empty && !is_known_plugin(d.text_of(node)),
        Some(Counts::IfNeededPlugin) => is_needed_plugin(d.text_of(node)),
        Some(Counts::IfBeside {
            value,
            beside: (field, other),
        }) => {
            let other_at = parent.and_then(|parent| d.get(parent, field));
            d.text_of(node) == value && other_at.is_some_and(|at| d.text_of(at) == other)
        }
        Some(Counts::Elsewhere) => false,
        _ => !is_empty,
    }
}
