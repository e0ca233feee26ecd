//! The volumes that upstream may take for claims on a node: it takes the first one of the smallest volumes that it
//! sees, and the first one that is reserved for the claim, in the order of a map.

use schedscope_objects::id::NodeId;
use smallvec::SmallVec;

use super::{BindingState, DelayedClaim};
use crate::{
    fit::FitContext,
    volumes::{Storage, StorageWorld, VolumeId, VolumeTie},
};

/// The maximum number of choices to try on a node.
const MOST_CHOICES: usize = 1000;

/// What upstream may do with the claims that get their volumes with the node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::volumes) struct DelayedTies {
    pub(in crate::volumes) claims: Vec<VolumeTie>,
    pub(in crate::volumes) can_pass: bool,
    pub(in crate::volumes) can_fail: bool,
}

/// What a claim gets with some choices before it.
#[derive(Clone, Debug, Default)]
struct Gets {
    volumes: Vec<VolumeId>,
    none: bool,
}

/// A walk through all choices.
struct Walk<'w> {
    on: FitContext<'w>,
    storage: &'w Storage,
    node: NodeId,
    /// The claims that take volumes, smallest request first.
    to_match: SmallVec<[&'w DelayedClaim; 4]>,
    /// The claims for which volumes are made: first those that ask for it.
    to_provision: SmallVec<[&'w DelayedClaim; 4]>,
    chosen: SmallVec<[(u16, VolumeId); 1]>,
    gets: Vec<Gets>,
    /// Volumes between which no later claim makes a difference, so that one of them is tried, with the place of the
    /// claim that takes it.
    alike: Vec<(usize, Vec<VolumeId>)>,
    ends: DelayedTies,
    left: usize,
}

impl BindingState {
    /// Whether a claim may get any one of several volumes on some node.
    pub(in crate::volumes) fn may_tie(&self, world: &StorageWorld) -> bool {
        self.delayed.iter().any(|claim| claim.may_tie(world))
    }

    /// Whether the choice of volumes may decide whether some node passes: a claim needs a volume that exists, and
    /// another one may take it, or one of those that are reserved for it is on other nodes.
    pub(in crate::volumes) fn may_decide(&self, world: &StorageWorld) -> bool {
        let mut delayed = self.delayed.iter();
        let may_tie = |claim: &&DelayedClaim| claim.may_tie(world);
        delayed.clone().any(|claim| claim.reserved.len() > 1)
            || !self.is_certain && delayed.by_ref().filter(may_tie).count() > 1
    }

    /// Tries the choices that upstream has on a node, at most 1000 of them.
    pub(in crate::volumes) fn ties(
        &self,
        on: FitContext<'_>,
        storage: &Storage,
        node: NodeId,
    ) -> DelayedTies {
        let Ok((to_match, to_provision)) = self.parts(node) else {
            return DelayedTies {
                can_fail: true,
                ..DelayedTies::default()
            };
        };
        let mut walk = Walk {
            on,
            storage,
            node,
            gets: vec![Gets::default(); to_match.len()],
            to_match,
            to_provision,
            chosen: SmallVec::new(),
            alike: Vec::new(),
            ends: DelayedTies::default(),
            left: MOST_CHOICES,
        };
        walk.on_from(0);
        walk.finish()
    }
}

impl DelayedClaim {
    fn may_tie(&self, world: &StorageWorld) -> bool {
        self.selected.is_none() && (self.reserved.len() > 1 || world.has_open(self.resolved.class))
    }
}

impl Walk<'_> {
    fn on_from(&mut self, at: usize) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let Some(claim) = self.to_match.get(at).copied() else {
            let mut to_provision = self.to_provision.iter();
            let can_all = to_provision.all(|of| of.no_provision(self.storage, self.node).is_none());
            self.ends.can_pass |= can_all;
            self.ends.can_fail |= !can_all;
            return;
        };
        let choices = claim.choices(self.on, self.storage, self.node, &self.chosen, true);
        let world = &self.storage.world;
        let usable = choices.iter().copied();
        let usable: Vec<VolumeId> = usable.filter(|id| world.can_use(*id, self.node)).collect();
        let is_none = usable.len() < choices.len() || choices.is_empty();
        if let Some(gets) = self.gets.get_mut(at) {
            gets.none |= is_none;
            if !usable.is_empty() {
                gets.volumes.extend(&choices);
                gets.volumes.sort_unstable();
                gets.volumes.dedup();
            }
        }
        for volume in self.kinds(at, usable) {
            self.chosen.push((claim.claim, volume));
            self.on_from(at + 1);
            self.chosen.pop();
        }
        if is_none {
            self.to_provision.push(claim);
            self.on_from(at + 1);
            self.to_provision.pop();
        }
    }

    /// One volume of each kind: those of a kind serve the same later claims.
    fn kinds(&mut self, at: usize, volumes: Vec<VolumeId>) -> Vec<VolumeId> {
        let world = &self.storage.world;
        let later = self.to_match.get(at + 1..).unwrap_or_default();
        if later.is_empty() {
            return volumes.into_iter().take(1).collect();
        }
        let mut kinds: Vec<(SmallVec<[bool; 8]>, Vec<VolumeId>)> = Vec::new();
        for id in volumes {
            let volume = world.volumes.get(id).map(|known| &known.volume);
            let serves = later.iter().map(|claim| {
                claim.reserved.contains(&id)
                    || volume.is_some_and(|volume| claim.can_take(volume, self.on))
            });
            let serves: SmallVec<[bool; 8]> = serves.collect();
            match kinds.iter_mut().find(|(of, _)| *of == serves) {
                Some((_, alike)) => alike.push(id),
                None => kinds.push((serves, vec![id])),
            }
        }
        let firsts = kinds.iter().filter_map(|(_, alike)| alike.first().copied());
        let firsts = firsts.collect();
        for (_, alike) in kinds.into_iter().filter(|(_, alike)| alike.len() > 1) {
            let of = (at, alike);
            if !self.alike.contains(&of) {
                self.alike.push(of);
            }
        }
        firsts
    }

    fn finish(mut self) -> DelayedTies {
        // A later claim may get any of several equal volumes.
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (at, alike) in &self.alike {
                for gets in self.gets.iter_mut().skip(at + 1) {
                    let has = |id: &VolumeId| gets.volumes.contains(id);
                    if alike.iter().any(has) && !alike.iter().all(has) {
                        gets.volumes.extend(alike);
                        gets.volumes.sort_unstable();
                        gets.volumes.dedup();
                        is_done = false;
                    }
                }
            }
        }
        for (claim, gets) in self.to_match.iter().zip(self.gets) {
            let or_new = gets.none && claim.no_provision(self.storage, self.node).is_none();
            if gets.volumes.len() > usize::from(!or_new) {
                self.ends.claims.push(VolumeTie {
                    claim: claim.claim,
                    any_of: gets.volumes,
                    or_new,
                });
            }
        }
        self.ends.claims.sort_unstable_by_key(|tie| tie.claim);
        self.ends
    }
}
