//! Evaluation of a program on a cluster, as in cel-go's interpreter: errors are values that `&&`, `||` and the macros
//! built on them may drop, and every step costs what it costs on the hub.
//!
//! What waits for a value stands on a stack of [`Frame`]s instead of the machine's: an evaluation can pause after any
//! step, and the nesting of an expression does not deepen the machine's stack.

mod collections;

use std::rc::Rc;

use crate::{
    call,
    cluster::Cluster,
    function::Function,
    limits::Meter,
    map::Map,
    program::{Node, NodeId, Program, Select, Slot},
    regex::Patterns,
    stop::{Evaluated, Stop, fail},
    value::Value,
};

/// The hub's cost of creating a list.
pub(crate) const LIST_COST: u64 = 10;
/// The hub's cost of creating a map.
pub(crate) const MAP_COST: u64 = 30;

/// The state of one evaluation.
#[derive(Debug)]
pub(crate) struct Evaluation {
    program: Rc<Program>,
    cluster: Rc<Cluster>,
    /// The variables of comprehensions. An accumulated value may be an error.
    slots: Vec<Absorbed>,
    meter: Meter,
    /// What waits for a value, the innermost last.
    frames: Vec<Frame>,
    next: Next,
}

/// A value or its error; not an exceeded limit, which ends the evaluation.
type Absorbed = Result<Value, Rc<str>>;

/// What functions use of an evaluation.
pub(crate) struct Scope<'e> {
    pub(crate) cluster: &'e Cluster,
    pub(crate) patterns: &'e mut Patterns,
    pub(crate) meter: &'e mut Meter,
}

/// The next step.
#[derive(Debug)]
enum Next {
    Eval(NodeId),
    /// The innermost frame gets a value.
    Return(Evaluated<Value>),
}

/// A node that waits for the value of another one.
#[derive(Debug)]
enum Frame {
    Select(NodeId),
    Call {
        node: NodeId,
        values: Vec<Value>,
        error: Option<Stop>,
        /// How many arguments were evaluated.
        done: usize,
    },
    NotStrictlyFalse,
    /// `&&` and `||`: a side that decides the result wins, even if the other side is an error.
    Logical {
        other: Option<NodeId>,
        decisive: bool,
        error: Option<Stop>,
    },
    Conditional(NodeId, NodeId),
    /// The branch of a conditional that is a name or a chain of fields.
    Refund,
    List {
        node: NodeId,
        values: Vec<Value>,
        done: usize,
    },
    Map {
        node: NodeId,
        map: Map,
        key: Option<Value>,
        done: usize,
    },
    Fold {
        node: NodeId,
        stage: Stage,
        range: Value,
        index: usize,
    },
    Append(Slot),
    OptionalTarget(NodeId),
    OptionalBody {
        flat: bool,
    },
}

/// The part of a comprehension that is being evaluated.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Range,
    Initial,
    Condition,
    Step,
}

impl Evaluation {
    /// An evaluation that is about to begin.
    pub(crate) fn new(program: Rc<Program>, cluster: Rc<Cluster>) -> Self {
        Self {
            slots: vec![Ok(Value::Null); program.slots],
            next: Next::Eval(program.root),
            program,
            cluster,
            meter: Meter::default(),
            frames: Vec::new(),
        }
    }

    /// The cost so far.
    pub(crate) fn meter(&self) -> Meter {
        self.meter
    }

    /// Continues until about `until` steps were counted since the start. Returns `None` if it paused.
    ///
    /// # Errors
    /// The expression fails on this cluster, or exceeds a limit.
    pub(crate) fn run(&mut self, patterns: &mut Patterns, until: u64) -> Option<Evaluated<Value>> {
        // Cloned, so that nodes are borrowed from it while the rest changes.
        let program = Rc::clone(&self.program);
        loop {
            let next = std::mem::replace(&mut self.next, Next::Return(Ok(Value::Null)));
            let done = match next {
                Next::Eval(id) if self.meter.steps() >= until => {
                    self.next = Next::Eval(id);
                    return None;
                }
                Next::Eval(id) => self.enter(&program, id, patterns),
                Next::Return(Err(stop @ Stop::Limit(_))) => return Some(Err(stop)),
                Next::Return(value) => match self.frames.pop() {
                    None => return Some(value),
                    Some(frame) => self.resume(&program, frame, value, patterns),
                },
            };
            self.next = done.unwrap_or_else(|stop| Next::Return(Err(stop)));
        }
    }

    /// Begins a node.
    fn enter(&mut self, program: &Program, id: NodeId, patterns: &mut Patterns) -> Evaluated<Next> {
        self.meter.work(1)?;
        let value = match program.node(id) {
            Node::Constant(value) => value.clone(),
            Node::Cluster => {
                self.meter.charge(1)?;
                self.cluster.object.clone()
            }
            Node::Variable(slot) => {
                self.meter.charge(1)?;
                self.slots[*slot].clone().map_err(Stop::Error)?
            }
            Node::Select { operand, .. } => return Ok(self.wait(Frame::Select(id), *operand)),
            Node::Call {
                function: Function::NotStrictlyFalse,
                arguments,
                ..
            } => match arguments.first() {
                Some(argument) => return Ok(self.wait(Frame::NotStrictlyFalse, *argument)),
                None => self.not_strictly_false(false)?,
            },
            Node::Call { arguments, .. } => {
                let values = Vec::with_capacity(arguments.len());
                return self.argument(program, id, values, None, 0, patterns);
            }
            Node::And(one, two) => return Ok(self.wait(logical(*two, false), *one)),
            Node::Or(one, two) => return Ok(self.wait(logical(*two, true), *one)),
            Node::Conditional(condition, one, two) => {
                return Ok(self.wait(Frame::Conditional(*one, *two), *condition));
            }
            Node::List { items, .. } => {
                self.meter.list(items.len())?;
                return self.item(program, id, Vec::with_capacity(items.len()), 0);
            }
            Node::Map(entries) => {
                self.meter.list(2 * entries.len())?;
                return self.entry(program, id, Map::with_capacity(entries.len()), 0);
            }
            Node::Fold(fold) => {
                let frame = Frame::Fold {
                    node: id,
                    stage: Stage::Range,
                    range: Value::Null,
                    index: 0,
                };
                return Ok(self.wait(frame, fold.range));
            }
            Node::Append { accumulator, items } => {
                self.meter.charge(1)?;
                return Ok(self.wait(Frame::Append(*accumulator), *items));
            }
            Node::OptionalMap { target, .. } => {
                return Ok(self.wait(Frame::OptionalTarget(id), *target));
            }
        };
        Ok(Next::Return(Ok(value)))
    }

    /// Hands a value to what waited for it.
    #[expect(clippy::too_many_lines, reason = "one arm for each frame")]
    fn resume(
        &mut self,
        program: &Program,
        frame: Frame,
        value: Evaluated<Value>,
        patterns: &mut Patterns,
    ) -> Evaluated<Next> {
        let value = match frame {
            Frame::Select(node) => {
                let operand = value?;
                let Node::Select {
                    field,
                    mode,
                    starts,
                    ..
                } = program.node(node)
                else {
                    return Ok(Next::Return(Ok(operand)));
                };
                self.meter.charge(1 + u64::from(*starts))?;
                select(operand, field, *mode)?
            }
            Frame::Call {
                node,
                mut values,
                mut error,
                done,
            } => {
                match value {
                    Ok(value) => values.push(value),
                    Err(stop) => error = error.or(Some(stop)),
                }
                return self.argument(program, node, values, error, done + 1, patterns);
            }
            Frame::NotStrictlyFalse => {
                self.not_strictly_false(matches!(value, Ok(Value::Bool(false))))?
            }
            Frame::Logical {
                other,
                decisive,
                mut error,
            } => {
                match value {
                    Ok(Value::Bool(value)) if value == decisive => {
                        return Ok(Next::Return(Ok(Value::Bool(decisive))));
                    }
                    Ok(Value::Bool(_)) => {}
                    Ok(other) => {
                        let name = if decisive { "_||_" } else { "_&&_" };
                        error = error.or(no_overload::<Value>(name, &[other]).err());
                    }
                    Err(stop) => error = error.or(Some(stop)),
                }
                if let Some(side) = other {
                    let frame = Frame::Logical {
                        other: None,
                        decisive,
                        error,
                    };
                    return Ok(self.wait(frame, side));
                }
                error.map_or(Ok(Value::Bool(!decisive)), Err)?
            }
            Frame::Conditional(one, two) => {
                let branch = match value? {
                    Value::Bool(true) => one,
                    Value::Bool(false) => two,
                    other => return no_overload("_?_:_", &[other]),
                };
                if program.is_attribute(branch) {
                    self.frames.push(Frame::Refund);
                }
                return Ok(Next::Eval(branch));
            }
            Frame::Refund => {
                self.meter.refund();
                value?
            }
            Frame::List {
                node,
                mut values,
                done,
            } => {
                let optional = match program.node(node) {
                    Node::List { optional, .. } => optional.contains(&done),
                    _ => false,
                };
                match value? {
                    Value::Optional(inner) if optional => {
                        values.extend(inner.map(Rc::unwrap_or_clone));
                    }
                    other if optional => return not_optional(&other),
                    other => values.push(other),
                }
                return self.item(program, node, values, done + 1);
            }
            Frame::Map {
                node,
                map,
                key,
                done,
            } => return self.pair(program, node, map, key, done, value?),
            Frame::Fold {
                node,
                stage,
                range,
                index,
            } => {
                let Node::Fold(fold) = program.node(node) else {
                    return Ok(Next::Return(value));
                };
                return self.fold(node, fold, stage, range, index, value);
            }
            Frame::Append(accumulator) => self.append(accumulator, value)?,
            Frame::OptionalTarget(node) => {
                let inner = match value? {
                    Value::Optional(Some(inner)) => Rc::unwrap_or_clone(inner),
                    Value::Optional(None) => return Ok(Next::Return(Ok(Value::Optional(None)))),
                    other => return no_overload("optMap", &[other]),
                };
                let Node::OptionalMap {
                    variable,
                    body,
                    flat,
                    ..
                } = program.node(node)
                else {
                    return Ok(Next::Return(Ok(inner)));
                };
                self.slots[*variable] = Ok(inner);
                return Ok(self.wait(Frame::OptionalBody { flat: *flat }, *body));
            }
            Frame::OptionalBody { flat } => match value? {
                result @ Value::Optional(_) if flat => result,
                other if flat => return no_overload("optFlatMap", &[other]),
                other => Value::some(other),
            },
        };
        Ok(Next::Return(Ok(value)))
    }

    /// Puts a node off until another one has its value.
    fn wait(&mut self, frame: Frame, node: NodeId) -> Next {
        self.frames.push(frame);
        Next::Eval(node)
    }

    fn not_strictly_false(&mut self, is_false: bool) -> Evaluated<Value> {
        self.meter.charge(1)?;
        Ok(Value::Bool(!is_false))
    }

    /// The next argument of a call, or the call.
    fn argument(
        &mut self,
        program: &Program,
        node: NodeId,
        values: Vec<Value>,
        error: Option<Stop>,
        done: usize,
        patterns: &mut Patterns,
    ) -> Evaluated<Next> {
        let Node::Call {
            function,
            arguments,
            starts,
        } = program.node(node)
        else {
            return Ok(Next::Return(Ok(Value::Null)));
        };
        // The other side is not looked at.
        let decides = matches!(function, Function::OptionalOr | Function::OptionalOrValue)
            && matches!(values[..], [Value::Optional(Some(_))]);
        if let (Some(argument), false) = (arguments.get(done), decides) {
            let frame = Frame::Call {
                node,
                values,
                error,
                done,
            };
            return Ok(self.wait(frame, *argument));
        }
        if let Some(error) = error {
            self.meter.charge(1)?;
            return Err(error);
        }
        if let (Function::Index | Function::OptionalIndex, [_, index]) = (function, &arguments[..])
        {
            self.meter.charge(1 + u64::from(*starts))?;
            if program.is_attribute(*index) {
                self.meter.refund();
            }
        }
        let mut scope = Scope {
            cluster: &self.cluster,
            patterns,
            meter: &mut self.meter,
        };
        Ok(Next::Return(call::call(&mut scope, *function, &values)))
    }
}

/// The first side of `&&` or `||`.
fn logical(two: NodeId, decisive: bool) -> Frame {
    Frame::Logical {
        other: Some(two),
        decisive,
        error: None,
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
