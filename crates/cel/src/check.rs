//! The checker: resolves names, chooses overloads, infers types, and makes the program on the way. It follows cel-go's
//! checker, so it refuses the expressions that the hub refuses.

mod call;
mod collection;
mod comprehension;

use std::collections::HashMap;

use cel::common::ast::{Expr, IdedExpr, LiteralValue, SelectExpr, SourceInfo, operators};

use crate::{
    compile::Problem,
    format_calls::FormatCall,
    program::{Node, NodeId, Program, Select, Slot},
    signatures::{self, Signatures},
    types::{Object, Substitution, Type},
    value::Value,
};

/// At most this many problems of an expression are recorded.
const MOST_PROBLEMS: usize = 100;
/// Types of more parts become `dyn`.
const LARGEST_TYPE: usize = 300;

/// Checks an expression.
///
/// # Errors
/// The expression's problems, in the order in which they were found.
pub(crate) fn check(
    source: &str,
    expression: &IdedExpr,
    places: &SourceInfo,
) -> Result<Program, Vec<Problem>> {
    signatures::with(|signatures| {
        let mut checker = Checker {
            source,
            places,
            signatures,
            types: Substitution::default(),
            scope: Vec::new(),
            slots: 0,
            nodes: Vec::new(),
            problems: Vec::new(),
            format_calls: Vec::new(),
            in_format: 0,
            types_in_format: HashMap::new(),
        };
        let (root, _) = checker.visit(expression);
        checker.check_formats();
        if checker.problems.is_empty() {
            Ok(Program {
                nodes: checker.nodes,
                root,
                slots: checker.slots,
            })
        } else {
            Err(checker.problems)
        }
    })
}

struct Checker<'c> {
    source: &'c str,
    places: &'c SourceInfo,
    signatures: &'c Signatures,
    types: Substitution,
    /// The variables of the comprehensions around, innermost last.
    scope: Vec<(String, Slot, Type)>,
    slots: usize,
    nodes: Vec<Node>,
    problems: Vec<Problem>,
    /// Calls of `format` that can be checked, and the types of their arguments' parts.
    format_calls: Vec<FormatCall>,
    in_format: usize,
    types_in_format: HashMap<u64, Type>,
}

impl Checker<'_> {
    fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The type with its known variables replaced. If a macro's body names its variable twice, the type doubles with
    /// every nested macro; a type above [`LARGEST_TYPE`] becomes `dyn`.
    fn settled(&self, of: &Type) -> Type {
        let settled = self.types.resolve(of);
        if settled.is_larger_than(LARGEST_TYPE) {
            Type::Dyn
        } else {
            settled
        }
    }

    /// The node of an expression with an error, whose program is not used.
    fn nothing(&mut self) -> (NodeId, Type) {
        (self.node(Node::Constant(Value::Null)), Type::Error)
    }

    fn report(&mut self, expression: &IdedExpr, message: String) {
        self.report_at(expression.id, message);
    }

    fn report_at(&mut self, id: u64, message: String) {
        if self.problems.len() >= MOST_PROBLEMS {
            return;
        }
        let offset = self.places.offset_for(id);
        let offset = offset.map_or(0, |(start, _)| start as usize);
        self.problems
            .push(Problem::at(self.source, offset, message));
    }

    fn undeclared(&mut self, expression: &IdedExpr, name: &str) {
        let message = format!("undeclared reference to '{name}' (in container '')");
        self.report(expression, message);
    }

    /// Checks the calls of `format`, as the hub does once all types are known.
    fn check_formats(&mut self) {
        if !self.problems.is_empty() {
            return;
        }
        for call in std::mem::take(&mut self.format_calls) {
            let type_of = |id| self.types_in_format.get(&id).cloned();
            if let Err((id, message)) = call.check(&self.types, type_of) {
                self.report_at(id, message);
            }
        }
    }

    fn visit(&mut self, expression: &IdedExpr) -> (NodeId, Type) {
        let (node, of) = self.visit_any(expression);
        if self.in_format > 0 {
            self.types_in_format.insert(expression.id, of.clone());
        }
        (node, of)
    }

    fn visit_any(&mut self, expression: &IdedExpr) -> (NodeId, Type) {
        match &expression.expr {
            Expr::Literal(literal) => self.literal(literal),
            Expr::Ident(name) => self.ident(expression, name),
            Expr::Select(select) => self.select(expression, select),
            Expr::Call(call) => self.call(expression, call),
            Expr::List(list) => self.list(list),
            Expr::Map(map) => self.map(map),
            Expr::Comprehension(fold) => self.fold(fold),
            Expr::Struct(message) => {
                let name = &message.type_name;
                let text = format!(
                    "undeclared reference to '{name}' (in container ''): messages cannot be made here"
                );
                self.report(expression, text);
                self.nothing()
            }
            Expr::Unspecified => {
                self.report(expression, "the expression is not complete".to_owned());
                self.nothing()
            }
        }
    }

    fn literal(&mut self, literal: &LiteralValue) -> (NodeId, Type) {
        let (value, of) = match literal {
            LiteralValue::Boolean(value) => (Value::Bool(*value.inner()), Type::Bool),
            LiteralValue::Bytes(value) => (Value::Bytes(value.inner().into()), Type::Bytes),
            LiteralValue::Double(value) => (Value::Double(*value.inner()), Type::Double),
            LiteralValue::Int(value) => (Value::Int(*value.inner()), Type::Int),
            LiteralValue::Null => (Value::Null, Type::Null),
            LiteralValue::String(value) => (Value::string(value.inner()), Type::String),
            LiteralValue::UInt(value) => (Value::Uint(*value.inner()), Type::Uint),
        };
        (self.node(Node::Constant(value)), of)
    }

    fn ident(&mut self, expression: &IdedExpr, name: &str) -> (NodeId, Type) {
        let variable = self.scope.iter().rev().find(|(it, ..)| it == name);
        if let Some((_, slot, of)) = variable {
            let (slot, of) = (*slot, of.clone());
            return (self.node(Node::Variable(slot)), of);
        }
        let absolute = name.strip_prefix('.').unwrap_or(name);
        if absolute == "managedCluster" {
            return (self.node(Node::Cluster), Type::Dyn);
        }
        if let Some(found) = self.type_named(absolute) {
            return found;
        }
        self.undeclared(expression, absolute);
        self.nothing()
    }

    /// A type as a value.
    fn type_named(&mut self, name: &str) -> Option<(NodeId, Type)> {
        let of = match name {
            "bool" => Type::Bool,
            "bytes" => Type::Bytes,
            "double" => Type::Double,
            "int" => Type::Int,
            "uint" => Type::Uint,
            "string" => Type::String,
            "null_type" => Type::Null,
            "list" => Type::list(Type::Dyn),
            "map" => Type::map(Type::Dyn, Type::Dyn),
            "type" => Type::type_of(Type::Dyn),
            "optional_type" => Type::optional(Type::Dyn),
            "google.protobuf.Timestamp" => Type::Timestamp,
            "google.protobuf.Duration" => Type::Duration,
            "net.IP" => Type::Object(Object::Ip),
            "net.CIDR" => Type::Object(Object::Cidr),
            _ => return None,
        };
        let node = self.node(Node::Constant(Value::Type(name.into())));
        Some((node, Type::type_of(of)))
    }

    fn select(&mut self, expression: &IdedExpr, select: &SelectExpr) -> (NodeId, Type) {
        if !select.test
            && let Some(name) = qualified(expression)
            && let Some(found) = self.type_named(name.strip_prefix('.').unwrap_or(&name))
        {
            return found;
        }
        let mode = if select.test {
            Select::Test
        } else {
            Select::Get
        };
        let (node, of) = self.field(expression, &select.operand, &select.field, mode);
        (node, if select.test { Type::Bool } else { of })
    }

    fn field(
        &mut self,
        expression: &IdedExpr,
        operand: &IdedExpr,
        field: &str,
        mode: Select,
    ) -> (NodeId, Type) {
        let (node, of) = self.visit(operand);
        let (target, was_optional) = self.settled(&of).unwrap_optional();
        let result = match &target {
            Type::Map(entry) => entry.1.clone(),
            Type::Variable(_) => {
                // From here on its type is dynamic.
                self.types.fits(&Type::Dyn, &target);
                Type::Dyn
            }
            Type::Dyn | Type::Error => Type::Dyn,
            other => {
                let message = format!("type '{other}' does not support field selection");
                self.report(expression, message);
                Type::Dyn
            }
        };
        let select = Node::Select {
            operand: node,
            field: field.into(),
            mode,
            starts: !is_attribute(operand),
        };
        let is_optional = was_optional || mode == Select::Optional;
        let result = if is_optional {
            Type::optional(result)
        } else {
            result
        };
        (self.node(select), result)
    }

    fn expect(&mut self, expression: &IdedExpr, name: &str, values: &[Type], places: &[Type]) {
        if self.types.all_fit(values, places) {
            return;
        }
        let types = values
            .iter()
            .map(|of| self.types.resolve_open(of).to_string());
        let types = types.collect::<Vec<_>>().join(", ");
        let message = format!("found no matching overload for '{name}' applied to '({types})'");
        self.report(expression, message);
    }

    fn mismatch(&mut self, expression: &IdedExpr, expected: &Type, found: &Type) {
        let message = format!("expected type '{expected}' but found '{found}'");
        self.report(expression, message);
    }

    fn assert(&mut self, expression: &IdedExpr, expected: &Type, found: &Type) {
        if !self.types.fits(found, expected) {
            let expected = self.types.resolve_open(expected);
            let found = self.types.resolve_open(found);
            self.mismatch(expression, &expected, &found);
        }
    }

    /// Opens the scope of a variable.
    fn enter(&mut self, name: &str, of: Type) -> Slot {
        let slot = self.scope.len();
        self.slots = self.slots.max(slot + 1);
        self.scope.push((name.to_owned(), slot, of));
        slot
    }

    fn leave(&mut self) {
        self.scope.pop();
    }
}

/// A qualified name, `a.b.c`.
fn qualified(expression: &IdedExpr) -> Option<String> {
    match &expression.expr {
        Expr::Ident(name) => Some(name.clone()),
        Expr::Select(select) if !select.test => {
            Some(format!("{}.{}", qualified(&select.operand)?, select.field))
        }
        _ => None,
    }
}

/// Whether an expression is a name, a field or an index.
fn is_attribute(expression: &IdedExpr) -> bool {
    match &expression.expr {
        Expr::Ident(_) | Expr::Select(_) => true,
        Expr::Call(call) => matches!(
            call.func_name.as_str(),
            operators::INDEX | operators::OPT_INDEX | operators::OPT_SELECT
        ),
        _ => false,
    }
}
