package io.gaussferry.app.control;

import io.gaussferry.app.control.CutoverCommand.Verify;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code rehearse}: has a running daemon rehearse a cutover, and shows the progress. The rehearsal continues when the client ends. */
@Command(
        name = "rehearse",
        description = {
            "Runs the steps of a cutover on the live pair without refusing a write: checks, replication to the source's position,"
                    + " comparison, the statements of the objects (rolled back), and a round trip of reverse replication. Nothing"
                    + " that it changes stays; replication waits for some seconds.",
            "Ends with the expected time for which a cutover would refuse writes, by step, and with the expected failures. Hooks are not"
                    + " run. Needs the daemon's token."
        },
        footer = {
            "%nExit code: 0 a cutover would succeed; 1 a step would fail, blockers were found, or the daemon refuses or does not"
                    + " respond; 2 wrong usage or configuration."
        })
public final class RehearseCommand implements Callable<Integer> {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(300);

    private final PrintStream output;

    @Mixin
    private final ControlOptions common = new ControlOptions();

    @Option(
            names = "--verify",
            defaultValue = "changed",
            description = "The comparison of the rehearsed cutover: ${COMPLETION-CANDIDATES}.")
    private Verify verify = Verify.changed;

    @Option(names = "--no-reverse-replication", description = "Rehearses a cutover without reverse replication.")
    private boolean noReverseReplication;

    /** Creates the command. */
    public RehearseCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() throws InterruptedException {
        DaemonClient daemon = common.daemon();
        String request = new ObjectMapper()
                .writeValueAsString(Map.of(
                        "verify",
                        verify.name().toUpperCase(Locale.ROOT),
                        "noReverseReplication",
                        noReverseReplication));
        JsonNode report = daemon.post("/api/cutover/rehearse", request);
        int moves = daemon.moves();
        int shown = 0;
        while (true) {
            JsonNode steps = report.path("steps");
            for (; shown < steps.size() && !common.json; shown++) {
                output.print(CutoverOutput.rehearsed(steps.path(shown)));
                output.flush();
            }
            if (!report.path("state").asString("").equals("RUNNING")) {
                break;
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
            report = daemon.get("/api/cutover/rehearse");
            if (daemon.moves() != moves) {
                // the next worker knows nothing of the request
                CutoverCommand.awaitReplication(daemon);
                report = daemon.post("/api/cutover/rehearse", request);
                moves = daemon.moves();
                shown = 0;
            }
        }
        output.print(common.json ? report.toPrettyString() + "\n" : CutoverOutput.rehearsal(report));
        return report.path("state").asString("").equals("PASSED") ? 0 : 1;
    }
}
