//! The `aanca` binary.
fn main() {}
