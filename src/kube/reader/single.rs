//! One object by itself, for texts of our own that hold objects.

use crate::kube::{
    decode::{Context, decode},
    names::Names,
    text::{
        json::{self, Part},
        tree::Tree,
    },
};

pub(crate) use crate::kube::decode::Object;

/// Reads one object from JSON. Fields that cannot be used are treated as absent.
///
/// # Errors
/// It is no JSON, or no object of a kind that is read here.
pub(crate) fn object(text: &str, names: &mut Names) -> Result<Object, String> {
    let mut tree = Tree::default();
    json::parse(text, Part::Value, &mut tree).map_err(|error| error.message)?;
    let root: Vec<_> = tree.root().into_iter().collect();
    let mut decoded = decode(text, &tree, &root, &Context::default(), names);
    match decoded.objects.pop() {
        Some(placed) => Ok(placed.object),
        None => {
            let finding = decoded.findings.into_iter().next();
            let message = finding.map(|finding| finding.message);
            Err(message.unwrap_or_else(|| "not an object of a known kind".to_owned()))
        }
    }
}
