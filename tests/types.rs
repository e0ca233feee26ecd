//! The TypeScript types of the package are made from the Rust types, here.

use std::{any::TypeId, collections::BTreeMap, fmt::Write as _};

use schedscope::{
    answers::{
        placement::{
            DecideOptions,
            rows::RowPage,
            spread::{SpreadCandidatePage, SpreadDomains, SpreadSkews, SpreadStep},
            summary::DecisionSummary,
        },
        pods::{
            list::{NodeList, NodeListOptions, PodList, PodListOptions},
            score_nodes::{PlacePodOptions, PodPlacement},
        },
        quota::{
            across::CrossNodeAnswer,
            cycle::{CycleAnswer, SchedulePodOptions},
            events::QuotaHistory,
            explain::{ExplainNodeOptions, NodeExplanation},
            queue::{QueueAnswer, QueueOptions},
            queue_step::{QueueMoment, QueueMomentOptions},
            report::QuotaReport,
        },
        vm::{
            event_results::VmHistory,
            limits::VmLimits,
            timeline::{
                answer::{VmTimeline, VmTimelineOptions},
                state::VmDump,
                step::{VmMoment, VmMomentOptions},
            },
        },
    },
    quota::events::QuotaEventKind,
    scenario::{ClusterKeys, CrossNodeOptions, LocatedExplanation, Reading, SpreadEdit, TextEdit},
};
use ts_rs::{Config, TS, TypeVisitor};

/// Where the names of fields stand whose numbers need not be whole.
const FRACTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pkg/schema/fractions.json");

/// Collects the declarations of a type and of all it mentions, by name.
struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Types of the language itself have no declaration.
        if T::output_path().is_none() {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        let name = T::ident(&self.config);
        let text = format!("{docs}export {declaration}\n");
        let before = self.by_name.insert(name.clone(), text);
        assert!(before.is_none(), "two types are called `{name}`");
    }
}

fn declarations() -> String {
    let mut declarations = Declarations {
        config: Config::new().with_large_int("number"),
        seen: Vec::new(),
        by_name: BTreeMap::new(),
    };
    declarations.visit::<Reading>();
    declarations.visit::<DecideOptions>();
    declarations.visit::<DecisionSummary>();
    declarations.visit::<RowPage>();
    declarations.visit::<LocatedExplanation>();
    declarations.visit::<TextEdit>();
    declarations.visit::<ClusterKeys>();
    declarations.visit::<SpreadStep>();
    declarations.visit::<SpreadCandidatePage>();
    declarations.visit::<SpreadDomains>();
    declarations.visit::<SpreadSkews>();
    declarations.visit::<SpreadEdit>();
    declarations.visit::<PodListOptions>();
    declarations.visit::<PodList>();
    declarations.visit::<NodeListOptions>();
    declarations.visit::<NodeList>();
    declarations.visit::<PlacePodOptions>();
    declarations.visit::<PodPlacement>();
    declarations.visit::<SchedulePodOptions>();
    declarations.visit::<CycleAnswer>();
    declarations.visit::<ExplainNodeOptions>();
    declarations.visit::<NodeExplanation>();
    declarations.visit::<CrossNodeOptions>();
    declarations.visit::<CrossNodeAnswer>();
    declarations.visit::<QuotaReport>();
    declarations.visit::<QueueOptions>();
    declarations.visit::<QueueAnswer>();
    declarations.visit::<QueueMomentOptions>();
    declarations.visit::<QueueMoment>();
    declarations.visit::<QuotaEventKind>();
    declarations.visit::<QuotaHistory>();
    declarations.visit::<VmTimelineOptions>();
    declarations.visit::<VmTimeline>();
    declarations.visit::<VmMomentOptions>();
    declarations.visit::<VmMoment>();
    declarations.visit::<VmDump>();
    declarations.visit::<VmHistory>();
    declarations.visit::<VmLimits>();
    declarations.by_name.remove("Float");
    let mut text = String::from(
        "// Made from the Rust types; to make it anew: UPDATE_TYPES=1 cargo test -p schedscope-tests --test types\n",
    );
    for declaration in declarations.by_name.values() {
        let _ = write!(text, "\n{declaration}");
    }
    text
}

/// The declarations as they are published, and the fields that need not be whole, as `Type.field`.
fn published() -> (String, Vec<String>) {
    let mut fractions = Vec::new();
    let mut declared = String::new();
    let mut text = String::new();
    for line in declarations().lines() {
        if let Some(rest) = line.strip_prefix("export type ") {
            rest.split(' ')
                .next()
                .unwrap_or_default()
                .clone_into(&mut declared);
        }
        if line.contains("Float") && !line.starts_with(" *") {
            let field = line.split([':', '?']).next().unwrap_or_default();
            fractions.push(format!("{declared}.{field}"));
        }
        // Links between Rust's items are no links there.
        let line = line.replace("[`", "`").replace("`]", "`");
        let line = line.replace("Float", "number");
        let _ = writeln!(text, "{}", without_targets(&line).trim_end());
    }
    (in_one_line(&text), fractions)
}

/// Comments that are a single line of text, on a single line.
fn in_one_line(text: &str) -> String {
    let mut parts = text.split("/**\n * ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |joined, part| match part.split_once('\n') {
        Some((words, rest)) if rest.starts_with(" */\n") => joined + "/** " + words + rest,
        _ => joined + "/**\n * " + part,
    })
}

/// Declarations without their layout, which is Biome's in the file and ts-rs' own in what it writes.
fn without_layout(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| if character == ',' { ';' } else { character })
        .collect();
    // The separator after a last member, the bar before a first, and quotes that a name does not need.
    let text = text.replace(";}", "}");
    let text = ["=", ":", "<", "("].iter().fold(text, |text, before| {
        text.replace(&format!("{before}|"), before)
    });
    let mut parts: Vec<&str> = text.split("\":").collect();
    let last = parts.pop().unwrap_or_default();
    parts
        .iter()
        .map(|part| match part.rsplit_once('"') {
            Some((before, name)) => format!("{before}{name}:"),
            None => format!("{part}\":"),
        })
        .chain([last.to_owned()])
        .collect()
}

/// Has Biome lay out the package's types, as everything else in TypeScript.
fn lay_out() {
    let biome = "node_modules/@biomejs/biome/bin/biome";
    let done = std::process::Command::new("node")
        .args([biome, "format", "--write", "pkg/types.d.ts"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .expect("Node.js is there");
    assert!(
        done.success(),
        "Biome does not format pkg/types.d.ts: is `npm ci` done?"
    );
}

/// A line without the targets of links, which follow what is in backticks.
fn without_targets(line: &str) -> String {
    let mut parts = line.split("`(crate::");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('`');
        text.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    text
}

#[test]
fn the_package_has_the_types_of_the_crate() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../pkg/types.d.ts");
    let (expect, fractions) = published();
    let fractions = serde_json::to_string_pretty(&fractions).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &expect).expect("the file can be written");
        lay_out();
        std::fs::write(FRACTIONS, &fractions).expect("the file can be written");
    }
    let known = std::fs::read_to_string(FRACTIONS).expect("the file is there");
    let found = std::fs::read_to_string(path).expect("the file is there");
    assert!(
        without_layout(&found) == without_layout(&expect),
        "pkg/types.d.ts is not what the Rust types say: run UPDATE_TYPES=1 cargo test -p schedscope-tests --test types"
    );
    assert!(
        known.replace("\r\n", "\n") == fractions,
        "pkg/schema/fractions.json is old"
    );
}
