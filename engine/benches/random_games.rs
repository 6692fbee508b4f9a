//! Measures random games on every board and with every instruction set of this processor, in plies per second.

use divan::Bencher;
use divan::counter::ItemsCount;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, RandomGames, Rules, Simd, game_seed, with_geometry};

fn main() {
    divan::main();
}

const GAMES: [&str; 15] = [
    "city-8",
    "city-8+vagi",
    "city-8+inciti",
    "poleis",
    "callen-simple-petteia",
    "callen-double-capture-leader",
    "lemery-petteia",
    "lemery-petteia-advanced",
    "lemery-latrunculi",
    "seega-5",
    "seega-8x8",
    "kharebga-6x6",
    "kharebga-10x10",
    "pessoi-8x8-undo",
    "pessoi-8x8-undo+placing=quiet",
];

/// Enough games to keep all lanes busy.
const NUMBERS: std::ops::Range<u64> = 0..500;

struct Play<'a, 'b> {
    rules: CheckedRules,
    simd: Simd,
    bencher: Bencher<'a, 'b>,
}

impl OnBoard for Play<'_, '_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.rules, geometry);
        if game.path(self.simd) != self.simd {
            return;
        }
        let start = game.begin();
        let seed = |number| game_seed(1, 0, number);
        let plies = |simd| {
            let mut plies = 0;
            let games = RandomGames { game: &game, start: &start, numbers: NUMBERS, seed: &seed, simd };
            games.play(None, |played| plies += u64::from(played.position.turn()));
            plies
        };
        let expected = plies(Simd::Scalar);
        self.bencher.counter(ItemsCount::new(expected)).bench_local(|| assert_eq!(plies(self.simd), expected));
    }
}

fn play(bencher: Bencher, name: &str, simd: Simd) {
    let rules = Rules::parse(name).expect("the names are right");
    with_geometry(rules.board, Play { rules, simd, bencher });
}

#[divan::bench(args = GAMES)]
fn scalar(bencher: Bencher, name: &str) {
    play(bencher, name, Simd::Scalar);
}

#[divan::bench(args = GAMES)]
fn portable(bencher: Bencher, name: &str) {
    play(bencher, name, Simd::Portable);
}

#[divan::bench(args = GAMES)]
fn avx2(bencher: Bencher, name: &str) {
    play(bencher, name, Simd::Avx2);
}

#[divan::bench(args = GAMES)]
fn avx512(bencher: Bencher, name: &str) {
    play(bencher, name, Simd::Avx512);
}
