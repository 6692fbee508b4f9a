//! The verdicts as a data frame: one row a variant.

use petteia_engine::Side;
use polars::prelude::{DataFrame, PolarsResult};

use super::words::{self, endings_of, pairings_of};
use super::{Forced, Smallest, Verdict};
use crate::tables::write::Table;

/// The columns are those that the crate's front page describes.
pub(super) fn frame(verdicts: &[Verdict]) -> PolarsResult<DataFrame> {
    let mut table = Table::of(verdicts);
    table.column("variant", |v| v.variant.clone());
    table.column("best_play", |v| words::best_play_key(v.best_play()));
    fortress_columns(&mut table);
    for side in Side::BOTH {
        forced_columns(&mut table, side);
    }
    for (own, other) in endings_of(verdicts) {
        let share = |of: fn(&crate::endings::EndingSummary) -> u64| {
            let (own, other) = (own.clone(), other.clone());
            move |v: &Verdict| {
                let ending = v.endings.iter().find(|e| (&e.own, &e.other) == (&own, &other))?;
                Some(ending.share(of(ending)))
            }
        };
        table.column(&format!("ending_{own}v{other}_won"), share(|e| e.won));
        table.column(&format!("ending_{own}v{other}_drawn"), share(|e| e.drawn));
        table.column(&format!("ending_{own}v{other}_lost"), share(|e| e.lost));
    }
    for pairing in pairings_of(verdicts) {
        let of = |v: &Verdict| v.played.iter().find(|played| words::pairing(played) == pairing).cloned();
        let count = |name: &str, count: fn(&super::InPlay) -> u64, table: &mut Table<Verdict>| {
            table.column(&format!("{name} {pairing}"), |v| of(v).map(|played| count(&played)));
        };
        count("games", |played| played.games, &mut table);
        table.estimate(&format!("draw_rate {pairing}"), |v| of(v).and_then(|played| played.draw_rate));
        count("stopped", |played| played.stopped, &mut table);
        count("looked_at", |played| played.last.games(), &mut table);
        count("both_closed", |played| played.last.both_closed, &mut table);
        count("drawn_ending", |played| played.last.drawn_ending, &mut table);
        count("won_ending", |played| played.last.won_ending, &mut table);
        count("one_closed", |played| played.last.one_closed, &mut table);
        count("open", |played| played.last.open, &mut table);
        count("once_closed", |played| played.last.once_closed, &mut table);
    }
    table.frame()
}

fn fortress_columns(table: &mut Table<Verdict>) {
    table.column("fortress_pieces", |v| match v.smallest {
        Smallest::Found { pieces, .. } => Some(pieces),
        _ => None,
    });
    table.column("fortress_kinds", |v| match v.smallest {
        Smallest::Found { kinds, .. } => Some(kinds),
        _ => None,
    });
    table.column("fortress_squares", |v| match &v.smallest {
        Smallest::Found { squares, .. } => Some(squares.clone()),
        _ => None,
    });
    table.column("no_fortress_to", |v| match v.smallest {
        Smallest::None { most, .. } => Some(most),
        _ => None,
    });
    table.column("fortress_not_covered", |v| match &v.smallest {
        Smallest::NotCovered(why) => Some(why.clone()),
        _ => None,
    });
}

fn forced_columns(table: &mut Table<Verdict>, side: Side) {
    let name = |column: &str| format!("{}_{column}", side.name());
    let within = |v: &Verdict| match v.forced[side] {
        Forced::Within { moves, ranks, is_safe, .. } => Some((u32::from(moves), u32::from(ranks), is_safe)),
        _ => None,
    };
    table.column(&name("forces_within"), |v| within(v).map(|(moves, _, _)| moves));
    table.column(&name("ranks"), |v| within(v).map(|(_, ranks, _)| ranks));
    table.column(&name("cannot_lose"), |v| within(v).map(|(_, _, is_safe)| is_safe));
    table.column(&name("certificate"), |v| match &v.forced[side] {
        Forced::Within { certificate, .. } => Some(certificate.clone()),
        _ => None,
    });
    table.column(&name("searched"), |v| match &v.forced[side] {
        Forced::Open { tried } => Some(words::tried(tried)),
        _ => None,
    });
    table.column(&name("not_covered"), |v| match &v.forced[side] {
        Forced::NotCovered(why) => Some(why.clone()),
        _ => None,
    });
}
