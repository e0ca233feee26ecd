//! Edits of the text for controls: a weight, the number of clusters, the mode of the prioritizer policy.

use schedscope_answer_macro::answer;
pub use schedscope_answers::edits::TextEdit;
use schedscope_whatif::{
    Edit, Family, StepSize, Value,
    edit::path,
    placement::{placement_name, weight_edit},
};

use crate::{
    Input,
    whatif::{Refused, text_edits},
};

/// Which weights prioritizers have that the policy of a placement does not name.
#[answer(Copy, Default, Eq)]
pub enum PrioritizerMode {
    /// Their defaults.
    #[default]
    Additive,
    /// None: they do not count.
    Exact,
}

schedscope_options::words! {
    PrioritizerMode { "Additive" = Additive, "Exact" = Exact, }
}

impl Input {
    /// The edits that set the weight of a prioritizer in the text; comments and layout stay. Empty if the text
    /// cannot take it (it has no such placement, or something else is in the way).
    pub fn weight_edit(&self, placement: usize, prioritizer: &str, weight: i32) -> Vec<TextEdit> {
        let objects = self.objects();
        let Some(placement) = objects.placements.get(placement) else {
            return Vec::new();
        };
        self.edited(weight_edit(
            placement,
            &objects.names,
            (prioritizer, 0),
            weight,
        ))
    }

    /// The edits that set `numberOfClusters` in the text; `None`: all, so the field goes.
    pub fn number_of_clusters_edit(&self, placement: usize, number: Option<i64>) -> Vec<TextEdit> {
        let new = number.map(Value::Integer);
        self.field_edit(placement, Family::Count, "spec.numberOfClusters", new)
    }

    /// The edits that set the mode of the prioritizer policy in the text.
    pub fn mode_edit(&self, placement: usize, mode: PrioritizerMode) -> Vec<TextEdit> {
        let new = Some(Value::text(match mode {
            PrioritizerMode::Additive => "Additive",
            PrioritizerMode::Exact => "Exact",
        }));
        self.field_edit(
            placement,
            Family::Weight,
            "spec.prioritizerPolicy.mode",
            new,
        )
    }

    fn field_edit(
        &self,
        placement: usize,
        family: Family,
        field: &str,
        new: Option<Value>,
    ) -> Vec<TextEdit> {
        let objects = self.objects();
        let Some(placement) = objects.placements.get(placement) else {
            return Vec::new();
        };
        self.edited(Edit {
            family,
            object: placement_name(placement, &objects.names),
            path: path(field),
            old: None,
            new,
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(0),
        })
    }

    fn edited(&self, edit: Edit) -> Vec<TextEdit> {
        let edits = text_edits(self, &[edit], Refused::Leave).into_iter();
        edits.flatten().flatten().collect()
    }
}
