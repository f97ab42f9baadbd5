//! Reads what the writer wrote.

use std::str::FromStr;

use serde::de::value::U64Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, SeqAccess, VariantAccess, Visitor,
};

use super::Fault;

/// Names of fields and variants, and numbers.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_+-".contains(letter)
}

pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where it reads on.
    at: usize,
    /// The field that was asked for last and is not there: it may have a default.
    missing: Option<&'static str>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        Reader { text, at: 0, missing: None }
    }

    /// A fault with the place where it was found, as lines and columns from 1.
    pub(super) fn tell(&self, fault: &Fault) -> String {
        let before = &self.text[..self.at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        format!("{}:{}: {fault}", before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    pub(super) fn end(&mut self) -> Result<(), Fault> {
        if self.rest().is_empty() { Ok(()) } else { Err(Error::custom("Unexpected text after the end")) }
    }

    /// What is left, from the next letter that is no space.
    fn rest(&mut self) -> &'t str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is_there = self.rest().starts_with(wanted);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn open(&mut self, bracket: &str, what: &str) -> Result<(), Fault> {
        if self.take(bracket) { Ok(()) } else { Err(Error::custom(format!("Expected opening `{bracket}` for {what}"))) }
    }

    fn open_struct(&mut self, name: &str) -> Result<(), Fault> {
        if self.take("(") { Ok(()) } else { Err(Error::custom(format!("Expected opening `(` for struct `{name}`"))) }
    }

    fn close(&mut self, bracket: &str) -> Result<(), Fault> {
        if self.take(bracket) { Ok(()) } else { Err(Error::custom(format!("Expected closing `{bracket}`"))) }
    }

    fn close_parts(&mut self, fields: &[&str], bracket: &str) -> Result<(), Fault> {
        if !fields.is_empty() {
            // Whatever is left is of no known field.
            self.find_field(fields, "")?;
        }
        self.close(bracket)
    }

    /// Why parts make no value: what is missing and has no default ends them at once.
    fn explain(&mut self, fault: Fault) -> Fault {
        match self.missing.take() {
            Some(name) => Error::custom(format!("Expected field `{name}`")),
            None => fault,
        }
    }

    /// The word that comes next; it is not yet taken.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        &rest[..rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len())]
    }

    fn take_word(&mut self, wanted: &str) -> bool {
        let is_there = self.word() == wanted;
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn number<T: FromStr>(&mut self) -> Result<T, Fault> {
        let word = self.word();
        let number = word.parse::<T>();
        let number = number.map_err(|_| self.unexpected(std::any::type_name::<T>()))?;
        self.at += word.len();
        Ok(number)
    }

    fn unexpected(&mut self, wanted: &str) -> Fault {
        match self.word() {
            "" => Error::custom(format!("Expected {wanted}")),
            word => Error::custom(format!("Expected {wanted} but found `{word}`")),
        }
    }

    fn bool(&mut self) -> Result<bool, Fault> {
        let is_true = self.take_word("true");
        if is_true || self.take_word("false") { Ok(is_true) } else { Err(self.unexpected("`true` or `false`")) }
    }

    fn string(&mut self) -> Result<String, Fault> {
        if !self.take("\"") {
            return Err(self.unexpected("a text"));
        }
        let mut string = String::new();
        let mut letters = self.text[self.at..].char_indices();
        while let Some((place, letter)) = letters.next() {
            let escaped = match letter {
                '"' => {
                    self.at += place + 1;
                    return Ok(string);
                }
                '\\' => match letters.next().map(|(_, letter)| letter) {
                    Some('n') => Some('\n'),
                    Some('r') => Some('\r'),
                    Some('t') => Some('\t'),
                    Some('0') => Some('\0'),
                    Some('u') => {
                        let code: String =
                            letters.by_ref().map(|(_, letter)| letter).take_while(|&l| l != '}').collect();
                        u32::from_str_radix(code.trim_start_matches('{'), 16).ok().and_then(char::from_u32)
                    }
                    escaped => escaped,
                },
                letter => Some(letter),
            };
            string.push(escaped.ok_or_else(|| Fault::custom("Unknown letter in a text"))?);
        }
        Err(Error::custom("Expected the end of a text"))
    }

    /// A value whatever it is, up to the comma or the bracket behind it.
    fn any(&mut self) -> Result<&'t str, Fault> {
        let start = self.text.len() - self.rest().len();
        let mut depth = 0_usize;
        loop {
            match self.text[self.at..].chars().next() {
                Some(',' | ')' | ']') if depth == 0 => return Ok(self.text[start..self.at].trim_end()),
                Some('"') => drop(self.string()?),
                Some(letter) => {
                    match letter {
                        '(' | '[' => depth += 1,
                        ')' | ']' => depth -= 1,
                        _ => (),
                    }
                    self.at += letter.len_utf8();
                }
                None => return Err(Error::custom("Expected closing `)`")),
            }
        }
    }

    /// Whether the field comes next that is expected; then its name is taken. What is of no known field is passed over.
    fn find_field(&mut self, fields: &[&str], wanted: &str) -> Result<bool, Fault> {
        loop {
            let name = self.word();
            if name.is_empty() || name != wanted && fields.contains(&name) {
                return Ok(false);
            }
            self.at += name.len();
            if !self.take(":") {
                return Err(Error::custom("Expected `:`"));
            }
            if name == wanted {
                return Ok(true);
            }
            self.any()?;
            self.take(",");
        }
    }

    /// The number of the variant that comes next.
    fn variant(&mut self, name: &str, variants: &[&str]) -> Result<u64, Fault> {
        let word = self.word();
        let Some(number) = variants.iter().position(|&variant| variant == word) else {
            return Err(self.unexpected(&format!("one of {} as `{name}`", variants.join(", "))));
        };
        self.at += word.len();
        Ok(number as u64)
    }
}

/// The values in brackets; of a structure its fields, in the order in which they are declared.
struct Parts<'r, 't> {
    reader: &'r mut Reader<'t>,
    /// None if the values have no names.
    fields: &'static [&'static str],
    /// How many fields were asked for.
    asked: usize,
    /// Whether the last value had no comma behind it.
    is_last: bool,
    end: &'static str,
}

impl Parts<'_, '_> {
    fn find_next(&mut self) -> Result<bool, Fault> {
        self.reader.missing = None;
        let Some(wanted) = self.fields.get(self.asked) else {
            return Ok(!self.is_last && !self.reader.rest().starts_with(self.end));
        };
        self.asked += 1;
        let is_there = !self.is_last && self.reader.find_field(self.fields, wanted)?;
        if !is_there {
            self.reader.missing = Some(wanted);
        }
        Ok(is_there)
    }
}

impl<'de> SeqAccess<'de> for Parts<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        if !self.find_next()? {
            return Ok(None);
        }
        let value = seed.deserialize(&mut *self.reader)?;
        self.is_last = !self.reader.take(",");
        Ok(Some(value))
    }

    /// As without a seed, which would be compiled once more for each type.
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Fault> {
        if !self.find_next()? {
            return Ok(None);
        }
        let value = T::deserialize(&mut *self.reader)?;
        self.is_last = !self.reader.take(",");
        Ok(Some(value))
    }
}

fn read_parts<'de, V: Visitor<'de>>(
    reader: &mut Reader<'_>,
    fields: &'static [&'static str],
    end: &'static str,
    visitor: V,
) -> Result<V::Value, Fault> {
    match visitor.visit_seq(Parts { reader: &mut *reader, fields, asked: 0, is_last: false, end }) {
        Ok(value) => reader.close_parts(fields, end).map(|()| value),
        Err(fault) => Err(reader.explain(fault)),
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident,)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.$visit(self.number()?)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'_> {
    type Error = Fault;

    numbers! {
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Fault> {
        Err(Error::custom("no state has values of this kind"))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_string(self.string()?)
    }

    /// A part as it is.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.any()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.take_word("None") {
            return visitor.visit_none();
        }
        if !self.take_word("Some") {
            return Err(self.unexpected("`None` or `Some`"));
        }
        self.open("(", "`Some`")?;
        let value = visitor.visit_some(&mut *self)?;
        self.close(")")?;
        Ok(value)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.open("(", "nothing")?;
        self.close(")")?;
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.open_struct(name)?;
        let value = visitor.visit_newtype_struct(&mut *self)?;
        self.close(")")?;
        Ok(value)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.open("[", "a list")?;
        read_parts(self, &[], "]", visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.open("(", "a row of values")?;
        read_parts(self, &[], ")", visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.open_struct(name)?;
        read_parts(self, &[], ")", visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.open_struct(name)?;
        read_parts(self, fields, ")", visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let number = self.variant(name, variants)?;
        visitor.visit_enum(Variant { reader: self, number })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.any()?;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { char f32 f64 byte_buf unit_struct map identifier }
}

/// A variant whose name was read.
struct Variant<'r, 't> {
    reader: &'r mut Reader<'t>,
    number: u64,
}

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let number: U64Deserializer<Fault> = self.number.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        self.reader.open("(", "a variant")?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.close(")")?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.reader.open("(", "a variant")?;
        read_parts(self.reader, &[], ")", visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.reader.open("(", "a variant")?;
        read_parts(self.reader, fields, ")", visitor)
    }
}
