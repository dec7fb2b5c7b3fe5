package io.gaussferry.bench.daemon;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The daemon's last line: what it has replayed since its start. Members that a later daemon adds are ignored.
 *
 * @param transactions source transactions whose commit on the target succeeded
 * @param rows row changes in them
 * @param seconds that the mean is taken over
 * @param mean transactions per second
 * @param peak most transactions in one second
 * @param lagP50Millis median of the time from a commit on the source to its commit on the target
 * @param lagP99Millis 99th percentile of the same
 * @param lagMaxMillis longest of the same
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
     * Reads a line of the daemon's standard output; empty if it is another kind of line, or if a member is missing or
     * no number: a half-understood summary is none.
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
            // What is no number is perhaps a later daemon's new member; a number that is needed is missed below.
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
