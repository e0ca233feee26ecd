//! From trees to typed objects, with a finding for everything that is not as its CRD says.
//!
//! A field that cannot be used is reported at its own place and treated as absent; the object is
//! kept. What is merely unusual is reported and used as it stands.

mod addon_placement_score;
mod affinity;
mod cluster_set;
mod config_map;
mod kind;
mod labels;
mod managed_cluster;
mod meta;
mod node;
mod object;
mod placement;
mod placement_decision;
pub mod plugin_config;
mod pod;
mod policy;
mod resources;
mod selector;
mod taint;
mod timeline;
mod virtual_machine;
mod workload;

use std::fmt;

pub use meta::Meta;
pub use object::{Context, Decoded, Placed, decode};
use rustc_hash::FxHashMap;
use schedscope_objects::{
    diagnostic::{Code, ObjectName, Severity},
    names::{Names, Symbol},
    time::Timestamp,
};
use schedscope_quantity::Quantity;
use schedscope_text::{
    merge,
    tree::{Kind, NodeId, Scalar, Tree},
};
use smallvec::SmallVec;

/// Where a value stands in its object.
#[derive(Clone, Copy, Debug)]
pub enum Path<'p> {
    /// The object itself.
    Root,
    /// A field of the parent.
    Field(&'p Path<'p>, &'p str),
    /// A key of a map whose keys are free, such as a label.
    Key(&'p Path<'p>, &'p str),
    /// An item of a list, from 0.
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// Which item of a list this is; 0 where it is none.
    pub fn index(&self) -> usize {
        match self {
            Path::Index(_, index) => *index,
            _ => 0,
        }
    }

    /// The path of one of its fields.
    pub fn field<'q>(&'q self, name: &'q str) -> Path<'q> {
        Path::Field(self, name)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Field(Path::Root, name) => f.write_str(name),
            Path::Field(parent, name) => write!(f, "{parent}.{name}"),
            Path::Key(parent, key) => write!(f, "{parent}[{key}]"),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A finding about one piece of the text; bytes count from the start of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// The message, without the path.
    pub message: String,
    /// The object, where it has a name.
    pub object: Option<ObjectName>,
    /// The path of the field in the object; empty for the object itself.
    pub path: String,
    /// The bytes from the start of the piece: first, and one past the last.
    pub bytes: (u32, u32),
}

/// Fields that real objects have and nothing here reads: they are not misspelt.
const OTHER_FIELDS: [&str; 16] = [
    "annotations",
    "apiVersion",
    "conditions",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "finalizers",
    "generateName",
    "generation",
    "kind",
    "managedClusterClientConfigs",
    "managedFields",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
    "version",
];

/// A map of this many keys is no longer scanned for each key: hostile input stays linear.
const SCANNED: usize = 64;

/// Reads the values of one tree.
pub struct Decoder<'a> {
    /// The text of the piece.
    pub source: &'a str,
    /// The tree of the text.
    pub tree: &'a Tree,
    /// All names, to which new ones are added.
    pub names: &'a mut Names,
    /// The findings so far.
    pub findings: &'a mut Vec<Finding>,
    /// The object that findings are about: where it stands, and its kind.
    pub object: Option<(NodeId, Symbol)>,
}

impl<'a> Decoder<'a> {
    /// Reports something about a value.
    #[inline(never)]
    pub fn report(
        &mut self,
        severity: Severity,
        code: Code,
        node: NodeId,
        path: &Path<'_>,
        message: String,
    ) {
        self.report_at(severity, code, self.tree.range(node), path, message);
    }

    /// Reports something about bytes of the source.
    #[inline(never)]
    pub fn report_at(
        &mut self,
        severity: Severity,
        code: Code,
        (start, end): (usize, usize),
        path: &Path<'_>,
        message: String,
    ) {
        self.findings.push(Finding {
            severity,
            code,
            message,
            object: self.object_name(),
            path: path.to_string(),
            bytes: (start as u32, end as u32),
        });
    }

    /// What a person would call the object.
    #[inline(never)]
    fn object_name(&self) -> Option<ObjectName> {
        let (root, kind) = self.object?;
        let metadata = self.get(root, "metadata");
        let text = |key: &str| {
            let node = metadata.and_then(|metadata| self.get(metadata, key));
            // Whole where it can be a name, so that the object can be found by it.
            node.map(|node| clip_to(self.text_of(node), LONGEST_NAME))
                .unwrap_or_default()
        };
        Some(ObjectName {
            kind: clip(&self.names[kind]),
            namespace: text("namespace"),
            name: text("name"),
        })
    }

    #[inline(never)]
    fn wrong_type(&mut self, node: NodeId, path: &Path<'_>, expected: &str) {
        let found = match self.tree.scalar(node, self.source) {
            None if self.tree.kind(node) == Kind::Mapping => "a mapping".to_owned(),
            None => "a list".to_owned(),
            Some(Scalar::Null) => "nothing".to_owned(),
            Some(Scalar::Bool(_)) => {
                format!("the boolean `{}`", clip(self.tree.text(node, self.source)))
            }
            Some(Scalar::Number(text)) => format!("the number `{}`", clip(text)),
            Some(Scalar::String(text)) => format!("the text `{}`", clip(text)),
        };
        let message = format!("expected {expected}, found {found}");
        self.report(Severity::Error, Code::WrongType, node, path, message);
    }

    /// Whether a node is `null`.
    pub fn is_null(&self, node: NodeId) -> bool {
        self.tree.is_null(node, self.source)
    }

    fn text_of(&self, node: NodeId) -> &'a str {
        self.tree.text(node, self.source)
    }

    /// Reads the fields of a mapping: `read` gets each known field with its value; null values are
    /// as good as absent. Reports duplicates (the last one is read last, so it counts), and unknown
    /// fields that look like a known one.
    pub fn fields(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        known: &[&'static str],
        mut read: impl FnMut(&mut Self, &'static str, NodeId, &Path<'_>),
    ) {
        self.fields_dyn(node, path, known, false, &mut read);
    }

    /// Like [`Decoder::fields`], of a mapping that has no other fields: all others are errors.
    pub fn only_fields(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        known: &[&'static str],
        mut read: impl FnMut(&mut Self, &'static str, NodeId, &Path<'_>),
    ) {
        self.fields_dyn(node, path, known, true, &mut read);
    }

    /// One copy for all kinds of objects: a copy for each would be a fifth of the whole program.
    #[inline(never)]
    fn fields_dyn(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        known: &[&'static str],
        only: bool,
        read: &mut dyn FnMut(&mut Self, &'static str, NodeId, &Path<'_>),
    ) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != Kind::Mapping {
            self.wrong_type(node, path, "a mapping");
            return;
        }
        let mut seen = 0u64;
        let mut unknown = Vec::new();
        for (_, value, name) in self.merged(node) {
            if let Some(index) = known.iter().position(|known| *known == name)
                && !self.is_null(value)
            {
                read(self, known[index], value, &path.field(known[index]));
            }
        }
        let tree = self.tree;
        for (key, value) in tree.entries(node) {
            let name = self.text_of(key);
            let Some(index) = known.iter().position(|known| *known == name) else {
                let is_unknown = if only {
                    !self.is_merge(key)
                } else {
                    !OTHER_FIELDS.contains(&name)
                        && known.iter().any(|known| is_misspelt(name, known))
                };
                if is_unknown {
                    unknown.push((key, name));
                }
                continue;
            };
            if seen & (1 << index) != 0 {
                self.duplicate_key(key, name, path);
            }
            seen |= 1 << index;
            if !self.is_null(value) {
                read(self, known[index], value, &path.field(known[index]));
            }
        }
        for (key, name) in unknown {
            // A known field that stands beside it was not misspelt here.
            let near = known
                .iter()
                .enumerate()
                .filter(|(index, known)| seen & (1 << index) == 0 && is_misspelt(name, known));
            let nearest = near
                .map(|(_, known)| *known)
                .min_by_key(|known| strsim::osa_distance(name, known));
            let what = format!("unknown field `{}`", clip(name));
            let message = match nearest {
                Some(meant) => format!("{what}, did you mean `{meant}`"),
                None if only => format!("{what}, the fields here are {}", quoted(known, ", ")),
                None => continue,
            };
            let severity = if only {
                Severity::Error
            } else {
                Severity::Warning
            };
            self.report(
                severity,
                Code::UnknownField,
                key,
                &path.field(name),
                message,
            );
        }
    }

    /// The value of a key, its own or a merged one (`<<`).
    pub fn get(&self, node: NodeId, key: &str) -> Option<NodeId> {
        self.tree.get(node, key, self.source).or_else(|| {
            let merged = self.merged(node);
            merged
                .iter()
                .rfind(|(_, _, name)| *name == key)
                .map(|(_, value, _)| *value)
        })
    }

    fn is_merge(&self, key: NodeId) -> bool {
        merge::is_merge(self.tree, self.source, key)
    }

    /// What is merged (`<<`) into a mapping.
    fn merged(&self, node: NodeId) -> Vec<(NodeId, NodeId, &'a str)> {
        merge::merged(self.tree, self.source, node)
    }

    #[inline(never)]
    fn duplicate_key(&mut self, key: NodeId, name: &str, path: &Path<'_>) {
        let message = format!("`{}` stands here twice, the last one counts", clip(name));
        self.report(
            Severity::Error,
            Code::DuplicateKey,
            key,
            &path.field(name),
            message,
        );
    }

    /// Reads the items of a list.
    pub fn items(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        mut read: impl FnMut(&mut Self, NodeId, &Path<'_>),
    ) {
        self.items_dyn(node, path, &mut read);
    }

    #[inline(never)]
    fn items_dyn(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        read: &mut dyn FnMut(&mut Self, NodeId, &Path<'_>),
    ) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != Kind::Sequence {
            self.wrong_type(node, path, "a list");
            return;
        }
        let tree = self.tree;
        for (index, item) in tree.items(node).enumerate() {
            read(self, item, &Path::Index(path, index));
        }
    }

    /// A string. A number or boolean is reported and used as it is written: that is what was meant.
    #[inline(never)]
    pub fn string(&mut self, node: NodeId, path: &Path<'_>) -> Option<&'a str> {
        let tree = self.tree;
        match tree.scalar(node, self.source) {
            Some(Scalar::String(text)) => Some(text),
            Some(Scalar::Number(_) | Scalar::Bool(_)) => {
                let text = self.text_of(node);
                let what = match tree.scalar(node, self.source) {
                    Some(Scalar::Bool(_)) => "boolean",
                    _ => "number",
                };
                let message = format!(
                    "expected a text, found the {what} `{}`: put it in quotes",
                    clip(text)
                );
                self.report(Severity::Error, Code::WrongType, node, path, message);
                Some(text)
            }
            Some(Scalar::Null) => None,
            None => {
                self.wrong_type(node, path, "a text");
                None
            }
        }
    }

    /// A string, interned.
    #[inline(never)]
    pub fn symbol(&mut self, node: NodeId, path: &Path<'_>) -> Option<Symbol> {
        let text = self.string(node, path)?;
        Some(self.names.intern(text))
    }

    /// A string that must be one of a few.
    #[inline(never)]
    pub fn word(&mut self, node: NodeId, path: &Path<'_>, allowed: &[&str]) -> Option<&'a str> {
        let text = self.string(node, path)?;
        if !allowed.contains(&text) {
            let message = match nearest(text, allowed) {
                Some(word) => format!(
                    "`{}` is not allowed here, did you mean `{word}`",
                    clip(text)
                ),
                None => format!(
                    "`{}` is not allowed here, use {}",
                    clip(text),
                    quoted(allowed, " or ")
                ),
            };
            self.report(Severity::Error, Code::InvalidValue, node, path, message);
        }
        Some(text)
    }

    /// A boolean.
    #[inline(never)]
    pub fn boolean(&mut self, node: NodeId, path: &Path<'_>) -> Option<bool> {
        if let Some(Scalar::Bool(value)) = self.tree.scalar(node, self.source) {
            Some(value)
        } else {
            self.wrong_type(node, path, "`true` or `false`");
            None
        }
    }

    /// A whole number that fits the field's type; outside of it, it is reported and absent.
    #[inline(never)]
    pub fn integer(&mut self, node: NodeId, path: &Path<'_>) -> Option<i64> {
        if let Some(Scalar::Number(text)) = self.tree.scalar(node, self.source) {
            if let Some(number) = whole_number(text) {
                return Some(number);
            }
            if !text.contains(['.', 'e', 'E']) {
                let message = format!(
                    "`{}` is larger than any number this field holds",
                    clip(text)
                );
                self.report(Severity::Error, Code::OutOfRange, node, path, message);
                return None;
            }
        }
        self.wrong_type(node, path, "a whole number");
        None
    }

    /// A whole number of 32 bits. Outside of `range` it is reported, and used all the same.
    #[inline(never)]
    pub fn int32(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        range: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let number = self.integer(node, path)?;
        let narrow = i32::try_from(number).ok();
        if !narrow.is_some_and(|number| range.contains(&number)) {
            let limits = match (*range.start(), *range.end()) {
                (start, i32::MAX) if start > i32::MIN => format!("at least {start}"),
                (start, end) => format!("between {start} and {end}"),
            };
            let message = format!("`{number}` is out of range: it must be {limits}");
            self.report(Severity::Error, Code::OutOfRange, node, path, message);
        }
        narrow
    }

    /// A quantity, written as a string or a number.
    #[inline(never)]
    pub fn quantity(&mut self, node: NodeId, path: &Path<'_>) -> Option<Quantity> {
        let tree = self.tree;
        let text = match tree.scalar(node, self.source) {
            Some(Scalar::Null) => return None,
            // The API's own reader trims before it parses.
            Some(Scalar::String(text)) => text.trim(),
            Some(Scalar::Number(text)) => text,
            Some(Scalar::Bool(_)) | None => {
                self.wrong_type(node, path, "a quantity");
                return None;
            }
        };
        match Quantity::parse(text) {
            Ok(quantity) => Some(quantity),
            Err(error) => {
                let message = format!("`{}` is no quantity: {error}", clip(text));
                self.report(Severity::Error, Code::InvalidQuantity, node, path, message);
                None
            }
        }
    }

    /// A time.
    #[inline(never)]
    pub fn time(&mut self, node: NodeId, path: &Path<'_>) -> Option<Timestamp> {
        let text = self.string(node, path)?;
        let time = text.parse().ok();
        if time.is_none() {
            let message = format!(
                "`{}` is no time, write it as `2025-06-01T12:00:00Z`",
                clip(text)
            );
            self.report(Severity::Error, Code::InvalidTime, node, path, message);
        }
        time
    }

    /// A map with free keys; `read` gives the value, or `None` to leave the key out. A key that
    /// stands twice is reported; the last one counts.
    pub fn map<T>(
        &mut self,
        node: NodeId,
        path: &Path<'_>,
        mut read: impl FnMut(&mut Self, NodeId, &Path<'_>) -> Option<T>,
    ) -> Vec<(Symbol, T)> {
        let mut entries: Vec<(Symbol, T)> = Vec::new();
        entries.reserve_exact(self.tree.entries(node).count());
        self.keys(node, path, &mut |d, (key, earlier), value, path| {
            let Some(value) = read(d, value, path) else {
                return false;
            };
            match earlier.and_then(|at| entries.get_mut(at)) {
                Some(entry) => entry.1 = value,
                None => entries.push((key, value)),
            }
            true
        });
        entries
    }

    /// The keys of a map, one copy for all: `read` gets each with the number of the entry that it
    /// stands for already, if any, and says whether it is an entry.
    #[inline(never)]
    fn keys(&mut self, node: NodeId, path: &Path<'_>, read: ReadKey<'_, 'a>) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != Kind::Mapping {
            self.wrong_type(node, path, "a mapping");
            return;
        }
        let mut entries: SmallVec<[Symbol; 16]> = SmallVec::new();
        let mut index = FxHashMap::default();
        let merged = self.merged(node);
        let merged = merged.into_iter().map(|(key, value, _)| (key, value));
        let own = self
            .tree
            .entries(node)
            .filter(|(key, _)| !self.is_merge(*key));
        // Collected, for reading a value needs the whole decoder.
        for (key, value) in merged.chain(own).collect::<Vec<_>>() {
            let name = self.text_of(key);
            let path = Path::Key(path, name);
            let symbol = self.names.intern(name);
            let earlier = if entries.len() < SCANNED {
                entries.iter().position(|known| *known == symbol)
            } else {
                if index.is_empty() {
                    index.extend(entries.iter().enumerate().map(|(at, known)| (*known, at)));
                }
                index.get(&symbol).copied()
            };
            if earlier.is_some() {
                let message = format!("`{}` stands here twice, the last one counts", clip(name));
                self.report(Severity::Error, Code::DuplicateKey, key, &path, message);
            }
            if read(self, (symbol, earlier), value, &path) && earlier.is_none() {
                if !index.is_empty() {
                    index.insert(symbol, entries.len());
                }
                entries.push(symbol);
            }
        }
    }
}

/// Reads one key of a map.
type ReadKey<'r, 'a> =
    &'r mut dyn FnMut(&mut Decoder<'a>, (Symbol, Option<usize>), NodeId, &Path<'_>) -> bool;

/// Names have at most this many characters.
const LONGEST_NAME: usize = 253;

/// The start of what a user typed, short enough for a sentence.
pub fn clip(text: &str) -> String {
    clip_to(text, 60)
}

fn clip_to(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Words in backticks.
pub(super) fn quoted(words: &[&str], between: &str) -> String {
    let words = words.iter().map(|word| format!("`{word}`"));
    words.collect::<Vec<_>>().join(between)
}

/// The known word that a word looks like, written wrongly.
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    let near = known
        .iter()
        .copied()
        .filter(|known| is_misspelt(word, known));
    near.min_by_key(|known| strsim::osa_distance(word, known))
}

/// Whether a word looks like a known one written wrongly.
fn is_misspelt(word: &str, known: &str) -> bool {
    if word.len() > 64 || word == known {
        return false;
    }
    let allowed = match known.len() {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    // The distance is at least the difference in length: most words need no closer look.
    if word.len().abs_diff(known.len()) > allowed {
        return false;
    }
    word.eq_ignore_ascii_case(known) || strsim::osa_distance(word, known) <= allowed
}

/// A whole number as Kubernetes' YAML reader understands it; `3.0` is 3.
pub fn whole_number(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let (negative, digits) = match plain.strip_prefix(['+', '-']) {
        Some(digits) => (plain.starts_with('-'), digits),
        None => (false, plain.as_str()),
    };
    let magnitude = if let Some(hex) = digits.strip_prefix("0x") {
        i128::from_str_radix(hex, 16).ok()
    } else if let Some(octal) = digits.strip_prefix("0o") {
        i128::from_str_radix(octal, 8).ok()
    } else if let Some(binary) = digits.strip_prefix("0b") {
        i128::from_str_radix(binary, 2).ok()
    } else if let Some((whole, fraction)) = digits.split_once('.') {
        let is_whole = !whole.is_empty() && fraction.bytes().all(|b| b == b'0');
        if is_whole { whole.parse().ok() } else { None }
    } else {
        digits.parse::<i128>().ok()
    }?;
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}
