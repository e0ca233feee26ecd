//! Options as JSON, read by the decoder of Kubernetes' objects: it is there anyway, says what is wrong and
//! where, and a reader made for each question would be a tenth of the WebAssembly file.

use schedscope_objects::{misspelt::nearest, names::Names};
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Field};
use schedscope_options::{Argument, Options, Source};
use schedscope_reader::decode::{Decoder, FieldPath, PieceDiagnostic, clip};
use schedscope_text::{
    json::{self, Part},
    tree::{Scalar, Tree, ValueId, ValueKind},
};

/// Reads one field.
type ReadField<'f, 'a> = &'f mut dyn FnMut(&mut Reader<'a>, &'static str, ValueId, &FieldPath<'_>);

/// Reads one field, by its place among those that are known.
type ReadFieldAt<'f, 'a> =
    &'f mut dyn FnMut(&mut Reader<'a>, usize, ValueId, &FieldPath<'_>) -> bool;

/// The options of a question, read from JSON: those that are declared, and some that hold whole objects.
pub(crate) trait FromJson: Sized {
    /// Reads them; what is wrong is told to the reader.
    fn from_json(reader: &mut Reader<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Self>;

    /// Their type in TypeScript.
    #[cfg(feature = "types")]
    fn name() -> &'static str;

    /// The fields.
    #[cfg(feature = "types")]
    fn fields() -> Vec<Field>;

    /// Declares the types that are used.
    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations);
}

impl<O: Options> FromJson for O {
    fn from_json(reader: &mut Reader<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Self> {
        reader.value(at, path)
    }

    #[cfg(feature = "types")]
    fn name() -> &'static str {
        O::NAME
    }

    #[cfg(feature = "types")]
    fn fields() -> Vec<Field> {
        <O as Options>::fields()
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        <O as Argument>::declare(declarations);
    }
}

/// Reads JSON as options. Unlike objects of Kubernetes, options have to be right: the first thing that is
/// wrong with them is the answer.
pub(crate) struct Reader<'a> {
    pub(crate) d: Decoder<'a>,
    wrong: Option<String>,
}

/// Reads a JSON text by `read`.
///
/// # Errors
/// It is not JSON, or is empty.
pub(crate) fn read<T>(
    text: &str,
    read: impl FnOnce(&mut Reader<'_>, ValueId) -> T,
) -> Result<T, String> {
    let mut tree = Tree::default();
    json::parse(text, Part::Value, &mut tree).map_err(|error| error.message)?;
    let root = tree
        .root()
        .ok_or_else(|| "expected JSON, found nothing".to_owned())?;
    let mut names = Names::default();
    let mut findings = Vec::new();
    let mut reader = Reader {
        d: Decoder {
            source: text,
            tree: &tree,
            names: &mut names,
            findings: &mut findings,
            object: None,
        },
        wrong: None,
    };
    Ok(read(&mut reader, root))
}

fn located(path: &str, message: &str) -> String {
    if path.is_empty() {
        message.to_owned()
    } else {
        format!("{path}: {message}")
    }
}

impl<'a> Reader<'a> {
    /// Reads options that are declared.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(crate) fn options<O: FromJson>(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
    ) -> Result<O, String> {
        let options = O::from_json(self, at, path);
        self.finish()?;
        options.ok_or_else(|| located(&path.to_string(), "expected options"))
    }

    /// Whether all was right so far.
    ///
    /// # Errors
    /// What was wrong first, and where.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        if let Some(PieceDiagnostic { path, message, .. }) = self.d.findings.first() {
            return Err(located(path, message));
        }
        self.wrong.take().map_or(Ok(()), Err)
    }

    /// Reads the fields of an object, each of which must be known; `needed` says as bits which must be
    /// there. Whether it is an object.
    fn fields_at(
        &mut self,
        (at, path): (ValueId, &FieldPath<'_>),
        known: [&[&'static str]; 2],
        needed: u64,
        read: ReadFieldAt<'_, 'a>,
    ) -> bool {
        let tree = self.d.tree;
        if tree.kind(at) != ValueKind::Mapping {
            self.wrong(path, "expected an object with options");
            return false;
        }
        let mut missing = needed;
        for (key, value) in tree.entries(at) {
            let name = tree.text(key, self.d.source);
            let mut names = known.iter().copied().flatten().enumerate();
            let Some((field, known)) = names.find(|(_, known)| **known == name) else {
                self.unknown(path, name, known);
                continue;
            };
            // Of two values of a field the last one counts.
            let bit = needed & (1 << field);
            missing |= bit;
            if read(self, field, value, &path.field(known)) {
                missing &= !bit;
            }
        }
        let missing = known[0].get(missing.trailing_zeros() as usize);
        if let Some(name) = missing {
            self.wrong(&path.field(name), "is needed");
        }
        true
    }

    /// Reads the fields of an object, each of which must be known; `null` is as good as absent.
    pub(crate) fn fields(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        read: ReadField<'_, 'a>,
    ) {
        let all = [known, &[]];
        self.fields_at((at, path), all, 0, &mut |reader, field, at, path| {
            if let Some(name) = known.get(field)
                && !reader.d.is_null(at)
            {
                read(reader, name, at, path);
            }
            true
        });
    }

    fn unknown(&mut self, path: &FieldPath<'_>, name: &str, known: [&[&'static str]; 2]) {
        let known = known.concat();
        let what = format!("there is no field `{}`", clip(name));
        let message = match nearest(name, &known) {
            Some(meant) => format!("{what}, did you mean `{meant}`"),
            None if known.is_empty() => format!("{what}, there are none"),
            None => format!("{what}, there are {}", known.join(", ")),
        };
        self.wrong(path, &message);
    }

    pub(crate) fn items(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        read: &mut dyn FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        let tree = self.d.tree;
        if tree.kind(at) != ValueKind::Sequence {
            self.wrong(path, "expected a list");
            return;
        }
        for (index, item) in tree.items(at).enumerate() {
            read(self, item, &FieldPath::Index(path, index));
            // Only what is wrong first is told.
            if self.is_wrong() {
                break;
            }
        }
    }

    pub(crate) fn text(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<String> {
        self.d.string(at, path).map(str::to_owned)
    }

    /// A value of options that is declared.
    pub(crate) fn value<T: Argument>(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<T> {
        T::read(&mut Value {
            reader: self,
            at,
            path,
        })
    }

    /// A number, by a reader of numbers.
    pub(crate) fn number<T>(&self, at: ValueId, read: fn(&str) -> Option<T>) -> Option<T> {
        match self.d.tree.scalar(at, self.d.source) {
            Some(Scalar::Number(text)) => read(text),
            _ => None,
        }
    }

    /// A whole number of a range.
    pub(crate) fn whole(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        (least, most): (i64, i64),
    ) -> Option<i64> {
        let number = self.d.integer(at, path)?;
        if (least..=most).contains(&number) {
            return Some(number);
        }
        let limits = if most == i64::MAX && number < least {
            format!("at least {least}")
        } else {
            format!("from {least} to {most}")
        };
        let message = format!("`{number}` is out of range: it must be {limits}");
        self.wrong(path, &message);
        None
    }

    pub(crate) fn required(&mut self, value: &str, path: &FieldPath<'_>, field: &str) {
        if value.is_empty() {
            self.wrong(&path.field(field), "is needed");
        }
    }

    fn is_wrong(&self) -> bool {
        self.wrong.is_some() || !self.d.findings.is_empty()
    }

    /// Keeps what is wrong, if it is the first.
    pub(crate) fn wrong(&mut self, path: &FieldPath<'_>, message: &str) {
        if self.wrong.is_none() {
            self.wrong = Some(located(&path.to_string(), message));
        }
    }
}

/// A value of a JSON text.
struct Value<'v, 'a> {
    reader: &'v mut Reader<'a>,
    at: ValueId,
    path: &'v FieldPath<'v>,
}

impl Source for Value<'_, '_> {
    fn is_null(&self) -> bool {
        self.reader.d.is_null(self.at)
    }

    fn index(&self) -> usize {
        self.path.index()
    }

    fn is_object(&self) -> bool {
        self.reader.d.tree.kind(self.at) == ValueKind::Mapping
    }

    fn is_text(&self) -> bool {
        let scalar = self.reader.d.tree.scalar(self.at, self.reader.d.source);
        matches!(scalar, Some(Scalar::String(_)))
    }

    fn boolean(&mut self) -> Option<bool> {
        self.reader.d.boolean(self.at, self.path)
    }

    fn text(&mut self) -> Option<String> {
        self.reader.text(self.at, self.path)
    }

    fn word(&mut self, words: &[&str]) -> Option<usize> {
        let word = self.reader.d.word(self.at, self.path, words)?;
        words.iter().position(|known| *known == word)
    }

    fn whole(&mut self, least: i64, most: i64) -> Option<i64> {
        self.reader.whole(self.at, self.path, (least, most))
    }

    fn number(&self) -> Option<f64> {
        self.reader
            .number(self.at, schedscope_quantity::double::double)
    }

    fn written(&self) -> &str {
        let (from, to) = self.reader.d.tree.range(self.at);
        self.reader.d.source.get(from..to).unwrap_or_default()
    }

    fn items(&mut self, read: &mut dyn FnMut(&mut dyn Source)) {
        self.reader
            .items(self.at, self.path, &mut |reader, at, path| {
                read(&mut Value { reader, at, path });
            });
    }

    fn entries(&mut self, read: &mut dyn FnMut(&str, &mut dyn Source)) {
        let tree = self.reader.d.tree;
        if tree.kind(self.at) != ValueKind::Mapping {
            self.reader.wrong(self.path, "expected an object");
            return;
        }
        for (key, at) in tree.entries(self.at) {
            let name = tree.text(key, self.reader.d.source);
            let path = &self.path.field(name);
            let reader = &mut *self.reader;
            read(name, &mut Value { reader, at, path });
        }
    }

    fn field(&mut self, name: &'static str, read: &mut dyn FnMut(&mut dyn Source)) -> bool {
        let tree = self.reader.d.tree;
        if tree.kind(self.at) != ValueKind::Mapping {
            self.reader.wrong(self.path, "expected an object");
            return false;
        }
        let found = tree.get(self.at, name, self.reader.d.source);
        if let Some(at) = found {
            let path = &self.path.field(name);
            let reader = &mut *self.reader;
            read(&mut Value { reader, at, path });
        }
        found.is_some()
    }

    fn fields(
        &mut self,
        known: [&[&'static str]; 2],
        needed: u64,
        read: &mut dyn FnMut(usize, &mut dyn Source) -> bool,
    ) -> bool {
        let here = (self.at, self.path);
        let read: ReadFieldAt<'_, '_> =
            &mut |reader, field, at, path| read(field, &mut Value { reader, at, path });
        self.reader.fields_at(here, known, needed, read)
    }

    fn wrong(&mut self, message: &str) {
        self.reader.wrong(self.path, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_up_to_what_is_wrong() {
        for (text, expect) in [("[1, 2, 3]", 3), ("[1, true, 3]", 2), ("[99, 2, 3]", 1)] {
            let mut items = 0;
            let found = read(text, |reader, root| {
                reader.items(root, &FieldPath::Root, &mut |reader, at, path| {
                    items += 1;
                    reader.whole(at, path, (0, 9));
                });
                reader.finish()
            });
            assert_eq!(items, expect, "{text}");
            assert_eq!(found.expect("JSON").is_ok(), expect == 3, "{text}");
        }
    }
}
