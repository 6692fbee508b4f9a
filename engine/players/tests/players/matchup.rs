//! Tests games between two agents.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use petteia_engine::{BySide, EndReason, Rules, Simd, SquareCounts};
use petteia_players::agents::AgentSpec;
use petteia_players::record::Record;
use petteia_players::{GameBatch, Matchup};

/// The number of random games that are played in lanes before anybody is asked whether to stop.
const IN_LANES_AT_ONCE: u64 = 10_000;

#[test]
fn random_games_that_take_long_can_be_stopped_after_each() {
    for (rules, most) in [("city-8-double+fortress", 1), ("city-8-double", IN_LANES_AT_ONCE)] {
        let agents = BySide { white: AgentSpec::Random, black: AgentSpec::Random };
        let matchup = Matchup { rules: Rules::parse(rules).expect(rules), agents, opening: 0.into() };
        let (stop, played) = (AtomicBool::new(false), Cell::new(0));
        let games_played = |more| {
            played.set(played.get() + more);
            stop.store(true, Ordering::Relaxed);
        };
        let batch = GameBatch {
            games: 0..IN_LANES_AT_ONCE + 1,
            seed: &|number| number,
            simd: Simd::Portable,
            stop: &stop,
            games_played: &games_played,
        };
        assert_eq!(matchup.play(batch, &mut SquareCounts::default()), Ok(None));
        assert_eq!(played.get(), most, "{rules}");
    }
}

#[test]
fn a_game_ends_where_both_have_a_fortress() {
    // An agent that looks ahead sees the limit and plays differently.
    let agent = AgentSpec::Random;
    let matchup = |rules: &str| Matchup {
        rules: Rules::parse(rules).expect(rules),
        agents: BySide { white: agent.clone(), black: agent.clone() },
        opening: 0.into(),
    };
    let (without, with) = (matchup("city-8-double"), matchup("city-8-double+fortress"));
    let mut ended = 0;
    for seed in 0..60 {
        let [all, some] =
            [&without, &with].map(|matchup| matchup.record("", seed).expect("no player is external").history.steps());
        assert_eq!(some, all[..some.len()], "the same game, except that it may end earlier");
        let record = with.record("city-8-double+fortress", seed).expect("no player is external");
        let result = record.history.outcome().expect("the game is over");
        ended += u32::from(result.reason == EndReason::Fortress);
        assert_eq!(some.len() < all.len(), result.reason == EndReason::Fortress);
        assert_eq!(Record::read(&record.to_string()).as_ref(), Ok(&record));
    }
    assert!((30..60).contains(&ended), "{ended} of 60");
}
