pub fn run(_: &crate::project::Project, _: Option<usize>) -> crate::outcome::Outcome {
    Ok(())
}
