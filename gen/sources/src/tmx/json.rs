//! Maps and tilesets that Tiled saved as JSON (`.tmj`, `.tsj`), as the XML that it would have saved: one reader serves both.

use serde_json::{Map, Value};

/// Whether a text is meant as JSON.
pub(super) fn is_meant(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// The XML of such a text.
///
/// # Errors
/// What is no JSON, as `serde_json` tells it.
pub(super) fn as_xml(text: &str) -> Result<String, serde_json::Error> {
    let root: Map<String, Value> = serde_json::from_str(text.trim_start_matches('\u{feff}'))?;
    let is_tileset = root.get("type").is_some_and(|kind| kind == "tileset") || !root.contains_key("orientation");
    let mut out = String::new();
    element(&mut out, if is_tileset { "tileset" } else { "map" }, &root);
    Ok(out)
}

/// An element with what is in it. JSON lies at most 128 deep.
fn element(out: &mut String, tag: &str, object: &Map<String, Value>) {
    out.push('<');
    out.push_str(tag);
    for (name, value) in object {
        let text = match value {
            Value::String(text) if name != "data" => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) if tag == "property" => flag.to_string(),
            Value::Bool(flag) => u8::from(*flag).to_string(),
            _ => continue,
        };
        if name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            attribute(out, name, &text);
        }
    }
    out.push('>');
    if let Some(Value::String(image)) = object.get("image") {
        out.push_str("<image");
        attribute(out, "source", image);
        out.push_str("/>");
    }
    let inner =
        |name: &str| object.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    if object.contains_key("properties") {
        out.push_str("<properties>");
        inner("properties").for_each(|property| element(out, "property", property));
        out.push_str("</properties>");
    }
    for (name, tag) in [("tilesets", "tileset"), ("tiles", "tile"), ("objects", "object")] {
        inner(name).for_each(|object| element(out, tag, object));
    }
    for layer in inner("layers") {
        let tag = match layer.get("type").and_then(Value::as_str) {
            Some("tilelayer") => "layer",
            Some("group") => "group",
            Some("objectgroup") => "objectgroup",
            _ => "imagelayer",
        };
        element(out, tag, layer);
    }
    if tag == "layer" {
        out.push_str("<data");
        let word = |name: &str| object.get(name).and_then(Value::as_str).filter(|word| !word.is_empty());
        attribute(out, "encoding", word("encoding").unwrap_or("csv"));
        if let Some(packing) = word("compression") {
            attribute(out, "compression", packing);
        }
        out.push('>');
        inner("chunks").for_each(|chunk| element(out, "chunk", chunk));
    }
    match object.get("data") {
        Some(Value::String(text)) => escape(out, text),
        Some(Value::Array(numbers)) => {
            for (index, number) in numbers.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                escape(out, &number.to_string());
            }
        }
        _ => {}
    }
    out.push_str(if tag == "layer" { "</data></" } else { "</" });
    out.push_str(tag);
    out.push('>');
}

fn attribute(out: &mut String, name: &str, text: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape(out, text);
    out.push('"');
}

fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            // XML has no other signs of control.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            letter => out.push(letter),
        }
    }
}
