//! Calls: which overload fits, and the operators and macros that are not functions.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, operators};

use super::{Checker, is_attribute, qualified};
use crate::{
    format_calls::FormatCall,
    function::Function,
    library::named_format::NamedFormat,
    program::{Node, NodeId, Select},
    regex::Pattern,
    signatures::Declaration,
    types::Type,
    value::Value,
};

impl Checker<'_> {
    pub(super) fn call(&mut self, expression: &IdedExpr, call: &CallExpr) -> (NodeId, Type) {
        if let Some(special) = self.special(expression, call) {
            return special;
        }
        let name = call.func_name.as_str();
        let mut nodes = Vec::with_capacity(call.args.len() + 1);
        let mut types = Vec::with_capacity(call.args.len() + 1);
        let format = match (call.target.as_deref(), call.args.as_slice()) {
            (Some(target), [argument]) if name == "format" => {
                FormatCall::new(expression.id, target, argument)
            }
            _ => None,
        };
        let in_format = usize::from(format.is_some());
        self.format_calls.extend(format);
        self.in_format += in_format;
        for argument in &call.args {
            let (node, of) = self.visit(argument);
            nodes.push(node);
            types.push(of);
        }
        self.in_format -= in_format;
        let signatures = self.signatures;
        let mut declaration = signatures.find(name);
        let mut is_member = false;
        if let Some(target) = &call.target {
            let namespaced = qualified(target).and_then(|target| {
                let name = format!("{target}.{name}");
                signatures
                    .find(name.strip_prefix('.').unwrap_or(&name))
                    .map(|found| (name, found))
            });
            if let Some((name, found)) = namespaced {
                let format = name.rsplit('.').next().and_then(NamedFormat::named);
                if let Some(format) = format.filter(|_| found.function == Function::NamedFormat) {
                    nodes.push(self.node(Node::Constant(Value::Format(format))));
                }
                declaration = Some(found);
            } else {
                let (node, of) = self.visit(target);
                nodes.insert(0, node);
                types.insert(0, of);
                is_member = true;
            }
        }
        let Some(declaration) = declaration else {
            self.undeclared(expression, name);
            return self.nothing();
        };
        let Some(result) = self.resolve(declaration, is_member, &types) else {
            let types: Vec<String> = types
                .iter()
                .map(|of| self.types.resolve_open(of).to_string())
                .collect();
            let signature = match types.split_first() {
                Some((target, rest)) if is_member => format!("{target}.({})", rest.join(", ")),
                _ => format!("({})", types.join(", ")),
            };
            let message =
                format!("found no matching overload for '{name}' applied to '{signature}'");
            self.report(expression, message);
            return self.nothing();
        };
        self.check_pattern(expression, declaration.function, &nodes);
        let node = Node::Call {
            function: declaration.function,
            starts: !call.args.first().is_some_and(is_attribute),
            arguments: nodes.into(),
        };
        (self.node(node), result)
    }

    /// Reports a literal pattern of `find` and `findAll` that is not a regular expression, as the hub does when it
    /// makes the program. (The hub checks the patterns of `matches` at evaluation only.)
    fn check_pattern(&mut self, expression: &IdedExpr, function: Function, nodes: &[NodeId]) {
        let (Function::Find | Function::FindAll, [_, pattern, ..]) = (function, nodes) else {
            return;
        };
        if let Some(Node::Constant(Value::String(text))) = self.nodes.get(pattern.0 as usize)
            && let Err(message) = Pattern::new(text)
        {
            self.report(expression, message);
        }
    }

    /// Visits a call that is not a function call: an operator that may skip arguments, or a macro.
    fn special(&mut self, expression: &IdedExpr, call: &CallExpr) -> Option<(NodeId, Type)> {
        let target = call.target.as_deref();
        Some(
            match (call.func_name.as_str(), target, call.args.as_slice()) {
                (name @ (operators::LOGICAL_AND | operators::LOGICAL_OR), None, [one, two]) => {
                    let (first, first_type) = self.visit(one);
                    let (second, second_type) = self.visit(two);
                    self.expect(
                        expression,
                        name,
                        &[first_type, second_type],
                        &[Type::Bool, Type::Bool],
                    );
                    let node = if name == operators::LOGICAL_AND {
                        Node::And(first, second)
                    } else {
                        Node::Or(first, second)
                    };
                    (self.node(node), Type::Bool)
                }
                (name @ operators::CONDITIONAL, None, [condition, one, two]) => {
                    let (condition, condition_type) = self.visit(condition);
                    let (first, first_type) = self.visit(one);
                    let (second, second_type) = self.visit(two);
                    let result = Type::Variable(self.types.variables(1));
                    let places = [Type::Bool, result.clone(), result.clone()];
                    self.expect(
                        expression,
                        name,
                        &[condition_type, first_type, second_type],
                        &places,
                    );
                    let node = self.node(Node::Conditional(condition, first, second));
                    (node, self.settled(&result))
                }
                (operators::OPT_SELECT, None, [operand, field]) => {
                    if let Expr::Literal(LiteralValue::String(field)) = &field.expr {
                        let field = field.inner().to_owned();
                        self.field(expression, operand, &field, Select::Optional)
                    } else {
                        self.report(field, "unsupported optional field selection".to_owned());
                        self.nothing()
                    }
                }
                (name @ ("optMap" | "optFlatMap"), Some(target), [variable, body]) => {
                    let Expr::Ident(variable_name) = &variable.expr else {
                        self.report(
                            variable,
                            format!("{name}() variable name must be a simple identifier"),
                        );
                        return Some(self.nothing());
                    };
                    self.optional_map(expression, name, target, variable_name, body)
                }
                _ => return None,
            },
        )
    }

    fn optional_map(
        &mut self,
        expression: &IdedExpr,
        name: &str,
        target: &IdedExpr,
        variable: &str,
        body: &IdedExpr,
    ) -> (NodeId, Type) {
        let (target, of) = self.visit(target);
        let item = Type::Variable(self.types.variables(1));
        self.expect(expression, name, &[of], &[Type::optional(item.clone())]);
        let item = self.settled(&item);
        let slot = self.enter(variable, item);
        let (body, result) = self.visit(body);
        self.leave();
        let flat = name == "optFlatMap";
        let result = if flat {
            let value = Type::Variable(self.types.variables(1));
            self.expect(
                expression,
                name,
                &[result],
                &[Type::optional(value.clone())],
            );
            self.settled(&value)
        } else {
            result
        };
        let node = Node::OptionalMap {
            target,
            variable: slot,
            body,
            flat,
        };
        (self.node(node), Type::optional(result))
    }

    /// The type of a call's result: the one of the overloads that fit, or `dyn` if they differ.
    fn resolve(
        &mut self,
        declaration: &Declaration,
        is_member: bool,
        arguments: &[Type],
    ) -> Option<Type> {
        let mut result: Option<Type> = None;
        for overload in &declaration.overloads {
            if overload.is_member != is_member {
                continue;
            }
            let first = self.types.variables(overload.parameters);
            let places = overload.arguments.iter();
            let places: Vec<Type> = places.map(|it| it.instantiate(first)).collect();
            if !self.types.all_fit(arguments, &places) {
                self.types.forget(first);
                continue;
            }
            let found = self.settled(&overload.result.instantiate(first));
            result = Some(match result {
                None => found,
                Some(before) if before == found || before == Type::Dyn => before,
                Some(_) => Type::Dyn,
            });
        }
        result
    }
}
