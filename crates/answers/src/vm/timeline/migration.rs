//! The migrations of a run.

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::timeline::ObjectKey;

use crate::vm::timeline::{MAX_LISTED, RunAnswers, series::seconds};

/// A migration.
#[answer]
pub struct VmMigration {
    /// The pod that leaves, `namespace/name`.
    pub pod: String,
    /// The pod that replaces it; `null`: none yet.
    pub target: Option<String>,
    /// The node that the pod leaves.
    pub from: String,
    /// The node that the pod goes to; `null`: no node had room.
    pub to: Option<String>,
    /// The time of the start, in seconds.
    #[ts(as = "schedscope_objects::types::Float")]
    pub started: f64,
    /// The time of the end, in seconds; `null`: it has not ended.
    #[ts(as = "Option<schedscope_objects::types::Float>")]
    pub ended: Option<f64>,
    /// The step of the start.
    pub start_step: u32,
    /// The step of the end; `null`: it has not ended.
    pub end_step: Option<u32>,
    /// Whether the migration failed.
    pub failed: bool,
}

impl RunAnswers<'_> {
    /// The VMs whose migrations start in the run, each once, in the order of the first. O(migrations).
    pub fn migrating_vms(&self) -> Vec<ObjectKey> {
        let mut known = FxHashSet::default();
        let migrations = self.run.migrations.iter();
        let vms = migrations.filter_map(|migration| self.run.inventory.get(migration.pod)?.vm);
        vms.filter(|vm| known.insert(*vm)).collect()
    }

    pub(super) fn migrations(&self) -> Vec<VmMigration> {
        let inventory = &self.run.inventory;
        let node = |node| inventory.node_name(node).to_owned();
        let pod = |pod| inventory.pod_key(pod).to_owned();
        let migrations = self.run.migrations.iter().take(MAX_LISTED);
        migrations
            .map(|migration| VmMigration {
                pod: pod(migration.pod),
                target: migration.target.map(pod),
                from: node(migration.from),
                to: migration.to.map(node),
                started: seconds(migration.started.1),
                ended: migration.ended.map(|(_, at)| seconds(at)),
                start_step: migration.started.0,
                end_step: migration.ended.map(|(step, _)| step),
                failed: migration.failed,
            })
            .collect()
    }
}
