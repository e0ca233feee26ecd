//! A draft of a piece of the text: applies edits and parses the result before the edits are returned.

use schedscope_objects::diagnostic::{Encoding, ObjectName};
use schedscope_text::edit::{Edit, comments_above, end_before_comments};
use schedscope_text::{
    split::PieceStart,
    tree::{Tree, ValueId},
};

use crate::{
    Reader,
    read_piece::{ReadPiece, list_context, parse, roots},
    whole::write_object,
};

/// The piece of one object with the edits made to it so far.
#[derive(Debug)]
pub struct PieceDraft<'r> {
    reader: &'r Reader,
    /// The index of the piece in the reader.
    index: usize,
    piece: ReadPiece,
    /// The index of the object in the piece.
    object: usize,
    tree: Tree,
    root: ValueId,
    edits: Vec<Edit>,
}

impl<'r> PieceDraft<'r> {
    /// A draft of an object's piece; `None` if the text has no such object.
    pub fn of(reader: &'r Reader, object: &ObjectName) -> Option<Self> {
        let (index, object) = reader.source(object)?;
        let piece = reader.pieces.get(index)?.clone();
        let (tree, root) = read(&piece, object as usize)?;
        Some(Self {
            reader,
            index,
            piece,
            object: object as usize,
            tree,
            root,
            edits: Vec::new(),
        })
    }

    /// A draft of the last item of a JSON list that ends the text. `None` if the text does not end with such a list.
    pub fn last_json_item(reader: &'r Reader) -> Option<Self> {
        let items = |piece: &ReadPiece| piece.cut.place == PieceStart::JsonItem;
        let index = reader.pieces.iter().rposition(items)?;
        let mut behind = reader.pieces.get(index + 1..)?.iter();
        if !behind.all(|piece| piece.cut.place == PieceStart::JsonFooter) {
            return None;
        }
        let piece = reader.pieces.get(index)?.clone();
        let (tree, root) = read(&piece, 0)?;
        Some(Self {
            reader,
            index,
            piece,
            object: 0,
            tree,
            root,
            edits: Vec::new(),
        })
    }

    /// An edit of the current piece, in code units of the whole text.
    pub fn placed(&self, edit: Edit, encoding: Encoding) -> Edit {
        let base = self.piece.cut.lead;
        let place = |byte| self.reader.offset(self.index, base + byte, encoding);
        Edit {
            from: place(edit.from),
            to: place(edit.to),
            insert: edit.insert,
        }
    }

    /// The text that the tree was read from, the tree, and the object's value in it.
    pub fn parts(&self) -> (&str, &Tree, ValueId) {
        (
            &self.piece.text[self.piece.cut.lead..],
            &self.tree,
            self.root,
        )
    }

    /// Applies an edit. `None` if the piece does not parse afterwards.
    pub fn apply(&mut self, edit: &Edit) -> Option<()> {
        self.apply_all(std::slice::from_ref(edit))
    }

    /// Applies edits of the current piece, the last in the text first, and parses the result once. `None` if they
    /// overlap, or if the piece does not parse afterwards.
    pub fn apply_all(&mut self, edits: &[Edit]) -> Option<()> {
        let base = self.piece.cut.lead;
        let mut text = String::from(&*self.piece.text);
        let mut end = text.len() - base;
        for edit in edits {
            if edit.to > end {
                return None;
            }
            end = edit.from;
            text.replace_range(base + edit.from..base + edit.to, &edit.insert);
        }
        let piece = ReadPiece::new(&text, self.piece.cut);
        (self.tree, self.root) = read(&piece, self.object)?;
        self.piece = piece;
        self.edits.extend(edits.iter().map(|edit| Edit {
            from: base + edit.from,
            to: base + edit.to,
            insert: edit.insert.clone(),
        }));
        Some(())
    }

    /// Rewrites the object as JSON without aliases and merge keys, so that every edit is possible. `None` if the piece
    /// does not parse afterwards.
    pub fn render(&mut self) -> Option<()> {
        let (source, tree, root) = self.parts();
        let insert = write_object(tree, source, root);
        let (from, to) = tree.range(root);
        self.apply(&Edit { from, to, insert })
    }

    /// The edit that removes the object from the text, if it is the only one in its piece and has lines of its own: a
    /// document, or an item of a list. The edit also removes the comments directly above an item, in the column of its
    /// dash, and keeps those above the next item.
    pub fn removal(&self, encoding: Encoding) -> Option<Edit> {
        let piece = self.reader.pieces.get(self.index)?;
        let is_own = match piece.cut.place {
            PieceStart::Document | PieceStart::Recovery | PieceStart::Words => {
                let (source, tree, root) = self.parts();
                tree.root() == Some(root) && list_context(tree, source).is_none()
            }
            PieceStart::YamlItem(_) => {
                roots(&self.tree, self.parts().0, piece.cut.place).len() == 1
            }
            _ => false,
        };
        let place = |index, byte| self.reader.offset(index, byte, encoding);
        let (mut from, mut to) = ((self.index, 0), piece.text.len());
        if let PieceStart::YamlItem(dash) = piece.cut.place {
            let dash = usize::from(dash);
            to = end_before_comments(&piece.text, dash);
            if let Some(index) = self.index.checked_sub(1) {
                let before = &self.reader.pieces[index].text;
                let own = comments_above(before, before.len(), dash, 0);
                if own < before.len() {
                    from = (index, own);
                }
            }
        }
        is_own.then(|| Edit {
            from: place(from.0, from.1),
            to: place(self.index, to),
            insert: String::new(),
        })
    }

    /// All edits as one, in code units of the whole text. `None` if they change nothing.
    pub fn edit(&self, encoding: Encoding) -> Option<Edit> {
        let (old, new) = (&self.reader.pieces.get(self.index)?.text, &self.piece.text);
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

/// The one edit that turns one text into another.
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

fn read(piece: &ReadPiece, object: usize) -> Option<(Tree, ValueId)> {
    let mut tree = Tree::default();
    let parsed = parse(piece, &mut tree);
    parsed.outcome.ok()?;
    let root = *roots(&tree, parsed.source, piece.cut.place).get(object)?;
    Some((tree, root))
}
