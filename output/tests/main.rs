//! Pictures and images, as their readers see them. One binary: each file is a module of it.

mod boards;
mod contact_sheets;
mod courses;
mod images;
mod pictures;
mod sample;
