//! Where options are read from.

/// A value that somebody wrote as an option, in whatever notation. What is wrong with it, is told to it: the
/// first such thing is the answer to the whole question.
pub trait Source {
    /// Whether it is null.
    fn is_null(&self) -> bool;

    /// Which item of a list it is; 0 where it is not in one.
    fn index(&self) -> usize;

    /// Whether it is an object.
    fn is_object(&self) -> bool;

    /// Whether it is a text.
    fn is_text(&self) -> bool;

    /// It must be `true` or `false`.
    fn boolean(&mut self) -> Option<bool>;

    /// It must be a text.
    fn text(&mut self) -> Option<String>;

    /// It must be one of some words: which.
    fn word(&mut self, words: &[&str]) -> Option<usize>;

    /// It must be a whole number of a range.
    fn whole(&mut self, least: i64, most: i64) -> Option<i64>;

    /// The number that it is, if it is one; nothing is told.
    fn number(&self) -> Option<f64>;

    /// It, as it is written.
    fn written(&self) -> &str;

    /// It must be a list: `read` gets each item.
    fn items(&mut self, read: &mut dyn FnMut(&mut dyn Source));

    /// It must be an object whose keys are free: `read` gets each with its value.
    fn entries(&mut self, read: &mut dyn FnMut(&str, &mut dyn Source));

    /// It must be an object: `read` gets the value of one of its fields, whatever others there are. Whether
    /// there is one.
    fn field(&mut self, name: &'static str, read: &mut dyn FnMut(&mut dyn Source)) -> bool;

    /// It must be an object: `read` gets the place of each key in `known`, counted through both lists, with
    /// its value, and says whether it is one. The fields of the first list whose bits are set in `needed`
    /// must be there. Whether it is an object.
    fn fields(
        &mut self,
        known: [&[&'static str]; 2],
        needed: u64,
        read: &mut dyn FnMut(usize, &mut dyn Source) -> bool,
    ) -> bool;

    /// Tells what is wrong with it.
    fn wrong(&mut self, message: &str);
}
