//! Nodes that are not ready and that no taint says so of.

use schedscope_answer_macro::answer;
use schedscope_objects::diagnostic::Severity;
use schedscope_pods::fit::is_hard;

use crate::{Check, Fact, MOST, context::Context};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// A node that is not ready, with no taint that says so.
#[answer(Eq)]
pub struct UnreadyNode {
    /// The name of the node.
    pub node: String,
}

/// Of the nodes that the pods of an answer get or fit those whose condition `Ready` is not `True` and that have no
/// taint of `node.kubernetes.io/` which keeps pods away, each once. O(these nodes).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let names = &context.reader.objects().names;
    let nodes = context.scheduling().map_or(&[][..], |of| &of.nodes);
    let mut found: Vec<UnreadyNode> = Vec::new();
    for info in nodes {
        let mut taints = info.node.taints.iter();
        let is_state = |key: &str| key.starts_with("node.kubernetes.io/");
        let is_told = taints.any(|taint| is_hard(taint) && is_state(&names[taint.key]));
        let is_known = || found.iter().any(|known| known.node == info.name);
        if info.node.is_unready && !is_told && !is_known() {
            let node = info.name.clone();
            found.push(UnreadyNode { node });
        }
        if found.len() == MOST {
            break;
        }
    }
    let found = found.into_iter();
    found.map(|data| Fact::NodeNotReady { data }).collect()
}
