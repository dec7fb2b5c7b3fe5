package io.gaussferry.cutover.compare;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import io.gaussferry.verify.compare.GeneratedValues;
import io.gaussferry.verify.compare.GeneratedValues.Missing;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes MySQL's values of generated columns to the target before the writers return: a column that no trigger
 * computes has none in rows that the target's applications wrote, or those of an earlier version of the row. While the target accepts writes, a row may receive a value
 * of another version: reverse replication then writes the row later, and it is compared again. Rows are updated in transactions of {@value
 * #ROWS_PER_TRANSACTION}; a return that fails afterwards leaves them so. Used by one thread.
 */
final class GeneratedColumnsReturn {

    private static final Logger LOG = LoggerFactory.getLogger(GeneratedColumnsReturn.class);

    private static final int ROWS_PER_TRANSACTION = 1_000;
    private static final int ATTEMPTS = 20;
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final TargetLink target;
    private final VerifySettings settings;
    private final OwnershipProof proof;

    /** @param settings of a comparison of all tables */
    GeneratedColumnsReturn(TargetLink target, VerifySettings settings, OwnershipProof proof) {
        this.target = target;
        this.settings = settings;
        this.proof = proof;
    }

    /**
     * Writes the values of one table with generated columns.
     *
     * @param scope the rows to compare
     * @param reader a connection to the target without autocommit
     * @return the number of changed rows
     */
    long write(ComparedTable table, ComparisonScope scope, Connection source, Connection reader, StepControl control)
            throws SQLException, InterruptedException {
        GeneratedValues values = new GeneratedValues(table, source, reader);
        ComparedTable identified = table.withoutGeneratedColumns();
        Optional<Iterator<List<String>>> keys = identified.hasKey() ? scope.keys(identified) : Optional.empty();
        long rows = 0;
        if (keys.isPresent()) {
            for (Iterator<List<String>> left = keys.get(); left.hasNext(); ) {
                List<List<String>> some = new ArrayList<>();
                while (some.size() < ROWS_PER_TRANSACTION && left.hasNext()) {
                    some.add(left.next());
                }
                List<Missing> missing = new ArrayList<>();
                values.find(some, missing::add);
                rows += write(table, missing, control);
            }
            return rows;
        }
        RangeChunker ranges = new RangeChunker(source, identified.order(), settings.rowsPerRange());
        for (Optional<KeyRange> range = ranges.next(); range.isPresent(); range = ranges.next()) {
            List<Missing> missing = new ArrayList<>();
            values.find(range.get(), missing::add);
            rows += write(table, missing, control);
        }
        return rows;
    }

    private long write(ComparedTable table, List<Missing> missing, StepControl control) throws InterruptedException {
        control.check();
        for (int from = 0; from < missing.size(); from += ROWS_PER_TRANSACTION) {
            control.check();
            List<Missing> some = missing.subList(from, Math.min(from + ROWS_PER_TRANSACTION, missing.size()));
            for (int attempt = 1; !tryUpdate(table, some, attempt == ATTEMPTS); attempt++) {
                control.pause(PAUSE);
            }
        }
        return missing.size();
    }

    /** Assigns columns to themselves that the target would otherwise set to the time of the update. */
    private static String assignments(ComparedTable table) {
        Stream<String> generated = IntStream.of(table.generatedColumns())
                .mapToObj(column -> table.targetName(column) + " = "
                        + table.target().columns().get(column).parameter());
        Stream<String> unchanged = IntStream.range(0, table.columnCount())
                .filter(column -> table.definition()
                        .extras()
                        .column(table.columnName(column))
                        .onUpdateCurrentTimestamp())
                .mapToObj(column -> table.targetName(column) + " = " + table.targetName(column));
        return Stream.concat(generated, unchanged).collect(Collectors.joining(", "));
    }

    /** Returns whether the rows were written. The application's transactions may hold them, or cause a deadlock. */
    private boolean tryUpdate(ComparedTable table, List<Missing> rows, boolean isLast) throws InterruptedException {
        try {
            update(table, rows);
            return true;
        } catch (GaussferryException e) {
            if (isLast || e.category() != ErrorCategory.RETRY) {
                throw e;
            }
            LOG.info("Values of generated columns are written again: {}", e.problem());
            return false;
        }
    }

    private void update(ComparedTable table, List<Missing> rows) throws InterruptedException {
        String sql = "UPDATE " + Identifiers.quoteTarget(table.target().id()) + " SET " + assignments(table)
                + " WHERE ctid = ? AND tableoid = CAST(? AS oid)";
        target.write("write the values of generated columns", proof, connection -> {
            withoutTriggers(connection);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (Missing row : rows) {
                    int parameter = 1;
                    for (String value : row.values()) {
                        statement.setObject(parameter++, value, Types.OTHER);
                    }
                    statement.setObject(parameter++, row.location(), Types.OTHER);
                    statement.setObject(parameter, row.partition(), Types.OTHER);
                    statement.addBatch();
                }
                return statement.executeBatch().length;
            }
        });
    }

    /**
     * Makes the transaction fire no triggers: that of the generated columns would compute its own values again. An account without the
     * privilege leaves them: a value that then differs from MySQL's is found by the comparison.
     */
    private static void withoutTriggers(Connection connection) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            Sql.execute(connection, "SET LOCAL session_replication_role = replica");
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            connection.rollback(before);
        }
    }
}
