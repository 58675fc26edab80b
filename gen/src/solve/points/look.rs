//! Looking at a configuration: its moves, as operations on words.

use coda_games::points::{Movement, Points};
use coda_games::{Color, Piece};

use super::lanes::reflect;
use super::layout::{Config, GENERAL, Layout, Step, Target};

/// The lanes in which exactly `screens` pieces stand on a path, the others on `occupied`.
#[inline]
pub(super) fn open(path: Points, occupied: Points, screens: u32) -> Points {
    let others = (path & occupied).count_ones();
    if others == screens {
        !path
    } else if others + 1 == screens {
        path
    } else {
        0
    }
}

/// A word of a set, as a move to its configuration sees it.
#[inline]
pub(super) fn fetch(set: &[Points], target: Target) -> Points {
    let word = set[target.config];
    if target.reflected { reflect(word) } else { word }
}

impl Layout {
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
            let screens = self.movement(group.piece).screens_to_move;
            group.steps(config.digits[number]).iter().filter_map(move |step| {
                if config.occupied >> step.to & 1 == 1 {
                    return None;
                }
                let lanes = open(step.path, config.occupied, screens) & !(1 << step.to);
                (lanes > 0).then_some((number, step, lanes))
            })
        })
    }

    /// The valid lanes with a move of a side into a set of positions with the other side
    /// to move.
    #[inline]
    pub(super) fn some_move(&self, config: &Config, side: Color, set: &[Points]) -> Points {
        let mut found = 0;
        for (group, step, lanes) in self.quiet(config, side) {
            found |= fetch(set, self.target(config, group, step)) & lanes;
        }
        if self.lane.color == side {
            let word = set[config.number] & !config.occupied;
            if word > 0 {
                found |= self.lane.reaching(word, config.occupied);
            }
        }
        found & self.valid(config)
    }

    /// Of some lanes, those in which every move of a side that takes nobody leads into a
    /// set of positions with the other side to move.
    #[inline]
    pub(super) fn every_move(
        &self,
        config: &Config,
        side: Color,
        set: &[Points],
        lanes: Points,
    ) -> Points {
        let mut left = lanes;
        if self.lane.color == side {
            let outside = self.valid(config) & !set[config.number];
            left &= !self.lane.reaching(outside, config.occupied);
        }
        if left == 0 {
            return 0;
        }
        for (group, step, lanes) in self.quiet(config, side) {
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

    /// The lanes in which the general of a side is attacked, or faces the other.
    #[inline]
    pub(super) fn exposed(&self, config: &Config, general: Color) -> (Points, Points) {
        let at = config.general(general);
        let attacked = self.attacked(config.pieces(), config.occupied, at, general);
        let other = config.general(!general);
        let facing = match between(at, other) {
            Some(path) if path & config.occupied == 0 => !path,
            _ => 0,
        };
        (attacked, facing)
    }

    /// The lanes in which a point is attacked by the other side than `color`.
    #[inline]
    pub(super) fn attacked(
        &self,
        placed: &[(Piece, u8)],
        occupied: Points,
        point: u8,
        color: Color,
    ) -> Points {
        let mut lanes = 0;
        for &(piece, from) in placed.iter().filter(|(piece, _)| piece.color != color) {
            if piece.kind == GENERAL {
                continue;
            }
            let movement: &Movement = self.movement(piece);
            if let Some(path) = movement.path(from, point) {
                lanes |= open(path, occupied, movement.screens_to_take);
            }
        }
        if self.lane.color != color {
            lanes |= self.lane.attacking(point, occupied);
        }
        lanes
    }
}

/// The points between two on one file; `None` if they are not.
#[inline]
pub(super) fn between(a: u8, b: u8) -> Option<Points> {
    let (low, high) = (a.min(b), a.max(b));
    let on_file = low % 9 == high % 9;
    on_file.then(|| (low + 9..high).step_by(9).fold(0, |path, point| path | 1 << point))
}
