//! Tables for the terminal.

use std::fmt::Write as _;

/// Rows of cells under a head, columns aligned: the first to the left, the others to the right.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let lines: Vec<&Vec<String>> = std::iter::once(&head).chain(rows).collect();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut printed = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            // Writing to a String cannot fail.
            let _ = if column == 0 {
                write!(printed, "{cell:<width$}")
            } else {
                write!(printed, "  {cell:>width$}")
            };
        }
        text.push_str(printed.trim_end());
        text.push('\n');
    }
    text
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
