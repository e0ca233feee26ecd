//! Tables for the terminal.

use comfy_table::{CellAlignment, Table, presets};

/// Rows of cells under a head, columns aligned: the first to the left, the others to the right.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(head)
        .add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        // Two spaces between columns, none at the edge.
        column.set_padding((if index == 0 { 0 } else { 2 }, 0));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [
            vec!["a".to_owned(), "1.5".to_owned()],
            vec!["long".to_owned(), "10.25".to_owned()],
        ];
        assert_eq!(
            table(&["work", "ms"], &rows),
            "work     ms\na       1.5\nlong  10.25\n"
        );
    }
}
