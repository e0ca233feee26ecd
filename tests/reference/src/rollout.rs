//! Rollouts by the rules of the documentation, one pod after another, where the only thing that keeps a pod from a node
//! is its size.

use serde_json::{Value, json};

/// A number of pods as it is written.
#[derive(Clone, Copy, Debug)]
pub enum Amount {
    Number(usize),
    Percent(usize),
}

impl Amount {
    pub fn value(self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::Percent(percent) => json!(format!("{percent}%")),
        }
    }

    fn up(self, of: usize) -> usize {
        match self {
            Self::Number(number) => number,
            Self::Percent(percent) => (percent * of).div_ceil(100),
        }
    }

    fn down(self, of: usize) -> usize {
        match self {
            Self::Number(number) => number,
            Self::Percent(percent) => percent * of / 100,
        }
    }
}

/// What happens in a step: pods created, deleted, and bound.
pub type Step = [usize; 3];

/// A workload whose old pods have size 1.
#[derive(Clone, Debug)]
pub struct Case {
    pub kind: &'static str,
    /// The wanted number of pods; of a `DaemonSet` the number of nodes.
    pub replicas: usize,
    pub old: usize,
    /// The size of a new pod.
    pub size: usize,
    /// What each node has; a `DaemonSet` has a node for each replica, other kinds have one.
    pub rooms: Vec<usize>,
    pub surge: Option<Amount>,
    pub unavailable: Option<Amount>,
    pub partition: usize,
    /// `Recreate`, or `Parallel`.
    pub at_once: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pod {
    Old,
    /// Of the former template, like those that are on the node.
    OldWaiting,
    Waiting,
    Bound,
}

/// Whether the rollout completes, and its steps.
pub fn roll(case: &Case) -> (bool, Vec<Step>) {
    match case.kind {
        "Deployment" => deployment(case),
        "StatefulSet" => stateful_set(case),
        _ => daemon_set(case),
    }
}

/// Puts waiting pods on a node as long as there is room; returns how many.
fn schedule<'p>(pods: impl Iterator<Item = &'p mut Pod>, room: usize, size: usize) -> usize {
    let mut pods: Vec<&mut Pod> = pods.collect();
    let mut used = 0;
    for pod in &pods {
        used += match pod {
            Pod::Old => 1,
            Pod::OldWaiting | Pod::Waiting => 0,
            Pod::Bound => size,
        };
    }
    let mut bound = 0;
    for pod in &mut pods {
        let (size, then) = match **pod {
            Pod::OldWaiting => (1, Pod::Old),
            Pod::Waiting => (size, Pod::Bound),
            Pod::Old | Pod::Bound => continue,
        };
        if used + size <= room {
            **pod = then;
            used += size;
            bound += 1;
        }
    }
    bound
}

fn count(pods: &[Pod], wanted: &[Pod]) -> usize {
    pods.iter().filter(|pod| wanted.contains(pod)).count()
}

fn deployment(case: &Case) -> (bool, Vec<Step>) {
    let quarter = Amount::Percent(25);
    let surge = case.surge.unwrap_or(quarter).up(case.replicas);
    let mut unavailable = case.unavailable.unwrap_or(quarter).down(case.replicas);
    if surge == 0 && unavailable == 0 {
        unavailable = 1;
    }
    let mut pods = vec![Pod::Old; case.old];
    let mut steps = Vec::new();
    if case.old > 0 && case.old != case.replicas {
        // The replicas were changed with the template: the only set of pods is scaled first.
        pods.resize(case.replicas, Pod::OldWaiting);
        let bound = schedule(pods.iter_mut(), case.rooms[0], case.size);
        let (more, fewer) = (
            case.replicas.saturating_sub(case.old),
            case.old.saturating_sub(case.replicas),
        );
        steps.push([more, fewer, bound]);
    }
    loop {
        let old = count(&pods, &[Pod::Old, Pod::OldWaiting]);
        let new = pods.len() - old;
        let (mut created, mut deleted) = (0, 0);
        if case.at_once {
            if old > 0 {
                deleted = old;
            } else {
                created = case.replicas - new;
            }
        } else {
            // At most `surge` pods above the wanted number.
            while new + created < case.replicas && pods.len() + created < case.replicas + surge {
                created += 1;
            }
            let ready = count(&pods, &[Pod::Old, Pod::Bound]);
            // At least all but `unavailable` of the wanted number stay ready; old ones that are not go first, as long
            // as new ones that are not could become so.
            let least = case.replicas.saturating_sub(unavailable);
            let unready = count(&pods, &[Pod::OldWaiting]);
            let may_go = pods
                .len()
                .saturating_sub(least + count(&pods, &[Pod::Waiting]));
            if created == 0 && may_go > 0 {
                deleted = unready.min(may_go);
                let spare = ready.saturating_sub(least);
                deleted += spare.min(old - deleted);
            }
        }
        if created + deleted == 0 {
            let is_done = old == 0 && count(&pods, &[Pod::Bound]) == case.replicas;
            return (is_done, steps);
        }
        for _ in 0..deleted {
            let first = |kind: Pod| pods.iter().position(|pod| *pod == kind);
            let at = first(Pod::OldWaiting).or_else(|| first(Pod::Old));
            pods.remove(at.expect("an old pod"));
        }
        pods.extend(vec![Pod::Waiting; created]);
        let bound = schedule(pods.iter_mut(), case.rooms[0], case.size);
        steps.push([created, deleted, bound]);
    }
}

fn stateful_set(case: &Case) -> (bool, Vec<Step>) {
    let unavailable = case
        .unavailable
        .map_or(1, |of| of.down(case.replicas))
        .max(1);
    let mut pods = vec![Some(Pod::Old); case.replicas];
    let mut steps = Vec::new();
    loop {
        let (mut created, mut deleted) = (0, 0);
        for pod in &mut pods {
            if pod.is_none() {
                *pod = Some(Pod::Waiting);
                created += 1;
            }
            if !case.at_once && *pod == Some(Pod::Waiting) {
                break;
            }
        }
        let waiting = pods
            .iter()
            .filter(|pod| **pod == Some(Pod::Waiting))
            .count();
        let is_blocked = !case.at_once && waiting > 0;
        if created == 0 && !is_blocked {
            for pod in pods.iter_mut().skip(case.partition).rev() {
                if *pod == Some(Pod::Old) && waiting + deleted < unavailable {
                    *pod = None;
                    deleted += 1;
                }
            }
        }
        if created + deleted == 0 {
            let old = pods.iter().skip(case.partition);
            let is_done = old.into_iter().all(|pod| *pod == Some(Pod::Bound));
            return (is_done && waiting == 0, steps);
        }
        let bound = schedule(pods.iter_mut().flatten(), case.rooms[0], case.size);
        steps.push([created, deleted, bound]);
    }
}

fn daemon_set(case: &Case) -> (bool, Vec<Step>) {
    let surge = case.surge.map_or(0, |of| of.up(case.replicas));
    let mut unavailable = case.unavailable.map_or(1, |of| of.up(case.replicas));
    if surge == 0 && unavailable == 0 {
        unavailable = 1;
    }
    let mut nodes = vec![vec![Pod::Old]; case.replicas];
    let mut steps = Vec::new();
    loop {
        let (mut created, mut deleted) = (0, 0);
        for node in nodes.iter_mut().filter(|node| node.is_empty()) {
            node.push(Pod::Waiting);
            created += 1;
        }
        if created == 0 && surge == 0 {
            let mut without = nodes
                .iter()
                .filter(|node| node[..] == [Pod::Waiting])
                .count();
            for node in nodes.iter_mut().filter(|node| node[..] == [Pod::Old]) {
                if without < unavailable {
                    node.clear();
                    deleted += 1;
                    without += 1;
                }
            }
        } else if created == 0 {
            let mut beside = nodes
                .iter()
                .filter(|node| node[..] == [Pod::Old, Pod::Waiting])
                .count();
            for node in &mut nodes {
                if node[..] == [Pod::Old, Pod::Bound] {
                    node.remove(0);
                    deleted += 1;
                } else if node[..] == [Pod::Old] && beside < surge {
                    node.push(Pod::Waiting);
                    created += 1;
                    beside += 1;
                }
            }
        }
        if created + deleted == 0 {
            return (nodes.iter().all(|node| node[..] == [Pod::Bound]), steps);
        }
        let mut bound = 0;
        for (node, room) in nodes.iter_mut().zip(&case.rooms) {
            bound += schedule(node.iter_mut(), *room, case.size);
        }
        steps.push([created, deleted, bound]);
    }
}
