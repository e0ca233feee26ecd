//! Things by name.

#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{
    Argument, Fault, Source,
    source::{self, Fields},
};
use serde::{Serialize, Serializer};

use crate::order;

/// Values by name, sorted by name and found by binary search. A tree map would be compiled separately for every value
/// type, and small maps that are built once do not need one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByName<T>(Vec<(String, T)>);

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByName<T> {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The thing of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Takes a thing, in place of the one that had the name. O(things).
    pub fn insert(&mut self, name: String, thing: T) {
        match self.place(&name) {
            Ok(at) => self.0[at].1 = thing,
            Err(at) => self.0.insert(at, (name, thing)),
        }
    }

    /// All names with their things, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, T)> {
        self.0.iter()
    }

    /// Keeps some.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &T) -> bool) {
        self.0.retain(|(name, thing)| keep(name, thing));
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        let names = |(known, _): &(String, T)| known.as_str().cmp(name);
        self.0.binary_search_by(names)
    }
}

impl<T> From<Vec<(String, T)>> for ByName<T> {
    /// Of things with one name, the last one counts.
    fn from(mut things: Vec<(String, T)>) -> Self {
        things.reverse();
        order::sort(&mut things, |(a, _), (b, _)| a.cmp(b));
        things.dedup_by(|(a, _), (b, _)| a == b);
        Self(things)
    }
}

impl<'a, T> IntoIterator for &'a ByName<T> {
    type Item = &'a (String, T);
    type IntoIter = std::slice::Iter<'a, (String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Serialize> Serialize for ByName<T> {
    /// As an object.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, thing)| (name, thing)))
    }
}

/// The entries of an object that is read.
struct Entries<T> {
    name: String,
    things: Vec<(String, T)>,
}

impl<T: Argument> Fields for Entries<T> {
    fn name(&mut self, name: String) -> Result<(), Fault> {
        self.name = name;
        Ok(())
    }

    fn value(&mut self, from: &mut dyn Source) -> Result<(), Fault> {
        let name = std::mem::take(&mut self.name);
        self.things.push((name, T::read(from)?));
        Ok(())
    }
}

impl<T: Argument> Argument for ByName<T> {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let mut entries = Entries {
            name: String::new(),
            things: Vec::new(),
        };
        source::entries(from, &mut entries)?;
        Ok(entries.things.into())
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        T::shape().by_name()
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        T::declare(declarations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_the_last_thing_counts() {
        let list = [("b", 1), ("a", 2), ("b", 3), ("c", 4)];
        let list = list.map(|(name, thing)| (name.to_owned(), thing));
        let mut things = ByName::from(list.to_vec());
        let mut one_by_one = ByName::default();
        for (name, thing) in list {
            one_by_one.insert(name, thing);
        }
        assert_eq!(things, one_by_one);
        assert_eq!(
            serde_json::to_string(&things).unwrap(),
            r#"{"a":2,"b":3,"c":4}"#
        );
        assert_eq!((things.get("b"), things.get("d")), (Some(&3), None));
        things.retain(|name, _| name != "b");
        assert_eq!(things.get("b"), None);
    }
}
