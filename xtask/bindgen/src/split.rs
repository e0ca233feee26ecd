//! Cuts the engine's WebAssembly file into one that is loaded first and parts that are loaded on first use.
//!
//! What the rows of a part refer to, and nothing before it does, is moved: functions, their slots of the table, and
//! constants. A part imports memory, table, globals and functions from those before it, and fills its slots when it is
//! instantiated. The file of a part is asked for nothing: the rows of the table of questions lead into it.

use std::{collections::BTreeSet, error::Error, ops::Range};

use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind,
    GlobalKind, ImportKind, ImportedFunction, LocalFunction, Module, ModuleConfig, ir,
};

use crate::graph::Graph;

/// The parts in the order in which they are loaded: what they are called as modules that others import from, and what
/// the rows of the table of questions are called (`crates/scenario/src/questions/table.rs`).
pub(crate) const PARTS: [(&str, &str); 4] = [
    ("engine", ""),
    ("details", "ROW_OF_DETAILS"),
    ("nodes", "ROW_OF_NODES"),
    ("whatif", "ROW_OF_WHATIF"),
];

/// What a part takes from one before it: its name, and what it is.
type Taken = BTreeSet<(usize, String)>;

/// The files of the parts. `linked`: as the linker left it; `bound`: as wasm-bindgen left it.
pub(crate) fn split(linked: &[u8], bound: &[u8]) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let graph = Graph::read(linked)?;
    let owners = owners(&graph)?;
    let mut files = Vec::new();
    let mut taken = Taken::new();
    for part in (0..PARTS.len()).rev() {
        let mut module = config().parse(bound)?;
        let of_functions = of_functions(&module, &graph, &owners);
        check(&module, &of_functions)?;
        let cut = Cut {
            part,
            graph: &graph,
            owners: &owners,
            of_functions: &of_functions,
        };
        cut.elements(&mut module)?;
        cut.data(&mut module)?;
        if part > 0 {
            cut.imports(&mut module);
        }
        cut.exports(&mut module, &taken);
        walrus::passes::gc::run(&mut module);
        for import in module.imports.iter() {
            if let Some(owner) = PARTS.iter().position(|(name, _)| *name == import.module) {
                taken.insert((owner, import.name.clone()));
            }
        }
        files.push(module.emit_wasm());
    }
    files.reverse();
    Ok(files)
}

fn config() -> ModuleConfig {
    let mut config = ModuleConfig::new();
    config.generate_producers_section(false);
    config
}

/// The part of every node: the first that can reach it.
fn owners(graph: &Graph) -> Result<Vec<Option<usize>>, Box<dyn Error>> {
    let mut owners = vec![None; graph.len()];
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (part, (name, row)) in PARTS.iter().enumerate() {
        let named = graph
            .names
            .iter()
            .filter(|(symbol, _)| part > 0 && symbol.contains(row));
        let found: Vec<usize> = named.map(|(_, node)| *node).collect();
        if part > 0 && found.is_empty() {
            return Err(format!("no row of the table of questions is of the part `{name}`").into());
        }
        for node in &found {
            owners[*node] = Some(part);
        }
        rows.push(found);
    }
    graph.claim(&graph.roots, 0, &mut owners);
    for (part, rows) in rows.iter().enumerate() {
        for node in rows {
            owners[*node] = None;
        }
        graph.claim(rows, part, &mut owners);
    }
    Ok(owners)
}

/// The part of every function of the bound module, in its order. What wasm-bindgen made belongs to the first.
fn of_functions(
    module: &Module,
    graph: &Graph,
    owners: &[Option<usize>],
) -> Vec<(FunctionId, usize)> {
    let part = |name: &Option<String>| owners[*graph.functions.get(name.as_ref()?)?];
    let functions = module.funcs.iter();
    functions
        .map(|function| (function.id(), part(&function.name).unwrap_or(0)))
        .collect()
}

fn owner(of_functions: &[(FunctionId, usize)], function: FunctionId) -> usize {
    let at = of_functions.binary_search_by_key(&function, |(id, _)| *id);
    at.map_or(0, |at| of_functions[at].1)
}

/// No part calls one that is loaded after it.
fn check(module: &Module, of_functions: &[(FunctionId, usize)]) -> Result<(), Box<dyn Error>> {
    for (id, part) in of_functions {
        if let FunctionKind::Local(body) = &module.funcs.get(*id).kind {
            for callee in called(body) {
                if owner(of_functions, callee) > *part {
                    let name =
                        |id: FunctionId| module.funcs.get(id).name.clone().unwrap_or_default();
                    return Err(format!(
                        "`{}` calls `{}` of a later part",
                        name(*id),
                        name(callee)
                    )
                    .into());
                }
            }
        }
    }
    Ok(())
}

/// The functions that a function names.
fn called(body: &LocalFunction) -> BTreeSet<FunctionId> {
    struct Calls(BTreeSet<FunctionId>);
    impl ir::Visitor<'_> for Calls {
        fn visit_function_id(&mut self, function: &FunctionId) {
            self.0.insert(*function);
        }
    }
    let mut calls = Calls(BTreeSet::new());
    ir::dfs_in_order(&mut calls, body, body.entry_block());
    calls.0
}

/// One part, and what belongs to which.
struct Cut<'a> {
    part: usize,
    graph: &'a Graph,
    owners: &'a [Option<usize>],
    of_functions: &'a [(FunctionId, usize)],
}

impl Cut<'_> {
    /// Leaves the slots of the table that hold functions of this part.
    fn elements(&self, module: &mut Module) -> Result<(), Box<dyn Error>> {
        let mut segments = Vec::new();
        for segment in module.elements.iter() {
            let ElementKind::Active {
                table,
                offset: ConstExpr::Value(ir::Value::I32(offset)),
            } = segment.kind
            else {
                return Err("a segment of the table has no place".into());
            };
            let ElementItems::Functions(functions) = &segment.items else {
                return Err("a segment of the table holds something else than functions".into());
            };
            segments.push((segment.id(), table, offset, functions.clone()));
        }
        for (id, table, offset, functions) in segments {
            module.elements.delete(id);
            module.tables.get_mut(table).elem_segments.remove(&id);
            let mine: Vec<bool> = functions
                .iter()
                .map(|function| owner(self.of_functions, *function) == self.part)
                .collect();
            for run in runs(&mine) {
                let place = ConstExpr::Value(ir::Value::I32(offset + run.start as i32));
                let kind = ElementKind::Active {
                    table,
                    offset: place,
                };
                let id = module
                    .elements
                    .add(kind, ElementItems::Functions(functions[run].to_vec()));
                module.tables.get_mut(table).elem_segments.insert(id);
            }
        }
        Ok(())
    }

    /// Leaves the constants of this part. What has no name in the linked file stays in the first.
    fn data(&self, module: &mut Module) -> Result<(), Box<dyn Error>> {
        let mut segments = Vec::new();
        for segment in module.data.iter() {
            let DataKind::Active {
                memory,
                offset: ConstExpr::Value(ir::Value::I32(offset)),
            } = segment.kind
            else {
                return Err("a segment of data has no address".into());
            };
            segments.push((segment.id(), memory, offset as u32, segment.value.clone()));
        }
        for (id, memory, address, bytes) in segments {
            module.data.delete(id);
            module.memories.get_mut(memory).data_segments.remove(&id);
            let mut mine = vec![self.part == 0; bytes.len()];
            for constant in &self.graph.constants {
                let Some(start) = constant.addresses.start.checked_sub(address) else {
                    continue;
                };
                let end = (constant.addresses.end - address) as usize;
                if end <= bytes.len() {
                    mine[start as usize..end]
                        .fill(self.owners[constant.node].unwrap_or(0) == self.part);
                }
            }
            for run in runs(&mine) {
                let place = ConstExpr::Value(ir::Value::I32((address as usize + run.start) as i32));
                let id = module.data.add(
                    DataKind::Active {
                        memory,
                        offset: place,
                    },
                    bytes[run].to_vec(),
                );
                module.memories.get_mut(memory).data_segments.insert(id);
            }
        }
        Ok(())
    }

    /// Takes from the parts before it what it does not have: also what they have from JavaScript.
    fn imports(&self, module: &mut Module) {
        let (first, _) = PARTS[0];
        let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
        for id in exports {
            module.exports.delete(id);
        }
        module.start = None;
        for (place, (id, owner)) in self.of_functions.iter().enumerate() {
            match module.funcs.get(*id).kind {
                FunctionKind::Import(ImportedFunction { import, .. }) => {
                    let import = module.imports.get_mut(import);
                    (import.module, import.name) = (first.to_owned(), format!("f{place}"));
                }
                _ if *owner < self.part => {
                    let ty = module.funcs.get(*id).ty();
                    let (name, _) = PARTS[*owner];
                    let import =
                        module
                            .imports
                            .add(name, &format!("f{place}"), ImportKind::Function(*id));
                    module.funcs.get_mut(*id).kind =
                        FunctionKind::Import(ImportedFunction { import, ty });
                }
                _ => {}
            }
        }
        for (place, memory) in module.memories.iter_mut().enumerate() {
            memory.import = Some(module.imports.add(first, &format!("m{place}"), memory.id()));
        }
        for (place, table) in module.tables.iter_mut().enumerate() {
            table.import = Some(module.imports.add(first, &format!("t{place}"), table.id()));
        }
        let globals: Vec<_> = module.globals.iter().map(walrus::Global::id).collect();
        for (place, id) in globals.into_iter().enumerate() {
            let import = module.imports.add(first, &format!("g{place}"), id);
            module.globals.get_mut(id).kind = GlobalKind::Import(import);
        }
    }

    /// Gives to later parts what they take from this one.
    fn exports(&self, module: &mut Module, taken: &Taken) {
        for (_, name) in taken.iter().filter(|(owner, _)| *owner == self.part) {
            let place: usize = name[1..].parse().unwrap_or_default();
            let item = match name.as_bytes()[0] {
                b'f' => Some(ExportItem::Function(self.of_functions[place].0)),
                b'm' => module
                    .memories
                    .iter()
                    .nth(place)
                    .map(|memory| memory.id().into()),
                b't' => module
                    .tables
                    .iter()
                    .nth(place)
                    .map(|table| table.id().into()),
                _ => module
                    .globals
                    .iter()
                    .nth(place)
                    .map(|global| global.id().into()),
            };
            if let Some(item) = item {
                module.exports.add(name, item);
            }
        }
    }
}

/// The runs of `true`.
fn runs(of: &[bool]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in of.iter().enumerate().filter(|(_, mine)| **mine) {
        match runs.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}
