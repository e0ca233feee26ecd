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
        match compile(line) {
            Ok(p) => {
                let (v, m) = e.value(&p, &cluster);
                println!(
                    "{line}\n    {} cost={} steps={}",
                    match v {
                        Ok(v) => format!("{v} ({})", v.type_name()),
                        Err(s) => format!("ERR {s}"),
                    },
                    m.cost(),
                    m.steps()
                );
            }
            Err(err) => println!("{line}\n    COMPILE {}", err.message),
        }
    }
}
