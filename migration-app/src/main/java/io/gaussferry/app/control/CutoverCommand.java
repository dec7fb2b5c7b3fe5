package io.gaussferry.app.control;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code cutover check|start|status|rollback|back|finish}: asks a running daemon, which does the work. A client that ends stops nothing. */
@Command(
        name = "gaussferry cutover",
        synopsisSubcommandLabel = "(check | start | status | rollback | back | finish)",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Ends a migration: makes the source refuse writes, brings the target to exactly that position, compares, creates"
                    + " what was deferred, and hands over to the target, or gives the source back to its writers. The daemon"
                    + " does it; docs/cutover.md is the runbook.",
            "All but status need the daemon's token: gaussferry.http.token or token-file, or GAUSSFERRY_TOKEN."
        },
        footer = {
            "%nExit code: 0 done; 1 it was rolled back, a hook failed, blockers were found, or the daemon refuses or does not"
                    + " answer; 2 wrong usage or configuration."
        })
public final class CutoverCommand implements Callable<Integer> {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    /** A daemon that is started again takes a few seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PrintStream output;
    private final PrintStream errors;

    private CutoverCommand(PrintStream output, PrintStream errors) {
        this.output = output;
        this.errors = errors;
    }

    /** What all subcommands take. */
    static final class Common {

        @Option(names = "--config", required = true, paramLabel = "FILE", description = "The daemon's configuration.")
        @SuppressWarnings("NullAway.Init")
        private Path configuration;

        @Option(
                names = "--url",
                paramLabel = "URL",
                description = "Where the daemon is, when it had to take another port.")
        private @Nullable URI url;

        @Option(names = "--json", description = "The daemon's answer as it is; docs/openapi.yml describes it.")
        private boolean json;

        private DaemonClient daemon() throws InterruptedException {
            HttpSettings settings = ConfigurationFile.readHttp(configuration);
            DaemonClient daemon = new DaemonClient(ControlCommand.url(url, settings), ControlCommand.token(settings));
            ControlCommand.requirePipeline(daemon, settings);
            return daemon;
        }
    }

    /**
     * Runs a command.
     *
     * @param arguments what stands behind {@code cutover}
     * @return the exit code
     */
    public static int run(String[] arguments, PrintStream output, PrintStream errors) {
        CommandLine line = new CommandLine(new CutoverCommand(output, errors));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(output, true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(errors, true, Charset.defaultCharset()));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof GaussferryException known) {
                errors.println("gaussferry: " + known.getMessage());
                return known.category().exitCode();
            }
            throw failure;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() {
        errors.println(
                "gaussferry: say what is to be done: check, start, status, rollback, back or finish; --help explains them");
        return ErrorCategory.CONFIGURATION.exitCode();
    }

    /** What is compared while nobody may write. */
    enum Verify {
        counts,
        changed,
        full
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description =
                    "Says what stands in the way, what is left to do by hand, and for how long writers would be refused.")
    int check(
            @Mixin Common common,
            @Option(names = "--verify", defaultValue = "changed", description = "${COMPLETION-CANDIDATES}")
                    Verify verify)
            throws InterruptedException {
        JsonNode answer = common.daemon().post("/api/cutover/check", json(Map.of("verify", verify(verify))));
        output.print(common.json ? answer.toPrettyString() + "\n" : CutoverText.check(answer));
        for (JsonNode finding : answer.path("findings")) {
            if (finding.path("severity").asString("").equals("BLOCKER")) {
                return 1;
            }
        }
        return 0;
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = {
                "Begins a cutover, and shows its course until the target is the side that is written to, or the source is again."
                        + " It goes on when this command is ended.",
                "Where a hook of the switch has failed, runs it again."
            })
    int start(
            @Mixin Common common,
            @Option(
                            names = "--no-way-back",
                            description =
                                    "It is understood that nothing brings the target's changes back to the source.")
                    boolean noWayBack,
            @Option(
                            names = "--verify",
                            defaultValue = "changed",
                            description = "What is compared while nobody may write: ${COMPLETION-CANDIDATES}.")
                    Verify verify,
            @Option(names = "--operator", description = "Who begins it (default: the user of this machine).") @Nullable
                    String operator,
            @Option(names = "--detach", description = "Does not wait for its end.") boolean detach)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        JsonNode answer = daemon.post(
                "/api/cutover/start",
                json(Map.of(
                        "operator", operator(operator),
                        "host", host(),
                        "noWayBack", noWayBack,
                        "verify", verify(verify))));
        if (detach) {
            output.print(common.json ? answer.toPrettyString() + "\n" : CutoverText.status(answer));
            return 0;
        }
        return follow(daemon, common);
    }

    private int follow(DaemonClient daemon, Common common) throws InterruptedException {
        CutoverText.Course course = new CutoverText.Course(output);
        long lost = 0;
        while (true) {
            Thread.sleep(BETWEEN_LOOKS.toMillis());
            JsonNode status;
            try {
                status = daemon.get("/api/cutover");
                lost = 0;
            } catch (GaussferryException e) {
                lost = lost == 0 ? System.nanoTime() : lost;
                if (System.nanoTime() - lost > PATIENCE.toNanos()) {
                    throw e;
                }
                continue;
            }
            if (!common.json) {
                course.show(status);
            }
            @Nullable Integer end = exitCode(status);
            if (end != null) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverText.end(status));
                return end;
            }
        }
    }

    /** Returns null while it goes on. */
    static @Nullable Integer exitCode(JsonNode status) {
        boolean stuck = !status.path("problem").asString("").isEmpty();
        return switch (status.path("state").asString("")) {
            case "ROLLED_BACK", "NONE" -> 1;
            case "FINISHED" -> 0;
            case "SWITCHED" -> status.path("step").asString("").equals("WATCH") ? Integer.valueOf(0) : stuck ? 1 : null;
            default -> null;
        };
    }

    @Command(name = "status", mixinStandardHelpOptions = true, description = "Says how a cutover stands.")
    int status(@Mixin Common common) throws InterruptedException {
        JsonNode answer = common.daemon().get("/api/cutover");
        output.print(common.json ? answer.toPrettyString() + "\n" : CutoverText.status(answer));
        return 0;
    }

    @Command(
            name = "rollback",
            mixinStandardHelpOptions = true,
            description = "Gives up a cutover before its switch: the source gets its writers back.")
    int rollback(
            @Mixin Common common,
            @Option(names = "--reason", defaultValue = "", description = "Why; it is kept.") String reason,
            @Option(names = "--operator", description = "Who (default: the user of this machine).") @Nullable
                    String operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        daemon.post("/api/cutover/rollback", json(Map.of("reason", reason, "operator", operator(operator))));
        // done as asked is no failure here
        return follow(daemon, common) == 1 ? 0 : 1;
    }

    @Command(
            name = "back",
            mixinStandardHelpOptions = true,
            description = {
                "Gives the writers back to the source after the switch, with all that was written to the target since.",
                "The daemon ends with it; started again, it replays from the source as before the cutover."
            })
    int back(
            @Mixin Common common,
            @Option(names = "--reason", defaultValue = "", description = "Why; it is kept.") String reason,
            @Option(
                            names = "--verify",
                            defaultValue = "changed",
                            description = "What is compared while nobody may write: ${COMPLETION-CANDIDATES}.")
                    Verify verify,
            @Option(
                            names = "--source-stays-fenced",
                            description =
                                    "It is understood that the source refuses writes until other pipelines that have fenced it return too.")
                    boolean staysFenced,
            @Option(names = "--operator", description = "Who (default: the user of this machine).") @Nullable
                    String operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        daemon.post(
                "/api/cutover/back",
                json(Map.of(
                        "reason",
                        reason,
                        "operator",
                        operator(operator),
                        "verify",
                        verify(verify),
                        "staysFenced",
                        staysFenced)));
        while (true) {
            Thread.sleep(BETWEEN_LOOKS.toMillis());
            JsonNode status = daemon.get("/api/cutover");
            String state = status.path("state").asString("");
            boolean refused = state.equals("SWITCHED")
                    && !status.path("problem").asString("").isEmpty();
            if (refused || state.equals("ROLLED_BACK")) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverText.status(status));
                return refused ? 1 : 0;
            }
        }
    }

    @Command(
            name = "finish",
            mixinStandardHelpOptions = true,
            description = "Ends the watch over the source, and the daemon with it.")
    int finish(
            @Mixin Common common,
            @Option(
                            names = "--remove-rows",
                            description =
                                    "Removes what Gaussferry keeps of the pipeline on the target, but for the record of its"
                                            + " cutover.")
                    boolean removeRows)
            throws InterruptedException {
        JsonNode answer = common.daemon().post("/api/cutover/finish", json(Map.of("removeRows", removeRows)));
        output.print(common.json ? answer.toPrettyString() + "\n" : "the daemon ends the watch, and itself\n");
        return 0;
    }

    private static String json(Map<String, ?> values) {
        return new ObjectMapper().writeValueAsString(new HashMap<>(values));
    }

    private static String verify(Verify verify) {
        return verify.name().toUpperCase(Locale.ROOT);
    }

    private static String operator(@Nullable String given) {
        return given == null ? System.getProperty("user.name", "unknown") : given;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
