//! Which pod, node, cluster: numbers that cannot be mistaken for each other.

use std::{
    fmt,
    marker::PhantomData,
    num::NonZeroU32,
    ops::{Index, IndexMut},
};

/// The index of an item in a list, from 0. An `Option` of it has the size of the number.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id of an index.
    ///
    /// The index is below 2³² - 1: lists end before that, because a text has less than 2³² bytes. A larger one means
    /// the last.
    fn new(index: usize) -> Self;

    /// The index, from 0.
    fn index(self) -> usize;
}

/// Declares types of ids.
///
/// ```
/// use schedscope_objects::{id::{Id, IdVec}, ids};
///
/// ids! {
///     /// A shelf.
///     pub struct ShelfId;
/// }
///
/// let shelves: IdVec<ShelfId, &str> = ["top", "bottom"].into_iter().collect();
/// assert_eq!(shelves[ShelfId::new(1)], "bottom");
/// assert_eq!(shelves.get(ShelfId::new(2)), None);
/// assert_eq!(shelves.ids().map(ShelfId::index).sum::<usize>(), 1);
/// assert_eq!(size_of::<Option<ShelfId>>(), 4);
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$meta:meta])* pub struct $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($crate::id::Number);

        impl $crate::id::Id for $name {
            fn new(index: usize) -> Self {
                Self($crate::id::Number::new(index))
            }

            fn index(self) -> usize {
                self.0.index()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0.index())
            }
        }
    )+};
}

ids! {
    /// A cluster, in the order of the text: see [`Objects::clusters`](crate::Objects).
    pub struct ClusterId;
    /// A node, in the order of the text: see [`Objects::nodes`](crate::Objects).
    pub struct NodeId;
    /// A pod: those of the text in its order, then those that workloads have still to make.
    pub struct PodId;
    /// A namespace's elastic quota.
    pub struct QuotaId;
}

/// What every id is made of: an index plus 1, so that 0 can stand for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(NonZeroU32);

impl Number {
    /// The number of an index; see [`Id::new`].
    pub const fn new(index: usize) -> Self {
        let number = if index < u32::MAX as usize {
            index as u32 + 1
        } else {
            u32::MAX
        };
        match NonZeroU32::new(number) {
            Some(number) => Self(number),
            None => Self(NonZeroU32::MAX),
        }
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A list whose places are ids of one type.
pub struct IdVec<I, T> {
    items: Vec<T>,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self {
            items: Vec::new(),
            ids: PhantomData,
        }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it has no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds an item; returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::new(self.items.len());
        self.items.push(item);
        id
    }

    /// The item of an id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The item of an id, to change it.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// The ids, ascending.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// The items in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items in the order of their ids, to change them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// The ids with their items, ascending.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        let entries = self.items.iter().enumerate();
        entries.map(|(index, item)| (I::new(index), item))
    }

    /// Makes the list of a length, with clones of an item at its end if it was shorter.
    pub fn resize(&mut self, len: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(len, item);
    }

    /// The items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<Items: IntoIterator<Item = T>>(items: Items) -> Self {
        Self::from(items.into_iter().collect::<Vec<T>>())
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            ids: PhantomData,
        }
    }
}

impl<I, T: Clone> Clone for IdVec<I, T> {
    fn clone(&self) -> Self {
        Self::from(self.items.clone())
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I, T: PartialEq> PartialEq for IdVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<I, T: Eq> Eq for IdVec<I, T> {}

impl<I, T> IntoIterator for IdVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut IdVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
