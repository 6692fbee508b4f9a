//! How experiment files are read: factors, combinations that cannot be, ladders and labels.

use petteia_players::config::Source;

use super::{ExperimentConfig, ExperimentError, Form, Labels, Plan};

/// Plans an experiment with one game, one pairing and more lines.
fn plan(more: &str) -> Result<Plan, ExperimentError> {
    read(&format!("name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"city-8\"]\npairings = [\"random\"]\n{more}"))
}

fn read(text: &str) -> Result<Plan, ExperimentError> {
    Plan::new(&ExperimentConfig::read(Source::of("a.toml", text))?, None, None)
}

fn refusal(plan: Result<Plan, ExperimentError>) -> String {
    plan.map(|plan| plan.cells.len()).expect_err("it is wrong").to_string()
}

fn names(plan: &Plan) -> Vec<&str> {
    plan.cells.iter().map(|planned| planned.cell.variant.as_str()).collect()
}

#[test]
fn a_factor_sets_any_field_of_the_rules() {
    let found = plan("factors = { files = [6, 8], \"leader.lose\" = [true, false] }").expect("it can be played");
    let expected =
        ["files=6+leader.lose", "files=6+leader.lose=false", "files=8+leader.lose", "files=8+leader.lose=false"];
    assert_eq!(names(&found), expected.map(|name| format!("city-8+{name}")));
    let cell = &found.cells[1];
    let levels: Vec<_> = cell.factors.iter().map(|(name, level)| (name.as_str(), level.as_str())).collect();
    assert_eq!(levels, [("files", "6"), ("leader.lose", "false")]);
    let rules = &cell.cell.matchup.rules;
    assert_eq!((rules.board.files, rules.leader.map(|leader| leader.lose)), (6, Some(false)));
}

#[test]
fn a_factor_sets_a_limit_a_board_a_setup_or_a_choice() {
    let more = "[factors]\nboard = [\"8x8\", \"8x9\"]\nsetup.rows = [1, 2]\nno_progress = [50, 100]\nno_moves = [\"loses\", \"draw\"]";
    let plan = plan(more).expect("it can be played");
    assert_eq!(plan.cells.len(), 16);
    let last = &plan.cells[15];
    assert_eq!(last.cell.variant, "city-8+board=8x9+setup.rows=2+no_progress=100+no_moves=draw");
    let rules = &last.cell.matchup.rules;
    assert_eq!((rules.board.ranks, rules.board.files, rules.no_progress()), (8, 9, 100));
    let levels: Vec<&str> = last.factors.iter().map(|(_, level)| level.as_str()).collect();
    assert_eq!(levels, ["8x9", "2", "100", "draw"]);
}

#[test]
fn a_stop_on_the_first_move_refuses_a_swap() {
    let read = |metric: &str| {
        let head = "name = \"a\"\nseed = 1\nvariants = [\"city-8+swap\"]\npairings = [\"random\"]";
        read(&format!("{head}\n[stop]\nmetric = \"{metric}\"\nhalf_width = 0.05\nmax_games = 10"))
    };
    assert!(refusal(read("first_move_advantage")).contains("a stopping rule sees only sides; use `white_rate`"));
    assert_eq!(read("white_rate").expect("it can be played").cells.len(), 1);
}

#[test]
fn positions_are_numbered_in_names() {
    let more = "[factors]\nposition = [\"ssss4/8/8/8/8/8/8/SSSS4\", \"sssss3/8/8/8/8/8/8/SSSSS3\"]";
    let plan = plan(more).expect("it can be played");
    assert_eq!(names(&plan), ["city-8+position=1", "city-8+position=2"]);
}

#[test]
fn overlays_and_values_are_combined() {
    let plan = plan("[factors]\nvagi = [\"\", \"+vagi\"]\nranks = [6, 8]").expect("it can be played");
    assert_eq!(names(&plan), ["city-8+ranks=6", "city-8+ranks=8", "city-8+vagi+ranks=6", "city-8+vagi+ranks=8"]);
}

#[test]
fn a_factor_that_no_field_takes_is_rejected_with_its_line() {
    for (factors, line, reason) in [
        ("files = [6, 99]", 7, "`board.files` is 99; give a whole number from 1 to 24"),
        ("files = [6, \"seven\"]", 7, "`board.files` is \"seven\"; give a whole number"),
        ("filess = [6, 7]", 7, "factor `filess`: the rules have no such field; did you mean `files`?"),
        ("files = [6, 6]", 7, "factor `files`: it needs at least two levels, all different"),
        ("files = [6, 7.5]", 7, "a level is a whole number, `true`, `false` or a text"),
        ("die = [\"+die=4\", 4]", 7, "factor `die`: a level is an overlay such as"),
        ("files = 7", 7, "`files` is 7; give an overlay such as \"+vagi\""),
        ("board = [\"8x8\", \"8x9\"]\nfiles = [6, 7]", 8, "factor `board` sets the same rule; leave one out"),
        ("setup.rows = [1, 2]\nplacement = [6, 7]", 8, "factor `setup.rows` sets the same rule"),
        ("turn_cap = [50, 90]\n[limits]\nturn_cap = 5", 7, "`limits.turn_cap` is also given in `[limits]`"),
        ("move_cap = [50, 90]\n[limits]\nmove_cap = 5", 7, "`limits.move_cap` is also given in `[limits]`"),
        (
            "progress = [\"captures\", \"binds\"]\n[limits]\nprogress = \"captures\"",
            7,
            "`limits.progress` is also given in `[limits]`",
        ),
        ("edge = [\"-edge\", \"+edge\"]", 7, "this game does not have `edge`"),
    ] {
        let said = refusal(plan(&format!("[factors]\n{factors}")));
        assert!(said.starts_with(&format!("a.toml:{line}: ")) && said.contains(reason), "{factors}: {said}");
    }
}

#[test]
fn a_name_of_another_game_is_rejected() {
    let text = "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"callen-proto-tafl\"]\npairings = [\"random\"]\n\
                [factors]\nbare = [1, 2]";
    let said = refusal(read(text));
    assert!(said.contains("`callen-proto-tafl+bare=1` is the name of a game with other rules"), "{said}");
}

const FORWARD: &str = "[factors]\nforward = \"+move=forward\"\ninciti = \"+inciti\"\n";

#[test]
fn combinations_that_cannot_be_are_left_out_with_the_reason() {
    let found = plan(FORWARD).expect("it can be played");
    assert_eq!((found.cells.len(), found.left_out.len()), (3, 1));
    let left = &found.left_out[0];
    assert_eq!(left.name, "city-8+move=forward+inciti");
    assert!(left.reason.contains("forward") && !left.reason.contains("city-8"), "{}", left.reason);
    let said = refusal(plan(&format!("refused = \"error\"\n{FORWARD}")));
    assert!(said.starts_with("a.toml:4: `city-8+move=forward+inciti`: "), "{said}");
    let said = refusal(plan(&format!("leave_out_refused = true\n{FORWARD}")));
    assert!(said.contains("are left out by default; write `refused = \"error\"`"), "{said}");
}

#[test]
fn a_level_that_fits_no_variant_by_itself_is_an_error() {
    let idle = "[factors]\nhopeless = \"+hopeless=idle\"\ninciti = \"+inciti\"\n";
    let said = refusal(plan(idle));
    assert!(said.starts_with("a.toml:7: `city-8+hopeless=idle`: "), "{said}");
    // With `inciti` in another variant it makes sense.
    let two = "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"city-8\", \"city-8+inciti\"]\npairings = [\"random\"]\n\
               factors.hopeless = \"+hopeless=idle\"";
    let found = read(two).expect("it can be played");
    assert_eq!(names(&found), ["city-8", "city-8+inciti", "city-8+inciti+hopeless=idle"]);
    assert_eq!(found.left_out.len(), 1);
    // Neither of these factors can be off, so that no level is ever by itself.
    let hops = plan("[factors]\nmovement = [\"step\", \"hop\"]\nover = [\"off\", \"own\"]").expect("it can be played");
    assert_eq!((names(&hops).len(), hops.left_out.len()), (3, 1));
}

#[test]
fn pairings_with_games_of_their_own_need_no_others() {
    let head = "name = \"a\"\nseed = 1\nvariants = [\"city-8\"]\n";
    let ladder = "[ladder]\nagent = \"alphabeta:nodes={}\"\nfirst = 10\ndoublings = 4\n";
    let found = read(&format!("{head}{ladder}games = 7")).expect("it can be played");
    // Five budgets against themselves, and three of them against one four times smaller, with either colour.
    assert!(found.cells.len() == 11 && found.cells.iter().all(|cell| cell.games == 7));
    let equal = read(&format!("{head}{ladder}unequal = false\ngames = 7")).expect("it can be played");
    assert_eq!(equal.cells.len(), 5);
    assert!(refusal(read(&format!("{head}{ladder}"))).contains("neither `games` nor `stop` is given"));
    let said = refusal(read(&format!("{head}pairings = [\"random\"]\n{ladder}games = 7")));
    assert!(said.contains("neither `games` nor `stop` is given"), "{said}");
}

fn labels(variants: &str, pairings: &str, more: &str) -> Result<Labels, ExperimentError> {
    let text = format!("name = \"a\"\nseed = 1\ngames = 1\nvariants = [{variants}]\npairings = [{pairings}]\n{more}");
    read(&text).map(|plan| plan.labels)
}

#[test]
fn variants_and_agents_have_labels() {
    let variants =
        "{ game = \"city-8\", label = \"usual rules\" }, { name = \"nine\", label = \"wide\", rules.board = \"9x9\" }";
    let pairings = "{ agent = \"alphabeta:nodes=10\", label = \"strong player\" }, \
                    { white = { agent = \"greedy\", label = \"greedy player\" }, black = \"random\", games = 3 }";
    let found = labels(variants, pairings, "factors.vagi = \"+vagi\"").expect("it can be played");
    let agents: Vec<_> = found.agents.values().map(String::as_str).collect();
    assert_eq!(agents, ["strong player", "greedy player"]);
    assert!(found.agents.contains_key("alphabeta:nodes=10"), "{found:?}");
    let variants: Vec<_> = found.variants.iter().map(|(name, label)| format!("{name}: {label}")).collect();
    let expected = ["city-8: usual rules", "city-8+vagi: usual rules+vagi", "nine: wide", "nine+vagi: wide+vagi"];
    assert_eq!(variants, expected);
    let found = labels("\"city-8\"", "\"random\"", "").expect("it can be played");
    assert!(found.agents.is_empty() && found.variants.is_empty());
}

#[test]
fn labels_are_short_and_different() {
    let long = "x".repeat(41);
    for (variants, pairings, reason) in [
        ("{ game = \"city-8\", label = \" \" }", "\"random\"", "`label` is empty"),
        (&format!("{{ game = \"city-8\", label = \"{long}\" }}"), "\"random\"", "has 41 characters; use at most 40"),
        ("{ game = \"city-8\", label = \"a\\u0007\" }", "\"random\"", "has a control character"),
        ("{ game = \"city-8\", label = \"a\\u061cb\" }", "\"random\"", "has a control character"),
        ("{ game = \"city-8\", label = \"a\\u200bb\" }", "\"random\"", "has a control character"),
        (
            "{ game = \"city-8\", label = \"=1+1\" }",
            "\"random\"",
            "begins with `=`, which makes it a formula in a spreadsheet",
        ),
        ("\"city-8\"", "{ agent = \"random\", label = \"-2\" }", "begins with `-`"),
        ("\"city-8\"", "{ agent = \"random\", label = \" @A1\" }", "begins with `@`"),
        (
            "{ game = \"city-8\", label = \"x\" }, { game = \"poleis\", label = \"x\" }",
            "\"random\"",
            "`city-8` and `poleis` have the same label, \"x\"",
        ),
        ("{ game = \"city-8\", label = \"x\" }", "{ agent = \"random\", label = \"x\" }", "the same label"),
        (
            "\"city-8\"",
            "{ agent = \"random\", label = \"x\" }, { white = { agent = \"random\", label = \"y\" }, black = \"greedy\" }",
            "`random` has two labels, \"x\" and \"y\"",
        ),
        ("\"city-8\"", "{ white = \"random\", black = \"greedy\", label = \"x\" }", "a `label` belongs to an agent"),
        ("\"city-8\"", "{ agent = \"random\", white = \"greedy\" }", "an agent plays both sides"),
        ("{ game = \"city-8\", base = \"poleis\" }", "\"random\"", "`game` stands for a whole game"),
        ("{ label = \"x\" }", "\"random\"", "the key `name` is missing"),
    ] {
        let said = labels(variants, pairings, "").expect_err("it is wrong").to_string();
        assert!(said.starts_with("a.toml:") && said.contains(reason), "{variants} {pairings}: {said}");
    }
}

#[test]
fn all_unknown_keys_of_an_experiment_are_reported() {
    let text = "name = \"a\"\nseed = 1\nvariants = [\"city-8\", { nam = \"x\" }]\ngame = 10\n\
                pairings = [{ whit = \"random\", black = \"random\" }]\nopenings = 3";
    let said = refusal(read(text));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    for (line, start) in lines.iter().zip(["a.toml:3: there is no key `nam`", "a.toml:4: ", "a.toml:5: ", "a.toml:6: "])
    {
        assert!(line.starts_with(start), "{said}");
    }
}

const TOURNAMENT: &str =
    "name = \"a\"\nseed = 1\nvariants = [\"city-8\"]\nagents = [\"random\", \"greedy\"]\npairs = 3\n";

#[test]
fn every_two_agents_play_pairs() {
    let ids = |text: &str| {
        let plan = read(text).expect("it can be played");
        assert_eq!((plan.form, plan.games(), plan.opening()), (Form::Pairs, 6, 4.into()));
        plan.cells.iter().map(|planned| planned.cell.id()).collect::<Vec<_>>()
    };
    let older = TOURNAMENT.replace("variants", "games");
    assert_eq!(ids(TOURNAMENT), ids(&older));
    let factors = format!("{TOURNAMENT}factors = {{ vagi = \"+vagi\" }}\n");
    assert_eq!(names(&read(&factors).expect("it can be played")), ["city-8", "city-8+vagi"]);
}

#[test]
fn keys_of_two_forms_do_not_go_together() {
    let with = |text: &str, line: &str| refusal(read(&format!("{text}{line}\n")));
    let ending = TOURNAMENT.replace("pairs = 3", "placements = 3\nendings = [\"city-8 2v1\"]");
    assert!(read(&ending).is_ok_and(|plan| plan.form == Form::Placements && plan.cells.len() == 2));
    for (message, expected) in [
        (with(TOURNAMENT, "pairings = [\"random\"]"), "a.toml:6: `pairings` and `agents` do not go together; "),
        (
            with(TOURNAMENT, "games = 3"),
            "a.toml:6: `games` is 3; beside `agents`, every two of which play each other, `pairs` says",
        ),
        (with(TOURNAMENT, "games = [\"city-8\"]"), "a.toml:6: `variants` and `games` both list games"),
        (
            refusal(plan("opening = [4, 6]")),
            "a.toml:6: `opening`: expected a whole number, at least 0, or two in a row, such as [4, 5]",
        ),
        (with(&ending, "opening = 3"), "a.toml:7: `opening` and `placements` do not go together; "),
        (with(&ending, "unequal = true"), "no two agents have budgets of which one is 4 times the other"),
        (refusal(read(&TOURNAMENT.replace("pairs = 3", ""))), "the key `pairs` is missing"),
        (refusal(read(&TOURNAMENT.replace("variants = [\"city-8\"]", ""))), "the key `variants` is missing"),
        (refusal(read(&ending.replace("placements = 3", ""))), "the key `placements` is missing"),
        (
            refusal(read("name = \"a\"\nseed = 1\ngames = 1\npairings = [\"random\"]\n")),
            "the key `variants` is missing",
        ),
    ] {
        assert!(message.contains(expected), "{message}");
    }
}
