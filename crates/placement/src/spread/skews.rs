//! How skewed the selection is, step by step.

use schedscope_objects::id::Id;

use crate::spread::{
    run::SpreadRun,
    topology::{ClusterDomain, DomainId, Topology},
};

/// Keeps the largest difference between siblings' counts per term, while clusters are picked.
struct SkewTracker {
    /// By domain: how many selected clusters lie in it.
    counts: Vec<u32>,
    /// By parent domain.
    siblings: Vec<Siblings>,
    terms_siblings: Vec<TermSiblings>,
}

/// The children of a domain.
#[derive(Clone, Default)]
struct Siblings {
    lo: u32,
    hi: u32,
    /// By count: how many of them have it.
    counts: Vec<u32>,
}

/// All sets of siblings of one term.
#[derive(Clone, Default)]
struct TermSiblings {
    /// By skew: how many sets of siblings have it.
    siblings: Vec<u32>,
    worst: u32,
}

impl SkewTracker {
    fn new(topology: &Topology, terms: usize) -> Self {
        let domains = topology.domains();
        let mut tracker = Self {
            counts: vec![0; domains.len()],
            siblings: vec![Siblings::default(); domains.len()],
            terms_siblings: vec![TermSiblings::default(); terms],
        };
        for domain in domains.iter().skip(1) {
            if let Some(siblings) = tracker.siblings.get_mut(domain.parent.index()) {
                if siblings.counts.is_empty() {
                    siblings.counts.push(0);
                    if let Some(level) = tracker
                        .terms_siblings
                        .get_mut(usize::from(domain.depth) - 1)
                    {
                        level.add(0);
                    }
                }
                if let Some(first) = siblings.counts.first_mut() {
                    *first += 1;
                }
            }
        }
        tracker
    }

    fn pick(&mut self, topology: &Topology, domain: DomainId) {
        for (domain, found) in topology.path(domain) {
            let Some(count) = self.counts.get_mut(domain.index()) else {
                continue;
            };
            *count += 1;
            let Some(siblings) = self.siblings.get_mut(found.parent.index()) else {
                continue;
            };
            let before = siblings.hi - siblings.lo;
            siblings.raise(*count);
            let after = siblings.hi - siblings.lo;
            if let Some(level) = self.terms_siblings.get_mut(usize::from(found.depth) - 1)
                && before != after
            {
                level.add(after);
                level.remove(before);
            }
        }
    }
}

impl Siblings {
    /// Raises the count of one child to `count`, from one below.
    fn raise(&mut self, count: u32) {
        let count = count as usize;
        if self.counts.len() <= count {
            self.counts.resize(count + 1, 0);
        }
        self.counts[count - 1] -= 1;
        self.counts[count] += 1;
        self.hi = self.hi.max(count as u32);
        if self.counts[self.lo as usize] == 0 {
            self.lo += 1;
        }
    }
}

impl TermSiblings {
    fn add(&mut self, skew: u32) {
        let index = skew as usize;
        if self.siblings.len() <= index {
            self.siblings.resize(index + 1, 0);
        }
        self.siblings[index] += 1;
        self.worst = self.worst.max(skew);
    }

    fn remove(&mut self, skew: u32) {
        self.siblings[skew as usize] -= 1;
        while self.worst > 0 && self.siblings[self.worst as usize] == 0 {
            self.worst -= 1;
        }
    }
}

/// The largest difference between siblings' counts per term, before the first step and after each.
/// O(steps x terms + domains).
pub fn skews(run: &SpreadRun) -> Vec<Vec<u32>> {
    let topology = &run.domains.topology;
    let terms = run.max_skews.len();
    let mut tracker = SkewTracker::new(topology, terms);
    let mut skews = vec![Vec::with_capacity(run.picks.len() + 1); terms];
    let mut note = |tracker: &SkewTracker| {
        for (skews, level) in skews.iter_mut().zip(&tracker.terms_siblings) {
            skews.push(level.worst);
        }
    };
    note(&tracker);
    for step in 1..=run.picks.len() {
        let site = run.picked(step).map(|place| topology.site(place.index()));
        if let Some(ClusterDomain::In(domain)) = site {
            tracker.pick(topology, domain);
        }
        note(&tracker);
    }
    skews
}
