//! Scores that prioritizers name and no add-on reports.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::Severity, misspelt::nearest, names::Symbol, order};
use schedscope_placement::prioritizer::PrioritizerKind;

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// A score that a prioritizer names, and that no `AddOnPlacementScore` of the name has.
#[answer(Eq)]
pub struct UnknownScore {
    /// The name of the prioritizer: `AddOn/<addOn>/<score>`.
    pub prioritizer: String,
    /// The name of the `AddOnPlacementScore`s, of which the input has at least one.
    pub add_on: String,
    /// The name of the score.
    pub score: String,
    /// The name of one of their scores that is most likely meant; `null` if none is like it.
    pub meant: Option<String>,
}

/// The scores that prioritizers with a weight name, and that no `AddOnPlacementScore` of the named ones has.
/// O(prioritizers x scores).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let decision = match &context.about {
        About::Placement(of) if !of.is_whatif => of.decision,
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let objects = context.reader.objects();
    for entry in decision.plan.active() {
        let PrioritizerKind::AddOn {
            resource: Some(resource),
            score,
        } = entry.kind
        else {
            continue;
        };
        let objects_of = || objects.scores.iter().filter(|one| one.name == resource);
        let reported = || objects_of().flat_map(|one| one.scores.iter().map(|(name, _)| *name));
        let is_known = score.is_some_and(|score| reported().any(|name| name == score));
        if is_known || found.len() >= MOST || objects_of().next().is_none() {
            continue;
        }
        let add_on = &objects.names[resource];
        let name = entry.name.strip_prefix("AddOn/");
        let name = name.and_then(|name| name.strip_prefix(add_on)?.strip_prefix('/'));
        let Some(name) = name else { continue };
        let mut known: Vec<Symbol> = reported().collect();
        order::sort(&mut known, Ord::cmp);
        known.dedup();
        let mut known: Vec<&str> = known.iter().map(|name| &objects.names[*name]).collect();
        order::sort(&mut known, Ord::cmp);
        let data = UnknownScore {
            prioritizer: entry.name.clone(),
            add_on: add_on.to_owned(),
            score: name.to_owned(),
            meant: nearest(name, &known).map(str::to_owned),
        };
        found.push(Fact::UnknownScore { data });
    }
    found
}
