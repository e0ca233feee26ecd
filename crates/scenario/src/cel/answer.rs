//! What the evaluator says.

use schedscope_objects::clusters::Slot;
use schedscope_placement::cel::CelError;
use schedscope_reader::Reader;
use schedscope_text::{
    json,
    json::Part,
    tree::{Tree, ValueId, ValueKind},
};

use crate::cel::{Asked, Cel, known::Found};

/// A verdict: no, yes, out of steps, over the hub's cost limit; from here on which error.
const NO: usize = 0;
const YES: usize = 1;
const OUT_OF_STEPS: usize = 2;
const OVER_COST: usize = 3;
const FIRST_ERROR: usize = 4;

impl Cel {
    /// Takes an answer. `None`: it is none to what was asked.
    pub(super) fn answer(&mut self, reader: &Reader, answer: &str) -> Option<()> {
        let mut tree = Tree::default();
        let read = json::parse(answer, Part::Value, &mut tree);
        let answer = Answer {
            tree: &tree,
            source: answer,
        };
        let root = tree.root().filter(|_| read.is_ok());
        let id = root.and_then(|root| answer.number(tree.get(root, "id", answer.source)?));
        if id.is_some_and(|id| id as u64 != self.questions) {
            // Something else was asked meanwhile: whoever asks again is asked about what is not known yet.
            return Some(());
        }
        let asked = self.asked.take()?;
        let taken = root.and_then(|root| self.take(reader, &asked, root, &answer));
        if taken.is_none() {
            // Whoever asks again is asked about the same clusters again.
            self.round = None;
        }
        taken
    }

    fn take(
        &mut self,
        reader: &Reader,
        asked: &Asked,
        root: ValueId,
        answer: &Answer<'_>,
    ) -> Option<()> {
        match asked {
            Asked::Compile(asked) => {
                let answers = answer.items(root, "compiled")?;
                if answers.len() != asked.len() {
                    return None;
                }
                let answers = answers.into_iter().map(|node| answer.error(node));
                let answers: Vec<Option<CelError>> = answers.collect::<Option<_>>()?;
                self.compiled.extend(asked.iter().cloned().zip(answers));
                Some(())
            }
            Asked::Clusters(asked) => self.take_verdicts(reader, root, answer, asked),
        }
    }

    fn take_verdicts(
        &mut self,
        reader: &Reader,
        root: ValueId,
        answer: &Answer<'_>,
        asked: &[(Slot, Vec<usize>)],
    ) -> Option<()> {
        let verdicts = answer.items(root, "verdicts")?;
        let errors = answer.items(root, "errors")?;
        let errors: Vec<&str> = errors.into_iter().map(|node| answer.text(node)).collect();
        let steps = answer.items(root, "steps")?.into_iter();
        let steps: Vec<usize> = steps
            .map(|node| answer.number(node))
            .collect::<Option<_>>()?;
        let costs = answer.items(root, "costs").unwrap_or_default();
        let round = self.round.as_mut()?;
        if verdicts.len() != asked.len() || steps.len() != round.columns {
            return None;
        }
        let mut found = Vec::new();
        for (place, (node, (slot, of))) in verdicts.into_iter().zip(asked).enumerate() {
            let mut costs = costs
                .get(place)
                .into_iter()
                .flat_map(|costs| answer.tree.items(*costs));
            let codes: Vec<ValueId> = answer.tree.items(node).collect();
            if codes.len() != of.len() {
                return None;
            }
            for (code, column) in codes.into_iter().zip(of) {
                let verdict = match answer.number(code)? {
                    NO => Some(Found::Verdict(false)),
                    YES => Some(Found::Verdict(true)),
                    OUT_OF_STEPS => None,
                    OVER_COST => Some(Found::OverCost),
                    error => Some(Found::Error(errors.get(error - FIRST_ERROR)?)),
                };
                let cost = costs.next().and_then(|cost| answer.number(cost));
                found.push((*slot, *column, verdict, cost.unwrap_or(0) as u32));
            }
        }
        // The text may be another one by now; slots mean what they meant unless all of it is.
        if self.generation != reader.generation() {
            return Some(());
        }
        let unused = self.columns.len() - round.columns;
        for (slot, column, verdict, cost) in found {
            if let Some(column) = self.columns.get_mut(unused + column) {
                column.set_cost(slot, cost);
                match verdict {
                    Some(verdict) => column.set(slot, verdict),
                    None => column.exhaust(slot),
                }
            }
        }
        let revision = round.revision;
        for (column, steps) in self.columns[unused..].iter_mut().zip(steps) {
            if column.take(steps as u64, revision) {
                self.round = None;
            }
        }
        Some(())
    }
}

struct Answer<'t> {
    tree: &'t Tree,
    source: &'t str,
}

impl<'t> Answer<'t> {
    fn items(&self, node: ValueId, key: &str) -> Option<Vec<ValueId>> {
        let list = self.tree.get(node, key, self.source)?;
        let is_list = self.tree.kind(list) == ValueKind::Sequence;
        is_list.then(|| self.tree.items(list).collect())
    }

    fn text(&self, node: ValueId) -> &'t str {
        self.tree.text(node, self.source)
    }

    fn number(&self, node: ValueId) -> Option<usize> {
        self.text(node).parse().ok()
    }

    /// Why an expression does not compile: nothing, or an error; `None` where this is neither.
    #[allow(clippy::option_option)]
    fn error(&self, node: ValueId) -> Option<Option<CelError>> {
        if self.tree.is_null(node, self.source) {
            return Some(None);
        }
        let get = |node, key| self.tree.get(node, key, self.source);
        let first = get(node, "first")?;
        let number = |key| self.number(get(first, key)?);
        Some(Some(CelError {
            message: self.text(get(node, "message")?).to_owned(),
            problem: self.text(get(first, "message")?).to_owned(),
            line: number("line")? as u32,
            column: number("column")? as u32,
            offset: number("offset")?,
        }))
    }
}
