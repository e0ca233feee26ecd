//! Reads the parts of an `ApplicationSet` that depend on placements.

use schedscope_objects::{
    application_set::{
        ApplicationSet, ApplicationTemplate, DecisionGenerator, GeneratorPlace, Parameters,
    },
    names::Symbol,
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, Meta, labels};

/// The generator that reads decisions.
const DECISIONS: &str = "clusterDecisionResource";

/// Reads an `ApplicationSet`; `meta`: its metadata.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ApplicationSet {
    let mut set = ApplicationSet {
        namespace: meta.namespace,
        name: meta.name,
        ..ApplicationSet::default()
    };
    let Some(spec) = d.get(root, "spec") else {
        return set;
    };
    let known = ["generators", "template", "goTemplate", "syncPolicy"];
    let path = FieldPath::Root.field("spec");
    d.fields(spec, &path, &known, |d, field, node, path| match field {
        "generators" => {
            set.generators.clear();
            d.items(node, path, |d, item, path| {
                generators(d, item, path, GeneratorPlace::Alone, &mut set.generators);
            });
        }
        "template" => set.template = template(d, node),
        "goTemplate" => set.go_template = d.boolean(node, path).unwrap_or_default(),
        _ => {
            let known = ["preserveResourcesOnDeletion", "applicationsSync"];
            d.fields(node, path, &known, |d, field, node, path| match field {
                "applicationsSync" => set.policy = d.symbol(node, path).unwrap_or_default(),
                _ => set.preserves_resources = d.boolean(node, path).unwrap_or_default(),
            });
        }
    });
    set
}

/// Adds the generators of decisions in one entry of `generators`: itself, and those of a `matrix` or a `merge`.
fn generators(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    inside: GeneratorPlace,
    found: &mut Vec<DecisionGenerator>,
) {
    if inside != GeneratorPlace::Alone && d.tree.kind(node) != ValueKind::Mapping {
        return;
    }
    let known = [DECISIONS, "matrix", "merge"];
    d.fields(node, path, &known, |d, field, node, path| {
        let place = match field {
            DECISIONS => {
                found.push(decisions(d, node, path, inside));
                return;
            }
            "matrix" => GeneratorPlace::Matrix,
            _ => GeneratorPlace::Merge,
        };
        // Argo CD allows one more level of nesting; such a generator is named like any other.
        if inside != GeneratorPlace::Alone {
            return;
        }
        let first = found.len();
        d.fields(node, path, &["generators"], |d, _, node, path| {
            let (mut elements, mut others) = (Vec::new(), Vec::new());
            d.items(node, path, |d, item, path| {
                let before = found.len();
                generators(d, item, path, place, found);
                if found.len() == before {
                    beside(d, item, place, &mut elements, &mut others);
                }
            });
            if found.len() > first + 1 {
                others.push(d.names.intern(DECISIONS));
            }
            for generator in found.iter_mut().skip(first) {
                generator.elements.clone_from(&elements);
                generator.others.clone_from(&others);
            }
        });
    });
}

/// Reads a generator other than `clusterDecisionResource`: the parameters of a plain list, else its name.
fn beside(
    d: &mut Decoder<'_>,
    node: ValueId,
    place: GeneratorPlace,
    elements: &mut Vec<Parameters>,
    others: &mut Vec<Symbol>,
) {
    let tree = d.tree;
    if tree.kind(node) != ValueKind::Mapping {
        return;
    }
    let list = d.get(node, "list").and_then(|list| d.get(list, "elements"));
    if let Some(list) = list
        && place == GeneratorPlace::Matrix
        && elements.is_empty()
        && tree.kind(list) == ValueKind::Sequence
    {
        elements.extend(tree.items(list).map(|item| parameters(d, item)));
        return;
    }
    for (key, _) in tree.entries(node) {
        let name = tree.text(key, d.source);
        if name != "selector" {
            others.push(d.names.intern(name));
        }
    }
}

fn decisions(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    inside: GeneratorPlace,
) -> DecisionGenerator {
    let mut generator = DecisionGenerator {
        inside,
        ..DecisionGenerator::default()
    };
    let known = [
        "configMapRef",
        "name",
        "labelSelector",
        "requeueAfterSeconds",
        "values",
    ];
    d.fields(node, path, &known, |d, field, node, path| match field {
        "configMapRef" => generator.config_map = d.symbol(node, path).unwrap_or_default(),
        "name" => generator.name = d.symbol(node, path).unwrap_or_default(),
        "labelSelector" => {
            let known = ["matchLabels", "matchExpressions"];
            d.fields(node, path, &known, |d, field, node, path| match field {
                "matchLabels" => generator.labels = labels::decode(d, node, path),
                _ => generator.has_expressions = true,
            });
        }
        "requeueAfterSeconds" => generator.requeue_seconds = d.integer(node, path),
        _ => generator.values = parameters(d, node),
    });
    generator
}

/// The scalars of a mapping by key, without nested values.
fn parameters(d: &Decoder<'_>, node: ValueId) -> Parameters {
    if d.tree.kind(node) != ValueKind::Mapping {
        return Vec::new();
    }
    let text = |node| Box::from(d.tree.text(node, d.source));
    let scalar = |node| matches!(d.tree.kind(node), ValueKind::Plain | ValueKind::String);
    let entries = d.tree.entries(node).filter(|(_, value)| scalar(*value));
    entries
        .map(|(key, value)| (text(key), text(value)))
        .collect()
}

/// Argo CD accepts any text here, so no value is reported.
fn template(d: &Decoder<'_>, node: ValueId) -> ApplicationTemplate {
    let below = |node: Option<ValueId>, key: &str| {
        let mapping = node.filter(|node| d.tree.kind(*node) == ValueKind::Mapping)?;
        d.get(mapping, key)
    };
    let text = |node: Option<ValueId>, key: &str| -> Box<str> {
        let node = below(node, key).filter(|node| !d.is_null(*node));
        node.map_or("", |node| d.tree.text(node, d.source)).into()
    };
    let destination = below(below(Some(node), "spec"), "destination");
    ApplicationTemplate {
        name: text(below(Some(node), "metadata"), "name"),
        cluster: text(destination, "name"),
        server: text(destination, "server"),
        namespace: text(destination, "namespace"),
    }
}
