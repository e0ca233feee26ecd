//! The decoder's mappings and lists.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    misspelt::is_misspelt,
    names::Symbol,
};
use schedscope_text::tree::{ValueId, ValueKind};
use smallvec::SmallVec;

use crate::decode::{
    Cause, Decoder, FieldPath, clip,
    words::{OTHER_FIELDS, quoted},
};

/// Reads the fields of a mapping: calls the arm of each field that it has. The fields are known in the order of the
/// arms; one that needs no reading has an empty arm. Without a path, the mapping is the object itself, which has a
/// `metadata` too.
macro_rules! fields {
    ($d:ident, $at:expr, |$r:ident, $name:ident, $value:ident, $inner:ident| match $field:ident { $($arms:tt)* }) => {
        arms!(($d.fields, $at, &$crate::decode::FieldPath::Root, |$r, $name, $value, $inner|) ["metadata"] [] $($arms)*)
    };
    ($d:ident, $at:expr, $path:expr, |$($name:ident),*| match $field:ident { $($arms:tt)* }) => {
        arms!(($d.fields, $at, $path, |$($name),*|) [] [] $($arms)*)
    };
}

/// Like [`fields!`], but reports every other field as an error.
macro_rules! only_fields {
    ($d:ident, $at:expr, $path:expr, |$($name:ident),*| match $field:ident { $($arms:tt)* }) => {
        arms!(($d.only_fields, $at, $path, |$($name),*|) [] [] $($arms)*)
    };
}

/// Takes the names of the first arm to the known ones, until no arm is left.
macro_rules! arms {
    ($call:tt [$($known:tt),*] [$($read:tt)*] $($name:tt)|+ $(if $when:expr)? => $body:block $($rest:tt)*) => {
        arms!($call [$($known,)* $($name),+] [$($read)* $($name)|+ $(if $when)? => $body,] $($rest)*)
    };
    ($call:tt [$($known:tt),*] [$($read:tt)*] $($name:tt)|+ $(if $when:expr)? => $body:expr, $($rest:tt)*) => {
        arms!($call [$($known,)* $($name),+] [$($read)* $($name)|+ $(if $when)? => $body,] $($rest)*)
    };
    (($d:ident.$call:ident, $at:expr, $path:expr, |$r:ident, $name:ident, $value:ident, $inner:ident|)
        [$($known:tt),*] [$($read:tt)*]) => {
        $d.$call($at, $path, &[$($known),*], &mut |$r, $name, $value, $inner| match $name { $($read)* _ => {} })
    };
}

/// A map with at least this many keys is not scanned for each key, so that hostile input takes linear time.
const SCANNED: usize = 64;

/// Reads one field of a mapping. Not generic: a copy for each kind of object would be a fifth of the whole program.
type ReadField<'r, 'a> = &'r mut dyn FnMut(&mut Decoder<'a>, &'static str, ValueId, &FieldPath<'_>);

/// Reads one key of a map.
type ReadKey<'r, 'a> =
    &'r mut dyn FnMut(&mut Decoder<'a>, (Symbol, Option<usize>), ValueId, &FieldPath<'_>) -> bool;

impl<'a> Decoder<'a> {
    /// Reads the fields of a mapping: calls `read` with each known field and its value, and treats null values as
    /// absent. Reports duplicates (the last one is in effect), and unknown fields that look like a known one or belong
    /// elsewhere in the object.
    pub fn fields(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        read: ReadField<'_, 'a>,
    ) {
        self.fields_or_only(node, path, known, false, read);
    }

    /// Like [`Decoder::fields`], but reports every unknown field as an error.
    pub fn only_fields(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        read: ReadField<'_, 'a>,
    ) {
        self.fields_or_only(node, path, known, true, read);
    }

    /// Reads the one known field of a mapping.
    pub fn field(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        known: &'static str,
        mut read: impl FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        self.fields(node, path, &[known], &mut |d, _, node, path| {
            read(d, node, path);
        });
    }

    fn fields_or_only(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        only: bool,
        read: ReadField<'_, 'a>,
    ) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != ValueKind::Mapping {
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
                        && (known.iter().any(|known| is_misspelt(name, known))
                            || self.misplaced(path, name).is_some())
                };
                if is_unknown {
                    unknown.push(key);
                }
                continue;
            };
            if seen & (1 << index) != 0 {
                self.duplicate_key(key, name, &path.field(name));
            }
            seen |= 1 << index;
            if !self.is_null(value) {
                read(self, known[index], value, &path.field(known[index]));
            }
        }
        if unknown.is_empty() {
            return;
        }
        let others = only.then(|| format!(", the fields here are {}", quoted(known, ", ")));
        let severity = if only {
            Severity::Error
        } else {
            Severity::Warning
        };
        // A known field that the mapping already has is not a candidate.
        let absent = known.iter().enumerate();
        let absent = absent.filter(|(index, _)| seen & (1 << index) == 0);
        let absent: Vec<&str> = absent.map(|(_, known)| *known).collect();
        for key in unknown {
            self.unknown_field(key, path, &absent, (severity, others.as_deref()));
        }
    }

    /// Reports a field that the mapping at `path` does not have. `absent`: the fields that it may have and lacks;
    /// `otherwise`: the end of the message if none of them is meant, without which the field is then not reported.
    pub(super) fn unknown_field(
        &mut self,
        key: ValueId,
        path: &FieldPath<'_>,
        absent: &[&str],
        (severity, otherwise): (Severity, Option<&str>),
    ) {
        let name = self.text_of(key);
        let near = absent.iter().filter(|known| is_misspelt(name, known));
        let nearest = near.min_by_key(|known| strsim::osa_distance(name, known));
        let what = format!("unknown field `{}`", clip(name));
        let is_listed = otherwise.is_some_and(|end| !end.is_empty());
        let home = (!is_listed).then(|| self.misplaced(path, name)).flatten();
        let (cause, message) = match (home, nearest, otherwise) {
            (Some(home), ..) => (Cause::OfCode, format!("{what}: {home}")),
            (None, Some(meant), _) => (
                Cause::Misspelt((*meant).to_owned()),
                format!("{what}, did you mean `{meant}`"),
            ),
            (None, None, Some(end)) => (Cause::OfCode, format!("{what}{end}")),
            (None, None, None) => return,
        };
        let code = (DiagnosticCode::UnknownField, cause);
        self.report_cause(severity, code, key, &path.field(name), message);
    }

    fn duplicate_key(&mut self, key: ValueId, name: &str, path: &FieldPath<'_>) {
        let message = format!("`{}` is defined twice here; the last one wins", clip(name));
        self.error(DiagnosticCode::DuplicateKey, key, path, message);
    }

    /// Reads the items of a list.
    pub fn items(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        mut read: impl FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        self.items_dyn(node, path, &mut read);
    }

    fn items_dyn(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        read: &mut dyn FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != ValueKind::Sequence {
            self.wrong_type(node, path, "a list");
            return;
        }
        let tree = self.tree;
        for (index, item) in tree.items(node).enumerate() {
            read(self, item, &FieldPath::Index(path, index));
        }
    }

    /// A list of strings.
    pub fn symbols(&mut self, node: ValueId, path: &FieldPath<'_>) -> Box<[Symbol]> {
        let mut symbols = Vec::new();
        self.items(node, path, |d, item, path| {
            symbols.extend(d.symbol(item, path));
        });
        symbols.into_boxed_slice()
    }

    /// A map with free keys; `read` returns the value, or `None` to omit the key. Reports a duplicate key, of which the
    /// last one is in effect.
    pub fn map<T>(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        mut read: impl FnMut(&mut Self, ValueId, &FieldPath<'_>) -> Option<T>,
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
    fn keys(&mut self, node: ValueId, path: &FieldPath<'_>, read: ReadKey<'_, 'a>) {
        if self.is_null(node) {
            return;
        }
        if self.tree.kind(node) != ValueKind::Mapping {
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
        // Collected, because reading a value borrows the whole decoder.
        for (key, value) in merged.chain(own).collect::<Vec<_>>() {
            let name = self.text_of(key);
            let path = FieldPath::Key(path, name);
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
                self.duplicate_key(key, name, &path);
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
