//! A document as one HTML page that needs no other file and no script.

use std::fmt::Write as _;

use super::{Block, Cell, Document, Look, Sheet, address};
use crate::html::{PAGE_STYLE, escape_html};

impl Document {
    /// The document as a page of HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let title = escape_html(&self.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{PAGE_STYLE}{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            include_str!("document.css")
        );
        if !self.lead.is_empty() {
            let _infallible = writeln!(page, "<p class=\"lead\">{}</p>", escape_html(&self.lead));
        }
        page.push_str("<nav>");
        for section in self.sections.iter().filter(|section| !section.is_part) {
            let _infallible =
                write!(page, "<a href=\"#{}\">{}</a>", address(&section.title), escape_html(&section.title));
        }
        page.push_str("</nav>\n");
        let mut is_open = false;
        for section in &self.sections {
            let title = escape_html(&section.title);
            if section.is_part && is_open {
                let _infallible = writeln!(page, "<h3>{title}</h3>");
            } else {
                let end = if is_open { "</section>\n" } else { "" };
                let address = address(&section.title);
                let _infallible = writeln!(page, "{end}<section class=\"card\" id=\"{address}\"><h2>{title}</h2>");
                is_open = true;
            }
            for block in &section.blocks {
                write_block(block, &mut page);
            }
        }
        if is_open {
            page.push_str("</section>\n");
        }
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }
}

fn write_block(block: &Block, page: &mut String) {
    match block {
        Block::Paragraph(words) => {
            let _infallible = writeln!(page, "<p>{}</p>", escape_html(words));
        }
        Block::Facts(facts) => {
            page.push_str("<dl>\n");
            for (name, value) in facts {
                let _infallible = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape_html(name), escape_html(value));
            }
            page.push_str("</dl>\n");
        }
        Block::List(lines) => {
            page.push_str("<ul>\n");
            for line in lines {
                let _infallible = writeln!(page, "<li>{}</li>", escape_html(line));
            }
            page.push_str("</ul>\n");
        }
        Block::Sheet(sheet) => write_sheet(sheet, page),
        Block::Index(words) => {
            page.push_str("<p class=\"index\">\n");
            for (word, anchor) in words {
                let _infallible = writeln!(page, "<a href=\"#{}\">{}</a>", escape_html(anchor), escape_html(word));
            }
            page.push_str("</p>\n");
        }
    }
}

fn write_sheet(sheet: &Sheet, page: &mut String) {
    let class = match sheet.look {
        Look::Plain => "sheet",
        Look::Matrix => "matrix",
        Look::Even => "even",
    };
    let _infallible = write!(page, "<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr>");
    for head in &sheet.heads {
        write_cell("th", head, page);
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &sheet.rows {
        page.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            write_cell(if column == 0 { "th scope=\"row\"" } else { "td" }, cell, page);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

fn write_cell(element: &str, cell: &Cell, page: &mut String) {
    let class = if cell.is_number { " class=\"number\"" } else { "" };
    // Tints of heat, faint enough that text can be read on them in light and dark.
    let strength = |heat: u8| 7 + u32::from(heat) * 55 / 100;
    let heat = cell
        .heat
        .map_or_else(String::new, |heat| format!(" style=\"background:rgb(192 104 48 / {}%)\"", strength(heat)));
    let anchor = if cell.anchor.is_empty() { String::new() } else { format!(" id=\"{}\"", escape_html(&cell.anchor)) };
    let _infallible = write!(page, "<{element}{class}{heat}{anchor}>");
    if let Some(chip) = &cell.chip {
        // A text colour that can be read on the chip's colour.
        let colors = chip.color.map_or_else(String::new, |[red, green, blue]| {
            let light = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) > 1250;
            let ink = if light { "#201a12" } else { "#fffaf0" };
            format!(" style=\"background:#{red:02x}{green:02x}{blue:02x};color:{ink}\"")
        });
        let _infallible = write!(page, "<span class=\"chip\"{colors}>{}</span>", escape_html(&chip.glyph));
    }
    page.push_str(&escape_html(&cell.text));
    if !cell.note.is_empty() {
        let _infallible = write!(page, "<small>{}</small>", escape_html(&cell.note));
    }
    let _infallible = write!(page, "</{}>", element.split(' ').next().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use crate::document::tests::sample;

    #[test]
    fn a_page_is_whole_and_nothing_breaks_out_of_it() {
        let page = sample().html();
        for said in [
            "<title>A &lt;game&gt;</title>",
            "short &amp; sharp",
            "<dt>size</dt><dd>60x60</dd>",
            "<h3>Terrain &amp; more</h3>",
            "fields &amp; | &quot;meadows&quot;<small>sown &lt;land&gt;</small>",
            "id=\"fields\"",
            "href=\"#fields\"",
            "background:#0a141e;color:#fffaf0\">&lt;</span>",
            "background:rgb(192 104 48 / 45%)",
            "<a href=\"#moves\">Moves</a>",
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(!page.contains("<game>") && !page.contains("<land>") && !page.contains("http"));
        for element in ["section", "table", "thead", "tbody", "tr", "th", "td", "div", "ul", "dl", "nav", "main"] {
            let opened = page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
            assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
        }
        assert!(!page.contains("href=\"#terrain-more\""), "parts are not in the list at the top");
    }
}
