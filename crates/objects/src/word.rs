//! Enums whose variants have a name in answers, options and TypeScript.

/// An enum whose variants have names.
pub trait Word: Copy + PartialEq + 'static {
    /// The variants with their names, in the order of declaration.
    const ALL: &'static [(Self, &'static str)];

    /// The name of a variant. O(variants).
    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(word, _)| *word == self);
        found.map_or("", |(_, name)| name)
    }

    /// The variant of a name. O(variants).
    fn of(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(word, _)| *word)
    }
}

/// Declares an enum whose variants have names: one table for readers of options, for answers (an answer holds the
/// name) and for TypeScript (a union of the names).
///
/// ```
/// use schedscope_objects::{words, word::Word};
///
/// words! {
///     /// Whether a node can take a pod.
///     pub enum Verdict {
///         /// It can.
///         Fits = "fits",
///         /// It cannot.
///         DoesNotFit = "doesNotFit",
///     }
/// }
///
/// assert_eq!(Verdict::DoesNotFit.word(), "doesNotFit");
/// assert_eq!(Verdict::of("fits"), Some(Verdict::Fits));
/// assert_eq!(Verdict::of("Fits"), None);
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        $(#[$meta])*
        pub enum $name {
            $($(#[$variant_meta])* #[cfg_attr(feature = "types", ts(rename = $word))] $variant,)+
        }

        impl $crate::word::Word for $name {
            const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $word)),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::word::Word::word(*self))
            }
        }
    };
}
