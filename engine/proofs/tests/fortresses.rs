//! Tests fortresses in random positions of random rules: what the prover claims is checked by plain loops and by
//! exhaustive play, and every existing fortress must be found.

use std::collections::HashSet;

use crate::random::{Sample, random_rules, random_text};
use petteia_engine::rules::{Adjudication, Hostile, Method, Undo};
use petteia_engine::{
    BoardSize, EndReason, Fixed, Game, GameRng, Geometry, Move, OnBoard, Position, Rules, Side, Square, SquareSet,
    with_geometry,
};
use petteia_proofs::check::check_fortress;
use petteia_proofs::fortress::{Answer, Danger, Fortress, Ground, Waiting, dangers, prove, settled};

use crate::all_cases::all_cases;

/// The number of positions per fortress that are played through.
const MOST_POSITIONS: usize = 3000;

/// Passes random rules to `show`, skipping boards of more than `most` squares; every third time moves may not be taken
/// back.
fn draw_rules(seed: u64, rounds: u32, most: u32, mut show: impl FnMut(Sample, &mut GameRng)) {
    let mut rng = GameRng::from_seed(seed);
    for round in 0..rounds {
        let mut sample = random_rules(&mut rng);
        while sample.rules.unsupported_field(Method::Fortress).is_some() {
            sample = random_rules(&mut rng);
        }
        if round % 3 == 0 {
            sample = without_undo(sample);
        }
        if round % 4 == 0 {
            sample = with_hostile_corners(sample);
        }
        if sample.rules.board.squares() <= most {
            show(sample, &mut rng);
        }
    }
}

/// Returns rules in which corners capture, if they allow it.
fn with_hostile_corners(sample: Sample) -> Sample {
    match (Rules { hostile_corner: Hostile::All, ..(*sample.rules).clone() }).check() {
        Ok(rules) => Sample { name: format!("{} with hostile corners", sample.name), rules },
        Err(_) => sample,
    }
}

/// Returns rules in which moves may not be taken back, and without those that fortresses do not cover then.
fn without_undo(sample: Sample) -> Sample {
    let mut rules = Rules { undo: Undo::Forbidden, surround: false, capture_run: false, ..(*sample.rules).clone() };
    if let Some(leader) = &mut rules.leader {
        leader.jump = false;
    }
    match rules.check() {
        Ok(rules) => Sample { name: format!("{} without undo", sample.name), rules },
        Err(_) => sample,
    }
}

/// The kinds of random positions seen.
#[derive(Default)]
struct Seen {
    fortresses: u32,
    unbeaten: u32,
    positions: usize,
    switches: Vec<(&'static str, u32)>,
}

#[test]
fn no_line_of_play_breaks_a_fortress() {
    let mut seen = Seen::default();
    draw_rules(26, 1200, 30, |sample, rng| {
        with_geometry(sample.rules.board, Play { sample, rng, seen: &mut seen });
    });
    let Seen { fortresses, unbeaten, positions, .. } = seen;
    println!("{fortresses} fortresses, {unbeaten} without danger, {positions} positions, {:?}", seen.switches);
    assert!(fortresses > 300 && unbeaten > 50, "{fortresses} fortresses, {unbeaten} without danger");
    for (switch, times) in seen.switches {
        assert!(times > 0, "no fortress with {switch}");
    }
}

/// Looks for fortresses in random positions of one game, and plays them through.
struct Play<'a> {
    sample: Sample,
    rng: &'a mut GameRng,
    seen: &'a mut Seen,
}

impl OnBoard for Play<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.sample.rules.clone(), geometry);
        let mut left = 3;
        for _ in 0..60 {
            let text = random_text(self.rng, game.rules());
            let Ok(position) = game.parse(&text) else { continue };
            for owner in Side::BOTH {
                if let Answer::Fortress(fortress) = prove(&game, &position, owner)
                    && left > 0
                {
                    left -= 1;
                    let told = format!("{} {text} {owner:?} {fortress:?}", self.sample.name);
                    let wall: Vec<Square> = fortress.wall.squares().collect();
                    let waiting = fortress.waiting(&game, &Ground::of(&game, &position, owner), owner);
                    let checked = check_fortress(&game, &position, owner, &wall, &waiting);
                    assert_eq!(checked, Ok(()), "{told} {waiting:?}");
                    let dangers = dangers(&game, &position, owner, &fortress);
                    self.seen.fortresses += 1;
                    self.seen.unbeaten += u32::from(dangers.is_empty());
                    self.seen.positions +=
                        Held { game: &game, owner, fortress, waiting: &waiting, dangers: &dangers, told: &told }
                            .play_through(position, MOST_POSITIONS);
                    self.seen.note(&game, &fortress, &waiting);
                }
            }
        }
    }
}

impl Seen {
    fn note<G: Geometry>(&mut self, game: &Game<G>, fortress: &Fortress<G::Set>, waiting: &Waiting) {
        use petteia_engine::rules::{CaptureAgain, Compulsory, LeaderMove, Movement, Over, Removal};
        let rules = game.rules();
        let compelled = |how| Side::BOTH.iter().any(|&side| rules.compulsory[side] == how);
        let hops = rules.movement == Movement::Hop;
        let size: BoardSize = rules.board;
        let [home, away] = waiting.moves[0];
        let goes_far = size.file(home).abs_diff(size.file(away)) + size.rank(home).abs_diff(size.rank(away)) > 1;
        let no_undo = rules.undo == Undo::Forbidden;
        let movers = fortress.movers.count();
        let switches = [
            ("edge", rules.edge),
            ("corner", rules.corner),
            ("surround", rules.surround),
            ("inciti", rules.inciti),
            ("vagi", rules.vagi),
            ("die", rules.die.is_some()),
            ("strict", compelled(Compulsory::Strict)),
            ("huff", compelled(Compulsory::Huff)),
            ("step", rules.movement == Movement::Step),
            ("leap", rules.movement == Movement::Leap),
            ("forward", rules.movement == Movement::Forward),
            ("leader", rules.leader.is_some()),
            ("jump", rules.leader.is_some_and(|leader| leader.jump)),
            ("leader that steps", rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Step)),
            ("leader that hops", rules.leader.is_some_and(|leader| leader.movement == LeaderMove::Hop)),
            ("hostile_corner", rules.hostile_corner.captures()),
            ("capture_run", rules.capture_run),
            ("capture_run by step", rules.capture_run && rules.movement == Movement::Step),
            ("capture_run, strict", rules.capture_run && compelled(Compulsory::Strict)),
            ("hostile_corner, strict", rules.hostile_corner.captures() && compelled(Compulsory::Strict)),
            ("capture_again", rules.capture_again != CaptureAgain::Off),
            ("hop over any", hops && matches!(rules.over, None | Some(Over::Any))),
            ("hop over own", hops && rules.over == Some(Over::Own)),
            ("hop over own or bound", hops && rules.over == Some(Over::OwnOrBound)),
            ("shuttle that hops", hops && goes_far),
            ("held", rules.holds()),
            ("removal before the move", rules.removal == Some(Removal::BeforeMove)),
            ("no undo, one piece", no_undo && movers == 1),
            ("no undo, two pieces", no_undo && movers == 2),
            ("no undo, three pieces", no_undo && movers == 3),
            ("no undo, after other moves", waiting.again > 0),
            ("no undo, die", no_undo && rules.die.is_some()),
            ("no undo, leader", no_undo && rules.leader.is_some()),
            ("no undo, strict", no_undo && compelled(Compulsory::Strict)),
        ];
        for (name, on) in switches {
            match self.switches.iter_mut().find(|(known, _)| *known == name) {
                Some((_, times)) => *times += u32::from(on),
                None => self.switches.push((name, u32::from(on))),
            }
        }
    }
}

/// A fortress that its owner holds as Theorem 1 prescribes.
struct Held<'a, G: Geometry> {
    game: &'a Game<G>,
    owner: Side,
    fortress: Fortress<G::Set>,
    waiting: &'a Waiting,
    dangers: &'a [Danger],
    told: &'a str,
}

impl<G: Geometry> Held<'_, G> {
    /// Plays every line in which the owner waits and the enemy plays anything, up to `most` positions; returns the number
    /// of positions. If no danger remains, the owner must never lose.
    fn play_through(&self, position: Position<G::Set>, most: usize) -> usize {
        let Held { game, owner, fortress, told, .. } = *self;
        let mut known = HashSet::new();
        let next = |position: &Position<G::Set>, number: usize| {
            game.rolled(position).into_iter().map(move |position| (position, number)).collect::<Vec<_>>()
        };
        let mut waiting = next(&position, 0);
        while let Some((position, number)) = waiting.pop() {
            if known.len() >= most || !known.insert((text_without_counts(game, &position), number)) {
                continue;
            }
            // Uses the board alone, because a limit would end the game earlier.
            if let Some(outcome) = game.outcome(&position) {
                let is_adjudicated = game.rules().adjudicates(outcome.reason);
                let stuck = position.side() == owner && outcome.reason == EndReason::NoMoves;
                assert!(!stuck, "{told}: no moves in {}", game.text(&position));
                let foreseen = |danger: &Danger| (*danger == Danger::Adjudication) == is_adjudicated;
                let beaten = outcome.winner == Some(!owner);
                assert!(!beaten || self.dangers.iter().any(foreseen), "{told}: lost in {}", game.text(&position));
                continue;
            }
            for decision in self.decisions(&position, number) {
                let mut after = position;
                let events = game.play_unchecked(&mut after, decision);
                let line = || format!("{told}: {} {}", game.text(&position), game.move_text(decision));
                let movers = (fortress.room & after.pieces(owner)).count();
                assert!((fortress.wall & !after.pieces(owner)).is_empty(), "a wall piece was captured: {}", line());
                assert_eq!(movers, fortress.movers.count(), "a moving piece was captured: {}", line());
                let lost = events.lost.white | events.lost.black;
                assert!(!lost.meets(fortress.wall | fortress.room), "{}", line());
                let waited = position.side() == owner && decision == self.step(number);
                waiting.extend(next(&after, if waited { self.waiting.after(number) } else { number }));
            }
        }
        known.len()
    }

    fn step(&self, number: usize) -> Move {
        let [from, to] = self.waiting.moves[number];
        Move::Go { from, to }
    }

    /// Returns the decisions to try: all of the enemy's, and the owner's according to its strategy.
    fn decisions(&self, position: &Position<G::Set>, number: usize) -> Vec<Move> {
        let legal = self.game.moves(position);
        if position.side() != self.owner {
            return legal;
        }
        if legal.contains(&Move::Decline) {
            return vec![Move::Decline];
        }
        let step = self.step(number);
        if legal.contains(&step) {
            return vec![step];
        }
        let text = || format!("{}: no move in {}", self.told, self.game.text(position));
        assert!(!legal.is_empty() && !legal.contains(&Move::Pass), "{}", text());
        let elsewhere =
            |decision: &Move| !matches!(decision, Move::Go { from, .. } if self.fortress.pieces().has(*from));
        assert!(legal.iter().all(elsewhere), "{}", text());
        legal
    }
}

fn text_without_counts<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> String {
    let text = game.text(position);
    let fields: Vec<&str> = text.split(' ').collect();
    [&fields[..3], &fields[6..]].concat().join(" ")
}

#[test]
#[ignore = "long: make test-all"]
fn every_fortress_is_found() {
    let mut counts = (0, 0);
    draw_rules(8, 3000, 30, |sample, rng| {
        with_geometry(sample.rules.board, Compare { sample, rng, counts: &mut counts });
    });
    println!("{counts:?}");
    assert!(counts.0 > 100 && counts.1 > 1000, "{counts:?}");
}

#[test]
fn leaders_break_lines() {
    let has_fortress = |game: &str, board: &str| {
        let game = Game::of(Rules::parse(game).unwrap());
        let position = game.parse(&format!("{board} w 0,0 0,0 0 80")).unwrap();
        let answer = prove(&game, &position, Side::White);
        if let Answer::Fortress(fortress) = &answer {
            let wall: Vec<Square> = fortress.wall.squares().collect();
            let ground = Ground::of(&game, &position, Side::White);
            let waiting = fortress.waiting(&game, &ground, Side::White);
            assert_eq!(check_fortress(&game, &position, Side::White, &wall, &waiting), Ok(()));
        }
        answer.fortress().is_some()
    };
    // Stones on b3 and b4 form a line with two open ends, unless one of them is a leader that is never captured. The
    // same holds for the shuttle between a stone on rank 2 and one on rank 4.
    let in_the_wall = "s10l/12/12/S11/1S10/SL10/S11/12";
    let as_shuttle = "s10l/12/12/12/SSSSSSSSSSSS/L11/SSSSSSSSSSSS/s11";
    for board in [in_the_wall, as_shuttle] {
        assert!(has_fortress("kowalski-8x12+capture_run", board));
        let stones = board.replace('L', "S").replace('l', "s");
        let both = ["city-12", "city-12+capture_run"].map(|game| has_fortress(game, &stones));
        assert_eq!(both, [true, false], "{stones}");
    }
}

#[test]
fn a_line_to_capture_compels() {
    let has_fortress = |game: &str| {
        let game = Game::new(Rules::parse(game).unwrap(), Fixed::<u64, 8, 8>::default());
        let position = game.parse("5S1S/6SS/8/3s4/8/8/SS6/S1S5 w 0,0 0,0 0 80").unwrap();
        prove(&game, &position, Side::White).fortress().is_some()
    };
    assert!(has_fortress("city-8+capture_run") && has_fortress("city-8+compulsory=strict"));
    // The stone on c1 can be made to move to c7 and capture d7, e7 and f7 together with g7.
    assert!(!has_fortress("city-8+capture_run+compulsory=strict"));
}

/// Compares the prover with all choices of wall and shuttle.
struct Compare<'a> {
    sample: Sample,
    rng: &'a mut GameRng,
    counts: &'a mut (u32, u32),
}

impl OnBoard for Compare<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.sample.rules.clone(), geometry);
        for _ in 0..12 {
            let text = random_text(self.rng, game.rules());
            let Ok(position) = game.parse(&text) else { continue };
            for owner in Side::BOTH {
                let most = if game.rules().undo == Undo::Allowed { 7 } else { 5 };
                if position.pieces(owner).count() > most {
                    continue;
                }
                let found = prove(&game, &position, owner).fortress().is_some();
                let exists = some_choice(&game, &position, owner);
                // Where moves may not be taken back, the prover knows longer ways to wait, too.
                let longer = found && game.rules().undo == Undo::Forbidden;
                assert!(found == exists || longer, "{} {text} {owner:?}", self.sample.name);
                *(if found { &mut self.counts.0 } else { &mut self.counts.1 }) += 1;
            }
        }
    }
}

/// Returns whether any wall is a fortress according to the checker, with any shuttle or, where moves may not be taken
/// back, with any of the simplest ways to wait.
fn some_choice<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, owner: Side) -> bool {
    let own: Vec<Square> = position.pieces(owner).squares().collect();
    let size: BoardSize = game.rules().board;
    let in_line = |a: Square, b: Square| a != b && (size.file(a) == size.file(b) || size.rank(a) == size.rank(b));
    let free: Vec<Square> = size.each_square().filter(|&square| !position.all_pieces().has(square)).collect();
    let steps: Vec<[Square; 2]> = free
        .iter()
        .flat_map(|&away| own.iter().map(move |&home| [home, away]))
        .filter(|&[home, away]| in_line(home, away))
        .collect();
    let back = |[from, to]: [Square; 2]| [to, from];
    let mut ways: Vec<Vec<[Square; 2]>> = Vec::new();
    if game.rules().undo == Undo::Allowed {
        ways.extend(steps.iter().map(|&step| vec![step, back(step)]));
    } else {
        for &one in &steps {
            ways.extend(steps.iter().map(|&other| vec![one, other, back(one), back(other)]));
            for &second in free.iter().filter(|&&second| in_line(one[1], second)) {
                ways.push(vec![one, [one[1], second], [second, one[0]]]);
                ways.extend(
                    free.iter()
                        .filter(|&&third| in_line(second, third) && in_line(third, one[0]))
                        .map(|&third| vec![one, [one[1], second], [second, third], [third, one[0]]]),
                );
            }
        }
    }
    ways.into_iter().any(|moves| {
        let waiting = Waiting { moves, again: 0 };
        let moves_away = |&square: &Square| waiting.moves.iter().any(|ends| ends[0] == square);
        let others: Vec<Square> = own.iter().copied().filter(|square| !moves_away(square)).collect();
        (0..1_u32 << others.len()).any(|choice| {
            let chosen = |&(i, _): &(usize, &Square)| choice >> i & 1 == 1;
            let wall: Vec<Square> = others.iter().enumerate().filter(chosen).map(|(_, &square)| square).collect();
            check_fortress(game, position, owner, &wall, &waiting).is_ok()
        })
    })
}

#[test]
fn a_game_is_settled_when_nothing_can_be_won() {
    let settled_by = |rules: Rules, text: &str| {
        let game = Game::new(rules.check().unwrap(), Fixed::<u64, 8, 8>::default());
        settled(&game, &game.parse(text).unwrap())
    };
    let is_settled = |game: &str, text: &str| settled_by(Rules::read(game).unwrap(), text);
    let closed = "s1s5/ss6/8/8/8/8/SS6/S1S5";
    assert!(is_settled("city-8", &format!("{closed} w 0,0 2,2 0 80")));
    assert!(!is_settled("city-8+vagi", &format!("{closed} w 0,0 2,2 0 80")));
    assert!(!is_settled("city-8+edge", &format!("{closed} w 0,0 2,2 0 80")));
    assert!(!is_settled("city-8+capture_target=4", "s1s5/ss6/8/8/8/3S4/SS6/S1S5 w 0,0 3,3 0 80"));
    // A stone outside makes no difference if deadlocks are draws, but it does if captures decide.
    let outside = "s1s5/ss6/8/8/8/3S4/SS6/S1S5 w 0,0 2,2 0 80";
    assert!(is_settled("city-8", outside));
    let by_captures = || Rules { adjudication: Adjudication::Captures, ..Rules::read("city-8").unwrap() };
    assert!(!settled_by(by_captures(), outside) && settled_by(by_captures(), &format!("{closed} w 0,0 2,1 0 80")));
}

#[test]
fn no_settled_game_is_overlooked() {
    let (mut counts, rules) = ((0, 0), if all_cases() { 8000 } else { 1000 });
    draw_rules(31, rules, u32::MAX, |sample, rng| {
        with_geometry(sample.rules.board, CompareSettled { sample, rng, counts: &mut counts });
    });
    println!("{counts:?}");
    assert!(counts.0 > rules / 400 && counts.1 > rules / 4, "{counts:?}");
}

/// Compares what is settled with the prover's results for both sides.
struct CompareSettled<'a> {
    sample: Sample,
    rng: &'a mut GameRng,
    counts: &'a mut (u32, u32),
}

impl OnBoard for CompareSettled<'_> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let game = Game::new(self.sample.rules.clone(), geometry);
        for _ in 0..12 {
            let text = random_text(self.rng, game.rules());
            let Ok(position) = game.parse(&text) else { continue };
            let fortresses = Side::BOTH.map(|side| prove(&game, &position, side).fortress());
            let closed = Side::BOTH.into_iter().zip(fortresses).all(|(side, fortress)| {
                fortress.is_some_and(|fortress| {
                    let all_inside = fortress.pieces() == position.pieces(side);
                    let dangers = dangers(&game, &position, side, &fortress);
                    let stays = match game.rules().adjudication {
                        Adjudication::Draw => true,
                        // Stones that hold a bound one may go.
                        Adjudication::Free => false,
                        _ => all_inside,
                    };
                    dangers.iter().all(|&danger| danger == Danger::Adjudication) && stays
                })
            });
            assert_eq!(settled(&game, &position), closed, "{} {text}", self.sample.name);
            *(if closed { &mut self.counts.0 } else { &mut self.counts.1 }) += 1;
        }
    }
}

/// Tests the example of experiments/studies/fortresses.md §4, which is not a fortress by the definition and yet is safe.
///
/// Two free enemies suffice for the test: a capture involves only the moved piece and the one across, and other enemies
/// could only stand in their way. Every line of play of these two, with b1 and d1 beside them, is played.
#[test]
fn a_wall_that_holds_because_enemies_are_shut_in_is_not_found() {
    let game = Game::new(Rules::parse("city-8-double").unwrap(), Fixed::<u64, 8, 8>::default());
    let walls = "8/8/8/1SS5/1S1S4/1SSS4/SsSsSS2 w 0,0 0,0 0 80";
    let position = game.parse(&format!("ssssssss/{walls}")).unwrap();
    assert!(matches!(prove(&game, &position, Side::White), Answer::Breach(_)));
    let position = game.parse(&format!("ss6/{walls}")).unwrap();
    let size = game.rules().board;
    let shuttle = ["c2", "c3"].map(|name| size.parse_square(name).unwrap());
    let wall = position.pieces(Side::White) & !u64::only(shuttle[0]);
    let [movers, room] = [u64::only(shuttle[0]), u64::only(shuttle[0]) | u64::only(shuttle[1])];
    let fortress = Fortress { wall, movers, room };
    let waiting = fortress.waiting(&game, &Ground::of(&game, &position, Side::White), Side::White);
    let held = Held { game: &game, owner: Side::White, fortress, waiting: &waiting, dangers: &[], told: walls };
    let positions = held.play_through(position, usize::MAX);
    // Two pieces on the 50 squares that are free for them, the shuttle on either of its squares, and either side to
    // move.
    assert_eq!(positions, 50 * 49 / 2 * 2 * 2);
}
