/** Versions such as 1.20.3, compared part by part. */
// suite: --entry Version.compare; --entry Version.kind
public class Version {
    private int major;
    private int minor;
    private int patch;
    private boolean beta;

    static int compare(Version one, Version other) {
        if (one == null || other == null) {
            throw new IllegalArgumentException("no version");
        }
        if (one.major != other.major) {
            return one.major < other.major ? -1 : 1;
        }
        if (one.minor != other.minor) {
            return one.minor < other.minor ? -1 : 1;
        }
        if (one.patch != other.patch) {
            return one.patch < other.patch ? -1 : 1;
        }
        if (one.beta == other.beta) {
            return 0;
        }
        return one.beta ? -1 : 1;
    }

    /** In words. */
    String kind() {
        if (major < 0 || minor < 0 || patch < 0) {
            return "invalid";
        }
        if (beta) {
            return major == 0 ? "experimental" : "beta";
        }
        if (patch > 0) {
            return "patch";
        }
        return minor > 0 ? "minor" : "major";
    }
}
