//! Reads a `VirtualMachine`.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    labels::Labels,
    virtual_machine::{GuestAmount, VirtualMachine},
};
use schedscope_quantity::Quantity;
use schedscope_text::tree::{Scalar, ValueId};

use crate::decode::{Cause, Decoder, FieldPath, Meta, clip, whole_number};

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> VirtualMachine {
    let mut vm = VirtualMachine {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        always_migrate: always_migrates(d, &meta.labels),
        labels: meta.labels,
        memory_slot_size: Quantity::parse("1Gi").unwrap_or_default(),
        ..VirtualMachine::default()
    };
    let mut has_guest = false;
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "schedulerName" => vm.scheduler_name = d.symbol(at, path).unwrap_or_default(),
            "guest" => {
                has_guest = true;
                guest(&mut vm, d, at, path);
            }
        }),
        "status" => fields!(d, at, path, |d, field, at, path| match field {
            "podName" => vm.pod_name = d.symbol(at, path).unwrap_or_default(),
            "node" => vm.node = d.symbol(at, path).unwrap_or_default(),
        }),
    });
    if !has_guest {
        let spec = d.get(root, "spec").unwrap_or(root);
        let path = FieldPath::Root.field("spec");
        d.missing(spec, &path, "guest", "a VM needs a `guest`");
    }
    vm
}

fn guest(vm: &mut VirtualMachine, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let (mut cpus, mut slots) = (None, None);
    fields!(d, at, path, |d, field, at, path| match field {
        "cpus" => cpus = Some(amount(&mut vm.cpus, d, at, path, true)),
        "memorySlots" => slots = Some(amount(&mut vm.memory_slots, d, at, path, false)),
        "memorySlotSize" => {
            if let Some(size) = d.quantity(at, path) {
                vm.memory_slot_size = size;
            }
        }
    });
    // The CRD's defaults apply only within a field that is present, so an absent `cpus` does not get a `min`.
    for (field, missing) in [("cpus", cpus), ("memorySlots", slots)] {
        let Some(missing) = missing.unwrap_or(Some("min")) else {
            continue;
        };
        let message = format!(
            "expected non-nil field .{path}.{field}.{missing}: the plugin cannot use this VM"
        );
        let at = d.get(at, field).unwrap_or(at);
        let path = path.field(field);
        let path = path.field(missing);
        d.warn(DiagnosticCode::MissingField, at, &path, message);
    }
}

/// Whether a label requests continuous migration: the former label by its presence, the current one by its value.
fn always_migrates(d: &Decoder<'_>, labels: &Labels) -> bool {
    let value = |name: &str| labels.get(d.names.get(name)?);
    value("autoscaler/testing-only-always-migrate").is_some()
        || value("autoscaling.neon.tech/testing-only-always-migrate")
            .is_some_and(|value| &d.names[value] == "true")
}

/// Reads the amounts of one resource. Returns the first required field that is missing.
fn amount(
    amount: &mut GuestAmount,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    is_cpu: bool,
) -> Option<&'static str> {
    let (mut has_min, mut has_max, mut has_use) = (false, false, false);
    let read = |d: &mut Decoder<'_>, at, path: &FieldPath<'_>, most, amount: &mut Option<u16>| {
        if !is_cpu || !is_fraction(d, at, path) {
            let read = d.int32(at, path, 1..=most);
            *amount = read.and_then(|read| u16::try_from(read).ok());
        }
        true
    };
    fields!(d, at, path, |d, field, at, path| match field {
        "min" => has_min = read(d, at, path, if is_cpu { 255 } else { 128 }, &mut amount.min),
        "use" => has_use = read(d, at, path, 128, &mut amount.used),
        "max" => has_max = read(d, at, path, 128, &mut amount.max),
    });
    if !has_min {
        amount.min = Some(1);
    }
    check_order(*amount, d, at, path);
    [(has_max, "max"), (has_use, "use")]
        .into_iter()
        .find_map(|(is_there, field)| (!is_there).then_some(field))
}

/// Reports amounts that the plugin rejects.
fn check_order(amount: GuestAmount, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let pairs = [
        ("use", amount.used, "max", amount.max),
        ("min", amount.min, "use", amount.used),
        ("min", amount.min, "max", amount.max),
    ];
    let wrong = pairs
        .into_iter()
        .find(|(_, less, _, more)| matches!((less, more), (Some(less), Some(more)) if less > more));
    let Some((low, less, high, more)) = wrong else {
        return;
    };
    let (less, more) = (less.unwrap_or_default(), more.unwrap_or_default());
    // The plugin changes only `use`, so `use` is reported.
    let (field, message) = if low == "use" {
        ("use", format!("`use` {less} is above `max` {more}"))
    } else {
        (high, format!("`{high}` {more} is below `min` {less}"))
    };
    let message = format!(
        "{message}: the plugin answers UnschedulableAndUnresolvable, and does not start while a pod of the VM is on a \
         node"
    );
    let node = d.get(at, field).unwrap_or(at);
    let path = path.field(field);
    d.report_cause(
        Severity::Error,
        (DiagnosticCode::OutOfRange, Cause::LeftToPlugin),
        node,
        &path,
        message,
    );
}

/// Whether an amount of vCPUs is fractional, which only later versions support. Reports it if so.
fn is_fraction(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> bool {
    let Some(Scalar::String(text) | Scalar::Number(text)) = d.tree.scalar(at, d.source) else {
        return false;
    };
    if whole_number(text).is_some() || Quantity::parse(text).is_err() {
        return false;
    }
    let message = format!(
        "`{}` is not a whole number: only later versions of the plugin count parts of a vCPU",
        clip(text)
    );
    d.error(DiagnosticCode::WrongType, at, path, message);
    true
}
