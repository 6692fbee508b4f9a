//! Counts how often positions have occurred (RULES §8, `repetition`).

/// Counts positions by their keys since the last capture; captured pieces never return, so no earlier position can
/// recur. It is an open-addressing hash table whose slots are all emptied at once by starting a new era.
#[derive(Clone, Debug)]
pub(crate) struct Repetitions {
    slots: Vec<Slot>,
    era: u32,
    used: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    era: u32,
    times: u32,
}

/// Small, because games in progress are copied; a table grows once and is then used again.
const FIRST_SIZE: usize = 32;

impl Repetitions {
    pub fn new() -> Self {
        Repetitions { slots: vec![Slot::default(); FIRST_SIZE], era: 1, used: 0 }
    }

    /// Forgets all positions.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.era = self.era.wrapping_add(1);
        self.used = 0;
        if self.era == 0 {
            self.slots.fill(Slot::default());
            self.era = 1;
        }
    }

    /// Counts a position and returns how often it has now occurred.
    #[inline(always)]
    pub fn add_one(&mut self, key: u64) -> u32 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        self.add(key, 1)
    }

    /// Returns how often a position has occurred.
    pub fn times(&self, key: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].era == self.era {
            if self.slots[at].key == key {
                return self.slots[at].times;
            }
            at = (at + 1) & mask;
        }
        0
    }

    #[inline(always)]
    fn add(&mut self, key: u64, times: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.era != self.era {
                *slot = Slot { key, era: self.era, times };
                self.used += 1;
                return times;
            }
            if slot.key == key {
                slot.times += times;
                return slot.times;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(never)]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        let era = std::mem::replace(&mut self.era, 1);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.era == era) {
            self.add(slot.key, slot.times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_survive_growth_and_end_with_the_era() {
        let mut seen = Repetitions::new();
        for round in 1..=3 {
            for key in 0..5_000_u64 {
                assert_eq!(seen.add_one(key << 20), round);
            }
        }
        assert_eq!((seen.times(7 << 20), seen.times(7)), (3, 0));
        seen.clear();
        assert_eq!(seen.times(7 << 20), 0);
        assert_eq!(seen.add_one(7 << 20), 1);
    }

    #[test]
    fn eras_wrap_around() {
        let mut seen = Repetitions::new();
        seen.era = u32::MAX;
        seen.add_one(5);
        seen.clear();
        assert_eq!(seen.add_one(5), 1);
    }
}
