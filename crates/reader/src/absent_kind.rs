//! kubectl's error about a kind that the cluster does not have: the text lacks no object of this kind.

use schedscope_objects::kind::KINDS;

/// Whether every line of a text is kubectl's error about a kind that the cluster does not have.
pub(super) fn is_of_absent_kinds(text: &str) -> bool {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .all(is_of_absent_kind)
}

fn is_of_absent_kind(line: &str) -> bool {
    line.strip_prefix("error: the server doesn't have a resource type \"")
        .and_then(|rest| rest.strip_suffix('"'))
        .and_then(|typed| typed.split('.').next())
        .is_some_and(|name| {
            let mut optional = KINDS.iter().filter(|kind| kind.is_optional);
            optional.any(|kind| kind.kubectl.contains(&name))
        })
}
