//! What does not depend on the ending itself: dens, captures, positions without a
//! move. One pass over all configurations, before the first depth.

use coda_games::Color;
use rayon::prelude::*;

use super::board::{Mover, Squares, reflect_square, squares_of};
use super::layout::{Layout, Place};
use super::row::Blockers;
use super::subs::{After, Byte, Subs, Taken, moved_digits};

/// Rows that are seeded, and swept, as one task.
pub(super) const ROWS_A_TASK: usize = 32;

/// Something that becomes known of positions at a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) config: u32,
    pub(super) depth: u8,
    pub(super) kind: Kind,
    pub(super) lanes: Squares,
}

/// What becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// They are lost, having no move (at depth 0).
    Lost,
    /// They are won.
    Won,
    /// All their captures lose: from now on they may be lost.
    Released,
}

/// The seeds of one side to move.
#[derive(Debug)]
pub(super) struct Seeds {
    /// Lanes that cannot be lost, by configuration.
    pub(super) hold: Vec<Squares>,
    /// For each task, its events by depth.
    pub(super) events: Vec<Box<[Event]>>,
}

/// Seeds both sides.
pub(super) fn seed(layout: &Layout, subs: &Subs) -> [Seeds; 2] {
    Color::BOTH.map(|side| {
        let mut hold = vec![0; layout.words()];
        let task = ROWS_A_TASK * layout.row_len;
        let new = || Seeder::new(layout, subs, side);
        let tasks = hold.par_chunks_mut(task).enumerate();
        let events = tasks.map_init(new, |seeder, (task, hold)| {
            seeder.events.clear();
            for (number, hold) in hold.chunks_mut(layout.row_len).enumerate() {
                seeder.seed_row(task * ROWS_A_TASK + number, hold);
            }
            // Stable, so that the configurations of a depth stay in order.
            seeder.events.sort_by_key(|event| event.depth);
            // Exactly as long as they are: there are very many of these lists.
            Box::from(&seeder.events[..])
        });
        let events = events.collect();
        Seeds { hold, events }
    })
}

/// A piece as a hunter or as prey.
#[derive(Clone, Copy)]
struct Hunter<'a> {
    mover: &'a Mover,
    which: Taken,
    square: u8,
}

struct Seeder<'a> {
    layout: &'a Layout,
    subs: &'a Subs,
    side: Color,
    events: Vec<Event>,
    lanes: Lanes,
}

/// What is known of the lanes of one configuration.
struct Lanes {
    /// The depth at which each is won by what is seeded; 255 for never.
    win: [u8; 64],
    won: Squares,
    /// The depth at which each is released.
    hold: [u8; 64],
    held: Squares,
    /// Those held for good.
    safe: Squares,
    /// Those with a legal move.
    mobile: Squares,
}

impl Lanes {
    #[inline]
    fn wins(&mut self, lane: u8, depth: u8) {
        let known = &mut self.win[usize::from(lane)];
        *known = if self.won >> lane & 1 == 0 { depth } else { depth.min(*known) };
        self.won |= 1 << lane;
    }

    #[inline]
    fn holds(&mut self, lane: u8, depth: u8) {
        let known = &mut self.hold[usize::from(lane)];
        *known = if self.held >> lane & 1 == 0 { depth } else { depth.max(*known) };
        self.held |= 1 << lane;
    }
}

impl<'a> Seeder<'a> {
    fn new(layout: &'a Layout, subs: &'a Subs, side: Color) -> Self {
        let lanes = Lanes { win: [0; 64], won: 0, hold: [0; 64], held: 0, safe: 0, mobile: 0 };
        Self { layout, subs, side, events: Vec::new(), lanes }
    }

    fn seed_row(&mut self, row: usize, hold: &mut [Squares]) {
        let place = self.layout.place(row);
        if !place.possible {
            return;
        }
        for (inner, hold) in hold.iter_mut().enumerate() {
            let valid = self.layout.valid(&place, inner);
            if valid > 0 {
                *hold = self.seed_config(&place, inner, valid);
            }
        }
    }

    /// Finds what is known of a configuration, and gives its hold.
    fn seed_config(&mut self, place: &Place, inner: usize, valid: Squares) -> Squares {
        self.lanes.won = 0;
        self.lanes.held = 0;
        self.lanes.safe = 0;
        self.lanes.mobile = 0;
        let (layout, side) = (self.layout, self.side);
        let lane = &layout.lane.mover;
        let blockers = Blockers::of(layout, place, layout.inner_square(inner), side);
        let mut config_taken = place.taken;
        config_taken |= layout.inner_square(inner).map_or(0, |square| 1 << square);

        let outer = layout.outer.iter().zip(&place.squares).enumerate();
        let outer = outer.map(|(number, (digit, &square))| Hunter {
            mover: &digit.mover,
            which: Taken::Outer(number),
            square,
        });
        let inner_piece = layout.inner.as_ref().zip(layout.inner_square(inner));
        let inner_piece = inner_piece.map(|(digit, square)| Hunter {
            mover: &digit.mover,
            which: Taken::Inner,
            square,
        });
        let pieces = || outer.clone().chain(inner_piece);
        for hunter in pieces().filter(|piece| piece.mover.color == side) {
            if hunter.mover.at_den >> hunter.square & 1 == 1 {
                self.den(valid);
            }
            for reach in &hunter.mover.reach[usize::from(hunter.square)] {
                if reach.path & blockers.rats != 0 {
                    continue;
                }
                let open = valid & !(reach.path & blockers.lane);
                let target = 1 << reach.to;
                if config_taken & target == 0 {
                    self.lanes.mobile |= open & !target;
                    if lane.color != side
                        && open & target != 0
                        && hunter.mover.takes(hunter.square, lane, reach.to)
                    {
                        let lane = |_| reach.to;
                        self.captures(
                            place,
                            inner,
                            Some((hunter, reach.to)),
                            Taken::Lane,
                            target,
                            lane,
                        );
                    }
                    continue;
                }
                let prey = pieces().find(|piece| piece.square == reach.to);
                let Some(prey) = prey.filter(|prey| prey.mover.color != side) else {
                    continue;
                };
                if hunter.mover.takes(hunter.square, prey.mover, reach.to) {
                    let hunter = Some((hunter, reach.to));
                    self.captures(place, inner, hunter, prey.which, open, |lane| lane);
                }
            }
        }
        if lane.color == side {
            self.den(valid & lane.at_den);
            self.lanes.mobile |= lane.reaching(valid, blockers.rats) & valid;
            for prey in pieces().filter(|piece| piece.mover.color != side) {
                for from in squares_of(lane.reaching(1 << prey.square, blockers.rats) & valid) {
                    if lane.takes(from, prey.mover, prey.square) {
                        let at = prey.square;
                        self.captures(place, inner, None, prey.which, 1 << from, |_| at);
                    }
                }
            }
        }
        self.finish(place.row * layout.row_len + inner, valid)
    }

    fn den(&mut self, lanes: Squares) {
        self.lanes.mobile |= lanes;
        squares_of(lanes).for_each(|lane| self.lanes.wins(lane, 1));
    }

    /// Enters a capture of `prey` in each of `lanes`. `hunter` is the configuration
    /// piece that moves, with the square it moves to; `None` if it is the lane piece.
    /// `after` gives, from the lane, the square of the lane piece after it.
    fn captures(
        &mut self,
        place: &Place,
        inner: usize,
        hunter: Option<(Hunter<'_>, u8)>,
        prey: Taken,
        lanes: Squares,
        after: impl Fn(u8) -> u8,
    ) {
        self.lanes.mobile |= lanes;
        let sub = match self.subs.after(prey) {
            After::Won => return squares_of(lanes).for_each(|lane| self.lanes.wins(lane, 1)),
            After::Sub(sub) => sub,
        };
        let layout = self.layout;
        let mut inner = inner;
        let mut moved = None;
        match hunter {
            Some((Hunter { which: Taken::Outer(number), .. }, to)) => moved = Some((number, to)),
            Some((Hunter { which: Taken::Inner, .. }, to)) => {
                if let Some(digit) = &layout.inner {
                    inner = usize::from(digit.digit_of[usize::from(to)]);
                }
            }
            _ => {}
        }
        let (digits, reflected) = moved_digits(layout, place, moved);
        if let Some(digit) = layout.inner.as_ref().filter(|_| reflected) {
            inner = usize::from(digit.mirror[inner]);
        }
        let line = sub.line(!self.side, sub.config(digits, inner));
        for lane in squares_of(lanes) {
            let square = after(lane);
            let square = if reflected { reflect_square(square) } else { square };
            let at = if line.len() == 1 { 0 } else { usize::from(square) };
            self.capture(lane, line[at]);
        }
    }

    /// Enters a capture that leads to a value for the opponent.
    #[inline]
    fn capture(&mut self, lane: u8, byte: Byte) {
        let depth = self.subs.depth(byte);
        match byte {
            0 => self.lanes.safe |= 1 << lane,
            _ if byte % 2 == 1 => self.lanes.wins(lane, depth),
            _ => self.lanes.holds(lane, depth),
        }
    }

    /// Turns what was found into events; gives the hold.
    fn finish(&mut self, config: usize, valid: Squares) -> Squares {
        let lanes = &self.lanes;
        let stuck = valid & !lanes.mobile;
        let held = lanes.held & !lanes.safe & !lanes.won;
        let mut hold = lanes.won | lanes.safe | held;
        let mut rest = lanes.won;
        while rest > 0 {
            let depth = lanes.win[rest.trailing_zeros() as usize];
            let same = |lane: &u8| lanes.win[usize::from(*lane)] == depth;
            let found = squares_of(rest).filter(same).fold(0, |set, lane| set | 1 << lane);
            self.events.push(Event { config: config as u32, depth, kind: Kind::Won, lanes: found });
            rest &= !found;
        }
        let mut rest = held;
        while rest > 0 {
            let depth = lanes.hold[rest.trailing_zeros() as usize];
            let same = |lane: &u8| lanes.hold[usize::from(*lane)] == depth;
            let found = squares_of(rest).filter(same).fold(0, |set, lane| set | 1 << lane);
            let kind = Kind::Released;
            self.events.push(Event { config: config as u32, depth, kind, lanes: found });
            rest &= !found;
        }
        if stuck > 0 {
            hold |= stuck;
            if self.layout.no_move_loses {
                let event =
                    Event { config: config as u32, depth: 0, kind: Kind::Lost, lanes: stuck };
                self.events.push(event);
            }
        }
        hold
    }
}
