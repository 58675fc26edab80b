//! Looking at a configuration: its moves, as operations on words.

use coda_games::points::{GENERAL, Movement, Points};
use coda_games::{Color, Facing, Piece};

use super::lanes::reflect;
use super::layout::{Config, Layout, Step, Target};

/// A word of a set, as a move to its configuration sees it.
#[inline]
pub(super) fn fetch(set: &[Points], target: Target) -> Points {
    let word = set[target.config];
    if target.reflected { reflect(word) } else { word }
}

/// Pieces on the board, but for the lane piece.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) pieces: &'a [(Piece, u8)],
    pub(super) occupied: Points,
    pub(super) shunned: Points,
}

impl Config {
    #[inline]
    pub(super) fn placed(&self) -> Placed<'_> {
        let (occupied, shunned) = (self.occupied, self.shunned);
        Placed { pieces: self.pieces(), occupied, shunned }
    }
}

impl Layout {
    /// The lanes in which exactly `screens` pieces stand on a path of a movement, the others
    /// as placed, and none that it shuns.
    #[inline]
    pub(super) fn open(
        &self,
        movement: &Movement,
        path: Points,
        placed: Placed<'_>,
        screens: u32,
    ) -> Points {
        if movement.shuns.is_some() && path & placed.shunned > 0 {
            return 0;
        }
        let others = (path & placed.occupied).count_ones();
        if others == screens {
            !path
        } else if others + 1 == screens && movement.shuns != Some(self.lane_piece.kind) {
            path
        } else {
            0
        }
    }

    /// The moves of a side's pieces, but for the lane piece, that take nobody of the
    /// configuration: the group, the move, and the lanes in which it is there and takes
    /// nobody at all.
    #[inline]
    pub(super) fn quiet<'a>(
        &'a self,
        config: &'a Config,
        side: Color,
    ) -> impl Iterator<Item = (usize, &'a Step, Points)> {
        let own = self.groups.iter().enumerate().filter(move |(_, g)| g.piece.color == side);
        own.flat_map(move |(number, group)| {
            let movement = self.movement(group.piece);
            group.steps(config.digits[number]).iter().filter_map(move |step| {
                if config.occupied >> step.to & 1 == 1 {
                    return None;
                }
                let screens = movement.screens_to_move;
                let lanes = self.open(movement, step.path, config.placed(), screens);
                let lanes = lanes & !(1 << step.to);
                (lanes > 0).then_some((number, step, lanes))
            })
        })
    }

    /// The lanes in which the generals face each other and a move that leaves them so ends
    /// the game; none where it does not.
    #[inline]
    pub(super) fn bikjang(&self, config: &Config) -> Points {
        match self.facing {
            Facing::Ends => facing(config.generals, config.occupied),
            Facing::Nothing | Facing::Illegal => 0,
        }
    }

    /// Of the lanes in which the generals face each other, those in which they still do after
    /// a move.
    #[inline]
    pub(super) fn still_facing(
        &self,
        config: &Config,
        lanes: Points,
        group: usize,
        step: &Step,
    ) -> Points {
        if lanes == 0 {
            return 0;
        }
        let piece = self.groups[group].piece;
        let mut generals = config.generals;
        if piece.kind == GENERAL {
            generals[piece.color.index()] = step.to;
        }
        let occupied = config.occupied & !(1 << step.from) | 1 << step.to;
        lanes & facing(generals, occupied)
    }

    /// The valid lanes with a move of a side into a set of positions with the other side
    /// to move. Moves that end the game by leaving the generals face to face are moves only
    /// if `mates`: then the set has none but mates.
    #[inline]
    pub(super) fn some_move(
        &self,
        config: &Config,
        side: Color,
        set: &[Points],
        mates: bool,
    ) -> Points {
        let ends = if mates { 0 } else { self.bikjang(config) };
        let mut found = 0;
        for (group, step, lanes) in self.quiet(config, side) {
            let lanes = lanes & !self.still_facing(config, ends, group, step);
            found |= fetch(set, self.target(config, group, step)) & lanes;
        }
        let word = set[config.number] & !config.occupied;
        if self.lane.color == side && word > 0 {
            found |= self.lane.reaching(word & !ends, config.occupied, config.shunned);
            if word & ends > 0 {
                let from = self.lane.reaching(word & ends, config.occupied, config.shunned);
                found |= from & !ends;
            }
        }
        if self.passes {
            found |= word & !ends;
        }
        found & self.valid(config)
    }

    /// Of some lanes, those in which every move of a side that takes nobody, and does not end
    /// the game by leaving the generals face to face, leads into a set of positions with the
    /// other side to move.
    #[inline]
    pub(super) fn every_move(
        &self,
        config: &Config,
        side: Color,
        set: &[Points],
        lanes: Points,
    ) -> Points {
        let ends = self.bikjang(config);
        let mut left = lanes;
        let outside = self.valid(config) & !set[config.number];
        if self.passes {
            left &= !outside | ends;
        }
        if self.lane.color == side {
            left &= !self.lane.reaching(outside & !ends, config.occupied, config.shunned);
            if outside & ends > 0 {
                let from = self.lane.reaching(outside & ends, config.occupied, config.shunned);
                left &= !from | ends;
            }
        }
        if left == 0 {
            return 0;
        }
        for (group, step, lanes) in self.quiet(config, side) {
            let lanes = lanes & !self.still_facing(config, ends, group, step);
            if left & lanes == 0 {
                continue;
            }
            left &= fetch(set, self.target(config, group, step)) | !lanes;
            if left == 0 {
                return 0;
            }
        }
        left
    }

    /// Calls `found` with the configurations from which a move of a side, other than of the
    /// lane piece, may lead to this one.
    #[inline]
    pub(super) fn before(&self, config: &Config, side: Color, mut found: impl FnMut(usize)) {
        let own = self.groups.iter().enumerate().filter(|(_, group)| group.piece.color == side);
        for (number, group) in own {
            let screens = self.movement(group.piece).screens_to_move;
            for step in group.back(config.digits[number]) {
                let free = config.occupied >> step.from & 1 == 0;
                let others = (step.path & config.occupied).count_ones();
                // The lane piece may be a screen.
                if free && (others == screens || others + 1 == screens) {
                    found(self.target(config, number, step).config);
                }
            }
        }
    }

    /// The lanes in which the general of a side is attacked.
    #[inline]
    pub(super) fn in_check(&self, config: &Config, general: Color) -> Points {
        self.attacked(config.placed(), config.general(general), general)
    }

    /// The lanes that are no positions with a side to move: the other side's general could be
    /// taken, or the generals face each other where that may not be.
    #[inline]
    pub(super) fn impossible(&self, config: &Config, turn: Color) -> Points {
        self.in_check(config, !turn) | self.illegally_facing(config.generals, config.occupied)
    }

    #[inline]
    pub(super) fn illegally_facing(&self, generals: [u8; 2], occupied: Points) -> Points {
        match self.facing {
            Facing::Illegal => facing(generals, occupied),
            Facing::Nothing | Facing::Ends => 0,
        }
    }

    /// The lanes in which a point is attacked by the other side than `color`.
    #[inline]
    pub(super) fn attacked(&self, placed: Placed<'_>, point: u8, color: Color) -> Points {
        let mut lanes = 0;
        for &(piece, from) in placed.pieces.iter().filter(|(piece, _)| piece.color != color) {
            if piece.kind == GENERAL {
                continue;
            }
            let movement = self.movement(piece);
            if let Some(path) = movement.path(from, point) {
                lanes |= self.open(movement, path, placed, movement.screens_to_take);
            }
        }
        if self.lane.color != color {
            lanes |= self.lane.attacking(point, placed.occupied, placed.shunned);
        }
        lanes
    }
}

/// The lanes in which generals face each other on an open file.
#[inline]
pub(super) fn facing(generals: [u8; 2], occupied: Points) -> Points {
    let (low, high) = (generals[0].min(generals[1]), generals[0].max(generals[1]));
    if low % 9 != high % 9 {
        return 0;
    }
    let path = (low + 9..high).step_by(9).fold(0, |path, point| path | 1 << point);
    if path & occupied == 0 { !path } else { 0 }
}
