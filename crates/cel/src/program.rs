//! A checked expression, ready to be evaluated.

use std::rc::Rc;

use crate::{function::Function, value::Value};

/// The index of a node in its [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(pub(crate) u32);

/// The place of a variable of a comprehension.
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
        /// The operand is no name, field or index itself.
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
        /// Which items are optional values that may leave nothing.
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
        /// The body gives an optional value itself.
        flat: bool,
    },
}

/// How a field is asked for.
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
    /// The value is an optional one that may leave no entry.
    pub(crate) optional: bool,
}

/// A comprehension: what `all`, `exists`, `exists_one`, `map` and `filter` stand for.
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
    /// How many variables of comprehensions there are.
    pub(crate) slots: usize,
}

impl Program {
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Whether a node is a name, or leads from one on by fields and indexes.
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
