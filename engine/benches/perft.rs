//! Measures the counting of move sequences; the counts are those of the tests.

use divan::Bencher;
use divan::counter::ItemsCount;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Rules, with_geometry};

fn main() {
    divan::main();
}

struct Count {
    rules: CheckedRules,
    depth: u32,
}

impl OnBoard for Count {
    type Output = u64;

    fn run<G: Geometry>(self, geometry: G) -> u64 {
        let game = Game::new(self.rules, geometry);
        game.perft(&game.start(), self.depth)
    }
}

#[divan::bench(args = [
    ("city-8", 3, 112_874),
    ("city-12", 3, 397_914),
    ("city-8+die=4", 3, 680_904),
    ("poleis", 3, 249_984),
    ("lemery-petteia", 3, 194_520),
    ("lemery-latrunculi", 3, 249_984),
    ("callen-double-latrunculi", 3, 193_899),
])]
fn start(bencher: Bencher, (name, depth, count): (&str, u32, u64)) {
    let rules = Rules::parse(name).expect("the names are right");
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let found = with_geometry(rules.board, Count { rules: rules.clone(), depth });
        assert_eq!(found, count, "{name} to depth {depth}");
    });
}
