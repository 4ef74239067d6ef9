//! Betza notation: what it reads and refuses, and the moves that come of it.

mod common;
mod peers;
mod pictures;
mod stepper;
mod texts;
