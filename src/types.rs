//! The TypeScript types of the package are made from the Rust types, here.

use std::{any::TypeId, collections::BTreeMap, fmt::Write as _};

use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    placement::{
        DecideOptions,
        rows::RowPage,
        spread::{SpreadCandidatePage, SpreadDomains, SpreadSkews, SpreadStep},
        summary::DecisionSummary,
    },
    pods::{
        compare::{PlacePodOptions, PodPlacement},
        list::{NodeList, NodeListOptions, PodList, PodListOptions},
    },
    quota::{
        across::CrossNodeAnswer,
        answer::{CycleAnswer, SchedulePodOptions},
        events::{QuotaEventKind, QuotaHistory},
        explain::{ExplainNodeOptions, NodeExplanation},
        queue::{QueueAnswer, QueueMoment, QueueMomentOptions, QueueOptions},
        report::QuotaReport,
    },
    scenario::{ClusterKeys, CrossNodeOptions, LocatedExplanation, Reading, SpreadEdit, TextEdit},
    vm::{
        events::VmLimits,
        history::VmHistory,
        timeline::{
            answer::{VmTimeline, VmTimelineOptions},
            moment::{VmMoment, VmMomentOptions},
            state::VmDump,
        },
    },
};

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
    let mut text = String::from(
        "// Made from the Rust types; to make it anew: UPDATE_TYPES=1 cargo test --lib types\n",
    );
    for declaration in declarations.by_name.values() {
        let _ = write!(text, "\n{declaration}");
    }
    text
}

#[test]
fn the_package_has_the_types_of_the_crate() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/pkg/types.d.ts");
    let expect = declarations();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &expect).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).expect("the file is there");
    assert!(
        found.replace("\r\n", "\n") == expect,
        "pkg/types.d.ts is not what the Rust types say: run UPDATE_TYPES=1 cargo test --lib types"
    );
}
