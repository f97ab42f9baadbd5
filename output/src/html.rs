//! What all pages share: the style, and texts and pictures in HTML.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The style sheet of every page: ink on paper as on the map, or light on dark if the reader's system asks for it.
pub const PAGE_STYLE: &str = include_str!("page.css");

/// A text for HTML, within elements or quoted attributes.
#[must_use]
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// A PNG file as a data address, so that the page needs no file beside it.
#[must_use]
pub fn png_url(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_opens_or_ends_anything() {
        assert_eq!(escape_html("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
        assert_eq!(png_url(b"\x89PNG"), "data:image/png;base64,iVBORw==");
    }
}
