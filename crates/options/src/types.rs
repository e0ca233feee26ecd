//! Describes options for TypeScript, the JSON Schema and the reference. Only tests use this, so the docs are not in the
//! WebAssembly file.

use std::{any::TypeId, collections::BTreeMap, fmt::Write as _, ops::RangeInclusive};

use ts_rs::{Config, TS, TypeVisitor};

use crate::Argument;

/// A range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    least: Option<i64>,
    /// Whether `least` itself is excluded.
    is_open: bool,
    most: Option<i64>,
}

impl Bounds {
    /// From `least` to `most`; `i64::MIN` and `i64::MAX` mean unbounded.
    pub fn new(least: i64, most: i64) -> Self {
        Self {
            least: (least != i64::MIN).then_some(least),
            is_open: false,
            most: (most != i64::MAX).then_some(most),
        }
    }

    /// Above `least`, and at most `most`.
    pub fn above(least: i64, most: i64) -> Self {
        Self {
            is_open: true,
            ..Self::new(least, most)
        }
    }

    /// The range in words.
    pub fn words(&self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if self.is_open => format!("above {least}, at most {most}"),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("from {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => String::new(),
        }
    }

    /// The lower and the upper end; `None`: unbounded.
    pub fn ends(&self) -> (Option<i64>, Option<i64>) {
        (self.least, self.most)
    }

    /// The range as JSON Schema.
    fn schema(&self) -> serde_json::Value {
        let mut schema = serde_json::Map::new();
        let least = if self.is_open {
            "exclusiveMinimum"
        } else {
            "minimum"
        };
        if let Some(number) = self.least {
            schema.insert(least.to_owned(), number.into());
        }
        if let Some(number) = self.most {
            schema.insert("maximum".to_owned(), number.into());
        }
        schema.into()
    }
}

/// Which numbers of a value the range applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Itself,
    Items,
    Values,
}

/// The type of an option.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The TypeScript type.
    pub ts: String,
    /// The range of its numbers, or of those within it.
    pub bounds: Option<Bounds>,
    within: Within,
    /// Whether numbers are whole.
    pub is_whole: bool,
}

impl Shape {
    /// A TypeScript type without a range.
    pub fn new(ts: &str) -> Self {
        Self {
            ts: ts.to_owned(),
            bounds: None,
            within: Within::Itself,
            is_whole: true,
        }
    }

    /// A point in time.
    pub fn time() -> Self {
        Self::new("string | Date")
    }

    /// Whether it is a point in time.
    pub fn is_time(&self) -> bool {
        self.ts == Self::time().ts
    }

    /// A whole number.
    pub fn number(bounds: Bounds) -> Self {
        Self {
            bounds: Some(bounds),
            ..Self::new("number")
        }
    }

    /// A list of values of this shape.
    #[must_use]
    pub fn list(mut self) -> Self {
        self.ts = if self.ts.contains(' ') {
            format!("({})[]", self.ts)
        } else {
            format!("{}[]", self.ts)
        };
        self.within = Within::Items;
        self
    }

    /// An object with values of this shape.
    #[must_use]
    pub fn by_name(mut self) -> Self {
        self.ts = format!("Record<string, {}>", self.ts);
        self.within = Within::Values;
        self
    }

    /// This shape or another TypeScript type.
    #[must_use]
    pub fn or(mut self, ts: &str) -> Self {
        self.ts = format!("{} | {ts}", self.ts);
        self
    }

    /// A number that need not be whole.
    pub fn fraction(bounds: Bounds) -> Self {
        Self {
            is_whole: false,
            ..Self::number(bounds)
        }
    }

    /// The range as JSON Schema; `None` if unbounded.
    fn schema(&self) -> Option<serde_json::Value> {
        let bounds = self.bounds.as_ref()?.schema();
        if bounds.as_object().is_none_or(serde_json::Map::is_empty) {
            return None;
        }
        Some(match self.within {
            Within::Itself => bounds,
            Within::Items => serde_json::json!({ "items": bounds }),
            Within::Values => serde_json::json!({ "additionalProperties": bounds }),
        })
    }
}

/// An option.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name in JSON.
    pub name: &'static str,
    /// The docs, as one string.
    pub docs: String,
    /// Whether the option is required.
    pub is_needed: bool,
    /// Its type.
    pub shape: Shape,
    /// The default as JSON; `None` if the option has no default, or the docs describe it.
    pub default: Option<String>,
}

impl Field {
    /// A field. `range` narrows the range of its type.
    pub fn new<T: Argument>(
        name: &'static str,
        docs: &[&str],
        is_needed: bool,
        range: Option<RangeInclusive<i64>>,
        default: &T,
    ) -> Self {
        let mut shape = T::shape();
        if let Some(range) = range {
            shape.bounds = Some(Bounds::new(*range.start(), *range.end()));
        }
        Self {
            name,
            docs: prose(docs),
            is_needed,
            shape,
            default: if is_needed { None } else { default.shown() },
        }
    }

    /// A field with a handwritten reader and a handwritten type.
    pub fn written(name: &'static str, ts: &str, docs: &str, is_needed: bool) -> Self {
        Self {
            name,
            docs: docs.to_owned(),
            is_needed,
            shape: Shape::new(ts),
            default: None,
        }
    }

    /// The range in words; empty if unbounded.
    pub fn range(&self) -> String {
        self.shape
            .bounds
            .as_ref()
            .map_or_else(String::new, Bounds::words)
    }
}

/// Doc lines as one string, without links to Rust items.
pub fn prose(docs: &[&str]) -> String {
    let lines: Vec<&str> = docs.iter().map(|line| line.trim()).collect();
    lines
        .iter()
        .map(|line| without_links(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A line of docs without links to Rust items, which work only in rustdoc.
pub fn without_links(line: &str) -> String {
    let line = line.replace("[`", "`").replace("`]", "`");
    let mut parts = line.split("`(crate::");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('`');
        text.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    text
}

/// A TypeScript comment.
pub fn comment(text: &str, indent: &str) -> String {
    let mut comment = String::new();
    if text.contains('\n') {
        let _ = writeln!(comment, "{indent}/**");
        for line in text.lines() {
            let line = format!("{indent} * {line}");
            let _ = writeln!(comment, "{}", line.trim_end());
        }
        let _ = writeln!(comment, "{indent} */");
    } else {
        let _ = writeln!(comment, "{indent}/** {text} */");
    }
    comment
}

/// Options as a TypeScript interface. Those that are flattened into them stand once, in `base`.
fn interface(name: &str, docs: &[&str], fields: &[Field], base: Option<&str>) -> String {
    let mut text = comment(&prose(docs), "");
    let extends = base.map_or_else(String::new, |base| format!(" extends {base}"));
    let _ = writeln!(text, "export interface {name}{extends} {{");
    for field in fields {
        let mut docs = field.docs.clone();
        if let Some(default) = &field.default {
            let _ = write!(docs, " Default: `{default}`.");
        }
        text.push_str(&comment(&docs, "  "));
        // The package supplies the clock, so callers may omit a required time.
        let (mark, nothing) = if field.is_needed && !field.shape.is_time() {
            ("", "")
        } else {
            ("?", " | undefined")
        };
        let _ = writeln!(text, "  {}{mark}: {}{nothing};", field.name, field.shape.ts);
    }
    text.push_str("}\n");
    text
}

/// TypeScript declarations of some types and of all types that they mention.
#[allow(missing_debug_implementations)]
pub struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    /// The declarations, by type name.
    pub by_name: BTreeMap<String, String>,
    /// The ranges of options as JSON Schema, by `Type.field`.
    pub ranges: BTreeMap<String, serde_json::Value>,
    /// Options that accept fractions, as `Type.field`.
    pub fractions: Vec<String>,
    /// The fields of options, by type name.
    pub fields: BTreeMap<String, Vec<Field>>,
}

impl Default for Declarations {
    fn default() -> Self {
        Self {
            config: Config::new().with_large_int("number"),
            seen: Vec::new(),
            by_name: BTreeMap::new(),
            ranges: BTreeMap::new(),
            fractions: Vec::new(),
            fields: BTreeMap::new(),
        }
    }
}

impl Declarations {
    /// Declares options. The first `own` fields are their own, the others those of `base`.
    pub fn options(
        &mut self,
        name: &str,
        docs: &[&str],
        fields: &[Field],
        (own, base): (usize, Option<&str>),
    ) {
        let own = fields.get(..own).unwrap_or(fields);
        self.insert(name, &interface(name, docs, own, base));
        self.fields.insert(name.to_owned(), fields.to_vec());
        for field in fields {
            let path = format!("{name}.{}", field.name);
            if !field.shape.is_whole {
                self.fractions.push(path.clone());
            }
            if let Some(range) = field.shape.schema() {
                self.ranges.insert(path, range);
            }
        }
    }

    /// Declares a union of words.
    pub fn union(&mut self, name: &str, docs: &str, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let text = comment(docs, "") + &format!("export type {name} = {};\n", words.join(" | "));
        self.insert(name, &text);
    }

    /// Declares an enum, and checks that its words are the same for reading and for writing.
    ///
    /// # Panics
    /// The words differ.
    pub fn words<T: TS + 'static>(&mut self, words: &[&str]) {
        self.visit::<T>();
        let declared = T::inline(&self.config);
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        assert_eq!(declared, words.join(" | "), "{}", T::ident(&self.config));
    }

    /// The name of a type in TypeScript.
    pub fn name<T: TS>(&self) -> String {
        T::name(&self.config)
    }

    fn insert(&mut self, name: &str, text: &str) {
        let known = self
            .by_name
            .entry(name.to_owned())
            .or_insert_with(|| text.to_owned());
        let same = *known == text;
        assert!(same, "two types are called `{name}`");
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Built-in types have no declaration.
        if T::output_path().is_none() {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        let name = T::ident(&self.config);
        let text = format!("{docs}export {declaration}\n");
        self.insert(&name, &text);
    }
}
