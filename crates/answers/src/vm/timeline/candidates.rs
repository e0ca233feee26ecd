//! The nodes that were scored for a pod.

use schedscope_answer_macro::answer;
use schedscope_vm::{
    plugin::Plugin,
    refusal::PluginCode,
    timeline::act::{Act, ActOutcome, RunStep, moved},
};

use crate::vm::{problem::VmProblem, timeline::RunAnswers};

/// A node that was scored for a pod.
#[answer(Eq)]
pub struct VmCandidate {
    /// The node.
    pub node: String,
    /// The code of Filter or Score.
    pub code: PluginCode,
    /// The reason why the node was refused; `null`: the pod fits.
    pub problem: Option<VmProblem>,
    /// The score, from 0 to 100; `null`: the node was refused.
    #[ts(type = "number | null")]
    pub score: Option<u64>,
    /// Whether the node was chosen.
    pub chosen: bool,
}

impl RunAnswers<'_> {
    /// The nodes that a step scored, best first.
    pub(super) fn candidates(&self, before: &mut Plugin, entry: &RunStep) -> Vec<VmCandidate> {
        let inventory = &self.run.inventory;
        let Some(pod) = entry.pod else {
            return Vec::new();
        };
        let stated = inventory.get(pod).map(|pod| &pod.spec);
        let (spec, except) = match entry.act {
            Act::Schedule => (stated.cloned(), None),
            Act::MigrationReserve => {
                let migration = self
                    .run
                    .migrations
                    .iter()
                    .find(|migration| migration.target == Some(pod));
                (stated.cloned(), migration.map(|migration| migration.from))
            }
            Act::MigrationWaits => {
                let spec = before.vm(pod).zip(stated);
                let spec = spec.map(|(vm, spec)| moved(spec, vm.uses));
                (spec, entry.node)
            }
            _ => return Vec::new(),
        };
        let Some(spec) = spec else {
            return Vec::new();
        };
        let is_taken = matches!(entry.outcome, ActOutcome::PluginPoint(PluginCode::Success));
        let found = inventory.survey(before, &spec, except);
        let found = found.into_iter().map(|candidate| {
            let (code, problem, score) = match candidate.score {
                Ok(score) => (PluginCode::Success, None, Some(score)),
                Err(refusal) => (refusal.code, Some((&refusal.reason).into()), None),
            };
            VmCandidate {
                node: inventory.node_name(candidate.node).to_owned(),
                code,
                problem,
                score,
                chosen: is_taken && entry.node == Some(candidate.node),
            }
        });
        found.collect()
    }
}
