//! Counts the placements of each value in a table.

use std::ops::ControlFlow;

use petteia_engine::Geometry;

use super::EndgameTables;
use super::census::{Census, Extreme};
use super::draft::{DOUBLE, OVER_DRAWN, TableDraft};
use super::evaluate::Reply;
use super::parallel::of_parts;
use super::value::{Value, Wdl};

/// A census whose examples are not written out yet.
#[derive(Clone, Default)]
struct Count {
    census: Census,
    /// The distance and entry number of the longest.
    win: Option<(u16, u64)>,
    loss: Option<(u16, u64)>,
    drawn: Option<u64>,
}

/// The number of entries that a thread counts at a time.
const CHUNK: u64 = 1 << 20;

/// Counts the placements in a finished table. The tables of smaller endings must be present.
pub(super) fn count<G: Geometry>(tables: &EndgameTables<G>, draft: &TableDraft<G::Set>) -> Census {
    let counted = of_parts(0..draft.len(), CHUNK, &|numbers| {
        numbers.fold(Count::default(), |count, number| count.with(tables, draft, number))
    });
    let Count { mut census, win, loss, drawn } = counted.into_iter().fold(Count::default(), Count::merged);
    let text = |number| {
        let context = tables.context();
        let placement = draft.numbering.placement(number).expect("entries that are counted have a placement");
        context.game().text(&context.position(draft.seat.side, &placement))
    };
    let extreme = |(plies, number)| Extreme { plies, example: text(number) };
    census.longest_win = win.map(extreme);
    census.longest_loss = loss.map(extreme);
    census.drawn_example = drawn.map(text);
    census
}

/// Returns whether some move wins and ends the game.
fn is_won_at_once<G: Geometry>(tables: &EndgameTables<G>, draft: &TableDraft<G::Set>, number: u64) -> bool {
    let context = tables.context();
    let placement = draft.numbering.placement(number).expect("entries that are counted have a placement");
    let snapshot = context.game().snapshot(context.position(draft.seat.side, &placement));
    let mut is_won = false;
    tables.each_reply(&snapshot, |_, reply| {
        is_won = matches!(reply, Reply::Over(Wdl::Win));
        if is_won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    is_won
}

impl Count {
    fn with<G: Geometry>(mut self, tables: &EndgameTables<G>, draft: &TableDraft<G::Set>, number: u64) -> Self {
        let entry = draft.entry(number);
        if entry.code() == DOUBLE {
            return self;
        }
        let census = &mut self.census;
        let images = draft.numbering.images_of(number);
        census.entries += 1;
        census.placements += images;
        let value = entry.found().unwrap_or(Value::Draw);
        let is_over = entry.code() == OVER_DRAWN || matches!(value, Value::Win(0) | Value::Loss(0));
        census.over += if is_over { images } else { 0 };
        match value {
            Value::Win(plies) => {
                census.won += images;
                if plies == 1 && is_won_at_once(tables, draft, number) {
                    census.won_at_once += images;
                }
                add(&mut census.wins_by_plies, plies, images);
                self.win = longer(self.win, Some((plies, number)));
            }
            Value::Draw => {
                census.drawn += images;
                if !is_over {
                    self.drawn = first(self.drawn, Some(number));
                }
            }
            Value::Loss(plies) => {
                census.lost += images;
                add(&mut census.losses_by_plies, plies, images);
                self.loss = longer(self.loss, Some((plies, number)));
            }
        }
        self
    }

    fn merged(mut self, other: Count) -> Self {
        let (census, more) = (&mut self.census, other.census);
        census.entries += more.entries;
        census.placements += more.placements;
        census.over += more.over;
        census.won += more.won;
        census.drawn += more.drawn;
        census.lost += more.lost;
        census.won_at_once += more.won_at_once;
        for (all, more) in
            [(&mut census.wins_by_plies, more.wins_by_plies), (&mut census.losses_by_plies, more.losses_by_plies)]
        {
            for (plies, images) in more.into_iter().enumerate() {
                add(all, plies as u16, images);
            }
        }
        self.win = longer(self.win, other.win);
        self.loss = longer(self.loss, other.loss);
        self.drawn = first(self.drawn, other.drawn);
        self
    }
}

fn add(counts: &mut Vec<u64>, plies: u16, images: u64) {
    let at = usize::from(plies);
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += images;
}

/// Returns the longer one; if both are equally long, the one with the smaller number.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    a.into_iter().chain(b).max_by_key(|&(plies, number)| (plies, std::cmp::Reverse(number)))
}

fn first(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a.into_iter().chain(b).min()
}
