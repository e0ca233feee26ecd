//! How skewed the selection is, step by step.

use crate::spread::{
    run::SpreadRun,
    topology::{ClusterDomain, Topology},
};

/// Keeps the largest difference between siblings' counts per term, while clusters are picked.
struct SkewTracker {
    /// By domain: how many selected clusters lie in it.
    counts: Vec<u32>,
    /// By parent domain.
    families: Vec<Siblings>,
    /// By term.
    levels: Vec<TermSiblings>,
}

/// The children of a domain.
#[derive(Clone, Default)]
struct Siblings {
    lo: u32,
    hi: u32,
    /// By count: how many of them have it.
    counts: Vec<u32>,
}

/// All families of one term.
#[derive(Clone, Default)]
struct TermSiblings {
    /// By skew: how many families have it.
    families: Vec<u32>,
    worst: u32,
}

impl SkewTracker {
    fn new(topology: &Topology, terms: usize) -> Self {
        let domains = topology.domains();
        let mut watch = Self {
            counts: vec![0; domains.len()],
            families: vec![Siblings::default(); domains.len()],
            levels: vec![TermSiblings::default(); terms],
        };
        for domain in domains.iter().skip(1) {
            if let Some(family) = watch.families.get_mut(domain.parent as usize) {
                if family.counts.is_empty() {
                    family.counts.push(0);
                    if let Some(level) = watch.levels.get_mut(usize::from(domain.depth) - 1) {
                        level.add(0);
                    }
                }
                if let Some(first) = family.counts.first_mut() {
                    *first += 1;
                }
            }
        }
        watch
    }

    fn pick(&mut self, topology: &Topology, domain: u32) {
        for (domain, found) in topology.path(domain) {
            let Some(count) = self.counts.get_mut(domain as usize) else {
                continue;
            };
            *count += 1;
            let Some(family) = self.families.get_mut(found.parent as usize) else {
                continue;
            };
            let before = family.hi - family.lo;
            family.raise(*count);
            let after = family.hi - family.lo;
            if let Some(level) = self.levels.get_mut(usize::from(found.depth) - 1)
                && before != after
            {
                level.add(after);
                level.remove(before);
            }
        }
    }
}

impl Siblings {
    /// One child goes up to `count`, from one below.
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
        if self.families.len() <= index {
            self.families.resize(index + 1, 0);
        }
        self.families[index] += 1;
        self.worst = self.worst.max(skew);
    }

    fn remove(&mut self, skew: u32) {
        self.families[skew as usize] -= 1;
        while self.worst > 0 && self.families[self.worst as usize] == 0 {
            self.worst -= 1;
        }
    }
}

/// The largest difference between siblings' counts per term, before the first step and after each.
/// O(steps x terms + domains).
pub fn skews(run: &SpreadRun) -> Vec<Vec<u32>> {
    let topology = &run.domains.topology;
    let terms = run.max_skews.len();
    let mut watch = SkewTracker::new(topology, terms);
    let mut skews = vec![Vec::with_capacity(run.picks.len() + 1); terms];
    let mut note = |watch: &SkewTracker| {
        for (skews, level) in skews.iter_mut().zip(&watch.levels) {
            skews.push(level.worst);
        }
    };
    note(&watch);
    for step in 1..=run.picks.len() {
        let site = run.picked(step).map(|place| topology.site(place));
        if let Some(ClusterDomain::In(domain)) = site {
            watch.pick(topology, domain);
        }
        note(&watch);
    }
    skews
}
