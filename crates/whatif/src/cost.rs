//! Which of two changes is the smaller one.

use std::cmp::Ordering;

use schedscope_objects::{diagnostic::ObjectName, order, taint::CORDON};

use crate::{Edit, Family, Step, Value};

/// The size of an edit, as an exact fraction: `part / whole`.
#[derive(Clone, Copy, Debug)]
pub struct StepSize {
    /// The numerator.
    pub part: u64,
    /// The denominator, at least 1.
    pub whole: u64,
}

impl StepSize {
    /// A whole number.
    pub fn of(number: u64) -> Self {
        Self {
            part: number,
            whole: 1,
        }
    }

    /// The difference of two amounts relative to the old one. Costs tell it from a whole number by its denominator, so
    /// it counts as a whole number if the old amount is at most 1.
    pub fn share(old: i64, new: i64) -> Self {
        Self {
            part: new.abs_diff(old),
            whole: old.max(1).unsigned_abs(),
        }
    }
}

impl Ord for StepSize {
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = |part: u64, whole: u64| u128::from(part) * u128::from(whole.max(1));
        cross(self.part, other.whole).cmp(&cross(other.part, self.whole))
    }
}

impl PartialOrd for StepSize {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for StepSize {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for StepSize {}

/// How common an edit is, from the edits that people try first to those that they try last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Natural {
    /// A misspelt name is corrected.
    Spelling,
    /// What agents and the hub write as the fleet changes: allocatable amounts, scores, decisions of other placements.
    Reported,
    /// `nodeTaintsPolicy` or `nodeAffinityPolicy: Honor`: nodes that the pod cannot use no longer count.
    Policy,
    /// A node is uncordoned.
    Uncordon,
    /// A toleration, taint, label, claim, set or binding that is added, or one more value of a requirement.
    Entry,
    /// `maxSkew`, `minDomains`, `whenUnsatisfiable`, `numberOfClusters`.
    Rule,
    /// A weight within 0..10.
    Weight,
    /// A label or claim gets another value, or is removed, or a node gets a label: it says what the node or cluster is.
    Fact,
    /// Requests, limits, quotas, priorities, and the config of VMs.
    Amount,
    /// A node is added.
    Node,
    /// A negative weight; an amount below half of the old one; a toleration of the taint of control planes or cordoned
    /// nodes; a requirement of a predicate or a spread constraint is removed.
    Unusual,
    /// An object is removed.
    Removal,
}

impl Natural {
    /// The class of an edit.
    pub fn of(edit: &Edit) -> Self {
        match edit.family {
            Family::Name => Self::Spelling,
            Family::Skew if edit.path.last() == Some(&key("minDomains")) => Self::Rule,
            Family::Predicate | Family::Skew if edit.new.is_none() => Self::Unusual,
            Family::Request | Family::Quota if is_far_less(edit) => Self::Unusual,
            Family::Toleration if tolerates_reserved(edit) => Self::Unusual,
            Family::Label | Family::Claim if edit.old.is_some() => Self::Fact,
            Family::Label if edit.object.kind == "Node" => Self::Fact,
            Family::Skew
                if ["nodeTaintsPolicy", "nodeAffinityPolicy"]
                    .iter()
                    .any(|policy| edit.path.last() == Some(&key(policy))) =>
            {
                Self::Policy
            }
            Family::Allocatable | Family::Score | Family::Decision => Self::Reported,
            Family::Toleration
            | Family::Taint
            | Family::Label
            | Family::Claim
            | Family::Set
            | Family::Predicate => Self::Entry,
            Family::Skew | Family::Count => Self::Rule,
            Family::Weight => match edit.numbers {
                Some((_, Some(weight))) if weight < 0 => Self::Unusual,
                _ => Self::Weight,
            },
            Family::Volume if edit.numbers.is_none() => Self::Rule,
            Family::Request
            | Family::Quota
            | Family::Volume
            | Family::Priority
            | Family::VmConfig => Self::Amount,
            Family::Node if !edit.path.is_empty() => Self::Uncordon,
            Family::Node => Self::Node,
            Family::Release => Self::Removal,
        }
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// Whether an amount becomes less than half of what it was.
fn is_far_less(edit: &Edit) -> bool {
    let Some((Some(old), Some(new))) = edit.numbers else {
        return false;
    };
    new < old.saturating_sub(new)
}

/// Whether a pod tolerates a taint that keeps all ordinary pods away.
fn tolerates_reserved(edit: &Edit) -> bool {
    let Some(Value::Map(fields)) = &edit.new else {
        return false;
    };
    let mut fields = fields.iter();
    fields.any(|(name, value)| {
        name == "key"
            && RESERVED
                .iter()
                .any(|key| *value == Value::Text((*key).to_owned()))
    })
}

/// The taints of control planes, and of cordoned nodes.
const RESERVED: [&str; 3] = [
    "node-role.kubernetes.io/control-plane",
    "node-role.kubernetes.io/master",
    CORDON,
];

/// The cost of a change. The fields are compared in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Changes that only correct misspelt names come first; changes with a negative weight, a request of 0 or a removed
    /// object come last. This takes precedence over what they displace.
    pub rank: Rank,
    /// How many clusters, pods or VMs the edits displace that are not displaced without them.
    pub displaced: usize,
    /// The class of the least common edit.
    pub natural: Natural,
    /// The number of edits. The removal of a cordon's taint does not count: it goes with the cordon.
    pub edits: usize,
    /// The sum of the steps that are whole numbers, followed by the others, largest first.
    pub steps: Vec<StepSize>,
    pub objects: Vec<ObjectName>,
    /// The families, lowest rank first.
    pub families: Vec<Family>,
}

/// Whether a change comes before or after all ordinary changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Misspelt names are corrected.
    First,
    /// All others.
    Ordinary,
    /// A weight becomes negative, a request becomes 0, or an object is removed.
    Last,
}

impl Rank {
    /// The rank of an edit.
    pub(crate) fn of(edit: &Edit) -> Self {
        let is_last = match (edit.family, edit.numbers) {
            (Family::Weight, Some((_, Some(weight)))) => weight < 0,
            (Family::Request, Some((_, Some(amount)))) => amount == 0,
            _ => false,
        };
        match Natural::of(edit) {
            Natural::Spelling => Self::First,
            Natural::Removal => Self::Last,
            _ if is_last => Self::Last,
            _ => Self::Ordinary,
        }
    }
}

/// A lower bound on how much edits displace, before they are tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floor {
    /// For all edits.
    pub always: usize,
    /// For edits that keep `numberOfClusters`.
    pub same_count: usize,
}

impl Floor {
    /// The lower bound for edits. Removed VMs and pods count as displaced.
    pub fn of(self, edits: &[Edit]) -> usize {
        let is_counted = edits.iter().any(|edit| edit.family == Family::Count);
        let least = if is_counted {
            self.always
        } else {
            self.same_count.max(self.always)
        };
        least.max(removed(edits))
    }

    /// The lower bound for the edits of two changes together.
    pub(crate) fn of_both(self, one: &Cost, other: &Cost) -> usize {
        let has = |cost: &Cost, family| cost.families.contains(&family);
        if [one, other].iter().any(|cost| has(cost, Family::Count)) {
            return self.always;
        }
        one.displaced.max(other.displaced)
    }
}

/// How many VMs the edits remove; if they remove no VM, how many pods.
pub(crate) fn removed(edits: &[Edit]) -> usize {
    let of = |kind: &str| {
        let removals = edits.iter().filter(|edit| edit.family == Family::Release);
        removals.filter(|edit| edit.object.kind == kind).count()
    };
    match of("VirtualMachine") {
        0 => of("Pod"),
        vms => vms,
    }
}

impl Cost {
    /// The cost of edits that displace `displaced` objects.
    pub fn new(edits: &[Edit], displaced: usize) -> Self {
        let mut families: Vec<Family> = edits.iter().map(|edit| edit.family).collect();
        order::sort(&mut families, Ord::cmp);
        let (whole, mut shares): (Vec<StepSize>, Vec<StepSize>) = edits
            .iter()
            .filter(|edit| !edit.follows())
            .map(|edit| edit.step)
            .partition(|step| step.whole <= 1);
        let sum = whole
            .iter()
            .fold(0_u64, |sum, step| sum.saturating_add(step.part));
        order::sort(&mut shares, |a, b| b.cmp(a));
        let mut objects: Vec<ObjectName> = edits.iter().map(|edit| edit.object.clone()).collect();
        order::sort(&mut objects, Ord::cmp);
        shares.insert(0, StepSize::of(sum));
        let ranks = edits.iter().map(Rank::of).max();
        let natural = edits.iter().map(Natural::of).max();
        Self {
            rank: ranks.unwrap_or(Rank::Ordinary),
            displaced,
            natural: natural.unwrap_or(Natural::Spelling),
            edits: edits.iter().filter(|edit| !edit.follows()).count(),
            steps: shares,
            objects,
            families,
        }
    }

    /// Whether two costs differ at most in the names of the objects.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let key = |cost: &Self| (cost.rank, cost.displaced, cost.natural, cost.edits);
        key(self) == key(other) && self.families == other.families && self.steps == other.steps
    }

    /// The sum of the steps that are whole numbers.
    pub(crate) fn whole(&self) -> u64 {
        self.steps.first().map_or(0, |step| step.part)
    }
}
