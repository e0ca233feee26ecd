//! Topology domains: which cluster lies where.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    clusters::{Cluster, Clusters},
    id::{self, ClusterId, Id},
    ids,
    names::Symbol,
    placement::{SpreadConstraint, TopologyKeyType, WhenUnsatisfiable},
};

ids! {
    /// A topology domain of a [`Topology`].
    pub struct DomainId;
}

/// The domain of all clusters, parent of those of the first term.
pub const ROOT: DomainId = DomainId(id::Number::new(0));

/// More terms than this are a validation error.
pub const MAX_TERMS: usize = 8;

/// One domain of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The domain it is part of; [`ROOT`] is its own.
    pub parent: DomainId,
    /// Its value of the level's topology key.
    pub value: Symbol,
    /// How many terms lead here: 0 is the root, a domain of the first term has 1.
    pub depth: u8,
}

/// Where a cluster lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterDomain {
    /// Its deepest domain; it lacks the topology key of the next term, if there is one.
    In(DomainId),
    /// It lacks the topology key of a term at or above a hard one, so it is never selected and
    /// forms no domains.
    Missing {
        /// The first hard term at whose level it has no domain.
        term: usize,
        /// The term whose topology key it lacks.
        missing: usize,
    },
}

/// The domains that some clusters form over the terms of a placement.
///
/// A domain is known by the values of all topology keys down to its level, so two regions may have
/// a zone of the same name. The first missing value ends a cluster's tuple.
///
/// INVARIANT: parents stand before their children; domains stand in the order of their first
/// cluster.
#[derive(Debug, Default)]
pub struct Topology {
    domains: Vec<Domain>,
    /// By place among the clusters it was made of: the deepest domain; or how many terms lead to
    /// the missing key, with [`OUT`] set.
    sites: Vec<u32>,
    /// By term: the first hard term from it on, or [`MAX_TERMS`].
    hard_from: Vec<usize>,
    /// By tuple length: how many clusters have a tuple of that length.
    lengths: Vec<usize>,
    /// How many clusters lie in a domain.
    pub eligible: usize,
}

/// Marks a cluster that lies in no domain.
const OUT: u32 = 1 << 31;

impl Topology {
    /// Where `clusters` lie. O(clusters x terms x labels).
    ///
    /// With `all`, terms are taken as soft, so that every cluster lies somewhere.
    pub fn new(
        terms: &[SpreadConstraint],
        store: &Clusters,
        clusters: &[ClusterId],
        all: bool,
    ) -> Self {
        let is_hard = |term: &SpreadConstraint| {
            !all && term.when_unsatisfiable == WhenUnsatisfiable::DoNotSchedule
        };
        let hard_from = (0..=terms.len()).map(|from| {
            let rest = terms.iter().skip(from);
            rest.clone()
                .position(is_hard)
                .map_or(MAX_TERMS, |at| from + at)
        });
        let mut topology = Self {
            domains: vec![Domain {
                parent: ROOT,
                value: Symbol::EMPTY,
                depth: 0,
            }],
            sites: Vec::with_capacity(clusters.len()),
            hard_from: hard_from.collect(),
            lengths: vec![0; terms.len() + 1],
            eligible: 0,
        };
        let mut known: FxHashMap<(DomainId, Symbol), DomainId> = FxHashMap::default();
        let mut values = Vec::with_capacity(terms.len());
        for (_, cluster) in store.of(clusters) {
            values.clear();
            values.extend(terms.iter().map_while(|term| value(term, cluster)));
            let length = values.len();
            if let Some(count) = topology.lengths.get_mut(length) {
                *count += 1;
            }
            if topology.hard_term(length) < MAX_TERMS {
                topology.sites.push(OUT | length as u32);
                continue;
            }
            topology.eligible += 1;
            let mut domain = ROOT;
            for (level, &value) in values.iter().enumerate() {
                domain = *known.entry((domain, value)).or_insert_with(|| {
                    topology.domains.push(Domain {
                        parent: domain,
                        value,
                        depth: level as u8 + 1,
                    });
                    DomainId::new(topology.domains.len() - 1)
                });
            }
            topology.sites.push(domain.index() as u32);
        }
        topology
    }

    /// The first hard term at or after a term.
    fn hard_term(&self, from: usize) -> usize {
        self.hard_from.get(from).copied().unwrap_or(MAX_TERMS)
    }

    /// Where the cluster at a place lies.
    pub fn site(&self, place: usize) -> ClusterDomain {
        let site = self.sites.get(place).copied().unwrap_or(OUT);
        if site & OUT == 0 {
            return ClusterDomain::In(DomainId::new(site as usize));
        }
        let missing = (site & !OUT) as usize;
        ClusterDomain::Missing {
            term: self.hard_term(missing),
            missing,
        }
    }

    /// All domains, the root first.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    pub fn domain(&self, domain: DomainId) -> Domain {
        self.domains.get(domain.index()).copied().unwrap_or(Domain {
            parent: ROOT,
            value: Symbol::EMPTY,
            depth: 0,
        })
    }

    /// A domain and those it is part of, deepest first, without the root.
    pub fn path(&self, domain: DomainId) -> impl Iterator<Item = (DomainId, Domain)> + '_ {
        let mut next = domain;
        std::iter::from_fn(move || {
            let (domain, found) = (next, self.domain(next));
            next = found.parent;
            (domain != ROOT).then_some((domain, found))
        })
    }

    /// The values of the topology keys that lead to a domain, most important first.
    pub fn values(&self, domain: DomainId) -> Vec<Symbol> {
        let mut values: Vec<Symbol> = self.path(domain).map(|(_, domain)| domain.value).collect();
        values.reverse();
        values
    }

    /// How many of the clusters have no domain at the level of a term.
    pub fn missing(&self, term: usize) -> usize {
        self.lengths.iter().take(term + 1).sum()
    }
}

/// The value of a term's topology key on a cluster. An empty text is a value.
pub fn value(term: &SpreadConstraint, cluster: Cluster<'_>) -> Option<Symbol> {
    match term.topology_key_type {
        TopologyKeyType::Label => cluster.labels().get(term.topology_key),
        TopologyKeyType::Claim => cluster.claims().get(term.topology_key),
    }
}
