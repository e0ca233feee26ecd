//! Values by key, in a sorted list: the maps of the standard library compile to more code.

/// A sorted map.
#[derive(Debug)]
pub(crate) struct Known<K, V>(Vec<(K, V)>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Known<K, V> {
    /// The value of a key, or the index at which to insert it.
    pub(crate) fn find(&self, key: &K) -> Result<&V, usize> {
        let found = self.0.binary_search_by(|(known, _)| known.cmp(key));
        found.and_then(|at| self.0.get(at).map(|(_, value)| value).ok_or(at))
    }

    /// Inserts a value at the index that [`Self::find`] returned. O(values).
    pub(crate) fn put(&mut self, at: usize, key: K, value: V) {
        self.0.insert(at.min(self.0.len()), (key, value));
    }

    /// Inserts a value; keeps the old value of a known key. O(values).
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if let Err(at) = self.find(&key) {
            self.put(at, key, value);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
