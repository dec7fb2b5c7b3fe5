package io.gaussferry.app.control;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code objects apply}: creates objects that the cutover has left out. */
@Command(
        name = "apply",
        description = {
            "After the switch: creates the objects that the cutover has left out, if the last verification executed them with equal"
                    + " results and they have not changed since. Before the switch the cutover creates them.",
            "A return removes them. The daemon must be running. Events are created disabled."
        },
        footer =
                "%nExit code: 0 success; 1 the target refused an object; 2 wrong usage, the daemon refused, or a server failed.",
        exitCodeOnExecutionException = 2)
public final class ApplyObjectsCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ControlOptions common = new ControlOptions();

    @Option(names = "--compiles", description = "Create those that compile, too, although they were not executed.")
    private boolean compiles;

    @Option(names = "--dry-run", description = "Print the statements, and execute none.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        String request = new ObjectMapper().writeValueAsString(Map.of("compiles", compiles, "dryRun", dryRun));
        JsonNode answer = common.daemon().post("/api/objects/apply", request);
        PrintWriter output = spec.commandLine().getOut();
        output.print(common.json ? answer.toPrettyString() + "\n" : text(answer));
        output.flush();
        for (JsonNode object : answer.path("objects")) {
            if (object.path("outcome").asString("").equals("REFUSED")) {
                return 1;
            }
        }
        return 0;
    }

    private String text(JsonNode answer) {
        if (answer.path("objects").isEmpty()) {
            return "no action needed: every object of this state exists\n";
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode object : answer.path("objects")) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-9s %s: %s%n",
                    object.path("outcome").asString("").toLowerCase(Locale.ROOT).replace('_', ' '),
                    object.path("name").asString(""),
                    object.path("detail").asString("")));
            if (dryRun) {
                object.path("statements")
                        .forEach(sql -> text.append(sql.asString("").indent(4).stripTrailing())
                                .append(";\n"));
            }
        }
        return text.toString();
    }
}
