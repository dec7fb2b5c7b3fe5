package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.order.BatchLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The settings of a reverse replication.
 *
 * @param name distinguishes its progress from that of others in the same MySQL server
 * @param source the tables, and an account that can read all their definitions: the one used for the replay
 * @param mysql the servers to write to; the account may write even while the server is read-only
 * @param followed returns the {@code server_uuid} of the one server that is written to
 * @param target the server whose changes are replayed
 * @param rules the conversion rules of the replay to the target
 * @param appliers connections that apply concurrently: 1 to 64
 * @param batchLimits the largest batch of the replay to the target
 * @param queueBytes limits the bytes of heap of transactions that wait for the scheduler
 * @param onFailure the handling of a change that MySQL refuses; STOP waits for the operator as WAIT does
 * @param retainedLogLimit bytes of log that the target may retain for the slot before the slot is dropped; empty for no limit
 */
public record ReverseSettings(
        String name,
        SourceSettings source,
        SourceSettings mysql,
        Supplier<String> followed,
        TargetSettings target,
        RuleBook rules,
        int appliers,
        BatchLimits batchLimits,
        long queueBytes,
        FailurePolicy onFailure,
        OptionalLong retainedLogLimit) {

    /** Creates settings that wait for the operator at a change that MySQL refuses. */
    public ReverseSettings(
            String name,
            SourceSettings source,
            SourceSettings mysql,
            Supplier<String> followed,
            TargetSettings target,
            RuleBook rules,
            int appliers,
            BatchLimits batchLimits,
            long queueBytes) {
        this(
                name,
                source,
                mysql,
                followed,
                target,
                rules,
                appliers,
                batchLimits,
                queueBytes,
                FailurePolicy.WAIT,
                OptionalLong.empty());
    }

    /** The part of the pipeline's name in a slot's name, in bytes; leaves space for prefix and suffix. */
    private static final int LONGEST_NAME = 40;

    /** The changes of a batch as a multiple of those in a batch of the replay to the target. */
    private static final int BATCH_FACTOR = 4;

    /** The number of batches that fit into the appliers at least. */
    private static final int CONCURRENT_BATCHES = 2;

    /**
     * Creates the settings of a pipeline's reverse replication.
     *
     * @param mysql the pipeline's source, with an account that may write there
     * @param followed returns the {@code server_uuid} of the server that the pipeline has read
     */
    public static ReverseSettings of(PipelineSettings pipeline, SourceSettings mysql, Supplier<String> followed) {
        return new ReverseSettings(
                pipeline.name(),
                pipeline.source(),
                mysql,
                followed,
                pipeline.target(),
                pipeline.rules(),
                pipeline.appliers(),
                pipeline.batchLimits(),
                pipeline.queueBytes(),
                pipeline.onFailure(),
                OptionalLong.empty());
    }

    /** Returns these settings with a limit of the log that the target may retain; empty for no limit. */
    public ReverseSettings withRetainedLogLimit(OptionalLong limit) {
        return new ReverseSettings(
                name, source, mysql, followed, target, rules, appliers, batchLimits, queueBytes, onFailure, limit);
    }

    /**
     * Returns the largest batch that is applied to MySQL. A larger batch coalesces more changes of a row, and no client
     * waits for its locks in MySQL. The heap of all batches together is that of the replay to the target.
     */
    BatchLimits reverseReplicationLimits() {
        return new BatchLimits(
                BATCH_FACTOR * batchLimits.changes(),
                Math.max(batchLimits.bytes(), batchLimits.bytesInAppliers() / CONCURRENT_BATCHES),
                batchLimits.bytesInAppliers());
    }

    /** A batch that waits longer than this for a row is rolled back, and retried after the batch that locks the row. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    /** Opens a connection to one server. */
    interface Opening {
        Connection to(SourceSettings server) throws SQLException;
    }

    /** Opens a connection that writes to MySQL. */
    Connection openMySql() throws SQLException {
        return open(mysql, server -> SourceConnections.openForWriting(server, LOCK_WAIT));
    }

    /** Opens a connection that reads MySQL's definitions. */
    public Connection openForDefinitions() throws SQLException {
        return open(source, SourceConnections::openForDefinitions);
    }

    /** Opens a connection to the followed server, and to no other server of the URL. */
    Connection open(SourceSettings servers, Opening opening) throws SQLException {
        SQLException refusal = new SQLException(
                "no server in the URL is " + followed.get() + ", whose changes were replayed", "08001");
        for (SourceSettings server : servers.servers()) {
            try {
                Connection opened = opening.to(server);
                if (isFollowed(opened)) {
                    return opened;
                }
            } catch (SQLException e) {
                refusal = e;
            }
        }
        throw refusal;
    }

    /** Returns whether a connection leads to the followed server; otherwise closes it. */
    private boolean isFollowed(Connection opened) throws SQLException {
        boolean isFollowed = false;
        try {
            isFollowed = serverUuid(opened).equals(followed.get());
            return isFollowed;
        } finally {
            if (!isFollowed) {
                opened.close();
            }
        }
    }

    private static String serverUuid(Connection connection) throws SQLException {
        return Sql.first(
                        connection,
                        row -> row.getString(1),
                        SourceDialect.of(connection).identityQuery())
                .orElseThrow();
    }

    /** Returns the settings for reading the target's changes. */
    public DecodingSettings decoding() {
        String readable = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
        String cut = readable.substring(0, Math.min(LONGEST_NAME, readable.length()));
        // the hash distinguishes names that differ only in characters that a slot's name cannot have
        String slot = "gaussferry_" + cut + "_" + Integer.toHexString(name.hashCode());
        return new DecodingSettings(target, 0, slot, slot, mysql.transactionPartBytes(), rules);
    }
}
