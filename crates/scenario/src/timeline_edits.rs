//! Edits of timelines: adding an event.

use schedscope_objects::diagnostic::{Encoding, ObjectName};
use schedscope_reader::PieceDraft;
use schedscope_text::edit::{self as edit, Edit, PathStep, Value};
use schedscope_text::{
    json,
    json::Part,
    plain::is_plain,
    tree::{Tree, ValueId, ValueKind},
};

use crate::{Input, TextEdit};

/// The maximum length of an event on one line; longer ones are written on several lines.
const LONGEST_LINE: usize = 100;

/// Why an event cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub struct InvalidEvent;

impl std::fmt::Display for InvalidEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the event is not an object")
    }
}

impl std::error::Error for InvalidEvent {}

impl Input {
    /// The edit that adds an event, a JSON object, after the others of a timeline; everything else stays.
    /// `timeline`: its `namespace/name`; `None`: a new one at the end of the text. Empty if the text does not have
    /// the timeline, or the timeline cannot take another event as it is written. O(bytes of the timeline +
    /// objects), for a new one O(bytes of the text).
    ///
    /// # Errors
    /// The event is not a JSON object.
    pub fn timeline_edit(
        &self,
        timeline: Option<&str>,
        event: &str,
    ) -> Result<Vec<TextEdit>, InvalidEvent> {
        let mut tree = Tree::default();
        json::parse(event, Part::Value, &mut tree).map_err(|_| InvalidEvent)?;
        let root = tree.root().ok_or(InvalidEvent)?;
        if tree.kind(root) != ValueKind::Mapping {
            return Err(InvalidEvent);
        }
        let event = Written::of(event, &tree, root);
        let edit = match timeline {
            Some(key) => self.added(key, event),
            None => Some(self.new_timeline(&event)),
        };
        Ok(edit.into_iter().collect())
    }

    fn added(&self, key: &str, event: Written) -> Option<TextEdit> {
        let (namespace, name) = key.split_once('/').unwrap_or(("default", key));
        let object = ObjectName {
            kind: "Timeline".to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        let mut draft = PieceDraft::of(&self.reader, &object)?;
        let before = count(&draft);
        let (source, tree, root) = draft.parts();
        let path = [
            PathStep::Key("spec"),
            PathStep::Key("events"),
            PathStep::Append,
        ];
        let edit = edit::set(source, tree, root, &path, event.value())?;
        draft.apply(&edit)?;
        if count(&draft) != before + 1 {
            return None;
        }
        let Edit { from, to, insert } = draft.edit(self.encoding)?;
        Some(TextEdit { from, to, insert })
    }

    fn new_timeline(&self, event: &Written) -> TextEdit {
        let text = self.reader.text();
        let end = match self.encoding {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        };
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let is_blank = text.trim().is_empty();
        let mut lines = Vec::new();
        if !is_blank {
            lines.push("---".to_owned());
        }
        let head = [
            "apiVersion: schedscope.dev/v1alpha1",
            "kind: Timeline",
            "metadata:",
            "  name: timeline",
            "spec:",
            "  events:",
        ];
        lines.extend(head.map(str::to_owned));
        let indent = format!("{newline}    ");
        lines.push(format!("  - {}", event.block().join(&indent)));
        let gap = if is_blank || text.ends_with('\n') {
            ""
        } else {
            newline
        };
        TextEdit {
            from: end,
            to: end,
            insert: format!("{gap}{}{newline}", lines.join(newline)),
        }
    }
}

/// The number of events in a timeline's text.
fn count(draft: &PieceDraft<'_>) -> usize {
    let (source, tree, root) = draft.parts();
    let events = tree
        .get(root, "spec", source)
        .and_then(|spec| tree.get(spec, "events", source));
    events.map_or(0, |events| tree.items(events).count())
}

/// An event in the forms in which it can be written.
struct Written {
    json: String,
    line: String,
    lines: Vec<String>,
}

impl Written {
    fn of(json: &str, tree: &Tree, root: ValueId) -> Self {
        Self {
            json: flow(json, tree, root, true),
            line: flow(json, tree, root, false),
            lines: block(json, tree, root),
        }
    }

    /// As lines of YAML: one line if it is short enough.
    fn block(&self) -> &[String] {
        if self.line.len() <= LONGEST_LINE {
            std::slice::from_ref(&self.line)
        } else {
            &self.lines
        }
    }

    fn value(self) -> Value {
        let block = self.block().to_vec();
        Value::Written {
            flow: self.json,
            block,
        }
    }
}

/// A value on one line, as JSON or as YAML.
fn flow(source: &str, tree: &Tree, node: ValueId, json: bool) -> String {
    match tree.kind(node) {
        ValueKind::Mapping => {
            let entries = tree.entries(node).map(|(key, value)| {
                let value = flow(source, tree, value, json);
                format!("{}: {value}", scalar(source, tree, key, json))
            });
            let entries = entries.collect::<Vec<_>>().join(", ");
            if json || entries.is_empty() {
                format!("{{{entries}}}")
            } else {
                format!("{{ {entries} }}")
            }
        }
        ValueKind::Sequence => {
            let items = tree.items(node).map(|item| flow(source, tree, item, json));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        ValueKind::Plain | ValueKind::String => scalar(source, tree, node, json),
    }
}

/// A value as lines of YAML; collections without nested collections are on one line.
fn block(source: &str, tree: &Tree, node: ValueId) -> Vec<String> {
    let is_deep = |node: ValueId| match tree.kind(node) {
        ValueKind::Mapping => tree
            .entries(node)
            .any(|(_, value)| matches!(tree.kind(value), ValueKind::Mapping | ValueKind::Sequence)),
        ValueKind::Sequence => tree
            .items(node)
            .any(|item| matches!(tree.kind(item), ValueKind::Mapping | ValueKind::Sequence)),
        ValueKind::Plain | ValueKind::String => false,
    };
    let mut lines = Vec::new();
    match tree.kind(node) {
        ValueKind::Mapping if is_deep(node) => {
            for (key, value) in tree.entries(node) {
                let key = scalar(source, tree, key, false);
                if is_deep(value) {
                    lines.push(format!("{key}:"));
                    // The dashes of a list are aligned with its key, as kubectl prints them.
                    let indent = if tree.kind(value) == ValueKind::Mapping {
                        "  "
                    } else {
                        ""
                    };
                    let below = block(source, tree, value).into_iter();
                    lines.extend(below.map(|line| format!("{indent}{line}")));
                } else {
                    lines.push(format!("{key}: {}", flow(source, tree, value, false)));
                }
            }
        }
        ValueKind::Sequence if is_deep(node) => {
            for item in tree.items(node) {
                for (index, line) in block(source, tree, item).into_iter().enumerate() {
                    let start = if index == 0 { "- " } else { "  " };
                    lines.push(format!("{start}{line}"));
                }
            }
        }
        _ => lines.push(flow(source, tree, node, false)),
    }
    lines
}

fn scalar(source: &str, tree: &Tree, node: ValueId, json: bool) -> String {
    let text = tree.text(node, source);
    match tree.kind(node) {
        ValueKind::String if json || !is_plain(text) => json::quoted(text),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;

    const TIMELINE: &str = "apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: { name: story }
spec:
  duration: 1m # short
  events:
  - { at: 1s, delete: { pod: a } } # first
  variants:
  - name: half
";

    /// The text after the edit.
    #[track_caller]
    fn edited(text: &str, timeline: Option<&str>, event: &str) -> String {
        let mut scenario = Scenario::with_encoding(Encoding::Utf16);
        scenario.replace(text);
        let edits = scenario.input().timeline_edit(timeline, event).unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        let [edit] = &*edits else {
            return String::new();
        };
        let (head, tail) = (&units[..edit.from], &units[edit.to..]);
        let text = |units| String::from_utf16(units).unwrap();
        let after = format!("{}{}{}", text(head), edit.insert, text(tail));
        scenario.replace(&after);
        assert_eq!(scenario.reading().counts.error, 0, "{after}");
        after
    }

    const REQUEST: &str =
        r#"{"at":"2m5s","request":{"pod":"a","vCPUs":4,"mem":16,"load":[1.5,0.5]}}"#;

    #[test]
    fn an_event_comes_behind_the_others() {
        let after = edited(TIMELINE, Some("default/story"), REQUEST);
        let line = "  - { at: 1s, delete: { pod: a } } # first\n";
        let new = "  - { at: 2m5s, request: { pod: a, vCPUs: 4, mem: 16, load: [1.5, 0.5] } }\n";
        assert_eq!(after, TIMELINE.replace(line, &format!("{line}{new}")));
    }

    #[test]
    fn a_timeline_without_events_gets_a_list() {
        let without = TIMELINE.replace("  - { at: 1s, delete: { pod: a } } # first\n", "");
        for empty in ["  events:\n", "  events: []\n", ""] {
            let text = without.replace("  events:\n", empty);
            let after = edited(
                &text,
                Some("story"),
                r#"{"at":"0s","migrate":{"pod":"x/a"}}"#,
            );
            assert!(
                after.contains("  events:\n  - { at: 0s, migrate: { pod: x/a } }\n"),
                "{after}"
            );
        }
    }

    #[test]
    fn lists_and_texts_in_one_line_stay_so() {
        let list = TIMELINE.replace(
            "  events:\n  - { at: 1s, delete: { pod: a } } # first\n",
            "  events: [{ at: 1s, delete: { pod: a } }]\n",
        );
        let after = edited(&list, Some("story"), r#"{"at":"2s","delete":{"pod":"b"}}"#);
        let expect = r#"[{ at: 1s, delete: { pod: a } }, {"at": "2s", "delete": {"pod": "b"}}]"#;
        assert!(after.contains(expect), "{after}");
        let head = r#""apiVersion": "schedscope.dev/v1alpha1", "kind": "Timeline", "metadata": {"name": "story"}"#;
        let json = format!(r#"{{{head}, "spec": {{"events": []}}}}"#);
        let after = edited(&json, Some("story"), r#"{"at":"2s","delete":{"pod":"b"}}"#);
        let expect = r#""events": [{"at": "2s", "delete": {"pod": "b"}}]"#;
        assert!(after.contains(expect), "{after}");
    }

    #[test]
    fn a_long_event_stands_in_lines() {
        let unit = r#""computeUnit":{"vCPUs":1,"mem":4}"#;
        let defaults = format!(
            r#"{{"cpu":{{"watermark":0.5,"system":"500m"}},"memory":{{"watermark":0.9,"system":"1Gi"}},{unit}}}"#
        );
        let own = format!(
            r#"{{"cpu":{{"watermark":1,"system":"1"}},"memory":{{"watermark":1,"system":"1Gi"}},{unit}}}"#
        );
        let overrides = format!(r#""nodeOverrides":[{{"nodes":["n1"],"config":{own}}}]"#);
        let rest = r#""schedulerName":"autoscale-scheduler","doMigration":true"#;
        let config = format!(
            r#"{{"at":"10s","config":{{"memBlockSize":"1Gi","nodeDefaults":{defaults},{overrides},{rest}}}}}"#
        );
        let config = config.as_str();
        let after = edited(TIMELINE, Some("story"), config);
        let expect = "  - at: 10s
    config:
      memBlockSize: 1Gi
      nodeDefaults:
        cpu: { watermark: 0.5, system: 500m }
        memory: { watermark: 0.9, system: 1Gi }
        computeUnit: { vCPUs: 1, mem: 4 }
      nodeOverrides:
      - nodes: [n1]
        config:
          cpu: { watermark: 1, system: \"1\" }
          memory: { watermark: 1, system: 1Gi }
          computeUnit: { vCPUs: 1, mem: 4 }
      schedulerName: autoscale-scheduler
      doMigration: true
  variants:";
        assert!(after.contains(expect), "{after}");
    }

    #[test]
    fn a_new_timeline_ends_the_text() {
        let timeline = "apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata:
  name: timeline
spec:
  events:
  - { at: 0s, restart: {} }
";
        let event = r#"{"at":"0s","restart":{}}"#;
        assert_eq!(edited("", None, event), timeline);
        let node = "apiVersion: v1\nkind: Node\nmetadata: {name: \u{1f600}}";
        let mut scenario = Scenario::with_encoding(Encoding::Utf16);
        scenario.replace(node);
        let end = node.encode_utf16().count();
        let edit = TextEdit {
            from: end,
            to: end,
            insert: format!("\n---\n{timeline}"),
        };
        assert_eq!(scenario.input().timeline_edit(None, event), Ok(vec![edit]));
        let json = r#"{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}"#;
        assert_eq!(
            edited(json, None, event),
            format!("{json}\n---\n{timeline}")
        );
    }

    #[test]
    fn what_is_no_event_or_has_no_place_is_refused() {
        let mut scenario = Scenario::new("");
        scenario.replace(TIMELINE);
        for event in ["", "1", "[]", "{"] {
            assert_eq!(
                scenario.input().timeline_edit(None, event),
                Err(InvalidEvent)
            );
        }
        let deep = r#"{"a":"#.repeat(10_000);
        assert_eq!(
            scenario.input().timeline_edit(None, &deep),
            Err(InvalidEvent)
        );
        assert_eq!(
            scenario.input().timeline_edit(Some("other"), REQUEST),
            Ok(vec![])
        );
        scenario.replace(&TIMELINE.replace("events:", "events: 5 #"));
        assert_eq!(
            scenario.input().timeline_edit(Some("story"), REQUEST),
            Ok(vec![])
        );
    }
}
