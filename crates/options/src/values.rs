//! Option values that need more than a plain type.

#[cfg(feature = "types")]
use crate::types::{Bounds, Declarations, Shape};
use crate::{
    Argument, Fault, Ranged as _, Source,
    argument::items,
    scalar::{self, Scalar},
    source,
};

/// An object of the input, by index or by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key<Name = String> {
    /// The index among the objects of its kind, in input order, from 0.
    Index(u32),
    /// The name.
    Name(Name),
}

impl<Name> Default for Key<Name> {
    fn default() -> Self {
        Self::Index(0)
    }
}

impl<Name> From<u32> for Key<Name> {
    fn from(index: u32) -> Self {
        Self::Index(index)
    }
}

impl<'a, Name: From<&'a str>> From<&'a str> for Key<Name> {
    fn from(name: &'a str) -> Self {
        Self::Name(name.into())
    }
}

impl<Name: std::fmt::Display> std::fmt::Display for Key<Name> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

impl<Name: Argument> Argument for Key<Name> {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let written = from.json()?;
        if written
            .get()
            .starts_with(|first: char| first == '-' || first.is_ascii_digit())
        {
            let index = Scalar::Number(written.get().to_owned());
            return u32::within(&index, 0..=u32::MAX.into()).map(Self::Index);
        }
        if !written.get().starts_with(['"', '{']) {
            return Err("expected a name or an index".into());
        }
        let mut json = serde_json::Deserializer::from_str(written.get());
        let name = source::with(&mut json, |from| Name::read(from));
        name.map(Self::Name)
            .map_err(|error| scalar::without_position(&error).into())
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::or(u32::shape(), &Name::shape().ts)
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        Name::declare(declarations);
    }
}

/// A time in RFC 3339. The answer validates it, and reports an empty or invalid time with a separate code.
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

/// A list of at most 1,000 items, because each item costs a whole run or a pass over all nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Few<T>(pub Vec<T>);

/// The maximum length of a [`Few`].
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
