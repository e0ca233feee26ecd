//! Lists, maps and comprehensions: nodes with many parts.

use std::rc::Rc;

use crate::{
    eval::{
        Absorbed, Evaluation, Frame, LIST_COST, MAP_COST, Next, Stage, no_overload, not_optional,
    },
    map::Map,
    program::{Fold, Node, NodeId, Program, Slot},
    stop::{Evaluated, Stop, fail},
    value::Value,
};

impl Evaluation {
    /// The next item of a list, or the list.
    pub(super) fn item(
        &mut self,
        program: &Program,
        node: NodeId,
        values: Vec<Value>,
        done: usize,
    ) -> Evaluated<Next> {
        if let Node::List { items, .. } = program.node(node)
            && let Some(item) = items.get(done)
        {
            return Ok(self.wait(Frame::List { node, values, done }, *item));
        }
        self.meter.charge(LIST_COST)?;
        Ok(Next::Return(Ok(Value::list(values))))
    }

    /// The next key of a map, or the map.
    pub(super) fn entry(
        &mut self,
        program: &Program,
        node: NodeId,
        map: Map,
        done: usize,
    ) -> Evaluated<Next> {
        if let Node::Map(entries) = program.node(node)
            && let Some(entry) = entries.get(done)
        {
            let frame = Frame::Map {
                node,
                map,
                key: None,
                done,
            };
            return Ok(self.wait(frame, entry.key));
        }
        self.meter.charge(MAP_COST)?;
        Ok(Next::Return(Ok(Value::Map(Rc::new(map)))))
    }

    /// Takes a key or a value of a map.
    pub(super) fn pair(
        &mut self,
        program: &Program,
        node: NodeId,
        mut map: Map,
        key: Option<Value>,
        done: usize,
        value: Value,
    ) -> Evaluated<Next> {
        let Node::Map(entries) = program.node(node) else {
            return Ok(Next::Return(Ok(value)));
        };
        let entry = &entries[done];
        let Some(key) = key else {
            let frame = Frame::Map {
                node,
                map,
                key: Some(value),
                done,
            };
            return Ok(self.wait(frame, entry.value));
        };
        let value = match (value, entry.optional) {
            (Value::Optional(Some(inner)), true) => Some(Rc::unwrap_or_clone(inner)),
            (Value::Optional(None), true) => None,
            (other, true) => return not_optional(&other),
            (other, false) => Some(other),
        };
        if let Some(value) = value {
            match map.insert(key.clone(), value) {
                Some(true) => {}
                Some(false) => return fail(format!("Failed with repeated key: {key}")),
                None => return fail(format!("unsupported key type: {}", key.type_name())),
            }
        }
        self.entry(program, node, map, done + 1)
    }

    /// Continues a comprehension when one of its parts has a value.
    pub(super) fn fold(
        &mut self,
        node: NodeId,
        fold: &Fold,
        stage: Stage,
        range: Value,
        index: usize,
        value: Evaluated<Value>,
    ) -> Evaluated<Next> {
        let (range, index) = match stage {
            Stage::Range => {
                let frame = Frame::Fold {
                    node,
                    stage: Stage::Initial,
                    range: value?,
                    index,
                };
                return Ok(self.wait(frame, fold.initial));
            }
            Stage::Initial => {
                self.slots[fold.accumulator] = absorbed(value)?;
                (range, 0)
            }
            Stage::Condition => {
                if let Ok(Value::Bool(false)) = absorbed(value)? {
                    return Ok(Next::Eval(fold.result));
                }
                let frame = Frame::Fold {
                    node,
                    stage: Stage::Step,
                    range,
                    index,
                };
                return Ok(self.wait(frame, fold.step));
            }
            Stage::Step => {
                self.slots[fold.accumulator] = absorbed(value)?;
                (range, index + 1)
            }
        };
        let item = match &range {
            Value::List(items) => items.get(index).cloned(),
            Value::Map(map) => map.entries().get(index).map(|(key, _)| key.clone()),
            other => {
                return fail(format!(
                    "got '{}', expected iterable type",
                    other.type_name()
                ));
            }
        };
        let Some(item) = item else {
            return Ok(Next::Eval(fold.result));
        };
        self.meter.work(1)?;
        self.slots[fold.item] = Ok(item);
        let frame = Frame::Fold {
            node,
            stage: Stage::Condition,
            range,
            index,
        };
        Ok(self.wait(frame, fold.condition))
    }

    /// `accumulator + [items]` at the hub's cost, without copying the list.
    pub(super) fn append(
        &mut self,
        accumulator: Slot,
        added: Evaluated<Value>,
    ) -> Evaluated<Value> {
        self.meter.charge(1)?;
        let before = std::mem::replace(&mut self.slots[accumulator], Ok(Value::Null));
        match (before, added) {
            (Ok(Value::List(mut list)), Ok(Value::List(added))) => {
                self.meter.list(added.len())?;
                Rc::make_mut(&mut list).extend(added.iter().cloned());
                Ok(Value::List(list))
            }
            (Err(message), _) => Err(Stop::Error(message)),
            (Ok(_), Err(stop)) => Err(stop),
            (Ok(before), Ok(added)) => no_overload("_+_", &[before, added]),
        }
    }
}

/// A value or its error. An exceeded limit ends the evaluation.
fn absorbed(value: Evaluated<Value>) -> Evaluated<Absorbed> {
    match value {
        Ok(value) => Ok(Ok(value)),
        Err(Stop::Error(message)) => Ok(Err(message)),
        Err(stop) => Err(stop),
    }
}
