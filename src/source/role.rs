//! Stand-in: what a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Code,
    Test,
    Docs,
    Config,
    Generated,
    Vendor,
}
