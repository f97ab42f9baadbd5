//! Moves as lines. Provinces, squads, sides and orders are numbered from 1 for people.

use crate::event::troops_text;
use crate::numbers::KIND_NAMES;
use crate::{Empire, KINDS, Move, Order, Troops};

/// The forms of moves, for authors of players.
pub(crate) const MOVES: &str = "\
march FROM TO KIND=N,KIND=N   squads go into the next province: an attack if it is not your own
march FROM TO THEN KIND=N     cavalry goes on to a second province, all three your own
recruit PROVINCE KIND N       train squads
build PROVINCE                a month of work: repair, or the next level of the fort
cancel N                      take back your N-th order
end                           all orders are given
aim SQUAD SIDE TARGET         in a battle: your SQUAD strikes the TARGET of a SIDE
strike                        in a battle: the others of your squads choose for themselves";

impl Empire {
    /// An order as a line.
    #[must_use]
    pub fn order_text(&self, order: &Order) -> String {
        match order {
            Order::March { from, to, then: None, troops } => {
                format!("march {} {} {}", from + 1, to + 1, troops_text(troops))
            }
            Order::March { from, to, then: Some(then), troops } => {
                format!("march {} {} {} {}", from + 1, to + 1, then + 1, troops_text(troops))
            }
            Order::Recruit { province, kind, count } => {
                format!("recruit {} {} {count}", province + 1, KIND_NAMES[usize::from(*kind)])
            }
            Order::Build { province } => format!("build {}", province + 1),
        }
    }

    #[doc(hidden)]
    pub fn write_line(&self, action: Move) -> String {
        match action {
            Move::Order(order) => self.order_text(&order),
            Move::Cancel(place) => format!("cancel {}", place + 1),
            Move::End => "end".to_owned(),
            Move::Aim { squad, side, target } => format!("aim {} {} {}", squad + 1, side + 1, target + 1),
            Move::Strike => "strike".to_owned(),
        }
    }

    /// A province by its number from 1, or by its name, with hyphens for blanks.
    fn read_province(&self, word: &str) -> Result<u16, String> {
        let plain = |name: &str| name.to_lowercase().replace(' ', "-");
        let most = self.provinces.len();
        let number = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = || self.provinces.iter().position(|province| plain(&province.name) == plain(word));
        match number.or_else(named) {
            Some(read) if read < most => Ok(read as u16),
            _ => Err(format!("`{word}`: there are {most} provinces; expected the number or the name of one")),
        }
    }

    #[doc(hidden)]
    pub fn read_line(&self, line: &str) -> Result<Move, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| -> Result<u16, String> {
            let read = word.parse::<u16>().ok().and_then(|number| number.checked_sub(1));
            read.ok_or_else(|| format!("`{word}`: expected a number from 1"))
        };
        let province = |word: &str| self.read_province(word);
        match words.as_slice() {
            ["march", from, to, troops] => {
                let troops = read_troops(troops)?;
                Ok(Move::Order(Order::March { from: province(from)?, to: province(to)?, then: None, troops }))
            }
            ["march", from, to, then, troops] => {
                let (troops, then) = (read_troops(troops)?, Some(province(then)?));
                Ok(Move::Order(Order::March { from: province(from)?, to: province(to)?, then, troops }))
            }
            ["recruit", at, kind, count] => {
                let kind = read_kind(kind)? as u8;
                let count = count.parse().map_err(|_| format!("`{count}`: expected a number of squads"))?;
                Ok(Move::Order(Order::Recruit { province: province(at)?, kind, count }))
            }
            ["build", at] => Ok(Move::Order(Order::Build { province: province(at)? })),
            ["cancel", place] => Ok(Move::Cancel(number(place)?)),
            ["end"] => Ok(Move::End),
            ["aim", squad, side, target] => {
                let side = u8::try_from(number(side)?).map_err(|_| format!("`{side}`: there is no such side"))?;
                Ok(Move::Aim { squad: number(squad)?, side, target: number(target)? })
            }
            ["strike"] => Ok(Move::Strike),
            [] => Err("an empty line".to_owned()),
            ["march", ..] => {
                Err("`march` wants two provinces and squads, such as `march 3 4 legion=2,archers=1`".to_owned())
            }
            ["recruit", ..] => {
                Err("`recruit` wants a province, a kind and a number, such as `recruit 3 legion 2`".to_owned())
            }
            [verb, ..] => Err(format!("`{verb}`: expected march, recruit, build, cancel, end, aim or strike")),
        }
    }
}

fn read_kind(name: &str) -> Result<usize, String> {
    let found = KIND_NAMES.iter().position(|known| *known == name);
    found.ok_or_else(|| format!("`{name}`: expected one of {}", KIND_NAMES.join(", ")))
}

fn read_troops(text: &str) -> Result<Troops, String> {
    let mut troops: Troops = [0; KINDS];
    for part in text.split(',') {
        let wrong = || format!("`{part}`: expected squads such as legion=2");
        let (kind, count) = part.split_once('=').ok_or_else(wrong)?;
        let count: u16 = count.parse().map_err(|_| wrong())?;
        let troop = &mut troops[read_kind(kind)?];
        *troop = troop.checked_add(count).ok_or_else(wrong)?;
    }
    Ok(troops)
}
