//! Puts mutants into a source file, each behind a switch: one program has them all, and at most one is on.
//!
//! Everything is an insertion around code that stays as it is, so that mutants of nested code need no care.

use std::{collections::HashMap, fmt::Write as _, ops::Range};

use proc_macro2::LineColumn;
use syn::{
    Arm, BinOp, Expr, ExprBinary, ExprUnary, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::list::{Genre, Mutant, Place};

/// The number of a mutant: its place in the list.
pub(crate) type Id = usize;

/// A source file with its mutants inside.
#[derive(Debug, Default)]
pub(crate) struct Switched {
    pub(crate) text: String,
    /// Where each mutant's code is: the innermost that has a place is the one to blame.
    ranges: Ranges,
    /// The mutants that have no switch.
    pub(crate) without: Vec<Id>,
}

/// Ranges of a text, each with its mutants.
type Ranges = Vec<(Range<usize>, Vec<Id>)>;

/// What is put around a range of the source.
struct Around {
    range: Range<usize>,
    before: String,
    after: String,
    ids: Vec<Id>,
}

/// Puts mutants of a file into it.
///
/// # Errors
///
/// The file is not Rust.
pub(crate) fn switch(source: &str, mutants: &[(Id, &Mutant)]) -> syn::Result<Switched> {
    let lines = Lines::of(source);
    let mut finder = Finder {
        lines: &lines,
        source,
        asked: HashMap::new(),
        found: Vec::new(),
        without: Vec::new(),
    };
    for (id, mutant) in mutants {
        let range = lines.offset(mutant.span.start)..lines.offset(mutant.span.end);
        let asked = finder.asked.entry(range.start).or_default();
        asked.push((*id, *mutant, range.end));
    }
    finder.visit_file(&syn::parse_file(source)?);
    let mut without = finder.without;
    without.extend(finder.asked.into_values().flatten().map(|it| it.0));
    without.sort_unstable();
    let (text, ranges) = insert(source, finder.found);
    Ok(Switched {
        text,
        ranges,
        without,
    })
}

impl Switched {
    /// The mutants whose code has an error at a place of the text; none if the place is in no mutant.
    pub(crate) fn blamed(&self, at: &Range<usize>) -> &[Id] {
        let holds = |range: &Range<usize>| range.start <= at.start && at.end <= range.end;
        let around = self.ranges.iter().filter(|(range, _)| holds(range));
        around
            .min_by_key(|(range, _)| range.len())
            .map_or(&[], |(_, ids)| ids)
    }
}

fn insert(source: &str, mut found: Vec<Around>) -> (String, Ranges) {
    // The outer ones first; of equal ones, in the order in which they were found: a visit goes from outside in.
    found.sort_by_key(|it| (it.range.start, usize::MAX - it.range.end));
    let (mut text, mut ranges) = (String::new(), Vec::new());
    let mut open: Vec<(Around, usize)> = Vec::new();
    let mut at = 0;
    let mut close = |text: &mut String, at: &mut usize, (around, start): (Around, usize)| {
        text.push_str(&source[*at..around.range.end]);
        *at = around.range.end;
        text.push_str(&around.after);
        ranges.push((start..text.len(), around.ids));
    };
    for around in found {
        while let Some(last) =
            open.pop_if(|(it, _)| it.range.end <= around.range.start && it.range != around.range)
        {
            close(&mut text, &mut at, last);
        }
        text.push_str(&source[at..around.range.start]);
        at = around.range.start;
        let start = text.len();
        text.push_str(&around.before);
        open.push((around, start));
    }
    while let Some(last) = open.pop() {
        close(&mut text, &mut at, last);
    }
    text.push_str(&source[at..]);
    (text, ranges)
}

/// Looks for what mutants change.
struct Finder<'s> {
    lines: &'s Lines,
    source: &'s str,
    /// The mutants that are not found yet, by where they start.
    asked: HashMap<usize, Vec<(Id, &'s Mutant, usize)>>,
    found: Vec<Around>,
    /// Those that are found and have no switch.
    without: Vec<Id>,
}

impl Finder<'_> {
    fn range(&self, node: &impl Spanned) -> Range<usize> {
        let span = node.span();
        self.lines.of_syn(span.start())..self.lines.of_syn(span.end())
    }

    /// The mutants of a genre at a range.
    fn take(&mut self, range: &Range<usize>, genre: Genre) -> Vec<(Id, String)> {
        let Some(asked) = self.asked.get_mut(&range.start) else {
            return Vec::new();
        };
        let these = asked.extract_if(.., |(_, mutant, end)| {
            *end == range.end && mutant.genre == genre
        });
        these
            .map(|(id, mutant, _)| (id, mutant.replacement.clone()))
            .collect()
    }

    /// One of several codes instead of a range.
    fn choose(&mut self, range: Range<usize>, choices: Vec<(Id, String)>) {
        self.choose_after(String::new(), range, choices);
    }

    fn choose_after(
        &mut self,
        mut before: String,
        range: Range<usize>,
        choices: Vec<(Id, String)>,
    ) {
        if choices.is_empty() {
            return;
        }
        before.push('(');
        for (id, code) in &choices {
            let _ = write!(before, "if crate::switches::on({id}) {{ {code} }} else ");
        }
        before.push_str("{ ");
        let ids = choices.into_iter().map(|choice| choice.0).collect();
        self.found.push(Around {
            range,
            before,
            after: " })".to_owned(),
            ids,
        });
    }

    fn body(&mut self, block: &syn::Block) {
        let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) else {
            return;
        };
        let range = self.range(first).start..self.range(last).end;
        let at = range.start;
        for (id, value) in self.take(&range, Genre::FnValue) {
            let ids = vec![id];
            if value == "::std::iter::empty()" {
                // Of `impl Iterator`, which is one type: the same iterator, of which nothing is taken.
                let (range, before) = (range.clone(), "{ ".to_owned());
                let after =
                    format!(" }}.take(if crate::switches::on({id}) {{ 0 }} else {{ usize::MAX }})");
                self.found.push(Around {
                    range,
                    before,
                    after,
                    ids,
                });
            } else if value.starts_with("::std::iter::") {
                self.without.extend(ids);
            } else {
                let before = format!("if crate::switches::on({id}) {{ return {value}; }} ");
                self.found.push(Around {
                    range: at..at,
                    before,
                    after: String::new(),
                    ids,
                });
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.body(&node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.body(&node.block);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, node);
    }

    fn visit_expr_binary(&mut self, node: &'ast ExprBinary) {
        let operator = self.range(&node.op);
        if !binds(node) {
            let (left, right) = (self.range(&node.left), self.range(&node.right));
            let choices = self.take(&operator, Genre::BinaryOperator);
            let code = |with: &str| {
                format!(
                    "{} {with} {}",
                    &self.source[left.clone()],
                    &self.source[right.clone()]
                )
            };
            let choices = choices
                .into_iter()
                .map(|(id, with)| (id, code(&with)))
                .collect();
            self.choose(left.start..right.end, choices);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast ExprUnary) {
        if matches!(node.op, UnOp::Not(_) | UnOp::Neg(_)) {
            let operator = self.range(&node.op);
            let choices = self.take(&operator, Genre::UnaryOperator);
            let whole = self.range(node);
            let inner = self.source[self.range(&node.expr)].to_owned();
            let choices = choices
                .into_iter()
                .map(|(id, with)| (id, format!("{with}{inner}")))
                .collect();
            self.choose(whole, choices);
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast Arm) {
        // An arm that is left out is one whose guard does not hold: there is another for all values.
        let whole = self.range(node);
        let mut gone = self.take(&whole, Genre::MatchArm);
        let body = whole.start..self.range(&node.body).end;
        gone.extend(self.take(&body, Genre::MatchArm));
        if let Some((_, guard)) = &node.guard {
            let range = self.range(guard);
            let choices = self.take(&range, Genre::MatchArmGuard);
            for (id, _) in gone {
                let before = format!("!crate::switches::on({id}) && (");
                self.found.push(Around {
                    range: range.clone(),
                    before,
                    after: ")".to_owned(),
                    ids: vec![id],
                });
            }
            self.choose(range, choices);
        } else if !gone.is_empty() {
            let at = self.range(&node.pat).end;
            let test = |(id, _): &(Id, String)| format!("!crate::switches::on({id})");
            let tests: Vec<String> = gone.iter().map(test).collect();
            let before = format!(" if {}", tests.join(" && "));
            let ids = gone.into_iter().map(|it| it.0).collect();
            self.found.push(Around {
                range: at..at,
                before,
                after: String::new(),
                ids,
            });
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        for field in &node.fields {
            let (Some(base), syn::Member::Named(name)) = (&node.rest, &field.member) else {
                continue;
            };
            let whole = self.range(field);
            let (path, base) = (
                &self.source[self.range(&node.path)],
                &self.source[self.range(&**base)],
            );
            // The field as the base of the rest has it.
            let code = format!("let it: {path} = {base}; it.{name}");
            let before = if field.colon_token.is_some() {
                String::new()
            } else {
                format!("{name}: ")
            };
            let range = self.range(&field.expr);
            let choices = self.take(&whole, Genre::StructField);
            let choices = choices
                .into_iter()
                .map(|(id, _)| (id, code.clone()))
                .collect();
            self.choose_after(before, range, choices);
        }
        visit::visit_expr_struct(self, node);
    }

    // Computed when the program is built: no switch can be asked there.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
}

/// Whether names that an operand binds with `let` are used beside the operator.
fn binds(node: &ExprBinary) -> bool {
    fn has_let(expr: &Expr) -> bool {
        match expr {
            Expr::Let(_) => true,
            Expr::Binary(ExprBinary {
                left,
                op: BinOp::And(_),
                right,
                ..
            }) => has_let(left) || has_let(right),
            _ => false,
        }
    }
    has_let(&node.left) || has_let(&node.right)
}

/// Where the lines of a source start.
struct Lines(Vec<(usize, String)>);

impl Lines {
    fn of(source: &str) -> Self {
        let mut at = 0;
        let line = |line: &str| {
            at += line.len();
            (at - line.len(), line.to_owned())
        };
        Self(source.split_inclusive('\n').map(line).collect())
    }

    /// The byte of a line and a column, both from 1, columns in characters.
    fn offset(&self, place: Place) -> usize {
        let Some((start, text)) = self.0.get(place.line - 1) else {
            return self.0.last().map_or(0, |(start, text)| start + text.len());
        };
        let column = text.char_indices().nth(place.column - 1);
        start + column.map_or(text.len(), |(at, _)| at)
    }

    fn of_syn(&self, place: LineColumn) -> usize {
        self.offset(Place {
            line: place.line,
            column: place.column + 1,
        })
    }
}

#[cfg(test)]
mod tests;
