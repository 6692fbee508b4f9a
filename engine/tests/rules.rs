//! Tests rules as text and as tables: round trips, switches on and off, rejected combinations (RULES §9).

use std::collections::BTreeSet;

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::fields::{FIELDS, Field, Takes};
use petteia_engine::rules::switches::{MOST_BYTES, SWITCHES, Switch};
use petteia_engine::rules::{LeaderOwner, TurnLimit};
use petteia_engine::{AnyGame, BoardSize, Rules, RulesError};
use serde_json::Value;

#[test]
fn every_game_comes_back_from_its_table() {
    for game in &GAMES {
        let rules = game.rules();
        let table = toml::to_string(&rules).unwrap_or_else(|error| panic!("{}: {error}", game.id));
        let read: Rules = toml::from_str(&table).unwrap_or_else(|error| panic!("{}: {error}\n{table}", game.id));
        assert_eq!(read, rules, "{}\n{table}", game.id);
        let json = serde_json::to_string(&rules).expect("rules are data");
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("as written"), rules, "{}", game.id);
        assert!(rules.check().is_ok(), "{}", game.id);
    }
}

#[test]
fn overlaid_games_come_back_from_their_tables() {
    for text in [
        "city-8+vagi+die=4+no_progress=9",
        "callen-proto-tafl+inciti+hopeless=idle",
        "lemery-latrunculi+bound=one-turn",
    ] {
        let rules = Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let table = toml::to_string(&rules).expect("rules are data");
        assert_eq!(toml::from_str::<Rules>(&table).expect("as written"), rules, "{text}\n{table}");
    }
}

#[test]
fn only_the_sides_of_proto_tafl_and_of_games_with_komi_differ() {
    let differ: Vec<&str> = GAMES.iter().filter(|game| !game.rules().sides_are_equal()).map(|game| game.id).collect();
    let has_king = |id: &&str| {
        let leader = Rules::read(id).expect("a game").leader;
        *id != "callen-proto-tafl" && leader.is_some_and(|leader| leader.owner != LeaderOwner::Both)
    };
    let with_komi = |id: &&str| id.starts_with("irrgo") && *id != "irrgo-8x8-prose";
    let (of_tafl, others): (Vec<&str>, Vec<&str>) =
        differ.into_iter().filter(|id| !with_komi(id)).partition(|id| has_king(id));
    assert_eq!(others, ["callen-proto-tafl"]);
    assert_eq!(of_tafl.len(), GAMES.iter().filter(|game| has_king(&game.id)).count());
    for table in [
        "setup = { rows = { white = 1, black = 2 } }",
        "bare = { white = 0, black = 3 }",
        "compulsory = { white = \"off\", black = \"strict\" }",
        "leader = { start = \"left-centre\", owner = \"white\", capture = \"custodial\" }",
    ] {
        let rules: Rules = toml::from_str(table).expect("a table of rules");
        assert!(!rules.sides_are_equal(), "{table}");
    }
}

#[test]
fn missing_keys_are_those_of_city_8() {
    let rules: Rules = toml::from_str("board = { files = 10, ranks = 6 }").expect("a table of rules");
    assert_eq!(rules, Rules { board: BoardSize { files: 10, ranks: 6 }, ..Rules::default() });
}

#[test]
fn unknown_keys_are_refused() {
    for table in [
        "edges = true",
        "[board]\nfiles = 8\nranks = 8\ndepth = 8",
        "[leader]\nstart = \"left-centre\"\ncapture = \"never\"\njumps = true",
    ] {
        assert!(toml::from_str::<Rules>(table).is_err(), "{table}");
    }
}

/// Each switch with each of its words but the first, or with the value of its example.
fn examples() -> impl Iterator<Item = (&'static str, String)> {
    SWITCHES.iter().flat_map(|switch| {
        let words = switch.choices.iter().skip(1).map(|word| format!("+{}={word}", switch.name));
        let plain = if switch.example.is_empty() { format!("+{}", switch.name) } else { switch.example.clone() };
        let texts: Vec<String> = if switch.choices.is_empty() { vec![plain] } else { words.collect() };
        texts.into_iter().map(|text| (switch.name, text))
    })
}

#[test]
fn what_is_put_on_and_taken_off_again_changes_nothing() {
    let mut tried = BTreeSet::new();
    for game in &GAMES {
        for (name, switch) in examples() {
            let binds_by_moves = name == "bound" && game.rules().holds();
            let is_on = binds_by_moves || Rules::read(&format!("{}-{name}", game.id)).is_ok();
            let text = format!("{}{switch}-{name}", game.id);
            match Rules::read(&text) {
                Ok(rules) if !is_on => {
                    assert_eq!(rules, game.rules(), "{text}");
                    tried.insert(name);
                }
                _ => {}
            }
        }
    }
    let untried: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).filter(|name| !tried.contains(name)).collect();
    assert_eq!(untried, ["move", "dead_position"], "no game has these off, or they cannot be taken off");
}

#[test]
fn what_is_taken_off_and_put_on_again_changes_nothing() {
    let pairs = [
        ("poleis", "vagi", "vagi"),
        ("city-8-edge", "edge", "edge"),
        ("lemery-petteia", "corner", "corner"),
        ("lemery-petteia-advanced", "compulsory", "compulsory=huff"),
        ("lemery-crossing", "no_moves", "no_moves=draw"),
        ("lemery-petteia", "leader_captures", "leader_captures=on"),
        ("callen-simple-petteia", "capture_target", "capture_target=7"),
        ("city-8", "bare", "bare=0"),
        ("city-8", "repetition", "repetition=3"),
        ("city-8", "no_progress", "no_progress=board"),
        ("city-8", "turn_cap", "turn_cap=board"),
    ];
    for (game, off, on) in pairs {
        let text = format!("{game}-{off}+{on}");
        assert_eq!(Rules::read(&text).expect("it is on"), Rules::read(game).expect("a game"), "{text}");
        let twice = format!("{game}-{off}-{off}");
        let error = Rules::read(&twice).expect_err("it is off").to_string();
        assert!(error.contains("this game does not have"), "{twice}: {error}");
    }
    let on_again = Rules::read("city-8-dead_position+dead_position=on").expect("two switches");
    assert!(on_again.tests_dead_position() && Rules::default().tests_dead_position());
}

#[test]
fn the_defaults_of_no_progress_and_turn_cap_follow_the_board() {
    for (game, no_progress, turn_cap) in [
        ("seega-5", 200, 2000),
        ("city-8", 200, 2000),
        ("city-12", 200, 2000),
        ("seega-11x12", 412, 8240),
        ("seega-17x18", 956, 19_120),
        ("seega-17x18+no_progress=200+turn_cap=2000", 200, 2000),
        ("seega-17x18+no_progress=200+no_progress=board", 956, 19_120),
        ("seega-17x18+turn_cap=5+turn_cap=board", 956, 19_120),
        ("seega-17x18-no_progress-turn_cap", 0, 0),
        ("bell-8x8", 30, 2000),
        ("bell-8x8+no_progress=board", 200, 2000),
        ("irrgo-8x8-prose", 0, 168),
    ] {
        let rules = Rules::parse(game).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!((rules.no_progress(), rules.turn_cap()), (no_progress, turn_cap), "{game}");
        let limits = (rules.limits.no_progress, rules.limits.turn_cap);
        assert_eq!(limits, (TurnLimit::Turns(no_progress), TurnLimit::Turns(turn_cap)), "checked rules of {game}");
    }
    let of_table = |limits: &str| {
        let table = format!("[board]\nfiles = 17\nranks = 17\n[limits]\n{limits}");
        let rules = toml::from_str::<Rules>(&table).expect(&table).check().expect(&table);
        (rules.no_progress(), rules.turn_cap())
    };
    assert_eq!(of_table(""), (903, 18_060));
    assert_eq!(of_table("no_progress = 200\nturn_cap = 2000"), (200, 2000));
    assert_eq!(of_table("no_progress = \"board\"\nturn_cap = \"board\""), (903, 18_060));
    let wrong = toml::from_str::<Rules>("[limits]\nturn_cap = \"never\"").expect_err("no such word").to_string();
    assert!(wrong.contains("a whole number or `board`"), "{wrong}");
}

#[test]
fn putting_on_what_is_on_is_no_error() {
    for (text, game) in
        [("poleis+vagi", "poleis"), ("city-8+bare=0", "city-8"), ("city-8+repetition=3+move=slide", "city-8")]
    {
        assert_eq!(Rules::read(text), Rules::read(game), "{text}");
    }
}

#[test]
fn the_longest_id_wins() {
    assert_eq!(Rules::read("city-8-edge").expect("a game"), Rules { edge: true, ..Rules::default() });
    let error = Rules::read("city-12-edge").expect_err("city-12 has no edge").to_string();
    assert!(error.contains("`-edge`: this game does not have `edge`"), "{error}");
}

/// Texts that are rejected, with part of the message.
const REFUSED: [(&str, &str); 103] = [
    ("city-8+hopeless=idle", "`hopeless` needs `inciti`"),
    ("city-8+hopeless=captured", "`hopeless` needs `inciti`"),
    ("city-8+bound=one-turn", "`bound=one-turn` needs `movement=leap`"),
    ("city-8+bound=trapped", "`bound=trapped` needs `movement=leap`"),
    ("city-8+inciti+move=forward", "`movement=forward` and `inciti` do not go together"),
    ("city-8-forward+inciti", "`movement=forward` and `inciti` do not go together"),
    ("city-8+inciti+dead_position=off", "`dead_position=off` and `inciti` do not go together"),
    ("city-8-dead_position+inciti", "`dead_position=off` and `inciti` do not go together"),
    ("lemery-latrunculi+move=step", "leap"),
    ("lemery-latrunculi+move=slide", "leap"),
    ("lemery-latrunculi+vagi", "`movement=leap` and `vagi` do not go together"),
    ("lemery-latrunculi+edge", "`movement=leap` and `edge` do not"),
    ("lemery-latrunculi+corner", "`movement=leap` and `corner` do not"),
    ("lemery-latrunculi+surround", "`movement=leap` and `surround` do not"),
    ("lemery-latrunculi+compulsory=strict", "`movement=leap` and `compulsory` do not"),
    ("lemery-latrunculi+compulsory=huff", "`movement=leap` and `compulsory` do not"),
    ("city-8+leader_captures=off", "games with a leader"),
    ("city-8+leader_captures=on", "games with a leader"),
    ("poleis-leader_captures", "games with a leader"),
    ("lemery-petteia+leader_captures=off-leader_captures", "this game does not have"),
    ("city-8+move=leap", "`slide`, `step`, `forward` or `hop`"),
    ("city-8-move", "every game has `move`"),
    ("city-8+die=0", "1 to 255"),
    ("city-8+die=04", "1 to 255"),
    ("city-8+die=-1", "1 to 255"),
    ("city-8+die", "1 to 255"),
    ("city-8+stakes=0", "1 to 255"),
    ("city-8+capture_target=0", "1 to 65535"),
    ("city-8+capture_target=70000", "1 to 65535"),
    ("city-8+bare=x", "0 to 65535"),
    ("city-8+repetition=1", "at least 2"),
    ("city-8+no_progress=-5", "0 for off"),
    ("city-8+vagi=on", "takes no value"),
    ("city-8+compulsory=on", "`off`, `strict` or `huff`"),
    ("city-8+no_moves=wins", "`loses`, `draw`, `passes` or `adjudicate`"),
    ("city-8+inciti+hopeless=stay", "`captured` or `idle`"),
    ("city-8+vagy", "did you mean `vagi`"),
    ("city-8+board=9", "no switch `board`"),
    ("city-9", "did you mean `city-8`"),
    ("", "no game"),
    ("city-8+", "no switch ``"),
    ("city-8 +vagi", "no game"),
    ("city-8+repetition=often", "or `forbidden`"),
    ("city-8+die=4+repetition=forbidden", "`repetition=forbidden`"),
    ("city-8+leader_move=slide", "games with a leader"),
    ("city-8+leader_move=hop", "games with a leader"),
    ("lemery-petteia+leader_move=hop", "and `leader.jump` do not go together"),
    ("lemery-petteia+leader_move=step", "and `leader.jump` do not go together"),
    ("lemery-latrunculi+hostile_corner", "`hostile_corner`"),
    ("city-8+hostile_corner+inciti", "`hostile_corner`"),
    ("city-8+hostile_corner+capture_run", "`hostile_corner`"),
    ("lemery-latrunculi+capture_run", "`capture_run`"),
    ("lemery-latrunculi+capture_again=any", "`capture_again`"),
    ("city-8+vagi+capture_again=any", "`capture_again`"),
    ("city-8+inciti+capture_again=capturing", "`capture_again`"),
    ("city-8+die=4+capture_again=any", "`capture_again`"),
    ("city-8+compulsory=strict+capture_again=any", "`capture_again`"),
    ("city-8+move=hop+die=4", "hop"),
    ("city-8+move=hop+vagi", "hop"),
    ("city-8+move=hop+inciti", "hop"),
    ("kowalski-8x12+move=hop", "hop"),
    ("lemery-latrunculi+move=hop", "leap"),
    ("city-8+over=any", "`over` needs `movement=hop`"),
    ("seneca+move=step", "`over` needs `movement=hop`"),
    ("city-8+move=hop+over=own-or-bound", "`over=own-or-bound` needs `bound=held`, `bound=lasting` or `bound=chain`"),
    ("lemery-latrunculi+bound=held", "`bound=held`"),
    ("city-8-forward+bound=held", "`bound=held`"),
    ("kowalski-8x12+bound=held", "`bound=held`"),
    ("city-8+bound=held+vagi", "`bound=held`"),
    ("city-8+bound=held+edge", "`bound=held`"),
    ("city-8+bound=held+surround", "`bound=held`"),
    ("city-8+bound=held+hostile_corner", "`bound=held`"),
    ("city-8+bound=held+capture_run", "`bound=held`"),
    ("city-8+bound=held+compulsory=strict", "`bound=held`"),
    ("city-8+bound=held+inciti", "`bound=held`"),
    ("city-8+bound=held+die=4", "`bound=held`"),
    ("city-8+removal=instead", "`removal` needs `bound=held`, `bound=lasting` or `bound=chain`"),
    ("city-8+entry=free", "`entry` needs `bound=held`"),
    ("city-8+undo=forbidden+capture_again=any", "`undo=forbidden` and `capture_again` do not go together"),
    ("city-8+komi=0.5", "`komi` needs `adjudication=pieces` or `adjudication=free`"),
    ("callen-simple-petteia+komi=1", "`komi`"),
    ("callen-simple-capture-leader+komi=1", "`komi`"),
    ("poleis+komi=1.0", "`+komi=1.0` is not valid"),
    ("poleis+komi=.5", "`+komi=.5` is not valid"),
    ("poleis+komi=0.25", "a multiple of 0.5"),
    ("city-8+adjudication=free", "`adjudication=free` needs `movement=leap`"),
    ("city-8+progress=captures", "`progress` needs `movement=leap`"),
    ("city-8+placing=free", "`placing` needs `placement`"),
    ("bell-8x8+placing=safe", "`placing=safe` and `leader` do not go together"),
    ("seega-5+placing=quiet", "`placing=quiet` and `no_moves=passes` do not go together"),
    ("city-8+bound=lasting+die=4", "`bound=lasting` and `die` do not go together"),
    ("city-8+bound=chain+vagi", "`bound=chain`"),
    ("lemery-latrunculi+bound=chain", "`bound=chain`"),
    ("lemery-latrunculi+removal=all", "`removal` needs `bound=held`"),
    ("city-8+die=4+repetition=forbidden-board", "`repetition=forbidden-board` and `die` do not go together"),
    ("seega-5+adjudication=last-mover-loses", "and `adjudication=last-mover-loses` do not"),
    ("city-8-undo", "does not have"),
    ("seneca-bound", "moves bind stones"),
    ("city-8+no_moves=passes+die=4", "`no_moves=passes`"),
    ("city-8+inciti+hopeless=idle+no_moves=passes", "`no_moves=passes`"),
    ("callen-simple-capture-leader+no_moves=passes", "and `adjudication=last-mover-loses` do not"),
    ("callen-simple-capture-leader+no_moves=adjudicate", "and `adjudication=last-mover-loses` do not"),
    ("seneca+bound=trapped", "`bound=trapped` needs `movement=leap`"),
];

#[test]
fn senseless_texts_are_refused_with_the_reason() {
    for (text, reason) in REFUSED {
        let error = Rules::parse(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// One game of each kind, so that every switch goes with one of them.
const KINDS: [&str; 7] =
    ["city-8", "city-8+inciti", "poleis", "lemery-latrunculi", "schaedler-1994", "kowalski-8x12", "lemery-petteia"];

/// Checks what follows from the rows of the fields: where two switches do not go together, the message names both, and
/// the page of fields says so.
#[test]
fn switches_that_do_not_go_together_say_so() {
    let field = |switch: &str| {
        let switch = SWITCHES.iter().find(|known| known.name == switch).expect("a switch");
        FIELDS.iter().find(|field| field.path == switch.path).expect("a field")
    };
    let mut refused = 0;
    for game in KINDS {
        let can_have = |text: &(&str, String)| Rules::parse(&format!("{game}{}", text.1)).is_ok();
        let examples: Vec<(&str, String)> = examples().filter(can_have).collect();
        for (place, (own, one)) in examples.iter().enumerate() {
            for (other, another) in examples[place + 1..].iter().filter(|(other, _)| other != own) {
                let text = format!("{game}{one}{another}");
                let Err(error) = Rules::parse(&text) else { continue };
                let (own, other) = (field(own), field(other));
                let error = error.to_string();
                let names = |field: &Field| error.contains(field.path.trim_start_matches("limits."));
                assert!(names(own) && names(other), "{text}: {error}");
                let tells = |one: &Field, other: &Field| one.with().contains(&format!("`{}", other.path));
                let is_told = tells(own, other) || tells(other, own);
                assert!(is_told, "{text} is refused, and neither row says so");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "only {refused} combinations were refused");
}

#[test]
fn a_name_is_read_up_to_its_greatest_length() {
    let longest =
        |switch: &Switch| match (switch.values.is_empty(), switch.choices.iter().max_by_key(|word| word.len())) {
            (true, _) => format!("+{}", switch.name),
            (_, Some(word)) => format!("+{}={word}", switch.name),
            _ => format!("+{}={}", switch.name, u32::MAX),
        };
    let game = GAMES.iter().map(|game| game.id.len()).max().expect("there are games");
    let all = game + SWITCHES.iter().map(|switch| longest(switch).len()).sum::<usize>();
    assert!(all < MOST_BYTES, "{all}");
    let long = |bytes: usize| format!("{}{}", "city-8+edge", "+vagi".repeat((bytes - "city-8+edge".len()) / 5));
    assert!(Rules::parse(&long(MOST_BYTES)).is_ok());
    let length = long(MOST_BYTES + 5).len();
    assert_eq!(Rules::parse(&long(MOST_BYTES + 5)), Err(RulesError::TooLong { length }.into()));
    let error = Rules::default().with_overlay(&"+vagi".repeat(10_000)).expect_err("too long").to_string();
    assert_eq!(error, "a game's name has at most 1200 bytes; this one has 50000");
}

/// Tables that are rejected, with part of the message.
const REFUSED_TABLES: [(&str, &str); 31] = [
    ("board = { files = 25, ranks = 2 }", "1 to 24 files"),
    ("board = { files = 24, ranks = 17 }", "at most 400 squares"),
    ("board = { files = 2, ranks = 25 }", "1 to 24 ranks"),
    ("board = { files = 8, ranks = 0 }", "1 to 24 ranks"),
    ("board = { files = 8, ranks = 2 }", "too small for its setup"),
    ("setup = { rows = { white = 5, black = 4 } }", "too small for its setup"),
    ("setup = { placement = 33 }", "too small for the pieces"),
    ("setup = { placement = 0 }", "at least 1 stone"),
    (
        "board = { files = 9, ranks = 8 }\nleader = { start = \"left-centre\", capture = \"never\" }",
        "even number of files",
    ),
    ("board = { files = 2, ranks = 8 }\nleader = { start = \"third-from-right\", capture = \"never\" }", "too small"),
    (
        "leader = { start = \"left-centre\", capture = \"never\", lose = true }",
        "`leader.lose` and `leader.capture=never` do not",
    ),
    ("leader = { start = \"e5\" }\nboard = { files = 9, ranks = 9 }", "taken by the other side"),
    ("leader = { start = \"k1\" }", "off the board"),
    ("setup = { position = \"8/8 w 0,0 0,0 0 0\" }", "expected 8 ranks"),
    ("setup = { position = \"8/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0\" }", "Black has no pieces"),
    ("setup = { position = \"ssssssss/8/8/8/8/8/8/SSSSSSSV w 0,0 0,0 0 0\" }", "this game has no `V`"),
    ("setup = { position = \"ssssssss/8/8/8/8/8/8/SSSSSSSS w 2,3 0,0 0 0\" }", "stones are placed alternately"),
    (
        "leader = {}\nsetup = { position = \"ssssssss/8/8/8/8/8/8/SSSSSSSL w 0,0 0,0 0 0\" }",
        "Black's leader is missing",
    ),
    ("leader = {}\nsetup = { position = \"l7/8/8/8/8/8/8/L7 w 2,2 0,0 0 0\" }", "leaders cannot be placed from here"),
    ("per_turn = 0", "`per_turn` is at least 1"),
    ("per_turn = 2", "`per_turn` needs `placement`"),
    ("hole = \"centre\"", "`hole` needs `placement`"),
    ("hole = \"centre\"\nsetup = { placement = 4 }", "there is a centre square"),
    (
        "board = { files = 3, ranks = 3 }\nhole = \"centre\"\nsetup = { placement = 4 }\nleader = { start = \"placed-last\" }",
        "too small for the pieces",
    ),
    ("setup = { placement = 4 }\nleader = {}", "starts `placed-last`"),
    ("setup = { placement = 4 }\nleader = { start = \"placed-last\", crossing = true }", "cannot win by `crossing`"),
    ("leader = { start = \"placed-last\" }", "for games with `placement`"),
    ("leader = { start = \"back-rank-centre\" }", "an odd one"),
    ("board = { files = 9, ranks = 8 }\nleader = { start = \"right-centre\" }", "even number of files"),
    (
        "board = { files = 9, ranks = 8 }\nsetup = { rows = { white = 0, black = 1 } }\nleader = { start = \"back-rank-centre\" }",
        "needs a row of stones",
    ),
    (
        "setup = { position = \"8/8/8/8/2Sa4/8/5s2/s7 w 0,0 0,0 0 0\" }\nmovement = \"hop\"\nbound = \"held\"",
        "is not held",
    ),
];

#[test]
fn senseless_tables_are_refused_with_the_reason() {
    for (table, reason) in REFUSED_TABLES {
        let rules: Rules = toml::from_str(table).unwrap_or_else(|error| panic!("{table}: {error}"));
        let error = rules.check().expect_err(table).to_string();
        assert!(error.contains(reason), "{table}: {error}");
    }
}

#[test]
fn an_overlay_begins_with_a_sign() {
    for overlay in ["vagi", "é", " +vagi", "=", "d+vagi"] {
        let error = Rules::default().with_overlay(overlay).expect_err(overlay).to_string();
        assert!(error.contains("begins with `+` or `-`"), "{overlay}: {error}");
    }
    assert_eq!(Rules::default().with_overlay(""), Ok(Rules::default()));
}

#[test]
fn all_defects_are_told_at_once() {
    let error = Rules::parse("lemery-latrunculi+vagi+edge+hopeless=idle+compulsory=huff").expect_err("four defects");
    assert_eq!(error.0.len(), 4, "{error}");
}

#[test]
fn every_switch_says_what_it_takes() {
    for switch in SWITCHES.iter() {
        assert!(!switch.about.is_empty(), "{}", switch.name);
        let text = format!("lemery-petteia+{}=nonsense", switch.name);
        assert!(Rules::read(&text).is_err(), "{text}");
    }
}

/// The paths of all values of a table; what a side has is no path of its own.
fn paths(prefix: &str, table: &Value, into: &mut BTreeSet<String>) {
    let sides = |key: &String| key == "white" || key == "black";
    match table.as_object().filter(|table| !table.keys().any(sides)) {
        Some(table) => table.iter().for_each(|(key, value)| {
            let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            paths(&path, value, into);
        }),
        None => {
            into.insert(prefix.to_owned());
        }
    }
}

/// Returns a line of a table with a value that is not the default of the field.
fn unusual(field: &Field) -> String {
    let value = match field.takes {
        Takes::Flag => "true".to_owned(),
        Takes::Choice(words) => format!("\"{}\"", words[words.len() - 1]),
        Takes::Place(words) => format!("\"{}\"", words[1]),
        Takes::Halves => "0.5".to_owned(),
        Takes::Whole { .. } | Takes::WholeOr { .. } => "2".to_owned(),
        Takes::Position => "\"\"".to_owned(),
    };
    let value = if field.by_side { format!("{{ white = {value}, black = {value} }}") } else { value };
    format!("{} = {value}\n", field.path)
}

#[test]
fn the_fields_are_those_of_the_rules() {
    let mut found = BTreeSet::new();
    for setup in ["rows = { white = 1, black = 1 }", "placement = 2", "position = \"\""] {
        let lines = FIELDS.iter().filter(|field| !field.path.starts_with("setup.")).map(unusual);
        let table = format!("setup = {{ {setup} }}\n{}", lines.collect::<String>());
        let rules: Rules = toml::from_str(&table).unwrap_or_else(|error| panic!("{table}: {error}"));
        paths("", &serde_json::to_value(&rules).expect("rules are data"), &mut found);
    }
    let listed: BTreeSet<String> = FIELDS.iter().map(|field| field.path.to_owned()).collect();
    assert_eq!(found, listed);
    assert_eq!(listed.len(), FIELDS.len(), "a field is listed twice");
}

fn start(table: &str) -> String {
    let rules: Rules = toml::from_str(table).unwrap_or_else(|error| panic!("{table}: {error}"));
    let game = AnyGame::of(rules.check().unwrap_or_else(|error| panic!("{table}: {error}")));
    game.text(&game.start())
}

#[test]
fn a_leader_starts_on_the_square_that_is_named() {
    let nine = |leader: &str| start(&format!("board = {{ files = 9, ranks = 9 }}\nleader = {{ {leader} }}"));
    assert_eq!(nine("start = \"e1\""), "sssslssss/9/9/9/9/9/9/9/SSSSLSSSS w 0,0 0,0 0 0");
    assert_eq!(nine("start = \"d2\""), "sssssssss/5l3/9/9/9/9/9/3L5/SSSSSSSSS w 0,0 0,0 0 0");
    assert_eq!(nine("start = \"e5\", owner = \"white\""), "sssssssss/9/9/9/4L4/9/9/9/SSSSSSSSS w 0,0 0,0 0 0");
    assert_eq!(nine("start = \"e9\", owner = \"black\""), "sssslssss/9/9/9/9/9/9/9/SSSSSSSSS w 0,0 0,0 0 0");
}

#[test]
fn a_game_starts_from_any_position() {
    for text in [
        "ssssssss/8/8/8/8/8/8/SSSSSSSS b 0,0 0,0 0 1",
        "8/3ss3/2s2s2/8/8/2S2S2/3SS3/8 w 0,0 4,4 7 60",
        "8/8/3ss3/8/8/3SS3/8/8 b 5,6 0,0 0 9",
    ] {
        assert_eq!(start(&format!("setup = {{ position = \"{text}\" }}")), text);
    }
}

#[test]
fn a_position_with_its_mirror_image_is_equal_for_both() {
    let equal = |position: &str| {
        let table = format!("setup = {{ position = \"{position}\" }}");
        toml::from_str::<Rules>(&table).expect("a table").sides_are_equal()
    };
    assert!(equal("ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0"));
    assert!(equal("5s2/8/8/8/8/8/8/2S5 w 3,3 0,0 0 0"), "turned by 180°");
    assert!(equal("2s5/8/8/8/8/8/8/2S5 w 0,0 1,1 0 0"), "mirrored");
    assert!(!equal("2s5/8/8/8/8/8/8/3S4 w 0,0 0,0 0 0"));
    assert!(!equal("ssssssss/8/8/8/8/8/8/SSSSSSSS b 0,0 0,0 0 0"), "Black begins");
    assert!(!equal("ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 1,0 0 0"), "White has captured more");
}

#[test]
fn a_side_without_rows_needs_a_leader() {
    let rules = |more: &str| -> Rules {
        toml::from_str(&format!("setup.rows = {{ white = 0, black = 1 }}\n{more}")).expect("a table of rules")
    };
    let said = rules("").check().unwrap_err().to_string();
    assert_eq!(said, "a side whose `rows` are 0 needs a leader, or it has no pieces");
    rules("leader.owner = \"white\"").check().expect("a leader is a piece");
}
