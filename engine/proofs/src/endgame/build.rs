//! Computes the tables of one ending: a first pass over every placement, followed by rounds of retrograde analysis.
//!
//! The first pass finds what a single move decides: finished games, wins by a capture or an end, and losses in which
//! every move loses in one of these ways. Round `n` then examines the predecessors of the positions decided at distance
//! `n`, and decides them at distance `n + 1`: a win if some reply is lost in `n`, a loss if all replies are won in at
//! most `n`. Positions that no round decides are draws. A round either examines all open entries or, if few were
//! decided, visits the [predecessors](super::predecessors) of those: to decide them at once if they are wins beyond
//! doubt, or to mark and then examine them. All methods give the same result.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use petteia_engine::{Event, Geometry, Progress};
use serde::{Deserialize, Serialize};

use super::count::count;
use super::draft::{DOUBLE, MAY_LOSE, MAY_WIN, OVER_DRAWN, SAFE, Stage, TableDraft};
use super::evaluate::{Reply, wdl};
use super::material::{Ending, Seat};
use super::parallel::of_parts;
use super::request::TooLong;
use super::store::{Part, QUICK, StoreError, read, words, write};
use super::value::{Value, Wdl};
use super::{EndgameTable, EndgameTables};

/// The tables of one ending during their computation.
pub(super) struct TablebaseBuild<'a, G: Geometry> {
    tables: &'a EndgameTables<G>,
    ending: Ending,
    drafts: Vec<TableDraft<G::Set>>,
    stage: Stage,
    progress: &'a dyn Progress,
}

/// The header of an unfinished draft, which has two bytes per entry.
#[derive(Serialize, Deserialize)]
struct Unfinished {
    stage: Stage,
    seats: Vec<(Seat, u64)>,
}

/// The number of entries that a thread takes at a time.
const CHUNK: u64 = 1 << 12;
/// The number of entries in the first pass between chances to save the draft.
const SPAN: u64 = 1 << 24;

impl<'a, G: Geometry> TablebaseBuild<'a, G> {
    /// Starts the computation.
    pub fn new(tables: &'a EndgameTables<G>, ending: Ending, progress: &'a dyn Progress) -> Self {
        let context = tables.context();
        let seats = context.seats(ending).into_iter();
        let drafts = seats.map(|seat| TableDraft::new(seat, context.numbering(seat))).collect();
        TablebaseBuild { tables, ending, drafts, stage: Stage::FirstLook { table: 0, done: 0 }, progress }
    }

    /// Resumes work that was saved in a file, or starts the computation if there is none.
    pub fn resume(
        tables: &'a EndgameTables<G>,
        ending: Ending,
        saved: &Path,
        progress: &'a dyn Progress,
    ) -> Result<Self, StoreError> {
        if !saved.exists() {
            return Ok(TablebaseBuild::new(tables, ending, progress));
        }
        let (Unfinished { stage, seats }, mut bytes) =
            read::<Unfinished>(saved, tables.context().game().rules(), ending)?;
        let mut drafts = Vec::new();
        for (seat, entries) in seats {
            let length = bytes.len().min(2 * usize::try_from(entries).unwrap_or(usize::MAX >> 1));
            let rest = bytes.split_off(length);
            let draft = TableDraft::resume(seat, tables.context().numbering(seat), words(&bytes));
            drafts.push(draft.ok_or_else(|| StoreError::new(saved, "it is cut short; delete it"))?);
            bytes = rest;
        }
        Ok(TablebaseBuild { tables, ending, drafts, stage, progress })
    }

    /// Saves the draft, so that it can be resumed.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        let seats = self.drafts.iter().map(|draft| (draft.seat, draft.len())).collect();
        let parts: Vec<Part> = self.drafts.iter().map(|draft| Part::Entries(&draft.entries)).collect();
        let header = Unfinished { stage: self.stage, seats };
        write(path, self.tables.context().game().rules(), self.ending, header, &parts, QUICK)
    }

    /// Does the next piece of work; returns whether more is left.
    pub fn advance(&mut self) -> Result<bool, TooLong> {
        match self.stage {
            Stage::FirstLook { table, done } => {
                self.stage = self.look_first(table, done);
                Ok(true)
            }
            Stage::Round(plies) => {
                if plies + 1 > Value::MOST_PLIES {
                    return Err(TooLong { ending: self.ending });
                }
                let more = self.round(plies);
                self.stage = Stage::Round(plies + 1);
                Ok(more)
            }
        }
    }

    /// Returns the finished tables.
    pub fn finish(self) -> Vec<EndgameTable<G::Set>> {
        let TablebaseBuild { tables, ending, drafts, progress, .. } = self;
        let finished = drafts.into_iter().map(|draft| {
            progress.on_progress(Event::Stage(&format!("{ending}: counting"), draft.len()));
            let census = count(tables, &draft);
            progress.on_progress(Event::Steps(draft.len()));
            let values = draft.entries.codes();
            EndgameTable { seat: draft.seat, numbering: draft.numbering, values, census }
        });
        finished.collect()
    }

    /// Tells that work on the entries of a table begins.
    fn begin(&self, work: &str, draft: &TableDraft<G::Set>) {
        self.progress.on_progress(Event::Stage(&format!("{}: {work}", self.ending), draft.len()));
    }

    /// Makes the first pass over the next entries of a table.
    fn look_first(&self, table: usize, done: u64) -> Stage {
        let draft = &self.drafts[table];
        if done == 0 {
            self.begin(&format!("first pass, {}", draft.seat), draft);
        }
        let end = draft.len().min(done + SPAN);
        self.each_number(done..end, |number| draft.put(number, self.first_look(draft, number)));
        if end < draft.len() {
            Stage::FirstLook { table, done: end }
        } else if table + 1 < self.drafts.len() {
            Stage::FirstLook { table: table + 1, done: 0 }
        } else {
            Stage::Round(0)
        }
    }

    /// Returns what a single move decides about an entry: its code, or that it is open, and perhaps safe.
    fn first_look(&self, draft: &TableDraft<G::Set>, number: u64) -> u16 {
        let Some(placement) = draft.numbering.placement(number) else { return DOUBLE };
        let snapshot =
            self.tables.context().game().snapshot(self.tables.context().position(draft.seat.side, &placement));
        if let Some(outcome) = snapshot.outcome() {
            return match wdl(outcome, snapshot.position().side()) {
                Wdl::Draw => OVER_DRAWN,
                decided => decided.at(0).code(),
            };
        }
        let (mut wins, mut draws, mut stays) = (false, false, false);
        let others = self.tables.each_decisive_reply(&snapshot, |reply| match reply {
            Reply::Over(Wdl::Win) | Reply::Captured(Wdl::Win) => wins = true,
            Reply::Over(Wdl::Draw) | Reply::Captured(Wdl::Draw) => draws = true,
            Reply::Over(Wdl::Loss) | Reply::Captured(Wdl::Loss) => {}
            Reply::Quiet(_) => stays = true,
        });
        if wins {
            Value::Win(1).code()
        } else if draws {
            SAFE
        } else if others || stays {
            0
        } else {
            Value::Loss(1).code()
        }
    }

    /// Decides all positions at distance `plies + 1`; returns whether a later round can decide any more.
    fn round(&self, plies: u16) -> bool {
        let fronts: Vec<Front> = self.drafts.iter().map(|draft| self.front(draft, plies)).collect();
        if plies > 0 && fronts.iter().all(|front| front.won + front.lost == 0) {
            return false;
        }
        for table in 0..self.drafts.len() {
            let open = fronts[table].open;
            if open > 0 {
                self.follow_back(table, plies, &fronts[self.partner(table)].ways(open));
            }
        }
        true
    }

    /// Decides the entries of a table that the entries decided at `plies` lead to.
    fn follow_back(&self, table: usize, plies: u16, ways: &Ways) {
        let (draft, source) = (&self.drafts[table], self.partner(table));
        if ways.mark != 0 {
            self.begin(&format!("distance {}, marking", plies + 1), &self.drafts[source]);
            self.mark_predecessors(source, draft, plies, ways.mark);
        }
        let wins_are_put = self.tables.context().predecessors_are_exact();
        if ways.seek != 0 || ways.mark & MAY_LOSE != 0 || ways.mark != 0 && !wins_are_put {
            self.begin(&format!("distance {}, {}", plies + 1, draft.seat), draft);
            self.look_again(table, plies, ways.seek);
        }
    }

    /// Returns the table of the positions after a quiet move.
    fn partner(&self, table: usize) -> usize {
        self.drafts.len() - 1 - table
    }

    fn front(&self, draft: &TableDraft<G::Set>, plies: u16) -> Front {
        let (won, lost) = (Value::Win(plies).code(), Value::Loss(plies).code());
        let count = |front: Front, number: u64| {
            let code = draft.entry(number).code();
            Front {
                won: front.won + u64::from(code == won),
                lost: front.lost + u64::from(code == lost),
                open: front.open + u64::from(code == 0),
            }
        };
        let counted = of_parts(0..draft.len(), CHUNK, &|numbers| numbers.fold(Front::default(), count));
        counted.into_iter().fold(Front::default(), Front::merged)
    }

    /// Marks the predecessors of the entries that the source decided at `plies`, with those of the `marks` that apply.
    /// If the predecessors are exact, those of lost entries are wins.
    fn mark_predecessors(&self, source: usize, draft: &TableDraft<G::Set>, plies: u16, marks: u16) {
        let context = self.tables.context();
        let source = &self.drafts[source];
        let (won, lost) = (Value::Win(plies).code(), Value::Loss(plies).code());
        let win = context.predecessors_are_exact().then(|| Value::Win(plies + 1).code());
        self.each_number(0..source.len(), |number| {
            let mark = match source.entry(number).code() {
                code if code == lost => MAY_WIN,
                code if code == won => MAY_LOSE,
                _ => return,
            };
            if marks & mark == 0 {
                return;
            }
            let placement = source.numbering.placement(number).expect("only placements have values");
            let position = context.position(source.seat.side, &placement);
            context.each_predecessor(&position, |predecessor| {
                let predecessor = draft.numbering.number(&predecessor);
                match win {
                    Some(win) if mark == MAY_WIN => draft.decide(predecessor, win),
                    _ => draft.mark(predecessor, mark),
                }
            });
        });
    }

    /// Examines all open entries for the result `seek`, and the marked ones for the results they are marked with.
    fn look_again(&self, table: usize, plies: u16, seek: u16) {
        let (draft, replies) = (&self.drafts[table], &self.drafts[self.partner(table)]);
        self.each_number(0..draft.len(), |number| {
            let entry = draft.entry(number);
            let marks = seek | entry.marks();
            let lookable = if entry.is_safe() { MAY_WIN } else { MAY_WIN | MAY_LOSE };
            if !entry.is_open() || marks & lookable == 0 {
                return;
            }
            match self.decide(draft, replies, number, plies, marks) {
                Some(value) => draft.put(number, value.code()),
                None => draft.unmark(number),
            }
        });
    }

    /// Returns the value of an open entry, if the replies decided within `plies` determine it.
    fn decide(
        &self,
        draft: &TableDraft<G::Set>,
        replies: &TableDraft<G::Set>,
        number: u64,
        plies: u16,
        marks: u16,
    ) -> Option<Value> {
        let context = self.tables.context();
        let placement = draft.numbering.placement(number).expect("doubles are not open");
        let snapshot = context.game().snapshot(context.position(draft.seat.side, &placement));
        let (mut wins, mut all_lose) = (false, true);
        self.tables.each_reply(&snapshot, |_, reply| {
            let value = match reply {
                Reply::Over(wdl) | Reply::Captured(wdl) => Some(wdl),
                Reply::Quiet(position) => {
                    let entry = replies.entry(replies.numbering.number(&context.placement(&position)));
                    match entry.found() {
                        Some(Value::Win(at)) if at <= plies => Some(Wdl::Loss),
                        Some(Value::Loss(at)) if at <= plies => Some(Wdl::Win),
                        _ => None,
                    }
                }
            };
            wins = value == Some(Wdl::Win);
            all_lose &= value == Some(Wdl::Loss);
            let is_settled = wins || (!all_lose && marks & MAY_WIN == 0);
            if is_settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if wins { Some(Value::Win(plies + 1)) } else { all_lose.then_some(Value::Loss(plies + 1)) }
    }

    /// Calls a function for each number in a range, on all threads.
    fn each_number(&self, range: Range<u64>, work: impl Fn(u64) + Sync) {
        of_parts(range, CHUNK, &|numbers| {
            let steps = numbers.end - numbers.start;
            numbers.for_each(&work);
            self.progress.on_progress(Event::Steps(steps));
        });
    }
}

/// How many entries of a table were decided last, and how many are open.
#[derive(Clone, Copy, Default)]
struct Front {
    won: u64,
    lost: u64,
    open: u64,
}

impl Front {
    fn merged(self, other: Front) -> Front {
        Front { won: self.won + other.won, lost: self.lost + other.lost, open: self.open + other.open }
    }

    /// Returns how to find the predecessors of these entries in a table with `open` entries. To mark them, all
    /// predecessors of a decided entry are visited. To examine the open entries instead takes a few replies of each to
    /// look for a loss, and all of them to look for a win.
    fn ways(&self, open: u64) -> Ways {
        let mut ways = Ways::default();
        for (decided, cost, result) in [(self.lost, 1, MAY_WIN), (self.won, 8, MAY_LOSE)] {
            if decided > 0 {
                *(if cost * decided < open { &mut ways.mark } else { &mut ways.seek }) |= result;
            }
        }
        ways
    }
}

/// For which results to mark the predecessors of decided entries, and for which to examine all open entries.
#[derive(Clone, Copy, Default)]
struct Ways {
    mark: u16,
    seek: u16,
}
