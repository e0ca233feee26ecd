use crate::{labels::Labels, selector::*};

/// `key=value` pairs, comma separated, as labels.
fn labels(text: &str, names: &mut Names) -> Labels {
    let pairs = text.split(',').filter(|pair| !pair.is_empty());
    Labels(
        pairs
            .map(|pair| {
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                (names.intern(key), names.intern(value))
            })
            .collect(),
    )
}

fn requirement(key: &str, operator: &str, values: &[&str], names: &mut Names) -> Requirement {
    Requirement {
        key: names.intern(key),
        operator: operator.to_owned(),
        values: values.iter().map(|value| names.intern(value)).collect(),
    }
}

#[track_caller]
fn check(key: &str, operator: &str, values: &[&str], object: &str, expect: bool) {
    let mut names = Names::default();
    let requirements = [requirement(key, operator, values, &mut names)];
    let labels = labels(object, &mut names);
    let selector = Selector::of_node(&requirements, &names).expect("valid");
    assert_eq!(selector.matches(labels.as_slice(), &names), expect);
    assert_eq!(
        selector.findings(labels.as_slice(), &names)[0].holds,
        expect
    );
    if !matches!(operator, "Gt" | "Lt") {
        let selector = LabelSelector {
            match_labels: Vec::new(),
            match_expressions: requirements.to_vec(),
        };
        let selector = selector.compile(&names).expect("valid");
        assert_eq!(selector.matches(labels.as_slice(), &names), expect);
    }
}

#[test]
fn operators() {
    check("env", "In", &["dev", "prod"], "env=prod", true);
    check("env", "In", &["dev", "prod"], "env=test", false);
    check("env", "In", &["dev"], "", false);
    check("env", "In", &[""], "env", true);
    check("env", "NotIn", &["dev"], "env=prod", true);
    check("env", "NotIn", &["dev"], "env=dev", false);
    check("env", "NotIn", &["dev"], "", true);
    check("env", "Exists", &[], "env", true);
    check("env", "Exists", &[], "envy=x", false);
    check("env", "DoesNotExist", &[], "env", false);
    check("env", "DoesNotExist", &[], "", true);
    check("n", "Gt", &["5"], "n=6", true);
    check("n", "Gt", &["5"], "n=5", false);
    check("n", "Gt", &["5"], "n=six", false);
    check("n", "Gt", &["5"], "", false);
    check("n", "Lt", &["5"], "n=-7", true);
    check("n", "Lt", &["5"], "n=5", false);
    check("n", "Lt", &["5"], "n=9223372036854775808", false);
}

#[track_caller]
fn check_error(dialect: Dialect, key: &str, operator: &str, values: &[&str], expect: &str) {
    let mut names = Names::default();
    let requirement = requirement(key, operator, values, &mut names);
    let result = match dialect {
        Dialect::Node => Selector::of_node(&[requirement], &names),
        Dialect::Label => LabelSelector {
            match_labels: Vec::new(),
            match_expressions: vec![requirement],
        }
        .compile(&names),
    };
    assert_eq!(result.expect_err("invalid").to_string(), expect);
}

#[test]
fn errors_in_the_words_of_the_api_machinery() {
    use Dialect::{Label, Node};
    check_error(
        Label,
        "env",
        "In",
        &[],
        "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    );
    check_error(
        Label,
        "env",
        "Exists",
        &["a", "b"],
        "values: Invalid value: [\"a\",\"b\"]: values set must be empty for exists and does not \
         exist",
    );
    check_error(
        Label,
        "env",
        "Gt",
        &["1"],
        "\"Gt\" is not a valid label selector operator",
    );
    check_error(
        Node,
        "env",
        "Near",
        &["1"],
        "\"Near\" is not a valid node selector operator",
    );
    check_error(
        Node,
        "env",
        "Lt",
        &["x"],
        "values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    );
    check_error(
        Node,
        "env",
        "Gt",
        &["1", "2"],
        "values: Invalid value: [\"1\",\"2\"]: for 'Gt', 'Lt' operators, exactly one value is \
         required",
    );
    check_error(
        Label,
        "",
        "In",
        &[],
        &format!(
            "[key: Invalid value: \"\": {}, values: Invalid value: null: for 'in', 'notin' \
             operators, values set can't be empty]",
            syntax::qualified_name("").join("; ")
        ),
    );
    check_error(
        Label,
        "env",
        "In",
        &["-"],
        &format!(
            "values[0][env]: Invalid value: \"-\": {}",
            syntax::label_value("-").join("; ")
        ),
    );
}

#[test]
fn keys_and_values_of_labels() {
    let long = "a".repeat(64);
    for key in ["a", "A.b_c-9", "example.com/a", "a.b/C", &long[1..]] {
        assert_eq!(syntax::qualified_name(key), Vec::<String>::new(), "{key}");
    }
    for key in [
        "", "/a", "a/", "A.b/c", "a..b/c", "a/b/c", "-a", "a-", "a b", "ä", &long,
    ] {
        assert_ne!(syntax::qualified_name(key), Vec::<String>::new(), "{key}");
    }
    for value in ["", "a", "A_b.c-9", &long[1..]] {
        assert_eq!(syntax::label_value(value), Vec::<String>::new(), "{value}");
    }
    for value in ["-", "a/b", "a ", &long] {
        assert_ne!(syntax::label_value(value), Vec::<String>::new(), "{value}");
    }
}

#[test]
fn match_labels_come_first_and_name_their_place() {
    let mut names = Names::default();
    let selector = LabelSelector {
        match_labels: vec![(names.intern("a/b"), names.intern("x"))],
        match_expressions: vec![requirement("c", "Exists", &[], &mut names)],
    };
    let object = labels("c=1,a/b=y", &mut names);
    let findings = selector
        .compile(&names)
        .expect("valid")
        .findings(object.as_slice(), &names);
    assert_eq!(findings.len(), 2);
    assert_eq!((&names[findings[0].key], findings[0].holds), ("a/b", false));
    assert_eq!((&names[findings[1].key], findings[1].holds), ("c", true));
    let bad = LabelSelector {
        match_labels: vec![(names.intern("a/b"), names.intern("-"))],
        match_expressions: Vec::new(),
    };
    assert_eq!(
        bad.compile(&names).expect_err("invalid").path,
        "matchLabels[a/b]"
    );
}

#[test]
fn patterns_are_names_globs_and_label_selectors() {
    use crate::{labels::Labels, selector::ObjectPattern};
    let mut names = Names::default();
    let clusters = [
        ("eu-1", vec![("region", "eu"), ("tier", "prod")]),
        (
            "eu-12",
            vec![("region", "eu"), ("tier", "dev"), ("drained", "")],
        ),
        ("us-1", vec![("region", "us")]),
    ];
    let clusters = clusters.map(|(name, labels)| {
        let labels = labels
            .into_iter()
            .map(|(key, value)| (names.intern(key), names.intern(value)));
        (name, Labels(labels.collect()))
    });
    for (pattern, expect) in [
        ("eu-1", Ok(vec!["eu-1"])),
        ("eu", Ok(vec![])),
        ("region", Ok(vec![])),
        ("eu-*", Ok(vec!["eu-1", "eu-12"])),
        ("*-1", Ok(vec!["eu-1", "us-1"])),
        ("*1*", Ok(vec!["eu-1", "eu-12", "us-1"])),
        ("?u-1?", Ok(vec!["eu-12"])),
        ("*u*u*", Ok(vec![])),
        ("*", Ok(vec!["eu-1", "eu-12", "us-1"])),
        ("region=eu", Ok(vec!["eu-1", "eu-12"])),
        ("region == eu , tier != dev", Ok(vec!["eu-1"])),
        ("region=e", Ok(vec![])),
        ("tier!=dev", Ok(vec!["eu-1", "us-1"])),
        ("tier in (dev, prod)", Ok(vec!["eu-1", "eu-12"])),
        ("region in (eu),tier notin (prod)", Ok(vec!["eu-12"])),
        ("!tier", Ok(vec!["us-1"])),
        ("drained,region=eu", Ok(vec!["eu-12"])),
        ("drained=", Ok(vec!["eu-12"])),
        ("missing!=x", Ok(vec!["eu-1", "eu-12", "us-1"])),
        ("", Err("")),
        ("eu-1 eu-2", Err("eu-1 eu-2")),
        ("region=eu,", Err("region=eu,")),
        ("region=eu, ,tier=dev", Err("region=eu, ,tier=dev")),
        ("=eu", Err("=eu")),
        ("tier of (a)", Err("tier of (a)")),
        ("region=(eu)", Err("region=(eu)")),
        ("a=b=c", Err("a=b=c")),
    ] {
        let found = ObjectPattern::parse(pattern).map(|pattern| {
            let matched = clusters
                .iter()
                .filter(|(name, labels)| pattern.matches(name, labels.as_slice(), &names));
            matched.map(|(name, _)| *name).collect::<Vec<_>>()
        });
        assert_eq!(
            found.as_ref().map_err(String::as_str),
            expect.as_ref().map_err(|part| *part),
            "{pattern}"
        );
    }
}
