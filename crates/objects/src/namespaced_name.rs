//! How answers name objects that have a namespace, and how options do.

use std::fmt;

use schedscope_answer_macro::answer;
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{
    Argument, Fault, Source,
    source::{Fields, Types},
};

use crate::names::{Names, Symbol};

/// The namespace and the name of an object whose kind is known.
#[answer(Default, Eq, Hash)]
pub struct NamespacedName {
    /// The namespace; empty if none is written.
    pub namespace: String,
    /// The name.
    pub name: String,
}

impl NamespacedName {
    /// The name of an object.
    pub fn new(namespace: Symbol, name: Symbol, names: &Names) -> Self {
        Self {
            namespace: names[namespace].to_owned(),
            name: names[name].to_owned(),
        }
    }
}

impl fmt::Display for NamespacedName {
    /// As `namespace/name`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

impl From<&str> for NamespacedName {
    /// Of `namespace/name`, or of a name without a namespace.
    fn from(key: &str) -> Self {
        let (namespace, name) = key.split_once('/').unwrap_or(("", key));
        Self {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }
}

impl PartialEq<str> for NamespacedName {
    fn eq(&self, key: &str) -> bool {
        let rest = key.strip_prefix(&*self.namespace);
        rest.and_then(|rest| rest.strip_prefix('/')) == Some(&*self.name)
    }
}

impl PartialEq<&str> for NamespacedName {
    fn eq(&self, key: &&str) -> bool {
        *self == **key
    }
}

impl PartialEq<String> for NamespacedName {
    fn eq(&self, key: &String) -> bool {
        *self == **key
    }
}

/// An object of the input; `name` alone: in the namespace `default`, or else the only one. Further fields of an object
/// are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "string | NamespacedName")
)]
pub struct NamedObject {
    /// The namespace; `None`: `default`, or that of the only object of this name.
    pub namespace: Option<String>,
    /// The name.
    pub name: String,
}

/// Why no object is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotNamed {
    /// There is none of that name.
    Absent,
    /// There are several of that name, in these namespaces.
    Several(Vec<String>),
}

impl NamedObject {
    /// The object that is meant. `objects` have the name; each is given with its namespace. O(objects).
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn among<'a, T>(
        &self,
        objects: impl IntoIterator<Item = (&'a str, T)>,
    ) -> Result<T, NotNamed> {
        let mut found: Vec<(&str, T)> = objects.into_iter().collect();
        let wanted = self.namespace.as_deref().unwrap_or("default");
        match found.iter().position(|(namespace, _)| *namespace == wanted) {
            Some(at) => Ok(found.swap_remove(at).1),
            None if self.namespace.is_some() || found.is_empty() => Err(NotNamed::Absent),
            // An object may be written without its namespace.
            None if found.iter().any(|(namespace, _)| namespace.is_empty()) => {
                let at = found.iter().position(|(namespace, _)| namespace.is_empty());
                Ok(found.swap_remove(at.unwrap_or_default()).1)
            }
            None if found.len() == 1 => Ok(found.swap_remove(0).1),
            None => {
                let namespaces = found.into_iter().map(|(namespace, _)| namespace.to_owned());
                Err(NotNamed::Several(namespaces.collect()))
            }
        }
    }
}

impl NamedObject {
    /// Its full names in some namespaces.
    pub fn in_each(&self, namespaces: &[String]) -> Vec<String> {
        let full = namespaces.iter().map(|of| [of, "/", &self.name].concat());
        full.collect()
    }
}

impl fmt::Display for NamedObject {
    /// As `namespace/name` or `name`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{namespace}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl From<&str> for NamedObject {
    fn from(key: &str) -> Self {
        let (namespace, name) = match key.split_once('/') {
            Some((namespace, name)) => (Some(namespace.to_owned()), name),
            None => (None, key),
        };
        Self {
            namespace,
            name: name.to_owned(),
        }
    }
}

impl From<String> for NamedObject {
    fn from(key: String) -> Self {
        key.as_str().into()
    }
}

/// The fields of an object that is read as a name. Others are ignored, so that an entry of a list is a name, too.
#[derive(Default)]
struct NameFields {
    field: String,
    namespace: Option<String>,
    name: Option<String>,
}

impl Fields for NameFields {
    fn name(&mut self, name: String) -> Result<(), Fault> {
        self.field = name;
        Ok(())
    }

    fn value(&mut self, from: &mut dyn Source) -> Result<(), Fault> {
        match self.field.as_str() {
            "namespace" => self.namespace = Some(String::read(from)?),
            "name" => self.name = Some(String::read(from)?),
            _ => drop(from.json()?),
        }
        Ok(())
    }
}

impl Argument for NamedObject {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let mut named = None;
        let mut fields = NameFields::default();
        from.one_of(Types {
            expected: "a name, or an object with `namespace` and `name`",
            fields: Some(&mut fields),
            text: Some(&mut |key| {
                named = Some(key.into());
                Ok(())
            }),
            ..Types::default()
        })?;
        if let Some(named) = named {
            return Ok(named);
        }
        Ok(Self {
            namespace: fields.namespace.filter(|namespace| !namespace.is_empty()),
            name: fields.name.ok_or_else(|| Fault::missing("name"))?,
        })
    }

    fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("NamedObject")
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ts_rs::TypeVisitor::visit::<NamespacedName>(declarations);
        ts_rs::TypeVisitor::visit::<Self>(declarations);
    }
}

#[cfg(test)]
mod tests {
    use schedscope_options::source;

    use super::*;

    fn named(json: &str) -> Result<NamedObject, String> {
        let mut json = serde_json::Deserializer::from_str(json);
        let read = source::with(&mut json, |from| NamedObject::read(from));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn an_option_names_an_object_in_three_ways() {
        let full = Ok(NamedObject::from("a/x"));
        assert_eq!(named(r#""a/x""#), full);
        assert_eq!(named(r#"{"namespace": "a", "name": "x"}"#), full);
        let entry = r#"{"kind": "Pod", "range": {"start": [1]}, "name": "x", "namespace": "a"}"#;
        assert_eq!(named(entry), full);
        assert_eq!(named(r#"{"name": "x"}"#), Ok(NamedObject::from("x")));
        assert_eq!(named(r#"{"namespace": "", "name": "x"}"#), named(r#""x""#));
        for wrong in ["7", "[]", r#"{"namespace": "a"}"#, r#"{"name": 7}"#] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_alone_is_enough_in_the_default_namespace_or_where_it_is_the_only_one() {
        let among = |key: &str, namespaces: &[&'static str]| {
            let objects = namespaces.iter().map(|namespace| (*namespace, *namespace));
            NamedObject::from(key).among(objects)
        };
        assert_eq!(among("a/x", &["b", "a"]), Ok("a"));
        assert_eq!(among("a/x", &["b"]), Err(NotNamed::Absent));
        assert_eq!(among("x", &["a", "default"]), Ok("default"));
        assert_eq!(among("x", &["a"]), Ok("a"));
        assert_eq!(among("x", &["a", ""]), Ok(""));
        let several = NotNamed::Several(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(among("x", &["a", "b"]), Err(several));
        assert_eq!(among("x", &[]), Err(NotNamed::Absent));
    }

    #[test]
    fn a_name_equals_its_text() {
        let name = NamespacedName::from("a/b");
        assert_eq!(name, "a/b");
        assert_eq!(name.to_string(), "a/b");
        for other in ["a/bc", "ab", "a/", "/b", "b/a"] {
            assert_ne!(name, other);
        }
    }
}
