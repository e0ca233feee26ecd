//! What is known by key, in a sorted list: the maps of the standard library are larger code.

/// Values by key.
#[derive(Debug)]
pub(crate) struct Known<K, V>(Vec<(K, V)>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Known<K, V> {
    /// The value of a key, or the place where it would be.
    pub(crate) fn find(&self, key: &K) -> Result<&V, usize> {
        let found = self.0.binary_search_by(|(known, _)| known.cmp(key));
        found.and_then(|at| self.0.get(at).map(|(_, value)| value).ok_or(at))
    }

    /// Puts a value where [`Self::find`] says that it would be. O(values).
    pub(crate) fn put(&mut self, at: usize, key: K, value: V) {
        self.0.insert(at.min(self.0.len()), (key, value));
    }

    /// Puts a value; one that is known stays. O(values).
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if let Err(at) = self.find(&key) {
            self.put(at, key, value);
        }
    }

    /// How many are known.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
