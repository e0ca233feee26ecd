//! The domains of topology keys.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{IdVec, NodeId},
    names::Symbol,
};

use super::TopologyId;
use crate::node::NodeInfo;

/// No domain.
const NONE: u32 = u32::MAX;

/// The domains of a topology key: the nodes that have the same value.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    pub key: Symbol,
    /// The value of each domain.
    pub values: Vec<Symbol>,
    domain_of: IdVec<NodeId, u32>,
}

impl Topology {
    /// The domains of a key. O(nodes x labels).
    pub fn new(key: Symbol, nodes: &IdVec<NodeId, NodeInfo>) -> Self {
        let mut known = FxHashMap::default();
        let mut values = Vec::new();
        let domain_of = nodes.iter().map(|info| {
            let Some(value) = info.node.labels.get(key) else {
                return NONE;
            };
            *known.entry(value).or_insert_with(|| {
                values.push(value);
                values.len() as u32 - 1
            })
        });
        let domain_of = domain_of.collect();
        Self {
            key,
            values,
            domain_of,
        }
    }

    /// The domain of a node; `None`: it does not have the key.
    #[inline]
    pub fn domain(&self, node: NodeId) -> Option<usize> {
        let domain = self.domain_of.get(node).copied().unwrap_or(NONE);
        (domain != NONE).then_some(domain as usize)
    }

    /// The value of a domain.
    pub fn value(&self, domain: usize) -> Symbol {
        self.values.get(domain).copied().unwrap_or(Symbol::EMPTY)
    }
}

/// The domains of several topology keys.
#[derive(Clone, Debug, Default)]
pub struct Topologies {
    all: IdVec<TopologyId, Topology>,
    by_key: FxHashMap<Symbol, TopologyId>,
}

impl Topologies {
    /// Adds a key, unless it is there. O(nodes x labels).
    pub fn add(&mut self, key: Symbol, nodes: &IdVec<NodeId, NodeInfo>) {
        if !self.by_key.contains_key(&key) {
            let id = self.all.push(Topology::new(key, nodes));
            self.by_key.insert(key, id);
        }
    }

    /// The number of a key.
    pub fn find(&self, key: Symbol) -> Option<TopologyId> {
        self.by_key.get(&key).copied()
    }

    /// The domains of a key.
    pub fn get(&self, topology: TopologyId) -> Option<&Topology> {
        self.all.get(topology)
    }
}
