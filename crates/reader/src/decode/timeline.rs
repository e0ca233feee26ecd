//! Reads a `Timeline`. The kind is this product's own, so unknown fields are errors.
//!
//! The checks agree with `docs/timeline.schema.json`; a test compares the two.

mod event;
mod load;
mod value;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    diagnostic::DiagnosticCode,
    timeline::{AGENT_PERIOD, Agent, MIGRATION_DURATION, Mitigations, Timeline, Variant},
};
use schedscope_quantity::double::Shortest;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta, clip, config_map::config};

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Timeline {
    let mut timeline = Timeline {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        agent_period: AGENT_PERIOD,
        migration_duration: MIGRATION_DURATION,
        ..Timeline::default()
    };
    only_fields!(
        d,
        root,
        &FieldPath::Root,
        |d, field, at, path| match field {
            "apiVersion" | "kind" | "metadata" => {}
            "spec" => decode_spec(&mut timeline, d, at, path),
        }
    );
    d.needs(root, &FieldPath::Root, "spec", "a timeline needs a `spec`");
    timeline
}

fn decode_spec(timeline: &mut Timeline, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    only_fields!(d, at, path, |d, field, at, path| match field {
        "configMap" => timeline.config_map = value::key(d, at, path),
        "duration" => timeline.duration = value::duration(d, at, path),
        "seed" => timeline.seed = value::whole(d, at, path, 0..=i64::MAX).unwrap_or(0) as u64,
        "agentPeriod" => timeline.agent_period = value::period(d, at, path).unwrap_or(AGENT_PERIOD),
        "migrationDuration" => {
            let duration = value::duration(d, at, path);
            timeline.migration_duration = duration.unwrap_or(MIGRATION_DURATION);
        }
        "mitigations" => timeline.mitigations = mitigations(d, at, path),
        "agents" => {
            let mut agents = Vec::new();
            d.items(at, path, |d, at, path| agents.push(agent(d, at, path)));
            timeline.agents = agents.into_boxed_slice();
        }
        "events" => timeline.events = event::events(d, at, path),
        "variants" => timeline.variants = variants(d, at, path),
    });
}

fn mitigations(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Mitigations {
    let mut mitigations = Mitigations::default();
    let count = |d: &mut Decoder<'_>, at, path: &FieldPath<'_>| {
        let count = value::whole(d, at, path, 1..=i64::from(i32::MAX))?;
        u32::try_from(count).ok()
    };
    only_fields!(d, at, path, |d, field, at, path| match field {
        "largestStep" => mitigations.largest_step = count(d, at, path),
        "sustainedRequests" => mitigations.sustained_requests = count(d, at, path),
        "capacityPressureFactor" => {
            let factor = value::number(d, at, path);
            let is_factor = |factor: &f64| *factor > 0.0 && *factor <= 1.0;
            mitigations.capacity_pressure_factor = factor.filter(is_factor);
            if let (Some(factor), None) = (factor, mitigations.capacity_pressure_factor) {
                let message = format!(
                    "`{}` is out of range: it must be above 0 and at most 1",
                    Shortest(factor)
                );
                d.error(DiagnosticCode::OutOfRange, at, path, message);
            }
        }
    });
    mitigations
}

fn agent(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Agent {
    let mut agent = Agent::default();
    only_fields!(d, at, path, |d, field, at, path| match field {
        "vms" => agent.vms = value::patterns(d, at, path),
        "load" => {
            d.only_fields(at, path, &load::FIELDS, &mut |d, field, at, path| {
                load::decode_field(&mut agent.load, d, field, at, path);
            });
        }
    });
    d.needs(at, path, "vms", "an agent needs `vms`");
    d.needs(at, path, "load", "an agent needs a `load`");
    agent
}

/// Reads the variants, each with a unique name.
fn variants(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[Variant]> {
    let mut variants: Vec<Variant> = Vec::new();
    let mut seen = FxHashSet::default();
    d.items(at, path, |d, at, path| {
        let mut variant = Variant::default();
        let mut name_at = None;
        only_fields!(d, at, path, |d, field, at, path| match field {
            "name" => {
                name_at = Some(at);
                variant.name = value::name(d, at, path).unwrap_or_default();
            }
            "mitigations" => variant.mitigations = Some(mitigations(d, at, path)),
            "config" => variant.config = config(d, at, path),
            "agentPeriod" => variant.agent_period = value::period(d, at, path),
            "migrationDuration" => variant.migration_duration = value::duration(d, at, path),
        });
        let Some(name_at) = name_at else {
            d.missing(at, path, "name", "a variant needs a `name`");
            return;
        };
        if variant.name.is_empty() {
            return;
        }
        if !seen.insert(variant.name) {
            let message = format!(
                "an earlier variant has the name `{}`; the earlier one wins",
                clip(&d.names[variant.name])
            );
            let path = path.field("name");
            d.refuse(name_at, &path, message);
            return;
        }
        variants.push(variant);
    });
    variants.into_boxed_slice()
}
