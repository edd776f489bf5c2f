//! klew's own concrete runs of a program: made when the first is asked for, as most engines ask for none.

use klew_forward::ReplayValidator;

use crate::audience::Audience;

/// What makes them.
pub type MakeRuns<'m, 'p> = dyn FnOnce() -> Result<ReplayValidator<'p>, String> + 'm;

/// The runs.
pub struct OwnRuns<'m, 'p> {
    make: Option<Box<MakeRuns<'m, 'p>>>,
    made: Option<ReplayValidator<'p>>,
    audience: &'m dyn Audience,
}

impl<'m, 'p> OwnRuns<'m, 'p> {
    /// Made like that.
    pub fn new(
        audience: &'m dyn Audience,
        make: impl FnOnce() -> Result<ReplayValidator<'p>, String> + 'm,
    ) -> OwnRuns<'m, 'p> {
        OwnRuns { make: Some(Box::new(make)), made: None, audience }
    }

    /// The runs; none where they cannot be made, which the audience is told once.
    pub fn get(&mut self) -> Option<&mut ReplayValidator<'p>> {
        if let Some(make) = self.make.take() {
            match make() {
                Ok(made) => self.made = Some(made),
                Err(error) => self
                    .audience
                    .warning(&format!("nothing that is found can be replayed: {error}")),
            }
        }
        self.made.as_mut()
    }
}
