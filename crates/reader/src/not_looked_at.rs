//! Fields and objects of the text that are not modelled and change a scheduler's answer.

use std::cell::LazyCell;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    diagnostic::{Encoding, TextRange},
    names::Symbol,
    not_looked_at::{NOT_LOOKED_AT, NotLookedAtReason, NotLookedAtRule},
};

use crate::{Reader, decode::Overlooked};

/// A field or object that is not modelled.
#[derive(Clone, Copy, Debug)]
pub struct NotLookedAtPlace<'r> {
    /// Its entry in the table.
    pub rule: &'static NotLookedAtRule,
    /// The number of that entry.
    pub index: u16,
    /// The object and the path.
    pub found: &'r Overlooked,
    piece: usize,
}

impl Reader {
    /// The fields and objects that are not modelled, in text order; of several copies of an object, those of the one in
    /// effect. O(these).
    pub fn not_looked_at(&self) -> impl Iterator<Item = NotLookedAtPlace<'_>> {
        let pieces = self.overlooking.iter();
        let pieces = pieces.filter_map(|piece| Some((*piece, self.pieces.get(*piece)?)));
        let all = pieces
            .flat_map(|(piece, read)| read.overlooked().iter().map(move |found| (piece, found)));
        let counting = all.filter(|(piece, found)| !self.is_replaced(*piece, found.root));
        let unscaled = LazyCell::new(|| self.unscaled());
        let is_unscaled = move |target| unscaled.contains(&target);
        let counting =
            counting.filter(move |(piece, found)| !self.is_void(*piece, found, &is_unscaled));
        counting.filter_map(|(piece, found)| {
            Some(NotLookedAtPlace {
                rule: NOT_LOOKED_AT.get(usize::from(found.rule))?,
                index: found.rule,
                found,
                piece,
            })
        })
    }

    /// Whether the rest of the text makes it irrelevant.
    fn is_void(
        &self,
        piece: usize,
        found: &Overlooked,
        is_unscaled: &dyn Fn((Symbol, Symbol)) -> bool,
    ) -> bool {
        let rule = NOT_LOOKED_AT.get(usize::from(found.rule));
        match rule.map(|rule| rule.reason) {
            Some(NotLookedAtReason::OtherScheduler) => self.is_configured(piece, found),
            Some(
                NotLookedAtReason::NoCapacityScheduling | NotLookedAtReason::DefaultPreemption,
            ) => self.objects.quotas.is_empty(),
            Some(NotLookedAtReason::AutoscaledReplicas) => {
                let names = &self.objects.names;
                let namespace = if found.namespace.is_empty() {
                    names.get("default")
                } else {
                    Some(found.namespace)
                };
                let name = self.name_at(piece, found).and_then(|name| names.get(name));
                !namespace.zip(name).is_some_and(is_unscaled)
            }
            _ => false,
        }
    }

    /// The workloads that create pods and do not set `replicas`, by namespace and name. O(workloads).
    fn unscaled(&self) -> FxHashSet<(Symbol, Symbol)> {
        let workloads = self.objects.workloads.iter();
        let unscaled = workloads.filter(|one| one.replicas > 0 && !one.states_replicas);
        unscaled.map(|one| (one.namespace, one.name)).collect()
    }

    /// The name written at a place.
    fn name_at(&self, piece: usize, found: &Overlooked) -> Option<&str> {
        let (start, end) = (found.bytes.0 as usize, found.bytes.1 as usize);
        let text = self.pieces.get(piece)?.text.get(start..end)?;
        Some(text.trim().trim_matches(['"', '\'']))
    }

    /// The plugin of a scheduler's configuration that is not applied; `None` for any other field or object.
    pub fn plugin_of(&self, place: &NotLookedAtPlace<'_>) -> Option<&str> {
        let is_plugin = place.rule.reason == NotLookedAtReason::SchedulerConfiguration
            && place.rule.path.rsplit('.').next() == Some("name");
        let name = self.name_at(place.piece, place.found);
        name.filter(|_| is_plugin)
    }

    /// Whether the text contains the configuration of another scheduler.
    fn is_configured(&self, piece: usize, found: &Overlooked) -> bool {
        let configurations = &self.objects.scheduler_configurations;
        if configurations.is_empty() {
            return false;
        }
        let name = self.name_at(piece, found);
        let name = name.and_then(|name| self.objects.names.get(name));
        name.is_some_and(|name| {
            let mut profiles = configurations.iter().flat_map(|one| &one.profiles);
            profiles.any(|profile| profile.is_of(name))
        })
    }

    /// The ranges of fields and objects that are not modelled. O(pieces + places).
    pub fn ranges_of(&self, places: &[NotLookedAtPlace<'_>], encoding: Encoding) -> Vec<TextRange> {
        if places.is_empty() {
            return Vec::new();
        }
        let starts = self.starts(encoding);
        let ranges = places.iter();
        let ranges =
            ranges.map(|place| self.range(&starts, place.piece, place.found.bytes, encoding));
        ranges.collect()
    }

    /// Lists the pieces with findings, and those with fields or objects that are not modelled. O(pieces).
    pub(super) fn list_pieces(&mut self) {
        self.overlooking.clear();
        self.found.clear();
        for (index, piece) in self.pieces.iter().enumerate() {
            if !piece.overlooked().is_empty() {
                self.overlooking.push(index);
            }
            if !piece.findings().is_empty() {
                self.found.push(index);
            }
        }
    }
}
