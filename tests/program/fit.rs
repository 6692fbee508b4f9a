//! `petteia fit`: the weights of the evaluation.

use std::fs;

use petteia_engine::Rules;
use petteia_players::agents::{FEATURES, Weights};

use crate::support::{folder, refused, succeeds};

const PLAN: &str = r#"
seed = 1
games = ["city-8+vagi", "poleis"]
each = 12
rounds = 2
agent = "alphabeta:nodes=60"
"#;

#[test]
fn a_fit_is_a_function_of_its_plan_and_a_stone_is_worth_one_stone() {
    let folder = folder("fit");
    let plan = folder.join("plan.toml");
    fs::write(&plan, PLAN).expect("the plan can be written");
    let [one, other] = ["one.toml", "other.toml"].map(|name| {
        let out = folder.join(name);
        let told = succeeds(&["fit", &plan.to_string_lossy(), "--out", &out.to_string_lossy()], "");
        assert!(told.contains("poleis"), "{told}");
        fs::read_to_string(out).expect("weights are written")
    });
    assert_eq!(one, other);
    let weights: Weights = toml::from_str(&one).expect("what is written can be read");
    assert_eq!(weights.own()[0], 1000, "{one}");
    assert!(weights.scale() > 0.0);
    assert_ne!(weights, Weights::material());
}

#[test]
fn weights_of_one_game_are_tuned_by_play_and_can_be_played_with() {
    let folder = folder("tune");
    let [one, other] = ["one.toml", "other.toml"].map(|name| {
        let out = folder.join(name).to_string_lossy().into_owned();
        succeeds(&["fit", "city-8+vagi", "--pairs", "64", "--nodes", "20", "--out", &out, "--quiet"], "");
        fs::read_to_string(out).expect("weights are written")
    });
    assert_eq!(one, other, "the weights are a function of the plan");
    let weights: Weights = toml::from_str(&one).expect("what is written can be read");
    assert!(weights != *Weights::shared() && weights.own()[0] == 1000 && weights.other()[0] == 1000, "{one}");
    assert!(!one.contains("alligatus") && !one.contains("besieger"), "what cannot occur has no weight: {one}");
    let agent = format!("alphabeta:nodes=20,evaluation={}", folder.join("one.toml").display());
    let told = succeeds(&["match", &agent, "random", "--game", "city-8+vagi", "--games", "4", "--quiet"], "");
    assert!(told.contains("A       4 won"), "{told}");
    assert!(refused(&["fit", "city-9"], "").contains("city-9"));
}

#[test]
fn the_program_is_built_with_weights_of_the_features() {
    let weights = Weights::shared();
    let stone = FEATURES.iter().position(|feature| feature.name == "piece").expect("a stone is a feature");
    assert_eq!(weights.own()[stone], 1000);
    let of_tafl = Weights::of(&Rules::parse("brandubh").expect("a game"));
    let counts = |feature: &usize| weights.own()[*feature] != 0 || of_tafl.own()[*feature] != 0;
    assert!((0..FEATURES.len()).filter(counts).count() > FEATURES.len() / 2);
}

#[test]
fn games_that_tell_nothing_are_refused() {
    let plan = folder("fit-without").join("plan.toml");
    let told = |games: &str| {
        fs::write(&plan, PLAN.replace("\"city-8+vagi\", \"poleis\"", games)).expect("the plan can be written");
        refused(&["fit", &plan.to_string_lossy()], "")
    };
    // One turn leaves no position to look at, nine leave one in which hardly anybody has captured.
    assert!(told("\"city-8+vagi\", \"city-8+turn_cap=1\"").contains("no position of `city-8+turn_cap=1`"));
    assert!(told("\"city-8+turn_cap=9\"").contains("more pieces did not win more often"));
}

#[test]
fn wrong_plans_are_refused_with_the_place() {
    let plan = folder("fit-wrong").join("plan.toml");
    let wrong = [
        ("each = 12", "each = 0", "give 1 to"),
        ("alphabeta:nodes=60", "random", "no weights to fit"),
        ("alphabeta:nodes=60", "alphabeta:ms=5", "not reproducible"),
        ("poleis", "poles", "did you mean"),
        ("seed = 1", "seeds = 1", "seeds"),
        ("rounds = 2", "rounds = 0", "`rounds` is 0"),
    ];
    for (right, slip, message) in wrong {
        fs::write(&plan, PLAN.replace(right, slip)).expect("the plan can be written");
        let told = refused(&["fit", &plan.to_string_lossy()], "");
        assert!(told.contains(message) && told.contains("plan.toml"), "{slip}: {told}");
    }
}
