//! Which function and which constant of a linked WebAssembly file refers to which, by the relocations that
//! `--emit-relocs` lets the linker keep. Without them a function's address is a number like any other.

use std::{collections::HashMap, error::Error, ops::Range};

use wasmparser::{
    BinaryReader, DataKind, ExternalKind, KnownCustom, Linking, Operator, Parser, Payload,
    RelocSectionReader, RelocationEntry, RelocationType, SymbolInfo, TypeRef,
};

/// What refers to what. A node is a function or a constant.
#[derive(Default)]
pub(crate) struct Graph {
    /// The nodes that each node refers to.
    edges: Vec<Vec<usize>>,
    /// Functions by their mangled name. Of several with one name, none.
    pub(crate) functions: HashMap<String, usize>,
    /// Constants: their addresses, ascending, without overlap.
    pub(crate) constants: Vec<Constant>,
    /// What JavaScript calls, and what an unknown place refers to.
    pub(crate) roots: Vec<usize>,
    /// The names of constants, with their nodes.
    pub(crate) names: Vec<(String, usize)>,
}

/// A constant, or several that overlap.
pub(crate) struct Constant {
    pub(crate) addresses: Range<u32>,
    pub(crate) node: usize,
}

impl Graph {
    /// The nodes that can be reached from some, without a look into those that have an owner.
    pub(crate) fn claim(&self, from: &[usize], owner: usize, owners: &mut [Option<usize>]) {
        let mut stack = from.to_vec();
        while let Some(node) = stack.pop() {
            if owners[node].is_none() {
                owners[node] = Some(owner);
                stack.extend(&self.edges[node]);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Reads a file that was linked with `--emit-relocs`.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Box<dyn Error>> {
        let linked = Linked::read(bytes)?;
        if linked.symbols.is_empty() {
            return Err("the file has no symbols: link it with `--emit-relocs`".into());
        }
        let mut graph = Self {
            edges: vec![Vec::new(); linked.functions],
            roots: linked.exports.clone(),
            ..Self::default()
        };
        let constants = graph.constants(&linked);
        graph.name_functions(&linked);
        for relocation in &linked.in_code {
            let at = linked.code + relocation.offset as usize;
            let body = linked.bodies.partition_point(|body| body.end <= at);
            graph.refer(
                Some(linked.imported + body),
                relocation,
                &linked,
                &constants,
            );
        }
        for relocation in &linked.in_data {
            let at = linked.data + relocation.offset as usize;
            let address = linked.segments.iter().find_map(|segment| {
                let within = at.checked_sub(segment.bytes.start)?;
                (at < segment.bytes.end).then_some(segment.address + within as u32)
            });
            let from = address.and_then(|address| graph.at(address));
            graph.refer(from, relocation, &linked, &constants);
        }
        Ok(graph)
    }

    /// Adds a node for each constant; the node of each symbol.
    fn constants(&mut self, linked: &Linked) -> Vec<Option<usize>> {
        let mut places: Vec<(Range<u32>, usize)> = Vec::new();
        for (index, symbol) in linked.symbols.iter().enumerate() {
            if let Symbol::Constant { addresses, .. } = symbol {
                places.push((addresses.clone(), index));
            }
        }
        places.sort_by_key(|(addresses, index)| (addresses.start, *index));
        let mut of_symbol = vec![None; linked.symbols.len()];
        for (addresses, index) in places {
            let node = match self.constants.last_mut() {
                Some(last) if addresses.start < last.addresses.end => {
                    last.addresses.end = last.addresses.end.max(addresses.end);
                    last.node
                }
                _ => {
                    let node = self.edges.len();
                    self.edges.push(Vec::new());
                    self.constants.push(Constant { addresses, node });
                    node
                }
            };
            of_symbol[index] = Some(node);
            if let Symbol::Constant { name, .. } = &linked.symbols[index] {
                self.names.push((name.clone(), node));
            }
        }
        of_symbol
    }

    fn name_functions(&mut self, linked: &Linked) {
        let mut several = Vec::new();
        for (node, name) in &linked.names {
            if self.functions.insert(name.clone(), *node).is_some() {
                several.push(name.clone());
            }
        }
        for name in several {
            self.roots.extend(
                linked
                    .names
                    .iter()
                    .filter(|(_, known)| *known == name)
                    .map(|(node, _)| *node),
            );
            self.functions.remove(&name);
        }
    }

    /// The constant at an address.
    fn at(&self, address: u32) -> Option<usize> {
        let place = self
            .constants
            .partition_point(|constant| constant.addresses.end <= address);
        let constant = self.constants.get(place)?;
        constant
            .addresses
            .contains(&address)
            .then_some(constant.node)
    }

    /// Adds the edge that a relocation stands for.
    fn refer(
        &mut self,
        from: Option<usize>,
        relocation: &RelocationEntry,
        linked: &Linked,
        constants: &[Option<usize>],
    ) {
        // Those of types, globals and tables do not name a function or a constant.
        if matches!(
            relocation.ty,
            RelocationType::TypeIndexLeb
                | RelocationType::GlobalIndexLeb
                | RelocationType::TableNumberLeb
        ) {
            return;
        }
        let index = relocation.index as usize;
        let to = match linked.symbols.get(index) {
            Some(Symbol::Function(function)) => Some(*function),
            Some(Symbol::Constant { .. }) => constants[index],
            _ => None,
        };
        match (from, to) {
            (Some(from), Some(to)) => self.edges[from].push(to),
            (None, Some(to)) => self.roots.push(to),
            (_, None) => {}
        }
    }
}

enum Symbol {
    Function(usize),
    Constant { name: String, addresses: Range<u32> },
    Other,
}

/// A segment of data: where its bytes stand in the file, and where in memory.
struct Segment {
    bytes: Range<usize>,
    address: u32,
}

/// What of a linked file says what refers to what.
#[derive(Default)]
struct Linked {
    /// The number of functions, and how many of them are imported.
    functions: usize,
    imported: usize,
    exports: Vec<usize>,
    /// Where the sections begin that relocations count from.
    code: usize,
    data: usize,
    bodies: Vec<Range<usize>>,
    segments: Vec<Segment>,
    symbols: Vec<Symbol>,
    names: Vec<(usize, String)>,
    in_code: Vec<RelocationEntry>,
    in_data: Vec<RelocationEntry>,
}

impl Linked {
    fn read(bytes: &[u8]) -> Result<Self, Box<dyn Error>> {
        let mut linked = Self::default();
        for payload in Parser::new(0).parse_all(bytes) {
            linked.take(payload?)?;
        }
        Ok(linked)
    }

    fn take(&mut self, payload: Payload<'_>) -> Result<(), Box<dyn Error>> {
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    if matches!(import?.ty, TypeRef::Func(_)) {
                        self.imported += 1;
                        self.functions += 1;
                    }
                }
            }
            Payload::FunctionSection(functions) => self.functions += functions.count() as usize,
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        self.exports.push(export.index as usize);
                    }
                }
            }
            Payload::StartSection { func, .. } => self.exports.push(func as usize),
            Payload::CodeSectionStart { range, .. } => self.code = range.start,
            Payload::CodeSectionEntry(body) => self.bodies.push(body.range()),
            Payload::DataSection(data) => {
                self.data = data.range().start;
                for segment in data {
                    let segment = segment?;
                    let DataKind::Active { offset_expr, .. } = segment.kind else {
                        return Err("a segment of data has no address".into());
                    };
                    let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
                    else {
                        return Err("the address of a segment of data is not a number".into());
                    };
                    let end = segment.range.end;
                    self.segments.push(Segment {
                        bytes: end - segment.data.len()..end,
                        address: value as u32,
                    });
                }
            }
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Linking(linking) => {
                    for subsection in linking.subsections() {
                        if let Linking::SymbolTable(symbols) = subsection? {
                            for symbol in symbols {
                                let symbol = self.symbol(symbol?);
                                self.symbols.push(symbol);
                            }
                        }
                    }
                }
                KnownCustom::Reloc(_) => {
                    let reader = BinaryReader::new(section.data(), section.data_offset());
                    let entries = RelocSectionReader::new(reader)?.entries();
                    match section.name() {
                        "reloc.CODE" => {
                            self.in_code = entries.into_iter().collect::<Result<_, _>>()?;
                        }
                        "reloc.DATA" => {
                            self.in_data = entries.into_iter().collect::<Result<_, _>>()?;
                        }
                        _ => {}
                    }
                }
                KnownCustom::Name(names) => {
                    for name in names {
                        if let wasmparser::Name::Function(names) = name? {
                            for name in names {
                                let name = name?;
                                self.names.push((name.index as usize, name.name.to_owned()));
                            }
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn symbol(&self, symbol: SymbolInfo<'_>) -> Symbol {
        match symbol {
            SymbolInfo::Func { index, .. } => Symbol::Function(index as usize),
            SymbolInfo::Data {
                name,
                symbol: Some(place),
                ..
            } => {
                let segment = self.segments.get(place.index as usize);
                match segment {
                    Some(segment) if place.size > 0 => {
                        let start = segment.address + place.offset;
                        Symbol::Constant {
                            name: name.to_owned(),
                            addresses: start..start + place.size,
                        }
                    }
                    _ => Symbol::Other,
                }
            }
            _ => Symbol::Other,
        }
    }
}
