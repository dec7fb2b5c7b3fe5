package io.gaussferry.app.control;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats the state of reverse replication for people. */
final class ReverseReplicationText {

    private ReverseReplicationText() {}

    /** Returns one or more lines; an empty string without reverse replication. */
    static String of(JsonNode back) {
        if (!back.isObject()) {
            return "";
        }
        String phase = back.path("phase").asString("");
        StringBuilder text = new StringBuilder(phase.toLowerCase(Locale.ROOT));
        if (back.path("behindBytes").isNumber()) {
            text.append("; MySQL is ")
                    .append(bytes(back.path("behindBytes").asLong(0)))
                    .append(" of WAL behind the target");
        } else if (!phase.equals("ENDED")) {
            text.append("; MySQL is an unknown amount of WAL behind the target");
        }
        if (back.path("lagSeconds").isNumber()) {
            text.append(String.format(
                    Locale.ROOT, ", %.1f s", back.path("lagSeconds").asDouble(0)));
        }
        long pending = back.path("pendingTransactions").asLong(0);
        text.append(String.format(
                Locale.ROOT,
                ", %d transactions read and pending%n%.0f rows/s, %.0f transactions/s; %d transactions, %d rows since the daemon's start, 99 %% of them within %.3f s",
                pending,
                back.path("rowsPerSecond").asDouble(0),
                back.path("transactionsPerSecond").asDouble(0),
                back.path("transactions").asLong(0),
                back.path("rows").asLong(0),
                back.path("lagP99Micros").asLong(0) / 1e6));
        if (pending > 0 || !phase.equals("RUNNING")) {
            back.path("waits").forEach(line -> text.append('\n').append(line.asString("")));
        }
        String problem = back.path("problem").asString("");
        if (!problem.isEmpty()) {
            text.append("\nproblem: ").append(problem);
        }
        return text.toString();
    }

    private static String bytes(long count) {
        if (count < 1 << 10) {
            return count + " B";
        }
        return count < 1 << 20
                ? String.format(Locale.ROOT, "%.1f KiB", count / 1024.0)
                : String.format(Locale.ROOT, "%.1f MiB", count / 1024.0 / 1024.0);
    }
}
