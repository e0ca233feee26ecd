//! Values of options that are not plain ones.

#[cfg(feature = "types")]
use crate::types::{Bounds, Declarations, Shape};
use crate::{
    Argument, Fault, Ranged as _, Source,
    argument::items,
    scalar::{self, Scalar},
};

/// An object of the text: by its index, or by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// By its index in the text among those of its kind, from 0.
    Index(u32),
    /// By its name; `namespace/name` or `name` where it has a namespace.
    Name(String),
}

impl Default for Key {
    fn default() -> Self {
        Self::Index(0)
    }
}

impl From<u32> for Key {
    fn from(index: u32) -> Self {
        Self::Index(index)
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl Argument for Key {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        match scalar::read(from)? {
            Scalar::Text(name) => Ok(Self::Name(name)),
            index @ Scalar::Number(_) => u32::within(&index, 0..=u32::MAX.into()).map(Self::Index),
            _ => Err("expected a name or an index".into()),
        }
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::or(u32::shape(), "string")
    }
}

/// A time of the clock, RFC 3339. Whether it is one, or empty, is said by the answer, with a code of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock(pub String);

impl Argument for Clock {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        String::read(from).map(Self)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::time()
    }
}

/// A fraction: above 0, at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction(pub f64);

impl Argument for Fraction {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        match scalar::read(from)?.number() {
            Some(number) if number > 0.0 && number <= 1.0 => Ok(Self(number)),
            _ => Err("expected a number above 0 and at most 1".into()),
        }
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::fraction(Bounds::above(0, 1))
    }
}

/// A list of at most 1,000 items: each of them is work over a whole run or over all nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Few<T>(pub Vec<T>);

/// The greatest length of a list of [`Few`].
const FEW: usize = 1000;

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Argument> Argument for Few<T> {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        items(from, FEW).map(Self)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Vec::<T>::shape()
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        T::declare(declarations);
    }
}
