package io.gaussferry.app.control;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A running daemon that waits at a transaction for the operator's decision (on-failure: wait). */
public final class WaitingDaemon {

    private final DaemonClient daemon;
    private final String transaction;

    private WaitingDaemon(DaemonClient daemon, String transaction) {
        this.daemon = daemon;
        this.transaction = transaction;
    }

    /**
     * Tables whose definition differs between before and after a skip.
     *
     * @param changed tables whose definition has changed on the source
     * @param added tables that are new on the source
     * @param removed tables that no longer exist on the source
     */
    public record Skipped(List<String> changed, List<String> added, List<String> removed) {}

    /**
     * Returns the configured daemon if it waits at the transaction. Returns empty if no daemon responds at the configured address, or
     * if the daemon there runs another pipeline or does not wait at the transaction.
     *
     * @param url the daemon's address; null for the configured address
     * @param transaction a GTID, or the capture's sequence number where the source has no GTIDs
     * @throws GaussferryException if a URL is given and that daemon does not wait at the transaction
     */
    public static Optional<WaitingDaemon> at(Path configuration, @Nullable URI url, String transaction)
            throws InterruptedException {
        HttpSettings settings = ConfigurationFile.readHttp(configuration);
        if (url == null && (!settings.enabled() || settings.port() == 0)) {
            return Optional.empty();
        }
        DaemonClient daemon =
                new DaemonClient(url == null ? URI.create(settings.toString()) : url, ControlOptions.token(settings));
        JsonNode status;
        try {
            status = daemon.get("/api/status");
        } catch (GaussferryException e) {
            if (url == null) {
                return Optional.empty();
            }
            throw e;
        }
        String waitsAt = waitsAt(status).orElse("");
        String asked = asked(transaction);
        if (status.path("pipeline").asString("").equals(settings.pipeline()) && waitsAt.equalsIgnoreCase(asked)) {
            return Optional.of(new WaitingDaemon(daemon, waitsAt));
        }
        if (url != null) {
            throw new GaussferryException(
                    ErrorCode.TRANSACTION_NOT_WAITING,
                    "The daemon at " + url + " does not wait at transaction " + transaction + " of pipeline "
                            + settings.pipeline() + ".",
                    "gaussferry status shows the transaction that it waits at",
                    null);
        }
        return Optional.empty();
    }

    private static String asked(String transaction) {
        return transaction.matches("\\d{1,18}")
                ? Gtid.ofCaptureSequence(Long.parseLong(transaction)).toString()
                : transaction;
    }

    /**
     * Returns the worker of a fleet that runs a pipeline and waits at the transaction.
     *
     * @throws GaussferryException if it does not wait at the transaction
     */
    public static WaitingDaemon inFleet(FleetOptions fleet, String transaction) throws InterruptedException {
        DaemonClient daemon = fleet.connect();
        JsonNode status = daemon.get("/api/status");
        String waitsAt = waitsAt(status).orElse("");
        if (!waitsAt.equalsIgnoreCase(asked(transaction))) {
            throw new GaussferryException(
                    ErrorCode.TRANSACTION_NOT_WAITING,
                    "Pipeline " + status.path("pipeline").asString("") + " does not wait at transaction " + transaction
                            + ".",
                    "gaussferry status --fleet shows the transaction that it waits at",
                    null);
        }
        return new WaitingDaemon(daemon, waitsAt);
    }

    /** Returns the transaction that a daemon waits at, read from its status. */
    static Optional<String> waitsAt(JsonNode status) {
        String transaction = status.path("waiting").path("transaction").asString("");
        return transaction.isEmpty() ? Optional.empty() : Optional.of(transaction);
    }

    /** Retries the transaction that a daemon waits at, read from its status. */
    static JsonNode retry(DaemonClient daemon, JsonNode status, String reason) throws InterruptedException {
        String transaction = waitsAt(status)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.TRANSACTION_NOT_WAITING,
                        ErrorCategory.FATAL,
                        "The daemon at " + daemon.url() + " does not wait at a transaction.",
                        "gaussferry status shows its state; with on-failure: stop, restart the daemon to retry",
                        null));
        return daemon.post(path(transaction, "retry"), new ObjectMapper().writeValueAsString(Map.of("reason", reason)));
    }

    /** Makes the daemon skip the transaction and continue. */
    public Skipped skip(String reason, boolean definitions) throws InterruptedException {
        JsonNode answer = daemon.post(
                path(transaction, "skip"),
                new ObjectMapper().writeValueAsString(Map.of("reason", reason, "definitions", definitions)));
        return new Skipped(names(answer.path("changed")), names(answer.path("added")), names(answer.path("removed")));
    }

    /**
     * Sends the operator's decision about the DDL statement that the daemon waits at.
     *
     * @param action apply, replace or skip
     * @param sql the SQL to execute instead; null unless the action is replace
     * @return the SQL executed on the target
     */
    public String decide(String action, @Nullable String sql, String reason) throws InterruptedException {
        Map<String, String> body = sql == null ? Map.of("reason", reason) : Map.of("reason", reason, "sql", sql);
        JsonNode answer = daemon.post(
                path("/api/definitions/", transaction, action), new ObjectMapper().writeValueAsString(body));
        return answer.path("executed").asString("");
    }

    private static String path(String transaction, String decision) {
        return path("/api/failures/", transaction, decision);
    }

    private static String path(String base, String transaction, String decision) {
        return base + URLEncoder.encode(transaction, StandardCharsets.UTF_8) + "/" + decision;
    }

    private static List<String> names(JsonNode tables) {
        return StreamSupport.stream(tables.spliterator(), false)
                .map(table -> table.asString(""))
                .toList();
    }
}
