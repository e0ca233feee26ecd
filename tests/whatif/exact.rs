//! Exact facts about weights, against deciding at every point.

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::{prioritizers, weighed, weight};
use super::worlds::{Dice, World, world};

/// `part / whole`.
type Number = (i128, i128);

fn asked(world: &World, name: &str, more: &Value) -> Value {
    let mut options = world.options();
    let fields = more.as_object().expect("options");
    options
        .as_object_mut()
        .expect("options")
        .extend(fields.clone());
    ask(&mut Scenario::new(&world.text()), name, &options)
}

fn names(value: &Value) -> BTreeSet<String> {
    let names = value.as_array().into_iter().flatten();
    names
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn a_sweep_decides_as_every_value_does() {
    for seed in 0..25 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let all = prioritizers(&world);
        let name = all[dice.below(all.len())];
        let clusters = world.clusters();
        let focus = &clusters[dice.below(clusters.len())];
        let answer = asked(
            &world,
            "sweep",
            &json!({"weight": name, "cluster": focus, "limit": 100}),
        );
        assert_eq!(answer["inForce"], weight(&world, name));
        let mut before: Option<BTreeSet<String>> = None;
        let mut points = answer["points"].as_array().expect("points").iter();
        let mut next = -10;
        for interval in answer["intervals"].as_array().expect("intervals") {
            let end = |key: &str| interval[key].as_i64().expect("a number");
            assert_eq!(end("from"), next);
            let selected = weighed(&world, name, next).selected();
            if let Some(before) = before {
                let difference =
                    |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect();
                let (comes, goes): (BTreeSet<_>, BTreeSet<_>) = (
                    difference(&selected, &before),
                    difference(&before, &selected),
                );
                assert!(
                    names(&interval["added"]) == comes && names(&interval["removed"]) == goes,
                    "{answer:#}"
                );
                assert!(before != selected || !interval["decided"].as_bool().expect("a fact"));
            }
            for value in next..=end("to") {
                let decided = weighed(&world, name, value).decided();
                assert_eq!(
                    names(&decided["selectedClusters"]),
                    selected,
                    "{seed} {name} {value} {}",
                    world.text()
                );
                let point = points.next().expect("a point");
                assert_eq!(point["value"], value);
                let ranked = decided["rankedClusters"].as_array();
                let place = ranked.and_then(|all| all.iter().position(|known| known == focus));
                assert_eq!(point["selected"], selected.contains(focus));
                if !decided["rankedClusters"].is_null() {
                    assert_eq!(
                        point["rank"].as_u64(),
                        place.map(|at| at as u64 + 1),
                        "{seed} {name} {}",
                        world.text()
                    );
                }
            }
            assert_eq!(interval["selected"], selected.len());
            before = Some(selected);
            next = end("to") + 1;
        }
        assert_eq!(next, 11);
        let counts = asked(&world, "sweep", &json!({"count": true}));
        for interval in counts["intervals"].as_array().expect("intervals") {
            for value in
                interval["from"].as_u64().expect("from")..=interval["to"].as_u64().expect("to")
            {
                let mut world = World {
                    objects: world.objects.clone(),
                    proposal: world.proposal,
                };
                world.placement()["spec"]["numberOfClusters"] = json!(value);
                assert_eq!(
                    interval["selected"],
                    world.selected().len(),
                    "{seed} {value}"
                );
            }
        }
    }
}

/// The totals at weight 0 and the scores, by cluster, as the twin decides.
fn lines(world: &World, name: &str) -> Option<Vec<(String, i128, i128)>> {
    let [none, one] = [0, 1].map(|weight| weighed(world, name, weight).decided());
    let totals = |decided: &Value| -> Option<Vec<(String, i128)>> {
        let scores = decided["scores"].as_object()?.iter();
        scores
            .map(|(name, score)| Some((name.clone(), i128::from(score.as_i64()?))))
            .collect()
    };
    let (none, one) = (totals(&none)?, totals(&one)?);
    let both = none.into_iter().zip(one);
    Some(
        both.map(|((name, a), (_, total))| (name, a, total - a))
            .collect(),
    )
}

/// The names by rank at a weight.
fn ranked(lines: &[(String, i128, i128)], (part, whole): Number) -> Vec<&str> {
    let mut all: Vec<(i128, &str)> = lines
        .iter()
        .map(|(name, a, s)| (-(a * whole + s * part), name.as_str()))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, name)| name).collect()
}

/// All crossings of two lines, points between them, and points beyond.
fn points(lines: &[(String, i128, i128)]) -> Vec<Number> {
    let mut all: Vec<Number> = vec![(-1_000_000, 1), (1_000_000, 1), (0, 1)];
    for (_, a, s) in lines {
        for (_, b, t) in lines {
            if s > t {
                all.push((b - a, s - t));
            }
        }
    }
    all.sort_by(|x, y| (x.0 * y.1).cmp(&(y.0 * x.1)));
    let between: Vec<Number> = all
        .windows(2)
        .map(|two| {
            (
                two[0].0 * two[1].1 + two[1].0 * two[0].1,
                2 * two[0].1 * two[1].1,
            )
        })
        .collect();
    all.extend(between);
    all
}

/// Whether a range of an answer has a weight.
fn contains(range: &Value, (part, whole): Number) -> bool {
    let compare = |bound: &Value| {
        let number = |key: &str| i128::from(bound["at"][key].as_i64().expect("a number"));
        let order = (part * number("whole")).cmp(&(number("part") * whole));
        (order, bound["included"].as_bool().expect("a fact"))
    };
    let above = range["from"].is_null() || {
        let (order, included) = compare(&range["from"]);
        order.is_gt() || (included && order.is_eq())
    };
    let below = range["to"].is_null() || {
        let (order, included) = compare(&range["to"]);
        order.is_lt() || (included && order.is_eq())
    };
    above && below
}

#[test]
fn a_rank_holds_at_every_rational_point() {
    let mut curves = 0;
    for seed in 0..70 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let all = prioritizers(&world);
        let name = [
            "AddOn/x/s",
            "AddOn/y/s",
            "Steady",
            all[dice.below(all.len())],
        ][dice.below(4)];
        let clusters = world.clusters();
        let focus = &clusters[dice.below(clusters.len())];
        let options = json!({"weight": name, "rank": focus, "limit": 1000});
        let answer = &asked(&world, "sweep", &options)["rank"];
        if !answer["reason"].is_null() {
            assert_eq!(answer["count"], 0);
            continue;
        }
        let lines = lines(&world, name).expect("totals");
        let selected = answer["selected"].as_u64().expect("a number") as usize;
        for point in points(&lines) {
            let rank = ranked(&lines, point)
                .iter()
                .position(|known| known == focus)
                .expect("a rank")
                + 1;
            let holds = |piece: &&Value| contains(piece, point);
            let pieces = answer["pieces"].as_array().expect("pieces").iter();
            let found: Vec<&Value> = pieces.filter(holds).collect();
            assert!(
                found.len() == 1 && found[0]["rank"] == rank,
                "{seed} {name} {point:?} {rank} {answer:#}"
            );
            let mut parts = answer["selectedOn"].as_array().expect("ranges").iter();
            assert_eq!(
                parts.any(|part| contains(part, point)),
                rank <= selected,
                "{point:?} {answer:#}"
            );
        }
        curves += 1;
    }
    assert!(curves > 15, "{curves}");
}

#[test]
fn stability_ends_where_the_selection_changes() {
    let (mut met, mut exchanged) = (0, 0);
    for seed in 0..70 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let options = json!({"stability": true, "limit": 100});
        let answer = &asked(&world, "sweep", &options)["stability"];
        if !answer["reason"].is_null() {
            continue;
        }
        let before = world.selected();
        for prioritizer in answer["prioritizers"].as_array().expect("prioritizers") {
            let name = prioritizer["prioritizer"].as_str().expect("a name");
            let lines = lines(&world, name).expect("totals");
            for point in points(&lines) {
                let ranked = ranked(&lines, point);
                let now: BTreeSet<&str> = ranked.into_iter().take(before.len()).collect();
                let same = before.iter().all(|name| now.contains(name.as_str()));
                assert_eq!(
                    contains(prioritizer, point),
                    same,
                    "{seed} {name} {point:?} {answer:#} {}",
                    world.text()
                );
                for own in prioritizer["clusters"].as_array().expect("clusters") {
                    let stays = now.contains(own["cluster"].as_str().expect("a name"));
                    // One piece of perhaps several.
                    assert!(
                        stays || !contains(own, point),
                        "{seed} {name} {point:?} {answer:#}"
                    );
                }
            }
            met += usize::from(!prioritizer["below"].is_null());
            exchanged += first_exchanges(&lines, prioritizer, before.len());
        }
        radius(&world, answer, &before);
    }
    assert!(met > 15 && exchanged > 20, "{met} {exchanged}");
}

/// What is said to be exchanged at the ends is: on an end that is not included, or at the first point behind it. Gives
/// the number of ends.
fn first_exchanges(lines: &[(String, i128, i128)], prioritizer: &Value, selected: usize) -> usize {
    let mut count = 0;
    for (end, exchange) in [("from", "below"), ("to", "above")] {
        let (end, exchange) = (&prioritizer[end], &prioritizer[exchange]);
        if end.is_null() {
            continue;
        }
        count += 1;
        let part = |name: &str| i128::from(end["at"][name].as_i64().expect("a whole number"));
        let at = (part("part"), part("whole"));
        let less = |one: &Number, other: &Number| one.0 * other.1 < other.0 * one.1;
        let all = points(lines);
        let is_low = end == &prioritizer["from"];
        let behind = all.iter().filter(|point| {
            if is_low {
                less(point, &at)
            } else {
                less(&at, point)
            }
        });
        let nearest = behind.reduce(|one, other| {
            if less(one, other) == is_low {
                other
            } else {
                one
            }
        });
        let point = match end["included"].as_bool() {
            Some(false) => at,
            _ => *nearest.expect("a point behind the end"),
        };
        let ranked = ranked(lines, point);
        let now: BTreeSet<&str> = ranked.into_iter().take(selected).collect();
        let is_in = |name: &str| now.contains(exchange[name].as_str().expect("a name"));
        assert!(
            is_in("added") && !is_in("removed"),
            "{point:?} {prioritizer:#}"
        );
    }
    count
}

/// The weights with which each selected cluster stays are the part of its rank's curve that has the weight in force.
#[test]
fn each_cluster_stays_as_its_rank_says() {
    let hub = |seed| {
        let options = json!({"now": "2025-06-01T12:00:00Z", "limit": 100});
        (schedscope::generate::hub_yaml(seed, 150), options)
    };
    let small = (0..40).map(|seed| {
        let world = world(&mut Dice::new(seed));
        let mut options = world.options();
        options["limit"] = json!(100);
        (world.text(), options)
    });
    let (mut clusters, mut bounded) = (0, 0);
    for (text, options) in small.chain((0..4).map(hub)) {
        let mut scenario = Scenario::new(&text);
        let mut all = options.clone();
        all["stability"] = json!(true);
        let answer = &ask(&mut scenario, "sweep", &all)["stability"];
        for prioritizer in answer["prioritizers"].as_array().expect("prioritizers") {
            for own in prioritizer["clusters"].as_array().expect("clusters") {
                let mut options = options.clone();
                options["rank"] = own["cluster"].clone();
                options["weight"] = prioritizer["prioritizer"].clone();
                let rank = &ask(&mut scenario, "sweep", &options)["rank"];
                let weight = i128::from(prioritizer["weight"].as_i64().expect("a weight"));
                let mut parts = rank["selectedOn"].as_array().expect("parts").iter();
                let part = parts
                    .find(|part| contains(part, (weight, 1)))
                    .expect("a part");
                assert_eq!(
                    (&own["from"], &own["to"]),
                    (&part["from"], &part["to"]),
                    "{options} {text}"
                );
                clusters += 1;
                bounded += usize::from(!own["from"].is_null() || !own["to"].is_null());
            }
        }
    }
    assert!(clusters > 250 && bounded > 150, "{clusters} {bounded}");
}

/// The smallest margin over the sum of differences, over all pairs.
fn radius(world: &World, answer: &Value, before: &BTreeSet<String>) {
    let report = asked(world, "report", &json!({}));
    let mut columns: Vec<Vec<(String, i128)>> = Vec::new();
    for prioritizer in answer["prioritizers"].as_array().expect("prioritizers") {
        let lines =
            lines(world, prioritizer["prioritizer"].as_str().expect("a name")).expect("totals");
        columns.push(lines.into_iter().map(|(name, _, s)| (name, s)).collect());
    }
    let totals: Vec<(String, i128)> = report["scores"]
        .as_object()
        .expect("scores")
        .iter()
        .map(|(name, score)| (name.clone(), i128::from(score.as_i64().expect("a total"))))
        .collect();
    let mut best: Option<Number> = None;
    for (out, high) in totals.iter().filter(|(name, _)| before.contains(name)) {
        for (comes, low) in totals.iter().filter(|(name, _)| !before.contains(name)) {
            let of = |column: &[(String, i128)], name: &str| {
                column
                    .iter()
                    .find(|(known, _)| known == name)
                    .expect("a score")
                    .1
            };
            let difference: i128 = columns
                .iter()
                .map(|column| (of(column, out) - of(column, comes)).abs())
                .sum();
            let margin = high - low;
            let is_less = |best: Number| margin * best.1 < best.0 * difference;
            if difference > 0 && best.is_none_or(is_less) {
                best = Some((margin, difference));
            }
        }
    }
    match best {
        None => assert_eq!(answer["radius"], Value::Null),
        Some((part, whole)) => {
            let number =
                |key: &str| i128::from(answer["radius"]["radius"][key].as_i64().expect("a number"));
            assert_eq!(number("part") * whole, part * number("whole"), "{answer:#}");
        }
    }
}

#[test]
fn without_is_deciding_what_remains() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let before = world.selected();
        let answer = asked(&world, "without", &json!({"each": "zone", "limit": 100}));
        for loss in answer["losses"].as_array().expect("losses") {
            let is_lost = |object: &&Value| {
                object["kind"] == "ManagedCluster"
                    && object["metadata"]["labels"]["zone"] == loss["name"]
            };
            let gone: BTreeSet<String> = (world.objects.iter().filter(is_lost))
                .map(|object| {
                    object["metadata"]["name"]
                        .as_str()
                        .expect("a name")
                        .to_owned()
                })
                .collect();
            let objects = world
                .objects
                .iter()
                .filter(|object| !is_lost(object))
                .cloned()
                .collect();
            let after = World {
                objects,
                proposal: world.proposal,
            };
            let selected = after.selected();
            let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> BTreeSet<String> {
                one.difference(other).cloned().collect()
            };
            assert_eq!(
                names(&loss["added"]),
                only(&selected, &before),
                "{seed} {loss:#}"
            );
            assert_eq!(
                names(&loss["lost"]),
                gone.intersection(&before).cloned().collect()
            );
            assert_eq!(
                names(&loss["removed"]),
                only(&only(&before, &selected), &gone)
            );
            assert_eq!(
                (&loss["selected"], &loss["clusters"]),
                (&json!(selected.len()), &json!(gone.len()))
            );
            assert_eq!(
                loss["unscheduled"],
                after.decided()["unscheduled"],
                "{seed} {loss:#}"
            );
        }
    }
}
