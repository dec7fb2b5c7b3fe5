package io.gaussferry.cutover.state;

/**
 * A request to start a cutover.
 *
 * @param operator the person who requests it
 * @param host the machine of the request
 * @param noReverseReplication whether the operator accepts that there is no reverse replication after the switch
 * @param verify the mode of comparison while writers are refused
 */
public record CutoverRequest(String operator, String host, boolean noReverseReplication, VerifyMode verify) {

    private static final int MAX_NAME_LENGTH = 200;

    public CutoverRequest {
        operator = printable(operator);
        host = printable(host);
        if (operator.isBlank()) {
            throw new IllegalArgumentException("The name of the operator is missing.");
        }
    }

    /** Names are displayed, and stored on the target, which has no U+0000. */
    private static String printable(String name) {
        String line = name.replaceAll("\\p{Cntrl}", " ").strip();
        return line.length() <= MAX_NAME_LENGTH ? line : line.substring(0, MAX_NAME_LENGTH);
    }

    @Override
    public String toString() {
        return operator + " on " + (host.isBlank() ? "an unknown machine" : host);
    }
}
