use super::*;

/// Cuts a text and writes one line a piece: place, flags, text.
fn cut(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let (mut rest, mut place) = (text, PieceStart::Document);
    while let Some(piece) = first_piece(rest, place) {
        let place_name = match piece.place {
            PieceStart::Document => "doc".to_owned(),
            PieceStart::Recovery => "rec".to_owned(),
            PieceStart::Words => "words".to_owned(),
            PieceStart::YamlItem(column) => format!("item{column}"),
            PieceStart::YamlFooter | PieceStart::JsonFooter => "footer".to_owned(),
            PieceStart::JsonItem => "item".to_owned(),
        };
        let head = if piece.head { "+" } else { "" };
        let open = if piece.reach > 0 { "?" } else { "" };
        let (text, behind) = rest.split_at(piece.len);
        pieces.push(format!("{place_name}{head}{open} {text}"));
        rest = behind;
        place = piece.next;
    }
    let whole = pieces
        .iter()
        .map(|piece| piece.split_once(' ').unwrap().1)
        .collect::<String>();
    assert_eq!(whole, text, "pieces are the whole text");
    pieces
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(cut(text), expect);
}

#[test]
fn documents() {
    check("", &[]);
    check("\n# nothing\n", &["doc \n# nothing\n"]);
    check("a: 1\n---\nb: 2\n", &["doc a: 1\n", "doc ---\nb: 2\n"]);
    check(
        "---\n---\na: 1\n...\n# end\n",
        &["doc ---\n", "doc ---\na: 1\n...\n", "doc # end\n"],
    );
    check(
        "%YAML 1.2\n---\na: 1\r\n---\r\nb: 2",
        &["doc %YAML 1.2\n---\na: 1\r\n", "doc ---\r\nb: 2"],
    );
    check("a: 1\r---\rb: 2", &["doc a: 1\r", "doc ---\rb: 2"]);
    check(
        "a: |\n  --- x\n ---\n--- b\n",
        &["doc a: |\n  --- x\n ---\n", "doc --- b\n"],
    );
    check("\u{feff}---\na: 1\n", &["doc \u{feff}---\na: 1\n"]);
}

#[test]
fn an_object_behind_a_list_without_a_marker() {
    // The `kind` of the list stands before its items.
    check(
        "kind: List\napiVersion: v1\nitems:\n- a: 1\napiVersion: x/v1\nkind: Placement\n",
        &[
            "doc+ kind: List\napiVersion: v1\nitems:\n",
            "item0 - a: 1\n",
            "doc apiVersion: x/v1\nkind: Placement\n",
        ],
    );
    // These are the list's own.
    check(
        "items:\n- a: 1\napiVersion: v1\nkind: List\n",
        &[
            "doc+ items:\n",
            "item0 - a: 1\n",
            "footer apiVersion: v1\nkind: List\n",
        ],
    );
}

#[test]
fn yaml_lists() {
    check(
        "apiVersion: v1\nitems:\n# first\n- a: 1\n  b: |\n   x\n\n# x\n- a: 2\n\
         kind: List\nmetadata:\n  r: \"\"\n---\nc: 1\n",
        &[
            "doc+ apiVersion: v1\nitems:\n# first\n",
            "item0 - a: 1\n  b: |\n   x\n\n# x\n",
            "item0 - a: 2\n",
            "footer kind: List\nmetadata:\n  r: \"\"\n",
            "doc ---\nc: 1\n",
        ],
    );
    check(
        "items:\n  - a: 1\n    c:\n    - x\n  -\n    a: 2\n- odd\n",
        &[
            "doc+ items:\n",
            "item2   - a: 1\n    c:\n    - x\n",
            "item2   -\n    a: 2\n",
            "footer - odd\n",
        ],
    );
    check(
        "items:\n- a: 1\n---\nb: 2\n",
        &["doc+ items:\n", "item0 - a: 1\n", "doc ---\nb: 2\n"],
    );
    check("items: []\nkind: List\n", &["doc items: []\nkind: List\n"]);
    check(
        "data:\n  items:\n  - a\n",
        &["doc data:\n  items:\n  - a\n"],
    );
}

#[test]
fn json() {
    check(
        "{\"a\": 1}\n{\"b\": \"}\"}\n",
        &["doc {\"a\": 1}\n", "doc {\"b\": \"}\"}\n"],
    );
    check(
        "{\"kind\": \"List\", \"items\": [\n {\"a\": 1},\n {\"a\": 2}\n], \"m\": {}}\n---\nx: 1\n",
        &[
            "doc+ {\"kind\": \"List\", \"items\": [\n ",
            "item {\"a\": 1},\n ",
            "item {\"a\": 2}\n",
            "footer ], \"m\": {}}\n",
            "doc ---\nx: 1\n",
        ],
    );
    check("{\"items\": []}", &["doc {\"items\": []}"]);
    check(
        "{\"a\": {\"items\": [1]}}",
        &["doc {\"a\": {\"items\": [1]}}"],
    );
    check(
        "x: 1\n{\"a\": 1} {\"b\": 2}",
        &["doc x: 1\n", "doc {\"a\": 1}", "doc  {\"b\": 2}"],
    );
}

#[test]
fn broken_json_ends_at_the_next_document() {
    check(
        "{\"a\": {\n{\"b\": 2}\n",
        &["doc? {\"a\": {\n", "rec {\"b\": 2}\n"],
    );
    check(
        "{\"a\": \"\n---\nb: 2\n",
        &["doc? {\"a\": \"\n", "rec ---\nb: 2\n"],
    );
    check(
        "{\"a\": 1}}\n{\"b\": 2}\n",
        &["doc {\"a\": 1}", "doc }\n", "doc {\"b\": 2}\n"],
    );
    check(
        "{\"items\":[{\"a\":1}",
        &["doc+ {\"items\":[", "item? {\"a\":1}"],
    );
}

/// How far is looked does not depend on how much text there is.
#[test]
fn words_are_looked_at_up_to_what_follows_them() {
    let words = "namespace/a created\nplacement/x edited\npod/web deleted\n";
    let object = "apiVersion: v1\nkind: Namespace\n";
    let text = format!("{object}{words}---\n{}", object.repeat(9));
    let piece = first_piece(&text, PieceStart::Document).unwrap();
    assert_eq!(piece.len, object.len());
    // The marker, and the line after it.
    let expect = object.len() + words.len() + "---\napiVersion: v1\n".len();
    assert_eq!(piece.reach, expect);
    // At the end of the text, more can follow.
    let text = format!("{object}{words}");
    let piece = first_piece(&text, PieceStart::Document).unwrap();
    assert_eq!(piece.reach, text.len());
}
