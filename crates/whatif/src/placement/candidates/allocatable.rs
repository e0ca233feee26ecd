//! Allocatable amounts of clusters, which resource prioritizers compare.

use schedscope_objects::{
    clusters::Cluster, id::ClusterId, names::Symbol, order, profile::Profile,
};
use schedscope_placement::{
    prioritizer::{ClusterResources, PrioritizerKind},
    resource_allocatable::score_of,
    resource_ratio::ratio,
};
use schedscope_pods::amounts::ResourceId;
use schedscope_quantity::Quantity;

use super::{Candidates, EditSource};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    pods::amounts,
    search::{Absence, Candidate},
};

/// Up to this number of feasible clusters, an amount is critical where the score of any of them changes; with more,
/// where that of a cluster changes which is to be selected or dropped.
const ALL: usize = 16;

/// The maximum number of amounts to try in each direction, nearest first.
const MOST: usize = 2048;

/// Amounts are tried from the smallest one of the fleet divided by this to the largest one times this.
const RANGE: i64 = 4;

const MI: i64 = 1 << 20;

/// A resource whose amounts are scored, and how.
#[derive(Clone, Copy)]
struct Scored<'a> {
    symbol: Symbol,
    name: &'a str,
    /// The weights of the prioritizers of the amount and of its share of the capacity; 0 without one.
    by_amount: i64,
    by_ratio: i64,
}

/// Which changes of its own score can help a cluster.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Helps {
    /// Only those of other clusters' scores.
    None,
    /// A larger total.
    More,
    /// A smaller total.
    Less,
    /// Any.
    All,
}

/// An amount of a cluster to edit.
struct Amount<'a> {
    of: Scored<'a>,
    own: Cluster<'a>,
    /// The amounts of the other clusters whose scores matter.
    others: Vec<f64>,
    /// The smallest and the largest amount of all other clusters; `None` if no other reports both amounts.
    range: Option<(f64, f64)>,
    /// Amounts are multiples of this.
    unit: i64,
    profile: Profile,
    helps: Helps,
}

impl EditSource<'_> {
    /// The critical amounts of the resources that are scored: the nearest ones at which a score is another one. Another
    /// cluster than those that are to be selected or dropped matters only where its amount is the least or the most.
    pub(super) fn amounts(&self) -> Result<Candidates, Absence> {
        let resources = self.scored_resources();
        if resources.is_empty() {
            return Err(Absence::NotNeeded);
        }
        let [selects, drops] = self.scored();
        let is_spread = self.decision.spread_run().is_some();
        let helping = |all: Vec<ClusterId>, helps: Helps| {
            let helps = if is_spread { Helps::All } else { helps };
            all.into_iter().map(move |cluster| (cluster, helps))
        };
        let mut edited: Vec<(ClusterId, Helps)> = helping(selects, Helps::More).collect();
        edited.extend(helping(drops, Helps::Less));
        let scored: Vec<ClusterId> = edited.iter().map(|(cluster, _)| *cluster).collect();
        let feasible = self.decision.feasible();
        let is_small = feasible.len() <= ALL;
        let others = if is_small {
            feasible.to_vec()
        } else {
            self.extremes()
        };
        let is_other = |cluster: &ClusterId| !scored.contains(cluster);
        let others: Vec<ClusterId> = others.into_iter().filter(is_other).collect();
        edited.truncate(ALL);
        edited.extend(helping(others, Helps::None).take(ALL));
        let mut found = Candidates::all(Vec::new());
        found.whole = is_small;
        let matters = if is_small { feasible } else { &scored };
        let matters = &matters[..matters.len().min(ALL)];
        for of in resources {
            for &of_cluster in &edited {
                self.critical(of, of_cluster, matters, &mut found);
            }
        }
        Ok(found)
    }

    fn scored_resources(&self) -> Vec<Scored<'_>> {
        let mut found: Vec<Scored<'_>> = Vec::new();
        for entry in self.decision.plan.active() {
            let weight = i64::from(entry.weight);
            let (symbol, by_amount, by_ratio) = match entry.kind {
                PrioritizerKind::Allocatable(Some(symbol)) => (symbol, weight, 0),
                PrioritizerKind::Ratio(Some(symbol)) => (symbol, 0, weight),
                _ => continue,
            };
            match found.iter_mut().find(|known| known.symbol == symbol) {
                Some(known) => {
                    known.by_amount += by_amount;
                    known.by_ratio += by_ratio;
                }
                None => found.push(Scored {
                    symbol,
                    name: &self.objects.names[symbol],
                    by_amount,
                    by_ratio,
                }),
            }
        }
        found
    }

    /// Adds the critical amounts of one resource of a cluster.
    fn critical(
        &self,
        of: Scored<'_>,
        (cluster, helps): (ClusterId, Helps),
        matters: &[ClusterId],
        found: &mut Candidates,
    ) {
        let clusters = &self.objects.clusters;
        let feasible = self.decision.feasible();
        let Some(own) = clusters.get(cluster) else {
            return;
        };
        let both = own
            .allocatable()
            .get(of.symbol)
            .zip(own.capacity().get(of.symbol));
        let Some((written, _)) = both else {
            return;
        };
        let resource = if of.name == "cpu" {
            ResourceId::CPU
        } else {
            ResourceId::MEMORY
        };
        let old = amounts::read(resource, written);
        let others: Vec<ClusterId> = feasible
            .iter()
            .copied()
            .filter(|other| *other != cluster)
            .collect();
        let read =
            |ids: &[ClusterId]| ClusterResources::read([of.symbol].into_iter(), clusters, ids);
        let range = read(&others).range(Some(of.symbol), others.len());
        let near: Vec<ClusterId> = others
            .into_iter()
            .filter(|other| matters.contains(other))
            .collect();
        let amounts_of = read(&near);
        let amounts_of = amounts_of.of(Some(of.symbol), near.len());
        let is_binary = !matches!(amounts::value(resource, of.name, MI), Value::Text(text) if text == MI.to_string());
        let amount = Amount {
            of,
            own,
            others: amounts_of.flatten().map(|(amount, _)| amount).collect(),
            range,
            unit: if resource != ResourceId::CPU && is_binary && old >= MI {
                MI
            } else {
                1
            },
            profile: self.decision.options.profile,
            helps,
        };
        let (values, whole) = amount.values(old, resource);
        found.whole &= whole;
        for new in values {
            let mut way = path("status.allocatable");
            way.push(Step::Key(of.name.to_owned()));
            let edit = Edit {
                family: Family::Allocatable,
                subject: of.name.to_owned(),
                numbers: Some((Some(old), Some(new))),
                step: StepSize::share(old, new),
                ..self.cluster_edit(
                    Family::Allocatable,
                    cluster,
                    way,
                    (
                        Some(Value::Text(written.to_string())),
                        Some(amounts::value(resource, of.name, new)),
                    ),
                )
            };
            let candidate: Candidate = vec![edit];
            found.list.push(candidate);
        }
    }
}

impl Amount<'_> {
    /// The scores by which the clusters that matter change if the own amount is another one.
    fn scores(&self, amount: &Quantity) -> Vec<Option<i64>> {
        let mut scores = Vec::with_capacity(self.others.len() + 2);
        if self.of.by_amount != 0 {
            let own = amount.to_f64();
            let (min, max) = self.range.unwrap_or((own, own));
            let range = (min.min(own), max.max(own));
            let all = self.others.iter().chain([&own]);
            scores.extend(all.map(|amount| score_of(*amount, range, self.profile)));
        }
        if self.of.by_ratio != 0 {
            let capacity = self.own.capacity().get(self.of.symbol);
            scores.push(capacity.and_then(|capacity| ratio(amount, capacity)));
        }
        scores
    }

    /// Whether the own total can change as wanted with a larger or a smaller amount.
    fn may_help(&self, is_larger: bool) -> bool {
        let weights = [self.of.by_amount, self.of.by_ratio];
        let grows = weights
            .iter()
            .any(|weight| (*weight > 0) == is_larger && *weight != 0);
        let falls = weights
            .iter()
            .any(|weight| (*weight < 0) == is_larger && *weight != 0);
        match self.helps {
            Helps::None => false,
            Helps::More => grows,
            Helps::Less => falls,
            Helps::All => true,
        }
    }

    /// The critical amounts, and whether these are all of them.
    fn values(&self, old: i64, resource: ResourceId) -> (Vec<i64>, bool) {
        let at = |units: i64| {
            let value = amounts::value(resource, self.of.name, units.saturating_mul(self.unit));
            let Value::Text(text) = value else {
                return Vec::new();
            };
            Quantity::parse(&text).map_or_else(|_| Vec::new(), |amount| self.scores(&amount))
        };
        let scale = if resource == ResourceId::CPU {
            1000.0
        } else {
            1.0
        };
        let units = |amount: f64| (amount * scale) as i64 / self.unit;
        let own = (
            old / self.unit,
            old.saturating_add(self.unit - 1) / self.unit,
        );
        let (min, max) = self
            .range
            .map_or((own.0, own.1), |(min, max)| (units(min), units(max)));
        let low = (min.min(own.0) / RANGE).max(1);
        let high = max.max(own.1).saturating_mul(RANGE);
        let capacity = self.own.capacity().get(self.of.symbol);
        let capacity = capacity.map_or(max, |amount| units(amount.to_f64()));
        // Between these, each score only grows or only falls.
        let mut ends = vec![
            low,
            min,
            min + 1,
            max,
            max + 1,
            capacity,
            capacity + 1,
            high,
        ];
        order::sort(&mut ends, Ord::cmp);
        ends.dedup();
        let mut found = (Vec::new(), Vec::new());
        let mut above = Turns::new(&at, &mut found.0);
        let now = self.own.allocatable().get(self.of.symbol);
        let now = now.map_or_else(Vec::new, |amount| self.scores(amount));
        let ends_above = ends.iter().copied().filter(|end| *end > own.0);
        above.along(own.0, now.clone(), ends_above);
        let mut below = Turns::new(&at, &mut found.1);
        let ends_below = ends.iter().rev().copied().filter(|end| *end < own.1);
        below.along(own.1, now, ends_below);
        let (mut above, mut below) = found;
        // Between the amounts of the others, only the own score changes.
        let is_outside = |units: &i64| *units <= min || *units >= max;
        above.retain(|units| self.may_help(true) || is_outside(units));
        below.retain(|units| self.may_help(false) || is_outside(units));
        let whole = above.len() <= MOST && below.len() <= MOST;
        above.truncate(MOST);
        below.truncate(MOST);
        let units = above.into_iter().chain(below);
        let amounts = units.map(|units| units.saturating_mul(self.unit));
        (amounts.filter(|amount| *amount != old).collect(), whole)
    }
}

/// Where the values of a function of whole numbers change.
struct Turns<'a, V> {
    at: &'a dyn Fn(i64) -> V,
    found: &'a mut Vec<i64>,
}

impl<'a, V: Clone + PartialEq> Turns<'a, V> {
    fn new(at: &'a dyn Fn(i64) -> V, found: &'a mut Vec<i64>) -> Self {
        Self { at, found }
    }

    /// Finds the first number of each value on the way from a number with a value to some ends, one after another. On
    /// the way to each end, no value comes twice.
    fn along(&mut self, from: i64, value: V, ends: impl Iterator<Item = i64>) {
        let (mut from, mut value) = (from, value);
        for end in ends {
            let next = (self.at)(end);
            self.between((from, &value), (end, &next));
            (from, value) = (end, next);
        }
    }

    fn between(&mut self, (from, before): (i64, &V), (to, after): (i64, &V)) {
        if before == after {
            return;
        }
        if from.abs_diff(to) <= 1 {
            self.found.push(to);
            return;
        }
        let middle = from + (to - from) / 2;
        let value = (self.at)(middle);
        self.between((from, before), (middle, &value));
        self.between((middle, &value), (to, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_a_step_function_is_found() {
        let at = |number: i64| number.clamp(10, 40) / 7;
        let mut found = Vec::new();
        Turns::new(&at, &mut found).along(0, at(0), [10, 40, 60].into_iter());
        assert_eq!(found, [14, 21, 28, 35]);
        found.clear();
        Turns::new(&at, &mut found).along(60, at(60), [40, 10, 0].into_iter());
        assert_eq!(found, [34, 27, 20, 13]);
    }
}
