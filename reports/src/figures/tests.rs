//! Tests of every figure: no text overlaps another one, leaves its picture or is lost.

use petteia_engine::{EndReason, Side};

use super::picture::{Shape, Text, Words};
use super::*;
use crate::balance::even_sentence;
use crate::contest::AgentRating;
use crate::depth::depth_sentence;
use crate::effects::Effect;
use crate::fixtures::{agent, cell, variant};
use crate::importance::Division;
use crate::run_context::Incomplete;
use crate::summary::{CellSummary, summarise};
use petteia_statistics::{Estimate, Pentanomial, Rating};
use petteia_tables::depths::{Doubling, Doublings};
use petteia_tables::endgames::{EndingSummary, LongestLine};
use petteia_tables::exams::EndgameScore;
use petteia_tables::fair::{FirstDecision, FirstDecisions, Handicap};
use petteia_tables::searches::Searches;
use petteia_tables::{AgentSpeed, CellKey, CellStats, ContestTally, OutcomeCounts, Speed, SquareCount};

/// A run of `variants` with long names, each played by `pairings` pairings of agents; with more than three of them by
/// agents with growing budgets against themselves.
fn run(variants: u32, pairings: u32) -> (Vec<CellSummary>, BTreeMap<u32, CellSquares>) {
    let mut cells = Vec::new();
    let mut squares = BTreeMap::new();
    let white = |agents: u32| format!("mcts:playouts={}000,exploration=1.4", agents + 1);
    let black = |agents: u32| match pairings {
        0..=3 => "alphabeta:depth=4,evaluation=material".to_owned(),
        _ => white(agents),
    };
    let plan = (0..variants).flat_map(|variant| (0..pairings).map(move |p| (variant, p)));
    for (number, (variant, agents)) in (0..).zip(plan) {
        let variant = format!("latrunculi-12x8-with-leaders+vagi+corner-capture+die={variant}+no-progress-limit=200");
        let key = CellKey { black: agent(&black(agents)), ..cell(number, &variant, &white(agents)) };
        let mut tally = CellStats::of(key);
        for game in 0..40 {
            let winner = [None, Some(Side::White), Some(Side::Black)][game % 3];
            let reason = match winner {
                None => EndReason::ALL[6 + game % 4],
                Some(_) => EndReason::ALL[game % 6],
            };
            tally.outcomes.add(winner, reason, game % 2 == 0);
            *tally.ends.entry((reason, winner)).or_default() += 1;
            tally.plies.add(10 + (game as u32 * (number + 3)) % 900);
        }
        let names = CellSquares {
            key: tally.key.clone(),
            squares: (0..8)
                .flat_map(|rank| (0..12).map(move |file| (rank, file)))
                .map(|(rank, file)| {
                    let arrivals = u64::from((rank + file) * number);
                    let count =
                        SquareCount { name: String::new(), arrivals, losses: 0, placed_early: arrivals.div_euclid(4) };
                    ((rank, file), count)
                })
                .collect(),
        };
        squares.insert(number, names);
        cells.push(tally);
    }
    (summarise(cells, false), squares)
}

fn texts(picture: &Picture) -> Vec<&Text> {
    let texts = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

/// A tournament of `agents` agents with long names on `variants` variants; every fourth lost everything, and one of eight
/// won everything.
fn tournament(variants: u32, agents: u32) -> Vec<AgentRating> {
    let rating = |number: u32, place: u32| {
        let value = 700.0 - 300.0 * f64::from(place);
        AgentRating {
            variant: variant(&format!("latrunculi-12x8-with-leaders+vagi+die={number}")),
            agent: agent(&format!("mcts:playouts={place}000,exploration=1.4,evaluation=material")),
            rating: match place % 8 {
                3 | 7 => Rating::AtMost(value),
                4 => Rating::AtLeast(value),
                _ => Rating::Finite(Estimate { value, low: value - 1000.0, high: value + 90.0, n: 10 }),
            },
            games: 10,
            points: 5.0,
            draw_rate: None,
            reference: None,
            neighbour: None,
            searches: Searches::default(),
        }
    };
    (0..variants).flat_map(|variant| (0..agents).map(move |agent| rating(variant, agent))).collect()
}

/// Main effects of `factors` factors and their interactions, with `pairings` pairings of agents.
fn factorial(factors: u32, pairings: u32) -> Vec<Effect> {
    let factor = |number: u32| (format!("factor-{number}"), format!("a-rather-long-level={number}"));
    let terms = (0..factors).flat_map(|a| (a..factors).map(move |b| if a == b { vec![a] } else { vec![a, b] }));
    let effect = |place: u32, term: &Vec<u32>| {
        let value = f64::from(term.iter().sum::<u32>()) / 40.0 - 0.2;
        let estimate = Estimate { value, low: value - 0.1, high: value + 0.02, n: 4000 };
        let factors: Vec<(String, String)> = term.iter().map(|&number| factor(number)).collect();
        let agent = agent(&format!("mcts:playouts={}000,exploration=1.4", place + 1));
        Effect {
            white: agent.clone(),
            black: agent,
            term: factors.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(":"),
            against: vec!["off".to_owned(); factors.len()],
            factors,
            log_odds: estimate,
            odds_ratio: estimate,
            marginal: estimate,
            alone: Vec::new(),
            corrected: if term.len() > 1 { Estimate { high: 0.1, ..estimate } } else { estimate },
            is_comparison: false,
            smoothed: false,
            p: 0.01,
            p_holm: if term.len() > 1 { 1.0 } else { 0.02 },
        }
    };
    terms.flat_map(|term| (0..pairings).map(move |agents| effect(agents, &term))).collect()
}

/// Divisions of all quantities among `factors` factors, with `pairings` pairings of agents.
fn divided(factors: usize, pairings: u32) -> Vec<Division> {
    let shares = |agents: u32| {
        let share = |factor: usize| {
            let value = (factor as f64 + f64::from(agents)) / 40.0;
            let shapley = Estimate { value, low: 0.0, high: value + 0.6, n: 4000 };
            petteia_statistics::Share { shapley, first: None, total: None }
        };
        (0..factors).map(share).collect()
    };
    let by = |place: u32| agent(&format!("mcts:playouts={place}000,exploration=1.4"));
    let division = |of: divisions::Varying, agents: u32| Division {
        white: by(agents),
        black: by(agents),
        of,
        factors: (0..factors).map(|factor| format!("a-rather-long-name-{factor}")).collect(),
        variants: 1 << factors,
        found: petteia_statistics::Importance {
            variance: Estimate { value: 0.1, low: 0.09, high: 0.11, n: 4000 },
            shares: shares(agents),
            ties: vec![vec![0.01; factors]; factors],
        },
    };
    let of_agents = |agents: u32| divisions::Varying::ALL.map(|of| division(of, agents));
    (0..pairings).flat_map(of_agents).collect()
}

/// All figures of a run without factors.
fn of_run(variants: u32, pairings: u32) -> Vec<(String, Picture)> {
    let (cells, squares) = run(variants, pairings);
    let game = GameMetrics { plies: 900, pieces: vec![(0, 32), (100, 20), (500, 3)], ..GameMetrics::default() };
    let samples = cells.iter().map(|cell| (cell.cell, vec![game.clone(); 12])).collect();
    let open = Some(Incomplete { played: 1200, planned: 40_000, at_most: true });
    let empty: Vec<String> = (0..20).map(|number| format!("latrunculi+die={number}")).collect();
    let proved_draws = cells.iter().take(3).map(|cell| cell.variant.name.clone()).collect();
    let analysis = Analysis {
        comparisons: crate::comparisons::of(&cells),
        limits: crate::strong_play::limits_of(&cells, &proved_draws),
        proved_draws,
        ..Analysis::default()
    };
    let shown = analysis.about(cells);
    let figures = all(&FigureInput {
        analysis: &shown,
        run: &Run::of(&shown),
        squares: &squares,
        samples: &samples,
        remark: crate::run_context::remark(open, &empty).as_deref(),
        untitled: false,
    });
    figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect()
}

/// A run of `variants` variants, each with four levels of a factor.
fn of_levels(variants: u32, pairings: u32) -> Vec<CellSummary> {
    let levels = [200, 1_000, 10_000, 50_000];
    let (mut cells, _) = run(variants * 4, pairings);
    for cell in &mut cells {
        let variant_and_level = cell.cell.div_euclid(pairings);
        let (variant_number, level) = (variant_and_level.div_euclid(4), levels[(variant_and_level % 4) as usize]);
        cell.variant = variant(&format!("latrunculi-12x8-with-leaders+vagi+die={variant_number}+no_progress={level}"));
        cell.factors = vec![("no_progress".into(), level.to_string())];
    }
    cells
}

/// Endings of up to `most` pieces a side, leaders among them, of a game whose sides differ.
fn endings_up_to(most: u64) -> Vec<EndingSummary> {
    let names: Vec<String> =
        (1..=most).map(|n| if n % 2 == 0 { format!("L{}", n - 1) } else { n.to_string() }).collect();
    let of = |side, own: &String, other: &String| EndingSummary {
        variant: variant("latrunculi-12x8-with-leaders+vagi+corner-capture+no-progress-limit=200"),
        own: own.clone(),
        other: other.clone(),
        side,
        entries: 1,
        placements: 1_000_000,
        over: 0,
        won: 999_999,
        drawn: 0,
        lost: 1,
        won_at_once: 0,
        won_in_one: 0,
        longest_win: Some(LongestLine { plies: 1234, example: String::new() }),
        longest_loss: None,
        drawn_example: None,
    };
    let sides = if most > 4 { vec![None] } else { Side::BOTH.map(Some).to_vec() };
    let pairs = names.iter().flat_map(|own| names.iter().map(move |other| (own, other)));
    pairs.flat_map(|(own, other)| sides.iter().map(move |&side| of(side, own, other))).collect()
}

/// The figures of handicaps, first decisions and doublings, each with this number of games.
fn balanced(games: u64) -> Vec<(String, Picture)> {
    let variant = variant("latrunculi-12x8-with-leaders+vagi+die=6");
    let outcomes =
        |white: u64| OutcomeCounts { white_on_board: white, draw_on_board: games - white, ..OutcomeCounts::default() };
    let lost = |white: u64| OutcomeCounts { black_on_board: games - white, draw_on_board: 0, ..outcomes(white) };
    let cells = (-16..=14).map(|stones: i32| stones.to_string()).collect();
    let scores = (-16..=14).map(|stones| (stones, lost(games * u64::from(stones < 3)))).collect();
    let decided = |name: u64| FirstDecision {
        cell: name.to_string(),
        decision: format!("a{name}-a{name}"),
        alike: 2,
        outcomes: outcomes((games * name).div_euclid(64)),
    };
    let doubling = |times: u32| Doubling {
        cell: times.to_string(),
        agent: agent(&format!("mcts:playouts={}", 10 << times)),
        doubled: agent(&format!("mcts:playouts={}", 20 << times)),
        tally: ContestTally {
            wins: [games, games],
            pairs: Pentanomial([0, 0, games, 0, 0]),
            ..ContestTally::default()
        },
    };
    let decisions = (0..64).map(decided).collect();
    let first = FirstDecisions { variant: variant.clone(), agent: agent("mcts:playouts=10"), opening: 4, decisions };
    let doublings = Doublings { variant: variant.clone(), opening: 4, doublings: (0..20).map(doubling).collect() };
    let handicap = Handicap { variant, agent: agent("mcts:playouts=10"), opening: 4, cells, scores };
    let figures = [
        (OPENINGS, openings::draw(&first)),
        (HANDICAP, scores::handicap(&handicap, &even_sentence(&handicap))),
        (DEPTH, scores::depth(&doublings, &depth_sentence(&doublings))),
    ];
    figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect()
}

/// The marks of an agent with growing budgets, and of one without, in three endings.
fn marks() -> Vec<EndgameScore> {
    let mark = |ending: usize, by: &str, drawn: u64| EndgameScore {
        variant: variant("city-8"),
        ending: format!("{}v1", ending + 2),
        agent: agent(by),
        games: 10_000,
        drawn_by_tables: 5_000,
        drawn,
        decisions: 9_000,
        critical: 4_000,
        kept: 3_000 + drawn.div_euclid(20),
        ..EndgameScore::default()
    };
    let ladders = [
        [6000, 5500, 5250, 5120, 5060, 5030],
        [9000, 8500, 8250, 8120, 8060, 8030],
        [6000, 1000, 6000, 1000, 6000, 1000],
    ];
    let budgets = |(ending, drawn): (usize, [u64; 6])| {
        let by = |place: u32| format!("alphabeta:nodes={},endgames=3", 10 << place);
        let of_ladder = (0..).zip(drawn).map(move |(place, drawn)| mark(ending, &by(place), drawn));
        of_ladder.chain([mark(ending, "random", 4000)])
    };
    ladders.into_iter().enumerate().flat_map(budgets).collect()
}

/// The figures of tournaments and endgame tests.
fn of_contests(variants: u32, agents: u32) -> Vec<(String, Picture)> {
    let ratings = tournament(variants, agents);
    let speed = |(place, rating): (usize, &AgentRating)| AgentSpeed {
        variant: rating.variant.clone(),
        agent: rating.agent.clone(),
        speed: Speed { games: 10, plies: 200, seconds: 0.1 * 3_f64.powi(place as i32 % 7) },
    };
    let speeds: Vec<AgentSpeed> = ratings.iter().enumerate().map(speed).collect();
    let marks = marks();
    let figures = [
        (RATINGS, ratings::draw(&ratings)),
        (FRONTIER, frontier::draw(&ratings, &speeds)),
        (EXAMS, endgame_tests::draw(&marks)),
        (CALIBRATION, calibration::draw(&crate::calibration::cases(&marks))),
    ];
    figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect()
}

/// Every figure, of small and large runs.
pub(super) fn every_figure() -> Vec<(String, Picture)> {
    let of_endings = [2, 4].into_iter().flat_map(|most| named(ENDGAMES, endings::draw(&endings_up_to(most))));
    let analysis = Analysis { cells: run(1, 4).0, ..Analysis::default() };
    let of_factors = named("effects", effects::draw(&factorial(3, 4), &Run::of(&analysis)));
    let of_numbers = named("levels", levels::draw(&Study::of(&of_levels(5, 2))));
    let of_rules = named("importance", importance::draw(&divided(5, 4), None));
    let runs = [(5, 2), (7, 7), (16, 2)].into_iter().flat_map(|(variants, pairings)| of_run(variants, pairings));
    let others = of_contests(2, 7).into_iter().chain(balanced(100));
    of_endings.chain(of_factors).chain(of_numbers).chain(of_rules).chain(runs).chain(others).collect()
}

#[test]
fn no_text_overlaps_another_or_leaves_its_page() {
    for most in [1, 2, 4, 6] {
        for (page, picture) in endings::draw(&endings_up_to(most)).iter().enumerate() {
            check_texts(picture, &format!("page {page} of endings up to {most}"));
        }
        for (name, picture) in balanced(10_u64.pow(most as u32)) {
            check_texts(&picture, &format!("{name} of 10^{most} games"));
        }
        for (page, picture) in
            effects::draw(&factorial(most as u32, 2), &Run::of(&Analysis::default())).iter().enumerate()
        {
            check_texts(picture, &format!("page {page} of the effects of {most} factors"));
        }
    }
    for (variants, pairings) in [(1, 1), (3, 2), (12, 1)] {
        for (page, picture) in levels::draw(&Study::of(&of_levels(variants, pairings))).iter().enumerate() {
            check_texts(picture, &format!("page {page} of the levels of {variants} variants"));
        }
    }
    for (factors, pairings) in [(2, 1), (7, 3), (12, 4)] {
        let divided = divided(factors, pairings);
        let leading = divided.last().map(Division::agents);
        for (page, picture) in importance::draw(&divided, leading).iter().enumerate() {
            check_texts(picture, &format!("page {page} of the importance of {factors} factors"));
        }
    }
    for (variants, pairings) in [(1, 1), (2, 1), (5, 2), (16, 2), (32, 1), (32, 3), (4, 7)] {
        let contests = of_contests(variants, pairings + 1);
        for (name, picture) in of_run(variants, pairings).into_iter().chain(contests) {
            let what = format!("{name} of {variants} x {pairings}");
            check_texts(&picture, &what);
            check_texts(&picture.without_title(), &format!("{what}, untitled"));
        }
    }
}

fn check_texts(picture: &Picture, what: &str) {
    assert!(picture.height <= theme::MAX_HEIGHT + theme::mm(20.0), "{what}");
    let texts: Vec<_> = texts(picture).into_iter().map(|text| (text, text.area())).collect();
    for (index, (text, area)) in texts.iter().enumerate() {
        let inside =
            area.left >= 0.0 && area.top >= 0.0 && area.right <= picture.width && area.bottom <= picture.height;
        assert!(inside, "{what}: `{}` is cut off", text.text);
        for (other, taken) in &texts[..index] {
            assert!(!area.overlaps(*taken), "{what}: `{}` is on `{}`", text.text, other.text);
        }
    }
}

#[test]
fn each_figure_has_a_title_and_a_caption_of_its_own() {
    let others = effects::draw(&factorial(3, 1), &Run::of(&Analysis::default())).into_iter();
    let others = others.chain(importance::draw(&divided(3, 2), None));
    let others = others.chain(levels::draw(&Study::of(&of_levels(2, 1))));
    let others = others.chain(endings::draw(&endings_up_to(2))).chain(ratings::draw(&tournament(1, 3)));
    let others = others.map(|picture| ("other".to_owned(), picture)).chain(balanced(100));
    let pictures = of_run(3, 5).into_iter().chain(others);
    let mut captions = std::collections::BTreeSet::new();
    for (name, picture) in pictures {
        let Words { title, caption, .. } = &picture.words;
        assert!(!title.is_empty() && caption.ends_with('.') && caption.len() > 20, "{name}: {title}: {caption}");
        let again = name.ends_with("narrow") || name.ends_with(|c: char| c.is_ascii_digit());
        assert!(captions.insert(caption.clone()) || again, "{name} has the caption of another");
        let figure = FigureFile::of(&name, &picture, String::new());
        assert!((figure.width_mm - if name.ends_with("narrow") { 84.0 } else { 170.0 }).abs() < 0.1, "{name}");
        assert!(captions::markdown("", &[figure], &[]).contains(&format!("## {name}\n")), "{name}");
    }
}

#[test]
fn the_title_of_effects_counts_those_of_the_strongest_agent() {
    let analysis = Analysis { cells: run(1, 4).0, ..Analysis::default() };
    let [page] = effects::draw(&factorial(2, 4), &Run::of(&analysis)).try_into().expect("one page");
    let title = &page.words.title;
    assert!(
        title.starts_with("Effects on draws: 2 of 3 are significant") && title.contains("4,000 playouts"),
        "{title}"
    );
}

#[test]
fn a_picture_without_title_has_everything_else() {
    for (name, picture) in of_run(3, 2) {
        let (words, count) = (picture.words.clone(), picture.shapes.len());
        let untitled = picture.clone().without_title();
        let lines = count - untitled.shapes.len();
        let title: Vec<&str> = texts(&picture)[..lines].iter().map(|text| text.text.as_str()).collect();
        assert_eq!(title.join(" "), words.title, "{name}");
        let first = |picture: &Picture| picture.marks.first().map(|mark| mark.shapes.clone());
        let moved = first(&picture).map(|shapes| shapes.start - lines..shapes.end - lines);
        assert_eq!(first(&untitled), moved, "{name}");
        assert!(lines > 0 && untitled.height < picture.height && untitled.words == words, "{name}");
    }
}

#[test]
fn growing_budgets_have_curves_and_other_agents_have_none() {
    let curves = |pairings| of_run(2, pairings).into_iter().filter(|(name, _)| name.starts_with("strength-")).count();
    assert_eq!((curves(2), curves(5)), (0, 6));
}

#[test]
fn a_factor_of_at_least_three_numbers_has_a_curve_of_each_variant() {
    let cells = of_levels(2, 2);
    let [page] = levels::draw(&Study::of(&cells)).try_into().expect("one page");
    let marks: Vec<&str> = page.marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(marks.len(), 4, "{marks:?}");
    assert!(marks[0].starts_with("latrunculi-12x8-with-leaders+vagi+die=0, "), "{}", marks[0]);
    assert!(marks[0].contains("\nno_progress 200: ") && marks[0].contains("\nno_progress 50,000: "), "{}", marks[0]);
    let few: Vec<CellSummary> = cells.iter().filter(|cell| cell.cell % 8 < 4).cloned().collect();
    assert!(levels::draw(&Study::of(&few)).is_empty(), "two levels");
    let mut words = cells;
    words[0].factors[0].1 = "off".into();
    assert!(levels::draw(&Study::of(&words)).is_empty(), "one level is not a number");
}

#[test]
fn every_cell_is_on_some_page_of_every_figure() {
    let all = of_run(32, 2);
    for (figure, _) in &FIGURES[..9] {
        let pages = all.iter().filter(|(name, _)| name.starts_with(figure));
        let words: String = pages
            .flat_map(|(_, page)| texts(page).into_iter().map(|text| text.text.clone()))
            .collect::<Vec<_>>()
            .join("|");
        for variant in 0..32 {
            let label = format!("|+die={variant}|");
            assert!(words.contains(&label), "{figure} lacks {label}");
        }
    }
}
