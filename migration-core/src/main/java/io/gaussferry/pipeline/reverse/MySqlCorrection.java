package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.RowWriters;
import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares one table with a key, range by range, and replaces the rows of MySQL that differ by the target's current ones.
 * No other session writes to MySQL. Used once, by one thread.
 */
final class MySqlCorrection {

    private static final long ROWS_PER_RANGE = 20_000;

    /** Rows that are replaced in one transaction of MySQL. */
    private static final int ROWS_PER_TRANSACTION = 1_000;

    private static final String REMEDY = "correct the row on the target, and repeat gaussferry cutover rearm";

    private final ComparedTable table;
    private final Connection source;
    private final Connection target;
    private final Connection mysql;
    private final RowStates states;
    private final RowWriters writers;
    private final Ownership ownership;
    private final ComparedTable compared;
    private final SourceTransaction none;

    /** A write to MySQL. */
    interface Write {
        void run() throws SQLException;
    }

    /**
     * @param source reads MySQL, with autocommit
     * @param target reads the target
     * @param mysql writes to MySQL
     * @param ownership of the progress in MySQL, proven in each transaction
     * @param none named in messages about the rows
     */
    MySqlCorrection(
            ComparedTable table,
            Connection source,
            Connection target,
            Connection mysql,
            RowStates states,
            RowWriters writers,
            Ownership ownership,
            SourceTransaction none) {
        this.table = table;
        this.source = source;
        this.target = target;
        this.mysql = mysql;
        this.states = states;
        this.writers = writers;
        this.ownership = ownership;
        this.none = none;
        ComparedTable written = table.withoutGeneratedColumns();
        this.compared = written.hasKey() ? written : table;
    }

    /** Returns the number of replaced rows. */
    long run() throws SQLException {
        long corrected = 0;
        RangeChunker ranges = new RangeChunker(source, table.order(), ROWS_PER_RANGE);
        for (Optional<KeyRange> range = ranges.next(); range.isPresent(); range = ranges.next()) {
            List<List<String>> different = differentKeys(range.get());
            for (int from = 0; from < different.size(); from += ROWS_PER_TRANSACTION) {
                correct(different.subList(from, Math.min(from + ROWS_PER_TRANSACTION, different.size())));
            }
            corrected += different.size();
        }
        return corrected;
    }

    /** Returns the keys of the rows that differ, or that one side does not have. */
    private List<List<String>> differentKeys(KeyRange range) throws SQLException {
        Map<List<String>, Long> onMySql = new HashMap<>();
        new SourceReader(source).read(compared, range, row -> onMySql.put(table.keyOf(row), row.hash()));
        List<List<String>> different = new ArrayList<>();
        Sessions.planFor(target, range);
        new TargetReader(target).read(compared, table.order().targetCondition(range), row -> {
            List<String> key = table.keyOf(row);
            Long hash = onMySql.remove(key);
            if (hash == null || hash != row.hash()) {
                different.add(key);
            }
        });
        target.commit();
        different.addAll(onMySql.keySet());
        return different;
    }

    private void correct(List<List<String>> keys) throws SQLException {
        write(
                table,
                mysql,
                ownership,
                () -> states.writeCurrent(
                        table,
                        keys,
                        none,
                        rows -> writers.of(table.definition())
                                .insert(rows.stream().map(RowImage::after).toList())));
    }

    /**
     * Writes rows of a table in one transaction of MySQL, which is counted as one of reverse replication.
     *
     * @throws GaussferryException if MySQL refuses them
     */
    static void write(ComparedTable table, Connection mysql, Ownership ownership, Write write) throws SQLException {
        ownership.hold(mysql);
        MySqlProgress.count(mysql, ownership);
        try {
            write.run();
        } catch (SQLException e) {
            mysql.rollback();
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.CHANGE_REFUSED,
                    "MySQL rejected rows of table " + table.id() + ": " + RowValueMarks.message(e),
                    REMEDY,
                    e);
        } catch (GaussferryException e) {
            mysql.rollback();
            throw new GaussferryException(
                    e.code(),
                    e.category(),
                    "MySQL cannot store a value of table " + table.id() + ", " + e.problem(),
                    REMEDY,
                    e);
        }
        mysql.commit();
    }
}
