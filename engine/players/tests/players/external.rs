//! Programs as players: they play whole games, and lose those in which they fail.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::{
    AnyGame, BySide, CheckedRules, EndReason, Move, Outcome, Progress, Rules, Side, Simd, SquareCounts,
};
use petteia_players::agents::{AgentError, AgentSpec, AgentTraits};
use petteia_players::external::{External, ExternalPlayer, Fault};
use petteia_players::protocol::{Engine, Reply};
use petteia_players::record::{History, Record};
use petteia_players::{GameBatch, Matchup};

/// A program that always plays the first legal move; `on_go` comes before each answer.
fn first_move(on_go: &str, more: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in petteia|rules) echo ready;; legal) set -- $rest;; \
         go) {on_go} echo bestmove $1;; quit) exit;; esac; done"
    );
    format!("{{ {more} command = [\"sh\", \"-c\", {}] }}", toml::Value::from(script))
}

fn matchup(rules: &str, white: &str, black: &str) -> Matchup {
    let agent = |text: &str| text.parse::<AgentSpec>().expect(text);
    let rules = Rules::parse(rules).expect(rules);
    Matchup { rules, agents: BySide { white: agent(white), black: agent(black) }, opening: 0.into() }
}

fn outcome(white: &str) -> Outcome {
    matchup("city-8+vagi", white, "random").watch(7, &mut |_| ()).expect("it starts")
}

#[test]
fn a_program_plays_whole_games() {
    for rules in
        ["city-8+vagi", "city-8+die=4+turn_cap=60", "seega-5", "kharebga-5+turn_cap=60", "lemery-petteia-advanced"]
    {
        let matchup = matchup(rules, &first_move("", ""), "random");
        let record = matchup.record(rules, 5).expect("it starts");
        let result = record.history.outcome().expect("the game is over");
        assert!(!result.reason.is_forfeit(), "{rules}: {result}, {:?}", matchup.agents.white.last_error());
        assert_eq!(Record::read(&record.to_string()).as_ref(), Ok(&record), "{rules}");
    }
}

#[test]
fn a_program_that_fails_forfeits_the_game() {
    let forfeit = |reason| Outcome::win(Side::Black, reason);
    assert_eq!(outcome(&first_move("echo bestmove h9-h9;", "")), forfeit(EndReason::IllegalMove));
    assert_eq!(outcome(&first_move("echo bestmove;", "")), forfeit(EndReason::IllegalMove));
    assert_eq!(outcome(&first_move("sleep 9;", "timeout_ms = 100,")), forfeit(EndReason::Timeout));
    assert_eq!(outcome(&first_move("exit 3;", "")), forfeit(EndReason::Crash));
    assert_eq!(outcome(&first_move("head -c 3000000 /dev/zero;", "")), forfeit(EndReason::Crash));
    let chatter = "while :; do echo info nothing; done;";
    assert_eq!(outcome(&first_move(chatter, "timeout_ms = 100,")), forfeit(EndReason::Timeout));
}

#[test]
fn a_second_answer_is_no_answer_to_the_next_question() {
    // The opponent takes long enough for the second answer to come.
    let twice = first_move("echo bestmove $1;", "");
    let matchup = matchup("city-8+vagi", &twice, &first_move("sleep 0.2;", ""));
    let mut moves = 0;
    let outcome = matchup.watch(7, &mut |_| moves += 1);
    assert_eq!((outcome.expect("it starts"), moves), (Outcome::win(Side::Black, EndReason::IllegalMove), 2));
    let last_error = matchup.agents.white.last_error().expect("it has failed");
    assert!(last_error.contains("without being asked"), "{last_error}");
}

#[test]
fn a_game_is_broken_off_while_a_program_thinks() {
    let stop = Arc::new(AtomicBool::new(false));
    let matchup = matchup("city-8+vagi", &first_move("sleep 60;", "timeout_ms = 90000,"), "random");
    let start = AnyGame::of(matchup.rules.clone()).start();
    let begun = Instant::now();
    thread::spawn({
        let stop = stop.clone();
        move || {
            thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(matchup.watch_from(&start, 7, &*stop, &mut |_| ()).expect("it starts").is_none());
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(matchup.agents.white.last_error(), None, "it has done nothing wrong");
}

#[test]
fn a_forfeited_game_is_recorded_as_such() {
    let record = matchup("city-8+vagi", "random", &first_move("exit 3;", "")).record("city-8+vagi", 3);
    let record = record.expect("it starts");
    let text = record.to_string();
    assert!(text.ends_with("white by crash\n"), "{text}");
    assert_eq!(Record::read(&text).as_ref(), Ok(&record));
    assert_eq!(record.history.outcome(), Some(Outcome::win(Side::White, EndReason::Crash)));
    let error = Record::read(&text.replace("white by crash", "black by crash")).unwrap_err();
    assert!(error.to_string().contains("the result is not `black by crash`; after these moves it is `white by crash`"));
}

#[test]
fn the_clock_of_a_game_runs_out() {
    let mut moves = 0;
    let matchup = matchup("city-8", &first_move("sleep 0.15;", "clock_ms = 400,"), "random");
    let outcome = matchup.watch(7, &mut |_| moves += 1);
    assert_eq!(outcome.expect("it starts"), Outcome::win(Side::Black, EndReason::Timeout));
    assert!(moves <= 6, "{moves} moves of both sides, of which the program's take 0.15 s each, in 0.4 s");
}

#[test]
fn what_a_program_cannot_do_is_refused_before_the_game() {
    let refusal = |agent: &str| match agent.parse::<AgentSpec>() {
        Ok(agent) => agent.check(&Rules::parse("city-8").expect("a game")).expect_err("it does not start").to_string(),
        Err(error) => error.to_string(),
    };
    for (agent, why) in [
        ("{ command = [\"no-such-program\"] }", "`no-such-program` cannot be started"),
        ("{ command = [\"sh\", \"-c\", \"echo lost >&2; exit 3\"] }", "before it answered `ready` (it wrote: lost)"),
        ("{ command = [\"sh\", \"-c\", \"echo ready; read a; echo refuse no die\"] }", "refuses these rules: no die"),
        ("{ comand = [\"sh\"] }", "a program has no key `comand`; did you mean `command`?"),
        ("{ nodes = 3 }", "`command` is missing"),
        ("{ command = [\"sh\"], nodes = 3, ms = 4 }", "give only one budget"),
        ("{ command = [\"sh\"], increment_ms = 4 }", "`increment_ms` needs `clock_ms`"),
        ("{ command = \"sh\" }", "expected a sequence"),
        ("{ command = [\"sh\"], writable = [\"/tmp\"] }", "`writable` is gone: a program may write wherever you may"),
        (&first_move("", "reproducible = true,"), "is called `reproducible`, but does not say so itself"),
    ] {
        let found = refusal(agent);
        assert!(found.contains(why), "{agent}: {found}");
    }
}

/// A script that gives up after its first game cannot be started again: the others are not played, and nobody forfeits them.
#[test]
fn nobody_forfeits_a_game_for_which_a_program_cannot_be_started() {
    let mark = std::env::temp_dir().join(format!("petteia-test-mark-{}", std::process::id()));
    let _ = fs::remove_file(&mark);
    let once = format!("[ -e {0} ] && exit 7; while read", mark.display());
    let failing = first_move(&format!("touch {}; exit 3;", mark.display()), "").replacen("while read", &once, 1);
    let matchup = matchup("city-8+vagi", &failing, "random");
    let stop = AtomicBool::new(false);
    let batch =
        |games| GameBatch { games, seed: &|number| number, simd: Simd::Scalar, stop: &stop, games_played: &|_| () };
    let play = |games| matchup.play(batch(games), &mut SquareCounts::default());
    let first = play(0..1).expect("it starts").expect("nobody stops it");
    assert_eq!(first[0].outcome, Outcome::win(Side::Black, EndReason::Crash));
    let problem = play(1..3).expect_err("it does not start again").to_string();
    assert!(problem.contains("before it answered `ready`"), "{problem}");
    assert!(matchup.watch(1, &mut |_| ()).is_err() && matchup.record("city-8+vagi", 1).is_err());
    fs::remove_file(&mark).expect("the program has left it");
    assert!(play(0..2).is_err(), "it crashes in the first game of the two");
    fs::remove_file(&mark).expect("the program has left it");
}

#[test]
fn a_program_that_has_crashed_is_started_again_for_the_next_game() {
    let matchup = matchup("city-8+vagi", &first_move("exit 3;", ""), "random");
    let batch = GameBatch {
        games: 0..3,
        seed: &|number| number,
        simd: Simd::Scalar,
        stop: &AtomicBool::new(false),
        games_played: &|_| (),
    };
    let rows = matchup.play(batch, &mut SquareCounts::default()).expect("it starts").expect("nobody stops it");
    assert!(rows.len() == 3 && rows.iter().all(|row| row.outcome.reason == EndReason::Crash), "{rows:?}");
}

#[test]
fn a_thread_starts_a_program_once_for_each_side() {
    let starts = std::env::temp_dir().join(format!("petteia-test-starts-{}", std::process::id()));
    fs::write(&starts, "").expect("the file can be written");
    let agent = first_move("", "").replace("while read", &format!("echo >> {}; while read", starts.display()));
    let matchup = matchup("city-8+vagi", &agent, &agent);
    for seed in 0..5 {
        matchup.watch(seed, &mut |_| ()).expect("it starts");
    }
    let lines = fs::read_to_string(&starts).expect("the file exists").lines().count();
    fs::remove_file(&starts).expect("the file can be removed");
    assert_eq!(lines, 2);
}

/// Our agents, asked in this process as if they were external.
#[derive(Debug)]
struct Borrowed(AgentSpec);

impl AgentTraits for Borrowed {
    fn name(&self) -> String {
        self.text()
    }
}

impl External for Borrowed {
    fn text(&self) -> String {
        format!("borrowed {}", self.0)
    }

    fn start(&self, rules: &CheckedRules) -> Result<Box<dyn ExternalPlayer>, AgentError> {
        let engine = Engine::new(rules.clone(), self.0.clone());
        Ok(Box::new(BorrowedPlayer(self.0.clone(), engine)))
    }
}

struct BorrowedPlayer(AgentSpec, Engine);

/// The last line of an answer.
fn last_line(reply: Reply) -> Option<String> {
    match reply {
        Reply::Lines(lines) => lines.last().cloned(),
        Reply::Think(thinking) => Some(thinking.decide(&|| false, &|_| ())),
        Reply::Quit => None,
    }
}

impl ExternalPlayer for BorrowedPlayer {
    fn choose(&mut self, game: &History, seed: u64, _: &dyn Progress) -> Result<Move, Fault> {
        let BorrowedPlayer(agent, engine) = self;
        // The engine must find the same game in the lines that a program would read.
        let steps: String = game.moments().iter().map(|moment| format!(" {}", game.step_text(moment.step))).collect();
        assert_eq!(last_line(engine.answer(&format!("position start moves{steps}"))), None);
        let Reply::Lines(shown) = engine.answer("show") else { panic!("it only shows the game") };
        assert_eq!(shown[0], format!("board {}", game.game().text(game.state().position())));
        assert_eq!(shown[1].split(' ').count() - 1, game.game().legal_moves(game.state()).len());
        let (choice, _) = agent.think(game, seed, 1, &()).expect("it is one of ours");
        let answer = last_line(engine.answer(&format!("go seed {seed}")));
        assert_eq!(answer, Some(format!("bestmove {}", game.game().move_text(choice))));
        Ok(choice)
    }
}

#[test]
fn an_external_player_sees_the_whole_game_under_all_kinds_of_rules() {
    for rules in [
        "city-8+die=4+turn_cap=40",
        "lemery-petteia-advanced+turn_cap=40",
        "city-8+compulsory=huff+turn_cap=40",
        "seneca+turn_cap=60",
        "piso+turn_cap=40",
        "kharebga-5+turn_cap=60",
        "schaedler-2001+turn_cap=60",
    ] {
        let agent = AgentSpec::External(Arc::new(Borrowed("greedy".parse().expect("an agent"))));
        let rules_read = Rules::parse(rules).expect(rules);
        let matchup =
            Matchup { rules: rules_read, agents: BySide { white: agent.clone(), black: agent }, opening: 3.into() };
        for seed in 0..3 {
            let record = matchup.record(rules, seed).expect("it starts");
            assert_eq!(Ok(&record), matchup.record(rules, seed).as_ref(), "{rules}");
            assert!(record.history.outcome().is_some_and(|result| !result.reason.is_forfeit()), "{rules}");
        }
    }
}
