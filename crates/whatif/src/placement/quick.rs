//! Whether edits of scores can meet a want, computed from the columns of scores without an edit of the input. A search
//! tries thousands of amounts, most of which change one total and no selection.

use schedscope_objects::{
    id::{ClusterId, Id as _},
    names::Symbol,
    objects::Objects,
    order,
};
use schedscope_placement::{
    Decision,
    prioritizer::{ClusterResources, PrioritizerKind},
    resource_allocatable::score_of,
};
use schedscope_quantity::Quantity;

use super::Want;
use crate::{Edit, Family, Value, edit::path};

/// Whether a decision after the edits can meet the want. `false` only if it does not; `true` also where this does not
/// tell. O(feasible log feasible).
pub(super) fn may_meet(
    (base, want): (&Decision, &Want),
    objects: &Objects,
    edits: &[Edit],
) -> bool {
    let told = totals(base, objects, edits).map(|totals| {
        let feasible = base.feasible();
        let mut places: Vec<usize> = (0..feasible.len()).collect();
        let name = |place: usize| feasible.get(place).map(|one| base.fleet.rank(*one));
        order::sort(&mut places, |a, b| {
            let by_total = totals.get(*b).cmp(&totals.get(*a));
            by_total.then_with(|| name(*a).cmp(&name(*b)))
        });
        let most = feasible.len() as i64;
        let count = base.wanted.map_or(most, |wanted| wanted.clamp(0, most)) as usize;
        let mut selected = vec![false; feasible.len()];
        for place in places.into_iter().take(count) {
            selected[place] = true;
        }
        let is_in = |cluster: ClusterId| {
            let place = base.place(cluster);
            place.is_some_and(|place| selected.get(place.index()) == Some(&true))
        };
        want.is_met_by(count, &is_in)
    });
    told.unwrap_or(true)
}

/// The totals of the feasible clusters after the edits; `None` if they are not told here.
fn totals(base: &Decision, objects: &Objects, edits: &[Edit]) -> Option<Vec<i64>> {
    let scoring = base.scoring.as_ref()?;
    if base.spread_run().is_some() {
        return None;
    }
    let entries: Vec<_> = base.plan.active().collect();
    let mut weights: Vec<i64> = entries.iter().map(|entry| entry.weight.into()).collect();
    let columns = scoring.columns.iter();
    let columns = columns.map(|column| Some(column.as_ref()?.scores.clone()));
    let mut columns: Vec<Vec<i64>> = columns.collect::<Option<_>>()?;
    if columns.len() != entries.len() {
        return None;
    }
    let named = |name: &str| {
        let mut found = (0..entries.len()).filter(|at| entries[*at].name == name);
        let only = found.next();
        only.filter(|_| found.next().is_none())
    };
    let place_of = |name: &str| {
        let cluster = base.fleet.cluster(objects.names.get(name)?)?;
        Some(base.place(cluster)?.index())
    };
    let mut amounts: Vec<(&str, usize, f64)> = Vec::new();
    for edit in edits {
        let number = edit.numbers.and_then(|(_, new)| new);
        match edit.family {
            Family::Weight => weights[named(&edit.subject)?] = number?,
            Family::Score if edit.path != path("status.validUntil") => {
                let name = ["AddOn/", &edit.object.name, "/", &edit.subject].concat();
                let place = place_of(&edit.object.namespace)?;
                *columns.get_mut(named(&name)?)?.get_mut(place)? = number?;
            }
            Family::Allocatable => {
                let Some(Value::Text(text)) = &edit.new else {
                    return None;
                };
                let amount = Quantity::parse(text).ok()?.to_f64();
                amounts.push((&edit.subject, place_of(&edit.object.name)?, amount));
            }
            _ => return None,
        }
    }
    for (entry, column) in entries.iter().zip(&mut columns) {
        let (symbol, is_ratio) = match entry.kind {
            PrioritizerKind::Allocatable(Some(symbol)) => (symbol, false),
            PrioritizerKind::Ratio(Some(symbol)) => (symbol, true),
            _ => continue,
        };
        let resource = &objects.names[symbol];
        let edited = || amounts.iter().filter(|(of, ..)| *of == resource);
        if edited().next().is_none() {
            continue;
        }
        if is_ratio {
            return None;
        }
        rescore(base, objects, (symbol, edited()), column)?;
    }
    let mut totals = vec![0_i64; base.feasible().len()];
    for (weight, column) in weights.iter().zip(&columns) {
        for (total, score) in totals.iter_mut().zip(column) {
            *total = score
                .checked_mul(*weight)
                .and_then(|more| total.checked_add(more))?;
        }
    }
    Some(totals)
}

/// Computes the scores of a resource with other amounts at some places.
fn rescore<'e>(
    base: &Decision,
    objects: &Objects,
    (resource, edited): (Symbol, impl Iterator<Item = &'e (&'e str, usize, f64)>),
    column: &mut [i64],
) -> Option<()> {
    let feasible = base.feasible();
    let resources = [resource].into_iter();
    let read = ClusterResources::read(resources, &objects.clusters, feasible);
    let all = read.of(Some(resource), feasible.len());
    let mut all: Vec<Option<f64>> = all.map(|both| both.map(|(amount, _)| amount)).collect();
    for (_, place, amount) in edited {
        *all.get_mut(*place)? = Some(*amount);
    }
    let amounts = || all.iter().flatten().copied();
    let range = (
        amounts().fold(f64::INFINITY, f64::min),
        amounts().fold(f64::NEG_INFINITY, f64::max),
    );
    for (score, amount) in column.iter_mut().zip(&all) {
        let new = amount.and_then(|amount| score_of(amount, range, base.options.profile));
        *score = new.unwrap_or(0);
    }
    Some(())
}
