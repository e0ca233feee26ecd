//! Edits of the text for controls: a weight, the number of clusters.

use schedscope_objects::placement::{Placement, PrioritizerConfig};
use schedscope_text::tree::{Tree, ValueId};
use schedscope_text_edit::{self as edit, Edit, PathStep, Value};
use serde::Serialize;

use crate::Scenario;

/// An edit of a text: replaces the UTF-16 code units `[from, to)` by `insert`. (Rust callers choose the unit.)
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextEdit {
    /// The offset of the first replaced code unit.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub from: usize,
    /// The offset after the last replaced code unit.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub to: usize,
    /// The text to insert.
    pub insert: String,
}

impl Scenario {
    /// The edits that set the weight of a prioritizer in the text; comments and layout stay. Empty if the text
    /// cannot take it (it has no such placement, or something else is in the way).
    pub fn weight_edit(&self, placement: usize, prioritizer: &str, weight: i32) -> Vec<TextEdit> {
        let Some(placement) = self.reader.objects().placements.get(placement) else {
            return Vec::new();
        };
        let policy = placement.spec.prioritizer_policy.as_ref();
        let configurations = policy.map_or(&[][..], |policy| &policy.configurations);
        let configured = configurations
            .iter()
            .rposition(|config| self.configured_name(config) == prioritizer);
        let weight = Value::number(i64::from(weight));
        let list = [
            PathStep::Key("spec"),
            PathStep::Key("prioritizerPolicy"),
            PathStep::Key("configurations"),
        ];
        if let Some(index) = configured {
            let path = [
                &list[..],
                &[PathStep::Index(index), PathStep::Key("weight")],
            ]
            .concat();
            return self.set(placement, &path, weight);
        }
        let name = Value::Text(prioritizer.to_owned());
        let score = prioritizer
            .strip_prefix("AddOn/")
            .and_then(|rest| rest.split_once('/'));
        // Written as the others are: the short form, which built-ins have, where only that is used.
        let is_short = !configurations.is_empty()
            && !prioritizer.starts_with("AddOn/")
            && configurations
                .iter()
                .all(|config| config.score_coordinate.is_none());
        let first = match score {
            None if is_short => ("name", name),
            None => {
                let coordinate = vec![
                    ("type", Value::Text("BuiltIn".to_owned())),
                    ("builtIn", name),
                ];
                ("scoreCoordinate", Value::Map(coordinate))
            }
            Some((resource, score)) => {
                let add_on = vec![
                    ("resourceName", Value::Text(resource.to_owned())),
                    ("scoreName", Value::Text(score.to_owned())),
                ];
                let coordinate = vec![
                    ("type", Value::Text("AddOn".to_owned())),
                    ("addOn", Value::Map(add_on)),
                ];
                ("scoreCoordinate", Value::Map(coordinate))
            }
        };
        let path = [&list[..], &[PathStep::Append]].concat();
        self.set(
            placement,
            &path,
            Value::Map(vec![first, ("weight", weight)]),
        )
    }

    /// The edits that set `numberOfClusters` in the text; `None`: all, so the field goes.
    pub fn number_of_clusters_edit(&self, placement: usize, number: Option<i64>) -> Vec<TextEdit> {
        let Some(placement) = self.reader.objects().placements.get(placement) else {
            return Vec::new();
        };
        match number {
            Some(number) => {
                let path = [PathStep::Key("spec"), PathStep::Key("numberOfClusters")];
                self.set(placement, &path, Value::number(number))
            }
            None => self.edits(placement, |source, tree, root| {
                edit::remove(source, tree, root, &["spec", "numberOfClusters"])
            }),
        }
    }

    fn set(&self, placement: &Placement, path: &[PathStep<'_>], value: Value) -> Vec<TextEdit> {
        self.edits(placement, |source, tree, root| {
            edit::set(source, tree, root, path, value)
        })
    }

    fn edits(
        &self,
        placement: &Placement,
        edit: impl FnOnce(&str, &Tree, ValueId) -> Option<Edit>,
    ) -> Vec<TextEdit> {
        let name = self.placement_name(placement);
        let edit = self
            .reader
            .with_tree(&name, |tree, source, root, chunk, base| {
                let edit = edit(source, tree, root)?;
                Some(TextEdit {
                    from: self.reader.offset(chunk, base + edit.from, self.encoding),
                    to: self.reader.offset(chunk, base + edit.to, self.encoding),
                    insert: edit.insert,
                })
            });
        edit.flatten().into_iter().collect()
    }

    /// The name that a configuration goes by.
    fn configured_name(&self, config: &PrioritizerConfig) -> String {
        let names = &self.reader.objects().names;
        match (&config.score_coordinate, &config.name) {
            (Some(coordinate), _) => match (&coordinate.add_on, coordinate.kind.as_str()) {
                (Some(add_on), "AddOn") => {
                    format!(
                        "AddOn/{}/{}",
                        &names[add_on.resource_name], &names[add_on.score_name]
                    )
                }
                _ => coordinate.built_in.clone(),
            },
            (None, Some(name)) => name.clone(),
            (None, None) => String::new(),
        }
    }
}
