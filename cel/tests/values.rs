//! x
use schedscope_cel::{
    cluster::Cluster,
    compile::compile,
    evaluator::Evaluator,
    json::{Numbers, read},
    map::Map,
};
#[test]
fn probe() {
    let object = read(r#"{"apiVersion":"v1","kind":"ManagedCluster","metadata":{"name":"a","labels":{"x":"y"}},"status":{"allocatable":{"cpu":50}}}"#, Numbers::AsWritten).unwrap();
    let cluster = Cluster::new(object, Map::default());
    let mut e = Evaluator::new();
    for line in std::fs::read_to_string("/tmp/probe.txt").unwrap().lines() {
        let short: String = line
            .chars()
            .rev()
            .take(70)
            .collect::<String>()
            .chars()
            .rev()
            .collect();
        let t = std::time::Instant::now();
        match compile(line) {
            Ok(p) => {
                let c = t.elapsed();
                let t = std::time::Instant::now();
                let (v, m) = e.value(&p, &cluster);
                println!(
                    "{short} ... {:?} {:?}\n    {} cost={} steps={}",
                    c,
                    t.elapsed(),
                    match v {
                        Ok(v) => format!(
                            "{} ({})",
                            v.to_string().chars().take(50).collect::<String>(),
                            v.type_name()
                        ),
                        Err(s) => format!("ERR {s}"),
                    },
                    m.cost(),
                    m.steps()
                );
            }
            Err(err) => println!(
                "{short} {:?}\n    COMPILE {}",
                t.elapsed(),
                err.message.lines().next().unwrap()
            ),
        }
    }
}
