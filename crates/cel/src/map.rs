//! Maps, whose entries keep the order in which they were written.

use std::{collections::BTreeMap, rc::Rc};

use crate::value::Value;

/// Maps of up to this many entries are searched linearly.
const FEW: usize = 8;

/// Keys with their values. Keys are distinct booleans, whole numbers and texts.
#[derive(Clone, Debug, Default)]
pub struct Map {
    entries: Vec<(Value, Value)>,
    /// The index of each key; only in larger maps.
    index: BTreeMap<Key, usize>,
}

/// A key for comparison: signed and unsigned whole numbers compare as one type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Bool(bool),
    Number(i128),
    String(Rc<str>),
}

impl Key {
    /// `None` if no map can have this key.
    fn new(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(value) => Some(Self::Bool(*value)),
            Value::Int(value) => Some(Self::Number(i128::from(*value))),
            Value::Uint(value) => Some(Self::Number(i128::from(*value))),
            Value::Double(value) if value.fract() == 0.0 => Some(Self::Number(*value as i128)),
            Value::String(text) => Some(Self::String(Rc::clone(text))),
            _ => None,
        }
    }
}

impl Map {
    /// An empty map with room for this many entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            entries: Vec::with_capacity(capacity),
            index: BTreeMap::new(),
        }
    }

    /// The entries, in the order in which they were written.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key. O(log n).
    pub fn get(&self, key: &Value) -> Option<&Value> {
        if let Value::String(text) = key {
            return self.get_str(text);
        }
        self.find(&Key::new(key)?).map(|at| &self.entries[at].1)
    }

    /// The value of a key that is a text. O(log n).
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        if self.index.is_empty() {
            let mut entries = self.entries.iter();
            return entries
                .find(|(it, _)| matches!(it, Value::String(it) if **it == *key))
                .map(|(_, value)| value);
        }
        self.find(&Key::String(key.into()))
            .map(|at| &self.entries[at].1)
    }

    /// Sets the value of a key, and returns whether the key is new; `None` if values of this type cannot be keys.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<bool> {
        let place = Key::new(&key).filter(|_| !matches!(key, Value::Double(_)))?;
        if let Some(at) = self.find(&place) {
            self.entries[at].1 = value;
            return Some(false);
        }
        self.entries.push((key, value));
        if self.entries.len() == FEW + 1 {
            let keys = self.entries.iter().enumerate();
            self.index = keys
                .filter_map(|(at, (key, _))| Some((Key::new(key)?, at)))
                .collect();
        } else if self.entries.len() > FEW {
            self.index.insert(place, self.entries.len() - 1);
        }
        Some(true)
    }

    /// Removes the entries.
    pub fn retain(&mut self, keep: impl FnMut(&(Value, Value)) -> bool) {
        let mut entries = std::mem::take(&mut self.entries);
        self.index.clear();
        entries.retain(keep);
        for (key, value) in entries {
            self.insert(key, value);
        }
    }

    fn find(&self, key: &Key) -> Option<usize> {
        if self.index.is_empty() {
            let mut entries = self.entries.iter();
            return entries.position(|(it, _)| Key::new(it).as_ref() == Some(key));
        }
        self.index.get(key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_entries_are_found_alike() {
        for count in [FEW as i64, FEW as i64 + 1, 100] {
            let mut map = Map::default();
            for number in 0..count {
                assert_eq!(
                    map.insert(Value::Int(number), Value::Int(-number)),
                    Some(true)
                );
                assert_eq!(
                    map.insert(Value::string(number.to_string()), Value::Null),
                    Some(true)
                );
            }
            assert_eq!(map.insert(Value::Uint(3), Value::Bool(true)), Some(false));
            assert_eq!(map.insert(Value::Double(1.0), Value::Null), None);
            assert_eq!(map.insert(Value::Null, Value::Null), None);
            assert!(matches!(
                map.get(&Value::Double(3.0)),
                Some(Value::Bool(true))
            ));
            assert!(matches!(map.get(&Value::Int(1)), Some(Value::Int(-1))));
            assert!(map.get(&Value::Double(1.5)).is_none());
            assert!(matches!(map.get_str("2"), Some(Value::Null)));
            assert!(map.get_str("x").is_none());
            assert_eq!(map.len(), 2 * count as usize);
            map.retain(|(key, _)| matches!(key, Value::Int(number) if number % 2 == 0));
            assert!(map.get(&Value::Int(2)).is_some() && map.get(&Value::Int(1)).is_none());
        }
    }
}
