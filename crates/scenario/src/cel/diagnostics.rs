//! Diagnostics of CEL expressions, with their places.

use schedscope_objects::{
    diagnostic::{Diagnostic, DiagnosticCode, ObjectName, Severity},
    placement::Placement,
};
use schedscope_placement::cel::{CelError, cel_path};

use crate::{cel::Cel, input::Input};

impl Cel {
    /// The expressions that do not compile, as far as they are known: their number, and the first `most` of them by
    /// placement.
    pub(crate) fn diagnostics(&self, input: &Input, most: usize) -> (usize, Vec<Diagnostic>) {
        let mut count = 0;
        let mut diagnostics = Vec::new();
        if self.compiled.values().all(Option::is_none) {
            return (count, diagnostics);
        }
        for placement in &input.objects().placements {
            let wrong: Vec<(String, &CelError)> = self.wrong(placement).collect();
            count += wrong.len();
            if wrong.is_empty() || diagnostics.len() >= most {
                continue;
            }
            let names = &input.objects().names;
            let object = ObjectName {
                kind: "Placement".to_owned(),
                namespace: names[placement.namespace].to_owned(),
                name: names[placement.name].to_owned(),
            };
            let places: Vec<(&str, usize)> = wrong
                .iter()
                .map(|(path, error)| (path.as_str(), error.offset))
                .collect();
            let ranges = input.reader.locate_inside(&object, &places, input.encoding);
            let ranges = ranges.unwrap_or_default().into_iter();
            let ranges = ranges.chain(std::iter::repeat_with(Default::default));
            for ((path, error), range) in wrong.into_iter().zip(ranges) {
                diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    code: DiagnosticCode::InvalidExpression,
                    message: message(error),
                    object: Some(object.clone()),
                    path,
                    range,
                    suggestion: None,
                    duplicate: None,
                });
            }
        }
        diagnostics.truncate(most);
        (count, diagnostics)
    }

    fn wrong<'c>(
        &'c self,
        placement: &'c Placement,
    ) -> impl Iterator<Item = (String, &'c CelError)> {
        let predicates = placement.spec.predicates.iter().enumerate();
        predicates.flat_map(move |(predicate, selector)| {
            let expressions = selector.cel_expressions.iter().enumerate();
            expressions.filter_map(move |(place, expression)| {
                let error = self.compiled.get(expression)?.as_ref()?;
                Some((cel_path(predicate, place), error))
            })
        })
    }
}

fn message(error: &CelError) -> String {
    let CelError {
        problem,
        line,
        column,
        ..
    } = error;
    if *line == 1 {
        return format!("this CEL expression does not compile: {problem} (at {column})");
    }
    format!("this CEL expression does not compile: {problem} (at {line}:{column} of it)")
}
