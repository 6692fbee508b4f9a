//! Tests the logic of sessions: choosing square by square, typing, taking back, rolls and passes.

use petteia_engine::{BySide, Rules, Side, Square};
use petteia_players::record::{Header, History, Record, Step};
use petteia_players::session::{Player, Session};

fn new_game(game: &str, fen: Option<&str>) -> Record {
    let rules = Rules::parse(game).expect(game);
    let header = Header { game: game.into(), players: BySide::from_fn(|_| "human".into()), seed: None };
    Record { header, history: History::starting_at(&rules, fen).expect("the position is right") }
}

/// Returns a session in which a person plays White.
fn session(game: &str, fen: Option<&str>, black: Player) -> Session {
    Session::new(new_game(game, fen), BySide { white: Player::Human, black }, 7)
}

fn square(session: &Session, name: &str) -> Square {
    session.history().game().rules().board.parse_square(name).expect(name)
}

fn choose(session: &mut Session, names: &[&str]) {
    for name in names {
        session.choose(square(session, name));
    }
}

fn targets(session: &Session) -> String {
    let name = |square: Square| session.history().game().rules().board.name(square);
    session.targets().into_iter().map(name).collect::<Vec<_>>().join(" ")
}

fn text(session: &Session) -> String {
    session.history().game().text(session.history().state().position())
}

fn last_move(session: &Session) -> String {
    session.history().moments().last().map_or_else(String::new, |moment| session.history().step_text(moment.step))
}

#[test]
fn a_piece_is_chosen_and_then_its_target() {
    let mut session = session("city-8", None, Player::Human);
    choose(&mut session, &["a1"]);
    assert_eq!(targets(&session), "a2 a3 a4 a5 a6 a7");
    choose(&mut session, &["b1"]);
    assert_eq!(targets(&session), "b2 b3 b4 b5 b6 b7", "another piece replaces the first");
    choose(&mut session, &["b1"]);
    assert!(session.picked().is_empty(), "choosing the same piece again cancels it");
    choose(&mut session, &["b1", "c4"]);
    assert_eq!(session.note(), "c4 cannot be chosen here");
    choose(&mut session, &["b1", "b4"]);
    assert_eq!(last_move(&session), "b1-b4");
    assert_eq!(session.note(), "White b1-b4");
}

#[test]
fn a_chain_stops_at_the_square_chosen_twice() {
    let mut session = session("lemery-latrunculi", Some("8/8/8/1s6/8/1s6/SS6/7s w 0,0 0,0 0 32"), Player::Human);
    choose(&mut session, &["b2"]);
    assert_eq!(targets(&session), "b1 c2 b4");
    choose(&mut session, &["b4"]);
    assert_eq!(session.note(), "choose b4 again to stop there, or leap on");
    assert_eq!(targets(&session), "b6");
    choose(&mut session, &["b4"]);
    assert_eq!(last_move(&session), "b2xb4");
    assert!(session.note().ends_with("Black loses b3"));
    session.undo();
    choose(&mut session, &["b2", "b4", "b6"]);
    assert_eq!(last_move(&session), "b2xb4xb6");
}

#[test]
fn a_bound_stone_is_removed_with_one_square() {
    let mut session = session("lemery-latrunculi", Some("8/8/8/8/SaS5/8/8/7s w 0,0 0,0 0 32"), Player::Human);
    choose(&mut session, &["b4"]);
    assert_eq!(last_move(&session), "xb4");
}

#[test]
fn a_huff_is_taken_or_declined() {
    let mut session =
        session("city-8+compulsory=huff", Some("8/8/8/4s3/8/1s6/S1S5/8 b 0,0 0,0 1 5 huff=a2,c2"), Player::Human);
    assert!(session.may_decline());
    assert_eq!(targets(&session), "a2 c2");
    choose(&mut session, &["c2"]);
    assert_eq!(session.note(), "Black !c2; White loses c2");
    session.undo();
    session.type_move("--").expect("declining is legal");
    assert!(!session.may_decline());
    choose(&mut session, &["e5", "e6"]);
    assert_eq!(last_move(&session), "e5-e6");
}

#[test]
fn stones_are_placed() {
    let mut session = session("poleis", None, Player::Human);
    choose(&mut session, &["d4", "d5"]);
    assert_eq!(last_move(&session), "@d5");
    choose(&mut session, &["d5"]);
    assert_eq!(session.note(), "d5 cannot be chosen here");
}

#[test]
fn typed_moves_are_checked() {
    let mut session = session("city-8", None, Player::Human);
    assert!(session.type_move("a1a5").expect_err("no form").contains("is not a move"));
    assert!(session.type_move("a1-b2").expect_err("not legal").contains("is not legal here"));
    session.type_move(" a1-a5 ").expect("the move is legal");
    assert_eq!(last_move(&session), "a1-a5");
}

#[test]
fn undo_goes_back_to_the_persons_decision() {
    let mut session = session("city-8", None, Player::Agent("random".parse().expect("an agent")));
    assert!(!session.undo());
    let start = text(&session);
    session.type_move("a1-a5").expect("the move is legal");
    let Some(Player::Agent(spec)) = session.mover().cloned() else { panic!("it is the agent's turn") };
    assert!(session.type_move("h8-h4").is_err(), "a person does not move for an agent");
    let choice = |session: &Session| session.task(&spec).think().expect("it cannot fail").0;
    let reply = choice(&session);
    session.decide(reply);
    assert_eq!(session.mover(), Some(&Player::Human));
    assert!(session.undo());
    assert_eq!(text(&session), start);
    session.type_move("a1-a5").expect("the move is legal");
    assert_eq!(choice(&session), reply, "the same move meets the same answer");
}

#[test]
fn rolls_are_made_and_stay_when_a_move_is_taken_back() {
    let mut session = session("city-8+die=4", None, Player::Human);
    let before = text(&session);
    assert!(matches!(session.history().moments()[0].step, Step::Roll(_)));
    let first = session.history().game().moves(session.history().state().position())[0];
    session.decide(first);
    let after = text(&session);
    assert!(session.undo());
    assert_eq!(text(&session), before);
    session.decide(first);
    assert_eq!(text(&session), after, "the next roll is the same too");
}

// White's only stone is a vagus. It must go to d1, three squares away.
#[test]
fn a_roll_that_allows_nothing_is_passed() {
    let mut session = session("city-8+vagi+die=4", Some("8/8/8/8/8/8/8/V3ss2 w 0,0 0,0 0 40 d1"), Player::Human);
    assert_eq!(session.note(), "White rolls 1, which allows no move, and passes");
    assert_eq!(session.history().state().position().side(), Side::Black);
    assert!(session.history().state().position().roll().is_some());
    assert!(!session.undo(), "a pass is not a decision");
}

#[test]
fn a_finished_game_awaits_nothing() {
    let mut session = session("city-8", Some("8/8/8/8/8/8/8/S7 w 0,0 8,0 0 40"), Player::Human);
    assert_eq!(session.mover(), None);
    assert!(session.targets().is_empty());
    assert!(!session.undo());
}
