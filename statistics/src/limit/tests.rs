use super::*;

/// Returns a ladder of doubled budgets whose true shares approach `limit` as a power of the budget, with counts drawn
/// by a small generator.
fn drawn(limit: f64, change: f64, exponent: f64, games: u64, seed: u64) -> Vec<Rung> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let rung = |step: i32| {
        let share = limit + change * 0.5_f64.powf(exponent * f64::from(step));
        let successes = (0..games).filter(|_| uniform() < share).count() as u64;
        Rung::share(25.0 * 2_f64.powi(step), successes, games)
    };
    (0..8).map(rung).collect()
}

#[test]
fn the_interval_holds_the_limit_where_the_model_is_right() {
    for (limit, change, exponent) in [(0.9, -0.7, 0.8), (0.3, 0.4, 0.6), (0.6, -0.5, 1.0), (1.0, -0.8, 0.7)] {
        let (mut held, mut answered) = (0, 0);
        for seed in 0..60 {
            let ladder = extrapolate_widened(&drawn(limit, change, exponent, 1000, seed), 1.0);
            if let Ok(estimate) = ladder.limit {
                answered += 1;
                held += u32::from(estimate.low <= limit && limit <= estimate.high);
            }
        }
        assert!(answered >= 50, "{limit}: {answered} answers");
        assert!(held * 100 >= answered * 88, "{limit}: {held} of {answered}");
    }
}

#[test]
fn shares_that_rise_and_fall_have_no_limit() {
    // Four against one in `city-8+edge`, played by alpha-beta without tables with 100 to 30,000 positions: the truth is
    // 56.1 %.
    let shares = [37.0, 0.5, 28.0, 7.0, 7.0, 17.0, 5.0];
    let rungs: Vec<Rung> = (0..)
        .zip(shares)
        .map(|(k, share)| Rung::share(10_f64.powf(2.0 + 0.5 * f64::from(k)), (20.0 * share) as u64, 2000))
        .collect();
    assert_eq!(extrapolate(&rungs).limit, Err(Unknown::Swings));
}

#[test]
fn a_curve_that_has_hardly_begun_to_bend_has_no_limit() {
    let rungs: Vec<Rung> = (0..6).map(|k| Rung::share(f64::from(10 << k), 100 + 60 * k as u64, 1000)).collect();
    let ladder = extrapolate(&rungs);
    assert_eq!(ladder.limit, Err(Unknown::Wide));
    assert!(matches!(ladder.bound, Some(Bound::AtLeast(bound)) if bound > 0.36 && bound < 0.4), "{:?}", ladder.bound);
    let need = need(&rungs, &ladder.fit.expect("there is a curve")).expect("larger budgets would settle it");
    assert!(need.doublings > 0 || need.games > 1, "{need:?}");
}

#[test]
fn a_game_that_is_always_drawn_is_drawn_in_the_limit() {
    let rungs: Vec<Rung> = (0..6).map(|k| Rung::share(f64::from(10 << k), 400, 400)).collect();
    let limit = extrapolate(&rungs).limit.expect("it is identified");
    assert!(limit.high >= 1.0 && limit.low > 0.98, "{limit:?}");
    assert_eq!(extrapolate(&rungs[..4]).limit, Err(Unknown::FewBudgets));
}

#[test]
fn widening_moves_the_ends_away_from_the_estimate() {
    let rungs = drawn(0.8, -0.5, 0.9, 1000, 7);
    let (narrow, wide) =
        (extrapolate_widened(&rungs, 1.0).limit.unwrap(), extrapolate_widened(&rungs, 1.5).limit.unwrap());
    assert_eq!(narrow.value, wide.value);
    assert!(wide.low < narrow.low && wide.high > narrow.high);
}

#[test]
fn means_have_a_limit_on_their_own_scale() {
    let rung = |k: i32| Rung::mean(10.0 * 2_f64.powi(k), 120.0 + 80.0 * 0.5_f64.powi(k), 1.5);
    let limit = extrapolate(&(0..7).map(rung).collect::<Vec<_>>()).limit.expect("it is identified");
    assert!((limit.value - 120.0).abs() < 1.0 && limit.low > 110.0 && limit.high < 130.0, "{limit:?}");
}

#[test]
fn a_mean_whose_limit_could_be_anything_has_none() {
    let rung = |k: i32| Rung::mean(10.0 * 2_f64.powi(k), 100.0 + 40.0 * f64::from(k), 15.0);
    assert_eq!(extrapolate(&(0..6).map(rung).collect::<Vec<_>>()).limit, Err(Unknown::Wide));
}

#[test]
fn a_score_weighs_as_many_games_as_its_variance_says() {
    let Observed::Share { share, games } = Rung::score(1.0, 200, 600, 200).observed else { panic!("it is a share") };
    assert_eq!(share, 0.5);
    // The variance per game is 401/1001 · ¼ instead of ¼.
    assert!((games - 1001.0 * 1001.0 / 401.0).abs() < 1e-6, "{games}");
}

/// Returns a ladder that approaches 90 %, with 18 log-odds points less at each percent of odd depths more than half.
fn swinging(odd: [f64; 8]) -> Vec<Rung> {
    let rung = |(step, odd): (i32, f64)| {
        let share: f64 = 0.9 - 0.3 * 0.5_f64.powf(0.8 * f64::from(step));
        let log_odds = (share / (1.0 - share)).ln() - 1.8 * (odd - 0.5);
        let drawn = (1000.0 / (1.0 + (-log_odds).exp())).round() as u64;
        Rung::share(25.0 * 2_f64.powi(step), drawn, 1000).with_odd(Some(odd))
    };
    (0..8).zip(odd).map(rung).collect()
}

#[test]
fn a_swing_with_the_parity_of_depth_is_taken_out() {
    let rungs = swinging([0.9, 0.2, 0.1, 0.8, 0.5, 0.2, 0.7, 0.6]);
    assert!(reversals(&rungs) > 0);
    let ladder = extrapolate(&rungs);
    let (effect, limit) =
        (ladder.parity.expect("the swing follows parity"), ladder.limit.expect("the rest is a curve"));
    assert!((effect + 1.8).abs() < 0.2, "{effect}");
    assert!(limit.low < 0.9 && 0.9 < limit.high, "{limit:?}");
    assert_eq!(reversals(&without_parity(&rungs, &ladder)), 0);
}

#[test]
fn a_swing_that_parity_does_not_explain_remains() {
    let rungs = swinging([0.9, 0.2, 0.1, 0.8, 0.5, 0.2, 0.7, 0.6]);
    let unknown: Vec<Rung> = rungs.iter().map(|rung| rung.with_odd(None)).collect();
    assert_eq!((extrapolate(&unknown).parity, extrapolate(&unknown).limit), (None, Err(Unknown::Swings)));
    let other = [0.5, 0.8, 0.2, 0.5, 0.8, 0.8, 0.2, 0.5];
    let unrelated: Vec<Rung> = rungs.iter().zip(other).map(|(rung, odd)| rung.with_odd(Some(odd))).collect();
    assert!(extrapolate(&unrelated).limit.is_err(), "{:?}", extrapolate(&unrelated));
}

#[test]
fn parity_is_not_taken_out_if_the_rest_swings_too() {
    // Games of callen-simple-petteia that nobody won on the board, with 200 to 6,400 positions per decision.
    let observed = [(70, 0.74), (163, 0.92), (164, 0.42), (256, 0.12), (150, 0.83), (170, 0.72)];
    let rungs: Vec<Rung> = (0..6)
        .zip(observed)
        .map(|(step, (drawn, odd))| Rung::share(200.0 * 2_f64.powi(step), drawn, 300).with_odd(Some(odd)))
        .collect();
    assert!(parity::effect(&rungs).is_some());
    let ladder = extrapolate(&rungs);
    assert_eq!((ladder.parity, ladder.limit), (None, Err(Unknown::Swings)));
}
