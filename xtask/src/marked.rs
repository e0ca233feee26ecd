//! Parts of documents that a command writes, between two marks.

use std::fs;

use anyhow::Context as _;

use crate::{failure::Done, project};

/// A part of a document.
pub(crate) struct Part {
    /// The document, from the project's folder.
    pub(crate) file: &'static str,
    /// The line before the part; it names the command.
    pub(crate) begin: &'static str,
    /// The line after the part.
    pub(crate) end: &'static str,
}

impl Part {
    /// Replaces the part in its file.
    pub(crate) fn write(&self, text: &str) -> Done {
        let document = project::read(self.file)?;
        let document = self.replaced(&document, text)?;
        fs::write(project::root().join(self.file), document)
            .with_context(|| format!("`{}`", self.file))
    }

    /// The document with another text in the part.
    pub(crate) fn replaced(&self, document: &str, text: &str) -> Done<String> {
        let (before, _, after) = self.cut(document)?;
        let Self { begin, end, .. } = self;
        Ok(format!("{before}{begin}\n{text}{end}{after}"))
    }

    /// What is before the marks, between them and after them.
    fn cut<'a>(&self, document: &'a str) -> Done<(&'a str, &'a str, &'a str)> {
        let cut = || {
            let (before, rest) = document.split_once(self.begin)?;
            let (part, after) = rest.strip_prefix('\n')?.split_once(self.end)?;
            Some((before, part, after))
        };
        cut().with_context(|| {
            format!(
                "`{}` needs the lines `{}` and `{}`",
                self.file, self.begin, self.end
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_and_the_rest_stays() {
        let part = Part {
            file: "a.md",
            begin: "<!-- a -->",
            end: "<!-- end of a -->",
        };
        let document = "# Title\n<!-- a -->\nold\n<!-- end of a -->\nMore.\n";
        assert_eq!(
            part.cut(document).map(|(_, part, _)| part).ok(),
            Some("old\n")
        );
        assert_eq!(
            part.replaced(document, "new\n").ok(),
            Some("# Title\n<!-- a -->\nnew\n<!-- end of a -->\nMore.\n".to_owned())
        );
        assert!(part.replaced("# Title\n", "new\n").is_err());
    }
}
