//! What the terminal shows, and what the keys do.

use std::time::{Duration, Instant};

use petteia::screen::{Leave, PlayScreen, ReplayScreen, print};
use petteia_engine::{BySide, Rules};
use petteia_players::record::{Header, History, Record};
use petteia_players::session::{Player, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

fn new_game(game: &str, fen: Option<&str>) -> Record {
    let rules = Rules::parse(game).expect(game);
    let header = Header { game: game.into(), players: BySide::from_fn(|_| "human".into()), seed: None };
    Record { header, history: History::starting_at(&rules, fen).expect("the position is right") }
}

/// The characters on a terminal of 80 columns and 24 rows.
fn shown(draw: impl FnOnce(&mut ratatui::Frame)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal in memory");
    terminal.draw(draw).expect("drawing in memory");
    terminal.backend().to_string()
}

fn keys(text: &str) -> Vec<KeyCode> {
    match text {
        "Enter" => vec![KeyCode::Enter],
        "Right" => vec![KeyCode::Right],
        "Up" => vec![KeyCode::Up],
        typed if typed.starts_with(':') => typed.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect(),
        letter => letter.chars().map(KeyCode::Char).collect(),
    }
}

fn wait_for_person(screen: &mut PlayScreen) {
    let started = Instant::now();
    while matches!(screen.session().mover(), Some(Player::Agent(_))) {
        assert!(started.elapsed() < Duration::from_secs(60), "the agent does not move");
        screen.tick();
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Presses keys and gives what is shown after each; `:a1-a5` types a move.
fn press(game: &str, fen: Option<&str>, black: &str, texts: &[&str]) -> (Vec<String>, Option<Leave>) {
    let players = BySide { white: Player::Human, black: black.parse().expect(black) };
    let session = Session::new(new_game(game, fen), players, 3);
    let mut screen = PlayScreen::new(session, "random".parse().expect("an agent"), "game.txt".into(), true);
    let mut leave = None;
    let mut pictures = vec![shown(|frame| screen.draw(frame))];
    for text in texts {
        for key in keys(text) {
            leave = leave.or(screen.on_key(key));
        }
        wait_for_person(&mut screen);
        pictures.push(shown(|frame| screen.draw(frame)));
    }
    (pictures, leave)
}

#[test]
fn a_move_is_chosen_with_the_cursor() {
    let (pictures, _) = press("city-8", None, "human", &["Right", "Enter", "kkk", "Enter"]);
    assert!(pictures[0].contains(" 1  [S]   S "), "{}", pictures[0]);
    assert!(pictures[2].contains(" 2   .   (.)   . "), "{}", pictures[2]);
    assert!(pictures[3].contains(" 4   .   [.] "), "{}", pictures[3]);
    assert!(pictures[4].contains("White b1-b4"), "{}", pictures[4]);
    assert!(pictures[4].contains("1. b1-b4"), "{}", pictures[4]);
    assert!(pictures[4].contains("Black: choose a piece"), "{}", pictures[4]);
}

#[test]
fn an_agent_answers_and_both_moves_are_taken_back() {
    let (pictures, _) = press("city-8", None, "mcts:playouts=5", &[":a1-a5", "u"]);
    assert!(pictures[1].contains("2. "), "{}", pictures[1]);
    assert!(pictures[1].contains("White: choose a piece"), "{}", pictures[1]);
    assert!(pictures[2].contains("taken back"), "{}", pictures[2]);
    assert!(pictures[2].contains("turn 1 of 2000"), "{}", pictures[2]);
}

#[test]
fn a_huff_is_offered_and_a_capture_ends_the_game() {
    let fen = "8/8/8/4s3/8/1s6/S1S5/8 b 0,0 0,0 1 5 huff=a2,c2";
    let (pictures, _) = press("city-8+compulsory=huff", Some(fen), "human", &["-"]);
    assert!(pictures[0].contains("Black: choose a piece to huff, or - to decline"), "{}", pictures[0]);
    assert!(pictures[0].contains("(S)"), "{}", pictures[0]);
    assert!(pictures[1].contains("Black: choose a piece   "), "{}", pictures[1]);
    let (pictures, _) = press("city-8", Some("8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20"), "human", &[":b1-b4"]);
    assert!(pictures[1].contains("White b1-b4; Black loses c4"), "{}", pictures[1]);
    assert!(pictures[1].contains("White wins: Black has too few pieces left"), "{}", pictures[1]);
}

#[test]
fn the_largest_boards_fit() {
    for game in ["lemery-petteia-advanced+inciti+die=4", "callen-proto-tafl", "poleis"] {
        let (pictures, _) = press(game, None, "human", &[]);
        assert!(pictures[0].contains("captured 0 : 0"), "{}", pictures[0]);
        assert!(pictures[0].contains("S s stone"), "{}", pictures[0]);
        let last_file = if game == "poleis" { "g    h" } else { "k   l" };
        assert!(pictures[0].contains(last_file), "{}", pictures[0]);
    }
}

/// The pieces are those of `petteia show`.
#[test]
fn pieces_are_symbols_by_default() {
    let players = BySide::from_fn(|_| Player::Human);
    let session = Session::new(new_game("lemery-petteia", None), players, 3);
    let screen = PlayScreen::new(session, "random".parse().expect("an agent"), "game.txt".into(), false);
    let picture = shown(|frame| screen.draw(frame));
    for part in ["[○]", " ● ", " △ ", " ▲ ", " · ", "○ ● stone", "△ ▲ leader"] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    let record = Record::read(RECORD).expect("the record is right");
    let mut output = Vec::new();
    print(&mut output, &record, false).expect("writing to memory");
    let text = String::from_utf8(output).expect("text");
    assert!(text.contains(" 8  ●  ●") && text.contains(" 4 >○< ·"), "{text}");
}

#[test]
fn a_game_that_would_be_lost_asks_before_quitting() {
    assert_eq!(press("city-8", None, "human", &["q"]).1, Some(Leave::Quit));
    let (pictures, leave) = press("city-8", None, "human", &[":a1-a2", "q"]);
    assert_eq!(leave, None);
    assert!(pictures[2].contains("the game is not saved"), "{}", pictures[2]);
    assert_eq!(press("city-8", None, "human", &[":a1-a2", "q", "q"]).1, Some(Leave::Quit));
}

#[test]
fn slips_are_explained() {
    let (pictures, _) = press("city-8", None, "human", &[":a1-b2", "kk", "Enter"]);
    assert!(pictures[1].contains("`a1-b2` is not legal here"), "{}", pictures[1]);
    assert!(pictures[3].contains("a3 cannot be chosen here"), "{}", pictures[3]);
}

const RECORD: &str = r#"[Game "city-8+die=4+turn_cap=2"]
[White "human"]
[Black "random"]
[Result "unfinished by turn_cap"]

1. d3 a1-a4
2. d1 h8-h7
unfinished by turn_cap
"#;

#[test]
fn a_record_is_gone_through_step_by_step() {
    let record = Record::read(RECORD).expect("the record is right");
    let mut screen = ReplayScreen::new(record, true);
    let mut after = |key| {
        assert!(!screen.on_key(key));
        shown(|frame| screen.draw(frame))
    };
    assert!(after(KeyCode::Right).contains("step 2 of 4"), "a roll and its move are one step for the eye");
    assert!(after(KeyCode::Right).contains("Unfinished: the limit of turns is reached"));
    assert!(after(KeyCode::Left).contains("step 2 of 4"));
    assert!(after(KeyCode::Left).contains("step 0 of 4"));
    assert!(after(KeyCode::End).contains(">s<"));
    assert!(after(KeyCode::Home).contains("step 0 of 4"));
    assert!(screen.on_key(KeyCode::Char('q')));
}

#[test]
fn every_position_is_printed() {
    let record = Record::read(RECORD).expect("the record is right");
    let mut output = Vec::new();
    print(&mut output, &record, true).expect("writing to memory");
    let text = String::from_utf8(output).expect("text");
    assert!(text.starts_with("city-8+die=4+turn_cap=2: human against random\n\nstart\n 8  s "), "{text}");
    assert!(text.contains("\n1. White d3 a1-a4\n"), "{text}");
    assert!(text.contains(" 4 >S< .  .  ."), "{text}");
    assert!(text.ends_with("\nUnfinished: the limit of turns is reached\nunfinished by turn_cap\n"), "{text}");
}
