/** What marks a place that a run may come to. */
class Checks {
    /** False in some runs, so the assertion fails there; in others the run goes on behind it. */
    static boolean goesOn() {
        return Klew.anyBoolean("goes on");
    }
}
