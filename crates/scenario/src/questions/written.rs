//! Values of options that are read as a text is.

#[cfg(feature = "types")]
use schedscope_options::types::Shape;
use schedscope_options::{Argument, Fault, Source, scalar::LONE_SURROGATE};
use schedscope_text::{
    json::{self, Part},
    tree::{Tree, ValueId},
    yaml::ParseCause,
};

/// An object as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written(pub String);

impl Argument for Written {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let json = Json::read(from)?;
        tree(&json)?;
        if !json.0.starts_with('{') {
            return Err("expected an object".into());
        }
        Ok(Self(json.0))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("object")
    }
}

/// A value as JSON text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json(pub String);

impl Argument for Json {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        Ok(Self(from.json()?.get().to_owned()))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("object")
    }
}

/// Makes a type the value of an option: its type in TypeScript, and the function that reads it.
macro_rules! argument {
    ($($name:ty: $ts:literal = $read:expr;)*) => {$(
        impl schedscope_options::Argument for $name {
            fn read(
                from: &mut dyn schedscope_options::Source,
            ) -> Result<Self, schedscope_options::Fault> {
                ($read)(from)
            }

            #[cfg(feature = "types")]
            fn shape() -> schedscope_options::types::Shape {
                schedscope_options::types::Shape::new($ts)
            }
        }
    )*};
}
pub(super) use argument;

/// The tree of a value.
///
/// # Errors
/// The value is nested too deeply, or has a lone surrogate.
pub(super) fn tree(Json(text): &Json) -> Result<(Tree, ValueId), Fault> {
    let mut tree = Tree::default();
    json::parse(text, Part::Value, &mut tree).map_err(|error| {
        if error.cause == ParseCause::LoneSurrogate {
            Fault::from(LONE_SURROGATE)
        } else {
            Fault::from(error.message)
        }
    })?;
    let root = tree.root().ok_or("expected a value")?;
    Ok((tree, root))
}
