//! A checked expression, ready to be evaluated.

use std::rc::Rc;

use crate::{function::Function, value::Value};

/// The index of a node in its [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(pub(crate) u32);

/// The index of a comprehension's variable.
pub(crate) type Slot = usize;

/// One step of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A literal, or the name of a type.
    Constant(Value),
    /// `managedCluster`.
    Cluster,
    /// A variable of a comprehension.
    Variable(Slot),
    /// A field of a map.
    Select {
        operand: NodeId,
        field: Rc<str>,
        mode: Select,
        /// Whether the operand is not itself a name, a field or an index.
        starts: bool,
    },
    Call {
        function: Function,
        arguments: Box<[NodeId]>,
        starts: bool,
    },
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Conditional(NodeId, NodeId, NodeId),
    List {
        items: Box<[NodeId]>,
        /// The indices of optional items, which are left out if they are absent.
        optional: Box<[usize]>,
    },
    Map(Box<[Entry]>),
    Fold(Box<Fold>),
    /// `accumulator + [items]`, in place.
    Append {
        accumulator: Slot,
        items: NodeId,
    },
    /// `target.optMap(variable, body)`.
    OptionalMap {
        target: NodeId,
        variable: Slot,
        body: NodeId,
        /// Whether the body returns an optional value.
        flat: bool,
    },
}

/// The form in which a field is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Select {
    /// `a.b`.
    Get,
    /// `has(a.b)`.
    Test,
    /// `a.?b`.
    Optional,
}

/// An entry of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) key: NodeId,
    pub(crate) value: NodeId,
    /// Whether the value is optional; the entry is left out if it is absent.
    pub(crate) optional: bool,
}

/// A comprehension: the expansion of `all`, `exists`, `exists_one`, `map` and `filter`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    pub(crate) range: NodeId,
    pub(crate) item: Slot,
    pub(crate) accumulator: Slot,
    pub(crate) initial: NodeId,
    pub(crate) condition: NodeId,
    pub(crate) step: NodeId,
    pub(crate) result: NodeId,
}

/// A checked expression.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
    /// The number of variables of comprehensions.
    pub(crate) slots: usize,
}

impl Program {
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Whether a node is a name, or a chain of fields and indexes that begins with a name.
    pub(crate) fn is_attribute(&self, node: NodeId) -> bool {
        match self.node(node) {
            Node::Cluster | Node::Variable(_) | Node::Select { .. } => true,
            Node::Call { function, .. } => {
                matches!(function, Function::Index | Function::OptionalIndex)
            }
            _ => false,
        }
    }
}
