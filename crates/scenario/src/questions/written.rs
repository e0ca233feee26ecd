//! Values of options that are read as a text is.

use schedscope_options::Argument;
#[cfg(feature = "types")]
use schedscope_options::types::Shape;
use schedscope_text::{
    json::{self, Part},
    tree::{Tree, ValueId},
};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

/// An object as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written(pub String);

impl Argument for Written {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Json(text) = Json::deserialize(from)?;
        if !text.starts_with('{') {
            return Err(D::Error::custom("expected an object"));
        }
        Ok(Self(text))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("object")
    }
}

/// A value as JSON text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json(pub String);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(from)?;
        Ok(Self(text.get().to_owned()))
    }
}

/// Makes a `Deserialize` type the value of an option, with its type in TypeScript and a type which that uses.
macro_rules! argument {
    ($($name:ty: $ts:literal $(with $used:ty)?,)*) => {$(
        impl schedscope_options::Argument for $name {
            fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                serde::Deserialize::deserialize(from)
            }

            #[cfg(feature = "types")]
            fn shape() -> schedscope_options::types::Shape {
                schedscope_options::types::Shape::new($ts)
            }

            $(#[cfg(feature = "types")]
            fn declare(declarations: &mut schedscope_options::types::Declarations) {
                <$used as schedscope_options::Argument>::declare(declarations);
            })?
        }
    )*};
}
pub(super) use argument;

/// The tree of a value.
///
/// # Errors
/// The value is nested too deeply.
pub(super) fn tree(Json(text): &Json) -> Result<(Tree, ValueId), String> {
    let mut tree = Tree::default();
    json::parse(text, Part::Value, &mut tree).map_err(|error| error.message)?;
    let root = tree.root().ok_or_else(|| "expected a value".to_owned())?;
    Ok((tree, root))
}
