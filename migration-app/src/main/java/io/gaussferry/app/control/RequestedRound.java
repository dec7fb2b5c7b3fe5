package io.gaussferry.app.control;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * {@code verify --fleet}: has the worker that runs a pipeline compare both sides once, and waits for the result. If the worker ends, the next one
 * compares again.
 */
public final class RequestedRound {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private final DaemonClient daemon;
    private final String request;
    private int moves;
    private long roundsBefore;

    private RequestedRound(DaemonClient daemon, int share) {
        this.daemon = daemon;
        this.request = new ObjectMapper().writeValueAsString(Map.of("share", share));
    }

    /**
     * Compares.
     *
     * @param share percentage of the time that the verification may use
     * @return the exit code of {@code verify}: 0 equal, 1 different, 2 undecided
     */
    public static int run(FleetOptions fleet, int share, boolean json, PrintStream output) throws InterruptedException {
        JsonNode verified = new RequestedRound(fleet.connect(), share).compare();
        output.print(json ? verified.toPrettyString() + "\n" : text(verified));
        output.flush();
        return isDifferent(verified) ? 1 : verified.path("undecidedTables").asLong() > 0 ? 2 : 0;
    }

    private static boolean isDifferent(JsonNode verified) {
        return verified.path("differences").asLong()
                        + verified.path("structureDifferences").asLong()
                > 0;
    }

    private static String text(JsonNode verified) {
        if (isDifferent(verified)) {
            return verified.path("differences").asLong() + " rows and "
                    + verified.path("structureDifferences").asLong()
                    + " definitions differ; the worker's log lists the first\n";
        }
        long undecided = verified.path("undecidedTables").asLong();
        return undecided > 0
                ? undecided + " tables could not be compared, the others are equal; the worker's log has the reason\n"
                : "equal: every row and definition, compared from "
                        + verified.path("verifiedUpTo").asString("") + "\n";
    }

    private JsonNode compare() throws InterruptedException {
        start(daemon.get("/api/status"));
        while (true) {
            Thread.sleep(POLL_INTERVAL.toMillis());
            JsonNode status = daemon.get("/api/status");
            if (daemon.moves() != moves) {
                CutoverCommand.awaitReplication(daemon);
                start(daemon.get("/api/status"));
                continue;
            }
            JsonNode verification = status.path("verification");
            if (!verification.path("problem").asString("").isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.COMPARISON_INTERRUPTED,
                        "The comparison was interrupted: "
                                + verification.path("problem").asString(""),
                        "repeat the command when replication runs",
                        null);
            }
            if (verification.path("rounds").asLong() > roundsBefore) {
                return verification;
            }
        }
    }

    /** Requests a round, which replaces a running one that was not requested. */
    private void start(JsonNode status) throws InterruptedException {
        JsonNode verification = status.path("verification");
        roundsBefore = verification.path("rounds").asLong();
        daemon.post("/api/verify", request);
        moves = daemon.moves();
    }
}
