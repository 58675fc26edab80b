//! House rules: switches, their values, and presets of them.

use std::fmt;

use thiserror::Error;

/// One point on which houses differ.
#[derive(Debug)]
pub struct Switch {
    /// The name before the `=`.
    pub name: &'static str,
    /// The values, the default first. A value of several words joined by `+` is
    /// accepted with its words in any order.
    pub values: &'static [&'static str],
    /// What it is about, in one line for `--help`.
    pub about: &'static str,
}

/// A named choice of values.
#[derive(Debug)]
pub struct Preset {
    /// The preset's name.
    pub name: &'static str,
    /// The switches that differ from the defaults, with their values.
    pub changes: &'static [(&'static str, &'static str)],
}

/// All the switches and presets of a game. The first preset changes nothing.
#[derive(Debug)]
pub struct RulesetSpec {
    /// The game's name, for messages.
    pub game: &'static str,
    /// The switches.
    pub switches: &'static [Switch],
    /// The presets, the default first.
    pub presets: &'static [Preset],
}

/// A value for every switch of a game.
///
/// [`Display`](fmt::Display) writes the shortest text that
/// [`RulesetSpec::parse`] reads back; [`Ruleset::full`] writes every switch.
///
/// ```
/// use coda_games::{Game, jungle::Jungle};
/// let rules = Jungle::ruleset_spec().parse("leiden,traps=all")?;
/// assert_eq!(rules.to_string(), "leiden,traps=all");
/// assert_eq!(rules.value("order"), "wolf-dog");
/// # Ok::<(), coda_games::RulesError>(())
/// ```
#[derive(Clone)]
pub struct Ruleset {
    spec: &'static RulesetSpec,
    /// For each switch, the number of its value.
    choices: Box<[u8]>,
}

/// Why a ruleset text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A word without `=` that is no preset.
    #[error(
        "`{word}` is no ruleset of {game}: presets are {presets}; switches are written `{example}`"
    )]
    UnknownPreset {
        /// The word.
        word: String,
        /// The game's name.
        game: &'static str,
        /// The presets there are.
        presets: String,
        /// A switch as it is written.
        example: String,
    },
    /// A preset that is not the first word.
    #[error("the preset `{word}` must come before any switch, and there can be only one")]
    LatePreset {
        /// The preset's name.
        word: String,
    },
    /// A switch that the game does not have.
    #[error("{game} has no switch `{name}`; it has {switches}")]
    UnknownSwitch {
        /// The name before the `=`.
        name: String,
        /// The game's name.
        game: &'static str,
        /// The switches there are.
        switches: String,
    },
    /// A value that the switch does not have.
    #[error("`{name}` cannot be `{value}`; it can be {values}")]
    UnknownValue {
        /// The switch's name.
        name: &'static str,
        /// The value asked for.
        value: String,
        /// The values there are.
        values: String,
    },
    /// A switch that is given twice.
    #[error("the switch `{name}` is given twice")]
    Repeated {
        /// The switch's name.
        name: &'static str,
    },
}

impl RulesetSpec {
    /// Reads a preset's name, switches, or a preset followed by switches,
    /// separated by commas. Nothing at all is the default preset.
    ///
    /// # Errors
    /// [`RulesError`] names the word at fault and what could stand there.
    pub fn parse(&'static self, text: &str) -> Result<Ruleset, RulesError> {
        let mut rules = Ruleset { spec: self, choices: vec![0; self.switches.len()].into() };
        let mut given = vec![false; self.switches.len()];
        let words = text.split(',').map(str::trim);
        for (position, word) in words.enumerate().filter(|(_, word)| !word.is_empty()) {
            if let Some((name, value)) = word.split_once('=') {
                let switch = self.switch(name.trim())?;
                if std::mem::replace(&mut given[switch], true) {
                    return Err(RulesError::Repeated { name: self.switches[switch].name });
                }
                rules.choices[switch] = self.switches[switch].value(value.trim())?;
            } else {
                let preset = self.presets.iter().find(|preset| preset.name == word);
                let preset = preset.ok_or_else(|| RulesError::UnknownPreset {
                    word: word.to_owned(),
                    game: self.game,
                    presets: list(self.presets.iter().map(|preset| preset.name)),
                    example: format!("{}={}", self.switches[0].name, self.switches[0].values[0]),
                })?;
                if position > 0 {
                    return Err(RulesError::LatePreset { word: word.to_owned() });
                }
                rules.choices = self.preset_choices(preset)?;
            }
        }
        Ok(rules)
    }

    fn switch(&self, name: &str) -> Result<usize, RulesError> {
        self.switches.iter().position(|switch| switch.name == name).ok_or_else(|| {
            RulesError::UnknownSwitch {
                name: name.to_owned(),
                game: self.game,
                switches: list(self.switches.iter().map(|switch| switch.name)),
            }
        })
    }

    fn preset_choices(&self, preset: &Preset) -> Result<Box<[u8]>, RulesError> {
        let mut choices = vec![0; self.switches.len()];
        for (name, value) in preset.changes {
            let switch = self.switch(name)?;
            choices[switch] = self.switches[switch].value(value)?;
        }
        Ok(choices.into())
    }
}

impl Switch {
    fn value(&self, text: &str) -> Result<u8, RulesError> {
        let same = |value: &&str| sorted_words(value) == sorted_words(text);
        let found = self.values.iter().position(same);
        found.map(|number| number as u8).ok_or_else(|| RulesError::UnknownValue {
            name: self.name,
            value: text.to_owned(),
            values: list(self.values.iter().copied()),
        })
    }
}

fn sorted_words(text: &str) -> Vec<&str> {
    let mut words: Vec<_> = text.split('+').collect();
    words.sort_unstable();
    words
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

impl Ruleset {
    /// The value of a switch.
    ///
    /// # Panics
    /// If the game has no such switch, which is an error of the caller's code.
    #[must_use]
    pub fn value(&self, name: &str) -> &'static str {
        let switch = self.spec.switches.iter().position(|switch| switch.name == name);
        let switch = switch.unwrap_or_else(|| panic!("{} has no switch {name}", self.spec.game));
        self.spec.switches[switch].values[usize::from(self.choices[switch])]
    }

    /// Every switch with its value, in the game's order: `traps=enemy,…`.
    #[must_use]
    pub fn full(&self) -> String {
        self.words(|_| true).join(",")
    }

    fn words(&self, wanted: impl Fn(usize) -> bool) -> Vec<String> {
        let switches = self.spec.switches.iter().zip(&self.choices).enumerate();
        switches
            .filter(|&(number, _)| wanted(number))
            .map(|(_, (switch, &value))| {
                format!("{}={}", switch.name, switch.values[usize::from(value)])
            })
            .collect()
    }
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.spec, other.spec) && self.choices == other.choices
    }
}

impl Eq for Ruleset {}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({})", self.full())
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = |preset: &Preset| {
            let base = self.spec.preset_choices(preset).unwrap_or_default();
            self.words(|number| base.get(number) != self.choices.get(number))
        };
        let default = (self.spec.presets[0].name, from(&self.spec.presets[0]));
        let (preset, changes) = self.spec.presets[1..]
            .iter()
            .map(|preset| (preset.name, from(preset)))
            .fold(default, |best, next| if next.1.len() < best.1.len() { next } else { best });
        let named = changes.is_empty() || preset != self.spec.presets[0].name;
        let words = named.then(|| preset.to_owned()).into_iter().chain(changes);
        f.write_str(&words.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::jungle::Jungle;

    fn parse(text: &str) -> Result<Ruleset, RulesError> {
        Jungle::ruleset_spec().parse(text)
    }

    #[test]
    fn every_preset_and_switch_reads_back() {
        let spec = Jungle::ruleset_spec();
        for preset in spec.presets {
            assert_eq!(parse(preset.name).unwrap().to_string(), preset.name);
            for switch in spec.switches {
                for value in switch.values {
                    let rules = parse(&format!("{},{}={value}", preset.name, switch.name)).unwrap();
                    assert_eq!(rules.value(switch.name), *value);
                    assert_eq!(parse(&rules.to_string()).unwrap(), rules, "{rules}");
                    assert_eq!(parse(&rules.full()).unwrap(), rules, "{rules}");
                }
            }
        }
    }

    #[test]
    fn short_text_names_the_nearest_preset() {
        assert_eq!(parse("").unwrap().to_string(), "standard");
        assert_eq!(parse("traps=all").unwrap().to_string(), "traps=all");
        assert_eq!(parse("tiger-jump=lengthways").unwrap().to_string(), "lengthways");
        assert_eq!(parse("leiden, traps=all").unwrap().to_string(), "leiden,traps=all");
        let both = parse("rat-across-bank=elephant+rat").unwrap();
        assert_eq!(both.value("rat-across-bank"), "rat+elephant");
    }

    #[test]
    fn faults_are_named() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert!(message("lieden").contains("`standard`, `lengthways`, `leiden`"));
        assert!(message("trap=all").contains("no switch `trap`"));
        assert!(message("traps=some").contains("it can be `enemy`, `all`"));
        assert!(message("traps=all,leiden").contains("must come before"));
        assert!(message("traps=all,traps=all").contains("given twice"));
        assert!(message("rat-across-bank=rat+rat").contains("cannot be"));
    }
}
