//! The values that an option can have.

use std::ops::RangeInclusive;

#[cfg(feature = "types")]
use crate::types::{Bounds, Declarations, Shape};
use crate::{
    Fault, Source,
    scalar::{self, Scalar},
    source,
};

/// The value of an option, or part of one. Unlike `Deserialize`, it has a range and a description, and errors of
/// standard types do not mention Rust type names.
pub trait Argument: Sized {
    /// Whether `null` is a valid value; otherwise `null` means that the option is absent.
    const TAKES_NULL: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    /// The value has another type, or is out of range.
    fn read(from: &mut dyn Source) -> Result<Self, Fault>;

    /// Whether the value is empty; required options reject empty values.
    fn is_empty(&self) -> bool {
        false
    }

    /// The type in TypeScript, and the range.
    #[cfg(feature = "types")]
    fn shape() -> Shape;

    /// The value as JSON, to document a default; `None` omits it.
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
    fn within(value: &Scalar, range: RangeInclusive<i64>) -> Result<Self, Fault>;
}

/// Reads a value or `null`.
///
/// # Errors
/// The value is invalid.
pub fn nullable<T: Argument>(from: &mut dyn Source) -> Result<Option<T>, Fault> {
    let mut value = None;
    from.optional(&mut |from| {
        value = Some(T::read(from)?);
        Ok(())
    })?;
    Ok(value)
}

/// Reads the value of a required option and rejects an empty one. Returns `false` if the value is absent.
///
/// # Errors
/// The value is invalid or empty.
pub fn put_needed<T: Argument>(slot: &mut T, from: &mut dyn Source) -> Result<bool, Fault> {
    if T::TAKES_NULL {
        *slot = T::read(from)?;
        return Ok(true);
    }
    let Some(value) = nullable::<T>(from)? else {
        return Ok(false);
    };
    if value.is_empty() {
        return Err("must not be empty".into());
    }
    *slot = value;
    Ok(true)
}

/// Reads the value of an option, if present.
///
/// # Errors
/// The value is invalid.
pub fn put<T: Argument>(slot: &mut T, from: &mut dyn Source) -> Result<bool, Fault> {
    if T::TAKES_NULL {
        *slot = T::read(from)?;
    } else if let Some(value) = nullable(from)? {
        *slot = value;
    }
    Ok(true)
}

/// Reads a number of a range. Returns `false` if the number is absent.
///
/// # Errors
/// The value is not a whole number, or is out of range.
pub fn put_within<T: Ranged>(
    slot: &mut T,
    from: &mut dyn Source,
    range: RangeInclusive<i64>,
) -> Result<bool, Fault> {
    let value = scalar::read(from)?;
    if value == Scalar::Null {
        return Ok(false);
    }
    *slot = T::within(&value, range)?;
    Ok(true)
}

/// Whole numbers.
macro_rules! numbers {
    ($($type:ty: $range:expr;)*) => {$(
        impl Argument for $type {
            fn read(from: &mut dyn Source) -> Result<Self, Fault> {
                Self::within(&scalar::read(from)?, $range)
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
            fn within(value: &Scalar, range: RangeInclusive<i64>) -> Result<Self, Fault> {
                // Values above the range of the type saturate: `usize` has 32 bits in WebAssembly.
                Ok(Self::try_from(scalar::whole(value, range)?).unwrap_or(Self::MAX))
            }
        }
    )*};
}

impl Argument for f32 {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let value = scalar::read(from)?;
        let number = value.number().map(|number| number as Self);
        number.ok_or_else(|| scalar::expected("a number", &value).into())
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("number")
    }
}

numbers! {
    u16: 0..=65_535;
    u32: 0..=4_294_967_295;
    i32: -2_147_483_648..=2_147_483_647;
    i64: i64::MIN..=i64::MAX;
    usize: 0..=i64::MAX;
}

impl Argument for bool {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        match scalar::read(from)? {
            Scalar::Boolean(boolean) => Ok(boolean),
            value => Err(scalar::expected("`true` or `false`", &value).into()),
        }
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
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        Ok(scalar::read(from)?.text()?.to_owned())
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
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
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
    fn within(value: &Scalar, range: RangeInclusive<i64>) -> Result<Self, Fault> {
        T::within(value, range).map(Some)
    }
}

/// Reads a list of at most `most` items.
pub(crate) fn items<T: Argument>(from: &mut dyn Source, most: usize) -> Result<Vec<T>, Fault> {
    let mut items = Vec::new();
    source::list(from, &mut |from| {
        let item = T::read(from)?;
        if items.len() == most {
            return Err(format!("expected at most {most} items").into());
        }
        items.push(item);
        Ok(())
    })?;
    Ok(items)
}

impl<T: Argument, const LENGTH: usize> Argument for [T; LENGTH] {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let items = items(from, usize::MAX)?;
        Self::try_from(items).map_err(|_| format!("expected {LENGTH} items").into())
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        T::shape().list()
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
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
