//! A piece of the text on trial: edits are made and read again before anyone sees them.

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
    /// The piece as the reader has it.
    index: usize,
    piece: ReadPiece,
    /// Which of the piece's objects it is about.
    object: usize,
    tree: Tree,
    root: ValueId,
    edits: Vec<Edit>,
}

impl<'r> PieceDraft<'r> {
    /// A draft of an object's piece; `None` where there is no such object.
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

    /// A draft of the last item of a JSON list that ends the text. `None` where the text is no such list.
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

    /// An edit of the piece as it is, in code units of the whole text.
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

    /// Makes an edit. `None` where the piece cannot be read afterwards.
    pub fn apply(&mut self, edit: &Edit) -> Option<()> {
        self.apply_all(std::slice::from_ref(edit))
    }

    /// Makes edits of the piece as it is, the last of the text first, which is then read once. `None` where they
    /// overlap, or where the piece cannot be read afterwards.
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

    /// Writes the object as JSON in its place, so that it takes any edit: nothing of it is an alias or merged in.
    /// `None` where the piece cannot be read afterwards.
    pub fn render(&mut self) -> Option<()> {
        let (source, tree, root) = self.parts();
        let insert = write_object(tree, source, root);
        let (from, to) = tree.range(root);
        self.apply(&Edit { from, to, insert })
    }

    /// The edit that takes the object out of the text, where it is the only one of its piece and stands in lines of
    /// its own: a document, or an item of a list. With an item go the comments directly above it, in the column of its
    /// dash; those above the next one stay.
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

    /// All edits as one, in code units of the whole text. `None` where they change nothing.
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

fn read(piece: &ReadPiece, object: usize) -> Option<(Tree, ValueId)> {
    let mut tree = Tree::default();
    let parsed = parse(piece, &mut tree);
    parsed.outcome.ok()?;
    let root = *roots(&tree, parsed.source, piece.cut.place).get(object)?;
    Some((tree, root))
}
