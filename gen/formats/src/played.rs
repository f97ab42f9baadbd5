//! What was played of a scenario: its section `played`, written and read, and the digest of the start that it holds for.
//!
//! The digest is of all that `write_scenario.rs` writes, and that writes this section among the others: so both use each other.

use chance::digest;
use design::{Diagnostic, Node};
use diagnostics::RonTree;
use world::{Levelling, PlayedFairness, PlayedShare, PlayedVerdict, Scenario};

use crate::kept::KEEP;
use crate::makers::MAKERS;
use crate::scenario_reader::ScenarioReader;
use crate::write_design::write_sections;
use crate::write_scenario::{DESIGN, number, sections_without};

/// The name of the section.
pub(crate) const PLAYED: &str = "played";
/// The name of its part on how the start was made fair.
const LEVELLING: &str = "levelling";

/// The sections that play knows nothing of: how a scenario was made, and what is said of it.
const SAID: &[&str] = &["format", "made-by", "fairness", KEEP, MAKERS, PLAYED];

/// The digest of all that matches of a scenario depend on: its design, and every section but those that are said of it.
#[must_use]
pub fn start_digest(scenario: &Scenario) -> u64 {
    let mut entries = sections_without(SAID, scenario);
    entries.push((DESIGN.to_owned(), RonTree::map(write_sections(&scenario.design))));
    digest(&RonTree::map(entries).print())
}

/// The section; none if nothing was played, or if the scenario was changed since.
pub(crate) fn write_played(scenario: &Scenario) -> Option<RonTree> {
    let played = scenario.played.as_ref().filter(|played| played.start == start_digest(scenario))?;
    let share = |seat: &PlayedShare| {
        let mut entry = vec![("rate", number(seat.rate)), ("low", number(seat.low)), ("high", number(seat.high))];
        entry.extend(seat.wished.map(|wished| ("wished", number(wished))));
        RonTree::map(entry)
    };
    let mut entries = vec![
        ("verdict", RonTree::text(played.verdict.word())),
        ("words", RonTree::text(&played.words)),
        ("players", RonTree::list(played.players.iter().map(|player| RonTree::text(player)))),
        ("matches", RonTree::of(played.matches)),
        ("seed", RonTree::of(played.seed)),
        ("turn-limit", RonTree::of(played.turn_limit)),
        ("delta", number(played.delta)),
        ("seats", RonTree::list(played.seats.iter().map(share)).block()),
    ];
    if let Some(levelling) = &played.levelling {
        let entry = [
            ("before", RonTree::list(levelling.before.iter().map(|&share| number(share)))),
            ("before-matches", RonTree::of(levelling.before_matches)),
            ("searched", RonTree::of(levelling.searched)),
            ("changes", RonTree::list(levelling.changes.iter().map(|change| RonTree::text(change))).block()),
        ];
        entries.push((LEVELLING, RonTree::map(entry).block()));
    }
    entries.push(("start", RonTree::text(&format!("{:016x}", played.start))));
    Some(RonTree::map(entries).block())
}

impl ScenarioReader<'_> {
    /// Puts what was played into the scenario that was read with it, unless the scenario was changed since.
    pub(crate) fn take_played(&mut self, node: &Node, scenario: &mut Scenario) {
        const NAMES: &[&str] =
            &["verdict", "words", "players", "matches", "seed", "turn-limit", "delta", "seats", LEVELLING, "start"];
        self.tree.map_of(node, "`played`", NAMES);
        let start = self.tree.text(node.get("start"), "`start`");
        let now = start_digest(scenario);
        if u64::from_str_radix(start, 16) != Ok(now) {
            let message = "what was played is left out: the scenario was changed since, or its format was";
            let told = Diagnostic::warning("played-before", message);
            self.tree.fault(node.span, told.suggest("play it again with --record"));
            return;
        }
        let word = self.tree.text(node.get("verdict"), "`verdict`");
        let Some(verdict) = PlayedVerdict::ALL.into_iter().find(|verdict| verdict.word() == word) else {
            let words = PlayedVerdict::ALL.map(PlayedVerdict::word).join(", ");
            return self.tree.wrong(node.get("verdict").unwrap_or(node), "`verdict`", format!("one of {words}"));
        };
        let mut seats = Vec::new();
        for seat in self.tree.list(node.get("seats"), "`seats`") {
            self.tree.map_of(seat, "a seat", &["rate", "low", "high", "wished"]);
            let [rate, low, high] =
                ["rate", "low", "high"].map(|name| self.tree.decimal(seat.get(name), &format!("`{name}`")));
            // Files of earlier versions have none: they were held against equal shares.
            let wished = seat.get("wished").map(|wished| self.tree.decimal(Some(wished), "`wished`"));
            seats.push(PlayedShare { rate, low, high, wished });
        }
        if seats.len() != scenario.sides.len() {
            let expected = format!("an entry for each of {} seats", scenario.sides.len());
            return self.tree.wrong(node.get("seats").unwrap_or(node), "`seats`", expected);
        }
        let players = self.tree.list(node.get("players"), "`players`");
        let players = players.iter().map(|player| self.tree.text(player, "a player").to_owned()).collect();
        let levelling = node.get(LEVELLING).map(|node| self.read_levelling(node));
        let mut count =
            |name: &str, most: i64| self.tree.int(node.get(name), &format!("`{name}`"), 0..=most).unwrap_or(0);
        let (matches, turn_limit) = (count("matches", u32::MAX.into()), count("turn-limit", u32::MAX.into()));
        let seed = count("seed", i64::MAX) as u64;
        scenario.played = Some(PlayedFairness {
            start: now,
            players,
            seed,
            matches: matches as u32,
            turn_limit: turn_limit as u32,
            delta: self.tree.decimal(node.get("delta"), "`delta`"),
            verdict,
            words: self.tree.line(node.get("words"), "`words`"),
            seats,
            levelling,
        });
    }

    fn read_levelling(&mut self, node: &Node) -> Levelling {
        self.tree.map_of(node, "`levelling`", &["before", "before-matches", "searched", "changes"]);
        let before = self.tree.list(node.get("before"), "`before`");
        let before = before.iter().map(|share| self.tree.decimal(Some(share), "a share")).collect();
        let changes = self.tree.list(node.get("changes"), "`changes`");
        let changes = changes.iter().map(|change| self.tree.text(change, "a change").to_owned()).collect();
        let mut count = |name: &str| {
            self.tree.int(node.get(name), &format!("`{name}`"), 0..=i64::from(u32::MAX)).unwrap_or(0) as u32
        };
        let (before_matches, searched) = (count("before-matches"), count("searched"));
        Levelling { before, before_matches, searched, changes }
    }
}
