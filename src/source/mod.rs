//! Bytes in, a [`Source`] or a reason out.
//!
//! A file enters as `(path, bytes)`. [`admit`](admit::admit) asks in this order: is the path usable, does its name
//! promise a secret, do the ignore rules exclude it, is it too large, can it be decoded, is anything in it, is it
//! written for people. The first "no" becomes a [`Refusal`], which is a record and never a panic.
//!
//! | module | answers |
//! |---|---|
//! | [`admit`] | the front door and the reasons |
//! | [`path`] | the one spelling of a path |
//! | [`secret`] | does this file hold a secret? |
//! | [`ignore`], [`pattern`] | do the rule files exclude it? (`braces`: alternatives in patterns that a caller gives) |
//! | [`decode`] | which text do these bytes hold? |
//! | `derived` | which text is made of that? (`notebook`: the cells) |
//! | [`fingerprint`] | what are lines known again by? |
//! | [`mask`] | which parts of a text are secrets? |
//! | [`lines`] | bytes ↔ lines ↔ UTF-16 |
//! | [`language`], [`role`] | what is it written in, and what for? |
//! | [`minified`] | was it written for machines only? |

pub mod admit;
mod braces;
pub mod decode;
pub(crate) mod derived;
pub mod fingerprint;
pub mod ignore;
pub mod language;
pub mod lines;
pub mod mask;
pub mod minified;
pub(crate) mod notebook;
pub mod path;
pub mod pattern;
pub mod role;
pub mod secret;

pub use admit::{Limits, Refusal, Source, admit, admit_unread};
pub use fingerprint::{Fingerprint, Windows};
pub use ignore::{IgnoreRules, PathPatterns, Rule};
pub use language::{Content, Language};
pub use lines::Lines;
pub use mask::Masked;
pub use path::normalize_path;
pub use role::Role;
