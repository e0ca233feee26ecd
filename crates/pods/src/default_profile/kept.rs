//! Cached scores of nodes for equivalent pods, by the plugins that do not look at other pods.

use super::{
    PluginWeights, ScoreInput, ScorePlugin, balanced_allocation, image_locality, least_allocated,
    node_affinity, share_of_largest, taint_toleration,
};
use crate::node::NodeInfo;

/// The inputs that do not change when pods are added or removed.
#[derive(Debug)]
pub struct KeptScores {
    weights: PluginWeights,
    /// By node, as many as there are: how many taints are not tolerated, the weights of preferred terms. Empty: 0.
    compared: [Vec<i64>; 2],
    /// The scores for images times their weight.
    images: Vec<i64>,
}

impl KeptScores {
    /// Looks at all nodes of the input. O(nodes x (taints x tolerations + terms + images)).
    pub fn new(input: &ScoreInput<'_>, weights: PluginWeights) -> Self {
        let compared = |raw: Option<Vec<i64>>, plugin| {
            let weight = weights.of(plugin);
            let raw = raw.filter(|raw| weight != 0 && raw.iter().any(|raw| *raw != 0));
            raw.unwrap_or_default()
        };
        let weight = weights.of(ScorePlugin::ImageLocality);
        let images = (weight != 0).then(|| image_locality::scores(input));
        let images = images.unwrap_or_default().into_iter();
        Self {
            weights,
            compared: [
                compared(
                    Some(taint_toleration::raw(input)),
                    ScorePlugin::TaintToleration,
                ),
                compared(node_affinity::raw(input), ScorePlugin::NodeAffinity),
            ],
            images: images.map(|score| score.saturating_mul(weight)).collect(),
        }
    }

    /// The part of the total of the node at this index that does not depend on other nodes; the nodes of the input are
    /// not read. O(resources), without allocation if no strategy is configured.
    pub fn own(&self, at: usize, input: &ScoreInput<'_>, node: &NodeInfo) -> i64 {
        let of = |plugin, score: &dyn Fn() -> Option<i64>| {
            let weight = self.weights.of(plugin);
            if weight == 0 {
                return 0;
            }
            score().unwrap_or(0).saturating_mul(weight)
        };
        let free = of(ScorePlugin::NodeResourcesFit, &|| {
            Some(least_allocated::score(input, node))
        });
        let even = of(ScorePlugin::NodeResourcesBalancedAllocation, &|| {
            balanced_allocation::score(input, node)
        });
        let images = self.images.get(at).copied().unwrap_or(0);
        images.saturating_add(free).saturating_add(even)
    }

    /// What every node adds, or `None`: they must be compared.
    pub fn constant(&self) -> Option<i64> {
        let [taints, terms] = &self.compared;
        let all = self.weights.of(ScorePlugin::TaintToleration);
        (taints.is_empty() && terms.is_empty()).then(|| all.saturating_mul(100))
    }

    /// Adds what feasible nodes, by their places, get in comparison with each other. O(nodes).
    pub fn add_compared(&self, places: &[usize], totals: &mut [i64]) {
        let plugins = [ScorePlugin::TaintToleration, ScorePlugin::NodeAffinity];
        for ((plugin, raw), is_reversed) in
            plugins.into_iter().zip(&self.compared).zip([true, false])
        {
            let of = |at: &usize| raw.get(*at).copied().unwrap_or(0);
            let raw: Vec<i64> = places.iter().map(of).collect();
            let weight = self.weights.of(plugin);
            add(totals, &share_of_largest(&raw, is_reversed), weight);
        }
    }
}

/// Adds scores times a weight.
fn add(totals: &mut [i64], scores: &[i64], weight: i64) {
    for (total, score) in totals.iter_mut().zip(scores) {
        *total = total.saturating_add(score.saturating_mul(weight));
    }
}
