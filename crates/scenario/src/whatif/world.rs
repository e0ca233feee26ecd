//! Where what-ifs edit the input and decide again: a text of its own, so that the scenario's text, decision and runs
//! stay as they are.

use schedscope_objects::{diagnostic::Encoding, objects::Objects, order};
use schedscope_placement::Session;
use schedscope_reader::Reader;
use schedscope_whatif::{Edit, Editor};

use super::{
    left_behind::whole_edits,
    search::{SearchKey, Searching},
    text_edits::Refused,
    works::{Work, WorkKey},
};
use crate::{TextEdit, playing::Playing};

/// A copy of a scenario's text with the session of its decisions.
#[derive(Debug, Default)]
pub(crate) struct World {
    /// The revision of the scenario's text that this is a copy of.
    of: Option<u64>,
    pub(super) input: Input,
    pub(super) session: Session,
    /// Sweeps, losses and the like in progress.
    pub(super) working: Playing<WorkKey, Option<Work>>,
    /// Those at their end, the latest last.
    pub(super) worked: Vec<(WorkKey, Option<Work>)>,
    /// Searches in progress, each with what it has counted.
    pub(super) searching: Playing<SearchKey, Searching>,
    /// Searches at their end, the latest last.
    pub(super) searched: Vec<(SearchKey, Searching)>,
}

/// A text that edits are made in and taken back.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) reader: Reader,
    /// What takes the edits back, the latest last.
    undo: Vec<TextEdit>,
}

impl World {
    /// The world of a text. O(text) where the text has changed since.
    pub(super) fn of(&mut self, reader: &Reader) -> &mut Self {
        if self.of != Some(reader.revision()) {
            *self = Self {
                of: Some(reader.revision()),
                input: Input {
                    reader: reader.clone(),
                    undo: Vec::new(),
                },
                ..Self::default()
            };
        }
        self
    }
}

impl Editor for Input {
    fn objects(&self) -> &Objects {
        self.reader.objects()
    }

    fn apply(&mut self, edits: &[Edit]) -> bool {
        self.undo();
        let [errors, ..] = self.reader.counts();
        let Some(found) = whole_edits(&self.reader, Encoding::Utf8, edits, Refused::Render)
            .into_iter()
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let mut changes: Vec<TextEdit> = found.into_iter().flatten().collect();
        // From the end, so that the others keep their places.
        order::sort(&mut changes, |a, b| b.from.cmp(&a.from));
        for TextEdit { from, to, insert } in changes {
            let old = self.reader.excerpt(from, to);
            self.reader.edit(from, to, &insert, Encoding::Utf8);
            self.undo.push(TextEdit {
                from,
                to: from + insert.len(),
                insert: old,
            });
        }
        // What the API server would refuse is not a change.
        if self.reader.counts()[0] > errors {
            self.undo();
            return false;
        }
        true
    }

    fn takes(&self, edits: &[Edit]) -> bool {
        let found = whole_edits(&self.reader, Encoding::Utf8, edits, Refused::Leave);
        found.iter().all(Option::is_some)
    }

    fn undo(&mut self) {
        while let Some(TextEdit { from, to, insert }) = self.undo.pop() {
            self.reader.edit(from, to, &insert, Encoding::Utf8);
        }
    }
}
