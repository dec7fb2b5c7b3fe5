package io.gaussferry.app.control;

import static io.gaussferry.status.ReplicationFigures.BEHIND_TRANSACTIONS;
import static io.gaussferry.status.ReplicationFigures.CHANGED_OBJECTS;
import static io.gaussferry.status.ReplicationFigures.LAG_SECONDS;
import static io.gaussferry.status.ReplicationFigures.PENDING_TRANSACTIONS;
import static io.gaussferry.status.ReplicationFigures.ROWS;
import static io.gaussferry.status.ReplicationFigures.ROWS_PER_SECOND;
import static io.gaussferry.status.ReplicationFigures.THROTTLE_ROWS_PER_SECOND;
import static io.gaussferry.status.ReplicationFigures.TRANSACTIONS;
import static io.gaussferry.status.ReplicationFigures.TRANSACTIONS_PER_SECOND;

import io.gaussferry.status.Figure.Single;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats a daemon's responses for people. */
final class ControlOutput {

    private ControlOutput() {}

    static String status(JsonNode status) {
        StringBuilder text = new StringBuilder();
        line(text, "pipeline", status.path("pipeline").asString(""));
        line(text, "state", status.path("state").asString("").toLowerCase(Locale.ROOT));
        line(
                text,
                "lag",
                String.format(
                        Locale.ROOT,
                        "%.1f s, %s transactions behind the source, %d read and pending",
                        value(status, LAG_SECONDS).asDouble(0),
                        value(status, BEHIND_TRANSACTIONS).asString("an unknown number of"),
                        value(status, PENDING_TRANSACTIONS).asLong(0)));
        line(
                text,
                "speed",
                String.format(
                        Locale.ROOT,
                        "%.0f rows/s, %.0f transactions/s",
                        value(status, ROWS_PER_SECOND).asDouble(0),
                        value(status, TRANSACTIONS_PER_SECOND).asDouble(0)));
        long limit = value(status, THROTTLE_ROWS_PER_SECOND).asLong(0);
        line(text, "limit", limit == 0 ? "none" : limit + " rows/s");
        line(
                text,
                "committed",
                String.format(
                        Locale.ROOT,
                        "%d transactions, %d rows, last %s",
                        value(status, TRANSACTIONS).asLong(0),
                        value(status, ROWS).asLong(0),
                        status.path("newestCommitted").asString("none")));
        String target = TargetServersText.of(status.path("target"));
        if (!target.isEmpty()) {
            line(text, "target", target);
        }
        String back = ReverseReplicationText.of(status.path("reverseReplication"));
        if (!back.isEmpty()) {
            line(text, "reverse", back);
        }
        for (JsonNode applier : status.path("appliers")) {
            line(text, "applier " + applier.path("applier").asInt(0), applier(applier));
        }
        status.path("heldBack").forEach(reason -> line(text, "held back", reason.asString("")));
        status.path("quarantined").forEach(table -> line(text, "quarantined", table.asString("")));
        long changed = value(status, CHANGED_OBJECTS).asLong(0);
        if (changed > 0) {
            line(text, "objects", changed + " changed since their verification: gaussferry objects list");
        }
        JsonNode waiting = status.path("waiting");
        if (waiting.isObject()) {
            line(
                    text,
                    "waits at",
                    waiting.path("transaction").asString("") + " since "
                            + waiting.path("since").asString(""));
            line(text, "", waiting.path("problem").asString(""));
            line(text, "", "remedy: " + waiting.path("remedy").asString(""));
        }
        JsonNode error = status.path("errors").path(0);
        if (error.isObject()) {
            line(
                    text,
                    "last error",
                    error.path("at").asString("") + " " + error.path("problem").asString(""));
            line(text, "", "remedy: " + error.path("remedy").asString(""));
            line(text, "", "code: " + error.path("code").asString(""));
        }
        return text.toString();
    }

    private static JsonNode value(JsonNode status, Single figure) {
        return status.path(figure.json());
    }

    private static String applier(JsonNode applier) {
        StringBuilder text = new StringBuilder(
                applier.path("activity").asString("").toLowerCase(Locale.ROOT).replace('_', ' '));
        text.append(String.format(
                Locale.ROOT, " for %.1f s", applier.path("forSeconds").asDouble(0)));
        if (applier.path("batch").asLong(0) > 0) {
            text.append(": batch ").append(applier.path("batch").asLong(0));
            text.append(", ").append(applier.path("transactions").asInt(0)).append(" transactions from ");
            text.append(applier.path("firstTransaction").asString(""));
        }
        applier.path("waitsFor").forEach(other -> text.append(", after ").append(other.asString("")));
        return text.toString();
    }

    static String failures(JsonNode failures) {
        StringBuilder text = new StringBuilder();
        for (JsonNode failure : failures) {
            line(
                    text,
                    failure.path("operation").asString(""),
                    failure.path("table").asString("") + ", "
                            + failure.path("state")
                                    .asString("")
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', ' '));
            line(
                    text,
                    "",
                    failure.path("id").asString("") + " at "
                            + failure.path("position").asString("") + ", "
                            + failure.path("failedAt").asString(""));
            line(text, "", failure.path("problem").asString(""));
            String reason = failure.path("skipReason").asString("");
            if (!reason.isEmpty()) {
                line(text, "", "skipped: " + reason);
            }
        }
        return text.isEmpty() ? "no change has failed\n" : text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-12s%s%n", name, value.replace("\n", "\n            ")));
    }
}
