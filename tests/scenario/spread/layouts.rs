//! Placements with spread constraints, written in every way.

use super::*;

/// A text with a placement, and what its spread constraints are.
#[allow(clippy::too_many_lines, reason = "a table of texts")]
pub(super) fn layouts() -> Vec<(String, Vec<Term>)> {
    let region = || term("region", 1);
    let zone = || term("zone", 2);
    let rack = || {
        (
            zone().0.replace("zone", "rack"),
            TopologyKeyType::Label,
            1,
            WhenUnsatisfiable::ScheduleAnyway,
        )
    };
    let specs = [
        ("# stays", vec![]),
        ("spec:", vec![]),
        ("spec: null # stays", vec![]),
        ("spec: {}", vec![]),
        ("spec:\n  numberOfClusters: 1 # stays", vec![]),
        ("spec:\n  spreadPolicy:\n  numberOfClusters: 1", vec![]),
        (
            "spec:\n  spreadPolicy: {}\n  # stays\n  numberOfClusters: 1",
            vec![],
        ),
        (
            "spec:\n  spreadPolicy:\n    spreadConstraints: [] # stays",
            vec![],
        ),
        ("spec: {spreadPolicy: {spreadConstraints: []}}", vec![]),
        (
            "\
spec:
  # stays: one
  spreadPolicy:
    spreadConstraints:
    # of it
    - topologyKey: region # 🙂
      topologyKeyType: Label
      maxSkew: 1
      whenUnsatisfiable: DoNotSchedule
  # stays: two
  numberOfClusters: 1",
            vec![region()],
        ),
        (
            "\
spec:
  spreadPolicy:
    spreadConstraints:
      - whenUnsatisfiable: 'DoNotSchedule'
        topologyKeyType: \"Label\" # stays 1
        # stays 2
        topologyKey: \"region\"

      # stays 3

      # of the zone
      - maxSkew: 2 # stays 4
        topologyKey: zone
        whenUnsatisfiable: DoNotSchedule
        topologyKeyType: Label
        # stays 5
      - topologyKeyType: Label
        topologyKey: rack
        maxSkew: # stays 6
      # stays 7
  numberOfClusters: 1",
            vec![region(), zone(), rack()],
        ),
        (
            "\
spec:
  spreadPolicy:
    spreadConstraints:
    - {topologyKey: region, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule} # stays
    - topologyKey: rack
      topologyKeyType: Label",
            vec![region(), rack()],
        ),
        (
            "spec: {numberOfClusters: 1, spreadPolicy: {spreadConstraints: [{topologyKey: region, topologyKeyType: \
             Label, whenUnsatisfiable: DoNotSchedule}, {topologyKey: rack, topologyKeyType: Label}]}} # stays",
            vec![region(), rack()],
        ),
        (
            "\
spec:
  spreadPolicy:
    spreadConstraints: [
      # of the region
      {topologyKey: region, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}, # of it too
      {topologyKey: rack, topologyKeyType: Label},
      # stays
    ]",
            vec![region(), rack()],
        ),
        // Items that are no constraints (yet) are not counted.
        (
            "\
spec:
  spreadPolicy:
    spreadConstraints:
    -
    - topologyKeyType: Label # stays
    - topologyKey: rack
      topologyKeyType: Label
    - topologyKey:
    - topologyKey: region
      topologyKeyType: Label
      whenUnsatisfiable: DoNotSchedule",
            vec![rack(), region()],
        ),
    ];
    let mut layouts: Vec<_> = specs
        .into_iter()
        .map(|(spec, terms)| (format!("{}{spec}{}", AROUND[0], AROUND[1]), terms))
        .collect();
    let json = concat!(
        r#"{"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement", "#,
        r#""metadata": {"name": "語"},
        "spec": {"spreadPolicy": {"spreadConstraints": [
          {"topologyKey": "region", "topologyKeyType": "Label", "whenUnsatisfiable": "DoNotSchedule", "maxSkew": 1},
          {"topologyKey": "rack", "topologyKeyType": "Label"}
        ]}}}"#
    );
    let list = |items: &str| {
        format!("{{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": [\n{items}\n]}}\n")
    };
    layouts.push((json.to_owned(), vec![region(), rack()]));
    layouts.push((
        list(&format!(
            "{json},\n{{\"kind\": \"ManagedCluster\", \"metadata\": {{\"name\": \"🙂\"}}}}"
        )),
        vec![region(), rack()],
    ));
    // As kubectl prints a list: each object is indented once more.
    let (text, terms) = layouts[10].clone();
    let lines = text.lines().filter(|line| !line.is_empty());
    let items = format!("  {}\n", lines.collect::<Vec<_>>().join("\n  "));
    let items = items
        .replace("  ---\n", "")
        .replace("  apiVersion", "- apiVersion");
    let listed = format!("apiVersion: v1\nitems:\n{items}kind: List\n");
    layouts.push((listed, terms));
    layouts.extend(
        layouts
            .clone()
            .into_iter()
            .map(|(text, terms)| (text.replace('\n', "\r\n"), terms)),
    );
    layouts
}
