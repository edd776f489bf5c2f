package klew.runtime;

/**
 * Short inputs: where an engine says how long all input is, there is exactly so much, whatever bounds the command has set.
 * Such a run is one of the program as it is: it asks for the same inputs.
 */
final class ShortInput {
    /** How many characters or bytes there are; 0 if nothing is said. An engine sets it. */
    static int size;

    /** Whether they are those of arguments rather than of standard input; the command sets it. */
    static int isOfArguments;

    /** Each argument behind the first counts for so many characters. */
    static final int SEPARATOR = 2;

    private ShortInput() {}
}
