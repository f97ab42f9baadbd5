//! Dates as GDL writes them, down to the unit that a text names.
//!
//! Source: `gdl-reference`, "Calendar": `1871`, `Spr 1871`, `May 1871`, `5 May 1871`, `14:00 5 May 1871` (or `14 5 May
//! 1871`), and with the small unit first `30:14 5 May 1871` and `59:30:14 5 May 1871`. No leap years; years before
//! Christ are negative.

use std::fmt;

/// What a date counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    Second,
    Minute,
    Hour,
    Day,
    Month,
    Season,
    Year,
}

impl Grain {
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Grain::Second => "second",
            Grain::Minute => "minute",
            Grain::Hour => "hour",
            Grain::Day => "day",
            Grain::Month => "month",
            Grain::Season => "season",
            Grain::Year => "year",
        }
    }
}

/// A date: so many grains from the beginning of year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) grain: Grain,
    pub(crate) count: i64,
}

const MONTHS: [(&str, i64); 12] = [
    ("Jan", 31),
    ("Feb", 28),
    ("Mar", 31),
    ("Apr", 30),
    ("May", 31),
    ("Jun", 30),
    ("Jul", 31),
    ("Aug", 31),
    ("Sep", 30),
    ("Oct", 31),
    ("Nov", 30),
    ("Dec", 31),
];
const SEASONS: [&str; 4] = ["Win", "Spr", "Sum", "Aut"];
const YEAR_MAX: i64 = 1_000_000;

impl Date {
    /// Reads a date. A time of two numbers is minute and hour if the calendar counts minutes, else hour and minute.
    pub(crate) fn parse(text: &str, counts_minutes: bool) -> Option<Date> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&year, before) = words.split_last()?;
        let year = number(year, -YEAR_MAX, YEAR_MAX)?;
        let day = |day: &str, month: &str| {
            let place = MONTHS.iter().position(|&(name, _)| name == month)?;
            let before: i64 = MONTHS[..place].iter().map(|&(_, days)| days).sum();
            Some(year * 365 + before + number(day, 1, MONTHS[place].1)? - 1)
        };
        let date = |grain, count| Some(Date { grain, count });
        match *before {
            [] => date(Grain::Year, year),
            [part] => match SEASONS.iter().position(|&name| name == part) {
                Some(season) => date(Grain::Season, 4 * year + season as i64),
                None => date(Grain::Month, 12 * year + MONTHS.iter().position(|&(name, _)| name == part)? as i64),
            },
            [own, month] => date(Grain::Day, day(own, month)?),
            [time, own, month] => {
                let day = day(own, month)?;
                let parts: Vec<&str> = time.split(':').collect();
                let hour = |text| Some(24 * day + number(text, 0, 23)?);
                let small = |text| number(text, 0, 59);
                match *parts {
                    [own, minute] if !counts_minutes && small(minute).is_some() => date(Grain::Hour, hour(own)?),
                    [own] => date(Grain::Hour, hour(own)?),
                    [minute, own] => date(Grain::Minute, 60 * hour(own)? + small(minute)?),
                    [second, minute, own] => {
                        date(Grain::Second, 60 * (60 * hour(own)? + small(minute)?) + small(second)?)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn number(text: &str, low: i64, high: i64) -> Option<i64> {
    text.parse().ok().filter(|number| (low..=high).contains(number))
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, bigger) = match self.grain {
            Grain::Year => return write!(f, "{}", self.count),
            Grain::Season => {
                return write!(f, "{} {}", SEASONS[self.count.rem_euclid(4) as usize], self.count.div_euclid(4));
            }
            Grain::Month => {
                return write!(f, "{} {}", MONTHS[self.count.rem_euclid(12) as usize].0, self.count.div_euclid(12));
            }
            Grain::Day => {
                let (year, mut day) = (self.count.div_euclid(365), self.count.rem_euclid(365));
                for (name, days) in MONTHS {
                    if day < days {
                        return write!(f, "{} {name} {year}", day + 1);
                    }
                    day -= days;
                }
                unreachable!("the months have all days of a year");
            }
            Grain::Hour => (24, Grain::Day),
            Grain::Minute => (60, Grain::Hour),
            Grain::Second => (60, Grain::Minute),
        };
        let rest = Date { grain: bigger, count: self.count.div_euclid(count) }.to_string();
        let own = self.count.rem_euclid(count);
        match self.grain {
            Grain::Hour => write!(f, "{own}:00 {rest}"),
            // An hour's own minutes are 0, and not told where minutes are.
            Grain::Minute => write!(f, "{own}:{}", rest.replacen(":00", "", 1)),
            _ => write!(f, "{own}:{rest}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_and_write_the_same_text() {
        for text in ["1871", "-44", "Spr 1871", "Win -3", "May 1871", "5 May 1871", "31 Dec -1", "14:00 5 May 1871"] {
            assert_eq!(Date::parse(text, false).unwrap().to_string(), text);
        }
        for text in ["30:14 5 May 1871", "59:30:14 5 May 1871", "0:0:0 1 Jan 0"] {
            assert_eq!(Date::parse(text, true).unwrap().to_string(), text);
        }
        assert_eq!(Date::parse("14 5 May 1871", true), Date::parse("14:30 5 May 1871", false));
        for text in
            ["", "May", "5 May", "31 Feb 1871", "0 May 1871", "25:00 5 May 1871", "5 may 1871", "99999999", "1 2 3 4 5"]
        {
            assert_eq!(Date::parse(text, false), None, "{text}");
        }
    }

    #[test]
    fn every_day_of_a_year_follows_the_one_before() {
        let first = Date::parse("1 Jan 1900", false).unwrap().count;
        for day in 0..800 {
            let text = Date { grain: Grain::Day, count: first + day }.to_string();
            assert_eq!(Date::parse(&text, false).unwrap().count, first + day, "{text}");
        }
    }
}
