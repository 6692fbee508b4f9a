//! The verdicts as a page of text and as a table for a terminal.

use petteia_engine::Side;
use petteia_statistics::wilson;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::verdicts::{BestPlay, Forced, InPlay, Smallest, Verdict};

use super::Findings;
use super::phrases::{self, endings_of, pairings_of};
use crate::labels::pairing;
use crate::number_format::{percent_with_interval, share_of};
use crate::paper::markdown::{escaped, ruled};
use crate::strong_play::{self, StrongPlayEstimate};
use crate::terminal::{Layout, TableStyle, aligned, painted};

/// The meaning of a verdict, and its limits.
const CLAIMS: &str = "\
A *fortress* is a set of pieces that can never be captured, one of which can move to and fro for ever, whatever the enemy does and \
however many pieces it has. A side *forces* a fortress if it reaches one from the start position against every defence, unless \
the game ends first; each such strategy is recorded and was verified by a separate checker that shares only the rules with the \
search. *A draw* means that both sides force a fortress with which they cannot lose, however the game is adjudicated under its \
own rules, so that neither can force a win; a game between two such players continues until a limit stops it. *Open* means that \
the search found no answer within its limits, not that there is none. In the search, the enemy's pieces outside the first ranks \
of a side may be anywhere, so a fortress that it finds is correct, but it may miss others. Walls that hold only because enemies \
are shut in do not count as fortresses here, and the smallest fortresses are those of the first player.

Endings are solved exactly: every placement of the pieces, with best play by both sides, ignoring the limits of the game. \
Their shares are over all placements, not over those that occur in games. Shares of draws in play are those of the named agents, \
with 95 % intervals.";

/// The whole page in Markdown.
pub(super) fn page(verdicts: &[Verdict], limits: &[StrongPlayEstimate]) -> String {
    let mut text = "# Verdicts\n\n## Does an impenetrable formation make the game a draw?\n\n".to_owned();
    text += &listed(&formations(verdicts));
    text += "\n## With few pieces left, is the board too big?\n\n";
    text += &listed(&rooms(verdicts));
    let budgets = strong_play::sentences_with_method(limits);
    if !budgets.is_empty() {
        text += "\n## What do growing budgets suggest?\n\n";
        text += &listed(&budgets);
    }
    let stopped = stopped_rows(verdicts);
    if stopped.len() > 1 {
        text += "\n## Were the games that a limit stopped already dead?\n\n";
        text += &markdown(&stopped);
        text += "\nEach last position counts once, in the first column that applies. Dead: both sides have a fortress, or the \
                 ending is drawn. Once closed: both had a fortress at some point, but may have opened it again.\n";
    }
    text += "\n## All verdicts\n\n";
    for (rows, legend) in [(fortress_rows(verdicts), FORTRESSES), (ending_rows(verdicts), ENDINGS)] {
        if rows.len() > 1 {
            text += &format!("{}\n{legend}\n\n", markdown(&rows));
        }
    }
    text += "## Game by game\n\n";
    text += &verdicts.iter().map(game).collect::<String>();
    text + "## What the verdicts mean\n\n" + CLAIMS + "\n"
}

const FORTRESSES: &str = "Smallest: pieces of the smallest fortress. White, Black: forced within this many of its own moves. Agents: % of \
                          their games that were drawn.";
const ENDINGS: &str =
    "Endings: % of all placements that are drawn with best play, with the side that has more pieces to move.";

/// Returns the answers to both questions, a sentence for each group of games, and the limits.
#[must_use]
pub fn answers(Findings { verdicts, limits }: Findings) -> Vec<String> {
    [formations(verdicts), rooms(verdicts), strong_play::sentences_with_method(limits)].concat()
}

/// Returns the tables for a terminal.
#[must_use]
pub fn verdicts_text(verdicts: &[Verdict], style: TableStyle) -> String {
    let tables = [(fortress_rows(verdicts), FORTRESSES), (ending_rows(verdicts), ENDINGS)];
    let shown = tables.iter().filter(|(rows, _)| rows.len() > 1);
    shown
        .map(|(rows, legend)| table(rows, style) + &painted(legend, "2", style).join("\n") + "\n")
        .collect::<Vec<_>>()
        .join("\n")
}

fn table(rows: &[Vec<String>], style: TableStyle) -> String {
    aligned(rows, Layout { headings: 1, left: |_| true, cut: 0 }, style).join("\n") + "\n"
}

fn name(verdict: &Verdict) -> String {
    verdict.variant.display_name().to_owned()
}

/// Fortresses and draws in play, the headings first.
pub(super) fn fortress_rows(verdicts: &[Verdict]) -> Vec<Vec<String>> {
    let pairings = pairings_of(verdicts);
    let mut headings = ["game", "smallest", "White", "Black", "best play"].map(str::to_owned).to_vec();
    headings.extend(pairings.iter().map(|agents| format!("{} %", pairing(*agents))));
    let row = |verdict: &Verdict| {
        let mut row = vec![
            name(verdict),
            phrases::smallest(&verdict.smallest),
            phrases::forced(&verdict.forced[Side::White]),
            phrases::forced(&verdict.forced[Side::Black]),
            phrases::best_play(verdict.best_play()),
        ];
        row.extend(pairings.iter().map(|agents| {
            let played = verdict.played.iter().find(|played| phrases::agents(played) == *agents);
            percent_with_interval(played.and_then(|played| played.draw_rate))
        }));
        row
    };
    std::iter::once(headings).chain(verdicts.iter().map(row)).collect()
}

/// Drawn endings of the games that have tables, the headings first.
pub(super) fn ending_rows(verdicts: &[Verdict]) -> Vec<Vec<String>> {
    let endings = endings_of(verdicts);
    let names = endings.iter().map(|(own, other)| format!("{own}v{other} %"));
    let row = |verdict: &Verdict| {
        let shares: Vec<Option<String>> = endings.iter().map(|ending| phrases::drawn_ending(verdict, ending)).collect();
        let cells = shares.iter().map(|share| share.clone().unwrap_or_default());
        let any = shares.iter().any(Option::is_some);
        any.then(|| std::iter::once(name(verdict)).chain(cells).collect())
    };
    std::iter::once(std::iter::once("game".to_owned()).chain(names).collect())
        .chain(verdicts.iter().filter_map(row))
        .collect()
}

fn markdown(rows: &[Vec<String>]) -> String {
    ruled(rows, rows[0].len())
}

fn listed(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("- {}\n", escaped(sentence))).collect()
}

/// The results on fortresses, with the games of one answer together.
fn formations(verdicts: &[Verdict]) -> Vec<String> {
    let with = |best: fn(BestPlay) -> bool, tell: &dyn Fn(&Verdict) -> String| {
        let told: Vec<String> = verdicts.iter().filter(|verdict| best(verdict.best_play())).map(tell).collect();
        told.join("; ")
    };
    let both = |verdict: &Verdict| {
        let side = |side| phrases::forced(&verdict.forced[side]);
        format!("{} (White within {}, Black within {})", name(verdict), side(Side::White), side(Side::Black))
    };
    let one = |verdict: &Verdict| {
        let BestPlay::NoLoss(side) = verdict.best_play() else { return name(verdict) };
        let (own, other) = (phrases::forced(&verdict.forced[side]), reach(&verdict.forced[!side]));
        format!("{} ({} within {own}; {} {other})", name(verdict), side.title(), (!side).title())
    };
    let neither = |verdict: &Verdict| {
        let [white, black] = Side::BOTH.map(|side| reach(&verdict.forced[side]));
        if white == black {
            return format!("{} ({white})", name(verdict));
        }
        format!("{} (White {white}; Black {black})", name(verdict))
    };
    let groups = [
        (
            "Yes, with best play: each side forces a fortress with which it cannot lose. This is proven for ",
            with(|best| best == BestPlay::Draw, &both),
        ),
        (
            "With best play neither side wins, but no limit makes a draw of such a game. This is proven for ",
            with(|best| best == BestPlay::NoWin, &both),
        ),
        (
            "Proven for one side: it forces a fortress and cannot lose, but it is open whether the other side can do the same. \
             This holds for ",
            with(|best| matches!(best, BestPlay::NoLoss(_)), &one),
        ),
        (
            "No fortress, as defined here, can be formed in these games: ",
            with(|best| best == BestPlay::NoFortress, &name),
        ),
        ("Open: neither side is known to force a fortress in ", with(|best| best == BestPlay::Open, &neither)),
    ];
    let told = groups.into_iter().filter(|(_, games)| !games.is_empty());
    told.map(|(answer, games)| format!("{answer}{games}.")).collect()
}

/// The extent of the search for a side.
fn reach(forced: &Forced) -> String {
    match forced {
        Forced::Within { moves, .. } => format!("within {}, but not proven safe", phrases::moves_text(*moves)),
        Forced::Open { tried } => phrases::tried(tried),
        Forced::NotCovered(why) => format!("not searched: {why}"),
    }
}

/// The results on endings, a sentence for each game with tables.
fn rooms(verdicts: &[Verdict]) -> Vec<String> {
    let told = |verdict: &Verdict| {
        let endings = endings_of(std::slice::from_ref(verdict));
        let open: Vec<&EndingSummary> = endings.iter().filter_map(|ending| phrases::solved(verdict, ending)).collect();
        let most = |drawn: fn(&&EndingSummary) -> bool| open.iter().copied().all(|ending| drawn(&ending));
        let answer = match () {
            () if open.is_empty() => return None,
            () if most(|e| e.drawn == 0) => "No: none of the solved endings has a drawn placement",
            () if most(|e| 2 * e.drawn > e.placements) => "Yes: in each solved ending, most placements are drawn",
            () if most(|e| 2 * e.drawn < e.placements) => "No: in each solved ending, most placements are decided",
            () => "It depends on the ending",
        };
        let share = |e: &&EndingSummary| format!("{} % of {} against {}", share_of(e, e.drawn), e.own, e.other);
        let shares: Vec<String> = open.iter().map(share).collect();
        Some(format!("{}: {answer}. Drawn: {}, the first side to move.", name(verdict), shares.join(", ")))
    };
    let without = |verdict: &Verdict| {
        let why = verdict.no_endings.as_ref()?;
        Some(format!("{}: not decided; {why}.", name(verdict)))
    };
    verdicts.iter().filter_map(|verdict| told(verdict).or_else(|| without(verdict))).collect()
}

/// A row for each pairing with games that a limit stopped, after the headings.
fn stopped_rows(verdicts: &[Verdict]) -> Vec<Vec<String>> {
    let headings = [
        "game",
        "agents",
        "games",
        "stopped",
        "analysed",
        "two fortresses",
        "drawn ending",
        "won ending",
        "one fortress",
        "open",
        "dead %",
        "once closed",
    ];
    let row = |verdict: &Verdict, played: &InPlay| {
        let last = played.last;
        let counts = [
            played.games,
            played.stopped,
            last.games(),
            last.both_closed,
            last.drawn_ending,
            last.won_ending,
            last.one_closed,
            last.open,
        ];
        let mut row = vec![name(verdict), pairing(phrases::agents(played))];
        row.extend(counts.iter().map(u64::to_string));
        row.push(percent_with_interval(wilson(last.dead(), last.games())));
        row.push(last.once_closed.to_string());
        row
    };
    let all = verdicts.iter().flat_map(|verdict| {
        let stopped = verdict.played.iter().filter(|played| played.stopped > 0);
        stopped.map(move |played| row(verdict, played))
    });
    std::iter::once(headings.map(str::to_owned).to_vec()).chain(all).collect()
}

/// A section about one game.
fn game(verdict: &Verdict) -> String {
    let mut text = format!("### {}\n\n", escaped(&name(verdict)));
    match &verdict.smallest {
        Smallest::Found { pieces, kinds, squares, drawing } => {
            let kinds = if *kinds == 1 { "one kind".to_owned() } else { format!("{kinds} kinds") };
            text += &format!("The smallest fortresses have {pieces} pieces of {kinds}, for example {squares}:\n\n");
            text += &format!("```text\n{}\n```\n\n", drawing.trim_end_matches('\n'));
        }
        Smallest::None { most, all: true } => {
            text += &format!("The {most} pieces of the first player cannot form a fortress.\n\n");
        }
        Smallest::NeverMoves => {
            text += "There is no fortress: no piece can move for ever on squares that no enemy reaches.\n\n"
        }
        Smallest::None { most, .. } => text += &format!("There is no fortress of {most} pieces or fewer.\n\n"),
        Smallest::NotCovered(why) => text += &format!("The smallest fortress is not known: {}.\n\n", escaped(why)),
    }
    for side in Side::BOTH {
        let told = match &verdict.forced[side] {
            Forced::Within { moves, ranks, is_safe, certificate } => format!(
                "{} forces a fortress within {} on its first {ranks} ranks{} (`{certificate}`).",
                side.title(),
                phrases::moves_text(*moves),
                if *is_safe {
                    ", and cannot lose from then on"
                } else {
                    "; it is not proven that it cannot lose from then on"
                },
            ),
            open => format!("{} is not known to force a fortress: {}.", side.title(), escaped(&reach(open))),
        };
        text += &format!("{told}\n\n");
    }
    for ending in verdict.endings.iter().filter(|ending| ending.over < ending.placements) {
        if let Some(line) = &ending.longest_win {
            text += &format!(
                "{} to move against {} wins {} % of all placements; the longest win takes {} plies to the next capture: `{}`.\n\n",
                ending.own,
                ending.other,
                share_of(ending, ending.won),
                line.plies,
                line.example
            );
        }
    }
    text
}
