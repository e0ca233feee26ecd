//! Questions about timelines of VMs.

use schedscope_answers::vm::timeline::{
    answer::{VmMitigations, VmRunOptions, VmTimelineOptions},
    event::kind_names,
    step::VmMomentOptions,
};
use schedscope_quantity::double;
use schedscope_reader::decode::FieldPath;
use schedscope_text::tree::{Scalar, ValueId};

use crate::options::Reader;

/// What says which run is meant, in every such question.
const RUN: [&str; 3] = ["timeline", "variant", "mitigations"];

impl Reader<'_> {
    pub(super) fn vm_timeline(&mut self, at: ValueId, path: &FieldPath<'_>) -> VmTimelineOptions {
        let mut options = VmTimelineOptions::default();
        let own = [
            "offset", "limit", "pod", "node", "kind", "event", "series", "points", "heat",
        ];
        let known: Vec<&'static str> = RUN.into_iter().chain(own).collect();
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "offset" => options.offset = r.count(at, path),
            "limit" => options.limit = Some(r.count(at, path)),
            "pod" => options.pod = r.text(at, path),
            "node" => options.node = r.text(at, path),
            "kind" => options.kind = Some(r.word(at, path, &kind_names()).to_owned()),
            "event" => options.event = Some(r.count(at, path)),
            "series" => options.series = r.texts(at, path),
            "points" => options.points = Some(r.count(at, path)),
            "heat" => options.heat = r.d.boolean(at, path),
            _ => r.run_option(name, at, path, &mut options.run),
        });
        options
    }

    pub(super) fn vm_moment(&mut self, at: ValueId, path: &FieldPath<'_>) -> VmMomentOptions {
        self.vm_step(at, path, &["step", "nodes"])
    }

    /// A dump has every node.
    pub(super) fn vm_dump(&mut self, at: ValueId, path: &FieldPath<'_>) -> VmMomentOptions {
        self.vm_step(at, path, &["step"])
    }

    fn vm_step(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        own: &[&'static str],
    ) -> VmMomentOptions {
        let mut options = VmMomentOptions::default();
        let mut step = None;
        let known: Vec<&'static str> = RUN.iter().chain(own).copied().collect();
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "step" => step = Some(r.count(at, path)),
            "nodes" => options.nodes = Some(r.texts(at, path)),
            _ => r.run_option(name, at, path, &mut options.run),
        });
        match step {
            Some(step) => options.step = step,
            None => self.wrong(&path.field("step"), "is needed"),
        }
        options
    }

    fn run_option(
        &mut self,
        name: &str,
        at: ValueId,
        path: &FieldPath<'_>,
        run: &mut VmRunOptions,
    ) {
        match name {
            "timeline" => run.timeline = self.text(at, path),
            "variant" => run.variant = self.text(at, path),
            _ => run.mitigations = Some(self.mitigations(at, path)),
        }
    }

    fn mitigations(&mut self, at: ValueId, path: &FieldPath<'_>) -> VmMitigations {
        let mut stated = VmMitigations::default();
        let known = ["largestStep", "capacityPressureFactor", "sustainedRequests"];
        let most = i64::from(u16::MAX);
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "largestStep" => stated.largest_step = Some(r.bounded(at, path, (1, most)) as u16),
            "sustainedRequests" => {
                stated.sustained_requests = Some(r.bounded(at, path, (1, most)) as u16);
            }
            _ => {
                let number = match r.d.tree.scalar(at, r.d.source) {
                    Some(Scalar::Number(text)) => double::double(text),
                    _ => None,
                };
                let number = number.filter(|number| *number > 0.0 && *number <= 1.0);
                if number.is_none() {
                    r.wrong(path, "expected a number above 0 and at most 1");
                }
                stated.capacity_pressure_factor = number;
            }
        });
        stated
    }

    fn texts(&mut self, at: ValueId, path: &FieldPath<'_>) -> Vec<String> {
        let mut texts = Vec::new();
        self.items(at, path, &mut |r, at, path| {
            texts.extend(r.text(at, path));
        });
        texts
    }
}
