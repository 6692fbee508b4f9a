//! The figures, each as SVG, PNG and PDF.
//!
//! [`theme`] says how everything looks; a [`picture`] is a list of shapes that [`paint`] and [`pdf`] turn
//! into files; [`chart`] is the frame of all charts by cell, for which [`study`] groups and names the
//! cells; the rest is one module a kind of figure. A [`board`] with pieces belongs to no run.

mod axis;
pub mod board;
mod captions;
mod chart;
mod curves;
mod effects;
mod endings;
mod estimates;
mod exams;
mod frontier;
mod heatmap;
mod legend;
mod lengths;
mod openings;
mod outcomes;
mod paint;
mod pdf;
mod picture;
mod pieces;
mod ratings;
mod scores;
mod strength;
mod study;
mod survival;
mod svg;
mod theme;
mod title;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petteia_files::{make_folder, write_whole};
use petteia_statistics::GameMetrics;
use petteia_tables::AgentSpeed;
use petteia_tables::CellSquares;
use petteia_tables::Provenance;
use petteia_tables::depths::Doublings;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::exams::Mark;
use petteia_tables::fair::{FirstDecisions, Handicap};
use picture::{Align, Picture, wrap_styled};
use study::Study;
use theme::Weight;

use crate::comparisons::Comparison;
use crate::contest::AgentRating;
use crate::effects::Effect;
use crate::error::LABEL;
use crate::error::ReportError;
use crate::known::Open;
use crate::summary::CellSummary;
pub use captions::FigureFile;

/// Names of the figures, which are those of their first pages.
const NAMES: [&str; 9] = [
    "draw-rate",
    "draw-rate-narrow",
    "outcomes",
    "lengths",
    "survival",
    "first-move-advantage",
    "first-move-advantage-narrow",
    "squares-arrivals",
    "squares-losses",
];

/// Names of the further figures of a run in which an agent plays with growing budgets.
const STRENGTH: [&str; 3] = ["strength-draws", "strength-first-move", "strength-lengths"];

/// Name of the figure of a run with factors.
const EFFECTS: &str = "effects";

/// Name of the figure of a run of which games were sampled.
const PIECES: &str = "pieces";

/// Name of the figure of a tournament.
const RATINGS: &str = "ratings";

/// Name of the figure of a tournament that measures speed.
const FRONTIER: &str = "frontier";

/// Name of the figure of endgame tables.
const ENDGAMES: &str = "endgames";

/// The name of the figure of examinations.
const EXAMS: &str = "exams";

/// The name of the figure of handicaps.
const HANDICAP: &str = "handicap";

/// The name of the figure of first decisions.
const OPENINGS: &str = "openings";

/// The name of the figure of doubled budgets.
const DEPTH: &str = "depth";

/// What the figures of a run show.
pub(crate) struct Shown<'a> {
    pub(crate) cells: &'a [CellSummary],
    pub(crate) comparisons: &'a [Comparison],
    pub(crate) squares: &'a BTreeMap<u32, CellSquares>,
    /// None of a run without factors.
    pub(crate) effects: &'a [Effect],
    /// Games that were measured, by cell; may be none.
    pub(crate) samples: &'a BTreeMap<u32, Vec<GameMetrics>>,
    /// Variants that are proved draws.
    pub(crate) proved_draws: &'a BTreeSet<String>,
    /// How far the run is, where it is not complete; every figure says so.
    pub(crate) open: Option<Open>,
}

/// All figures of a run with their names, one name for each page.
fn all(&Shown { cells, comparisons, squares, effects, samples, proved_draws, open }: &Shown) -> Vec<(String, Picture)> {
    let study = Study::of(cells);
    let figures = [
        estimates::draw_rate(&study, comparisons, theme::WIDTH),
        estimates::draw_rate(&study, comparisons, theme::NARROW),
        outcomes::draw(&study, comparisons),
        lengths::draw(&study, comparisons),
        survival::draw(&study),
        estimates::advantage(&study, comparisons, theme::WIDTH),
        estimates::advantage(&study, comparisons, theme::NARROW),
        heatmap::draw(&study, squares, &heatmap::ARRIVALS),
        heatmap::draw(&study, squares, &heatmap::LOSSES),
    ];
    let are_equal = cells.iter().all(|cell| cell.sides_are_equal);
    let advantage = if are_equal { strength::FIRST_MOVE } else { strength::WHITE_ADVANTAGE };
    let curves = [strength::DRAWS, advantage, strength::LENGTH];
    let curves = curves.map(|curve| strength::draw(&study, &curve, proved_draws));
    let all = NAMES.into_iter().zip(figures).chain(STRENGTH.into_iter().zip(curves));
    let all = all.chain([(EFFECTS, effects::draw(effects)), (PIECES, pieces::draw(&study, samples))]);
    let mut pictures: Vec<(String, Picture)> = all.flat_map(|(name, pages)| named(name, pages)).collect();
    if let Some(open) = open {
        pictures.iter_mut().for_each(|(_, picture)| mark_open(picture, open));
    }
    pictures
}

/// Says on a figure, and in its caption, that its run is not complete.
fn mark_open(picture: &mut Picture, open: Open) {
    let sentence = open.sentence();
    let room = picture.width - 2.0 * theme::MARGIN;
    for line in wrap_styled(&sentence, room, theme::LABEL, Weight::Medium) {
        picture.height += theme::LABEL * theme::LEADING;
        let at = (theme::MARGIN, picture.height - theme::MARGIN);
        picture.styled(&line, at, Align::Left, theme::LABEL, Weight::Medium, theme::INK);
    }
    picture.words.caption = format!("{sentence} {}", picture.words.caption);
}

/// The pages of a figure with their names: `NAME`, `NAME-2` and so on.
fn named(name: &str, pages: Vec<Picture>) -> impl Iterator<Item = (String, Picture)> {
    pages.into_iter().enumerate().map(move |(index, page)| match index {
        0 => (name.to_owned(), page),
        _ => (format!("{name}-{}", index + 1), page),
    })
}

/// What was written into a folder of figures.
pub(crate) struct Written {
    pub(crate) files: Vec<PathBuf>,
    /// What is said of each figure.
    pub(crate) figures: Vec<FigureFile>,
}

/// Draws all figures of a run into `folder`.
pub(crate) fn write(folder: &Path, shown: &Shown, provenance: &Provenance) -> Result<Written, ReportError> {
    let pictures = with_notes(all(shown), provenance);
    write_all(folder, &[&NAMES[..], &STRENGTH, &[EFFECTS, PIECES]].concat(), pictures)
}

/// Draws the pages of the only figure of a folder.
fn write_pages(
    folder: &Path,
    name: &str,
    pages: Vec<Picture>,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    Ok(write_all(folder, &[name], with_notes(named(name, pages).collect(), provenance))?.files)
}

/// Pictures that say where their numbers come from.
fn with_notes(mut pictures: Vec<(String, Picture)>, provenance: &Provenance) -> Vec<(String, Picture)> {
    pictures.iter_mut().for_each(|(_, picture)| picture.notes = provenance.notes());
    pictures
}

/// Draws the figures of a tournament into `folder`, and returns the files written.
pub(crate) fn write_ratings(
    folder: &Path,
    ratings: &[AgentRating],
    speeds: &[AgentSpeed],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    let figures = [(RATINGS, ratings::draw(ratings)), (FRONTIER, frontier::draw(ratings, speeds))];
    let pictures = figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect();
    Ok(write_all(folder, &[RATINGS, FRONTIER], with_notes(pictures, provenance))?.files)
}

/// Draws the figure of endgame tables into `folder`, and returns the files written.
pub(crate) fn write_endings(
    folder: &Path,
    of: &[EndingSummary],
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, ENDGAMES, endings::draw(of), provenance)
}

/// Draws the figure of examinations into `folder`, and returns the files written.
pub(crate) fn write_exams(folder: &Path, of: &[Mark], provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, EXAMS, exams::draw(of), provenance)
}

/// Draws the figure of handicaps into `folder`, and returns the files written.
pub(crate) fn write_handicap(
    folder: &Path,
    of: &Handicap,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, HANDICAP, scores::handicap(of), provenance)
}

/// Draws the figure of first decisions into `folder`, and returns the files written.
pub(crate) fn write_openings(
    folder: &Path,
    of: &FirstDecisions,
    provenance: &Provenance,
) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, OPENINGS, openings::draw(of), provenance)
}

/// Draws the figure of doubled budgets into `folder`, and returns the files written.
pub(crate) fn write_depth(folder: &Path, of: &Doublings, provenance: &Provenance) -> Result<Vec<PathBuf>, ReportError> {
    write_pages(folder, DEPTH, scores::depth(of), provenance)
}

/// Draws `pictures`, the pages of the figures with these names, and writes their captions.
fn write_all(folder: &Path, names: &[&str], pictures: Vec<(String, Picture)>) -> Result<Written, ReportError> {
    make_folder(folder)?;
    let mut files = Vec::new();
    for (name, picture) in &pictures {
        files.push(save(folder.join(format!("{name}.svg")), || Ok(svg::svg(picture).into_bytes()))?);
        files.push(save(folder.join(format!("{name}.png")), || paint::png(picture))?);
        files.push(save(folder.join(format!("{name}.pdf")), || Ok(pdf::pdf(picture)))?);
    }
    remove_stale(folder, names, &files)?;
    let figures: Vec<FigureFile> = pictures.iter().map(|(name, picture)| FigureFile::of(name, picture)).collect();
    let notes = pictures.first().map_or(&[][..], |(_, picture)| &picture.notes);
    files.push(save(folder.join(captions::FILE), || Ok(captions::markdown(&figures, notes).into_bytes()))?);
    Ok(Written { files, figures })
}

/// Whether a file has the name of a page of one of these figures.
fn is_page_of(path: &Path, names: &[&str]) -> bool {
    let text =
        |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str().map(str::to_owned)).unwrap_or_default();
    let (stem, ending) = (text(path.file_stem()), text(path.extension()));
    let page = stem.rsplit_once('-').filter(|(_, number)| number.parse::<u32>().is_ok());
    let name = page.map_or(stem.as_str(), |(name, _)| name);
    ["svg", "png", "pdf"].contains(&&*ending) && names.contains(&name)
}

/// Whether a file in a folder of figures has a name that a report gives.
pub(crate) fn is_figure(path: &Path) -> bool {
    let names =
        [&NAMES[..], &STRENGTH, &[EFFECTS, PIECES, RATINGS, FRONTIER, ENDGAMES, EXAMS, HANDICAP, OPENINGS, DEPTH]]
            .concat();
    path.file_name() == Some(captions::FILE.as_ref()) || is_page_of(path, &names)
}

/// Removes figures with these names, and further pages of them, that an earlier report wrote and this one did not.
fn remove_stale(folder: &Path, names: &[&str], written: &[PathBuf]) -> Result<(), ReportError> {
    for entry in fs::read_dir(folder).map_err(ReportError::io(folder))? {
        let path = entry.map_err(ReportError::io(folder))?.path();
        if is_page_of(&path, names) && !written.contains(&path) {
            fs::remove_file(&path).map_err(ReportError::io(&path))?;
        }
    }
    Ok(())
}

fn save(path: PathBuf, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<PathBuf, ReportError> {
    write_whole(&path, LABEL, &drawn(&path, draw)?)?;
    Ok(path)
}

/// The bytes of a picture; `path` names it in errors.
fn drawn(path: &Path, draw: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<Vec<u8>, ReportError> {
    draw().map_err(|message| ReportError::Figure { path: path.to_owned(), message })
}

#[cfg(test)]
mod tests {
    use petteia_engine::{EndReason, Side};

    use super::picture::{Area, Shape, Text, Words};
    use super::*;
    use crate::known::Known;
    use crate::summary::summarise;
    use petteia_statistics::{Estimate, Pentanomial};
    use petteia_tables::depths::Doubling;
    use petteia_tables::endgames::LongestLine;
    use petteia_tables::fair::FirstDecision;
    use petteia_tables::{ContestTally, Games, Outcomes, SquareCount, Tally};

    /// A run of `variants` with long names, each played by `pairings` pairings of agents; with more than three of them by
    /// agents with growing budgets against themselves.
    fn run(variants: u32, pairings: u32) -> (Vec<CellSummary>, BTreeMap<u32, CellSquares>) {
        let mut cells = BTreeMap::new();
        let mut squares = BTreeMap::new();
        let white = |agents: u32| format!("mcts:playouts={agents}000,exploration=1.4");
        let black = |agents: u32| match pairings {
            0..=3 => "alphabeta:depth=4,evaluation=material".to_owned(),
            _ => white(agents),
        };
        let plan = (0..variants).flat_map(|variant| (0..pairings).map(move |p| (variant, p)));
        for (cell, (variant, agents)) in (0..).zip(plan) {
            let mut tally = Tally::default();
            tally.variant =
                format!("latrunculi-12x8-with-leaders+vagi+corner-capture+die={variant}+no-progress-limit=200");
            (tally.white, tally.black) = (white(agents), black(agents));
            for game in 0..40 {
                let winner = [None, Some(Side::White), Some(Side::Black)][game % 3];
                let reason = match winner {
                    None => EndReason::ALL[6 + game % 4],
                    Some(_) => EndReason::ALL[game % 6],
                };
                tally.outcomes.add(winner, reason, game % 2 == 0);
                *tally.reasons.entry(reason).or_default() += 1;
                tally.plies.add(10 + (game as u32 * (cell + 3)) % 900);
            }
            let names = CellSquares {
                variant: tally.variant.clone(),
                white: tally.white.clone(),
                black: tally.black.clone(),
                squares: (0..8)
                    .flat_map(|rank| (0..12).map(move |file| (rank, file)))
                    .map(|(rank, file)| {
                        let count =
                            SquareCount { name: String::new(), arrivals: u64::from((rank + file) * cell), losses: 0 };
                        ((rank, file), count)
                    })
                    .collect(),
            };
            squares.insert(cell, names);
            cells.insert(cell, tally);
        }
        let factors = Vec::new();
        (summarise(Games { factors, cells }, &Known::default()), squares)
    }

    fn texts(picture: &Picture) -> Vec<&Text> {
        let texts = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        });
        texts.collect()
    }

    fn overlap(a: Area, b: Area) -> bool {
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }

    /// A tournament of `agents` agents with long names on `variants` variants.
    fn tournament(variants: u32, agents: u32) -> Vec<AgentRating> {
        let rating = |variant: u32, agent: u32| {
            let value = 700.0 - 300.0 * f64::from(agent);
            AgentRating {
                variant: format!("latrunculi-12x8-with-leaders+vagi+die={variant}"),
                agent: format!("mcts:playouts={agent}000,exploration=1.4,evaluation=material"),
                elo: Estimate { value, low: value - 1000.0, high: value + 90.0, n: 10 },
                games: 10,
                points: 5.0,
                draw_rate: None,
            }
        };
        (0..variants).flat_map(|variant| (0..agents).map(move |agent| rating(variant, agent))).collect()
    }

    /// Main effects of `factors` factors and their interactions, with `pairings` pairings of agents.
    fn factorial(factors: u32, pairings: u32) -> Vec<Effect> {
        let factor = |number: u32| (format!("factor-{number}"), format!("a-rather-long-level={number}"));
        let terms = (0..factors).flat_map(|a| (a..factors).map(move |b| if a == b { vec![a] } else { vec![a, b] }));
        let effect = |agents: u32, term: &Vec<u32>| {
            let value = f64::from(term.iter().sum::<u32>()) / 40.0 - 0.2;
            let estimate = Estimate { value, low: value - 0.1, high: value + 0.02, n: 4000 };
            let factors: Vec<(String, String)> = term.iter().map(|&number| factor(number)).collect();
            Effect {
                agents: format!("mcts:playouts={agents}000,exploration=1.4"),
                outcome: if term.contains(&0) { "draw" } else { "white_wins" },
                term: factors.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(":"),
                against: vec!["off".to_owned(); factors.len()],
                factors,
                log_odds: estimate,
                odds_ratio: estimate,
                marginal: estimate,
                alone: Vec::new(),
                corrected: estimate,
                smoothed: false,
                p: 0.01,
                p_holm: if term.len() > 1 { 1.0 } else { 0.02 },
            }
        };
        terms.flat_map(|term| (0..pairings).map(move |agents| effect(agents, &term))).collect()
    }

    /// All figures of a run without factors.
    fn of_run(variants: u32, pairings: u32) -> Vec<(String, Picture)> {
        let (cells, squares) = run(variants, pairings);
        let game = || GameMetrics { plies: 900, pieces: vec![(0, 32), (100, 20), (500, 3)], ..GameMetrics::default() };
        let samples = cells.iter().map(|cell| (cell.cell, vec![game()])).collect();
        let comparisons = crate::comparisons::of(&cells);
        let open = Some(Open { played: 1200, planned: 40_000, at_most: true, empty_cells: 12 });
        let proved_draws = cells.iter().take(3).map(|cell| cell.variant.clone()).collect();
        all(&Shown {
            cells: &cells,
            comparisons: &comparisons,
            squares: &squares,
            effects: &[],
            samples: &samples,
            proved_draws: &proved_draws,
            open,
        })
    }

    /// Endings of up to `most` pieces a side, leaders among them, of a game whose sides differ.
    fn endings_up_to(most: u64) -> Vec<EndingSummary> {
        let names: Vec<String> =
            (1..=most).map(|n| if n % 2 == 0 { format!("L{}", n - 1) } else { n.to_string() }).collect();
        let of = |side, own: &String, other: &String| EndingSummary {
            variant: "latrunculi-12x8-with-leaders+vagi+corner-capture+no-progress-limit=200".to_owned(),
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

    /// The figures of handicaps, first decisions and doublings, of so many games each.
    fn balanced(games: u64) -> Vec<(String, Picture)> {
        let (variant, agent) = ("latrunculi-12x8-with-leaders+vagi+die=6".to_owned(), "mcts:playouts=10".to_owned());
        let outcomes =
            |white: u64| Outcomes { white_on_board: white, draw_on_board: games - white, ..Outcomes::default() };
        let lost = |white: u64| Outcomes { black_on_board: games - white, draw_on_board: 0, ..outcomes(white) };
        let scores = (-16..=14).map(|stones| (stones, lost(games * u64::from(stones < 3)))).collect();
        let decided = |name: u64| FirstDecision {
            decision: format!("a{name}-a{name}"),
            alike: 2,
            outcomes: outcomes((games * name).div_euclid(64)),
        };
        let doubling = |times: u32| Doubling {
            agent: agent.clone(),
            budget: 10 << times,
            tally: ContestTally {
                wins: [games, games],
                pairs: Pentanomial([0, 0, games, 0, 0]),
                ..ContestTally::default()
            },
        };
        let decisions = (0..64).map(decided).collect();
        let first = FirstDecisions { variant: variant.clone(), agent: agent.clone(), opening: 4, decisions };
        let doublings = Doublings { variant: variant.clone(), opening: 4, doublings: (0..20).map(doubling).collect() };
        let handicap = Handicap { variant, agent: agent.clone(), opening: 4, scores };
        let figures = [
            (OPENINGS, openings::draw(&first)),
            (HANDICAP, scores::handicap(&handicap)),
            (DEPTH, scores::depth(&doublings)),
        ];
        figures.into_iter().flat_map(|(name, pages)| named(name, pages)).collect()
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
            for (page, picture) in effects::draw(&factorial(most as u32, 2)).iter().enumerate() {
                check_texts(picture, &format!("page {page} of the effects of {most} factors"));
            }
        }
        for (variants, pairings) in [(1, 1), (2, 1), (5, 2), (16, 2), (32, 1), (32, 3), (4, 7)] {
            let ratings = named(RATINGS, ratings::draw(&tournament(variants, pairings + 1)));
            for (name, picture) in of_run(variants, pairings).into_iter().chain(ratings) {
                let what = format!("{name} of {variants} x {pairings}");
                check_texts(&picture, &what);
            }
        }
    }

    fn check_texts(picture: &Picture, what: &str) {
        assert!(picture.height <= theme::MAX_HEIGHT + theme::mm(20.0), "{what}");
        let texts = texts(picture);
        for (index, text) in texts.iter().enumerate() {
            let area = text.area();
            let inside =
                area.left >= 0.0 && area.top >= 0.0 && area.right <= picture.width && area.bottom <= picture.height;
            assert!(inside, "{what}: `{}` is cut off", text.text);
            for other in &texts[..index] {
                assert!(!overlap(area, other.area()), "{what}: `{}` is on `{}`", text.text, other.text);
            }
        }
    }

    #[test]
    fn each_figure_has_a_title_and_a_caption_of_its_own() {
        let others = effects::draw(&factorial(3, 1)).into_iter();
        let others = others.chain(endings::draw(&endings_up_to(2))).chain(ratings::draw(&tournament(1, 3)));
        let others = others.map(|picture| ("other".to_owned(), picture)).chain(balanced(100));
        let pictures = of_run(3, 5).into_iter().chain(others);
        let mut captions = std::collections::BTreeSet::new();
        for (name, picture) in pictures {
            let Words { title, caption, .. } = &picture.words;
            assert!(!title.is_empty() && caption.ends_with('.') && caption.len() > 150, "{name}: {title}: {caption}");
            let again = name.ends_with("narrow") || name.ends_with(|c: char| c.is_ascii_digit());
            assert!(captions.insert(caption.clone()) || again, "{name} has the caption of another");
            let figure = FigureFile::of(&name, &picture);
            assert!((figure.width_mm - if name.ends_with("narrow") { 84.0 } else { 170.0 }).abs() < 0.1, "{name}");
            assert!(captions::markdown(&[figure], &[]).contains(&format!("## {name}\n")), "{name}");
        }
    }

    #[test]
    fn growing_budgets_have_curves_and_other_agents_have_none() {
        let curves =
            |pairings| of_run(2, pairings).into_iter().filter(|(name, _)| STRENGTH.contains(&name.as_str())).count();
        assert_eq!((curves(2), curves(5)), (0, 3));
    }

    #[test]
    fn every_cell_is_on_some_page_of_every_figure() {
        let all = of_run(32, 2);
        for figure in NAMES {
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
}
