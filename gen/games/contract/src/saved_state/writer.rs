//! Writes what states are made of as RON does.

use std::fmt::{Display, Write};

use serde::ser::{
    Error, Serialize, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use super::Fault;

#[derive(Default)]
pub(super) struct Writer {
    pub text: String,
}

impl Writer {
    fn write(&mut self, value: &dyn Display) -> Result<(), Fault> {
        write!(self.text, "{value}").map_err(Error::custom)
    }

    /// A name if there is any, what opens, and the parts to come.
    fn open(&mut self, name: &str, bracket: char) -> Parts<'_> {
        self.text.push_str(name);
        self.text.push(bracket);
        Parts { writer: self, is_first: true }
    }
}

/// What has a comma between its parts.
pub(super) struct Parts<'a> {
    writer: &'a mut Writer,
    is_first: bool,
}

impl Parts<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.writer.text.push(',');
        }
    }

    fn part(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Fault> {
        self.separate();
        value.serialize(&mut *self.writer)
    }

    fn name(&mut self, name: &str) {
        self.separate();
        self.writer.text.push_str(name);
        self.writer.text.push(':');
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Fault> {
        self.name(name);
        value.serialize(&mut *self.writer)
    }

    fn close(self, bracket: char) -> Result<(), Fault> {
        self.writer.text.push(bracket);
        Ok(())
    }
}

macro_rules! as_displayed {
    ($($method:ident $kind:ty,)*) => {
        $(fn $method(self, value: $kind) -> Result<(), Fault> {
            self.write(&value)
        })*
    };
}

macro_rules! never {
    ($($method:ident $kind:ty,)*) => {
        $(fn $method(self, _: $kind) -> Result<(), Fault> {
            Err(Error::custom(concat!("no state has ", stringify!($kind))))
        })*
    };
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = serde::ser::Impossible<(), Fault>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    as_displayed! {
        serialize_bool bool,
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
    }

    never! {
        serialize_char char,
        serialize_f32 f32,
        serialize_f64 f64,
    }

    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        self.text.push('"');
        // Character by character: what `str` makes of a mark that joins the letter before it is another.
        self.text.extend(value.chars().flat_map(char::escape_debug));
        self.text.push('"');
        Ok(())
    }

    /// A part that is text already.
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Fault> {
        self.text.push_str(std::str::from_utf8(value).map_err(Fault::custom)?);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Fault> {
        self.write(&"None")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let mut parts = self.open("Some", '(');
        parts.part(value)?;
        parts.close(')')
    }

    fn serialize_unit(self) -> Result<(), Fault> {
        self.write(&"()")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Fault> {
        self.write(&name)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Fault> {
        self.write(&variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Fault> {
        let mut parts = self.open("", '(');
        parts.part(value)?;
        parts.close(')')
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        let mut parts = self.open(variant, '(');
        parts.part(value)?;
        parts.close(')')
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Fault> {
        Ok(self.open("", '['))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Fault> {
        Ok(self.open("", '('))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Fault> {
        Ok(self.open("", '('))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Fault> {
        Ok(self.open(variant, '('))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        Err(Error::custom("no state has maps"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Fault> {
        Ok(self.open("", '('))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Fault> {
        Ok(self.open(variant, '('))
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.part(value)
    }

    fn end(self) -> Result<(), Fault> {
        self.close(']')
    }
}

macro_rules! in_parentheses {
    ($($kind:ident $method:ident($($name:ident)?) $put:ident,)*) => {
        $(impl $kind for Parts<'_> {
            type Ok = ();
            type Error = Fault;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> Result<(), Fault> {
                self.$put($($name,)? value)
            }

            fn end(self) -> Result<(), Fault> {
                self.close(')')
            }
        })*
    };
}

in_parentheses! {
    SerializeTuple serialize_element() part,
    SerializeTupleStruct serialize_field() part,
    SerializeTupleVariant serialize_field() part,
    SerializeStruct serialize_field(name) field,
    SerializeStructVariant serialize_field(name) field,
}
