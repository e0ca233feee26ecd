//! Pods one after another: highest priority first, then the first created, then by name. Every step
//! schedules on a snapshot that is counted anew.

use super::{
    super::pods::{
        Amounts, ClusterSnapshot, Pod,
        default_profile::choose,
        filters::{Faults, spreads, volumes, wants},
        scores::{Rules, Scorer, scored},
    },
    Cycle, cycle,
    victims::Attempt,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Bound(String),
    Preempt(String, Vec<String>),
    Unschedulable,
    Error,
}

#[derive(Clone, Debug)]
pub struct Step {
    /// The pod that has its turn.
    pub pod: Pod,
    pub outcome: Outcome,
    pub cycle: Cycle,
    /// If the default profile picks: its highest total, and all nodes with it, by name.
    pub best: Option<(i128, Vec<String>)>,
    /// The snapshot after it.
    pub snapshot: ClusterSnapshot,
}

#[derive(Clone, Debug)]
pub struct Played {
    pub steps: Vec<Step>,
    pub stopped: bool,
    pub waiting: usize,
}

/// Sorts whose turn is earlier first; no time is later than any.
fn turn(pod: &Pod) -> impl Ord + use<> {
    (
        -pod.priority,
        // Who was evicted was made anew since.
        pod.returned,
        pod.created.is_none(),
        pod.created.clone(),
        pod.key.clone(),
        pod.index,
    )
}

/// The node for a pod that fits several: the best score, then the name.
fn pick(snapshot: &ClusterSnapshot, pod: &Pod, feasible: &[String], scorer: Scorer) -> String {
    let verdict = scored(snapshot, pod, feasible, &Rules::default(), scorer);
    // Where the scorer does not apply, all are alike.
    let best = verdict.best.first().or(feasible.iter().min());
    best.expect("a node").clone()
}

/// What `VolumeBinding` says of nodes.
const VOLUME_BINDING: [&str; 4] = [
    "node(s) didn't match PersistentVolume's node affinity",
    "node(s) didn't find available persistent volumes to bind",
    "node(s) did not have enough free storage",
    "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
];

/// A pod that waits.
struct Rejected {
    pod: Pod,
    moment: usize,
    reasons: Vec<String>,
    /// The claims that were to get their volumes with its node.
    claims: Vec<String>,
}

impl Rejected {
    /// Whether a pod that was bound since could let it in.
    fn is_helped(&self, snapshot: &ClusterSnapshot, bound: &[(usize, Pod)]) -> bool {
        let is_for = |reason: &str| self.reasons.iter().any(|known| known == reason);
        let near = is_for("node(s) didn't match pod affinity rules");
        let spread = is_for("node(s) didn't match pod topology spread constraints");
        let binds = VOLUME_BINDING.iter().any(|reason| is_for(reason));
        let mut claims = self.claims.iter();
        if binds && claims.any(|claim| volumes::bound::is_bound(snapshot, &self.pod, claim)) {
            return true;
        }
        let mut since = bound.iter().filter(|(moment, _)| *moment > self.moment);
        since.any(|(_, other)| {
            near && wants(snapshot, &self.pod, other) || spread && spreads(&self.pod, other)
        })
    }
}

/// Less important pods may no longer count on a node.
fn withdraw_nominations(snapshot: &mut ClusterSnapshot, node: &str, priority: i64) {
    let counting = snapshot
        .nominated()
        .filter(|other| other.nominated.as_deref() == Some(node) && other.priority < priority);
    for mut other in counting.cloned().collect::<Vec<_>>() {
        snapshot.remove(other.index);
        other.nominated = None;
        snapshot.put(&other);
    }
}

#[expect(
    clippy::too_many_lines,
    reason = "the loop of the queue, told in one piece"
)]
pub fn play(
    snapshot: &ClusterSnapshot,
    proposal: bool,
    // None: the default profile.
    scorer: Option<Scorer>,
    most: usize,
) -> Played {
    let mut snapshot = snapshot.clone();
    let mut queued: Vec<usize> = Vec::new();
    for pod in &snapshot.pods {
        // kube-scheduler skips pods that are being deleted.
        if pod.live && pod.node.is_none() && !pod.terminating {
            queued.push(pod.index);
        }
    }
    for pod in snapshot.pods.clone() {
        if queued.contains(&pod.index) {
            volumes::bound::create(&mut snapshot, &pod);
        }
    }
    let mut waiting: Vec<Rejected> = Vec::new();
    // Who was bound, when.
    let mut bound: Vec<(usize, Pod)> = Vec::new();
    let mut evicted = false;
    // Whether pods were evicted since nobody who waits got a node before its turn.
    let mut room = false;
    let mut played = Played {
        steps: Vec::new(),
        stopped: false,
        waiting: 0,
    };
    let mut moment = 0;
    loop {
        if queued.is_empty() {
            let again = |one: &mut Rejected| evicted || one.is_helped(&snapshot, &bound);
            queued.extend(waiting.extract_if(.., again).map(|one| one.pod.index));
            if queued.is_empty() {
                break;
            }
            evicted = false;
        }
        if played.steps.len() >= most {
            played.stopped = true;
            break;
        }
        let pods = snapshot
            .pods
            .iter()
            .filter(|pod| queued.contains(&pod.index));
        let next = pods.min_by_key(|pod| turn(pod)).expect("a pod").clone();
        // After evictions, who waits and comes before the next one may get a node now.
        let mut before: Vec<Pod> = waiting.iter().map(|one| one.pod.clone()).collect();
        before.retain(|one| room && turn(one) < turn(&next));
        before.sort_by_key(turn);
        let first = before.into_iter().find(|one| {
            let mut rest = snapshot.clone();
            rest.remove(one.index);
            cycle(&rest, one, proposal).outcome == "Schedulable"
        });
        room = room && first.is_some();
        let pod = first.unwrap_or(next);
        waiting.retain(|one| one.pod.index != pod.index);
        queued.retain(|index| *index != pod.index);
        let mut rest = snapshot.clone();
        rest.remove(pod.index);
        let found = cycle(&rest, &pod, proposal);
        let mut own = pod.clone();
        moment += 1;
        let mut best = None;
        let outcome = match found.outcome {
            "Schedulable" => {
                let feasible: Vec<String> = found.feasible().cloned().collect();
                let node = if let Some(scorer) = scorer {
                    pick(&rest, &pod, &feasible, scorer)
                } else {
                    let choice = choose(&rest, &pod, &feasible, Faults::of(proposal, rest.minor));
                    let node = choice.best.first().expect("a node").clone();
                    if pod.nominated.as_ref() != Some(&node) {
                        best = Some((choice.total[&node], choice.best));
                    }
                    node
                };
                own.node = Some(node.clone());
                own.nominated = None;
                own.bound = moment;
                // It starts when it is bound, whatever its status states.
                own.start = None;
                volumes::bound::bind(&mut rest, &node, &pod);
                rest.put(&own);
                bound.push((moment, own));
                Outcome::Bound(node)
            }
            "Preempt" => {
                let node = found.node.clone().expect("a node");
                let Some(Attempt::Candidate(candidate)) = found.attempt(&node) else {
                    unreachable!("who preempts has a candidate");
                };
                let mut victims = Vec::new();
                for victim in &candidate.victims {
                    rest.remove(victim.index);
                    volumes::bound::evict(&mut rest, victim);
                    let mut victim = victim.evicted();
                    victim.returned = moment;
                    rest.put(&victim);
                    queued.push(victim.index);
                    victims.push(victim.key.clone());
                }
                withdraw_nominations(&mut rest, &node, pod.priority);
                own.nominated = Some(node.clone());
                rest.put(&own);
                queued.push(own.index);
                evicted = true;
                room = true;
                Outcome::Preempt(node, victims)
            }
            outcome => {
                // Who looked for victims in vain gives up the room that was kept.
                let tried = found.preemption.as_ref();
                let eligible = tried.is_some_and(|tried| tried.ineligible.is_none());
                // So does who fits several nodes that are not scored.
                let unscored = tried.is_none() && outcome == "Error";
                if eligible && outcome == "Unschedulable" || unscored {
                    own.nominated = None;
                }
                rest.put(&own);
                waiting.push(Rejected {
                    claims: volumes::bound::delayed(&rest, &own),
                    pod: own,
                    moment,
                    reasons: found.reasons(),
                });
                if outcome == "Error" {
                    Outcome::Error
                } else {
                    Outcome::Unschedulable
                }
            }
        };
        snapshot = rest;
        played.steps.push(Step {
            pod,
            outcome,
            cycle: found,
            best,
            snapshot: snapshot.clone(),
        });
    }
    played.waiting = queued.len() + waiting.len();
    played
}

/// What every namespace with a quota uses at a moment.
pub fn ledger(snapshot: &ClusterSnapshot) -> Vec<(String, Amounts)> {
    super::ledger(snapshot)
}
