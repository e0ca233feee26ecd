//! The topology domains as a tournament tree: which clusters compete on the way to the top.

use schedscope_objects::{id::Id, ids};

use crate::spread::topology::{ClusterDomain, DomainId, ROOT, Topology};

ids! {
    /// A node of a [`TournamentTree`].
    pub struct TreeNodeId;
}

/// A domain in which clusters compete: it has clusters of its own (they lack the keys of deeper terms, or it is on the
/// deepest level), or several domains below. A domain that only wraps a single one is skipped, because a lone domain
/// scores 0 and is never blocked.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// The node above; `None` at the top.
    pub parent: Option<TreeNodeId>,
    /// Its own slot among those of the node above.
    pub slot: u32,
    /// Its first slot; it has two for each node below. The halves: matches, with the winners of all
    /// at 1 and those of `i` from `2i` and `2i + 1`; then the nodes below themselves.
    pub first: u32,
    /// How many nodes are below.
    pub width: u32,
    /// The term that the nodes below are compared by.
    pub term: u8,
    /// Where its own clusters begin in a list of all, node by node.
    pub clusters: u32,
}

/// The nodes of a topology. It depends on the domains only, not on scores.
///
/// INVARIANT: a node stands before those below it.
#[derive(Debug, Default)]
pub struct TournamentTree {
    /// The nodes, each before those below it.
    pub nodes: Vec<TreeNode>,
    /// How many slots all nodes have.
    pub slots: usize,
    /// The node of each cluster's deepest domain, by place; `None` for a cluster that is not eligible.
    pub cluster_nodes: Vec<Option<TreeNodeId>>,
}

impl TournamentTree {
    /// The tree of the clusters at `places`. O(places + domains).
    pub fn new(topology: &Topology, places: usize) -> Self {
        let domains = topology.domains();
        let mut children = vec![0_u32; domains.len()];
        for domain in domains.iter().skip(1) {
            if let Some(count) = children.get_mut(domain.parent.index()) {
                *count += 1;
            }
        }
        let mut own = vec![0_u32; domains.len()];
        let cluster_domains = (0..places).map(|place| match topology.site(place) {
            ClusterDomain::In(domain) => Some(domain),
            ClusterDomain::Missing { .. } => None,
        });
        let cluster_domains: Vec<Option<DomainId>> = cluster_domains.collect();
        for domain in cluster_domains.iter().flatten() {
            if let Some(count) = own.get_mut(domain.index()) {
                *count += 1;
            }
        }
        let mut tree = Self::default();
        let mut clusters = 0;
        // Where each domain stands: the node above it, and its place there. And its own node.
        let mut above = vec![(None, 0_u32); domains.len()];
        let mut node_of: Vec<Option<TreeNodeId>> = vec![None; domains.len()];
        for (domain, &found) in domains.iter().enumerate() {
            let (own, width) = (own[domain], children[domain]);
            if domain != ROOT.index() {
                let parent = found.parent.index();
                above[domain] = match node_of[parent] {
                    None => above[parent],
                    node => {
                        // Counted down from here on: the children not placed yet.
                        children[parent] -= 1;
                        (node, children[parent])
                    }
                };
            }
            if own == 0 && width == 1 {
                continue;
            }
            let (parent, place) = above[domain];
            let slot = parent
                .and_then(|parent| tree.nodes.get(parent.index()))
                .map_or(0, |parent| parent.first + parent.width + place);
            node_of[domain] = Some(TreeNodeId::new(tree.nodes.len()));
            tree.nodes.push(TreeNode {
                parent,
                slot,
                first: tree.slots as u32,
                width,
                term: found.depth,
                clusters,
            });
            tree.slots += 2 * width as usize;
            clusters += own;
        }
        let node_of = |domain: DomainId| node_of.get(domain.index()).copied().flatten();
        let cluster_nodes = cluster_domains.into_iter();
        tree.cluster_nodes = cluster_nodes
            .map(|domain| domain.and_then(node_of))
            .collect();
        tree
    }
}
