//! Removals of objects together with the references to them in timelines, so that no agent or event refers to a
//! missing object.

use schedscope_objects::{
    diagnostic::ObjectName,
    objects::Objects,
    timeline::{ObjectKey, Timeline, VmPattern},
};
use schedscope_reader::{PieceDraft, Reference, TimelinePath, references};
use schedscope_text::edit::{self as edit, PathStep, Value as Written};
use schedscope_whatif::Edit;

use super::text_edits::{Refused, text_edits};
use crate::{Input, TextEdit};

/// The kinds of removed objects, and of objects that refer to them.
const KINDS: [&str; 3] = ["VirtualMachine", "Pod", "Timeline"];

/// The text edits of each edit as [`text_edits`] returns them. After those of the first removal, it adds an edit of
/// each timeline that refers to a removed object and can be edited. O(bytes of these timelines + objects).
pub(super) fn whole_edits(
    input: &Input,
    edits: &[Edit],
    refused: Refused,
) -> Vec<Option<Vec<TextEdit>>> {
    let mut found = text_edits(input, edits, refused);
    let objects = input.objects();
    // An object can have only one text edit. If an object with copies is removed, a copy takes effect.
    let is_edited = edits.iter().any(|edit| edit.object.kind == "Timeline");
    if objects.timelines.is_empty() || is_edited || input.reader.has_copies(&KINDS) {
        return found;
    }
    let gone = gone(objects, edits);
    let own = edits.iter().position(is_removal);
    let Some(Some(own)) = own.and_then(|first| found.get_mut(first)) else {
        return found;
    };
    for timeline in &objects.timelines {
        let mut places = Vec::new();
        references(timeline, &mut |reference, place| {
            if match reference {
                Reference::Pod(pod) => gone.contains(&(false, pod)),
                Reference::Vms(pattern) => is_of_gone(objects, &gone, pattern),
                Reference::Node(_) | Reference::ConfigMap(_) => false,
            } {
                places.push(place);
            }
        });
        if places.is_empty() {
            continue;
        }
        let object = ObjectName {
            kind: "Timeline".to_owned(),
            namespace: objects.names[timeline.namespace].to_owned(),
            name: objects.names[timeline.name].to_owned(),
        };
        if let Some(mut draft) = PieceDraft::of(&input.reader, &object)
            && leave_out(&mut draft, timeline, &places).is_some()
            && let Some(edit::Edit { from, to, insert }) = draft.edit(input.encoding)
        {
            own.push(TextEdit { from, to, insert });
        }
    }
    found
}

/// Whether an edit removes an object.
fn is_removal(edit: &Edit) -> bool {
    edit.path.is_empty() && edit.new.is_none()
}

/// The VMs (`true`) and the pods that edits remove.
fn gone(objects: &Objects, edits: &[Edit]) -> Vec<(bool, ObjectKey)> {
    let names = &objects.names;
    let mut gone = Vec::new();
    for edit in edits {
        let ObjectName {
            kind,
            namespace,
            name,
        } = &edit.object;
        if is_removal(edit)
            && let (Some(namespace), Some(name)) = (names.get(namespace), names.get(name))
        {
            gone.push((kind == "VirtualMachine", ObjectKey { namespace, name }));
        }
    }
    // A VM without a pod in the text counts as a pod.
    for vm in &objects.virtual_machines {
        let key = |name| ObjectKey {
            namespace: vm.namespace,
            name,
        };
        let pod = if vm.pod_name.is_empty() {
            vm.name
        } else {
            vm.pod_name
        };
        let mut pods = objects.pods.iter();
        if gone.contains(&(true, key(vm.name)))
            && pods.all(|other| (other.namespace, other.name) != (vm.namespace, pod))
        {
            gone.push((false, key(pod)));
        }
    }
    gone
}

/// Whether a pattern matches removed VMs only.
fn is_of_gone(objects: &Objects, gone: &[(bool, ObjectKey)], pattern: VmPattern) -> bool {
    let mut is_of_gone = false;
    for vm in &objects.virtual_machines {
        let (namespace, name) = (vm.namespace, vm.name);
        if pattern.matches(&objects.names, namespace, name) {
            is_of_gone = gone.contains(&(true, ObjectKey { namespace, name }));
            if !is_of_gone {
                break;
            }
        }
    }
    is_of_gone
}

/// Removes some places, in text order, from a timeline. `None` if the text as written does not allow it.
fn leave_out(
    draft: &mut PieceDraft<'_>,
    timeline: &Timeline,
    places: &[TimelinePath],
) -> Option<()> {
    // Whole agents and whole events, last one first.
    let (mut agents, mut events) = (Vec::new(), Vec::new());
    for place in places.iter().rev() {
        let (whole, list, index, inner, item) = match *place {
            TimelinePath::Agent(agent, item) => (&mut agents, "agents", agent, ["", "vms"], item),
            TimelinePath::Item(event, field, item) => {
                let inner = match field {
                    "load.vms" => ["load", "vms"],
                    _ => ["filter", "exclude"],
                };
                (&mut events, "events", event as usize, inner, item)
            }
            TimelinePath::Event(event, _) => {
                events.push(event as usize);
                continue;
            }
            TimelinePath::ConfigMap => continue,
        };
        if !remove(draft, list, Some((index, inner)), &[item])? {
            whole.push(index);
        }
    }
    remove(draft, "agents", None, &agents)?;
    remove(draft, "events", None, &events)?;
    let (mut end, mut stays) = (0, 0);
    for event in &timeline.events {
        end = end.max(event.at);
        if !events.contains(&(event.index as usize)) {
            stays = stays.max(event.at);
        }
    }
    // Keeps the duration, so that agents act as long as before.
    if timeline.duration.is_none() && end > stays {
        let (number, unit) = match end % 1000 {
            0 => (end / 1000, "s"),
            _ => (end, "ms"),
        };
        let text = Written::Text(number.to_string() + unit);
        let (source, tree, root) = draft.parts();
        let edit = edit::set(
            source,
            tree,
            root,
            &["spec", "duration"].map(PathStep::Key),
            text,
        )?;
        draft.apply(&edit)?;
    }
    Some(())
}

/// Removes items, last one first, from a list in `spec`, or from a list in one of its items. Removes an empty list with
/// its key. Returns `false` if the list would be an empty `vms`, which its item requires.
fn remove(
    draft: &mut PieceDraft<'_>,
    mut key: &'static str,
    inner: Option<(usize, [&'static str; 2])>,
    items: &[usize],
) -> Option<bool> {
    if items.is_empty() {
        return Some(true);
    }
    let (source, tree, root) = draft.parts();
    let mut parent = tree.get(root, "spec", source)?;
    if let Some((index, [action, list])) = inner {
        parent = tree.items(tree.get(parent, key, source)?).nth(index)?;
        if !action.is_empty() {
            parent = tree.get(parent, action, source)?;
        }
        key = list;
    }
    let list = tree.get(parent, key, source)?;
    if edit::is_elsewhere(source, tree, parent) || edit::is_elsewhere(source, tree, list) {
        return None;
    }
    let mut edits = Vec::new();
    if tree.items(list).nth(items.len()).is_some() {
        edit::remove_items(source, tree, list, items, &mut edits)?;
    } else if key == "vms" {
        return Some(false);
    } else {
        edits.push(edit::remove_entry(source, tree, parent, key)?);
    }
    draft.apply_all(&edits)?;
    Some(true)
}
