//! Dates as GDL writes them, as precise as the text is.
//!
//! Source: `gdl-reference`, "Calendar": `1871`, `Spr 1871`, `May 1871`, `5 May 1871`, `14:00 5 May 1871` (or `14 5 May
//! 1871`), and with the small unit first `30:14 5 May 1871` and `59:30:14 5 May 1871`. No leap years; years before
//! Christ are negative.

use std::fmt;

/// The unit in which a date counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A month.
    Month,
    /// A season.
    Season,
    /// A year.
    Year,
}

impl Grain {
    /// The unit's name for people.
    #[must_use]
    pub const fn noun(self) -> &'static str {
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

/// A date: a count of time units since the beginning of year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The unit of the count.
    pub grain: Grain,
    /// The number of units since the beginning of year 0.
    pub count: i64,
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
    #[must_use]
    pub fn parse(text: &str, counts_minutes: bool) -> Option<Date> {
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

/// A point in time by the calendar without leap years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Months from the beginning of year 0.
    months: i64,
    /// The day of the month, from 0.
    day: i64,
    /// The second of the day.
    second: i64,
}

/// The farthest moment from year 0, in months. Later moments are held there.
const MONTHS_MAX: i64 = 1_000_000_000_000;
const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

impl Moment {
    /// The moment at which the first year begins.
    pub(crate) const YEAR_ONE: Moment = Moment { months: 12, day: 0, second: 0 };

    fn of_days(days: i64, second: i64) -> Moment {
        let (year, mut day) = (days.div_euclid(365), days.rem_euclid(365));
        let mut month = 0;
        while day >= MONTHS[month].1 {
            day -= MONTHS[month].1;
            month += 1;
        }
        Moment { months: 12 * year + month as i64, day, second }
    }

    fn days(self) -> i64 {
        let (year, month) = (self.months.div_euclid(12), self.months.rem_euclid(12) as usize);
        365 * year + MONTHS[..month].iter().map(|month| month.1).sum::<i64>() + self.day
    }

    /// The moment that lies `count` units of this grain later.
    pub(crate) fn later(self, grain: Grain, count: i64) -> Moment {
        let of_months = |each: i64| {
            let months = self.months.saturating_add(count.saturating_mul(each)).clamp(-MONTHS_MAX, MONTHS_MAX);
            // A month without a 31st day: its last day.
            let day = self.day.min(MONTHS[months.rem_euclid(12) as usize].1 - 1);
            Moment { months, day, ..self }
        };
        let of_seconds = |each: i64| {
            let second = self.second.saturating_add(count.saturating_mul(each));
            let days = self.days().saturating_add(second.div_euclid(SECONDS_OF_DAY));
            Moment::of_days(days.clamp(-30 * MONTHS_MAX, 30 * MONTHS_MAX), second.rem_euclid(SECONDS_OF_DAY))
        };
        match grain {
            Grain::Second => of_seconds(1),
            Grain::Minute => of_seconds(60),
            Grain::Hour => of_seconds(3600),
            Grain::Day => of_seconds(SECONDS_OF_DAY),
            Grain::Month => of_months(1),
            Grain::Season => of_months(3),
            Grain::Year => of_months(12),
        }
    }

    /// The date of this moment in a unit, as people say it. Years before the first are written as before Christ.
    pub(crate) fn text(self, grain: Grain) -> String {
        let count = match grain {
            Grain::Year => self.months.div_euclid(12),
            Grain::Season => self.months.div_euclid(3),
            Grain::Month => self.months,
            Grain::Day => self.days(),
            Grain::Hour => 24 * self.days() + self.second / 3600,
            Grain::Minute => 24 * 60 * self.days() + self.second / 60,
            Grain::Second => SECONDS_OF_DAY * self.days() + self.second,
        };
        let text = Date { grain, count }.to_string();
        match text.rsplit_once(' ').unwrap_or(("", &text)) {
            (before, year) if year.starts_with('-') => format!("{before} {} BC", &year[1..]).trim_start().to_owned(),
            _ => text,
        }
    }
}

fn number(text: &str, low: i64, high: i64) -> Option<i64> {
    text.parse().ok().filter(|number| (low..=high).contains(number))
}

impl Date {
    /// The moment when the date begins.
    pub(crate) fn moment(self) -> Moment {
        let of_months = |months| Moment { months, day: 0, second: 0 };
        let of_seconds =
            |seconds: i64| Moment::of_days(seconds.div_euclid(SECONDS_OF_DAY), seconds.rem_euclid(SECONDS_OF_DAY));
        match self.grain {
            Grain::Year => of_months(12 * self.count),
            Grain::Season => of_months(3 * self.count),
            Grain::Month => of_months(self.count),
            Grain::Day => Moment::of_days(self.count, 0),
            Grain::Hour => of_seconds(3600 * self.count),
            Grain::Minute => of_seconds(60 * self.count),
            Grain::Second => of_seconds(self.count),
        }
    }
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
            // The minutes of a full hour are 0, and left out where the date counts minutes.
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
