//! What a fit is told as: the table of its figures, the RON file of weights, the table of seats.

use std::fmt::Write;

use design::counted;
use playtest::CsvTable;

use crate::figures::Figures;
use crate::{FitMap, Fitted, Source};

/// The groups of weights in their file.
const GROUPS: [&str; 4] = [
    "What tells who wins.",
    "What says nothing about who wins once the above is known.",
    "Kept as it was: these measures apply to no map of the data.",
    "Kept as it was: by these measures all seats of every map are the same.",
];

/// The group that a weight belongs to.
const fn group(source: Source, weight: u32) -> usize {
    match source {
        Source::Fitted if weight > 0 => 0,
        Source::Fitted => 1,
        Source::NotThere => 2,
        Source::NeverDiffers => 3,
    }
}

impl Fitted {
    /// The figures, in columns.
    #[must_use]
    pub fn text(&self) -> String {
        let has_games = self.rows.iter().any(|row| row.by_game.is_some());
        let methods = if has_games { &["by map", "by game", "now"][..] } else { &["by map", "now"] };
        let width = 8 * methods.len();
        let mut text = format!(
            "{:<14} {:>5} {:>6}  {:>width$}  {:>width$}  {:>width$}\n",
            "", "", "", "rank correlation", "deviance explained", "points off per seat"
        );
        let head: String = methods.iter().map(|method| format!("{method:>8}")).collect();
        text.push_str(&format!("{:<14} {:>5} {:>6}  {head}  {head}  {head}   equal\n", "maps of", "maps", "seats"));
        for row in &self.rows {
            let figures: Vec<&Figures> =
                [Some(&row.by_map), row.by_game.as_ref(), Some(&row.now)].into_iter().flatten().collect();
            let cells = |of: &dyn Fn(&Figures) -> String| -> String {
                figures.iter().map(|figures| format!("{:>8}", of(figures))).collect()
            };
            let maybe = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
            let _infallible = writeln!(
                text,
                "{:<14} {:>5} {:>6}  {}  {}  {} {:>7.1}",
                row.what,
                row.maps,
                row.seats,
                cells(&|figures| maybe(figures.rank)),
                cells(&|figures| maybe(figures.explained)),
                cells(&|figures| format!("{:.1}", 100.0 * figures.off)),
                100.0 * row.bias,
            );
        }
        text
    }

    /// How much the predictions leave open, in columns; nothing without maps as games roll them.
    #[must_use]
    pub fn doubt_text(&self) -> String {
        if self.doubts.is_empty() {
            return String::new();
        }
        let mut text = format!("{:<14} {:>5} {:>6}  {:>16}\n", "", "", "", "doubt");
        text.push_str(&format!("{:<14} {:>5} {:>6}  {:>8}{:>8}\n", "as rolled", "maps", "seats", "by map", "now"));
        for row in &self.doubts {
            let _infallible = writeln!(
                text,
                "{:<14} {:>5} {:>6}  {:>8.2}{:>8.2}",
                row.what, row.maps, row.seats, row.by_map, row.now
            );
        }
        text
    }

    /// What the table of doubts says.
    const DOUBT_LEGEND: &'static str = "\
doubt: a seat's log-odds to win are off the predicted ones by a normal deviation of so much; 0 if it may be chance.
Its entry below is that of all maps by map, in hundredths: by it scores tell what seats win that look alike.
";

    /// What the columns of the table say.
    const LEGEND: &'static str = "\
by map: predicted by weights that were fitted without the map, a tenth of the maps held out at a time.
by game: predicted by weights that were fitted without the map's game. now: predicted by the weights that come with Fairmarch.
rank correlation: of predicted and played shares of wins, each times the number of seats. deviance explained: 1 is all of it.
points off per seat: the mean distance of the played share from the predicted one; equal: from an equal share.
";

    /// The weights as a RON file, with the figures that they earned. `command` is what they were fitted by.
    #[must_use]
    pub fn ron(&self, command: &str, maps: &[FitMap]) -> String {
        let matches: usize = maps.iter().map(|map| map.matches as usize).sum();
        let (maps, matches) = (counted(maps.len(), "map"), counted(matches, "match"));
        let mut head = format!(
            "How much each measure counts: whole numbers from 0 to 1000. By a weight of 100 a seat with half of the best one's value has\n\
            half its chance to win, by 200 a quarter. Those left out do not count.\n\n\
            Fitted on {maps} with {matches}, by\n  {command}\n\
            Each map counts like one match, with a ridge of {}.\n\n",
            self.ridge
        );
        head.push_str(&self.text());
        head.push('\n');
        head.push_str(Fitted::LEGEND);
        if !self.doubts.is_empty() {
            head.push_str(&format!("\n{}\n{}", self.doubt_text(), Fitted::DOUBT_LEGEND));
        }
        let mut file: String = head.lines().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect();
        file.push_str("{\n");
        let mut is_first = true;
        for (number, title) in GROUPS.into_iter().enumerate() {
            let mut measures: Vec<(&str, u32)> = playtest::measures()
                .iter()
                .zip(&self.sources)
                .map(|(kind, source)| (kind.name, self.weights.of(kind.name), *source))
                .filter(|(_, weight, source)| group(*source, *weight) == number)
                .map(|(name, weight, _)| (name, weight))
                .collect();
            if measures.is_empty() {
                continue;
            }
            // Equal weights stay in the order of measures.
            measures.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
            let gap = if is_first { "" } else { "\n" };
            is_first = false;
            let _infallible = writeln!(file, "{gap}  // {title}");
            for (name, weight) in measures {
                let _infallible = writeln!(file, "  \"{name}\": {weight},");
            }
        }
        if let Some(fitted) = self.weights.fitted() {
            let _infallible = write!(
                file,
                "\n  // No weight: the rulesets on whose matches these weights were fitted.\n  \"fitted\": {fitted:?},\n"
            );
        }
        if let Some(doubt) = self.weights.doubt() {
            let maps = self.doubts.last().map_or(0, |all| all.maps);
            let maps = counted(maps, "map");
            let _infallible = write!(
                file,
                "\n  // No weight: how far log-odds are off what these weights predict, on {maps} as games roll them.\n  \"doubt\": {doubt},\n"
            );
        }
        file.push_str("}\n");
        file
    }

    /// One row per seat as comma-separated values: what was played, what was predicted by weights that were fitted without the map, and
    /// the standing in each measure (nothing where a measure does not apply).
    #[must_use]
    pub fn seats_csv(&self, maps: &[FitMap], games: &[&str]) -> String {
        let head = ["map", "preset", "seed", "kind", "seats", "seat", "wins", "matches", "predicted"];
        let measures = playtest::measures().into_iter().map(|kind| kind.name);
        let mut table =
            CsvTable::new(Vec::new(), head.into_iter().chain(measures)).expect("memory takes what is written");
        let number = |value: f64| format!("{value:.4}");
        for (map, predicted) in maps.iter().zip(&self.predicted) {
            for (seat, (wins, predicted)) in map.wins.iter().zip(predicted).enumerate() {
                let mut row = vec![
                    map.name.clone(),
                    games[map.game].to_owned(),
                    map.seed.to_string(),
                    map.kind.word().to_owned(),
                    map.wins.len().to_string(),
                    (seat + 1).to_string(),
                    number(*wins),
                    map.matches.to_string(),
                    number(*predicted),
                ];
                let standings = map.standings.iter();
                row.extend(standings.map(|seats| seats.as_ref().map_or(String::new(), |seats| number(seats[seat]))));
                table.row(row).expect("a row has as many fields as the head");
            }
        }
        let bytes = table.finish().expect("memory takes what is written");
        String::from_utf8(bytes).expect("fields are text")
    }
}
