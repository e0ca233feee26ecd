//! The values that an option can have.

use std::{marker::PhantomData, ops::RangeInclusive};

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess};
use serde_json::Value;

#[cfg(feature = "types")]
use crate::types::{Bounds, Declarations, Shape};
use crate::{
    compound::{self, Compound},
    scalar,
};

/// The value of an option, or a part of one. Unlike `Deserialize`, it has a range and a description, and the standard
/// types have errors without the names of Rust.
pub trait Argument: Sized {
    /// Whether `null` is a value. Otherwise it means that the option is absent.
    const TAKES_NULL: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    /// The value has another type, or is out of range.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;

    /// Whether the value is empty, which a needed option must not be.
    fn is_empty(&self) -> bool {
        false
    }

    /// The type in TypeScript, and the range.
    #[cfg(feature = "types")]
    fn shape() -> Shape;

    /// The value as JSON, where it is a default. `None`: it is not shown.
    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        None
    }

    /// Declares the types that [`Argument::shape`] names.
    #[cfg(feature = "types")]
    fn declare(_: &mut Declarations) {}
}

/// A whole number, or an optional one.
pub trait Ranged: Argument {
    /// Reads a number of a range.
    ///
    /// # Errors
    /// The value is not a whole number, or is out of range.
    fn within(value: &Value, range: RangeInclusive<i64>) -> Result<Self, String>;
}

/// An [`Argument`] as a `Deserialize` type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<T>(pub T);

impl<'de, T: Argument> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Self)
    }
}

/// Reads a value or `null`.
///
/// # Errors
/// The value is invalid.
pub fn nullable<'de, T: Argument, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<Given<T>>::deserialize(from)?.map(|Given(value)| value))
}

/// Reads the value of a needed option, which must not be empty.
struct Needed<'s, T>(&'s mut T);

impl<'de, T: Argument> DeserializeSeed<'de> for Needed<'_, T> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        if T::TAKES_NULL {
            *self.0 = T::read(from)?;
            return Ok(true);
        }
        let Some(value) = nullable::<T, D>(from)? else {
            return Ok(false);
        };
        if value.is_empty() {
            return Err(D::Error::custom("must not be empty"));
        }
        *self.0 = value;
        Ok(true)
    }
}

/// Reads the value of a required option. Returns `false` if the value is absent.
///
/// # Errors
/// The value is invalid or empty.
pub fn put_needed<'de, T: Argument, A: MapAccess<'de>>(
    slot: &mut T,
    from: &mut A,
) -> Result<bool, A::Error> {
    from.next_value_seed(Needed(slot))
}

/// Reads the value of an option, if there is one.
///
/// # Errors
/// The value is invalid.
pub fn put<'de, T: Argument, A: MapAccess<'de>>(
    slot: &mut T,
    from: &mut A,
) -> Result<bool, A::Error> {
    if T::TAKES_NULL {
        *slot = from.next_value::<Given<T>>()?.0;
    } else if let Some(Given(value)) = from.next_value()? {
        *slot = value;
    }
    Ok(true)
}

/// Reads a number of a range; `None`: `null`.
#[derive(Clone, Debug)]
pub struct Within<T>(RangeInclusive<i64>, PhantomData<T>);

impl<T> Within<T> {
    /// A reader of numbers of a range.
    pub fn new(range: RangeInclusive<i64>) -> Self {
        Self(range, PhantomData)
    }
}

impl<'de, T: Ranged> DeserializeSeed<'de> for Within<T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<T>, D::Error> {
        scalar::read(from, |value| match value {
            Value::Null => Ok(None),
            _ => T::within(value, self.0).map(Some),
        })
    }
}

/// Reads a number of a range. Returns `false` if the number is absent.
///
/// # Errors
/// The value is not a whole number, or is out of range.
pub fn put_within<'de, T: Ranged, A: MapAccess<'de>>(
    slot: &mut T,
    from: &mut A,
    range: RangeInclusive<i64>,
) -> Result<bool, A::Error> {
    let Some(value) = from.next_value_seed(Within::new(range))? else {
        return Ok(false);
    };
    *slot = value;
    Ok(true)
}

/// Whole numbers.
macro_rules! numbers {
    ($($type:ty: $range:expr;)*) => {$(
        impl Argument for $type {
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                scalar::read(from, |value| Self::within(value, $range))
            }

            #[cfg(feature = "types")]
            fn shape() -> Shape {
                Shape::number(Bounds::new(*$range.start(), *$range.end()))
            }

            #[cfg(feature = "types")]
            fn shown(&self) -> Option<String> {
                Some(self.to_string())
            }
        }

        impl Ranged for $type {
            fn within(value: &Value, range: RangeInclusive<i64>) -> Result<Self, String> {
                // A number that is too large for this machine means the largest.
                Ok(Self::try_from(scalar::whole(value, range)?).unwrap_or(Self::MAX))
            }
        }
    )*};
}

numbers! {
    u16: 0..=65_535;
    u32: 0..=4_294_967_295;
    i32: -2_147_483_648..=2_147_483_647;
    i64: i64::MIN..=i64::MAX;
    usize: 0..=i64::MAX;
}

impl Argument for bool {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scalar::read(from, |value| {
            let boolean = value.as_bool();
            boolean.ok_or_else(|| scalar::expected("`true` or `false`", value))
        })
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("boolean")
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Argument for String {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scalar::read(from, |value| scalar::text(value).map(str::to_owned))
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("string")
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Some)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        T::shape()
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        self.as_ref().and_then(T::shown)
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        T::declare(declarations);
    }
}

impl<T: Ranged> Ranged for Option<T> {
    fn within(value: &Value, range: RangeInclusive<i64>) -> Result<Self, String> {
        T::within(value, range).map(Some)
    }
}

/// Reads a list of at most `most` items.
struct Items<T> {
    most: usize,
    items: Vec<T>,
}

impl<'de, T: Argument> Compound<'de> for Items<T> {
    type Value = Vec<T>;
    const EXPECTED: &'static str = "a list";

    fn list<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<T>, A::Error> {
        while let Some(Given(item)) = list.next_element()? {
            if self.items.len() == self.most {
                let message = format!("expected at most {} items", self.most);
                return Err(A::Error::custom(message));
            }
            self.items.push(item);
        }
        Ok(self.items)
    }
}

/// Reads a list of at most `most` items.
pub(crate) fn items<'de, T: Argument, D: Deserializer<'de>>(
    from: D,
    most: usize,
) -> Result<Vec<T>, D::Error> {
    let items = Vec::new();
    compound::read(from, Items { most, items })
}

impl<T: Argument> Argument for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        items(from, usize::MAX)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        T::shape().list()
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        T::declare(declarations);
    }
}
