package io.gaussferry.app.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats the servers of a target for people. */
final class TargetServersText {

    private TargetServersText() {}

    /** Returns a line for each server, and one for each problem; an empty string with one server. */
    static String of(JsonNode target) {
        if (!target.isObject()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        for (JsonNode host : target.path("hosts")) {
            String detail = host.path("detail").asString("");
            lines.add(host.path("address").asString("") + ": "
                    + host.path("condition").asString("").toLowerCase(Locale.ROOT)
                    + (detail.isEmpty() ? "" : " (" + detail + ")"));
        }
        if (target.path("secondsSinceChange").isNumber()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%d changes of the primary, the last %.0f s ago",
                    target.path("changes").asLong(0),
                    target.path("secondsSinceChange").asDouble(0)));
        }
        if (target.path("unusableSeconds").asDouble(0) > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "no writes for %.1f s: %s",
                    target.path("unusableSeconds").asDouble(0),
                    target.path("problem").asString("")));
        }
        if (target.path("commitWaitSeconds").asDouble(0) >= 1) {
            lines.add(String.format(
                    Locale.ROOT,
                    "a COMMIT has waited for a standby for %.1f s",
                    target.path("commitWaitSeconds").asDouble(0)));
        }
        return String.join("\n", lines);
    }
}
