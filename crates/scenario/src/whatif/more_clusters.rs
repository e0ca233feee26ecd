//! More clusters like one.

use schedscope_answers::{
    placement::{DecisionDetails, integer::Integer},
    whatif::more_clusters::{MoreClustersAnswer, MoreClustersOptions, NextCluster},
};
use schedscope_objects::id::Id as _;
use schedscope_whatif::placement::{more::MoreClusters, placement_name, sweep::Exchange};

use super::works::{LongQuestion, Work};
use crate::{QuestionError, Scenario};

impl Scenario {
    pub(super) fn more_clusters_work(
        &mut self,
        options: &MoreClustersOptions,
    ) -> Result<Work, QuestionError> {
        let of = self.named_cluster(&options.cluster)?;
        let (decide, _) = self.trial_options(options.decide.clone())?;
        let more = MoreClusters::new(self.reader.objects(), decide, of, options.most);
        let more = more.ok_or_else(|| QuestionError::NoCluster(options.cluster.clone()))?;
        Ok(Work::MoreClusters(Box::new(more)))
    }

    /// Lets more clusters like one join, and decides.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement or cluster.
    pub fn more_clusters(
        &mut self,
        options: &MoreClustersOptions,
    ) -> Result<MoreClustersAnswer, QuestionError> {
        let (key, work) = self.worked(LongQuestion::MoreClusters(options.clone()))?;
        let Work::MoreClusters(found) = &work else {
            return Err(QuestionError::NoDecision);
        };
        let (Some(before), Some(last)) = (&found.before, &found.last) else {
            return Err(QuestionError::NoDecision);
        };
        let details = DecisionDetails::new(last, &found.objects);
        let next = found.next().map(|next| NextCluster {
            state: details.state(next.index() as u32),
            rank: last.rank(next),
            total: last.total(next).map(Integer),
            reason: details.reason(next.index() as u32),
        });
        let summary = details.summary(0);
        // Both count the clusters of the text alike.
        let out = Exchange::between(before, last, options.decide.limit).out;
        let (missing_inputs, not_looked_at) = self.doubts(before);
        let answer = MoreClustersAnswer {
            object: placement_name(&before.placement, &found.objects.names),
            cluster: options.cluster.clone(),
            count: found.selected(),
            stopped: next.is_none(),
            before: before.selected_count(),
            after: last.selected_count(),
            out: self.cluster_list(&out),
            next,
            number_of_clusters: summary.number_of_clusters,
            spread_constraints: summary.spread_constraints,
            missing_inputs,
            not_looked_at,
        };
        self.keep_work((key, work));
        Ok(answer)
    }
}
