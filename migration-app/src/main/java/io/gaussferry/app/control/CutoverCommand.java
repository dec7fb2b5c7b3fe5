package io.gaussferry.app.control;

import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * {@code cutover check|prepare|unprepare|start|status|rollback|back|rearm|finish}: calls the API of a running daemon, which performs the cutover. The cutover
 * continues when the client ends.
 */
@Command(
        name = "cutover",
        synopsisSubcommandLabel = "(check | prepare | unprepare | start | status | rollback | back | rearm | finish)",
        description = {
            "Ends a migration: makes the source refuse writes, replicates to exactly that position, compares both sides,"
                    + " creates the deferred objects, and hands over to the target, or makes the source writable again. The"
                    + " daemon performs the cutover; docs/guides/cutover.md is the runbook.",
            "All subcommands but status need the daemon's token: gaussferry.http.token or token-file, or GAUSSFERRY_TOKEN. On a"
                    + " fleet, all need that of the connector, gaussferry.fleet.control-token."
        },
        footer = {
            "%nExit code: 0 success; 1 the cutover was rolled back, a hook failed, blockers were found, or the daemon refuses or"
                    + " does not respond; 2 wrong usage or configuration."
        })
public final class CutoverCommand {

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(300);

    /** Time to wait for a daemon that does not respond: a restart takes a few seconds. */
    private static final Duration RESTART_TIMEOUT = Duration.ofMinutes(2);

    private final PrintStream output;

    /** Creates the command. */
    public CutoverCommand(PrintStream output) {
        this.output = output;
    }

    /** The comparison that is made while neither side accepts writes. */
    enum Verify {
        counts,
        changed,
        full
    }

    @Command(
            name = "check",
            description =
                    "Lists the blockers, the remaining manual steps and the predicted time for which writes would be refused.")
    int check(
            @Mixin ControlOptions common,
            @Option(names = "--verify", defaultValue = "changed", description = "${COMPLETION-CANDIDATES}")
                    Verify verify)
            throws InterruptedException {
        JsonNode answer = common.daemon().post("/api/cutover/check", json(Map.of("verify", verify(verify))));
        output.print(common.json ? answer.toPrettyString() + "\n" : CutoverOutput.check(answer));
        for (JsonNode finding : answer.path("findings")) {
            if (finding.path("severity").asString("").equals("BLOCKER")) {
                return 1;
            }
        }
        return 0;
    }

    @Command(
            name = "prepare",
            description = {
                "Does the work of the cutover whose time grows with the rows, while the source accepts writes: AUTO_INCREMENT"
                        + " (dolphin) and statistics. Replication waits while a table is rewritten, for"
                        + " gaussferry.cutover.maximum-prepare-lag at most.",
                "May be interrupted and repeated: what is prepared is kept. The cutover prepares what is missing."
            })
    int prepare(@Mixin ControlOptions common, @Mixin OperatorOption operator) throws InterruptedException {
        return followPreparation(common, "prepare", operator);
    }

    @Command(
            name = "unprepare",
            description = "Removes from the target what prepare, or a cutover that was rolled back, has prepared.")
    int unprepare(@Mixin ControlOptions common, @Mixin OperatorOption operator) throws InterruptedException {
        return followPreparation(common, "unprepare", operator);
    }

    private int followPreparation(ControlOptions common, String command, OperatorOption operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        String request = json(Map.of("operator", operator.name()));
        JsonNode status = daemon.post("/api/cutover/" + command, request);
        int moves = daemon.moves();
        String shown = "";
        while (true) {
            if (daemon.moves() != moves) {
                // the next worker knows nothing of the request
                awaitReplication(daemon);
                status = daemon.post("/api/cutover/" + command, request);
                moves = daemon.moves();
            }
            JsonNode preparation = status.path("preparation");
            String state = preparation.path("state").asString("");
            if (!state.equals("PREPARING") && !state.equals("UNDOING")) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverOutput.prepared(preparation));
                return state.equals("PREPARED") || state.equals("UNDONE") ? 0 : 1;
            }
            String line = CutoverOutput.preparing(preparation);
            if (!common.json && !line.equals(shown)) {
                output.print(line);
                output.flush();
            }
            shown = line;
            status = CutoverStatusClient.next(daemon, status);
        }
    }

    /** Waits until the next worker replicates. */
    static void awaitReplication(DaemonClient daemon) throws InterruptedException {
        long end = System.nanoTime() + RESTART_TIMEOUT.toNanos();
        while (Set.of("STARTING", "RETRYING")
                        .contains(daemon.get("/api/status").path("state").asString(""))
                && System.nanoTime() < end) {
            Thread.sleep(RETRY_INTERVAL.toMillis());
        }
    }

    @Command(
            name = "start",
            description = {
                "Starts a cutover and shows its progress until the target or, after a rollback, the source accepts writes."
                        + " The cutover continues if this command is interrupted.",
                "If a hook of the switch has failed, runs the hook again."
            })
    int start(
            @Mixin ControlOptions common,
            @Option(
                            names = "--no-reverse-replication",
                            description =
                                    "Confirms that changes made on the target will not be replicated back to the source.")
                    boolean noReverseReplication,
            @Option(
                            names = "--verify",
                            defaultValue = "changed",
                            description = "The comparison while neither side accepts writes: ${COMPLETION-CANDIDATES}.")
                    Verify verify,
            @Mixin OperatorOption operator,
            @Option(names = "--detach", description = "Do not wait for the end.") boolean detach)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        JsonNode answer = daemon.post(
                "/api/cutover/start",
                json(Map.of(
                        "operator", operator.name(),
                        "host", host(),
                        "noReverseReplication", noReverseReplication,
                        "verify", verify(verify))));
        if (detach) {
            output.print(common.json ? answer.toPrettyString() + "\n" : CutoverOutput.status(answer));
            return 0;
        }
        return follow(daemon, common, answer);
    }

    private int follow(DaemonClient daemon, ControlOptions common, JsonNode first) throws InterruptedException {
        CutoverOutput.Course course = new CutoverOutput.Course(output);
        JsonNode status = first;
        long unreachableSince = 0;
        while (true) {
            try {
                status = CutoverStatusClient.next(daemon, status);
                unreachableSince = 0;
            } catch (GaussferryException e) {
                unreachableSince = unreachableSince == 0 ? System.nanoTime() : unreachableSince;
                if (System.nanoTime() - unreachableSince > RESTART_TIMEOUT.toNanos()) {
                    throw e;
                }
                Thread.sleep(RETRY_INTERVAL.toMillis());
                continue;
            }
            if (!common.json) {
                course.show(status);
            }
            @Nullable Integer end = exitCode(status);
            if (end != null) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverOutput.end(status));
                return end;
            }
        }
    }

    /** Returns the exit code for a status; null while the cutover runs. */
    static @Nullable Integer exitCode(JsonNode status) {
        boolean stuck = !status.path("problem").asString("").isEmpty();
        return switch (status.path("state").asString("")) {
            case "ROLLED_BACK", "NONE" -> 1;
            case "FINISHED" -> 0;
            case "SWITCHED" -> status.path("step").asString("").equals("WATCH") ? Integer.valueOf(0) : stuck ? 1 : null;
            default -> null;
        };
    }

    @Command(name = "status", description = "Shows the state of the cutover.")
    int status(@Mixin ControlOptions common) throws InterruptedException {
        JsonNode answer = common.daemon().get("/api/cutover");
        output.print(common.json ? answer.toPrettyString() + "\n" : CutoverOutput.status(answer));
        return 0;
    }

    @Command(
            name = "rollback",
            description = "Rolls back a cutover before its switch: the source accepts writes again.")
    int rollback(
            @Mixin ControlOptions common,
            @Option(names = "--reason", defaultValue = "", description = "A reason for the record.") String reason,
            @Mixin OperatorOption operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        JsonNode answer =
                daemon.post("/api/cutover/rollback", json(Map.of("reason", reason, "operator", operator.name())));
        // a rollback that was requested is a success
        return follow(daemon, common, answer) == 1 ? 0 : 1;
    }

    @Command(
            name = "back",
            description = {
                "Returns to the source after the switch, with all changes written to the target since.",
                "Afterwards the daemon replicates from the source as before the cutover."
            })
    int back(
            @Mixin ControlOptions common,
            @Option(names = "--reason", defaultValue = "", description = "A reason for the record.") String reason,
            @Option(
                            names = "--verify",
                            defaultValue = "changed",
                            description = "The comparison while neither side accepts writes: ${COMPLETION-CANDIDATES}.")
                    Verify verify,
            @Option(
                            names = "--source-stays-fenced",
                            description =
                                    "Confirms that the source refuses writes until the other pipelines that fenced it return too.")
                    boolean staysFenced,
            @Option(
                            names = "--without",
                            paramLabel = "SCHEMA.TABLE",
                            description = {
                                "Returns without a table of the target, named as on the target; may be repeated. MySQL keeps"
                                        + " its own rows of the table, or does not have it.",
                                "Required for each table that was created, dropped, recreated or altered on the target since"
                                        + " the switch."
                            })
                    @Nullable
                    List<String> without,
            @Mixin OperatorOption operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        String request = json(Map.of(
                "reason",
                reason,
                "operator",
                operator.name(),
                "verify",
                verify(verify),
                "staysFenced",
                staysFenced,
                "without",
                without == null ? List.of() : without));
        JsonNode status = daemon.post("/api/cutover/back", request);
        int moves = daemon.moves();
        CutoverOutput.Course course = CutoverOutput.Course.ofReturn(output);
        while (true) {
            status = CutoverStatusClient.next(daemon, status);
            if (daemon.moves() != moves && isWatching(status)) {
                // the return was not decided, and the next worker knows nothing of the request
                status = daemon.post("/api/cutover/back", request);
                moves = daemon.moves();
                continue;
            }
            String state = status.path("state").asString("");
            boolean refused = state.equals("SWITCHED")
                    && !status.path("problem").asString("").isEmpty();
            if (!common.json) {
                course.show(status);
            }
            if (refused || state.equals("ROLLED_BACK")) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverOutput.returned(refused));
                return refused ? 1 : 0;
            }
        }
    }

    @Command(
            name = "rearm",
            description = {
                "Starts reverse replication again after the switch, whatever ended it: compares both sides, corrects the"
                        + " source, and continues from a new replication slot, while the target accepts writes.",
                "Continues if this command is interrupted."
            })
    int rearm(
            @Mixin ControlOptions common,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "A reason for the record.")
                    String reason,
            @Mixin OperatorOption operator)
            throws InterruptedException {
        DaemonClient daemon = common.daemon();
        String request = json(Map.of("reason", reason, "operator", operator.name()));
        JsonNode status = daemon.post("/api/cutover/rearm", request);
        int moves = daemon.moves();
        while (true) {
            status = CutoverStatusClient.next(daemon, status);
            if (daemon.moves() != moves) {
                if (isWatching(status)) {
                    // the next worker knows nothing of the request
                    status = daemon.post("/api/cutover/rearm", request);
                    moves = daemon.moves();
                }
                continue;
            }
            if (!status.path("reverseReplication").path("phase").asString("").equals("REARMING")) {
                output.print(common.json ? status.toPrettyString() + "\n" : CutoverOutput.status(status));
                return status.path("problem").asString("").isEmpty() ? 0 : 1;
            }
        }
    }

    @Command(name = "finish", description = "Stops watching the source and ends the daemon.")
    int finish(
            @Mixin ControlOptions common,
            @Option(
                            names = "--remove-rows",
                            description =
                                    "Removes Gaussferry's rows about the pipeline from the target, except the record of its"
                                            + " cutover.")
                    boolean removeRows)
            throws InterruptedException {
        JsonNode answer = common.daemon().post("/api/cutover/finish", json(Map.of("removeRows", removeRows)));
        output.print(common.json ? answer.toPrettyString() + "\n" : "the daemon stops watching the source and ends\n");
        return 0;
    }

    private static boolean isWatching(JsonNode status) {
        return status.path("state").asString("").equals("SWITCHED")
                && status.path("step").asString("").equals("WATCH");
    }

    private static String json(Map<String, ?> values) {
        return new ObjectMapper().writeValueAsString(new HashMap<>(values));
    }

    private static String verify(Verify verify) {
        return verify.name().toUpperCase(Locale.ROOT);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
