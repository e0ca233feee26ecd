//! The published schema and the reader say the same.

use std::fs;

use jsonschema::Validator;
use schedscope::{
    objects::diagnostic::{Diagnostic, DiagnosticCode, Encoding, Severity},
    reader::Reader,
    text::{
        merge,
        tree::{Scalar, Tree, ValueId},
        yaml,
    },
};
use serde_json::{Map, Value, json};

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/timeline.schema.json");
    let text = fs::read_to_string(path).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("a schema")
}

/// What the plugin answers for, not the timeline.
fn is_of_config(found: &Diagnostic) -> bool {
    let is_whole = found.path.ends_with(".config");
    found.path.contains(".config.")
        || is_whole
            && matches!(
                found.code,
                DiagnosticCode::Syntax | DiagnosticCode::InvalidValue
            )
}

/// Why the reader refuses a text, if it does.
fn refusals(text: &str) -> Vec<String> {
    let found = Reader::new(text).diagnostics(Encoding::Utf8, 100);
    let errors = found
        .into_iter()
        .filter(|found| found.severity == Severity::Error && !is_of_config(found));
    errors.map(|found| crate::reader::line(&found)).collect()
}

/// Timelines that are fine, small, and have all fields between them.
fn documents() -> Vec<Value> {
    let settings = json!({
        "configMap": "a/b", "duration": "1s", "seed": 7, "agentPeriod": "1s",
        "migrationDuration": "1s",
        "mitigations": {"largestStep": 1, "capacityPressureFactor": 1, "sustainedRequests": 1},
    });
    let load = json!({
        "constant": 1, "noise": 1, "steps": [{"at": "1s", "units": 1}],
        "sine": {"mean": 1, "amplitude": 1, "period": "1s", "phase": "1s"},
    });
    let mut load_event = load.clone();
    load_event["vms"] = json!(["a"]);
    let config = json!("{}");
    let events = [
        json!({"request": {"pod": "a", "vCPUs": 1, "mem": 1, "load": [1, 1], "protocol": 1}}),
        json!({"reserve": {"pod": "a", "node": "n"}}),
        json!({"schedule": {"pod": "a"}}),
        json!({"filter": {"pod": "a", "node": "n", "exclude": ["a"]}}),
        json!({"score": {"pod": "a", "node": "n"}}),
        json!({"unreserve": {"pod": "a"}}),
        json!({"delete": {"pod": "a"}}),
        json!({"use": {"pod": "a", "vCPUs": 1, "mem": 1}}),
        json!({"config": config}),
        json!({"migrate": {"pod": "a"}}),
        json!({"migrationFailed": {"pod": "a"}}),
        json!({"restart": {"downFor": "1s", "config": config}}),
        json!({"load": load_event}),
        json!({"addNode": {"node": "n"}}),
    ];
    let variant = json!({
        "name": "v", "mitigations": {"largestStep": 1}, "config": config, "agentPeriod": "1s",
        "migrationDuration": "1s",
    });
    let mut specs = vec![
        settings,
        json!({"agents": [{"vms": ["a"], "load": load}]}),
        json!({"variants": [variant]}),
    ];
    specs.extend(events.map(|mut event| {
        event["at"] = json!("1s");
        json!({"events": [event]})
    }));
    let whole = |spec: Value| {
        json!({
            "apiVersion": "schedscope.dev/v1alpha1",
            "kind": "Timeline",
            "metadata": {"name": "t", "namespace": "ns"},
            "spec": spec,
        })
    };
    specs.into_iter().map(whole).collect()
}

/// What stands in the place of each value, to see whether both refuse it.
fn others() -> Vec<Value> {
    let texts = [
        "", "a", "A", "a/b", "a/b/c", "/a", "a/", "*", "v1.0", "v1.1", "v1.2", "0", "0s", "00.0m",
        "0ms", ".5s", "1.s", "1.25h", "1.1234s", "1.5ms", "5", "-1s", "1m30s", "1s 1s", "1us", "s",
        ".s", "500ms",
    ];
    let numbers = [
        "0",
        "0.0",
        "-0.0",
        "1",
        "2.0",
        "-1",
        "0.5",
        "1.5",
        "65535",
        "65536",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "3.4028235e38",
        "3.5e38",
        "-3.5e38",
        "1e300",
    ];
    let lists = [
        "[]",
        "[1]",
        "[1, 0.5]",
        "[1, null]",
        "[1, 2, 3]",
        "[\"a\"]",
        "[\"\"]",
        "[{}]",
        "[null]",
    ];
    let maps = [
        "{}",
        "{\"pod\": \"a\"}",
        "{\"pod\": null}",
        "{\"name\": \"t\"}",
        "{\"amplitude\": 1, \"period\": \"1s\"}",
        "null",
        "true",
    ];
    let texts = texts.iter().map(|text| json!(text));
    let parsed = [numbers.as_slice(), &lists, &maps].concat().into_iter();
    let parsed = parsed.map(|text| serde_json::from_str(text).expect("JSON"));
    texts.chain(parsed).collect()
}

/// Every value of a document, by its pointer, but for what no Timeline changes.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    if !at.is_empty() && !["/apiVersion", "/kind"].contains(&at) {
        found.push(at.to_owned());
    }
    if let Value::Object(map) = value {
        for (key, value) in map {
            pointers(value, &format!("{at}/{key}"), found);
        }
    }
    if let Value::Array(list) = value {
        for (index, value) in list.iter().enumerate() {
            pointers(value, &format!("{at}/{index}"), found);
        }
    }
}

fn object_at<'v>(
    document: &'v mut Value,
    pointer: &str,
) -> Option<(&'v mut Map<String, Value>, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let map = document.pointer_mut(parent)?.as_object_mut()?;
    Some((map, key.to_owned()))
}

#[test]
fn both_refuse_the_same() {
    let validator = validator();
    let mut refused = 0;
    let mut total = 0;
    let mut check = |document: &Value| {
        let text = document.to_string();
        let found = refusals(&text);
        let said: Vec<String> = validator
            .iter_errors(document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(
            found.is_empty(),
            said.is_empty(),
            "{text}\nreader: {found:#?}\nschema: {said:#?}"
        );
        total += 1;
        refused += usize::from(!said.is_empty());
    };
    for document in documents() {
        check(&document);
        let mut places = Vec::new();
        pointers(&document, "", &mut places);
        for place in places {
            for other in others() {
                let mut changed = document.clone();
                *changed.pointer_mut(&place).expect("the place") = other;
                check(&changed);
            }
            let mut changed = document.clone();
            if let Some((map, key)) = object_at(&mut changed, &place) {
                map.remove(&key);
                check(&changed);
            }
            let mut changed = document.clone();
            if let Some(map) = changed.pointer_mut(&place).and_then(Value::as_object_mut)
                && place != "/metadata"
            {
                map.insert("other".to_owned(), json!(null));
                check(&changed);
            }
        }
    }
    assert!(
        refused > 1000 && total - refused > 100,
        "{refused} of {total}"
    );
}

/// A value as JSON has it.
fn to_json(tree: &Tree, source: &str, node: ValueId) -> Value {
    match tree.scalar(node, source) {
        Some(Scalar::Null) => return Value::Null,
        Some(Scalar::Bool(value)) => return json!(value),
        Some(Scalar::String(text)) => return json!(text),
        Some(Scalar::Number(text)) => return serde_json::from_str(text).expect("a JSON number"),
        None => {}
    }
    let items: Vec<Value> = tree
        .items(node)
        .map(|item| to_json(tree, source, item))
        .collect();
    if tree.kind(node) == schedscope::text::tree::ValueKind::Sequence {
        return Value::Array(items);
    }
    let merged = merge::merged(tree, source, node).into_iter();
    let merged = merged.map(|(_, value, key)| (key.to_owned(), to_json(tree, source, value)));
    let own = tree
        .entries(node)
        .filter(|(key, _)| !merge::is_merge(tree, source, *key));
    let own = own.map(|(key, value)| {
        (
            tree.text(key, source).to_owned(),
            to_json(tree, source, value),
        )
    });
    merged.chain(own).collect()
}

/// The timelines of a text, as JSON.
fn timelines(text: &str) -> Vec<Value> {
    let documents = text.split("\n---\n").map(|document| {
        let mut tree = Tree::default();
        yaml::parse(document, &mut tree).expect("YAML");
        let root = tree.root()?;
        let kind = tree.get(root, "kind", document)?;
        (tree.text(kind, document) == "Timeline").then(|| to_json(&tree, document, root))
    });
    documents.flatten().collect()
}

#[test]
fn every_example_is_valid() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let page = fs::read_to_string(format!("{root}/docs/timeline.md")).expect("the page");
    let parts: Vec<&str> = page.split("```").collect();
    let mut texts: Vec<String> = parts
        .iter()
        .filter_map(|part| part.strip_prefix("yaml\n"))
        .map(str::to_owned)
        .collect();
    for entry in fs::read_dir(format!("{root}/examples")).expect("examples") {
        let path = entry.expect("a file").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            texts.push(fs::read_to_string(path).expect("a text"));
        }
    }
    let validator = validator();
    let mut count = 0;
    for text in texts.iter().filter(|text| text.contains("kind: Timeline")) {
        assert_eq!(refusals(text), Vec::<String>::new(), "{text}");
        for timeline in timelines(text) {
            let said: Vec<String> = validator
                .iter_errors(&timeline)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert_eq!(said, Vec::<String>::new(), "{timeline}");
            count += 1;
        }
    }
    assert!(count > 0);
}

/// Everything that has a type is explained.
#[test]
fn the_schema_explains_itself() {
    fn walk(value: &Value, at: &str, silent: &mut Vec<String>) {
        if let Some(properties) = value.get("properties").and_then(Value::as_object) {
            for (name, property) in properties {
                let at = format!("{at}.{name}");
                let is_explained = ["description", "const", "$ref"]
                    .iter()
                    .any(|key| property.get(key).is_some());
                if !is_explained && name != "spec" {
                    silent.push(at);
                }
            }
        }
        match value {
            Value::Object(map) => map
                .iter()
                .for_each(|(key, value)| walk(value, &format!("{at}.{key}"), silent)),
            Value::Array(list) => list.iter().for_each(|value| walk(value, at, silent)),
            _ => {}
        }
    }
    let mut silent = Vec::new();
    walk(&schema(), "", &mut silent);
    assert_eq!(silent, Vec::<String>::new());
    assert!(jsonschema::draft202012::meta::is_valid(&schema()));
}
