//! `www/docs/differences.md`: where the design documents and the engines differ.

use std::fmt::Write as _;

#[path = "../differences/list.rs"]
mod list;

/// The page.
pub(crate) fn page(command: &str) -> String {
    let mut text = format!(
        "# Where the design documents and the engines differ\n\n\
         <!-- Generated from the list in tests/differences; to regenerate: {command} -->\n\n\
         The engines implement five design documents. Each row is about a point where an engine differs from its \
         document, or the document does not specify the behavior: what each profile does, and why. Text in quotation \
         marks is quoted from the document. Each row has a test of its name in `tests/differences`: `cargo test -p \
         schedscope-tests --test all differences::`. Faults of `Upstream` that are not in a document are listed at the \
         end of each guide.\n"
    );
    for document in list::DOCUMENTS {
        let _ = write!(
            text,
            "\n## {}\n\nThe document is “{}”. {}\n\n\
             | Section | The document | `Upstream` | `Proposal` | Why | Test |\n|---|---|---|---|---|---|\n",
            document.engine, document.title, document.upstream
        );
        for row in document.differences {
            let proposal = if row.proposal.is_empty() {
                "The same."
            } else {
                row.proposal
            };
            // A bar ends a cell.
            let cells = [row.section, row.says, row.upstream, proposal, row.why];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(text, "| {} | `{}` |", cells.join(" | "), row.test);
        }
    }
    text
}
