//! The copy of the input that what-ifs edit and decide again, so that the scenario's text, decision and runs do not
//! change.

use schedscope_objects::{diagnostic::Encoding, objects::Objects, order};
use schedscope_placement::{DecisionOptions, Session};
use schedscope_whatif::{Edit, Editor, placement::Trials};

use super::{
    left_behind::whole_edits,
    text_edits::Refused,
    works::{WorkInput, Works},
};
use crate::{Input, TextEdit};

/// A copy of a scenario's text with the session of its decisions.
#[derive(Debug, Default)]
pub(crate) struct EditedCopy {
    /// The revision of the scenario's text that this is a copy of.
    of: Option<u64>,
    pub(super) trial: Trial,
    pub(super) session: Session,
    /// Searches, sweeps, losses and other works.
    pub(super) works: Works,
}

/// An input in which edits are made and undone.
#[derive(Debug, Default)]
pub(crate) struct Trial {
    pub(super) input: Input,
    /// The edits that undo the edits made, the latest last.
    undo: Vec<TextEdit>,
}

impl EditedCopy {
    /// The copy of the current text. O(text) if the text has changed since.
    pub(super) fn of(&mut self, input: &Input) -> &mut Self {
        if self.of != Some(input.reader.revision()) {
            *self = Self {
                of: Some(input.reader.revision()),
                trial: Trial {
                    input: Input {
                        reader: input.reader.clone(),
                        encoding: Encoding::Utf8,
                    },
                    undo: Vec::new(),
                },
                ..Self::default()
            };
        }
        self
    }

    /// Prepares at most `left` decisions on trial.
    pub(super) fn trials(&mut self, options: DecisionOptions, left: usize) -> Trials<'_> {
        Trials {
            editor: &mut self.trial,
            session: &mut self.session,
            options,
            left,
        }
    }

    /// The works, and the input to advance them on.
    pub(super) fn parts<'a>(&'a mut self, input: &'a Input) -> (&'a mut Works, WorkInput<'a>) {
        let on = WorkInput {
            trial: &mut self.trial,
            session: &mut self.session,
            objects: input.objects(),
        };
        (&mut self.works, on)
    }
}

impl Editor for Trial {
    fn objects(&self) -> &Objects {
        self.input.objects()
    }

    fn apply(&mut self, edits: &[Edit]) -> bool {
        self.undo();
        let [errors, ..] = self.input.reader.counts();
        let Some(found) = whole_edits(&self.input, edits, Refused::Render)
            .into_iter()
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let mut changes: Vec<TextEdit> = found.into_iter().flatten().collect();
        // From the end, so that the other edits keep their places.
        order::sort(&mut changes, |a, b| b.from.cmp(&a.from));
        for TextEdit { from, to, insert } in changes {
            let old = self.input.reader.excerpt(from, to);
            self.input.reader.edit(from, to, &insert, Encoding::Utf8);
            self.undo.push(TextEdit {
                from,
                to: from + insert.len(),
                insert: old,
            });
        }
        // An edit that the API server would reject is not a change.
        if self.input.reader.counts()[0] > errors {
            self.undo();
            return false;
        }
        true
    }

    fn takes(&self, edits: &[Edit]) -> bool {
        let found = whole_edits(&self.input, edits, Refused::Leave);
        found.iter().all(Option::is_some)
    }

    fn undo(&mut self) {
        while let Some(TextEdit { from, to, insert }) = self.undo.pop() {
            self.input.reader.edit(from, to, &insert, Encoding::Utf8);
        }
    }
}
