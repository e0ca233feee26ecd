//! Which pods a controller creates and deletes next, from the numbers of its pods.
//!
//! Source: `pkg/controller/deployment/rolling.go` and `util/deployment_util.go`,
//! `pkg/controller/statefulset/stateful_set_control.go` and `pkg/controller/daemon/update.go` of Kubernetes 1.35.

use schedscope_objects::{
    policy::IntOrPercent,
    update_strategy::{RollingUpdate, UpdateStrategy},
};

/// How many pods there may be beside the wanted number, and how many of that number may be unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolloutBounds {
    /// `maxSurge`, as a number of pods; 0 for a `StatefulSet`.
    pub max_surge: u32,
    /// `maxUnavailable`, as a number of pods.
    pub max_unavailable: u32,
}

impl RolloutBounds {
    /// Those of a `Deployment`: 25% by default; a part of the surge is rounded up, of the unavailable pods down. If
    /// both are 0 then, one pod may be unavailable.
    pub fn of_deployment(rolling: &RollingUpdate, replicas: u32) -> Self {
        let quarter = IntOrPercent::Percent(25);
        let total = signed(replicas);
        let max_surge = rolling.max_surge.unwrap_or(quarter).scaled(total);
        let unavailable = rolling.max_unavailable.unwrap_or(quarter);
        Self {
            max_surge: unsigned(max_surge),
            max_unavailable: unsigned(unavailable.scaled_down(total)),
        }
        .at_least_one()
    }

    /// Those of a `DaemonSet` for a number of nodes: no surge and one unavailable pod by default; parts are rounded up.
    pub fn of_daemon_set(rolling: &RollingUpdate, nodes: u32) -> Self {
        let total = signed(nodes);
        let max_surge = rolling.max_surge.unwrap_or(IntOrPercent::Int(0));
        let unavailable = rolling.max_unavailable.unwrap_or(IntOrPercent::Int(1));
        Self {
            max_surge: unsigned(max_surge.scaled(total)),
            max_unavailable: unsigned(unavailable.scaled(total)),
        }
        .at_least_one()
    }

    /// Those of a `StatefulSet`: one unavailable pod by default and at least; a part is rounded down.
    pub fn of_stateful_set(rolling: &RollingUpdate, replicas: u32) -> Self {
        let unavailable = rolling.max_unavailable.unwrap_or(IntOrPercent::Int(1));
        Self {
            max_surge: 0,
            max_unavailable: unsigned(unavailable.scaled_down(signed(replicas))),
        }
        .at_least_one()
    }

    fn at_least_one(self) -> Self {
        let is_none = self.max_surge == 0 && self.max_unavailable == 0;
        Self {
            max_unavailable: self.max_unavailable + u32::from(is_none),
            ..self
        }
    }
}

fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn unsigned(count: i32) -> u32 {
    u32::try_from(count).unwrap_or_default()
}

/// The numbers of the pods of a `Deployment`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeploymentPods {
    /// The wanted number.
    pub replicas: u32,
    /// Those of former templates.
    pub old: u32,
    /// Those of them that are available.
    pub old_available: u32,
    /// Those of the current template, with those that are refused.
    pub new: u32,
    /// Those of them that are available.
    pub new_available: u32,
}

/// What the controller of a `Deployment` does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// Creates this many new pods.
    CreateNew(u32),
    /// Deletes this many new pods: there are more than are wanted.
    DeleteNew(u32),
    /// Deletes this many old pods, unavailable ones first.
    DeleteOld(u32),
}

impl DeploymentPods {
    /// The next action; `None`: none, until a pod becomes available. O(1).
    pub fn next(self, strategy: &UpdateStrategy) -> Option<Scaling> {
        let scaling = match strategy {
            UpdateStrategy::Rolling(rolling) => self.roll(rolling),
            UpdateStrategy::Recreate if self.old > 0 => Scaling::DeleteOld(self.old),
            UpdateStrategy::Recreate => self.scale_new(self.replicas),
            UpdateStrategy::OnDelete => return None,
        };
        let (Scaling::CreateNew(count) | Scaling::DeleteNew(count) | Scaling::DeleteOld(count)) =
            scaling;
        (count > 0).then_some(scaling)
    }

    fn scale_new(self, wanted: u32) -> Scaling {
        if self.new > wanted {
            return Scaling::DeleteNew(self.new - wanted);
        }
        Scaling::CreateNew(wanted - self.new)
    }

    fn roll(self, rolling: &RollingUpdate) -> Scaling {
        let bounds = RolloutBounds::of_deployment(rolling, self.replicas);
        let (total, most) = (self.old + self.new, self.replicas + bounds.max_surge);
        let wanted = self.replicas.min(self.new + most.saturating_sub(total));
        if self.new > self.replicas || wanted > self.new {
            return self.scale_new(wanted);
        }
        let least = self.replicas - bounds.max_unavailable.min(self.replicas);
        let new_unavailable = self.new - self.new_available;
        let most = total.saturating_sub(least + new_unavailable);
        if most == 0 {
            return Scaling::DeleteOld(0);
        }
        let unavailable = (self.old - self.old_available).min(most);
        let available = (self.old_available + self.new_available).saturating_sub(least);
        Scaling::DeleteOld(unavailable + available.min(self.old - unavailable))
    }
}

/// A pod of a `StatefulSet` or a `DaemonSet`, at its ordinal or on its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Whether there is to be a pod: on this node, or at this ordinal.
    pub wanted: bool,
    /// The pod of a former template; whether it is available.
    pub old: Option<bool>,
    /// The pod of the current template; whether it is available.
    pub new: Option<bool>,
}

/// What the controller of a `StatefulSet` or a `DaemonSet` does next, by the index of the slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotChanges {
    /// The slots that get a new pod.
    pub create: Vec<usize>,
    /// The slots whose old pod is deleted.
    pub delete_old: Vec<usize>,
    /// The slots whose new pod is deleted: none is wanted there.
    pub delete_new: Vec<usize>,
}

impl SlotChanges {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.create.is_empty() && self.delete_old.is_empty() && self.delete_new.is_empty()
    }
}

impl Slot {
    fn is_empty(self) -> bool {
        self.old.is_none() && self.new.is_none()
    }

    fn is_available(self) -> bool {
        self.old == Some(true) || self.new == Some(true)
    }
}

/// The next changes of a `StatefulSet`; `slots`: by ordinal. Empty: none, until a pod becomes available. `one_by_one`:
/// `podManagementPolicy` is not `Parallel`. O(slots).
pub fn stateful_set_changes(
    slots: &[Slot],
    one_by_one: bool,
    strategy: &UpdateStrategy,
) -> SlotChanges {
    let mut changes = SlotChanges::default();
    let wanted = slots.iter().filter(|slot| slot.wanted).count();
    for (index, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.wanted) {
        if slot.is_empty() {
            changes.create.push(index);
        }
        if one_by_one && !slot.is_available() {
            return changes;
        }
    }
    // Pods beyond the number of replicas go, those with the highest ordinals first.
    for (index, slot) in slots.iter().enumerate().rev() {
        if slot.wanted || slot.is_empty() || one_by_one && !changes.is_empty() {
            continue;
        }
        if slot.old.is_some() {
            changes.delete_old.push(index);
        }
        if slot.new.is_some() {
            changes.delete_new.push(index);
        }
    }
    let UpdateStrategy::Rolling(rolling) = strategy else {
        return changes;
    };
    if !changes.is_empty() {
        return changes;
    }
    let bounds = RolloutBounds::of_stateful_set(rolling, wanted as u32);
    let unavailable = slots
        .iter()
        .filter(|slot| slot.wanted && !slot.is_available());
    let left = (bounds.max_unavailable as usize).saturating_sub(unavailable.count());
    let first = slots.iter().position(|slot| slot.wanted).unwrap_or(0) + rolling.partition as usize;
    let old = slots.iter().enumerate().rev();
    let old = old.filter(|(index, slot)| *index >= first && slot.wanted && slot.old.is_some());
    changes.delete_old = old.take(left).map(|(index, _)| index).collect();
    changes
}

/// The next changes of a `DaemonSet`; `slots`: by node. Empty: none, until a pod becomes available. Upstream takes the
/// nodes in any order; here they are taken in that of the slots. O(slots).
pub fn daemon_set_changes(slots: &[Slot], strategy: &UpdateStrategy) -> SlotChanges {
    let mut changes = SlotChanges::default();
    for (index, slot) in slots.iter().enumerate() {
        if slot.wanted && slot.is_empty() {
            changes.create.push(index);
        }
        if !slot.wanted && slot.old.is_some() {
            changes.delete_old.push(index);
        }
        if !slot.wanted && slot.new.is_some() {
            changes.delete_new.push(index);
        }
    }
    let UpdateStrategy::Rolling(rolling) = strategy else {
        return changes;
    };
    if !changes.is_empty() {
        return changes;
    }
    let wanted = || slots.iter().enumerate().filter(|(_, slot)| slot.wanted);
    let bounds = RolloutBounds::of_daemon_set(rolling, wanted().count() as u32);
    let (surge, unavailable) = (bounds.max_surge as usize, bounds.max_unavailable as usize);
    let is_old = |slot: &Slot, available: bool| slot.old == Some(available) && slot.new.is_none();
    let those = |available: bool| {
        let slots = wanted().filter(move |(_, slot)| is_old(slot, available));
        slots.map(|(index, _)| index)
    };
    if surge == 0 {
        let lost = wanted().filter(|(_, slot)| !slot.is_available()).count();
        changes.delete_old.extend(those(false));
        let left = unavailable.saturating_sub(lost);
        changes.delete_old.extend(those(true).take(left));
        return changes;
    }
    let replaced = wanted().filter(|(_, slot)| slot.old.is_some() && slot.new == Some(true));
    changes.delete_old = replaced.map(|(index, _)| index).collect();
    let beside = wanted().filter(|(_, slot)| slot.old.is_some() && slot.new == Some(false));
    let left = surge.saturating_sub(beside.count());
    changes.create = those(false).chain(those(true).take(left)).collect();
    changes
}
