//! The switches of Jungle, and who may stand where and take whom.

use crate::Color;
use crate::jungle::{Animal, Square, Terrain};
use crate::ruleset::{Preset, Ruleset, RulesetSpec, Switch};

pub(super) static SPEC: RulesetSpec = RulesetSpec {
    game: "Jungle",
    switches: &[
        Switch {
            name: "tiger-jump",
            values: &["both", "lengthways"],
            about: "over which width of river the tiger jumps",
        },
        Switch {
            name: "rat-across-bank",
            values: &["none", "rat", "elephant", "rat+elephant"],
            about: "what a rat may take across the bank",
        },
        Switch {
            name: "elephant-takes-rat",
            values: &["no", "yes"],
            about: "whether the elephant may take the rat",
        },
        Switch {
            name: "dog-swims",
            values: &["no", "yes"],
            about: "whether the dog may enter water",
        },
        Switch { name: "traps", values: &["enemy", "all"], about: "whose traps weaken a piece" },
        Switch {
            name: "jump-blocked-by",
            values: &["any-rat", "enemy-rat"],
            about: "whose rat in the river stops a jump",
        },
        Switch {
            name: "no-move",
            values: &["loses", "draws"],
            about: "what it means to have no legal move",
        },
        Switch {
            name: "order",
            values: &["dog-wolf", "wolf-dog"],
            about: "the weaker of dog and wolf first",
        },
    ],
    presets: &[
        Preset { name: "standard", changes: &[] },
        Preset { name: "lengthways", changes: &[("tiger-jump", "lengthways")] },
        Preset {
            name: "leiden",
            changes: &[
                ("rat-across-bank", "rat"),
                ("elephant-takes-rat", "yes"),
                ("order", "wolf-dog"),
            ],
        },
    ],
};

/// A ruleset of Jungle, as the move generator reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The tiger jumps sideways too, not lengthways only.
    pub tiger_jumps_sideways: bool,
    /// Rats take each other across the bank, in both directions.
    pub rat_takes_rat_across_bank: bool,
    /// A rat in the water takes an elephant on land.
    pub rat_takes_elephant_across_bank: bool,
    /// The elephant takes the rat.
    pub elephant_takes_rat: bool,
    /// The dog may enter water.
    pub dog_swims: bool,
    /// Every trap weakens whoever stands on it, not the enemy's traps only.
    pub all_traps: bool,
    /// Only the enemy's rat stops a jump.
    pub only_enemy_rat_blocks: bool,
    /// A side without a legal move loses; it is a draw otherwise.
    pub no_move_loses: bool,
    /// The wolf is the weaker of wolf and dog.
    pub dog_beats_wolf: bool,
}

impl From<&Ruleset> for Rules {
    fn from(ruleset: &Ruleset) -> Self {
        let across = ruleset.value("rat-across-bank");
        Self {
            tiger_jumps_sideways: ruleset.value("tiger-jump") == "both",
            rat_takes_rat_across_bank: across.split('+').any(|word| word == "rat"),
            rat_takes_elephant_across_bank: across.split('+').any(|word| word == "elephant"),
            elephant_takes_rat: ruleset.value("elephant-takes-rat") == "yes",
            dog_swims: ruleset.value("dog-swims") == "yes",
            all_traps: ruleset.value("traps") == "all",
            only_enemy_rat_blocks: ruleset.value("jump-blocked-by") == "enemy-rat",
            no_move_loses: ruleset.value("no-move") == "loses",
            dog_beats_wolf: ruleset.value("order") == "wolf-dog",
        }
    }
}

impl Rules {
    /// The strength of an animal, 8 for the elephant to 1 for the rat.
    #[inline]
    #[must_use]
    pub const fn strength(&self, animal: Animal) -> u8 {
        match animal {
            Animal::Wolf if self.dog_beats_wolf => 3,
            Animal::Dog if self.dog_beats_wolf => 4,
            _ => 8 - animal as u8,
        }
    }

    /// Whether an animal may enter water.
    #[inline]
    #[must_use]
    pub const fn swims(&self, animal: Animal) -> bool {
        matches!(animal, Animal::Rat) || (self.dog_swims && matches!(animal, Animal::Dog))
    }

    /// Whether an animal jumps a river in a direction along a file
    /// (`lengthways`) or along a rank.
    #[inline]
    #[must_use]
    pub const fn jumps(&self, animal: Animal, lengthways: bool) -> bool {
        match animal {
            Animal::Lion => true,
            Animal::Tiger => lengthways || self.tiger_jumps_sideways,
            _ => false,
        }
    }

    /// Whether an animal can be on a square while the game goes on: on land, in
    /// water if it swims, never in a den (its own is closed to it, the other one
    /// ends the game).
    #[inline]
    #[must_use]
    pub fn can_stand(&self, animal: Animal, square: Square) -> bool {
        match square.terrain() {
            Terrain::Land | Terrain::Trap(_) => true,
            Terrain::Water => self.swims(animal),
            Terrain::Den(_) => false,
        }
    }

    /// Whether a piece of this colour on this square has strength 0.
    #[inline]
    fn trapped(&self, color: Color, square: Square) -> bool {
        match square.terrain() {
            Terrain::Trap(owner) => self.all_traps || owner != color,
            _ => false,
        }
    }

    /// Whether `hunter`, of side `color`, can take the enemy `prey`, once it can
    /// reach it.
    #[must_use]
    pub fn can_take(
        &self,
        color: Color,
        (hunter, from): (Animal, Square),
        (prey, to): (Animal, Square),
    ) -> bool {
        if self.trapped(color, from) {
            return false;
        }
        let in_water = |square: Square| square.terrain() == Terrain::Water;
        if in_water(from) != in_water(to) {
            return match (hunter, prey) {
                (Animal::Rat, Animal::Rat) => self.rat_takes_rat_across_bank,
                (Animal::Rat, Animal::Elephant) => self.rat_takes_elephant_across_bank,
                _ => false,
            };
        }
        if self.trapped(!color, to) {
            return true;
        }
        match (hunter, prey) {
            (Animal::Rat, Animal::Elephant) => true,
            (Animal::Elephant, Animal::Rat) => self.elephant_takes_rat,
            _ => self.strength(hunter) >= self.strength(prey),
        }
    }
}
