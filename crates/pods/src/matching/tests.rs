use schedscope_objects::labels::Labels;

use super::*;

fn labels(names: &mut Names, text: &str) -> Labels {
    let pairs = text.split(',').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (names.intern(key), names.intern(value))
    });
    Labels(pairs.collect())
}

/// `a=1`: a label; `a in 1|2`, `a notin 1`, `a exists`, `a absent`: an expression; parts divided by `,`.
fn selector(names: &mut Names, text: &str) -> LabelSelector {
    let mut selector = LabelSelector::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        if let Some((key, value)) = part.split_once('=') {
            let pair = (names.intern(key), names.intern(value));
            selector.match_labels.push(pair);
            continue;
        }
        let mut words = part.split(' ');
        let key = names.intern(words.next().unwrap_or_default());
        let operator = match words.next() {
            Some("in") => "In",
            Some("notin") => "NotIn",
            Some("exists") => "Exists",
            Some("absent") => "DoesNotExist",
            other => other.unwrap_or_default(),
        };
        let values = words.next().unwrap_or_default().split('|');
        let values = values.filter(|value| !value.is_empty());
        selector.match_expressions.push(Requirement {
            key,
            operator: operator.to_owned(),
            values: values.map(|value| names.intern(value)).collect(),
        });
    }
    selector
}

/// A term of a pod of namespace `own`, matched against a pod `app=web` of another namespace. `prod` has the label
/// `env=prod`, `bare` an object without labels, `lost` no object.
#[track_caller]
fn check_namespace(listed: &[&str], by_labels: Option<&str>, covered: [&str; 2]) {
    let mut names = Names::default();
    let own = names.intern("own");
    let objects = [("prod", "env=prod"), ("bare", ""), ("own", "env=dev")];
    let objects = objects.map(|(name, text)| {
        Arc::new(Namespace {
            deleting: false,
            name: names.intern(name),
            labels: labels(&mut names, text),
        })
    });
    let pod_labels = labels(&mut names, "app=web");
    let term = PodAffinityTerm {
        selector: Some(selector(&mut names, "app=web")),
        topology_key: names.intern("zone"),
        namespaces: listed.iter().map(|name| names.intern(name)).collect(),
        namespace_selector: by_labels.map(|text| selector(&mut names, text)),
        ..PodAffinityTerm::default()
    };
    let all = ["own", "prod", "bare", "lost"];
    let symbols = all.map(|name| names.intern(name));
    let term = AffinityTerm::new(&term, own, &names);
    let namespaces = NamespaceLabels::new(&objects);
    let on = MatchContext {
        names: &names,
        namespaces: &namespaces,
    };
    let rules = [NamespaceRule::Labels, NamespaceRule::LabelsOrNone];
    for (rule, covered) in rules.into_iter().zip(covered) {
        let found = all
            .iter()
            .zip(symbols)
            .filter(|(_, namespace)| term.matches(*namespace, pod_labels.as_slice(), rule, on));
        let found: Vec<&str> = found.map(|(name, _)| *name).collect();
        assert_eq!(found.join(" "), covered, "{rule:?}");
    }
}

#[test]
fn namespaces_of_a_term() {
    check_namespace(&[], None, ["own"; 2]);
    check_namespace(&["prod"], None, ["prod"; 2]);
    check_namespace(&["lost"], None, ["lost"; 2]);
    check_namespace(&[], Some(""), ["own prod bare lost"; 2]);
    check_namespace(&[], Some("env=prod"), ["prod"; 2]);
    check_namespace(&["bare"], Some("env=prod"), ["prod bare"; 2]);
    // Only what holds without labels covers all in Kubernetes 1.35.
    let all = "own prod bare lost";
    check_namespace(&[], Some("env notin prod"), ["own bare lost", all]);
    check_namespace(&[], Some("env absent"), ["bare lost", all]);
    check_namespace(&[], Some("env absent,tier=x"), ["", ""]);
    check_namespace(&[], Some("env exists"), ["own prod"; 2]);
    // Not valid: no namespace, also not the pod's own.
    check_namespace(&[], Some("env in"), ["", ""]);
    check_namespace(&["own"], Some("env in"), ["own"; 2]);
}

#[track_caller]
fn check_selector(text: Option<&str>, pod: &str, expected: bool) {
    let mut names = Names::default();
    let own = names.intern("own");
    let term = PodAffinityTerm {
        selector: text.map(|text| selector(&mut names, text)),
        ..PodAffinityTerm::default()
    };
    let pod = labels(&mut names, pod);
    let namespaces = NamespaceLabels::default();
    let on = MatchContext {
        names: &names,
        namespaces: &namespaces,
    };
    let found = AffinityTerm::new(&term, own, &names).matches(
        own,
        pod.as_slice(),
        NamespaceRule::Labels,
        on,
    );
    assert_eq!(found, expected, "{text:?} {pod:?}");
}

#[test]
fn selectors_of_a_term() {
    check_selector(None, "app=web", false);
    check_selector(Some(""), "app=web", true);
    check_selector(Some(""), "", true);
    check_selector(Some("app=web,tier notin db"), "app=web", true);
    check_selector(Some("app=web,tier notin db"), "app=web,tier=db", false);
    check_selector(Some("app wrong web"), "app=web", false);
}

/// What a constraint of a pod with labels `own` matches: whether it counts pods, and which of these pods.
#[track_caller]
fn check_spread(text: Option<&str>, keys: &[&str], own: &str, expected: (bool, &str)) {
    let mut names = Names::default();
    let pod = Pod {
        labels: labels(&mut names, own),
        ..Pod::default()
    };
    let constraint = TopologySpreadConstraint {
        selector: text.map(|text| selector(&mut names, text)),
        match_label_keys: keys.iter().map(|key| names.intern(key)).collect(),
        ..TopologySpreadConstraint::default()
    };
    let others = ["app=web,v=1", "app=web,v=2", "app=db"];
    let others = others.map(|text| (text, labels(&mut names, text)));
    let constraint = SpreadConstraint::new(&constraint, &pod, &names);
    let found = others
        .iter()
        .filter(|(_, labels)| constraint.matches(labels.as_slice(), &names));
    let found: Vec<&str> = found.map(|(text, _)| *text).collect();
    let counts = !constraint.counts_nothing();
    assert_eq!((counts, found.join(" ").as_str()), expected);
}

#[test]
fn selectors_of_a_spread_constraint() {
    check_spread(
        Some("app=web"),
        &[],
        "v=1",
        (true, "app=web,v=1 app=web,v=2"),
    );
    check_spread(Some("app=web"), &["v"], "v=1", (true, "app=web,v=1"));
    check_spread(
        Some("app=web"),
        &["v"],
        "",
        (true, "app=web,v=1 app=web,v=2"),
    );
    // Keys alone make no selector; with an empty one they do.
    check_spread(None, &["v"], "v=1", (false, ""));
    check_spread(Some(""), &["v"], "v=1", (true, "app=web,v=1"));
    check_spread(
        Some(""),
        &[],
        "v=1",
        (false, "app=web,v=1 app=web,v=2 app=db"),
    );
    check_spread(Some("app in"), &[], "v=1", (false, ""));
}
