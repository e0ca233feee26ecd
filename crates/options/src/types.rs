//! What options are, for whoever reads of them: TypeScript, the JSON Schema, the reference. It is made in
//! tests, so no word of it is in the WebAssembly file.

use std::{any::TypeId, collections::BTreeMap, fmt::Write as _, ops::RangeInclusive};

use ts_rs::{Config, TS, TypeVisitor};

use crate::Argument;

/// A range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    least: Option<i64>,
    /// Whether the least is not allowed itself.
    is_open: bool,
    most: Option<i64>,
}

impl Bounds {
    /// From the least to the most; the ends of 64 bits are no limits.
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

    /// As a person reads it.
    pub fn words(&self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if self.is_open => format!("above {least}, at most {most}"),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("from {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => String::new(),
        }
    }

    /// As JSON Schema says it.
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

/// Where in a value numbers have a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Itself,
    Items,
    Values,
}

/// The type of an option.
#[derive(Clone, Debug)]
pub struct Shape {
    /// In TypeScript.
    pub ts: String,
    bounds: Option<Bounds>,
    within: Within,
    /// Whether numbers are whole.
    pub is_whole: bool,
}

impl Shape {
    /// A type of TypeScript.
    pub fn new(ts: &str) -> Self {
        Self {
            ts: ts.to_owned(),
            bounds: None,
            within: Within::Itself,
            is_whole: true,
        }
    }

    /// A time of the clock.
    pub fn time() -> Self {
        Self::new("string | Date")
    }

    /// Whether it is a time of the clock.
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

    /// A list of these.
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

    /// An object with these as values.
    #[must_use]
    pub fn by_name(mut self) -> Self {
        self.ts = format!("Record<string, {}>", self.ts);
        self.within = Within::Values;
        self
    }

    /// Or something else.
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

    /// The range as JSON Schema says it; `None`: there is none.
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
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub docs: String,
    /// Whether it must be given.
    pub is_needed: bool,
    /// Its type.
    pub shape: Shape,
    /// As JSON; `None`: there is none, or the docs say it.
    pub default: Option<String>,
}

impl Field {
    /// A field; `range` where it is narrower than its type's.
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

    /// A field that is read by hand, of a type that is declared by hand.
    pub fn written(name: &'static str, ts: &str, docs: &str, is_needed: bool) -> Self {
        Self {
            name,
            docs: docs.to_owned(),
            is_needed,
            shape: Shape::new(ts),
            default: None,
        }
    }

    /// The range as a person reads it.
    pub fn range(&self) -> String {
        self.shape
            .bounds
            .as_ref()
            .map_or_else(String::new, Bounds::words)
    }
}

/// Docs as one text.
pub fn prose(docs: &[&str]) -> String {
    let lines: Vec<&str> = docs.iter().map(|line| line.trim()).collect();
    lines
        .iter()
        .map(|line| without_links(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A line of docs without the links between Rust's items, which are no links elsewhere.
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

/// A comment of TypeScript.
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

/// Options as an interface of TypeScript.
fn interface(name: &str, docs: &[&str], fields: &[Field]) -> String {
    let mut text = comment(&prose(docs), "");
    let _ = writeln!(text, "export interface {name} {{");
    for field in fields {
        let mut docs = field.docs.clone();
        if let Some(default) = &field.default {
            let _ = write!(docs, " Default: `{default}`.");
        }
        text.push_str(&comment(&docs, "  "));
        // The package has a clock, so that its callers need not give one.
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

/// Declarations of TypeScript: those of some types, and of all that they mention.
#[allow(missing_debug_implementations)]
pub struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    /// By the names of the types.
    pub by_name: BTreeMap<String, String>,
    /// The ranges of options, as `Type.field`, as JSON Schema says them.
    pub ranges: BTreeMap<String, serde_json::Value>,
    /// Options whose numbers need not be whole, as `Type.field`.
    pub fractions: Vec<String>,
}

impl Default for Declarations {
    fn default() -> Self {
        Self {
            config: Config::new().with_large_int("number"),
            seen: Vec::new(),
            by_name: BTreeMap::new(),
            ranges: BTreeMap::new(),
            fractions: Vec::new(),
        }
    }
}

impl Declarations {
    /// Declares options.
    pub fn options(&mut self, name: &str, docs: &[&str], fields: &[Field]) {
        self.insert(name, &interface(name, docs, fields));
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

    /// Declares an enum, and holds the words that it is read by to those that it is written by.
    ///
    /// # Panics
    /// They are others.
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
        // Types of the language itself have no declaration.
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
