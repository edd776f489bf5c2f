//! Errors under a condition on the inputs.

use super::Generator;
use crate::differential::program::{Goal, Statement};

impl Generator {
    /// An error of the kind that is looked for.
    pub fn planted(&mut self) -> Statement {
        let condition = self.condition(1);
        let text = match (self.goal, self.below(16)) {
            (Goal::Cleanup, 0..=6) => "(void)get(9);".to_string(),
            (Goal::Cleanup, 7..=9) => "if (h->next) { n = h->next; h->next = 0; n->next = 0; }".to_string(),
            (Goal::Cleanup, _) => "h->next = get(1); h->next = get(2);".to_string(),
            (_, 0) => format!("array[{} & 7] = 1;", self.expression(1)),
            (_, 1) => "n = get(1); put(n); n->value = 3;".to_string(),
            (_, 2) => "n = get(1); put(n); free(n);".to_string(),
            (_, 3) => "n = 0; n->tag = 1;".to_string(),
            (_, 4) => "{ int *e; { int inner = 3; e = &inner; *e += 1; } free(e); }".to_string(),
            (_, 5) => "{ char *e = malloc(6); strcpy(e, \"hello\"); free(e + 1); }".to_string(),
            (_, 6) => format!("{{ char e[4]; strcpy(e, ({}) ? \"abc\" : \"abcd\"); v0 += e[0]; }}", self.leaf()),
            (_, 7) => format!("{{ int *e = malloc(8); e[0] = e[1] = 1; memcpy(array, e, 4 * ({} & 3)); free(e); }}", self.unsigned(1)),
            (_, 8) => format!("for (int k = 0; k <= ({} & 7); k++) array[k]++;", self.leaf()),
            (_, 9) => "{ int *e = malloc(4), *f = e; *e = 1; e = realloc(e, 400); if (e != f) g0 += *f; free(e); }".to_string(),
            (_, 10) => format!("{{ short e[3] = {{ 1, 2, 3 }}; pi = array; v1 += e[(int)({} & 3)]; }}", self.expression(1)),
            (_, 11) => format!("array[(int)({} & 3) - 1]++;", self.leaf()),
            (_, 12) => "{ int *e; { int inner[2] = { 3, 4 }; e = inner; } g0 += e[1]; }".to_string(),
            (_, 13) => format!("{{ char e[3] = {{ 'a', 'b', {} }}; v0 += strlen(e); }}", self.leaf()),
            (_, 14) => "free(&g0);".to_string(),
            (_, _) => format!("g0 += ga[({}) & 15];", self.expression(1)),
        };
        Statement::block(format!("if {condition}"), vec![Statement::simple(text)])
    }
}
