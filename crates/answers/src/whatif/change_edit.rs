//! An edit of a change, and where it is made in the input.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    by_name::ByName,
    diagnostic::{ObjectName, TextRange},
    namespaced_name::NamespacedName,
    objects::Objects,
};
use schedscope_quantity::double::double;
use schedscope_whatif::{
    Edit, Family, Value,
    edit::{Step, path_text},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use crate::{
    edits::TextEdit,
    placement::integer::Integer,
    whatif::edited_pod::{limit_range_of, template_of},
};

/// An edit of one field of an object, or of a whole object.
#[answer]
pub struct ChangeEdit {
    /// What it changes.
    pub family: Family,
    /// The object.
    pub object: ObjectName,
    /// The owner whose pod template is to be edited. Absent: the object itself is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template_of: Option<ObjectName>,
    /// The `LimitRange` that gives a new pod the amount in `from`. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_range: Option<NamespacedName>,
    /// The path of the field, such as `spec.numberOfClusters`; empty: the object itself.
    pub path: String,
    /// The keys and indices of the path; empty: the object itself.
    #[ts(type = "(string | number)[]")]
    pub keys: Vec<EditKey>,
    /// The value before; `null`: the input does not have the field, or the object.
    #[ts(type = "string | number | boolean | object | null")]
    pub old: Option<EditValue>,
    /// The value after; `null`: the field, or the object, is removed.
    #[ts(type = "string | number | boolean | object | null")]
    pub new: Option<EditValue>,
    /// What the path does not name, such as the prioritizer of a weight; empty: nothing.
    pub subject: String,
    /// The number of new pods that a raised `ResourceQuota` lets through; absent: one, or another edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub pods: Option<usize>,
    /// The node that an added one is like; absent: it adds none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub like: Option<NodeLike>,
    /// The number in force before; `null`: none, or the edit does not change a number.
    pub from: Option<Integer>,
    /// The number in force after; `null`: none, or the edit does not change a number.
    pub to: Option<Integer>,
    /// The edits of the input as it is, which keep comments and layout. Edits of one object stand together at the first
    /// of them; behind those of the first object that is removed, one for each timeline that says something of what is
    /// removed. Empty otherwise: the input cannot take it as it is written; `range` tells where to make it.
    pub text_edits: Vec<TextEdit>,
    /// Whether the input can take it as it is written.
    pub writable: bool,
    /// The range of the field, or of its nearest parent; `null`: the object is new.
    pub range: Option<TextRange>,
}

/// The node that an added one is like: options of `nodesNeeded`.
#[answer(Eq)]
pub struct NodeLike {
    /// Its name.
    pub like: String,
    /// The labels in which the added one differs.
    #[ts(type = "Record<string, string>")]
    pub labels: ByName<String>,
}

/// A key or an index of a path, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditKey(pub Step);

impl Serialize for EditKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Step::Key(key) => serializer.serialize_str(key),
            Step::Index(index) => index.serialize(serializer),
        }
    }
}

/// A value of a field, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditValue(pub Value);

impl Serialize for EditValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Value::Integer(number) => Integer(*number).serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Plain(text) => match double(text) {
                Some(number) => serializer.serialize_f64(number),
                None => serializer.serialize_bool(text == "true"),
            },
            Value::List(items) => serializer.collect_seq(items.iter().cloned().map(EditValue)),
            Value::Map(fields) => {
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in fields {
                    map.serialize_entry(key, &EditValue(value.clone()))?;
                }
                map.end()
            }
        }
    }
}

/// An edit with where it is made in the input. `text_edits`: `None`: the input cannot take it.
pub fn change_edit(
    objects: &Objects,
    edit: &Edit,
    text_edits: Option<Vec<TextEdit>>,
    range: Option<TextRange>,
) -> ChangeEdit {
    let (from, to) = edit.numbers.unwrap_or_default();
    ChangeEdit {
        family: edit.family,
        object: edit.object.clone(),
        template_of: template_of(objects, edit),
        limit_range: limit_range_of(objects, edit),
        path: path_text(&edit.path),
        keys: edit.path.iter().cloned().map(EditKey).collect(),
        old: edit.old.clone().map(EditValue),
        new: edit.new.clone().map(EditValue),
        subject: edit.subject.clone(),
        like: edit.model.as_ref().map(|model| {
            let mut labels = ByName::default();
            for (key, value) in &model.labels {
                labels.insert(key.clone(), value.clone());
            }
            NodeLike {
                like: model.node.clone(),
                labels,
            }
        }),
        pods: Some(edit.pods).filter(|pods| *pods > 1),
        from: from.map(Integer),
        to: to.map(Integer),
        writable: text_edits.is_some(),
        text_edits: text_edits.unwrap_or_default(),
        range,
    }
}
