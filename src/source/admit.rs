//! Stand-in: the shape of an admitted source.
use super::{Language, Lines, Role};

pub struct Source {
    pub path: String,
    pub text: String,
    pub lines: Lines,
    pub language: Language,
    pub role: Role,
}
