//! Evaluation of a program on a cluster, as in cel-go's interpreter: errors are values that `&&`, `||` and the macros
//! built on them may drop, and every step costs what it costs on the hub.

use std::rc::Rc;

use crate::{
    call,
    cluster::Cluster,
    function::Function,
    limits::Meter,
    map::Map,
    program::{Entry, Fold, Node, NodeId, Program, Select, Slot},
    regex::Patterns,
    stop::{Evaluated, Stop, fail},
    value::Value,
};

/// The hub's cost of creating a list.
pub(crate) const LIST_COST: u64 = 10;
/// The hub's cost of creating a map.
pub(crate) const MAP_COST: u64 = 30;

/// The state of one evaluation.
pub(crate) struct Evaluation<'e> {
    program: &'e Program,
    pub(crate) cluster: &'e Cluster,
    pub(crate) patterns: &'e mut Patterns,
    /// The variables of comprehensions. An accumulated value may be an error.
    slots: Vec<Result<Value, Rc<str>>>,
    pub(crate) meter: Meter,
}

/// Evaluates a program; returns the result and its cost.
///
/// # Errors
/// The expression fails on this cluster, or exceeds a limit.
pub(crate) fn evaluate(
    program: &Program,
    cluster: &Cluster,
    patterns: &mut Patterns,
) -> (Evaluated<Value>, Meter) {
    let mut evaluation = Evaluation {
        program,
        cluster,
        patterns,
        slots: vec![Ok(Value::Null); program.slots],
        meter: Meter::default(),
    };
    let value = evaluation.eval(program.root);
    (value, evaluation.meter)
}

impl Evaluation<'_> {
    fn eval(&mut self, id: NodeId) -> Evaluated<Value> {
        self.meter.work(1)?;
        // The program outlives the evaluation, so that nodes need not be cloned.
        let program = self.program;
        match program.node(id) {
            Node::Constant(value) => Ok(value.clone()),
            Node::Cluster => {
                self.meter.charge(1)?;
                Ok(self.cluster.object.clone())
            }
            Node::Variable(slot) => {
                self.meter.charge(1)?;
                self.slots[*slot].clone().map_err(Stop::Error)
            }
            Node::Select {
                operand,
                field,
                mode,
                starts,
            } => {
                let operand = self.eval(*operand)?;
                self.meter.charge(1 + u64::from(*starts))?;
                select(operand, field, *mode)
            }
            Node::Call {
                function,
                arguments,
                starts,
            } => self.call(*function, arguments, *starts),
            Node::And(one, two) => self.logical(*one, *two, false),
            Node::Or(one, two) => self.logical(*one, *two, true),
            Node::Conditional(condition, one, two) => {
                let branch = match self.eval(*condition)? {
                    Value::Bool(true) => *one,
                    Value::Bool(false) => *two,
                    other => return no_overload("_?_:_", &[other]),
                };
                let value = self.eval(branch);
                if program.is_attribute(branch) {
                    self.meter.refund();
                }
                value
            }
            Node::List { items, optional } => self.list(items, optional),
            Node::Map(entries) => self.map(entries),
            Node::Fold(fold) => self.fold(fold),
            Node::Append { accumulator, items } => self.append(*accumulator, *items),
            Node::OptionalMap {
                target,
                variable,
                body,
                flat,
            } => self.optional_map(*target, *variable, *body, *flat),
        }
    }

    fn call(&mut self, function: Function, arguments: &[NodeId], starts: bool) -> Evaluated<Value> {
        if function == Function::NotStrictlyFalse {
            let value = arguments.first().map(|argument| self.eval(*argument));
            self.meter.charge(1)?;
            return match value {
                Some(Ok(Value::Bool(value))) => Ok(Value::Bool(value)),
                Some(Err(stop @ Stop::Limit(_))) => Err(stop),
                _ => Ok(Value::Bool(true)),
            };
        }
        let mut values = Vec::with_capacity(arguments.len());
        let mut error = None;
        for argument in arguments {
            match self.eval(*argument) {
                Ok(value) => values.push(value),
                Err(stop @ Stop::Limit(_)) => return Err(stop),
                Err(stop) => error = error.or(Some(stop)),
            }
            let decides = matches!(function, Function::OptionalOr | Function::OptionalOrValue)
                && matches!(values[..], [Value::Optional(Some(_))]);
            if decides {
                // The other side is not looked at.
                break;
            }
        }
        if let Some(error) = error {
            self.meter.charge(1)?;
            return Err(error);
        }
        if let (Function::Index | Function::OptionalIndex, [_, index]) = (function, arguments) {
            self.meter.charge(1 + u64::from(starts))?;
            if self.program.is_attribute(*index) {
                self.meter.refund();
            }
        }
        call::call(self, function, &values)
    }

    /// `&&` and `||`: a side that decides the result wins, even if the other side is an error.
    fn logical(&mut self, one: NodeId, two: NodeId, decisive: bool) -> Evaluated<Value> {
        let mut error = None;
        for side in [one, two] {
            match self.eval(side) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Ok(other) => {
                    let name = if decisive { "_||_" } else { "_&&_" };
                    let stop = no_overload::<Value>(name, &[other]).err();
                    error = error.or(stop);
                }
                Err(stop @ Stop::Limit(_)) => return Err(stop),
                Err(stop) => error = error.or(Some(stop)),
            }
        }
        error.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    fn list(&mut self, items: &[NodeId], optional: &[usize]) -> Evaluated<Value> {
        let values = self.items(items, optional)?;
        self.meter.charge(LIST_COST)?;
        Ok(Value::list(values))
    }

    fn items(&mut self, items: &[NodeId], optional: &[usize]) -> Evaluated<Vec<Value>> {
        self.meter.list(items.len())?;
        let mut values = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let value = self.eval(*item)?;
            match value {
                Value::Optional(inner) if optional.contains(&index) => {
                    values.extend(inner.map(Rc::unwrap_or_clone));
                }
                other if optional.contains(&index) => return not_optional(&other),
                other => values.push(other),
            }
        }
        Ok(values)
    }

    fn map(&mut self, entries: &[Entry]) -> Evaluated<Value> {
        self.meter.list(2 * entries.len())?;
        let mut map = Map::with_capacity(entries.len());
        for entry in entries {
            let key = self.eval(entry.key)?;
            let value = match (self.eval(entry.value)?, entry.optional) {
                (Value::Optional(Some(inner)), true) => Rc::unwrap_or_clone(inner),
                (Value::Optional(None), true) => continue,
                (other, true) => return not_optional(&other),
                (other, false) => other,
            };
            match map.insert(key.clone(), value) {
                Some(true) => {}
                Some(false) => return fail(format!("Failed with repeated key: {key}")),
                None => return fail(format!("unsupported key type: {}", key.type_name())),
            }
        }
        self.meter.charge(MAP_COST)?;
        Ok(Value::Map(Rc::new(map)))
    }

    fn fold(&mut self, fold: &Fold) -> Evaluated<Value> {
        let range = self.eval(fold.range)?;
        let initial = self.absorb(fold.initial)?;
        self.slots[fold.accumulator] = initial;
        let count = match &range {
            Value::List(items) => items.len(),
            Value::Map(map) => map.len(),
            other => {
                return fail(format!(
                    "got '{}', expected iterable type",
                    other.type_name()
                ));
            }
        };
        for index in 0..count {
            self.meter.work(1)?;
            let item = match &range {
                Value::List(items) => items.get(index).cloned(),
                Value::Map(map) => map.entries().get(index).map(|(key, _)| key.clone()),
                _ => None,
            };
            self.slots[fold.item] = Ok(item.unwrap_or(Value::Null));
            if let Ok(Value::Bool(false)) = self.absorb(fold.condition)? {
                break;
            }
            let next = self.absorb(fold.step)?;
            self.slots[fold.accumulator] = next;
        }
        self.eval(fold.result)
    }

    /// A value or its error. An exceeded limit ends the evaluation.
    fn absorb(&mut self, node: NodeId) -> Evaluated<Result<Value, Rc<str>>> {
        match self.eval(node) {
            Ok(value) => Ok(Ok(value)),
            Err(Stop::Error(message)) => Ok(Err(message)),
            Err(stop) => Err(stop),
        }
    }

    /// `accumulator + [items]` at the hub's cost, without copying the list.
    fn append(&mut self, accumulator: Slot, items: NodeId) -> Evaluated<Value> {
        self.meter.charge(1)?;
        let added = self.eval(items);
        self.meter.charge(1)?;
        let before = std::mem::replace(&mut self.slots[accumulator], Ok(Value::Null));
        match (before, added) {
            (Ok(Value::List(mut list)), Ok(Value::List(added))) => {
                self.meter.list(added.len())?;
                Rc::make_mut(&mut list).extend(added.iter().cloned());
                Ok(Value::List(list))
            }
            (_, Err(stop @ Stop::Limit(_))) => Err(stop),
            (Err(message), _) => Err(Stop::Error(message)),
            (Ok(_), Err(stop)) => Err(stop),
            (Ok(before), Ok(added)) => no_overload("_+_", &[before, added]),
        }
    }

    fn optional_map(
        &mut self,
        target: NodeId,
        variable: Slot,
        body: NodeId,
        flat: bool,
    ) -> Evaluated<Value> {
        let value = match self.eval(target)? {
            Value::Optional(Some(value)) => Rc::unwrap_or_clone(value),
            Value::Optional(None) => return Ok(Value::Optional(None)),
            other => return no_overload("optMap", &[other]),
        };
        self.slots[variable] = Ok(value);
        let result = self.eval(body)?;
        match result {
            Value::Optional(_) if flat => Ok(result),
            other if flat => no_overload("optFlatMap", &[other]),
            other => Ok(Value::some(other)),
        }
    }
}

/// A field of a value or of an optional value.
fn select(operand: Value, field: &Rc<str>, mode: Select) -> Evaluated<Value> {
    if let Value::Optional(inner) = operand {
        let Some(inner) = inner else {
            return Ok(if mode == Select::Test {
                Value::Bool(false)
            } else {
                Value::Optional(None)
            });
        };
        let mode = if mode == Select::Test {
            mode
        } else {
            Select::Optional
        };
        return select(Rc::unwrap_or_clone(inner), field, mode);
    }
    let found = match &operand {
        Value::Map(map) => map.get_str(field).cloned(),
        Value::List(_) => return fail("unsupported index type 'string' in list"),
        // The hub calls a field of what has none missing, like one of a map.
        _ => None,
    };
    match (found, mode) {
        (found, Select::Test) => Ok(Value::Bool(found.is_some())),
        (found, Select::Optional) => Ok(Value::Optional(found.map(Rc::new))),
        (Some(value), Select::Get) => Ok(value),
        (None, Select::Get) => fail(format!("no such key: {field}")),
    }
}

/// The error of a function that does not take values of these types.
pub(crate) fn no_overload<T>(name: &str, arguments: &[Value]) -> Evaluated<T> {
    let types: Vec<&str> = arguments.iter().map(Value::type_name).collect();
    fail(format!("no such overload: {name}({})", types.join(", ")))
}

fn not_optional<T>(value: &Value) -> Evaluated<T> {
    fail(format!(
        "cannot initialize optional list element from non-optional value of type {}",
        value.type_name()
    ))
}
