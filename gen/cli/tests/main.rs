//! The command, run as a user runs it: what it prints, writes and refuses. One binary: each file is a module of it.

mod batch;
mod command;
mod convert;
mod fair;
mod fit;
mod given;
mod many_types;
mod pages;
mod play;
mod playtests;
mod sharing;
mod sides;
