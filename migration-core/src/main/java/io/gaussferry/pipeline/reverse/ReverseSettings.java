package io.gaussferry.pipeline.reverse;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.order.BatchLimits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What a way back is told.
 *
 * @param name distinguishes its progress from that of others in the same MySQL server
 * @param source which tables, and an account that sees them all: the one by which they were replayed
 * @param mysql where to; the account may write there, also while the server is read-only
 * @param followed tells the {@code server_uuid} of the one of its servers that is meant
 * @param target where from
 * @param rules by which values got there
 * @param appliers connections that apply at the same time: 1 to 64
 * @param batchLimits how large a batch of the way there may become
 * @param queueBytes bytes of heap that transactions waiting for the scheduler may hold
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
        long queueBytes) {

    /** Bytes of a slot's name at most, and room for what stands before it. */
    private static final int LONGEST_NAME = 40;

    /** A batch may have so many times the changes of one on the way there. */
    private static final int BATCH_FACTOR = 4;

    /** As many batches fit into the appliers at least. */
    private static final int BATCHES_AT_A_TIME = 2;

    /**
     * The way back of a pipeline.
     *
     * @param mysql its source, with an account that may write there
     * @param followed tells the {@code server_uuid} of the server that it followed
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
                pipeline.queueBytes());
    }

    /**
     * Returns how large a batch may become that is applied to MySQL. More changes of a row become one in a larger batch, and nobody
     * waits for MySQL's locks while it follows; the heap of all batches together is that of the way there.
     */
    BatchLimits wayBackLimits() {
        return new BatchLimits(
                BATCH_FACTOR * batchLimits.changes(),
                Math.max(batchLimits.bytes(), batchLimits.bytesInAppliers() / BATCHES_AT_A_TIME),
                batchLimits.bytesInAppliers());
    }

    /** A batch that waits longer for a row than this gives way, and is applied again after the one that it met. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    /** How a connection to one server is opened. */
    private interface Opening {
        Connection to(SourceSettings server) throws SQLException;
    }

    /** Opens a connection that writes to MySQL. */
    Connection openMySql() throws SQLException {
        return open(mysql, server -> SourceConnections.openToWrite(server, LOCK_WAIT));
    }

    /** Opens a connection that reads MySQL's definitions. */
    public Connection openForDefinitions() throws SQLException {
        return open(source, SourceConnections::openForDefinitions);
    }

    /** To the server that is meant, and to no other that the URL names. */
    private Connection open(SourceSettings servers, Opening opening) throws SQLException {
        SQLException refusal =
                new SQLException("none of its servers is " + followed.get() + ", which was replayed", "08001");
        for (SourceSettings server : servers.servers()) {
            try {
                Connection opened = opening.to(server);
                if (serverUuid(opened).equals(followed.get())) {
                    return opened;
                }
                opened.close();
            } catch (SQLException e) {
                refusal = e;
            }
        }
        throw refusal;
    }

    private static String serverUuid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.server_uuid")) {
            row.next();
            return row.getString(1);
        }
    }

    /** Returns where the target's changes are read. */
    public DecodingSettings decoding() {
        String readable = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
        String cut = readable.substring(0, Math.min(LONGEST_NAME, readable.length()));
        // names that differ in what a slot's name cannot have are told apart
        String slot = "gaussferry_" + cut + "_" + Integer.toHexString(name.hashCode());
        return new DecodingSettings(target, 0, slot, slot, mysql.transactionPartBytes(), rules);
    }
}
