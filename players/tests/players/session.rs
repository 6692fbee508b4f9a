//! The logic of a played game: choosing square by square, typing, taking back, rolls and passes.

use petteia_engine::{BySide, Geometry, OnBoard, Rules, Side, Square, with_geometry};
use petteia_simulator::record::{Header, Record, Step};
use petteia_simulator::session::{Awaited, Player, Session};

/// Does something with a session of two persons.
struct Try<'a, F> {
    record: &'a Record,
    players: BySide<Player>,
    act: F,
}

/// What is done on a board of whatever shape.
trait Act {
    fn act<G: Geometry>(self, session: Session<G>);
}

impl<F: Act> OnBoard for Try<'_, F> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        self.act.act(Session::new(self.record, geometry, self.players, 7));
    }
}

fn new_game(game: &str, fen: Option<&str>) -> Record {
    let rules = Rules::parse(game).expect(game);
    let header = Header { game: game.into(), rules, players: BySide::from_fn(|_| "human".into()), seed: None };
    Record::new(header, fen).expect("the position is right")
}

fn with_session(game: &str, fen: Option<&str>, black: Player, act: impl Act) {
    let record = new_game(game, fen);
    let players = BySide { white: Player::Human, black };
    with_geometry(record.header().rules.board, Try { record: &record, players, act });
}

fn square<G: Geometry>(session: &Session<G>, name: &str) -> Square {
    session.history().game().geometry().size().parse_square(name).expect(name)
}

fn choose<G: Geometry>(session: &mut Session<G>, names: &[&str]) {
    for name in names {
        session.choose(square(session, name));
    }
}

fn targets<G: Geometry>(session: &Session<G>) -> String {
    let name = |square: Square| session.history().game().geometry().size().name(square);
    session.targets().into_iter().map(name).collect::<Vec<_>>().join(" ")
}

fn text<G: Geometry>(session: &Session<G>) -> String {
    session.history().game().text(session.history().state().position())
}

fn last_move<G: Geometry>(session: &Session<G>) -> String {
    session.history().moments().last().map_or_else(String::new, |moment| session.history().step_text(moment.step))
}

macro_rules! session_test {
    ($name:ident, $game:expr, $fen:expr, $black:expr, |$session:ident| $body:block) => {
        #[test]
        fn $name() {
            struct Test;
            impl Act for Test {
                fn act<G: Geometry>(self, mut $session: Session<G>) $body
            }
            with_session($game, $fen, $black, Test);
        }
    };
}

session_test!(a_piece_is_chosen_and_then_its_target, "city-8", None, Player::Human, |session| {
    choose(&mut session, &["a1"]);
    assert_eq!(targets(&session), "a2 a3 a4 a5 a6 a7");
    choose(&mut session, &["b1"]);
    assert_eq!(targets(&session), "b2 b3 b4 b5 b6 b7", "another piece takes the place of the first");
    choose(&mut session, &["b1"]);
    assert!(session.picked().is_empty(), "the same piece again forgets it");
    choose(&mut session, &["b1", "c4"]);
    assert_eq!(session.note(), "c4 is no choice here");
    choose(&mut session, &["b1", "b4"]);
    assert_eq!(last_move(&session), "b1-b4");
    assert_eq!(session.note(), "White b1-b4");
});

session_test!(
    a_chain_stops_at_the_square_chosen_twice,
    "lemery-latrunculi",
    Some("8/8/8/1s6/8/1s6/SS6/7s w 0,0 0,0 0 32"),
    Player::Human,
    |session| {
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
);

session_test!(
    a_bound_stone_is_removed_with_one_square,
    "lemery-latrunculi",
    Some("8/8/8/8/SaS5/8/8/7s w 0,0 0,0 0 32"),
    Player::Human,
    |session| {
        choose(&mut session, &["b4"]);
        assert_eq!(last_move(&session), "xb4");
    }
);

session_test!(
    a_huff_is_taken_or_declined,
    "city-8+compulsory=huff",
    Some("8/8/8/4s3/8/1s6/S1S5/8 b 0,0 0,0 1 5 huff=a2,c2"),
    Player::Human,
    |session| {
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
);

session_test!(stones_are_placed, "poleis", None, Player::Human, |session| {
    choose(&mut session, &["d4", "d5"]);
    assert_eq!(last_move(&session), "@d5");
    choose(&mut session, &["d5"]);
    assert_eq!(session.note(), "d5 is no choice here");
});

session_test!(typed_moves_are_checked, "city-8", None, Player::Human, |session| {
    assert!(session.type_move("a1a5").expect_err("no form").contains("is no move"));
    assert!(session.type_move("a1-b2").expect_err("not legal").contains("is not legal here"));
    session.type_move(" a1-a5 ").expect("the move is legal");
    assert_eq!(last_move(&session), "a1-a5");
});

session_test!(
    undo_goes_back_to_the_persons_decision,
    "city-8",
    None,
    Player::Agent("random".parse().expect("an agent")),
    |session| {
        assert!(!session.undo());
        let start = text(&session);
        session.type_move("a1-a5").expect("the move is legal");
        let Awaited::Agent(spec) = session.awaited() else { panic!("it is the agent's turn") };
        assert!(session.type_move("h8-h4").is_err(), "a person does not move for an agent");
        let reply = session.task(&spec).choose();
        session.decide(reply);
        assert_eq!(session.awaited(), Awaited::Human);
        assert!(session.undo());
        assert_eq!(text(&session), start);
        session.type_move("a1-a5").expect("the move is legal");
        assert_eq!(session.task(&spec).choose(), reply, "the same move meets the same answer");
    }
);

session_test!(rolls_are_made_and_stay_when_a_move_is_taken_back, "city-8+die=4", None, Player::Human, |session| {
    let before = text(&session);
    assert!(matches!(session.history().moments()[0].step, Step::Roll(_)));
    let first = session.history().game().moves(session.history().state().position())[0];
    session.decide(first);
    let after = text(&session);
    assert!(session.undo());
    assert_eq!(text(&session), before);
    session.decide(first);
    assert_eq!(text(&session), after, "the next roll is the same too");
});

// White's only stone is a vagus: it may only go to d1, three squares away.
session_test!(
    a_roll_that_allows_nothing_is_passed,
    "city-8+vagi+die=4",
    Some("8/8/8/8/8/8/8/V3ss2 w 0,0 0,0 0 40 d1"),
    Player::Human,
    |session| {
        assert_eq!(session.note(), "White rolls 1, which allows no move, and passes");
        assert_eq!(session.history().state().position().side(), Side::Black);
        assert!(session.history().state().position().roll().is_some());
        assert!(!session.undo(), "a pass is nobody's decision");
    }
);

session_test!(
    a_finished_game_awaits_nothing,
    "city-8",
    Some("8/8/8/8/8/8/8/S7 w 0,0 8,0 0 40"),
    Player::Human,
    |session| {
        assert!(matches!(session.awaited(), Awaited::Nothing(_)));
        assert!(session.targets().is_empty());
        assert!(!session.undo());
    }
);
