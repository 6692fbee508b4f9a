//! Measures finding, counting and choosing moves in positions from random games, with target sets and from a list.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use petteia_engine::{CheckedRules, Game, GameRng, Geometry, OnBoard, Position, Rules, game_seed, with_geometry};

fn main() {
    divan::main();
}

const GAMES: [&str; 6] =
    ["city-8", "city-8+vagi", "city-8+compulsory=strict", "poleis", "callen-double-petteia", "lemery-latrunculi"];

/// A task on positions of a game.
trait Work {
    fn look<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> u32;
}

/// Finds the number of legal decisions.
struct Count;

impl Work for Count {
    fn look<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> u32 {
        game.decisions(position).count()
    }
}

/// Finds the decision in the middle of all, without a list.
struct Choose;

impl Work for Choose {
    fn look<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> u32 {
        let decisions = game.decisions(position);
        black_box(game.nth_move(position, &decisions, decisions.count() / 2, &()));
        decisions.count()
    }
}

/// Lists all decisions.
struct List;

impl Work for List {
    fn look<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> u32 {
        black_box(game.moves(position)).len() as u32
    }
}

struct Run<'a, 'b, W> {
    rules: CheckedRules,
    bencher: Bencher<'a, 'b>,
    work: std::marker::PhantomData<W>,
}

impl<W: Work> OnBoard for Run<'_, '_, W> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.rules, geometry);
        let positions = positions(&game);
        self.bencher
            .counter(ItemsCount::new(positions.len()))
            .bench_local(|| positions.iter().map(|position| W::look(&game, position)).sum::<u32>());
    }
}

/// Returns every tenth position of a few random games.
fn positions<G: Geometry>(game: &Game<G>) -> Vec<Position<G::Set>> {
    let mut positions = Vec::new();
    for number in 0..5 {
        let mut rng = GameRng::from_seed(game_seed(1, 0, number));
        let mut state = game.begin();
        while state.outcome().is_none() {
            if state.position().turn().is_multiple_of(10) {
                positions.push(*state.position());
            }
            game.roll_if_needed(&mut state, &mut rng);
            let decision = game.random_move(&state, &mut rng);
            game.play(&mut state, decision);
        }
    }
    positions
}

fn run<W: Work>(bencher: Bencher, name: &str) {
    let rules = Rules::parse(name).expect("the names are right");
    with_geometry(rules.board, Run { rules, bencher, work: std::marker::PhantomData::<W> });
}

#[divan::bench(args = GAMES)]
fn count(bencher: Bencher, name: &str) {
    run::<Count>(bencher, name);
}

#[divan::bench(args = GAMES)]
fn choose(bencher: Bencher, name: &str) {
    run::<Choose>(bencher, name);
}

#[divan::bench(args = GAMES)]
fn list(bencher: Bencher, name: &str) {
    run::<List>(bencher, name);
}
