//! Where positions are: configurations, their digits, and what a move makes of them.

use coda_formats::Index;
use coda_games::points::{GENERAL, Movement, Point, Points};
use coda_games::{Color, Facing, Game, Kind, Movements, Piece};

use super::lanes::LanePiece;

/// Pieces that a configuration can hold.
pub(super) const MOST: usize = 16;

/// A move of one piece of a group: from one digit to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The digit of the group after the move; of its reflection if `reflected`.
    pub(super) digit: u32,
    /// The points left and reached.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The lead leaves its half of the board.
    pub(super) reflected: bool,
    /// The points gone over.
    pub(super) path: Points,
}

/// Equal pieces of one side: all of them, or but one if that is the lane piece.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) piece: Piece,
    pub(super) count: usize,
    pub(super) stride: usize,
    /// The points of each digit, `count` of them.
    points: Vec<u8>,
    /// The digit of the reflected points; of the lead, 0.
    mirror: Vec<u32>,
    /// The moves from each digit: where they begin, and the moves.
    steps: (Vec<u32>, Vec<Step>),
    /// The moves to each digit, with the digit they come from.
    back: (Vec<u32>, Vec<Step>),
}

/// How the positions of an ending are laid out.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) movements: Movements,
    pub(super) groups: Vec<Group>,
    pub(super) lane: LanePiece,
    pub(super) lane_piece: Piece,
    /// The points of the lane piece, ascending, and the number of each point among them.
    pub(super) lane_points: Vec<u8>,
    pub(super) lane_numbers: [u8; Point::COUNT],
    /// How many configurations there are: fewer than 2³².
    pub(super) configs: usize,
    /// How many pieces like the lane piece there are, itself included.
    pub(super) like_lane: usize,
    /// The digits of the lead that are on the middle file.
    centred: Vec<bool>,
    /// What it means that the generals face each other.
    pub(super) facing: Facing,
    /// Whether a side that is not in check may pass.
    pub(super) passes: bool,
    /// Who wins play without end.
    pub(super) holder: Option<Color>,
    /// The kind that some kind neither jumps nor takes.
    pub(super) shunned: Option<Kind>,
}

/// A configuration, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Config {
    pub(super) number: usize,
    pub(super) digits: [u32; MOST],
    /// Everybody but the lane piece.
    pub(super) placed: [(Piece, u8); MOST],
    pub(super) count: usize,
    pub(super) occupied: Points,
    /// Of those, the ones that some kind of piece neither jumps nor takes.
    pub(super) shunned: Points,
    /// Of each side.
    pub(super) generals: [u8; 2],
    /// What the digits but the lead's make, reflected.
    reflection: usize,
    pub(super) stored: Stored,
}

/// Whether a configuration is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It is.
    Yes,
    /// It is its own reflection, and is kept.
    OwnReflection,
    /// Its reflection is kept instead.
    Reflected,
    /// Two pieces are on one point.
    Impossible,
}

/// A configuration that a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) config: usize,
    pub(super) reflected: bool,
}

impl Layout {
    /// `None` if the ending is not one for this solver: its lane piece would be a general,
    /// its lead is one of several, or it is too large.
    pub(super) fn new<G: Game>(game: &G, index: &Index) -> Option<Self> {
        let play = game.point_play()?;
        let movements = play.movements.clone();
        let mut kinds: Vec<_> = index.groups().collect();
        let (lane_piece, like_lane) = kinds.pop()?;
        let lead = kinds.first()?;
        if lane_piece.kind == GENERAL || lead.1 > 1 || index.pieces().len() > MOST {
            return None;
        }
        if like_lane > 1 {
            kinds.push((lane_piece, like_lane - 1));
        }
        let mut groups = Vec::new();
        let mut stride = 1_usize;
        for (number, &(piece, count)) in kinds.iter().enumerate().rev() {
            let movement = &movements[piece.color.index()][piece.kind.index()];
            let group = Group::new(piece, count, stride, movement, number == 0);
            stride = stride.checked_mul(group.radix()).filter(|&n| u32::try_from(n).is_ok())?;
            groups.push(group);
        }
        groups.reverse();
        let movement = &movements[lane_piece.color.index()][lane_piece.kind.index()];
        let lane = LanePiece::new(lane_piece.color, movement);
        let lane_points = list(lane.places());
        let mut lane_numbers = [u8::MAX; Point::COUNT];
        for (number, &point) in (0..).zip(&lane_points) {
            lane_numbers[usize::from(point)] = number;
        }
        let centred = groups[0].points.iter().map(|&point| mirrored(point) == point).collect();
        Some(Self {
            groups,
            lane,
            lane_piece,
            lane_points,
            lane_numbers,
            configs: stride,
            like_lane,
            centred,
            facing: play.facing,
            passes: play.passes,
            shunned: play.movements.iter().flatten().find_map(|movement| movement.shuns),
            holder: game.wins_without_end(index.ending().white, index.ending().black),
            movements,
        })
    }

    pub(super) fn movement(&self, piece: Piece) -> &Movement {
        &self.movements[piece.color.index()][piece.kind.index()]
    }

    /// Takes a configuration apart.
    #[inline]
    pub(super) fn config(&self, number: usize) -> Config {
        let mut config = Config {
            number,
            digits: [0; MOST],
            placed: [(self.lane_piece, 0); MOST],
            count: 0,
            occupied: 0,
            shunned: 0,
            generals: [0; 2],
            reflection: 0,
            stored: Stored::Yes,
        };
        let mut rest = number as u32;
        for (at, group) in self.groups.iter().enumerate() {
            let digit = rest / group.stride as u32;
            rest %= group.stride as u32;
            config.digits[at] = digit;
            for &point in group.points_of(digit) {
                if config.occupied >> point & 1 == 1 {
                    config.stored = Stored::Impossible;
                }
                config.placed[config.count] = (group.piece, point);
                config.count += 1;
                config.occupied |= 1 << point;
                if Some(group.piece.kind) == self.shunned {
                    config.shunned |= 1 << point;
                }
                if group.piece.kind == GENERAL {
                    config.generals[group.piece.color.index()] = point;
                }
            }
            if at > 0 {
                config.reflection += group.mirror[digit as usize] as usize * group.stride;
            }
        }
        if config.stored != Stored::Impossible && self.centred[config.digits[0] as usize] {
            let lead = &self.groups[0];
            let reflected = config.digits[0] as usize * lead.stride + config.reflection;
            config.stored = match reflected.cmp(&number) {
                std::cmp::Ordering::Less => Stored::Reflected,
                std::cmp::Ordering::Equal => Stored::OwnReflection,
                std::cmp::Ordering::Greater => Stored::Yes,
            };
        }
        config
    }

    /// The lanes that are positions: where the lane piece can be and nobody else is.
    #[inline]
    pub(super) fn valid(&self, config: &Config) -> Points {
        self.lane.places() & !config.occupied
    }

    /// What a configuration becomes when a group's digit changes by a step.
    #[inline]
    pub(super) fn target(&self, config: &Config, group: usize, step: &Step) -> Target {
        let of = &self.groups[group];
        let old = config.digits[group] as usize;
        let new = step.digit as usize;
        let lead = &self.groups[0];
        if group == 0 {
            let others = config.number - old * lead.stride;
            let lead = new * lead.stride;
            if step.reflected {
                return self.kept(new, lead + config.reflection, lead + others, true);
            }
            return self.kept(new, lead + others, lead + config.reflection, false);
        }
        let number = config.number - old * of.stride + new * of.stride;
        let lead_part = config.digits[0] as usize * lead.stride;
        let reflection = lead_part + config.reflection - of.mirror[old] as usize * of.stride
            + of.mirror[new] as usize * of.stride;
        self.kept(config.digits[0] as usize, number, reflection, false)
    }

    /// Of a configuration and its reflection, the one that is kept.
    #[inline]
    fn kept(&self, lead: usize, number: usize, reflection: usize, reflected: bool) -> Target {
        if self.centred[lead] && reflection < number {
            Target { config: reflection, reflected: !reflected }
        } else {
            Target { config: number, reflected }
        }
    }

    /// How the reflection of the first groups of a configuration compares to them:
    /// greater, too, where the lead is not on the middle file.
    pub(super) fn compare_upper(&self, config: &Config, groups: usize) -> std::cmp::Ordering {
        if !self.centred[config.digits[0] as usize] {
            return std::cmp::Ordering::Greater;
        }
        let digits = self.groups[1..groups].iter().zip(&config.digits[1..]);
        let orders = digits.map(|(group, &digit)| group.mirror[digit as usize].cmp(&digit));
        orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    }

    /// The kept image of any configuration.
    pub(super) fn keep(&self, config: &Config) -> Target {
        let lead = config.digits[0] as usize;
        let reflection = lead * self.groups[0].stride + config.reflection;
        self.kept(lead, config.number, reflection, false)
    }
}

impl Group {
    fn new(piece: Piece, count: usize, stride: usize, movement: &Movement, leads: bool) -> Self {
        let mut places = list(movement.places);
        if leads {
            places.retain(|&point| point <= mirrored(point));
        }
        let sets = Sets::new(places.len(), count);
        let mut numbers = [u8::MAX; Point::COUNT];
        for (number, &point) in (0..).zip(&places) {
            numbers[usize::from(point)] = number;
        }
        let digit_of = |points: &mut Vec<u8>| {
            points.iter_mut().for_each(|point| *point = numbers[usize::from(*point)]);
            points.sort_unstable();
            sets.rank(points)
        };
        let points: Vec<u8> = sets.all().into_iter().map(|n| places[usize::from(n)]).collect();
        let mut mirror = Vec::new();
        let mut steps = Vec::new();
        for (digit, set) in (0..).zip(points.chunks_exact(count)) {
            let mut reflected = set.iter().map(|&point| mirrored(point)).collect();
            mirror.push(if leads { 0 } else { digit_of(&mut reflected) });
            for (at, &from) in set.iter().enumerate() {
                for reach in movement.reach(from).iter().filter(|r| !set.contains(&r.to)) {
                    let reflected = numbers[usize::from(reach.to)] == u8::MAX;
                    let mut after = set.to_vec();
                    after[at] = if reflected { mirrored(reach.to) } else { reach.to };
                    let step = Step {
                        digit: digit_of(&mut after),
                        from,
                        to: reach.to,
                        reflected,
                        path: reach.path,
                    };
                    steps.push((digit, step));
                }
            }
        }
        let digits = mirror.len();
        // A step back undoes the reflection too: it is seen from the digit it came to.
        let back = steps.iter().flat_map(|&(digit, step)| {
            let back = Step { digit, ..step };
            let image = Step {
                digit,
                from: mirrored(step.from),
                to: mirrored(step.to),
                reflected: true,
                path: super::lanes::reflect(step.path),
            };
            // Where the lead comes to the middle file, it may come from either half.
            let from_either = leads && mirrored(step.to) == step.to;
            let found = match (step.reflected, from_either) {
                (true, _) => [Some(image), None],
                (false, true) => [Some(back), Some(image)],
                (false, false) => [Some(back), None],
            };
            found.into_iter().flatten().map(move |back| (step.digit, back))
        });
        let back = by_digit(digits, back.collect());
        Self { piece, count, stride, points, mirror, steps: by_digit(digits, steps), back }
    }

    pub(super) fn radix(&self) -> usize {
        self.mirror.len()
    }

    /// The points of a digit.
    #[inline]
    pub(super) fn points_of(&self, digit: u32) -> &[u8] {
        &self.points[digit as usize * self.count..][..self.count]
    }

    /// The moves from a digit.
    #[inline]
    pub(super) fn steps(&self, digit: u32) -> &[Step] {
        let (starts, steps) = &self.steps;
        &steps[starts[digit as usize] as usize..starts[digit as usize + 1] as usize]
    }

    /// The moves to a digit. The digit of each is the one it comes from; if it is
    /// `reflected`, points are seen from the digit it came to, but for the digit.
    #[inline]
    pub(super) fn back(&self, digit: u32) -> &[Step] {
        let (starts, steps) = &self.back;
        &steps[starts[digit as usize] as usize..starts[digit as usize + 1] as usize]
    }
}

/// Steps sorted by digit, and where those of each digit begin.
fn by_digit(digits: usize, mut steps: Vec<(u32, Step)>) -> (Vec<u32>, Vec<Step>) {
    steps.sort_by_key(|(digit, _)| *digit);
    let start = |digit| steps.partition_point(|(at, _)| *at < digit) as u32;
    let starts = (0..=digits as u32).map(start).collect();
    (starts, steps.into_iter().map(|(_, step)| step).collect())
}

/// Sets of so many of the first numbers, in the order in which the index counts them.
pub(super) struct Sets {
    of: usize,
    count: usize,
    /// `choose[k][n]`: ways to choose `k + 1` of `n`.
    choose: Vec<Vec<u32>>,
}

impl Sets {
    pub(super) fn new(of: usize, count: usize) -> Self {
        let mut choose: Vec<Vec<u32>> = vec![(0..=of as u32).collect()];
        for k in 1..count {
            let mut row = vec![0; of + 1];
            for n in 1..=of {
                row[n] = row[n - 1] + choose[k - 1][n - 1];
            }
            choose.push(row);
        }
        Self { of, count, choose }
    }

    /// The number of a set, ascending.
    pub(super) fn rank(&self, set: &[u8]) -> u32 {
        set.iter().zip(&self.choose).map(|(&n, choose)| choose[usize::from(n)]).sum()
    }

    /// All sets, one after another, each ascending.
    pub(super) fn all(&self) -> Vec<u8> {
        let mut sets = Vec::new();
        let mut set: Vec<u8> = (0..self.count as u8).collect();
        if self.count > self.of {
            return sets;
        }
        loop {
            sets.extend(&set);
            // The first that can go up does, and those below it start again.
            let top = |at: usize| set.get(at + 1).map_or(self.of as u8, |&next| next);
            let Some(at) = (0..self.count).find(|&at| set[at] + 1 < top(at)) else { break };
            set[at] += 1;
            (0..at).for_each(|below| set[below] = below as u8);
        }
        sets
    }
}

fn list(set: Points) -> Vec<u8> {
    coda_games::points::points_of(set).map(Point::index).collect()
}

/// The index of a point reflected.
#[inline]
pub(super) fn mirrored(point: u8) -> u8 {
    Point::from_index(point).map_or(point, |point| point.mirrored().index())
}

impl Config {
    #[inline]
    pub(super) fn pieces(&self) -> &[(Piece, u8)] {
        &self.placed[..self.count]
    }

    /// The general of a side.
    #[inline]
    pub(super) fn general(&self, color: Color) -> u8 {
        self.generals[color.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_order() {
        let sets = Sets::new(6, 3);
        let all = sets.all();
        assert_eq!(all.len(), 20 * 3);
        for (number, set) in (0..).zip(all.chunks_exact(3)) {
            assert_eq!(sets.rank(set), number);
            assert!(set.is_sorted());
        }
    }
}
