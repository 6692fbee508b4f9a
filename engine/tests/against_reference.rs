//! Compares the engine with the slow reference on random positions of random games under random rules.
//!
//! `PETTEIA_POSITIONS` sets the number of positions (about 100,000 by default), and `PETTEIA_SEED` selects different
//! ones. A failure names the rules and the position; `Rules::parse`, or serde for a table, recreates the rules.

mod random;
mod reference;

use std::collections::BTreeMap;
use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use petteia_engine::{
    BySide, EndReason, Game, GameRng, Geometry, Move, OnBoard, Outcome, Position, Side, game_seed, with_geometry,
};

use random::{Sample, one_in, random_rules, random_text};
use reference::{Played, Reference};

/// The number of positions examined under the same rules.
const POSITIONS_A_ROUND: u64 = 40;

/// The largest number of positions examined in a row.
const LONGEST_WALK: u32 = 8;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn engine_and_reference_agree() {
    let rounds = setting("PETTEIA_POSITIONS", 100_000).div_ceil(POSITIONS_A_ROUND);
    let seed = setting("PETTEIA_SEED", 1);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Findings::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= rounds {
                        break;
                    }
                    let found = look(GameRng::from_seed(game_seed(seed, 0, number)));
                    total.lock().expect("no round panics").add(found);
                }
            });
        }
    });
    let found = total.into_inner().expect("no round panics");
    println!("{} positions\n{:#?}", found.positions, found.seen);
    assert!(found.wrong.is_empty(), "{} positions differ:\n{}", found.wrong.len(), found.worst());
    found.check_width();
}

/// What was seen, and what was wrong.
#[derive(Default)]
struct Findings {
    positions: u64,
    seen: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

impl Findings {
    fn add(&mut self, other: Findings) {
        self.positions += other.positions;
        self.wrong.extend(other.wrong);
        for (what, times) in other.seen {
            *self.seen.entry(what).or_default() += times;
        }
    }

    fn note(&mut self, what: &str) {
        *self.seen.entry(what.to_owned()).or_default() += 1;
    }

    /// Returns the failures with the shortest texts.
    fn worst(&self) -> String {
        let mut shortest: Vec<&str> = self.wrong.iter().map(String::as_str).collect();
        shortest.sort_by_key(|text| text.len());
        shortest.truncate(8);
        shortest.join("\n\n")
    }

    /// Checks that every kind of decision and of end has occurred, so that agreement is meaningful.
    fn check_width(&self) {
        if self.positions < 50_000 {
            return;
        }
        // Ends that need a history or a proof are not tested here.
        let elsewhere = [EndReason::Repetition, EndReason::Fortress];
        let ends = EndReason::ALL.into_iter().filter(|end| !elsewhere.contains(end)).map(EndReason::name);
        for what in ends.chain(["place", "go", "leap", "remove", "huff", "decline", "pass"]) {
            let times = self.seen.get(what).copied().unwrap_or(0);
            let often = if what == "pass" { 10_000 } else { 500 };
            assert!(times >= self.positions / often, "`{what}` has occurred only {times} times");
        }
    }
}

fn look(mut rng: GameRng) -> Findings {
    let sample = random_rules(&mut rng);
    let board = sample.rules.board;
    with_geometry(board, Round { sample, rng })
}

struct Round {
    sample: Sample,
    rng: GameRng,
}

impl OnBoard for Round {
    type Output = Findings;

    fn run<G: Geometry>(self, geometry: G) -> Findings {
        let reference = Reference::new(&self.sample.rules);
        let game = Game::new(self.sample.rules.clone(), geometry);
        let name = self.sample.name;
        let mut pair = Pair { name, game, reference, rng: self.rng, found: Findings::default() };
        pair.compare_starts();
        while pair.found.positions < POSITIONS_A_ROUND && pair.found.wrong.is_empty() {
            if one_in(&mut pair.rng, 2) {
                let opened = pair.opened();
                let first_of_phase = opened.clock() == 0 && opened.captured() == BySide::default();
                pair.walk(pair.game.text(&opened), first_of_phase);
            } else {
                let text = random_text(&mut pair.rng, pair.game.rules());
                pair.walk(text, false);
            }
        }
        pair.found
    }
}

/// A game in both implementations, with the results of the comparison.
struct Pair<G: Geometry> {
    name: String,
    game: Game<G>,
    reference: Reference,
    rng: GameRng,
    found: Findings,
}

/// Prints the position if either implementation panics on it.
struct OnPanic<'a>(&'a str, &'a str);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("while comparing {} {}", self.0, self.1);
        }
    }
}

/// The differences between both in one position.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn compare(&mut self, what: &str, engine: impl ToString, reference: impl ToString) {
        let (engine, reference) = (engine.to_string(), reference.to_string());
        if engine != reference {
            self.0.push(format!("  {what}: engine {engine}, reference {reference}"));
        }
    }

    fn compare_lists(&mut self, engine: &[String], reference: &[String]) {
        if engine != reference {
            let missing =
                reference.iter().filter(|line| !engine.contains(line)).map(|line| format!("  missing {line}"));
            let extra = engine.iter().filter(|line| !reference.contains(line)).map(|line| format!("  extra   {line}"));
            self.0.extend(missing.chain(extra));
            self.0.push(format!("  engine {} moves, reference {}", engine.len(), reference.len()));
        }
    }
}

fn describe(outcome: Option<Outcome>) -> String {
    describe_parts(outcome.map(|o| (o.winner.map(Side::name), o.reason.name())))
}

fn describe_slow(outcome: Option<reference::Outcome>) -> String {
    describe_parts(outcome.map(|o| (o.winner, o.by)))
}

fn describe_parts(outcome: Option<(Option<&str>, &str)>) -> String {
    outcome.map_or_else(String::new, |(winner, by)| format!("{} by {by}", winner.unwrap_or("nobody")))
}

impl<G: Geometry> Pair<G> {
    fn compare_starts(&mut self) {
        let mut differences = Differences::default();
        differences.compare("start", self.game.text(&self.game.start()), self.reference.start().text());
        self.report("", differences);
    }

    fn report(&mut self, text: &str, differences: Differences) {
        if !differences.0.is_empty() {
            self.found.wrong.push(format!("{}\n{text}\n{}", self.name, differences.0.join("\n")));
        }
    }

    /// Returns a position some way into a random game.
    fn opened(&mut self) -> Position<G::Set> {
        let stones = self.game.start().hands().white;
        let length = u32::from(stones) * 2 + self.rng.below(if stones > 0 { 12 } else { 60 });
        let mut state = self.game.begin();
        let mut position = *state.position();
        for _ in 0..length.saturating_sub(3) {
            if state.outcome().is_some() {
                break;
            }
            position = *state.position();
            self.game.roll_if_needed(&mut state, &mut self.rng);
            let decision = self.game.random_move(&state, &mut self.rng);
            self.game.advance(&mut state, decision);
        }
        position
    }

    fn is_done(&self) -> bool {
        self.found.positions >= POSITIONS_A_ROUND || !self.found.wrong.is_empty()
    }

    /// Plays a random game from a position, comparing each step. A position that was `played` rather than read is not
    /// tested for an end at the start of the movement phase.
    fn walk(&mut self, mut text: String, mut played: bool) {
        let name = self.name.clone();
        for _ in 0..LONGEST_WALK {
            if self.is_done() {
                return;
            }
            let on_panic = OnPanic(&name, &text);
            let Some(next) = self.step(&text, played) else { return };
            drop(on_panic);
            played = text.contains(" b 0,1 ");
            text = next;
        }
    }

    /// Compares a position and everything that follows from it; returns one of the following positions.
    fn step(&mut self, text: &str, played: bool) -> Option<String> {
        self.found.positions += 1;
        let mut differences = Differences::default();
        let next = self.compare(text, played, &mut differences);
        self.report(text, differences);
        next
    }

    fn compare(&mut self, text: &str, played: bool, differences: &mut Differences) -> Option<String> {
        let theirs = self.reference.parse(text).expect("the texts of these tests are right");
        let ours = match self.game.parse(text) {
            Ok(ours) => ours,
            Err(error) => {
                differences.compare("refusal", error, "");
                return None;
            }
        };
        differences.compare("text", self.game.text(&ours), theirs.text());
        let outcome = self.game.outcome(&ours);
        differences.compare("outcome", describe(outcome), describe_slow(self.reference.outcome_of_text(&theirs)));
        if let (Some(outcome), false) = (outcome, played) {
            self.found.note(outcome.reason.name());
            return None;
        }
        if self.game.rules().board.squares() <= 25 && one_in(&mut self.rng, 15) {
            differences.compare("perft 2", self.game.perft(&ours, 2), self.reference.perft(&theirs, 2));
        }
        let rolled = self.reference.rolls(&theirs).unwrap_or_else(|| vec![theirs.clone()]);
        let our_rolled = self.game.rolled(&ours);
        differences.compare("rolls", our_rolled.len(), rolled.len());
        let face = self.rng.below(our_rolled.len() as u32) as usize;
        differences.compare("roll", self.game.text(&our_rolled[face]), rolled[face].text());
        self.compare_moves(&our_rolled[face], &rolled[face], differences)
    }

    fn compare_moves(
        &mut self,
        ours: &Position<G::Set>,
        theirs: &reference::Position,
        differences: &mut Differences,
    ) -> Option<String> {
        let moves = self.game.moves(ours);
        moves.iter().for_each(|&decision| self.found.note(kind(decision)));
        let our_line = |&decision: &Move| {
            let (after, outcome) = self.game.outcome_after(ours, decision);
            line(&self.game.move_text(decision), &self.game.text(&after), &describe(outcome))
        };
        let mut lines: Vec<String> = moves.iter().map(our_line).collect();
        lines.sort();
        let played = self.reference.moves(theirs);
        let slow_line = |played: &Played| line(&played.text, &played.after.text(), &describe_slow(played.outcome));
        differences.compare_lists(&lines, &played.iter().map(slow_line).collect::<Vec<_>>());
        played.iter().filter_map(|played| played.outcome).for_each(|outcome| self.found.note(outcome.by));
        let open: Vec<&Played> = played.iter().filter(|played| played.outcome.is_none()).collect();
        let choice = self.rng.below(u32::try_from(open.len()).expect("a list of moves is short"));
        open.get(choice as usize).map(|played| played.after.text())
    }
}

fn line(decision: &str, after: &str, outcome: &str) -> String {
    format!("{decision} -> {after} {outcome}")
}

fn kind(decision: Move) -> &'static str {
    match decision {
        Move::Go { .. } => "go",
        Move::Leap { .. } => "leap",
        Move::Place(_) => "place",
        Move::Remove(_) => "remove",
        Move::Huff(_) => "huff",
        Move::Decline => "decline",
        Move::Pass => "pass",
    }
}
