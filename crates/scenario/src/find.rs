//! Objects by a name.

use schedscope_answers::find::{FindAnswer, FindOptions, find};

use crate::Scenario;

impl Scenario {
    /// The objects that a name can mean. O(objects).
    pub fn find(&mut self, options: &FindOptions) -> FindAnswer {
        let encoding = self.input.encoding;
        let (desk, reader) = self.desk_and_reader(None);
        find(reader.objects(), &desk.snapshot, options, |object| {
            reader.locate(object, "", encoding).unwrap_or_default()
        })
    }
}
