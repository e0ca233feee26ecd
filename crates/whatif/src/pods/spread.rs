//! Edits of the topology spread constraints of a pod, and labels of nodes without a topology key.

use schedscope_objects::{
    names::Symbol, node::Node, order, pod::TopologySpreadConstraint,
    scheduler_configuration::FiltersOff,
};
use schedscope_pods::{
    fit::{CycleState, Faults, Filter, Misfit, SpreadMisfit},
    snapshot::PodInfo,
};

use super::{
    others::{HOSTNAME, node_name},
    space::{EditSource, new_edit},
};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Candidate};

/// The candidates of each kind.
#[derive(Default)]
pub(super) struct SpreadCandidates {
    /// `nodeTaintsPolicy: Honor` or `nodeAffinityPolicy: Honor`: domains that hold only nodes that the pod does not
    /// tolerate, or does not select, no longer count.
    pub(super) honors: Vec<Candidate>,
    /// `whenUnsatisfiable: ScheduleAnyway`, without `minDomains`, which the API server refuses with it.
    pub(super) soft: Vec<Candidate>,
    /// Another `maxSkew`.
    pub(super) skews: Vec<Candidate>,
    /// `minDomains` of the domains that there are.
    pub(super) domains: Vec<Candidate>,
}

impl<'a> EditSource<'a> {
    /// The nodes that the want allows and that the constraints of the pod alone reject, with the reason.
    fn unspread(self, info: &PodInfo) -> Vec<(&'a Node, Box<SpreadMisfit>)> {
        let has_hard = info.pod.constraints.as_ref().is_some_and(|constraints| {
            let mut all = constraints.topology_spread.iter();
            all.any(|constraint| constraint.is_hard)
        });
        if !has_hard || info.filters_off.has(Filter::PodTopologySpread) {
            return Vec::new();
        }
        let mut alone = info.clone();
        alone.filters_off = FiltersOff::all_but(Filter::PodTopologySpread);
        alone.goes_anywhere = false;
        alone.request.ignore_all();
        let snapshot = &self.cluster.snapshot;
        let faults = Faults::of(self.cluster.profile, snapshot.version);
        let state = CycleState::new(snapshot, &alone, &self.objects.names, faults);
        let wanted = self.want.on.as_deref();
        let nodes = snapshot.nodes.entries();
        let nodes = nodes.filter(|(_, node)| wanted.is_none_or(|wanted| wanted == node.name));
        let rejected = nodes.filter_map(|(id, node)| match state.fits(id) {
            Err(Misfit::Spread(misfit)) => Some((&*node.node, misfit)),
            _ => None,
        });
        rejected.collect()
    }

    /// The policies, `whenUnsatisfiable`, `maxSkew` and `minDomains` of each constraint that rejects a node.
    pub(super) fn spreads(self, info: &PodInfo) -> SpreadCandidates {
        let mut found = SpreadCandidates::default();
        let rejected = self.unspread(info);
        let constraints = info.pod.constraints.as_ref();
        let constraints = constraints.map_or(&[][..], |all| &all.topology_spread);
        for (at, constraint) in constraints.iter().enumerate() {
            let own = rejected.iter().map(|(_, misfit)| misfit);
            let own = own.filter(|misfit| misfit.key == constraint.topology_key);
            if !constraint.is_hard || own.clone().next().is_none() {
                continue;
            }
            let edit = |field: &str, old: Option<Value>, new: Value| {
                self.constraint(info, (at, constraint), field, (old, new))
            };
            let policies = [
                ("nodeTaintsPolicy", constraint.honors_node_taints),
                ("nodeAffinityPolicy", constraint.honors_node_affinity),
            ];
            for (policy, _) in policies.into_iter().filter(|(_, honors)| !honors) {
                let old = Value::text("Ignore");
                let honors = edit(policy, Some(old), Value::text("Honor"));
                found.honors.push(vec![honors]);
            }
            let old = Value::text("DoNotSchedule");
            let soft = edit(
                "whenUnsatisfiable",
                Some(old),
                Value::text("ScheduleAnyway"),
            );
            let old = i64::from(constraint.min_domains);
            let min_domains = |new: Option<i64>| Edit {
                new: new.map(Value::Integer),
                numbers: Some((Some(old), new)),
                step: StepSize::of(old.abs_diff(new.unwrap_or(1))),
                ..edit("minDomains", Some(Value::Integer(old)), Value::Integer(1))
            };
            let limit = (old > 1).then(|| min_domains(None));
            found
                .soft
                .push(std::iter::once(soft).chain(limit).collect());
            // With fewer domains than `minDomains`, the least number of pods is 0.
            let domains = own.clone().filter(|misfit| misfit.value.is_some());
            let domains = domains.map(|misfit| i64::try_from(misfit.domains).unwrap_or(old).max(1));
            if let Some(domains) = domains.max().filter(|domains| *domains < old) {
                found.domains.push(vec![min_domains(Some(domains))]);
            }
            let skews = own.filter(|misfit| misfit.value.is_some());
            let skews =
                skews.map(|misfit| misfit.count + i64::from(misfit.counts_itself) - misfit.min);
            let old = i64::from(constraint.max_skew);
            let mut skews: Vec<i64> = skews.filter(|skew| *skew > old).collect();
            order::sort(&mut skews, Ord::cmp);
            skews.dedup();
            found.skews.extend(skews.into_iter().map(|skew| {
                let edit = edit("maxSkew", Some(Value::Integer(old)), Value::Integer(skew));
                vec![Edit {
                    numbers: Some((Some(old), Some(skew))),
                    step: StepSize::of(skew.abs_diff(old)),
                    ..edit
                }]
            }));
        }
        found
    }

    /// The topology key of a constraint on each node that lacks it, with the value of each domain that there is; where
    /// there is none, with a new one.
    pub(super) fn topology_labels(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let misspelt = self.misspelt_keys(info);
        let mut candidates: Vec<Candidate> = Vec::new();
        for (node, misfit) in self.unspread(info) {
            // A misspelt key is corrected in the pod.
            if misfit.value.is_some() || misspelt.contains(&misfit.key) {
                continue;
            }
            for value in self.domains(misfit.key, node) {
                let mut way = path("metadata.labels");
                way.push(Step::Key(names[misfit.key].to_owned()));
                let object = node_name(&names[node.name]);
                candidates.push(vec![Edit {
                    new: Some(Value::text(&value)),
                    ..new_edit(Family::Label, object, way, Value::Integer(0))
                }]);
            }
        }
        candidates
    }

    /// The values that a topology key can get on a node: of a host its name, of other keys those of other nodes, or one
    /// that is made from the key.
    fn domains(self, key: Symbol, node: &Node) -> Vec<String> {
        let names = &self.objects.names;
        if names[key] == *HOSTNAME {
            return vec![names[node.name].to_owned()];
        }
        let nodes = self.cluster.snapshot.nodes.iter();
        let values = nodes.filter_map(|info| info.node.labels.get(key));
        let mut values: Vec<&str> = values.map(|value| &names[value]).collect();
        order::sort(&mut values, Ord::cmp);
        values.dedup();
        if values.is_empty() {
            let last = names[key].rsplit('/').next().unwrap_or_default();
            return vec![format!("{last}-1")];
        }
        values.truncate(MOST_DOMAINS);
        values.into_iter().map(str::to_owned).collect()
    }

    /// An edit of a field of a constraint.
    fn constraint(
        self,
        info: &PodInfo,
        (at, constraint): (usize, &TopologySpreadConstraint),
        field: &str,
        (old, new): (Option<Value>, Value),
    ) -> Edit {
        let (object, mut way) = self.spec(info);
        way.push(Step::Key("topologySpreadConstraints".to_owned()));
        way.push(Step::Index(at));
        way.push(Step::Key(field.to_owned()));
        Edit {
            old,
            subject: self.objects.names[constraint.topology_key].to_owned(),
            ..new_edit(Family::Skew, object, way, new)
        }
    }
}

/// The maximum number of domains that are tried for a node without the key.
const MOST_DOMAINS: usize = 16;
