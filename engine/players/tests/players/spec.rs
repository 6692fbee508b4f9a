//! Tests the texts of agents.

use petteia_players::agents::AgentSpec;

#[test]
fn texts_are_read_and_written() {
    for text in [
        "random",
        "mcts:playouts=200",
        "mcts:playouts=50,exploration=0.7",
        "mcts:playouts=7,exploration=0.7,policy=none,endgames=auto",
        "mcts:playouts=7,policy=none",
        "mcts:playouts=7,policy=capture",
        "alphabeta:nodes=100,evaluation=shared",
        "alphabeta:nodes=100,placing=random",
        "alphabeta:nodes=100,evaluation=weights/city-8.toml,endgames=auto",
    ] {
        assert_eq!(text.parse::<AgentSpec>().expect(text).to_string(), text);
    }
    for text in ["mcts:policy=none", "mcts"] {
        let error = text.parse::<AgentSpec>().expect_err(text).to_string();
        assert!(error.starts_with("`mcts` needs a budget"), "{error}");
    }
}

#[test]
fn only_a_budget_of_time_cannot_be_repeated() {
    let repeats = |text: &str| text.parse::<AgentSpec>().expect(text).traits().is_repeatable();
    for text in
        ["random", "greedy", "mcts:playouts=9", "alphabeta:depth=2", "alphabeta:nodes=9,tables=/data/programs=2"]
    {
        assert!(repeats(text), "{text}");
    }
    for text in ["mcts:ms=5", "alphabeta:ms=5"] {
        assert!(!repeats(text), "{text}");
    }
}

#[test]
fn slips_are_named() {
    let message = |text: &str| text.parse::<AgentSpec>().expect_err(text).to_string();
    assert!(message("randm").contains("did you mean `random`"));
    assert!(message("mcts:playout=3").contains("did you mean `playouts`"));
    assert!(message("mcts:playouts=0").contains("at least 1"));
    assert!(message("mcts:playouts=many").contains("at least 1"));
    assert!(message("mcts:playouts=3,playouts=4").contains("twice"));
    assert!(message("mcts:playouts=3,").contains("no option"));
    assert!(message("random:fast").contains("no option"));
    assert!(message("mcts:playouts=3,tables=").contains("a number of pieces"));
    for slip in [
        "mcts:playouts=4294967295",
        "mcts:ms=86400001",
        "alphabeta:nodes=1000000001",
        "alphabeta:depth=64",
        "alphabeta:depth=4294967295",
        "alphabeta:ms=4294967295",
    ] {
        assert!(message(slip).contains("at most "), "{slip}");
    }
    for right in ["alphabeta:depth=63", "alphabeta:nodes=1000000000", "mcts:playouts=1000000000"] {
        assert_eq!(right.parse::<AgentSpec>().expect(right).to_string(), right);
    }
}

/// Games and cells are known by the older name of the option, so that renaming it changed none of them.
#[test]
fn the_older_name_of_an_option_is_read() {
    let older: AgentSpec = "mcts:playouts=9,tables=3".parse().expect("it is read");
    assert_eq!(older, "mcts:playouts=9,endgames=3".parse().expect("it is read"));
    assert_eq!(
        (older.to_string(), older.identity()),
        ("mcts:playouts=9,endgames=3".into(), "mcts:playouts=9,tables=3".into())
    );
    let twice = "mcts:tables=3,endgames=4".parse::<AgentSpec>().unwrap_err().to_string();
    assert_eq!(twice, "`endgames` is given twice; leave one out");
}
