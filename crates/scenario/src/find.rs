//! Objects by a name.

use schedscope_answers::find::{FindAnswer, FindOptions, find};

use crate::{Desks, Engine};

impl Engine<'_, Desks> {
    /// The objects that a name can mean. O(objects).
    pub fn find(&mut self, options: &FindOptions) -> FindAnswer {
        let (desk, input) = self.desk(None);
        find(input.objects(), &desk.snapshot, options, |object| {
            input.locate(object, "").unwrap_or_default()
        })
    }
}
