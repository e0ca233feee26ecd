//! The checker: which names are known, which overloads fit, which types come out. It follows
//! cel-go's, so that what the hub refuses is refused here, and makes the program at the same time.

use std::collections::HashMap;

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, ListExpr, LiteralValue, MapExpr,
    SelectExpr, SourceInfo, operators,
};

use crate::{
    compile::Problem,
    format_calls::FormatCall,
    function::Function,
    library::named_format::NamedFormat,
    program::{Entry, Fold, Node, NodeId, Program, Select, Slot},
    regex::Pattern,
    signatures::{self, Declaration, Signatures},
    types::{Object, Substitution, Type, most_general},
    value::Value,
};

/// Further problems of an expression are not noted.
const MOST_PROBLEMS: usize = 100;
/// Types of more parts are not kept.
const LARGEST_TYPE: usize = 300;

/// Checks an expression.
///
/// # Errors
/// All that is wrong with it, in the order in which it was found.
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
    /// Calls of `format` that can be looked at, and the types of what stands in their arguments.
    format_calls: Vec<FormatCall>,
    in_format: usize,
    types_in_format: HashMap<u64, Type>,
}

impl Checker<'_> {
    fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The type with what is known by now. Where a macro's body names its variable twice, types grow
    /// twofold with every macro around; those that are too large to be of use are forgotten.
    fn settled(&self, of: &Type) -> Type {
        let settled = self.types.resolve(of);
        if settled.is_larger_than(LARGEST_TYPE) {
            Type::Dyn
        } else {
            settled
        }
    }

    /// A node where something is wrong; the program is not used.
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

    /// What the hub looks at once all types are known.
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
                // From here on it is whatever it is.
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

    fn call(&mut self, expression: &IdedExpr, call: &CallExpr) -> (NodeId, Type) {
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

    /// What the hub finds out when it makes the program: `find` and `findAll` with a literal that is
    /// no regular expression. (Those of `matches` are looked at when they are used.)
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

    /// What is no function: operators that do not look at all of their arguments, and macros.
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

    /// The type that a call gives: that of the first overload that fits, or `dyn` where several do
    /// and differ.
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

    fn list(&mut self, list: &ListExpr) -> (NodeId, Type) {
        let mut items = Vec::with_capacity(list.elements.len());
        let mut of: Option<Type> = None;
        for (index, element) in list.elements.iter().enumerate() {
            let (node, found) = self.visit(element);
            let is_optional = list.optional_indices.contains(&index);
            let found = self.entry(element, found, is_optional);
            of = Some(self.join(of, found));
            items.push(node);
        }
        let of = of.unwrap_or_else(|| Type::Variable(self.types.variables(1)));
        let node = Node::List {
            items: items.into(),
            optional: list.optional_indices.clone().into(),
        };
        (self.node(node), Type::list(of))
    }

    fn map(&mut self, map: &MapExpr) -> (NodeId, Type) {
        let mut entries = Vec::with_capacity(map.entries.len());
        let (mut key_type, mut value_type) = (None, None);
        for entry in &map.entries {
            let EntryExpr::MapEntry(entry) = &entry.expr else {
                continue;
            };
            let (key, found) = self.visit(&entry.key);
            key_type = Some(self.join(key_type, found));
            let (value, found) = self.visit(&entry.value);
            let found = self.entry(&entry.value, found, entry.optional);
            value_type = Some(self.join(value_type, found));
            entries.push(Entry {
                key,
                value,
                optional: entry.optional,
            });
        }
        let mut known =
            |of: Option<Type>| of.unwrap_or_else(|| Type::Variable(self.types.variables(1)));
        let of = Type::map(known(key_type), known(value_type));
        (self.node(Node::Map(entries.into())), of)
    }

    /// The type of an item or a map's value that may be an optional one.
    fn entry(&mut self, expression: &IdedExpr, of: Type, is_optional: bool) -> Type {
        if !is_optional {
            return of;
        }
        let (of, was_optional) = self.settled(&of).unwrap_optional();
        if !was_optional && !of.is_open() {
            let expected = Type::optional(of.clone());
            self.mismatch(expression, &expected, &of);
        }
        of
    }

    fn mismatch(&mut self, expression: &IdedExpr, expected: &Type, found: &Type) {
        let message = format!("expected type '{expected}' but found '{found}'");
        self.report(expression, message);
    }

    /// The type of all items so far; `dyn` where they differ.
    fn join(&mut self, before: Option<Type>, next: Type) -> Type {
        let Some(before) = before else {
            return next;
        };
        if self.types.fits(&before, &next) {
            most_general(&before, &next)
        } else {
            Type::Dyn
        }
    }

    fn fold(&mut self, fold: &ComprehensionExpr) -> (NodeId, Type) {
        let (range, range_type) = self.visit(&fold.iter_range);
        let (initial, accumulator_type) = self.visit(&fold.accu_init);
        let range_type = self.settled(&range_type);
        let item_type = match &range_type {
            Type::List(item) => (**item).clone(),
            Type::Map(entry) => entry.0.clone(),
            Type::Dyn | Type::Error => Type::Dyn,
            Type::Variable(_) => {
                self.types.fits(&Type::Dyn, &range_type);
                Type::Dyn
            }
            other => {
                let message = format!(
                    "expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(&fold.iter_range, message);
                Type::Error
            }
        };
        let accumulator = self.enter(&fold.accu_var, accumulator_type.clone());
        let item = self.enter(&fold.iter_var, item_type);
        let (condition, found) = self.visit(&fold.loop_cond);
        self.assert(&fold.loop_cond, &Type::Bool, &found);
        let (step, found) = match self.append(fold, accumulator) {
            Some(append) => append,
            None => self.visit(&fold.loop_step),
        };
        self.assert(&fold.loop_step, &accumulator_type, &found);
        self.leave();
        let (result, of) = self.visit(&fold.result);
        self.leave();
        let node = Node::Fold(Box::new(Fold {
            range,
            item,
            accumulator,
            initial,
            condition,
            step,
            result,
        }));
        (self.node(node), self.settled(&of))
    }

    /// A step that adds to the accumulated list, as `map` and `filter` do it: made in place.
    fn append(&mut self, fold: &ComprehensionExpr, accumulator: Slot) -> Option<(NodeId, Type)> {
        if let Some(items) = appended(&fold.loop_step, &fold.accu_var) {
            return Some(self.append_items(accumulator, items));
        }
        let Expr::Call(call) = &fold.loop_step.expr else {
            return None;
        };
        let (name, [condition, step, otherwise]) = (call.func_name.as_str(), &call.args[..]) else {
            return None;
        };
        if name != operators::CONDITIONAL || !is_named(otherwise, &fold.accu_var) {
            return None;
        }
        let items = appended(step, &fold.accu_var)?;
        let (condition, condition_type) = self.visit(condition);
        let (append, of) = self.append_items(accumulator, items);
        let (otherwise, otherwise_type) = self.visit(otherwise);
        self.types.fits(&otherwise_type, &of);
        let values = [condition_type, of.clone(), otherwise_type];
        let places = [Type::Bool, of.clone(), of.clone()];
        self.expect(&fold.loop_step, name, &values, &places);
        let node = Node::Conditional(condition, append, otherwise);
        Some((self.node(node), of))
    }

    fn append_items(&mut self, accumulator: Slot, items: &IdedExpr) -> (NodeId, Type) {
        let (items, of) = self.visit(items);
        (self.node(Node::Append { accumulator, items }), of)
    }

    fn assert(&mut self, expression: &IdedExpr, expected: &Type, found: &Type) {
        if !self.types.fits(found, expected) {
            let expected = self.types.resolve_open(expected);
            let found = self.types.resolve_open(found);
            self.mismatch(expression, &expected, &found);
        }
    }

    /// Begins the scope of a variable.
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

/// A name with points, as it is written.
fn qualified(expression: &IdedExpr) -> Option<String> {
    match &expression.expr {
        Expr::Ident(name) => Some(name.clone()),
        Expr::Select(select) if !select.test => {
            Some(format!("{}.{}", qualified(&select.operand)?, select.field))
        }
        _ => None,
    }
}

/// A name, a field or an index.
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

/// The items of `accumulator + [items]`.
fn appended<'e>(step: &'e IdedExpr, accumulator: &str) -> Option<&'e IdedExpr> {
    let Expr::Call(call) = &step.expr else {
        return None;
    };
    let [before, items] = call.args.as_slice() else {
        return None;
    };
    let is_appended = call.func_name == operators::ADD
        && is_named(before, accumulator)
        && matches!(items.expr, Expr::List(_));
    is_appended.then_some(items)
}

fn is_named(expression: &IdedExpr, name: &str) -> bool {
    matches!(&expression.expr, Expr::Ident(it) if it == name)
}
