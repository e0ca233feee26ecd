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
    let path = FieldPath::Root.field("spec");
    fields!(d, spec, &path, |d, field, node, path| match field {
        "generators" => {
            set.generators.clear();
            d.items(node, path, |d, item, path| {
                generators(d, item, path, GeneratorPlace::Alone, &mut set.generators);
            });
        }
        "template" => set.template = template(d, node),
        "goTemplate" => set.go_template = d.boolean(node, path).unwrap_or_default(),
        "syncPolicy" => fields!(d, node, path, |d, field, node, path| match field {
            "preserveResourcesOnDeletion" =>
                set.preserves_resources = d.boolean(node, path).unwrap_or_default(),
            "applicationsSync" => set.policy = d.symbol(node, path).unwrap_or_default(),
        }),
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
    fields!(d, node, path, |d, field, node, path| match field {
        DECISIONS => found.push(decisions(d, node, path, inside)),
        // Argo CD allows one more level of nesting; such a generator is named like any other.
        "matrix" | "merge" if inside == GeneratorPlace::Alone => {
            let place = match field {
                "matrix" => GeneratorPlace::Matrix,
                _ => GeneratorPlace::Merge,
            };
            nested(d, node, path, place, found);
        }
    });
}

/// Reads the generators of a `matrix` or a `merge`.
fn nested(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    place: GeneratorPlace,
    found: &mut Vec<DecisionGenerator>,
) {
    let first = found.len();
    d.field(node, path, "generators", |d, node, path| {
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
    fields!(d, node, path, |d, field, node, path| match field {
        "configMapRef" => generator.config_map = d.symbol(node, path).unwrap_or_default(),
        "name" => generator.name = d.symbol(node, path).unwrap_or_default(),
        "labelSelector" => fields!(d, node, path, |d, field, node, path| match field {
            "matchLabels" => generator.labels = labels::decode(d, node, path),
            "matchExpressions" => generator.has_expressions = true,
        }),
        "requeueAfterSeconds" => generator.requeue_seconds = d.integer(node, path),
        "values" => generator.values = parameters(d, node),
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
