//! Betza notation: what it reads and refuses, and the moves that come of it.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod common;
mod peers;
mod pictures;
mod stepper;
mod texts;
