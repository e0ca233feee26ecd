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
        let text = Box::<RawValue>::deserialize(from)?;
        if !text.get().starts_with('{') {
            return Err(D::Error::custom("expected an object"));
        }
        Ok(Self(text.get().to_owned()))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("object")
    }
}

/// The tree of a value.
///
/// # Errors
/// The value is nested too deeply.
pub(super) fn tree(text: &RawValue) -> Result<(Tree, ValueId), String> {
    let mut tree = Tree::default();
    json::parse(text.get(), Part::Value, &mut tree).map_err(|error| error.message)?;
    let root = tree.root().ok_or_else(|| "expected a value".to_owned())?;
    Ok((tree, root))
}
