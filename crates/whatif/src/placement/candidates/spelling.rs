//! Corrections of misspelt names.

use schedscope_objects::{misspelt::nearest_or_abbreviated, placement::PrioritizerConfig};
use schedscope_placement::prioritizer::{PrioritizerKind, built_ins};

use super::{Candidates, EditSource};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Candidate};

impl EditSource<'_> {
    /// Replaces unknown prioritizer names by the nearest built-in, or by the only one that they abbreviate: each name
    /// alone, and all of them together.
    pub(super) fn spelling(&self) -> Candidates {
        let mut unknown = self.decision.plan.entries.iter();
        if !unknown.any(|entry| entry.kind == PrioritizerKind::Unknown) {
            return Candidates::all(Vec::new());
        }
        let policy = self.decision.placement.spec.prioritizer_policy.as_ref();
        let configurations = policy.map_or(&[][..], |policy| &policy.configurations);
        let edits = configurations.iter().enumerate();
        let edits = edits.filter_map(|(at, config)| self.put_right(at, config));
        let edits: Candidate = edits.collect();
        let mut list: Vec<Candidate> = edits.iter().map(|edit| vec![edit.clone()]).collect();
        if edits.len() > 1 {
            list.push(edits);
        }
        Candidates::all(list)
    }

    fn put_right(&self, at: usize, config: &PrioritizerConfig) -> Option<Edit> {
        let (key, name) = match (&config.score_coordinate, &config.name) {
            (Some(coordinate), _) if coordinate.kind == "AddOn" => return None,
            (Some(coordinate), _) => ("scoreCoordinate.builtIn", coordinate.built_in.as_str()),
            (None, name) => ("name", name.as_deref()?),
        };
        let known = built_ins(self.decision.options.profile);
        let new = nearest_or_abbreviated(name, known)?;
        let mut way = path("spec.prioritizerPolicy.configurations");
        way.push(Step::Index(at));
        way.extend(path(key));
        Some(Edit {
            step: StepSize::of(1),
            ..self.placement_edit(
                Family::Name,
                way,
                Some(Value::text(name)),
                Some(Value::text(new)),
            )
        })
    }
}
