//! More clusters like one.

use schedscope_answers::{
    placement::{DecisionDetails, integer::Integer},
    whatif::more_clusters::{MoreClustersAnswer, MoreClustersOptions, MoreOfCluster, NextCluster},
};
use schedscope_objects::id::{ClusterId, Id as _};
use schedscope_whatif::placement::{more::MoreClusters, placement_name, sweep::Exchange};

use super::{
    sweep::wrong,
    works::{LongQuestion, Work},
};
use crate::{QuestionError, Scenario};

impl Scenario {
    pub(super) fn more_clusters_work(
        &mut self,
        options: &MoreClustersOptions,
    ) -> Result<Work, QuestionError> {
        let like = match (&options.cluster, &options.label) {
            (Some(name), None) => vec![self.named_cluster(name)?],
            (None, Some(label)) => self.clusters_of_label(label)?,
            _ => {
                return Err(wrong(
                    "moreClusters: name either `cluster` or `label`, not both",
                ));
            }
        };
        let (decide, _) = self.trial_options(options.decide.clone())?;
        let more = MoreClusters::new(self.reader.objects(), decide, &like, options.most);
        Ok(Work::MoreClusters(Box::new(
            more.ok_or(QuestionError::NoDecision)?,
        )))
    }

    /// Lets more clusters like one join, and decides.
    ///
    /// # Errors
    /// Not one of `cluster` and `label` is named; `now` is not a time; the text has no such placement or cluster, or no
    /// cluster with the label.
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
        let next = |next: ClusterId| NextCluster {
            state: details.state(next.index() as u32),
            rank: last.rank(next),
            total: last.total(next).map(Integer),
            reason: details.reason(next.index() as u32),
        };
        let kinds = found.kinds.iter().enumerate();
        let kinds = kinds.take(options.decide.limit);
        let kinds = kinds.map(|(at, kind)| MoreOfCluster {
            cluster: found.objects.cluster_name(kind.cluster).to_owned(),
            joined: kind.joined,
            count: found.selected(Some(at)),
            next: found.not_selected(Some(at)).map(next),
        });
        let summary = details.summary(0);
        // The clusters of the text have the same ids in both decisions.
        let out = Exchange::between(before, last, options.decide.limit).out;
        let (missing_inputs, not_looked_at) = self.doubts(before);
        let answer = MoreClustersAnswer {
            object: placement_name(&before.placement, &found.objects.names),
            cluster: options.cluster.clone(),
            label: options.label.clone(),
            count: found.selected(None),
            stopped: !found.is_over(),
            before: before.selected_count(),
            after: last.selected_count(),
            out: self.cluster_list(&out),
            next: found.next().map(next),
            kinds: kinds.collect(),
            kinds_total: found.kinds.len(),
            number_of_clusters: summary.number_of_clusters,
            spread_constraints: summary.spread_constraints,
            missing_inputs,
            not_looked_at,
        };
        self.keep_work((key, work));
        Ok(answer)
    }
}
