package io.gaussferry.cutover.state;

/**
 * What somebody asks for who begins a cutover.
 *
 * @param operator who
 * @param host from which machine
 * @param noWayBack whether it was understood that there is no way back after the switch
 * @param verify how much is compared while nobody may write
 */
public record CutoverRequest(String operator, String host, boolean noWayBack, VerifyMode verify) {

    private static final int LONGEST_NAME = 200;

    public CutoverRequest {
        operator = printable(operator);
        host = printable(host);
        if (operator.isBlank()) {
            throw new IllegalArgumentException("A cutover needs the name of the person who begins it.");
        }
    }

    /** Names are shown to others, and kept on the target, which has no U+0000. */
    private static String printable(String name) {
        String line = name.replaceAll("\\p{Cntrl}", " ").strip();
        return line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME);
    }

    @Override
    public String toString() {
        return operator + " on " + (host.isBlank() ? "an unknown machine" : host);
    }
}
