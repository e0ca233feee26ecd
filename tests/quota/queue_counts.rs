//! Counts of peers that follow the queue and the text, against counts that are made anew.

use schedscope::{
    answers::quota::{queue::QueueOptions, queue_step::QueueStepOptions},
    objects::profile::Profile,
    scenario::Scenario,
};

use super::filters::{apart, options, spread, text};

/// Numbers that look random.
struct Dice(u32);

impl Dice {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % limit
    }
}

/// A pod of one of some apps, near or away from others, spread, or with a port.
fn random_pod(dice: &mut Dice) -> String {
    let app = dice.below(3);
    let of = if dice.below(2) == 0 {
        app
    } else {
        dice.below(3)
    };
    let other = format!("labelSelector: {{matchLabels: {{app: a{of}}}}}");
    let key = ["zone", "host"][dice.below(2) as usize];
    let more = match dice.below(6) {
        0 => apart(key, &other),
        1 => spread(key, &other),
        2 => apart(key, &other).replace("podAntiAffinity", "podAffinity"),
        3 => format!("{}, {}", apart("host", &other), spread("zone", &other)),
        4 => "containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]".to_owned(),
        _ => "hostNetwork: false".to_owned(),
    };
    format!("app: a{app}| priority: {}, {more}", dice.below(3))
}

/// Counts that follow the queue are those that are made anew: debug builds compare them at each node that is asked. No
/// pod gets lost.
#[test]
fn counts_follow_the_queue() {
    let mut evictions = 0;
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let nodes = [
            "n1: zone: a, host: n1",
            "n2: zone: a, host: n2",
            "n3: zone: b, host: n3",
        ];
        // The first ones are on nodes, and some of them are evicted.
        let pods: Vec<String> = (0..36)
            .map(|pod| {
                let fields = random_pod(&mut dice);
                let place = if pod < 12 {
                    format!(", nodeName: n{}| phase: Running", pod % 3 + 1)
                } else {
                    String::new()
                };
                format!("p{pod:02}: {fields}{place}")
            })
            .collect();
        let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
        let text = text(&nodes, &pods);
        let mut scenario = Scenario::new(&text);
        let queue = scenario.pods().queue(&QueueOptions {
            max_steps: 200,
            ..QueueOptions::default()
        });
        evictions += queue.evictions;
        let end = scenario.pods().queue_step(&QueueStepOptions {
            step: queue.steps_total,
            ..QueueStepOptions::default()
        });
        let total: usize = end.nodes.iter().map(|node| node.pods_total).sum();
        assert_eq!(total + end.unbound_total, 36, "{text}");
    }
    assert!(evictions > 100, "{evictions}");
}

/// A text that changes pod by pod gives the answers of a new one.
#[test]
fn classes_follow_changes_of_the_text() {
    let nodes = [
        "n1: zone: a, host: n1",
        "n2: zone: a, host: n2",
        "n3: zone: b, host: n3",
    ];
    let mut dice = Dice(7);
    let mut pods: Vec<String> = (0..12)
        .map(|pod| {
            let fields = random_pod(&mut dice);
            let place = if pod < 9 {
                format!(", nodeName: n{}| phase: Running", pod % 3 + 1)
            } else {
                String::new()
            };
            format!("p{pod}: {fields}{place}")
        })
        .collect();
    let written = |pods: &[String]| {
        let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
        text(&nodes, &pods)
    };
    let mut scenario = Scenario::new(&written(&pods));
    for turn in 0..60 {
        let at = dice.below(9) as usize;
        let mut fields = random_pod(&mut dice);
        if turn % 5 == 0 {
            // Keys that no selector has read before.
            fields = fields.replace("app: a1", &format!("app{turn}: a1"));
        }
        pods[at] = format!("p{at}: {fields}, nodeName: n{}| phase: Running", at % 3 + 1);
        let text = written(&pods);
        scenario.replace(&text);
        let mut anew = Scenario::new(&text);
        for pod in ["default/p9", "default/p10", "default/p3"] {
            let options = options(pod, Profile::Upstream);
            assert_eq!(
                scenario.pods().simulate_pod(&options),
                anew.pods().simulate_pod(&options),
                "{text}"
            );
        }
    }
}
