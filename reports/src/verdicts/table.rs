//! The verdicts as a data frame: one row per variant.

use petteia_engine::Side;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::schema::verdicts::*;
use petteia_tables::verdicts::{Forced, InPlay, Smallest, Verdict};
use petteia_tables::{Builder, Family, Frame};

use super::phrases::{self, endings_of, pairings_of};
use crate::labels::pairing_text;

/// The columns are those that the crate's front page describes.
pub(super) fn frame(verdicts: &[Verdict]) -> Frame {
    let mut table = Builder::of(verdicts);
    table.column(VARIANT, |v| v.variant.name.as_str());
    table.column(BEST_PLAY, |v| phrases::best_play_key(v.best_play()));
    fortress_columns(&mut table);
    for side in Side::BOTH {
        forced_columns(&mut table, side);
    }
    for (own, other) in endings_of(verdicts) {
        let ending = format!("{own}v{other}");
        let share = |of: fn(&EndingSummary) -> u64| {
            let (own, other) = (own.clone(), other.clone());
            move |v: &Verdict| {
                let ending = v.endings.iter().find(|e| (&e.own, &e.other) == (&own, &other))?;
                Some(ending.share(of(ending)))
            }
        };
        table.column(ENDING_WON.member(&ending), share(|e| e.won));
        table.column(ENDING_DRAWN.member(&ending), share(|e| e.drawn));
        table.column(ENDING_LOST.member(&ending), share(|e| e.lost));
    }
    for agents in pairings_of(verdicts) {
        let pairing = pairing_text(agents);
        let of = |v: &Verdict| v.played.iter().find(|played| phrases::agents(played) == agents).cloned();
        let count = |name: Family<u64>, count: fn(&InPlay) -> u64, table: &mut Builder<Verdict>| {
            table.column(name.member(&pairing), |v| of(v).map(|played| count(&played)));
        };
        count(GAMES, |played| played.games, &mut table);
        table.interval(DRAW_RATE.member(&pairing), |v| of(v).and_then(|played| played.draw_rate));
        count(STOPPED, |played| played.stopped, &mut table);
        count(LOOKED_AT, |played| played.last.games(), &mut table);
        count(BOTH_CLOSED, |played| played.last.both_closed, &mut table);
        count(DRAWN_ENDING, |played| played.last.drawn_ending, &mut table);
        count(WON_ENDING, |played| played.last.won_ending, &mut table);
        count(ONE_CLOSED, |played| played.last.one_closed, &mut table);
        count(OPEN, |played| played.last.open, &mut table);
        count(ONCE_CLOSED, |played| played.last.once_closed, &mut table);
    }
    table.finish()
}

fn fortress_columns(table: &mut Builder<Verdict>) {
    let found = |v: &Verdict| match &v.smallest {
        Smallest::Found { pieces, kinds, squares, .. } => Some((*pieces, *kinds, squares.clone())),
        _ => None,
    };
    table.column(FORTRESS_PIECES, |v| found(v).map(|(pieces, ..)| pieces));
    table.column(FORTRESS_KINDS, |v| found(v).map(|(_, kinds, _)| kinds));
    table.column(FORTRESS_SQUARES, |v| found(v).map(|(.., squares)| squares));
    table.column(NO_FORTRESS_TO, |v| match v.smallest {
        Smallest::None { most, .. } => Some(most),
        _ => None,
    });
    table.column(FORTRESS_NOT_COVERED, |v| match &v.smallest {
        Smallest::NotCovered(why) => Some(why.clone()),
        _ => None,
    });
}

fn forced_columns(table: &mut Builder<Verdict>, side: Side) {
    let within = |v: &Verdict| match &v.forced[side] {
        Forced::Within { moves, ranks, is_safe, certificate } => {
            Some((u32::from(*moves), u32::from(*ranks), *is_safe, certificate.clone()))
        }
        _ => None,
    };
    table.column(FORCES_WITHIN.member(side.name()), |v| within(v).map(|(moves, ..)| moves));
    table.column(RANKS.member(side.name()), |v| within(v).map(|(_, ranks, ..)| ranks));
    table.column(CANNOT_LOSE.member(side.name()), |v| within(v).map(|(.., is_safe, _)| is_safe));
    table.column(CERTIFICATE.member(side.name()), |v| within(v).map(|(.., certificate)| certificate));
    table.column(SEARCHED.member(side.name()), |v| match &v.forced[side] {
        Forced::Open { tried } => Some(phrases::tried(tried)),
        _ => None,
    });
    table.column(NOT_COVERED.member(side.name()), |v| match &v.forced[side] {
        Forced::NotCovered(why) => Some(why.clone()),
        _ => None,
    });
}
