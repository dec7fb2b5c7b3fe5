package io.gaussferry.bench.daemon;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The daemon's last line: a summary of its replay since the start. Unknown members of later versions are ignored.
 *
 * @param transactions source transactions whose commit on the target succeeded
 * @param rows row changes in these transactions
 * @param seconds duration over which the mean is taken
 * @param mean transactions per second
 * @param peak maximum of transactions in one second
 * @param lagP50Millis median time from a commit on the source to its commit on the target
 * @param lagP99Millis 99th percentile of that time
 * @param lagMaxMillis maximum of that time
 */
public record ReplaySummary(
        long transactions,
        long rows,
        double seconds,
        double mean,
        double peak,
        double lagP50Millis,
        double lagP99Millis,
        double lagMaxMillis) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d+)?");

    private static final String FIRST_WORD = "replayed ";

    /**
     * Reads a line of the daemon's standard output; empty if it is another kind of line, or if a member is missing or not a
     * number.
     */
    public static Optional<ReplaySummary> parse(String line) {
        String trimmed = line.trim();
        if (!trimmed.startsWith(FIRST_WORD)) {
            return Optional.empty();
        }
        Map<String, Double> members = new HashMap<>();
        for (String member : trimmed.substring(FIRST_WORD.length()).trim().split(" +", -1)) {
            int equals = member.indexOf('=');
            if (equals < 1) {
                return Optional.empty();
            }
            // A value that is not a number may be a new member of a later version; a missing required number is
            // detected
            // below.
            String value = member.substring(equals + 1);
            if (NUMBER.matcher(value).matches()) {
                members.put(member.substring(0, equals), Double.valueOf(value));
            }
        }
        return of(members);
    }

    private static Optional<ReplaySummary> of(Map<String, Double> members) {
        Double transactions = members.get("transactions");
        Double rows = members.get("rows");
        Double seconds = members.get("seconds");
        Double mean = members.get("mean");
        Double peak = members.get("peak");
        Double lagP50 = members.get("lagP50Millis");
        Double lagP99 = members.get("lagP99Millis");
        Double lagMax = members.get("lagMaxMillis");
        if (transactions == null
                || rows == null
                || seconds == null
                || mean == null
                || peak == null
                || lagP50 == null
                || lagP99 == null
                || lagMax == null) {
            return Optional.empty();
        }
        return Optional.of(new ReplaySummary(
                transactions.longValue(), rows.longValue(), seconds, mean, peak, lagP50, lagP99, lagMax));
    }
}
