//! Compares the engine with the slow reference on random positions of random games under random rules.
//!
//! `PETTEIA_POSITIONS` sets the number of positions (about 6,000 by default, 100,000 with `PETTEIA_TESTS=all`), and
//! `PETTEIA_SEED` selects different ones. From 50,000 on, every kind of decision and of end must occur. A failure names the rules and the position; `Rules::parse`, or serde for a table, recreates the rules.

use std::collections::BTreeMap;
use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use petteia_engine::rules::Repetition;
use petteia_engine::{
    BySide, EndReason, Game, GameRng, Geometry, Move, OnBoard, Outcome, Position, Rules, Side, Square, State,
    game_seed, with_geometry,
};

use crate::all_cases::all_cases;
use crate::random::{RARE, Sample, difference, names_of_relaxed, one_in, pick, random_rules, random_text, relaxed};
use crate::reference;
use crate::reference::{History, Played, Reference};

/// The number of positions examined under the same rules.
const POSITIONS_A_ROUND: u64 = 40;

/// The same on boards with more than 128 squares, where the reference is slow.
const POSITIONS_A_LARGE_ROUND: u64 = 8;

/// The largest number of positions examined in a row.
const LONGEST_WALK: u32 = 8;

/// The number of texts among which one is sought in which a rule makes a difference.
const LONGEST_SEARCH: u32 = 12;

/// The same for a rule that seldom makes one.
const LONGEST_RARE_SEARCH: u32 = 60;

/// The same where positions may recur or must not.
const LONGEST_GAME: u32 = 30;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn engine_and_reference_agree() {
    let rounds = setting("PETTEIA_POSITIONS", if all_cases() { 100_000 } else { 6_000 }).div_ceil(POSITIONS_A_ROUND);
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
        // Ends that need a proof are not tested here, and the rules know no forfeits.
        let is_tested = |end: &EndReason| *end != EndReason::Fortress && !end.is_forfeit();
        let ends = EndReason::ALL.into_iter().filter(is_tested).map(EndReason::name);
        let decisions = ["place", "go", "leap", "remove", "huff", "decline", "pass", "swap"];
        let words =
            ["again", "removed", "last", "swapped", "forbidden", "not held", "capture forbidden", "large board"];
        let relaxed: Vec<&str> = names_of_relaxed().collect();
        for what in ends.chain(decisions).chain(words).chain(relaxed.iter().copied()) {
            let times = self.seen.get(what).copied().unwrap_or(0);
            let often = match what {
                "capture forbidden" => 30_000,
                "pass" | "large board" | "removal=joined" | "hostile_throne=leader" => 10_000,
                _ if RARE.contains(&what) => 5000,
                _ if relaxed.contains(&what) => 2000,
                _ => 500,
            };
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
        let relaxed = relaxed(&self.sample.rules);
        let relaxed = relaxed.into_iter().map(|(name, rules)| (name, Reference::new(&rules))).collect();
        let game = Game::new(self.sample.rules.clone(), geometry);
        let name = self.sample.name;
        let mut pair = Pair { name, game, reference, relaxed, rng: self.rng, found: Findings::default() };
        pair.compare_starts();
        while !pair.is_done() {
            if one_in(&mut pair.rng, 2) {
                if let Some(opened) = pair.opened() {
                    let is_untested = pair.is_untested(&opened);
                    pair.walk(opened, is_untested);
                }
            } else {
                let text = pair.telling_text();
                if let Some(read) = pair.read(&text) {
                    pair.walk(read, false);
                }
            }
        }
        pair.found
    }
}

/// A game in progress in both implementations.
struct InProgress<G: Geometry> {
    ours: State<G>,
    theirs: reference::Position,
    history: History,
    /// The decisions since the position from which the comparison began.
    made: Vec<String>,
    /// The positions of the placement.
    placed: Vec<String>,
}

/// A game in both implementations, with the results of the comparison.
struct Pair<G: Geometry> {
    name: String,
    game: Game<G>,
    reference: Reference,
    /// The reference under the same rules with one at its default, by the name of this one.
    relaxed: Vec<(&'static str, Reference)>,
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

    /// Plays both implementations some way into a random game.
    fn opened(&mut self) -> Option<InProgress<G>> {
        let hands = self.game.start().hands();
        let stones = u32::from(hands.white) + u32::from(hands.black);
        let beyond = if stones > 0 && one_in(&mut self.rng, 2) { 12 } else { 60 };
        let length = stones + self.rng.below(beyond);
        let theirs = self.reference.start();
        let history = self.reference.history_of(&theirs);
        let ours = self.game.begin();
        let mut game = InProgress { ours, theirs, history, made: Vec::new(), placed: Vec::new() };
        for _ in 0..length.saturating_sub(3) {
            let mut ours = game.ours.clone();
            self.game.roll_if_needed(&mut ours, &mut self.rng);
            // A start is not tested for an end.
            if self.game.legal_moves(&ours).is_empty() {
                break;
            }
            let decision = self.game.random_move(&ours, &mut self.rng);
            let theirs = self.rolled_alike(&game, &ours)?;
            let after = self.advanced(&game, &ours, &theirs, decision)?;
            if after.ours.outcome().is_some() {
                break;
            }
            game = after;
        }
        Some(game)
    }

    /// Reads a position in both implementations.
    fn read(&mut self, text: &str) -> Option<InProgress<G>> {
        let theirs = self.reference.parse(text).unwrap_or_else(|error| panic!("{} {text}: {error}", self.name));
        match self.game.parse(text) {
            Ok(ours) => {
                let ours = self.game.resume(ours);
                let history = self.reference.history_of(&theirs);
                Some(InProgress { ours, theirs, history, made: Vec::new(), placed: Vec::new() })
            }
            Err(error) => {
                let mut differences = Differences::default();
                differences.compare("refusal", error, "");
                self.report(text, differences);
                None
            }
        }
    }

    /// Returns whether a position was not tested for an end: the start of a game, or of its movement phase.
    fn is_untested(&self, game: &InProgress<G>) -> bool {
        let position = game.ours.position();
        let in_hand = self.game.start().hands() != BySide::default();
        let first_of_phase = position.clock() == 0 && position.captured() == BySide::default();
        game.made.is_empty() || (in_hand && first_of_phase)
    }

    fn is_done(&self) -> bool {
        let is_large = self.game.rules().board.squares() > 128;
        let enough = if is_large { POSITIONS_A_LARGE_ROUND } else { POSITIONS_A_ROUND };
        self.found.positions >= enough || !self.found.wrong.is_empty()
    }

    /// Plays a random game on, comparing each step. A position that is `untested` may be over if it is read from text.
    fn walk(&mut self, mut game: InProgress<G>, mut untested: bool) {
        let name = self.name.clone();
        let recurs = self.game.rules().limits.repetition != Repetition::OFF;
        for _ in 0..if recurs { LONGEST_GAME } else { LONGEST_WALK } {
            if self.is_done() {
                return;
            }
            let text = game.theirs.text();
            let on_panic = OnPanic(&name, &text);
            let Some(next) = self.step(&game, &text, untested) else { return };
            drop(on_panic);
            let is_placing = |text: &str| text.split(' ').nth(2) != Some("0,0");
            untested = is_placing(&text) && !is_placing(&next.theirs.text());
            game = next;
        }
    }

    /// Compares a position and everything that follows from it; returns the game with one of the following positions.
    fn step(&mut self, game: &InProgress<G>, text: &str, untested: bool) -> Option<InProgress<G>> {
        self.found.positions += 1;
        let mut differences = Differences::default();
        let is_open = self.compare_as_text(text, untested, game.made.is_empty(), &mut differences);
        let next = if is_open { self.compare_in_game(game, &mut differences) } else { None };
        let made = if game.made.is_empty() { String::new() } else { format!(" after {}", game.made.join(" ")) };
        self.report(&format!("{text}{made}"), differences);
        next
    }

    /// Compares a position that is read from text. Returns whether a game goes on from it.
    fn compare_as_text(&mut self, text: &str, untested: bool, is_first: bool, differences: &mut Differences) -> bool {
        let theirs = self.reference.parse(text).expect("the texts of these tests are right");
        let ours = match self.game.parse(text) {
            Ok(ours) => ours,
            Err(error) => {
                differences.compare("refusal", error, "");
                return false;
            }
        };
        self.note_text(text);
        if self.reference.binds_unheld(&theirs) {
            self.found.note("not held");
        }
        self.compare_refusal(text, differences);
        differences.compare("text", self.game.text(&ours), theirs.text());
        let outcome = self.game.outcome(&ours);
        differences.compare("outcome", describe(outcome), describe_slow(self.reference.outcome_of_text(&theirs)));
        if let (Some(outcome), false) = (outcome, untested) {
            self.found.note(outcome.reason.name());
            return false;
        }
        if self.game.rules().board.squares() <= 25 && one_in(&mut self.rng, 15) {
            differences.compare("perft 2", self.game.perft(&ours, 2), self.reference.perft(&theirs, 2));
        }
        let rolled = self.reference.rolls(&theirs).unwrap_or_else(|| vec![theirs.clone()]);
        let our_rolled = self.game.rolled(&ours);
        differences.compare("rolls", our_rolled.len(), rolled.len());
        let face = self.rng.below(our_rolled.len() as u32) as usize;
        differences.compare("roll", self.game.text(&our_rolled[face]), rolled[face].text());
        if is_first || one_in(&mut self.rng, 3) {
            self.compare_moves(&our_rolled[face], &rolled[face], differences);
        }
        true
    }

    /// Spoils a text in one place, which both must refuse, or read alike.
    fn compare_refusal(&mut self, text: &str, differences: &mut Differences) {
        let spoiled = spoiled(&mut self.rng, text, self.game.rules());
        let theirs = self.reference.parse(&spoiled).map(|read| read.text());
        let ours = self.game.parse(&spoiled).map(|read| self.game.text(&read));
        self.found.note(if theirs.is_ok() { "read although spoiled" } else { "refused" });
        if ours.as_ref().ok() != theirs.as_ref().ok() {
            differences.compare(&format!("reading of `{spoiled}`"), format!("{ours:?}"), format!("{theirs:?}"));
        }
    }

    fn note_text(&mut self, text: &str) {
        for word in ["again", "removed", "last", "swapped"].into_iter().filter(|word| text.contains(word)) {
            self.found.note(word);
        }
        if self.game.rules().board.squares() > 128 {
            self.found.note("large board");
        }
    }

    /// Compares the moves of a position whose history is the position alone.
    fn compare_moves(&self, ours: &Position<G::Set>, theirs: &reference::Position, differences: &mut Differences) {
        let our_line = |&decision: &Move| {
            let (after, outcome) = self.game.outcome_after(ours, decision);
            line(&self.game.move_text(decision), &self.game.text(&after), &describe(outcome))
        };
        let mut lines: Vec<String> = self.game.moves(ours).iter().map(our_line).collect();
        lines.sort();
        differences.compare_lists(&lines, &self.reference.moves(theirs).iter().map(slow_line).collect::<Vec<_>>());
    }

    /// Compares the moves of a game with its history; returns the game after one of them that does not end it.
    fn compare_in_game(&mut self, game: &InProgress<G>, differences: &mut Differences) -> Option<InProgress<G>> {
        let mut ours = game.ours.clone();
        self.game.roll_if_needed(&mut ours, &mut self.rng);
        let theirs = self.rolled_alike(game, &ours)?;
        let moves = self.game.legal_moves(&ours);
        moves.iter().for_each(|&decision| self.found.note(kind(decision)));
        if moves.len() < self.game.moves(ours.position()).len() {
            self.found.note("forbidden");
        }
        if self.game.rules().forbids_boards() {
            let open = self.game.moves(ours.position());
            let is_lost =
                |decision: &Move| self.game.is_capture(ours.position(), *decision) && !moves.contains(decision);
            if open.iter().any(is_lost) {
                self.found.note("capture forbidden");
            }
        }
        let our_line = |&decision: &Move| {
            let mut after = ours.clone();
            self.game.play(&mut after, decision);
            let text = self.game.text(after.position());
            line(&self.game.move_text(decision), &text, &describe(after.outcome()))
        };
        let mut lines: Vec<String> = moves.iter().map(our_line).collect();
        lines.sort();
        let played = self.reference.moves_in_game(&theirs, &game.history);
        differences.compare_lists(&lines, &played.iter().map(slow_line).collect::<Vec<_>>());
        self.note_what_matters(&theirs, &game.history, &played);
        played.iter().filter_map(|played| played.outcome).for_each(|outcome| self.found.note(outcome.by));
        let text = self.chosen(game, &played)?;
        let decision = moves.into_iter().find(|&decision| self.game.move_text(decision) == text)?;
        self.advanced(game, &ours, &theirs, decision)
    }

    /// Returns a random text, in half of the cases one in which a rule makes a difference if it is soon found.
    fn telling_text(&mut self) -> String {
        let mut text = random_text(&mut self.rng, self.game.rules());
        if self.relaxed.is_empty() || one_in(&mut self.rng, 2) {
            return text;
        }
        let rare = self.relaxed.iter().position(|(name, _)| RARE.contains(name));
        let any = self.rng.below(u32::try_from(self.relaxed.len()).expect("a short list")) as usize;
        let rule = rare.filter(|_| !one_in(&mut self.rng, 4)).unwrap_or(any);
        let longest = if Some(rule) == rare { LONGEST_RARE_SEARCH } else { LONGEST_SEARCH };
        for _ in 0..longest {
            let p = self.reference.parse(&text).unwrap_or_else(|error| panic!("{} {text}: {error}", self.name));
            if matters(&self.reference, &self.relaxed[rule].1, &p) {
                break;
            }
            text = random_text(&mut self.rng, self.game.rules());
        }
        text
    }

    /// Notes the rules without which other moves would be legal, or lead to something else.
    fn note_what_matters(&mut self, p: &reference::Position, history: &History, played: &[Played]) {
        if !one_in(&mut self.rng, 2) {
            return;
        }
        let lines: Vec<String> = played.iter().map(slow_line).collect();
        for (name, relaxed) in &self.relaxed {
            let others = relaxed.moves_in_game(p, history);
            if !others.iter().map(slow_line).eq(lines.iter().cloned()) {
                self.found.note(name);
            }
        }
    }

    /// Chooses a decision that does not end the game: often one that takes back the player's last move, so that positions
    /// recur, or, where no board may come back, one that leads near to a board of the placement.
    fn chosen(&mut self, game: &InProgress<G>, played: &[Played]) -> Option<String> {
        let open: Vec<&Played> = played.iter().filter(|played| played.outcome.is_none()).collect();
        let last_own = game.made.len().checked_sub(2).and_then(|index| game.made[index].split_once('-'));
        let back = last_own.map(|(from, to)| format!("{to}-{from}"));
        let taken_back = open.iter().find(|played| Some(&played.text) == back.as_ref());
        if let Some(played) = taken_back
            && !one_in(&mut self.rng, 3)
        {
            return Some(played.text.clone());
        }
        if self.game.rules().forbids_boards() && !game.placed.is_empty() && !one_in(&mut self.rng, 3) {
            let distance = |after: &reference::Position| {
                game.placed.iter().map(|placed| difference(placed, &after.text())).filter(|&squares| squares > 0).min()
            };
            return open.iter().min_by_key(|played| distance(&played.after)).map(|played| played.text.clone());
        }
        let choice = self.rng.below(u32::try_from(open.len()).expect("a list of moves is short"));
        open.get(choice as usize).map(|played| played.text.clone())
    }

    /// Returns the position of the reference after the same roll as in the engine.
    fn rolled_alike(&mut self, game: &InProgress<G>, ours: &State<G>) -> Option<reference::Position> {
        let text = self.game.text(ours.position());
        let rolled = self.reference.rolls(&game.theirs).unwrap_or_else(|| vec![game.theirs.clone()]);
        let found = rolled.into_iter().find(|rolled| rolled.text() == text);
        if found.is_none() {
            let mut differences = Differences::default();
            differences.compare("position", &text, game.theirs.text());
            self.report(&game.made.join(" "), differences);
        }
        found
    }

    /// Returns the game after a decision in both implementations.
    fn advanced(
        &mut self,
        game: &InProgress<G>,
        ours: &State<G>,
        theirs: &reference::Position,
        decision: Move,
    ) -> Option<InProgress<G>> {
        let text = self.game.move_text(decision);
        let made = [&game.made[..], std::slice::from_ref(&text)].concat();
        let Some((theirs, history)) = self.reference.advanced(theirs, &game.history, &text) else {
            let mut differences = Differences::default();
            differences.compare("decision", &text, "not legal");
            self.report(&made.join(" "), differences);
            return None;
        };
        let mut ours = ours.clone();
        self.game.play(&mut ours, decision);
        let mut placed = game.placed.clone();
        if matches!(decision, Move::Place(_)) {
            placed.push(theirs.text());
        }
        Some(InProgress { ours, theirs, history, made, placed })
    }
}

fn slow_line(played: &Played) -> String {
    line(&played.text, &played.after.text(), &describe_slow(played.outcome))
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
        Move::Swap => "swap",
    }
}

/// Returns whether a position read from text has other moves, or these another result, under other rules.
fn matters(rules: &Reference, others: &Reference, p: &reference::Position) -> bool {
    let lines = |reference: &Reference| {
        let rolled = reference.rolls(p).and_then(|mut rolled| rolled.pop()).unwrap_or_else(|| p.clone());
        reference.moves(&rolled).iter().map(slow_line).collect::<Vec<_>>()
    };
    rules.outcome_of_text(p).is_none() && lines(rules) != lines(others)
}

/// Returns a position text with one thing changed.
fn spoiled(rng: &mut GameRng, text: &str, rules: &Rules) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let square = rules.board.name(Square(rng.below(rules.board.squares()) as u16));
    let other = rules.board.name(Square(rng.below(rules.board.squares()) as u16));
    let words = [
        "removed".to_owned(),
        "swapped".to_owned(),
        format!("again={square}"),
        format!("huff={square}"),
        "d1".to_owned(),
        format!("last={square}-{other},-"),
        format!("last={square}-{other},{other}-{square}"),
        "last=-,-".to_owned(),
    ];
    match rng.below(6) {
        0 => fields.push(words[rng.below(8) as usize].clone()),
        1 => fields.truncate(6),
        2 => fields[2] = format!("{},{}", rng.below(4), rng.below(4)),
        3 => fields[1] = pick(rng, &["w", "b"]).to_owned(),
        4 => fields[4] = pick(rng, &["0", "1"]).to_owned(),
        _ => {
            let at = rng.below(fields[0].len() as u32) as usize;
            let letter = pick(rng, &["S", "s", "A", "a", "V", "L", "l", "#", "/", "1", "2"]);
            fields[0].replace_range(at..=at, letter);
        }
    }
    fields.join(" ")
}
