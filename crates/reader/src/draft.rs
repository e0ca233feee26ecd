//! A piece of the text on trial: edits are made and read again before anyone sees them.

use schedscope_objects::diagnostic::{Encoding, ObjectName};
use schedscope_text::{
    edit::Edit,
    tree::{NodeId, Tree},
};

use crate::{
    Reader,
    chunk::{Chunk, parse, roots},
};

/// The piece of one object with the edits made to it so far.
#[derive(Debug)]
pub struct Draft<'r> {
    reader: &'r Reader,
    /// The piece as the reader has it.
    index: usize,
    chunk: Chunk,
    /// Which of the piece's objects it is about.
    object: usize,
    tree: Tree,
    root: NodeId,
    edits: Vec<Edit>,
}

impl<'r> Draft<'r> {
    /// A draft of an object's piece; `None` where there is no such object.
    pub fn of(reader: &'r Reader, object: &ObjectName) -> Option<Self> {
        let (index, object) = reader.source(object)?;
        let chunk = reader.chunks.get(index)?.clone();
        let (tree, root) = read(&chunk, object as usize)?;
        Some(Self {
            reader,
            index,
            chunk,
            object: object as usize,
            tree,
            root,
            edits: Vec::new(),
        })
    }

    /// The text that the tree was read from, the tree, and the object's value in it.
    pub fn parts(&self) -> (&str, &Tree, NodeId) {
        (
            &self.chunk.text[self.chunk.piece.lead..],
            &self.tree,
            self.root,
        )
    }

    /// Makes an edit. `None` where the piece cannot be read afterwards.
    pub fn apply(&mut self, edit: &Edit) -> Option<()> {
        let base = self.chunk.piece.lead;
        let mut text = String::from(&*self.chunk.text);
        text.replace_range(base + edit.from..base + edit.to, &edit.insert);
        let chunk = Chunk::new(&text, self.chunk.piece);
        (self.tree, self.root) = read(&chunk, self.object)?;
        self.chunk = chunk;
        self.edits.push(Edit {
            from: base + edit.from,
            to: base + edit.to,
            insert: edit.insert.clone(),
        });
        Some(())
    }

    /// All edits as one, in code units of the whole text. `None` where they change nothing.
    pub fn edit(&self, encoding: Encoding) -> Option<Edit> {
        let (old, new) = (&self.reader.chunks.get(self.index)?.text, &self.chunk.text);
        let edit = match &*self.edits {
            _ if old == new => return None,
            [edit] => edit.clone(),
            _ => difference(old, new),
        };
        let place = |byte| self.reader.offset(self.index, byte, encoding);
        Some(Edit {
            from: place(edit.from),
            to: place(edit.to),
            insert: edit.insert,
        })
    }
}

/// One edit that makes one text of another.
fn difference(old: &str, new: &str) -> Edit {
    let same = |(a, b): &(char, char)| a == b;
    let length = |(char, _): (char, char)| char.len_utf8();
    let pairs = old.chars().zip(new.chars());
    let before: usize = pairs.take_while(same).map(length).sum();
    let pairs = old[before..].chars().rev().zip(new[before..].chars().rev());
    let behind: usize = pairs.take_while(same).map(length).sum();
    Edit {
        from: before,
        to: old.len() - behind,
        insert: new[before..new.len() - behind].to_owned(),
    }
}

fn read(chunk: &Chunk, object: usize) -> Option<(Tree, NodeId)> {
    let mut tree = Tree::default();
    let parsed = parse(chunk, &mut tree);
    parsed.outcome.ok()?;
    let root = *roots(&tree, parsed.source, chunk.piece.place).get(object)?;
    Some((tree, root))
}
