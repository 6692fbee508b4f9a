//! One ply of all games of a batch, with everything that happens in nearly every ply done in vectors.

use super::batch::Batch;
use super::boards::{Boards, Goal, InLanes, On, Shape};
use super::choice::Choice;
use super::scheduler::{LaneBlock, LaneScheduler, lanes_of};
use super::targets::Targets;
use super::vector::{Mask, Vector};
use crate::rules::{Compulsory, Movement};

/// The effects of the moves.
struct Made<B, V: Vector> {
    /// The pieces of the side that moved, after the move.
    own: B,
    /// All leaders, after the move.
    leaders: B,
    /// The turned stones, before captures turn any back.
    turned: B,
    /// The pieces that may be huffed now.
    huffable: B,
    /// The pieces captured by custodial, edge and corner capture, or by leaps and removals.
    victims: B,
    /// The lanes in which something is captured.
    captured: V::Mask,
    /// The lanes that the game's own code must play.
    special: V::Mask,
}

impl<G: InLanes> LaneScheduler<'_, G> {
    /// Makes a decision in every lane or, if games may be over, examines those and leaves all lanes unchanged.
    #[inline(always)]
    pub fn step<V: Vector>(&mut self, block: &mut LaneBlock<G::Set, V>) {
        if block.batch.open_huffs != 0 {
            self.decide_huffs(block);
        }
        let game = self.game;
        let batch = &block.batch;
        let empty = game.lane_empty(batch);
        let placing = batch.turn.less(batch.placed);
        let (roll, streams) = self.roll(batch, placing);
        let mut targets = game.lane_targets(batch, empty, roll);
        if game.flags.places {
            targets = targets.or_placements(placing, game.lane_placeable(batch, empty));
        }
        // If there is no move, the game continues if a higher roll would allow one, or if the side passes.
        let stuck = targets.count().is_zero();
        let limited = !batch.turn.less(batch.deadline);
        let stopped = ((stuck | limited).bits() | batch.barren | batch.repeated) & !batch.settled;
        if stopped != 0 {
            return self.settle(block, stopped);
        }
        let choice = self.choose(batch, targets, (roll, streams), placing, empty);
        let made = self.make(batch, &choice, placing, empty);
        self.apply(block, &choice, &made, placing);
    }

    /// Returns the rolls in games with a die, and the streams afterwards: one draw if stones are moved.
    #[inline(always)]
    fn roll<V: Vector>(&self, batch: &Batch<G::Set, V>, placing: V::Mask) -> (V, [V; 2]) {
        let streams = batch.streams;
        let Some(faces) = self.game.rules.die else { return (V::splat(0), streams) };
        let (random, rolled) = next_random(streams);
        let roll = below(random, V::splat(u64::from(faces))) + V::splat(1);
        (roll, [V::pick(placing, streams[0], rolled[0]), V::pick(placing, streams[1], rolled[1])])
    }

    /// Returns a random choice in every lane, with one draw from its stream.
    #[inline(always)]
    fn choose<V: Vector>(
        &mut self,
        batch: &Batch<G::Set, V>,
        targets: Targets<On<G, V>, V>,
        (roll, streams): (V, [V; 2]),
        placing: V::Mask,
        empty: On<G, V>,
    ) -> Choice<On<G, V>, V> {
        let game = self.game;
        let (targets, huffable) = self.compulsory(batch, targets, placing, empty);
        let (random, streams) = next_random(streams);
        let total = targets.count();
        let passes = total.is_zero();
        let choices = if game.may_pass() { V::pick(passes, V::splat(1), total) } else { total };
        let Nth { goal, is_other, chain } = nth(&targets, below(random, choices));
        let Goal { mut to, index, .. } = goal;
        let g = game.geometry;
        let shape = Shape { files: g.files(), longest: g.files().max(g.ranks()), first_file: g.first_file() };
        let mut from = On::<G, V>::origins(&goal, batch.own, empty, &shape);
        if game.leader.jump {
            from = On::<G, V>::pick(is_other, batch.own & batch.leaders, from);
        }
        if game.flags.places {
            from = from.when(!placing);
        }
        if game.may_pass() {
            (from, to) = (from.when(!passes), to.when(!passes));
        }
        let taken = On::<G, V>::none();
        let mut choice = Choice { to, index, from, taken, leaping: 0, huffable, choices, roll, streams };
        if let Some(chain) = chain {
            choice.taken = to.when(is_other);
            (choice.from, choice.to) = (from.when(!is_other), to.when(!is_other));
            choice.leaping = (!(chain.less(V::splat(0)) | passes)).bits();
            if choice.leaping != 0 {
                choice = self.choose_chains(batch, &{ chain }, &{ choice });
            }
        }
        choice
    }

    /// Returns the targets that compulsory capture leaves, and the pieces that may be huffed if nothing is captured.
    #[inline(always)]
    fn compulsory<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        targets: Targets<On<G, V>, V>,
        placing: V::Mask,
        empty: On<G, V>,
    ) -> (Targets<On<G, V>, V>, On<G, V>) {
        let game = self.game;
        let mut huffable = On::<G, V>::none();
        if !game.rules.some_side_must_capture() {
            return (targets, huffable);
        }
        let captures = game.capturing_targets(batch, &targets);
        let can_capture = !(captures.union().is_empty() | placing);
        if game.rules.some_side_is_huffed() {
            let is_huffed = can_capture & game.lane_compulsory(batch, Compulsory::Huff);
            huffable = game.lane_capturers(batch, &captures, empty).when(is_huffed);
        }
        (captures.or(can_capture & game.lane_compulsory(batch, Compulsory::Strict), &targets), huffable)
    }

    /// Moves the pieces and determines what they capture.
    #[inline(always)]
    fn make<V: Vector>(
        &self,
        batch: &Batch<G::Set, V>,
        choice: &Choice<On<G, V>, V>,
        placing: V::Mask,
        empty: On<G, V>,
    ) -> Made<On<G, V>, V> {
        let game = self.game;
        let rules = &game.rules;
        let &Choice { to, from, taken, .. } = choice;
        // A chain of leaps may end on the square where it began.
        let step = from ^ to;
        let leaps = rules.movement == Movement::Leap;
        let own = batch.own ^ step;
        let leaders = if game.rules.leader.is_some() { relocated(batch.leaders, from, step) } else { batch.leaders };
        let enemy = if leaps { batch.enemy & !taken } else { batch.enemy };
        let caught = game.lane_caught(batch, to, own, enemy, leaders);
        let mut victims = caught;
        let mut turned = batch.turned;
        if leaps {
            (victims, turned) = (taken, game.lane_bound(batch, own, enemy, caught));
        }
        if game.flags.places && !leaps {
            victims = victims.when(!placing);
        }
        let captured = !victims.is_empty();
        if rules.vagi {
            let attacks = !(game.geometry.neighbours(to) & batch.enemy).is_empty();
            turned = relocated(turned, from, step) | (to & !leaders).when(!(attacks | placing));
        }
        let few_left = !batch.few.less((batch.enemy & !victims).count());
        let ends = if rules.inciti || rules.stakes.is_some() { captured } else { captured & few_left };
        let mut special = ends | (V::Mask::from_bits(batch.untested) & !placing);
        if game.flags.places {
            special = special | (placing & !(batch.turn + V::splat(1)).less(batch.placed));
        }
        if game.rules.leader.is_some() {
            special = special | game.lane_leader_events(batch, to, own, leaders, victims);
        }
        if rules.limits.move_cap > 0 {
            special = special | !(batch.turn + V::splat(1)).less(V::splat(game.last_turn()));
        }
        if rules.surround {
            let open = game.geometry.neighbours(empty ^ step);
            special = special | !(batch.enemy & game.geometry.neighbours(to) & !open).is_empty();
        }
        let mut huffable = choice.huffable;
        if game.rules.some_side_is_huffed() {
            huffable = game.lane_huffable(choice, leaders).when(!captured);
        }
        Made { own, leaders, turned, huffable, victims, captured, special }
    }

    /// Applies the effects of the moves, and passes the turn to the other side.
    #[inline(always)]
    fn apply<V: Vector>(
        &mut self,
        block: &mut LaneBlock<G::Set, V>,
        choice: &Choice<On<G, V>, V>,
        made: &Made<On<G, V>, V>,
        placing: V::Mask,
    ) {
        let game = self.game;
        block.step += 1;
        let special = made.special.bits();
        if special != 0 {
            self.redo(&mut block.batch, special, &{ *choice });
        }
        let batch = &mut block.batch;
        let (mut own, mut enemy, mut turn) = (batch.enemy & !made.victims, made.own, batch.turn + V::splat(1));
        if game.rules.per_turn > 1 {
            let goes_on = batch.begins_turn(placing);
            batch.begun = goes_on.bits();
            own = On::<G, V>::pick(goes_on, made.own, own);
            enemy = On::<G, V>::pick(goes_on, batch.enemy, enemy);
            turn = V::pick(goes_on, batch.turn, turn);
            batch.within_turns = batch.within_turns + V::splat(1).when(goes_on);
        }
        (batch.own, batch.enemy) = (own, enemy);
        batch.leaders = made.leaders;
        batch.turned = made.turned;
        if game.rules.some_side_is_huffed() {
            batch.huffable = made.huffable;
            batch.open_huffs = (!made.huffable.is_empty()).bits();
        }
        batch.streams = choice.streams;
        batch.turn = turn;
        batch.choices = batch.choices + choice.choices;
        batch.settled = 0;
        if game.flags.places {
            batch.since = V::pick(placing, V::splat(block.step), batch.since);
        }
        if made.captured.any() {
            self.capture(block, choice, made, special);
        }
        self.count_arrivals(&block.batch, choice);
        if special != 0 {
            self.put_back(block, special);
        }
        block.count_occurrences(game.rules.limits.repetition.limit());
    }

    /// Applies the changes in lanes in which something was captured; the special lanes are put back later.
    #[inline(always)]
    fn capture<V: Vector>(
        &mut self,
        block: &mut LaneBlock<G::Set, V>,
        choice: &Choice<On<G, V>, V>,
        made: &Made<On<G, V>, V>,
        special: u16,
    ) {
        let game = self.game;
        let batch = &mut block.batch;
        batch.note_captures(game, made.captured, block.step, batch.turn);
        if game.rules.vagi {
            let helpers = game.lane_helpers(choice.to, made.own, made.leaders, made.victims);
            batch.turned = batch.turned & !(made.victims | (choice.to | helpers).when(made.captured));
        }
        if let Some(counts) = &mut self.counts {
            for lane in lanes_of(made.captured.bits() & !special & batch.seen) {
                counts.losses.lose(made.victims.get(lane));
            }
        }
    }

    #[inline(always)]
    fn count_arrivals<V: Vector>(&mut self, batch: &Batch<G::Set, V>, choice: &Choice<On<G, V>, V>) {
        let Some(counts) = &mut self.counts else { return };
        let mut squares = choice.index | batch.unseen;
        if self.game.may_pass() || self.game.rules.movement == Movement::Leap {
            squares = V::pick(choice.to.is_empty(), V::splat(128), squares);
        }
        let squares = squares.to_array();
        for lane in 0..V::LANES {
            counts.arrivals[squares[lane] as usize % 256] += 1;
        }
    }
}

/// The `k`-th decisions.
struct Nth<B, V: Vector> {
    /// The end of a slide; for other decisions, only its square is meaningful.
    goal: Goal<B, V>,
    /// The lanes in which it is not a slide or step.
    is_other: V::Mask,
    /// In games that leap, the number of the chain; negative if it is not a chain.
    chain: Option<V>,
}

/// Returns the `k`-th of the targets, in the order of [`Game::nth_move`](crate::Game::nth_move).
#[inline(always)]
fn nth<S, V: Vector, B: Boards<S, V>>(targets: &Targets<B, V>, k: V) -> Nth<B, V> {
    let slides = targets.slides;
    let north = slides[0].count();
    let to_east = north + slides[1].count();
    let to_south = to_east + slides[2].count();
    let sums = [north, to_east, to_south];
    let beyond = [!k.less(north), !k.less(to_east), !k.less(to_south)];
    let (mut chosen, mut before) = (slides[0], V::splat(0));
    for way in 0..3 {
        chosen = B::pick(beyond[way], slides[way + 1], chosen);
        before = V::pick(beyond[way], sums[way], before);
    }
    let (mut is_other, mut chain) = (V::Mask::from_bits(0), None);
    if let Some(others) = targets.others {
        let to_west = to_south + slides[3].count();
        is_other = !k.less(to_west);
        chosen = B::pick(is_other, others, chosen);
        before = V::pick(is_other, to_west, before);
        if targets.chains.is_some() {
            chain = Some(k - (to_west + others.count()));
        }
    }
    let index = chosen.select(k - before);
    let to = B::only(index);
    Nth { goal: Goal { to, index, beyond }, is_other, chain }
}

/// Returns a set in which the pieces on `from` are moved by `step`.
#[inline(always)]
pub fn relocated<S, V: Vector, B: Boards<S, V>>(set: B, from: B, step: B) -> B {
    set ^ step.when(!(set & from).is_empty())
}

/// Returns the next 64 random bits of each stream, as a [`GameRng`](crate::GameRng) does.
#[inline(always)]
pub fn next_random<V: Vector>([a, b]: [V; 2]) -> (V, [V; 2]) {
    let result = (a + b).rotate(17) + a;
    let b = a ^ b;
    (result, [a.rotate(49) ^ b ^ (b << 21), b.rotate(28)])
}

/// Returns a number below `n` from 64 random bits, as [`GameRng::below`](crate::GameRng::below) does.
#[inline(always)]
pub fn below<V: Vector>(random: V, n: V) -> V {
    (random >> 32).times(n) >> 32
}
