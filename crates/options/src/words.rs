//! Enums whose values are words.

/// Maps words to the values of enums: `words! { Order { "rank" = Rank, "name" = Name, } }`.
///
/// The calling crate needs a feature `types`, with which the enums have TypeScript types (`ts_rs::TS`). The words are
/// checked against these types.
#[macro_export]
macro_rules! words {
    ($($type:ident { $($word:literal = $value:ident,)* })*) => {$(
        impl $crate::Argument for $type {
            fn read(from: &mut dyn $crate::Source) -> Result<Self, $crate::Fault> {
                const VALUES: &[$type] = &[$($type::$value),*];
                $crate::scalar::word(from, &[$($word),*]).map(|index| VALUES[index])
            }

            #[cfg(feature = "types")]
            fn shape() -> $crate::types::Shape {
                $crate::types::Shape::new(stringify!($type))
            }

            #[cfg(feature = "types")]
            fn shown(&self) -> Option<String> {
                Some(match self { $(Self::$value => concat!('"', $word, '"').to_owned()),* })
            }

            #[cfg(feature = "types")]
            fn declare(declarations: &mut $crate::types::Declarations) {
                declarations.words::<Self>(&[$($word),*]);
            }
        }
    )*};
}
