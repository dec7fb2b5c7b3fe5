package io.gaussferry.app.control;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Formats a daemon's responses about a cutover for people. */
final class CutoverOutput {

    private CutoverOutput() {}

    /** Prints the work, steps and problems that are new since the last call. */
    static final class Course {

        private static final String ROLLBACK = "ROLLBACK";

        private final PrintStream output;
        private final boolean isReturn;
        private int shown;
        private int shownOfReturn;
        private String work = "";
        private String problem = "";

        /** Creates the output of a cutover. */
        Course(PrintStream output) {
            this(output, false);
        }

        private Course(PrintStream output, boolean isReturn) {
            this.output = output;
            this.isReturn = isReturn;
        }

        /** Creates the output of a return after a cutover, whose own steps are not printed. */
        static Course ofReturn(PrintStream output) {
            return new Course(output, true);
        }

        void show(JsonNode status) {
            if (isReturn) {
                shownOfReturn = print(status.path("returnSteps"), shownOfReturn, any -> true);
            }
            shown = print(status.path("steps"), shown, step -> !isReturn || step.equals(ROLLBACK));
            String current =
                    status.path("step").asString("").equals("PREPARE") ? preparing(status.path("preparation")) : "";
            if (!current.equals(work)) {
                output.print(current);
            }
            work = current;
            String now = status.path("problem").asString("");
            if (!now.isEmpty() && !now.equals(problem)) {
                output.println("  " + now.replace("\n", "\n  "));
            }
            problem = now;
            output.flush();
        }

        /** Prints the completed steps from a number on; returns the number of the next one. */
        private int print(JsonNode steps, int from, Predicate<String> isShown) {
            int next = from;
            for (; next < steps.size(); next++) {
                JsonNode step = steps.path(next);
                if (step.path("ended").isNull()) {
                    break;
                }
                if (isShown.test(step.path("step").asString(""))) {
                    output.print(step(step));
                }
            }
            return next;
        }
    }

    private static String step(JsonNode step) {
        String ended = step.path("ended").asString("");
        String seconds = "";
        if (!ended.isEmpty()) {
            double taken = Duration.between(Instant.parse(step.path("started").asString("")), Instant.parse(ended))
                            .toMillis()
                    / 1e3;
            seconds = String.format(Locale.ROOT, "%.2f s", taken);
        }
        return String.format(
                Locale.ROOT,
                "%-9s %-7s %8s  %s%n",
                step.path("step").asString(""),
                step.path("outcome").asString("").toLowerCase(Locale.ROOT).replace('_', ' '),
                seconds,
                step.path("detail").asString("").replace("\n", "\n                            "));
    }

    /** Returns the parts of the downtime on one line; empty if there are none. */
    private static String parts(JsonNode status) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : status.path("downtime")) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(String.format(
                            Locale.ROOT,
                            "%s %.2f s",
                            part.path("name").asString(""),
                            part.path("seconds").asDouble(0)));
        }
        return text.toString();
    }

    /** Appends the forecast and the outcome of each step in which writers are refused. */
    private static void downtime(StringBuilder text, JsonNode status) {
        Map<String, Double> expected = bySteps(status.path("forecast"));
        Map<String, Double> taken = bySteps(status.path("downtime"));
        if (expected.isEmpty()) {
            optional(text, "of these", parts(status));
            return;
        }
        Set<String> steps = new LinkedHashSet<>(expected.keySet());
        steps.addAll(taken.keySet());
        line(text, "", String.format(Locale.ROOT, "%-8s %10s %10s", "step", "forecast", "outcome"));
        steps.forEach(step -> line(
                text, "", String.format(Locale.ROOT, "%-8s %10s %10s", step, cell(expected, step), cell(taken, step))));
        line(text, "", String.format(Locale.ROOT, "%-8s %10s %10s", "total", cell(sum(expected)), cell(sum(taken))));
    }

    private static String cell(Map<String, Double> seconds, String step) {
        Double known = seconds.get(step);
        return known == null ? "" : cell(known);
    }

    private static String cell(double seconds) {
        return String.format(Locale.ROOT, "%.2f s", seconds);
    }

    private static double sum(Map<String, Double> seconds) {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the seconds of each step: a part may be a phase of a step, named after it. */
    private static Map<String, Double> bySteps(JsonNode parts) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (JsonNode part : parts) {
            String step = part.path("name").asString("").split(" ")[0];
            seconds.merge(step, part.path("seconds").asDouble(0), Double::sum);
        }
        return seconds;
    }

    /** Returns the last line of a return to the source. */
    static String returned(boolean refused) {
        return refused
                ? "the writers stay at the target; gaussferry cutover status shows the state\n"
                : "the source accepts writes, and the target follows it again\n";
    }

    private static String forecast(JsonNode parts) {
        Map<String, Double> expected = bySteps(parts);
        return expected.isEmpty() ? "" : String.format(Locale.ROOT, "; forecast %.2f s", sum(expected));
    }

    static String end(JsonNode status) {
        String parts = parts(status);
        String refused = status.path("refusedSeconds").isNumber()
                ? String.format(
                        Locale.ROOT,
                        "; writes were refused for %.2f s%s%s",
                        status.path("refusedSeconds").asDouble(0),
                        forecast(status.path("forecast")),
                        parts.isEmpty() ? "" : " (" + parts + ")")
                : "";
        return switch (status.path("state").asString("")) {
            case "ROLLED_BACK" ->
                "the source accepts writes again" + refused + ": "
                        + status.path("reason").asString("") + "\n";
            case "SWITCHED" ->
                status.path("step").asString("").equals("WATCH")
                        ? "switched at " + status.path("switchedAt").asString("") + refused
                                + "; watching the source for writes until gaussferry cutover finish\n"
                        : "switched, but a hook failed: neither side accepts writes. Correct the cause, then run gaussferry cutover"
                                + " start again\n";
            case "FINISHED" -> "finished\n";
            default -> "no cutover\n";
        };
    }

    /** Returns one line about a running preparation; empty if it has not started a piece of work. */
    static String preparing(JsonNode preparation) {
        String problem = preparation.path("problem").asString("");
        if (!problem.isEmpty()) {
            return "  " + problem.replace("\n", "\n  ") + "\n";
        }
        String work = preparation.path("work").asString("");
        if (work.isEmpty()) {
            return "";
        }
        double estimate = preparation.path("estimatedSeconds").asDouble(0);
        return String.format(
                Locale.ROOT,
                "%d/%d  %s%s%n",
                preparation.path("number").asInt(0),
                preparation.path("total").asInt(0),
                work,
                estimate == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; replication waits for about %.0f s, lag %.0f s",
                                estimate,
                                preparation.path("lagSeconds").asDouble(0)));
    }

    /** Returns the result of a preparation. */
    static String prepared(JsonNode preparation) {
        String problem = preparation.path("problem").asString("");
        return (problem.isEmpty()
                        ? preparation.path("state").asString("").toLowerCase(Locale.ROOT) + ": "
                                + preparation.path("result").asString("")
                        : problem)
                + "\n";
    }

    static String status(JsonNode status) {
        StringBuilder text = new StringBuilder();
        String state = status.path("state").asString("");
        line(text, "cutover", state.toLowerCase(Locale.ROOT).replace('_', ' '));
        String preparing = status.path("preparation").path("state").asString("NONE");
        if (preparing.equals("PREPARING") || preparing.equals("UNDOING")) {
            line(text, "preparation", preparing(status.path("preparation")).strip());
        } else if (!preparing.equals("NONE")) {
            line(text, "preparation", prepared(status.path("preparation")).strip());
        }
        if (state.equals("NONE")) {
            return text.toString();
        }
        line(
                text,
                "started by",
                status.path("operator").asString("") + " on "
                        + status.path("host").asString("") + " at "
                        + status.path("started").asString(""));
        line(
                text,
                "step",
                status.path("step").asString("") + " since "
                        + status.path("since").asString("")
                        + (status.path("deadline").isNull()
                                ? ""
                                : ", until " + status.path("deadline").asString("")));
        if (status.path("refusedSeconds").isNumber()) {
            line(
                    text,
                    "refused",
                    String.format(
                            Locale.ROOT,
                            "writes for %.2f s",
                            status.path("refusedSeconds").asDouble(0)));
        }
        downtime(text, status);
        optional(text, "position", status.path("position").asString(""));
        optional(text, "reason", status.path("reason").asString(""));
        optional(text, "problem", status.path("problem").asString(""));
        optional(
                text,
                "WRITTEN TO THE SOURCE AFTER THE SWITCH",
                status.path("writtenAfterSwitch").asString(""));
        optional(text, "reverse", ReverseReplicationText.of(status.path("reverseReplication")));
        status.path("targetTables")
                .forEach(table -> line(
                        text,
                        "TABLE",
                        table.path("table").asString("") + " on the target "
                                + table.path("description").asString("") + "; "
                                + table.path("remedy").asString("")));
        status.path("steps").forEach(step -> text.append(step(step)));
        status.path("objects")
                .forEach(object -> line(
                        text,
                        object.path("state").asString("").toLowerCase(Locale.ROOT),
                        object.path("name").asString("") + ": "
                                + object.path("description").asString("")));
        return text.toString();
    }

    static String check(JsonNode check) {
        StringBuilder text = new StringBuilder();
        for (JsonNode finding : check.path("findings")) {
            line(
                    text,
                    finding.path("severity").asString("").toLowerCase(Locale.ROOT),
                    finding.path("problem").asString(""));
            line(text, "", "remedy: " + finding.path("remedy").asString(""));
        }
        for (JsonNode action : check.path("plan").path("actions")) {
            line(
                    text,
                    "create",
                    action.path("name").asString("") + ": "
                            + action.path("description").asString(""));
            action.path("statements").forEach(sql -> line(text, "", sql.asString("")));
        }
        for (JsonNode work : check.path("plan").path("manual")) {
            line(
                    text,
                    "by hand",
                    work.path("kind").asString("") + " " + work.path("name").asString("") + ": "
                            + work.path("reason").asString(""));
            if (!work.path("text").asString("").isEmpty()) {
                line(text, "", work.path("text").asString(""));
            }
        }
        for (JsonNode values : check.path("plan").path("targetOnly")) {
            line(
                    text,
                    switch (values.path("guard").asString("")) {
                        case "FULL" -> "guarded";
                        case "PARTIAL" -> "partly";
                        default -> "unguarded";
                    },
                    values.path("location").asString("") + ": the target takes "
                            + values.path("values").asString("") + ", MySQL refuses them");
        }
        forecast(text, check.path("forecast"));
        return text.toString();
    }

    private static void forecast(StringBuilder text, JsonNode forecast) {
        double all = 0;
        for (JsonNode part : forecast.path("parts")) {
            double seconds = part.path("seconds").asDouble(0);
            all += seconds;
            line(
                    text,
                    "forecast",
                    String.format(
                            Locale.ROOT,
                            "%-8s %6.1f s  %s",
                            part.path("step").asString(""),
                            seconds,
                            part.path("basis").asString("")));
        }
        line(text, "forecast", String.format(Locale.ROOT, "%-8s %6.1f s", "total", all));
    }

    /** Returns one line about a rehearsed step, and one about its expected failure. */
    static String rehearsed(JsonNode step) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-9s %-12s %8s  %s%n",
                step.path("step").asString(""),
                step.path("executed").asBoolean(false) ? "rehearsed" : "not executed",
                step.path("executed").asBoolean(false)
                        ? cell(step.path("seconds").asDouble(0))
                        : "",
                step.path("detail").asString("")));
        String problem = step.path("problem").asString("");
        if (!problem.isEmpty()) {
            line(text, "would fail", problem);
        }
        return text.toString();
    }

    /** Returns the end of a rehearsal: the blockers of a cutover, and the forecast. */
    static String rehearsal(JsonNode report) {
        StringBuilder text = new StringBuilder();
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("severity").asString("").equals("BLOCKER")) {
                line(text, "blocker", finding.path("problem").asString(""));
                line(text, "", "remedy: " + finding.path("remedy").asString(""));
            }
        }
        if (report.path("forecast").isObject()) {
            forecast(text, report.path("forecast"));
        }
        optional(text, "problem", report.path("problem").asString(""));
        line(
                text,
                "result",
                report.path("state").asString("").equals("PASSED")
                        ? "a cutover would succeed; nothing has changed"
                        : "a cutover would fail; nothing has changed");
        return text.toString();
    }

    private static void optional(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            line(text, name, value);
        }
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-11s%s%n", name + " ", value.replace("\n", "\n           ")));
    }
}
