//! Reads the events of a timeline.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    names::Symbol,
    timeline::{Action, Agent, Event, FilterAction, ObjectKey, PROTOCOL, Request, Restart, Units},
};
use schedscope_text::tree::{Scalar, ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, clip, config_map::config, quoted, timeline::value};

/// The fields of an event: its time, and its actions, of which it has exactly one.
const FIELDS: [&str; 15] = [
    "at",
    "request",
    "reserve",
    "schedule",
    "filter",
    "score",
    "unreserve",
    "delete",
    "use",
    "config",
    "migrate",
    "migrationFailed",
    "restart",
    "load",
    "addNode",
];

/// The fields of an action, and how many of the first ones are required.
fn fields_of(action: &str) -> (&'static [&'static str], usize) {
    match action {
        "request" => (&["pod", "vCPUs", "mem", "load", "protocol"], 3),
        "use" => (&["pod", "vCPUs", "mem"], 3),
        "reserve" | "score" => (&["pod", "node"], 2),
        "filter" => (&["pod", "node", "exclude"], 2),
        "addNode" => (&["node"], 1),
        "restart" => (&["downFor", "config"], 0),
        "load" => (&["vms", "constant", "steps", "sine", "noise"], 1),
        _ => (&["pod"], 1),
    }
}

/// Reads events. Drops an event with an error, except in the plugin's config, whose errors the plugin itself reports.
/// O(bytes).
pub(super) fn events(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[Event]> {
    let mut events = Vec::new();
    d.items(at, path, |d, at, path| events.extend(event(d, at, path)));
    events.into_boxed_slice()
}

fn event(d: &mut Decoder<'_>, item: ValueId, path: &FieldPath<'_>) -> Option<Event> {
    let before = d.findings.len();
    let mut begins = None;
    let mut actions: Vec<(&'static str, ValueId)> = Vec::with_capacity(1);
    d.only_fields(item, path, &FIELDS, &mut |d, field, at, path| {
        if field == "at" {
            begins = value::duration(d, at, path);
        } else if actions.iter().all(|(other, _)| *other != field) {
            actions.push((field, at));
        }
    });
    if d.tree.kind(item) != ValueKind::Mapping {
        if d.is_null(item) {
            d.wrong_type(item, path, "an event");
        }
        return None;
    }
    d.needs(item, path, "at", "an event needs `at`");
    let chosen = chosen(d, item, path, &actions);
    let action = chosen.filter(|(field, _)| *field != "config");
    let action = action.map(|(field, at)| action_of(d, field, at, &path.field(field)));
    let found = d.findings.get(before..).unwrap_or_default();
    if found.iter().any(|found| found.severity == Severity::Error) {
        return None;
    }
    // Configs are read last, because their errors do not drop the event.
    let (field, at) = chosen?;
    let path_of_action = path.field(field);
    let mut action = match action {
        Some(action) => action?,
        None => Action::Config(config(d, at, &path_of_action)?),
    };
    if let Action::Restart(restart) = &mut action
        && let Some(at) = d.get(at, "config").filter(|at| !d.is_null(*at))
    {
        restart.config = Some(config(d, at, &path_of_action.field("config"))?);
    }
    Some(Event {
        at: begins?,
        index: path.index() as u32,
        action,
    })
}

/// The single action of an event.
fn chosen(
    d: &mut Decoder<'_>,
    item: ValueId,
    path: &FieldPath<'_>,
    actions: &[(&'static str, ValueId)],
) -> Option<(&'static str, ValueId)> {
    let tree = d.tree;
    let mut nothing = None;
    for (key, at) in tree.entries(item) {
        let name = tree.text(key, d.source);
        let field = FIELDS.iter().skip(1).find(|field| **field == name);
        if let Some(field) = field.filter(|_| d.is_null(at)) {
            nothing = Some((*field, at));
        }
    }
    match (actions, &nothing) {
        ([one], None) => Some(*one),
        // All fields of a restart are optional.
        ([], Some(("restart", at))) => Some(("restart", *at)),
        ([], Some((field, at))) => {
            d.wrong_type(*at, &path.field(field), "a mapping");
            None
        }
        ([], None) => {
            let what = FIELDS.get(1..).unwrap_or_default();
            let message = format!("an event needs one of {}", quoted(what, ", "));
            d.error(DiagnosticCode::MissingField, item, path, message);
            None
        }
        ([(first, _), (second, at), ..], _) | ([(first, _)], Some((second, at))) => {
            let message =
                format!("an event does one thing, but `{second}` stands beside `{first}`");
            let path = path.field(second);
            d.refuse(*at, &path, message);
            None
        }
    }
}

/// Reads an action, except the plugin's config.
fn action_of(
    d: &mut Decoder<'_>,
    field: &str,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Option<Action> {
    let mut parts = EventFields::default();
    let (known, needed) = fields_of(field);
    let mut seen = Vec::with_capacity(needed);
    d.only_fields(at, path, known, &mut |d, name, at, path| {
        seen.push(name);
        parts.read(d, name, at, path, field == "load");
    });
    if d.tree.kind(at) == ValueKind::Mapping {
        for name in known
            .iter()
            .take(needed)
            .filter(|name| !seen.contains(*name))
        {
            d.missing(at, path, name, &format!("`{field}` needs `{name}`"));
        }
    }
    parts.action(field)
}

/// The fields of actions.
#[derive(Default)]
struct EventFields {
    pod: Option<ObjectKey>,
    node: Option<Symbol>,
    cpu: Option<u16>,
    memory: Option<u16>,
    exclude: Box<[ObjectKey]>,
    averages: Option<[f32; 2]>,
    protocol: Option<u32>,
    down_for: u64,
    agent: Agent,
}

impl EventFields {
    fn read(
        &mut self,
        d: &mut Decoder<'_>,
        field: &str,
        at: ValueId,
        path: &FieldPath<'_>,
        of_load: bool,
    ) {
        match field {
            "pod" => self.pod = value::key(d, at, path),
            "node" => self.node = value::name(d, at, path),
            "vCPUs" => self.cpu = value::amount(d, at, path),
            "mem" => self.memory = value::amount(d, at, path),
            "exclude" => self.exclude = value::keys(d, at, path),
            "protocol" => self.protocol = protocol(d, at, path),
            "downFor" => self.down_for = value::duration(d, at, path).unwrap_or_default(),
            "vms" => self.agent.vms = value::patterns(d, at, path),
            "load" => self.averages = averages(d, at, path),
            _ if of_load => super::load::decode_field(&mut self.agent.load, d, field, at, path),
            _ => {}
        }
    }

    /// The action, if all required fields are present.
    fn action(self, field: &str) -> Option<Action> {
        let units = || {
            Some(Units {
                cpu: self.cpu?,
                memory: self.memory?,
            })
        };
        Some(match field {
            "request" => Action::Request(Request {
                pod: self.pod?,
                want: units()?,
                load: self.averages,
                protocol: self.protocol.unwrap_or(PROTOCOL),
            }),
            "use" => Action::Use(self.pod?, units()?),
            "reserve" => Action::Reserve(self.pod?, self.node?),
            "score" => Action::Score(self.pod?, self.node?),
            "filter" => Action::Filter(Box::new(FilterAction {
                pod: self.pod?,
                node: self.node?,
                exclude: self.exclude,
            })),
            "schedule" => Action::Schedule(self.pod?),
            "unreserve" => Action::Unreserve(self.pod?),
            "delete" => Action::Delete(self.pod?),
            "migrate" => Action::Migrate(self.pod?),
            "migrationFailed" => Action::MigrationFailed(self.pod?),
            "addNode" => Action::AddNode(self.node?),
            "restart" => Action::Restart(Restart {
                down_for: self.down_for,
                config: None,
            }),
            "load" => Action::Load(Box::new(self.agent)),
            _ => return None,
        })
    }
}

/// The load averages of one minute and of five.
fn averages(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<[f32; 2]> {
    let mut averages = Vec::new();
    d.items(at, path, |d, at, path| {
        averages.push(value::short_number(d, at, path));
    });
    match averages.as_slice() {
        [one, five] => Some([(*one)?, (*five)?]),
        _ if d.tree.kind(at) != ValueKind::Sequence => None,
        others => {
            let message = format!(
                "a load has two averages, of 1 minute and of 5 minutes; this one has {}",
                others.len()
            );
            d.refuse(at, path, message);
            None
        }
    }
}

/// The version of the protocol as the number that agents send.
fn protocol(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<u32> {
    match d.tree.scalar(at, d.source) {
        Some(Scalar::String("v1.0")) => Some(1),
        Some(Scalar::String("v1.1")) => Some(2),
        Some(Scalar::String(text)) => {
            let message = format!(
                "`{}` is not a known version: use `v1.0`, `v1.1`, or the number that agents send",
                clip(text)
            );
            d.refuse(at, path, message);
            None
        }
        _ => {
            let number = value::whole(d, at, path, 0..=i64::from(u32::MAX))?;
            u32::try_from(number).ok()
        }
    }
}
