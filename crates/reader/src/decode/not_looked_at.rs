//! Finds what is not modelled and changes a scheduler's answer, by the table of [`not_looked_at`].
//!
//! [`not_looked_at`]: schedscope_objects::not_looked_at

use std::sync::LazyLock;

use schedscope_objects::{
    kind::ObjectKind,
    names::Symbol,
    not_looked_at::{Counts, NOT_LOOKED_AT, NotLookedAtReason, NotLookedAtRule, Subject},
};
use schedscope_text::tree::{ValueId, ValueKind};
use smallvec::SmallVec;

use crate::decode::{Decoder, FieldPath};

/// Something that is not looked at, and its place; bytes count from the start of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlooked {
    /// Its entry in [`NOT_LOOKED_AT`].
    pub rule: u16,
    /// Which of the piece's values is its object.
    pub root: u32,
    /// The object's kind.
    pub kind: Symbol,
    /// The object's namespace, `default` where a pod, a workload or what a namespace governs has none.
    pub namespace: Symbol,
    /// The object's name; empty where it has none.
    pub name: Symbol,
    /// The path of the field; empty for the object itself.
    pub path: Box<str>,
    /// The bytes from the start of the piece: first, and one past the last.
    pub bytes: (u32, u32),
}

/// The entries of the table that a value can still match, each with the rest of its path.
type Active = SmallVec<[(u16, &'static str); 32]>;

/// The entries about pods: the same for each of them.
static OF_PODS: LazyLock<Vec<(u16, &'static str)>> =
    LazyLock::new(|| rules(|rule| rule.subject == Subject::Pods).collect());

/// Entries of the table, with their paths.
fn rules(wanted: impl Fn(&NotLookedAtRule) -> bool) -> impl Iterator<Item = (u16, &'static str)> {
    let rules = (0u16..).zip(NOT_LOOKED_AT);
    let rules = rules.filter(move |(_, rule)| wanted(rule));
    rules.map(|(index, rule)| (index, rule.path))
}

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
            | ObjectKind::ResourceQuota
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
            Some(known) => known != ObjectKind::KubeSchedulerConfiguration,
            None => kind == "LimitRange",
        },
        root,
        found,
    };
    if known == Some(ObjectKind::Pod) {
        scan.value(d, root.0, &FieldPath::Root, &OF_PODS);
    } else {
        let of_object: Active = rules(|rule| match rule.subject {
            Subject::Pods => false,
            Subject::Objects { group: its, kinds } => group == its && kinds.contains(&kind),
        })
        .collect();
        scan.value(d, root.0, &FieldPath::Root, &of_object);
    }
    if let Some(template) = template {
        let spec = FieldPath::Root.field("spec");
        scan.value(d, template, &spec.field("template"), &OF_PODS);
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
    fn value(
        &mut self,
        d: &mut Decoder<'_>,
        node: ValueId,
        path: &FieldPath<'_>,
        active: &[(u16, &'static str)],
    ) {
        if active.is_empty() {
            return;
        }
        for (rule, rest) in active {
            if rest.is_empty() && counts(d, node, *rule) {
                self.push(d, node, path, *rule);
            }
        }
        let tree = d.tree;
        match tree.kind(node) {
            ValueKind::Mapping => {
                let merged = d.merged(node);
                let own = tree
                    .entries(node)
                    .map(|(key, value)| (value, d.text_of(key)));
                let own: SmallVec<[_; 32]> = own.collect();
                let merged = merged.into_iter().map(|(_, value, name)| (value, name));
                for (value, name) in own.into_iter().chain(merged) {
                    let mut is_key = false;
                    let mut below = Active::new();
                    let first = name.as_bytes().first();
                    for (rule, rest) in active {
                        // Most paths begin with another letter.
                        let begins = rest.as_bytes().first();
                        if (begins == first || begins == Some(&b'['))
                            && let Some(rest) = behind(rest, name, &mut is_key)
                        {
                            below.push((*rule, rest));
                        }
                    }
                    if is_key {
                        self.value(d, value, &FieldPath::Key(path, name), &below);
                    } else {
                        self.value(d, value, &path.field(name), &below);
                    }
                }
            }
            ValueKind::Sequence => {
                let below = active.iter().filter_map(|(rule, rest)| {
                    let rest = rest.strip_prefix("[]")?;
                    Some((*rule, rest.strip_prefix('.').unwrap_or(rest)))
                });
                let below: Active = below.collect();
                if below.is_empty() {
                    return;
                }
                for (index, item) in tree.items(node).enumerate() {
                    self.value(d, item, &FieldPath::Index(path, index), &below);
                }
            }
            ValueKind::Plain | ValueKind::String => {}
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
        let name = text("name", "");
        let kind = d.object.map_or(Symbol::EMPTY, |(_, kind)| kind);
        // Of a whole object its kind is shown.
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

/// Whether a value at the end of an entry's path counts.
fn counts(d: &Decoder<'_>, node: ValueId, rule: u16) -> bool {
    let is_empty = match d.tree.kind(node) {
        ValueKind::Mapping => d.tree.entries(node).next().is_none(),
        ValueKind::Sequence => d.tree.items(node).next().is_none(),
        ValueKind::Plain | ValueKind::String => d.is_null(node) || d.text_of(node).is_empty(),
    };
    let counts = NOT_LOOKED_AT.get(usize::from(rule)).map(|rule| rule.counts);
    match counts {
        Some(Counts::UnlessOneOf(words)) => !is_empty && !words.contains(&d.text_of(node)),
        Some(Counts::IfOneOf(words)) => words.contains(&d.text_of(node)),
        Some(Counts::Elsewhere) => false,
        _ => !is_empty,
    }
}

/// What is left of an entry's path behind a key, if the path begins with it; `is_key`: it is a key of a map.
fn behind(path: &'static str, name: &str, is_key: &mut bool) -> Option<&'static str> {
    if let Some(rest) = path.strip_prefix('[') {
        let (key, rest) = rest.split_once(']')?;
        let is_it = match key.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => key == name && !key.is_empty(),
        };
        *is_key |= is_it;
        return is_it.then(|| rest.strip_prefix('.').unwrap_or(rest));
    }
    let rest = path.strip_prefix(name)?;
    match rest.as_bytes().first() {
        _ if name.is_empty() => None,
        None | Some(b'[') => Some(rest),
        Some(b'.') => rest.get(1..),
        Some(_) => None,
    }
}
