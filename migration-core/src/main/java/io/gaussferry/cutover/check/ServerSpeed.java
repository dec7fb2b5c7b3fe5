package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.SourceLink;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * The durations of a cutover's operations on these servers, as measured now. All in seconds.
 *
 * @param sourceRoundTrip a query without work at the source
 * @param targetRoundTrip a query without work on the target
 * @param durableWrite a transaction on the target that proves the ownership and is flushed
 * @param definition a statement on the target that changes a table's definition
 */
record ServerSpeed(double sourceRoundTrip, double targetRoundTrip, double durableWrite, double definition) {

    /** Odd, so that there is a median, and few: the check is read by a person who waits. */
    private static final int SAMPLES = 5;

    private static final String SCRATCH = "gaussferry.speed_probe";

    /** Measures with statements that leave nothing behind. */
    static ServerSpeed measure(Links links, OwnershipProof proof) throws InterruptedException {
        double source = links.source()
                .ask(
                        "measure the source's speed",
                        "check the account's privileges",
                        connection -> median(() -> SourceLink.rows(connection, "SELECT 1")));
        double target = links.target()
                .read("measure the target's speed", connection -> median(() -> execute(connection, "SELECT 1")));
        double[] writes = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            long start = System.nanoTime();
            boolean unused = links.target().write("measure the target's speed", proof, connection -> true);
            writes[i] = since(start);
        }
        double definition = links.target().read("open the target", connection -> definition(links));
        return new ServerSpeed(source, target, median(writes), definition);
    }

    /** Returns the shorter times of two measurements: other work of the machines prolongs one, and shortens none. */
    ServerSpeed shorter(ServerSpeed other) {
        return new ServerSpeed(
                Math.min(sourceRoundTrip, other.sourceRoundTrip),
                Math.min(targetRoundTrip, other.targetRoundTrip),
                Math.min(durableWrite, other.durableWrite),
                Math.min(definition, other.definition));
    }

    /** The transaction is rolled back, so that no other session ever sees the table. */
    private static double definition(Links links) throws SQLException {
        try (Connection connection = links.target().openAnother()) {
            execute(connection, "CREATE TABLE " + SCRATCH + " (id INTEGER)");
            int[] number = {0};
            double seconds = median(() -> execute(
                    connection,
                    "ALTER TABLE " + SCRATCH + " ADD CONSTRAINT c" + number[0]++ + " CHECK (id > 0) NOT VALID"));
            connection.rollback();
            return seconds;
        }
    }

    private interface Operation {
        void run() throws SQLException;
    }

    private static double median(Operation operation) throws SQLException {
        double[] times = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            long start = System.nanoTime();
            operation.run();
            times[i] = since(start);
        }
        return median(times);
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }

    static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    rows.next();
                }
            }
        }
    }
}
