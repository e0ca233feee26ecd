//! Objects by a name.

use schedscope_answers::find::{FindAnswer, FindOptions, find};

use crate::{ClusterStates, Engine};

impl Engine<'_, ClusterStates> {
    /// The objects that a name can mean. O(objects).
    pub fn find(&mut self, options: &FindOptions) -> FindAnswer {
        let (cluster, input) = self.cluster(None);
        find(input.objects(), &cluster.snapshot, options, |object| {
            input.locate(object, "").unwrap_or_default()
        })
    }
}
