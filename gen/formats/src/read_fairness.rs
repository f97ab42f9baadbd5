//! Reading what a scenario says of its own fairness.

use design::Node;
use world::{Better, Fairness, Measure, TeamFairness, TeamMeasure};

use crate::read_scenario::Reader;

impl Reader<'_> {
    pub(crate) fn fairness(&mut self, node: &Node, seats: usize) -> Option<Fairness> {
        self.map(node, "`fairness`", &["score", "worst-seat", "reason", "measures", "teams"]);
        let mut measures = Vec::new();
        for node in node.get("measures").map(|node| self.list(node, "`measures`")).unwrap_or_default() {
            const NAMES: &[&str] = &["name", "unit", "values", "min-over-max", "gini", "weight", "better"];
            self.map(node, "a measure", NAMES);
            let Some(values) = self.values(node, seats) else { continue };
            measures.push(Measure {
                name: self.name(node.get("name"), "`name`"),
                unit: self.text(node.get("unit"), "`unit`"),
                values,
                min_over_max: self.decimal(node.get("min-over-max"), "`min-over-max`"),
                gini: self.decimal(node.get("gini"), "`gini`"),
                weight: self.decimal(node.get("weight"), "`weight`"),
                better: match self.text(node.get("better"), "`better`").as_str() {
                    "less" => Better::Less,
                    "equal" => Better::Equal,
                    _ => Better::More,
                },
            });
        }
        let worst = node.get("worst-seat").and_then(|worst| self.int(worst, "`worst-seat`", 0..=seats as i64));
        Some(Fairness {
            seats,
            score: self.decimal(node.get("score"), "`score`"),
            worst_seat: worst.unwrap_or(0) as usize,
            reason: self.text(node.get("reason"), "`reason`"),
            measures,
            teams: node.get("teams").and_then(|node| self.teams(node, seats)),
        })
    }

    fn teams(&mut self, node: &Node, seats: usize) -> Option<TeamFairness> {
        self.map(node, "`teams`", &["members", "score", "worst-team", "reason", "measures"]);
        let mut members = Vec::new();
        for team in node.get("members").map(|node| self.list(node, "`members`")).unwrap_or_default() {
            let team = self.list(team, "a team");
            let team: Vec<i64> = team.iter().filter_map(|seat| self.int(seat, "a seat", 1..=seats as i64)).collect();
            members.push(team.into_iter().map(|seat| seat as usize).collect::<Vec<usize>>());
        }
        let mut all: Vec<usize> = members.iter().flatten().copied().collect();
        all.sort_unstable();
        if members.iter().any(Vec::is_empty) || !all.iter().copied().eq(1..=seats) {
            self.wrong(
                node.get("members").unwrap_or(node),
                "`members`",
                "lists of seats in which each seat stands once",
            );
            return None;
        }
        let mut measures = Vec::new();
        for node in node.get("measures").map(|node| self.list(node, "`measures`")).unwrap_or_default() {
            self.map(node, "a measure of teams", &["name", "values", "min-over-max"]);
            let Some(values) = self.values(node, members.len()) else { continue };
            let name = self.name(node.get("name"), "`name`");
            measures.push(TeamMeasure {
                name,
                values,
                min_over_max: self.decimal(node.get("min-over-max"), "`min-over-max`"),
            });
        }
        let worst = node.get("worst-team").and_then(|worst| self.int(worst, "`worst-team`", 1..=members.len() as i64));
        Some(TeamFairness {
            score: self.decimal(node.get("score"), "`score`"),
            worst_team: worst.unwrap_or(1) as usize,
            reason: self.text(node.get("reason"), "`reason`"),
            measures,
            members,
        })
    }

    /// So many numbers in one text.
    fn values(&mut self, measure: &Node, count: usize) -> Option<Vec<f64>> {
        let text = measure.get("values").and_then(Node::text).unwrap_or_default();
        let values: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if values.len() != count {
            self.wrong(measure, "a measure", &format!("`values` with {count} numbers in one text"));
            return None;
        }
        Some(values)
    }
}
