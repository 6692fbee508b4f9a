//! Checks that the smallest fortresses found by formula are the smallest among all placements.

use crate::leaders;
use petteia_engine::rules::{Bound, Compulsory, Hostile, Movement, Over, Setup, Undo};
use petteia_engine::{BoardSize, BySide, Dynamic, Game, Geometry, Rules, Side, SquareSet};
use petteia_proofs::fortress::{Ground, prove_on, smallest};

type Board = Dynamic<u64>;

const SIZE: BoardSize = BoardSize { files: 5, ranks: 4 };

/// Returns whether any placement of `pieces` pieces is a fortress, with enemies on whole regions that make up at least
/// half of the board.
fn some_placement(game: &Game<Board>, pieces: u32) -> bool {
    let g = game.geometry();
    let board = g.board();
    (0..=board).filter(|own: &u64| own.count_ones() == pieces).any(|own| {
        let mut rest = board & !own;
        let mut regions = Vec::new();
        while rest != 0 {
            let region = g.flood(u64::only(rest.lowest()), rest);
            rest &= !region;
            regions.push(region);
        }
        (1..1_u32 << regions.len()).any(|choice| {
            let chosen = regions.iter().enumerate().filter(|&(i, _)| choice >> i & 1 == 1);
            let enemy = chosen.fold(0, |enemy, (_, region)| enemy | region);
            let enemy_has_leader = game.rules().has_leader(Side::Black);
            let ground = Ground { own, own_leader: 0, doomed: 0, enemy, enemy_has_leader, inciti: 0, last: None };
            enemy.count_ones() >= 10 && prove_on(game, &ground, Side::White).is_ok()
        })
    })
}

#[test]
fn no_placement_is_smaller() {
    let plain = Rules { board: SIZE, ..Rules::default() };
    let leader = leaders::hopping(2, 1);
    let cases = [
        plain.clone(),
        Rules { edge: true, ..plain.clone() },
        Rules { corner: true, surround: true, ..plain.clone() },
        Rules { compulsory: BySide::both(Compulsory::Strict), ..plain.clone() },
        Rules { compulsory: BySide::both(Compulsory::Strict), corner: true, ..plain.clone() },
        Rules { edge: true, compulsory: BySide::both(Compulsory::Huff), ..plain.clone() },
        Rules { movement: Movement::Leap, setup: Setup::Placement(9), ..plain.clone() },
        Rules { capture_run: true, ..plain.clone() },
        Rules { capture_run: true, edge: true, corner: true, ..plain.clone() },
        Rules { capture_run: true, movement: Movement::Step, ..plain.clone() },
        Rules { capture_run: true, compulsory: BySide::both(Compulsory::Strict), ..plain.clone() },
        Rules { hostile_corner: Hostile::All, corner: true, ..plain.clone() },
        Rules { hostile_corner: Hostile::All, compulsory: BySide::both(Compulsory::Strict), ..plain.clone() },
        Rules { leader: Some(leader), ..plain.clone() },
        Rules { movement: Movement::Hop, ..plain.clone() },
        Rules { movement: Movement::Hop, edge: true, ..plain.clone() },
        Rules { undo: Undo::Forbidden, ..plain.clone() },
        Rules { undo: Undo::Forbidden, corner: true, movement: Movement::Step, ..plain.clone() },
        Rules { undo: Undo::Forbidden, edge: true, movement: Movement::Step, ..plain.clone() },
        Rules { undo: Undo::Forbidden, compulsory: BySide::both(Compulsory::Strict), ..plain.clone() },
        Rules { movement: Movement::Hop, over: Some(Over::Own), bound: Some(Bound::Held), corner: true, ..plain },
    ];
    for rules in cases {
        let told = format!("{rules:?}");
        let rules = rules.check().unwrap();
        let game = Game::new(rules.clone(), Board::new(SIZE));
        let found = smallest(&Game::of(rules), Side::White, 7, |_| ()).unwrap().map(|found| found.pieces);
        let first = (2..=7).find(|&pieces| some_placement(&game, pieces));
        println!("{found:?} {told}");
        assert_eq!(found, first, "{told}");
    }
}

#[test]
fn boards_without_room_to_go_round_have_no_fortress() {
    for movement in [Movement::Slide, Movement::Step] {
        for board in [BoardSize { files: 1, ranks: 3 }, BoardSize { files: 2, ranks: 2 }] {
            let setup = Setup::Placement(1);
            let rules = Rules { board, setup, movement, undo: Undo::Forbidden, ..Rules::default() };
            assert_eq!(smallest(&Game::of(rules.check().unwrap()), Side::White, 3, |_| ()), Ok(None));
        }
    }
}
