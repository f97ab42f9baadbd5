//! The reference of all parameters, from the registry alone: topic by topic, then an index by name.

use design::parameters::{SCOPES, rows, why_unread};
use design::{Parameter, Scope, capitalized};

use crate::document::{Block, Cell, Document, Look, Section, Sheet, address};

/// All parameters on one page.
#[must_use]
pub fn reference_page() -> Document {
    let mut all: Vec<&Parameter> = SCOPES.into_iter().flat_map(rows).collect();
    all.sort_by_key(|row| row.topic_order());
    let unread = all.iter().filter(|row| why_unread(row.scope, row.name).is_some()).count();
    let topics = all.chunk_by(|one, other| one.topic() == other.topic());
    let section = |rows: &[&Parameter]| Section::new(&capitalized(rows[0].topic())).sheet(sheet(rows));
    let mut sections: Vec<Section> = topics.map(section).collect();
    sections.push(index());
    Document {
        title: "Parameters".to_owned(),
        lead: format!(
            "All {} words that a design can set, by topic; {unread} of them change nothing in this version, each with the reason. An \
            index by name stands at the end.",
            all.len()
        ),
        sections,
    }
}

fn anchor(row: &Parameter) -> String {
    // The name of a property of single units can be a single sign.
    let name = match row.name {
        "@" => "at",
        "#" => "number",
        name => name,
    };
    address(&format!("{}-{name}", row.scope.noun()))
}

/// All names in alphabetic order, signs last; a name of several scopes with each of them.
fn index() -> Section {
    let mut all: Vec<&Parameter> = SCOPES.into_iter().flat_map(rows).collect();
    all.sort_by_key(|row| (!row.name.starts_with(char::is_alphabetic), row.name));
    let is_shared = |row: &Parameter| all.iter().filter(|other| other.name == row.name).count() > 1;
    let word = |row: &&Parameter| {
        let name = if is_shared(row) { format!("{} ({})", row.name, row.scope.noun()) } else { row.name.to_owned() };
        (name, anchor(row))
    };
    let mut section = Section::new("Index");
    section.blocks.push(Block::Index(all.iter().map(word).collect()));
    section
}

fn sheet(rows: &[&Parameter]) -> Sheet {
    let row = |row: &&Parameter| {
        let mut others: Vec<String> = row.aliases().into_iter().map(|old| format!("once {old}")).collect();
        others.insert(0, row.what());
        if row.scope == Scope::Table {
            others.push(format!("{} by {}", row.index[0].noun(), row.index[1].noun()));
        }
        let effect = why_unread(row.scope, row.name).map_or_else(String::new, |why| format!("changes nothing: {why}"));
        vec![
            Cell { anchor: anchor(row), ..Cell::words(row.name).noted(others.join("; ")) },
            Cell::words(capitalized(row.meaning)),
            Cell::words(row.kind.expected()).noted(format!("by default {}", row.default_text())),
            Cell::words(row.origin.noun()).noted(effect),
        ]
    };
    let heads = ["name", "meaning", "value", "from"].map(Cell::words).to_vec();
    Sheet { heads, rows: rows.iter().map(row).collect(), look: Look::Even }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_parameter_stands_once_and_is_led_to() {
        let page = reference_page();
        let cells = || {
            page.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
                Block::Sheet(sheet) => Some(sheet.rows.iter().map(|row| &row[0])),
                _ => None,
            })
        };
        let anchors: Vec<&str> = cells().flatten().map(|cell| cell.anchor.as_str()).collect();
        let unique: BTreeSet<&str> = anchors.iter().copied().collect();
        let count: usize = SCOPES.into_iter().map(|scope| rows(scope).len()).sum();
        assert_eq!((anchors.len(), unique.len()), (count, count));
        let last = page.sections.last().expect("there are sections");
        let Block::Index(words) = &last.blocks[0] else { panic!("the index comes last") };
        assert_eq!(words.iter().map(|(_, anchor)| anchor.as_str()).collect::<BTreeSet<_>>(), unique);
        let titles: BTreeSet<String> = page.sections.iter().map(|section| address(&section.title)).collect();
        assert!(titles.is_disjoint(&unique.iter().map(|&anchor| anchor.to_owned()).collect()));
        assert_eq!(titles.len(), page.sections.len(), "{titles:?}");
        assert_eq!(page.sections[page.sections.len() - 2].title, "Without effect in Xconq");
    }

    #[test]
    fn the_page_is_the_same_each_time_and_whole_in_both_forms() {
        let page = reference_page();
        assert_eq!(page, reference_page());
        let (html, markdown) = (page.html(), page.markdown());
        assert!(
            html.contains("id=\"table-hit-chance\"") && markdown.contains("<a id=\"table-hit-chance\"></a>hit-chance")
        );
        assert!(html.contains("once cp-max") && html.contains("changes nothing: "));
    }
}
