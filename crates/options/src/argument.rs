//! What the value of an option can be.

use std::ops::RangeInclusive;

use crate::Source;
#[cfg(feature = "types")]
use crate::types::{Bounds, Declarations, Field, Shape};

/// The value of an option, or a part of one.
pub trait Argument: Sized {
    /// Whether `null` is a value, and not as good as absent.
    const TAKES_NULL: bool = false;

    /// Reads it; what is wrong is told to the source. `None`: there is no value.
    fn read(from: &mut dyn Source) -> Option<Self>;

    /// Whether it is as good as absent where the option is needed.
    fn is_nothing(&self) -> bool {
        false
    }

    /// Its type in TypeScript, and its range.
    #[cfg(feature = "types")]
    fn shape() -> Shape;

    /// As JSON, where it is the default; `None`: nothing to show.
    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        None
    }

    /// Declares the types that [`Argument::shape`] names.
    #[cfg(feature = "types")]
    fn declare(_: &mut Declarations) {}
}

/// Several options, in an object.
pub trait Options: Argument + Default {
    /// The names of its own fields.
    const NAMES: &'static [&'static str];
    /// The names of the fields that it has from a part that lies flat in it.
    const FLAT: &'static [&'static str];
    /// Which of its own fields are needed, as bits.
    const NEEDED: u64;

    /// Takes the value of a field, counted as in `NAMES`, then `FLAT`. Whether there is a value.
    fn set(&mut self, field: usize, from: &mut dyn Source) -> bool;

    /// The type's name.
    #[cfg(feature = "types")]
    const NAME: &'static str;

    /// The fields, those of flat parts included.
    #[cfg(feature = "types")]
    fn fields() -> Vec<Field>;
}

/// A whole number, or perhaps one.
pub trait Ranged: Argument {
    /// Reads a number of a range.
    fn within(from: &mut dyn Source, least: i64, most: i64) -> Option<Self>;
}

/// Reads options.
pub fn read<O: Options>(from: &mut dyn Source) -> Option<O> {
    let mut options = O::default();
    let is_object = from.fields([O::NAMES, O::FLAT], O::NEEDED, &mut |field, from| {
        options.set(field, from)
    });
    is_object.then_some(options)
}

/// Takes a value, where there is one. Whether there is.
pub fn put<T: Argument>(slot: &mut T, from: &mut dyn Source) -> bool {
    if !T::TAKES_NULL && from.is_null() {
        return false;
    }
    // Where it cannot be read, that was told already.
    T::read(from).is_none_or(|value| {
        let is_given = !value.is_nothing();
        *slot = value;
        is_given
    })
}

/// Takes a number of a range, where there is one. Whether there is.
pub fn put_within<T: Ranged>(
    slot: &mut T,
    from: &mut dyn Source,
    range: &RangeInclusive<i64>,
) -> bool {
    if from.is_null() {
        return false;
    }
    if let Some(value) = T::within(from, *range.start(), *range.end()) {
        *slot = value;
    }
    true
}

/// Whole numbers.
macro_rules! numbers {
    ($($type:ty: $least:expr, $most:expr;)*) => {$(
        impl Argument for $type {
            fn read(from: &mut dyn Source) -> Option<Self> {
                Self::within(from, $least, $most)
            }

            #[cfg(feature = "types")]
            fn shape() -> Shape {
                Shape::number(Bounds::new($least, $most))
            }

            #[cfg(feature = "types")]
            fn shown(&self) -> Option<String> {
                Some(self.to_string())
            }
        }

        impl Ranged for $type {
            fn within(from: &mut dyn Source, least: i64, most: i64) -> Option<Self> {
                // What is too large for this machine is as good as the largest.
                let number = from.whole(least, most)?;
                Some(Self::try_from(number).unwrap_or(Self::MAX))
            }
        }
    )*};
}

numbers! {
    u16: 0, 65_535;
    u32: 0, 4_294_967_295;
    i32: -2_147_483_648, 2_147_483_647;
    i64: i64::MIN, i64::MAX;
    usize: 0, i64::MAX;
}

impl Argument for bool {
    fn read(from: &mut dyn Source) -> Option<Self> {
        from.boolean()
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
    fn read(from: &mut dyn Source) -> Option<Self> {
        from.text()
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("string")
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read(from: &mut dyn Source) -> Option<Self> {
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
    fn within(from: &mut dyn Source, least: i64, most: i64) -> Option<Self> {
        T::within(from, least, most).map(Some)
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(from: &mut dyn Source) -> Option<Self> {
        let mut items = Self::new();
        from.items(&mut |from| items.extend(T::read(from)));
        Some(items)
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
