//! The scorers that pick, with their weights.

use std::sync::Arc;

use schedscope_objects::{
    kubernetes_version::KubernetesVersion, names::Symbol, pod::Pod, word::Word as _,
};
use schedscope_pods::{
    default_profile::{DEFAULT_PROFILE, PLUGINS, PluginWeights, ScorePlugin},
    fit::FitContext,
    node::NodeInfo,
    score::{Scorer, scorer_named},
    snapshot::PodInfo,
};

use super::{NEVER, NodeScoreColumn};

pub(super) struct WeightedScorer {
    scorer: Box<dyn Scorer>,
    weight: i64,
}

impl WeightedScorer {
    /// The score of a node that the pod fits.
    pub(super) fn score(&self, info: &PodInfo, node: &NodeInfo) -> i64 {
        let scores = self.scorer.score(&info.request, &[node]);
        // A scorer that does not apply scores all nodes the same.
        let score = scores.and_then(|scores| scores.first().copied());
        score.unwrap_or(0).max(NEVER + 1)
    }
}

/// Plugins of the default profile and other scorers, whose scores times weights are summed.
pub(super) struct Blend {
    scorers: Vec<WeightedScorer>,
    /// The weight of the pod's profile, on top of those of its plugins.
    profile: i64,
    /// Further weights of plugins.
    plugins: [i64; PLUGINS],
}

impl Blend {
    /// Without a scorer, the default profile.
    pub(super) fn new(scorers: &[(&'static str, i64)], version: KubernetesVersion) -> Self {
        let mut blend = Self {
            scorers: Vec::new(),
            profile: i64::from(scorers.is_empty()),
            plugins: [0; PLUGINS],
        };
        for (name, weight) in scorers {
            if *name == DEFAULT_PROFILE {
                blend.profile += weight;
            } else if let Some(plugin) = ScorePlugin::of(name) {
                blend.plugins[plugin as usize] += weight;
            } else {
                blend.scorers.push(WeightedScorer {
                    scorer: scorer_named(name, version),
                    weight: *weight,
                });
            }
        }
        blend
    }

    /// The weights of the plugins for a pod; `None` if no plugin runs. O(profiles).
    pub(super) fn weights(&self, on: FitContext<'_>) -> Option<PluginWeights> {
        if self.profile == 0 && self.plugins == [0; PLUGINS] {
            return None;
        }
        let profile = on.snapshot.profile_of(&on.pod.pod);
        let mut weights = profile.map_or_else(PluginWeights::default, |profile| profile.weights);
        for (weight, more) in weights.0.iter_mut().zip(self.plugins) {
            *weight = weight.saturating_mul(self.profile).saturating_add(more);
        }
        Some(weights)
    }

    /// Whether a single scorer picks, whose scores need not be normalised.
    fn is_single(&self) -> bool {
        self.scorers.len() == 1 && self.profile == 0 && self.plugins == [0; PLUGINS]
    }

    /// The scorers whose normalised scores are added.
    pub(super) fn added(&self) -> &[WeightedScorer] {
        if self.is_single() { &[] } else { &self.scorers }
    }

    /// The score by the only scorer.
    pub(super) fn score(&self, info: &PodInfo, node: &NodeInfo) -> i64 {
        let only = self.scorers.first().filter(|_| self.is_single());
        only.map_or(0, |only| only.score(info, node))
    }

    /// The totals of feasible nodes, by their places in the order of the names, without plugins that look at other
    /// pods. Scores are normalised over these nodes, as kube-scheduler does. O(nodes x scorers).
    pub(super) fn totals(&self, column: &NodeScoreColumn, places: &[usize]) -> Vec<i64> {
        let own = column.scores.as_slice();
        let of = |scores: &[i64]| -> Vec<i64> {
            let scores = places.iter().map(|at| scores.get(*at).copied());
            scores.map(Option::unwrap_or_default).collect()
        };
        let mut totals = of(own);
        for (by, scores) in self.added().iter().zip(&column.others) {
            let normalised = by.scorer.normalise(&of(scores.as_slice()));
            for (total, score) in totals.iter_mut().zip(normalised) {
                *total = total.saturating_add(score.saturating_mul(by.weight));
            }
        }
        if let Some(kept) = &column.kept {
            kept.add_compared(places, &mut totals);
        }
        totals
    }
}

/// Whether plugins that do not look at other pods score nodes the same for two pods that fit the same nodes.
pub(super) fn is_alike(one: &PodInfo, two: &PodInfo) -> bool {
    let (one, two) = (&one.pod, &two.pod);
    if Arc::ptr_eq(one, two) {
        return true;
    }
    let [preferred, of_two] = [&**one, &**two].map(|pod: &Pod| {
        let constraints = pod.constraints.as_deref()?;
        constraints.preferred_node_affinity.as_deref()
    });
    one.scheduler_name == two.scheduler_name && images(one).eq(images(two)) && preferred == of_two
}

/// The images of containers, then those of volumes.
fn images(pod: &Pod) -> impl Iterator<Item = (bool, Symbol)> {
    let containers = pod.init_containers.iter().chain(&pod.containers);
    let volumes = pod.constraints.iter().flat_map(|rare| &rare.image_volumes);
    let containers = containers.map(|container| (false, container.image));
    containers.chain(volumes.map(|image| (true, *image)))
}
