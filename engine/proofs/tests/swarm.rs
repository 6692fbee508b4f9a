//! Tests Theorem 2 of experiments/studies/fortresses.md §4: against a swarm that fills every square that it can reach, a side can
//! move for ever exactly in the positions in which the prover finds a fortress.

use crate::leaders;
use petteia_engine::rules::{Bound, Hostile, LeaderMove, Movement, Over, Undo};
use petteia_engine::{BoardSize, Dynamic, Game, Rules, Side};
use petteia_proofs::fortress::{Ground, prove_on};

type Place = (i32, i32);

const WAYS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn next((file, rank): Place, (df, dr): Place, times: i32) -> Place {
    (file + times * df, rank + times * dr)
}

/// The side's pieces and the squares of the swarm, one bit per square, with the rules.
struct Swarm<'a> {
    rules: &'a Rules,
    own: u64,
    swarm: u64,
}

impl Swarm<'_> {
    fn bit(&self, (file, rank): Place) -> u64 {
        let BoardSize { files, ranks } = self.rules.board;
        let inside = (0..i32::from(files)).contains(&file) && (0..i32::from(ranks)).contains(&rank);
        if inside { 1 << (rank * i32::from(files) + file) } else { 0 }
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let BoardSize { files, ranks } = self.rules.board;
        (0..i32::from(ranks)).flat_map(move |rank| (0..i32::from(files)).map(move |file| (file, rank)))
    }

    fn holds(&self, set: u64, place: Place) -> bool {
        self.bit(place) & set != 0
    }

    fn is_empty(&self, place: Place) -> bool {
        self.bit(place) & !self.own & !self.swarm != 0
    }

    /// Returns all squares that the swarm reaches.
    fn reach(&self) -> u64 {
        let leader_hops = self.rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Hop);
        let stones_hop = self.rules.movement == Movement::Hop && self.rules.over != Some(Over::Own);
        let mut reach = self.swarm;
        loop {
            let reached = |place: Place, way: Place| {
                let near = next(place, way, 1);
                let hopped = (leader_hops || stones_hop) && self.holds(self.own, near);
                self.holds(reach, near) || (hopped && self.holds(reach, next(place, way, 2)))
            };
            let free = |&place: &Place| self.bit(place) & !self.own & !reach != 0;
            let Some(place) = self.places().find(|place| free(place) && WAYS.iter().any(|&way| reached(*place, way)))
            else {
                return reach;
            };
            reach |= self.bit(place);
        }
    }

    fn is_corner(&self, (file, rank): Place) -> bool {
        let (last, top) = (i32::from(self.rules.board.files) - 1, i32::from(self.rules.board.ranks) - 1);
        (file == 0 || file == last) && (rank == 0 || rank == top)
    }

    /// Returns whether the swarm takes the side's piece on a square.
    fn takes(&self, at: Place) -> bool {
        let in_swarm = |place| self.holds(self.swarm, place);
        let around = |way: Place| {
            let (near, far) = (next(at, way, 1), next(at, way, -1));
            let edge = self.rules.edge && self.bit(far) == 0;
            let own_corner = self.holds(self.own, far);
            let corner =
                self.rules.hostile_corner.captures() && self.bit(far) != 0 && self.is_corner(far) && !own_corner;
            in_swarm(near) && (in_swarm(far) || edge || corner)
        };
        let in_line = |way: Place| {
            let end = |sign: i32| {
                (1..)
                    .map(|i| next(at, way, sign * i))
                    .find(|&place| !self.holds(self.own, place))
                    .expect("a board ends")
            };
            in_swarm(end(1)) && in_swarm(end(-1))
        };
        let is_cornered = || {
            let beside = WAYS.map(|way| next(at, way, 1));
            self.is_corner(at) && beside.into_iter().all(|place| self.bit(place) == 0 || in_swarm(place))
        };
        WAYS.into_iter().any(|way| around(way) || (self.rules.capture_run && in_line(way)))
            || (self.rules.corner && is_cornered())
    }

    /// Returns whether the swarm takes nothing and has filled all that it reaches.
    fn is_quiet(&self) -> bool {
        self.reach() == self.swarm && !self.places().any(|place| self.holds(self.own, place) && self.takes(place))
    }

    /// Returns the squares to which the side's piece on a square can move.
    fn moves(&self, from: Place) -> Vec<Place> {
        let mut moves: Vec<Place> =
            WAYS.iter().map(|&way| next(from, way, 1)).filter(|&to| self.is_empty(to)).collect();
        if self.rules.movement == Movement::Slide {
            for way in WAYS {
                moves.extend((1..).map(|i| next(from, way, i)).take_while(|&to| self.is_empty(to)).skip(1));
            }
        }
        if self.rules.movement == Movement::Hop {
            let own_only = self.rules.over == Some(Over::Own);
            let crossable = if own_only { self.own } else { self.own | self.swarm } & !self.bit(from);
            let mut landed = vec![from];
            let mut looked_at = 0;
            while looked_at < landed.len() {
                let at = landed[looked_at];
                looked_at += 1;
                let leap = |way: Place| (self.holds(crossable, next(at, way, 1))).then(|| next(at, way, 2));
                let ends: Vec<Place> = WAYS.into_iter().filter_map(leap).filter(|&to| self.is_empty(to)).collect();
                landed.extend(ends.into_iter().filter(|to| !landed.contains(to)).collect::<Vec<_>>());
            }
            moves.extend(&landed[1..]);
        }
        moves
    }

    /// Returns the arrangements after the side's moves after which the swarm neither takes nor reaches more.
    fn quiet_moves(&self) -> impl Iterator<Item = u64> {
        let movers = self.places().filter(|&from| self.holds(self.own, from));
        let after = move |from: Place| {
            let own = move |to: Place| self.own & !self.bit(from) | self.bit(to);
            self.moves(from).into_iter().map(own).collect::<Vec<_>>()
        };
        movers.flat_map(after).filter(|&own| Swarm { own, ..*self }.is_quiet())
    }

    /// Returns whether the side can move for ever while the swarm neither takes nor reaches more. Without such a move it
    /// loses squares or pieces with each move. All these moves can be taken back: if the rules allow it, one is enough. If
    /// they do not, some arrangement must be reached in two ways.
    fn waits(&self) -> bool {
        if self.rules.undo == Undo::Allowed {
            return self.quiet_moves().next().is_some();
        }
        let mut known = vec![(self.own, self.own)];
        let mut looked_at = 0;
        while looked_at < known.len() {
            let (own, before) = known[looked_at];
            looked_at += 1;
            for after in (Swarm { own, ..*self }).quiet_moves() {
                if after != before {
                    if known.iter().any(|&(other, _)| other == after) {
                        return true;
                    }
                    known.push((after, own));
                }
            }
        }
        false
    }
}

/// Compares all placements with all quiet swarms on a board, and returns in how many the side waits for ever, and in how
/// many it does not.
fn compare(rules: Rules) -> (u32, u32) {
    let told = format!("{rules:?}");
    let rules = rules.check().unwrap_or_else(|error| panic!("{told}: {error}"));
    let game = Game::new(rules.clone(), Dynamic::<u64>::new(rules.board));
    let board = (1_u64 << rules.board.squares()) - 1;
    let mut counts = (0, 0);
    for own in 1..=board {
        let mut swarms: Vec<u64> = Vec::new();
        for square in (0..rules.board.squares()).filter(|square| own >> square & 1 == 0) {
            let seeds = std::iter::once(&0).chain(&swarms).map(|other| other | 1 << square).collect::<Vec<u64>>();
            for swarm in seeds {
                let filled = Swarm { rules: &rules, own, swarm }.reach();
                if !swarms.contains(&filled) {
                    swarms.push(filled);
                }
            }
        }
        for swarm in swarms {
            let position = Swarm { rules: &rules, own, swarm };
            if !position.is_quiet() {
                continue;
            }
            let enemy_has_leader = rules.has_leader(Side::Black);
            let ground =
                Ground { own, own_leader: 0, doomed: 0, enemy: swarm, enemy_has_leader, inciti: 0, last: None };
            let proved = prove_on(&game, &ground, Side::White).is_ok();
            assert_eq!(proved, position.waits(), "own {own:#b}, swarm {swarm:#b}: {told}");
            *(if proved { &mut counts.0 } else { &mut counts.1 }) += 1;
        }
    }
    counts
}

#[test]
#[ignore = "long: make test-all"]
fn the_side_can_wait_exactly_with_a_fortress() {
    let plain = |files, ranks| Rules { board: BoardSize { files, ranks }, ..Rules::default() };
    let hopping_leader = leaders::hopping(1, 1);
    let (mut waiting, mut moving) = (0, 0);
    for (files, ranks) in [(4, 4), (5, 3)] {
        let plain = || plain(files, ranks);
        let held = || Rules { bound: Some(Bound::Held), ..plain() };
        let hop = |over| Rules { movement: Movement::Hop, over: Some(over), ..plain() };
        let cases = [
            plain(),
            Rules { edge: true, movement: Movement::Step, ..plain() },
            Rules { capture_run: true, ..plain() },
            Rules { capture_run: true, corner: true, movement: Movement::Step, ..plain() },
            Rules { hostile_corner: Hostile::All, ..plain() },
            Rules { hostile_corner: Hostile::All, corner: true, edge: true, movement: Movement::Step, ..plain() },
            Rules { leader: Some(hopping_leader), ..plain() },
            hop(Over::Any),
            Rules { edge: true, corner: true, ..hop(Over::Own) },
            Rules { hostile_corner: Hostile::All, ..hop(Over::Any) },
            Rules { corner: true, ..held() },
            Rules { corner: true, bound: Some(Bound::Held), ..hop(Over::Any) },
            Rules { undo: Undo::Forbidden, ..plain() },
            Rules { undo: Undo::Forbidden, corner: true, movement: Movement::Step, ..plain() },
            Rules { undo: Undo::Forbidden, hostile_corner: Hostile::All, edge: true, ..plain() },
        ];
        for rules in cases {
            let (waits, moves) = compare(rules);
            println!("{files}x{ranks}: {waits} {moves}");
            waiting += waits;
            moving += moves;
        }
    }
    println!("{waiting} positions with a fortress, {moving} without");
    assert!(waiting > 1000 && moving > 100_000, "{waiting} {moving}");
}
