//! The `aanca` binary.

fn main() -> std::process::ExitCode {
    env_logger::init();
    aanca::cli::run()
}
