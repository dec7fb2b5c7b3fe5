package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.Attempt;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Raises MySQL's AUTO_INCREMENT counters before the writers return: MySQL must not give out a number that the target has given out, even if
 * its row no longer exists. Reverse replication does not transfer such a number: a row that is inserted and deleted within one batch never
 * reaches MySQL. Both sides must refuse writes, and MySQL must have every change of the target. May be repeated after a crash, because a
 * counter is never lowered. The work depends on the number of tables, not on their rows.
 */
public final class SourceCounters {

    /** Another session may hold a table's metadata lock; the writers wait meanwhile. */
    private static final int LOCK_WAIT_SECONDS = 5;

    private static final int MAX_LISTED = 5;

    private static final String REMEDY =
            "end the sessions that use the table in MySQL, or GRANT ALTER, CREATE, INSERT on it to the account of the cutover,"
                    + " and run the return again; the target still accepts writes";

    private final SourceLink source;
    private final TargetLink target;

    /** Creates the counters of the source of a pipeline. */
    public SourceCounters(SourceLink source, TargetLink target) {
        this.source = source;
        this.target = target;
    }

    /**
     * Raises each counter that is not above the target's; returns a description of the result.
     *
     * @param tables tables with the same content on both sides, as defined in MySQL
     * @throws io.gaussferry.error.GaussferryException if a counter cannot be raised
     */
    public String raise(List<TableDefinition> tables) throws InterruptedException {
        Map<TableDefinition, BigInteger> wanted = target.read("read the target's counters", connection -> {
            Map<TableId, String> columns = new HashMap<>();
            tables.forEach(table -> numbered(table).ifPresent(column -> columns.put(table.targetId(), column.name())));
            Map<TableId, BigInteger> numbers = new TargetCounter(connection).next(columns);
            Map<TableDefinition, BigInteger> next = new LinkedHashMap<>();
            for (TableDefinition table : tables) {
                Optional<ColumnDefinition> column = numbered(table);
                BigInteger number = numbers.get(table.targetId());
                if (column.isPresent() && number != null) {
                    // at the end of its range MySQL repeats the last number, which the key refuses
                    next.put(
                            table,
                            number.min(ColumnType.of(column.get()).range().high()));
                }
            }
            return next;
        });
        if (wanted.isEmpty()) {
            return "no table has AUTO_INCREMENT";
        }
        List<String> raised = source.ask("raise AUTO_INCREMENT", REMEDY, connection -> raise(connection, wanted));
        return raised.isEmpty()
                ? "AUTO_INCREMENT of " + wanted.size() + " tables is above the numbers of the target"
                : "AUTO_INCREMENT of " + raised.size() + " of " + wanted.size()
                        + " tables raised above the numbers of the target: "
                        + String.join(", ", raised.subList(0, Math.min(MAX_LISTED, raised.size())))
                        + (raised.size() > MAX_LISTED ? ", …" : "");
    }

    private static Optional<ColumnDefinition> numbered(TableDefinition table) {
        return table.columns().stream()
                .filter(column -> table.extras().column(column.name()).autoIncrement())
                .findFirst();
    }

    private static List<String> raise(Connection mysql, Map<TableDefinition, BigInteger> wanted) throws SQLException {
        String mode = Sql.only(mysql, row -> row.getString(1), "SELECT @@SESSION.sql_mode");
        // with NO_ZERO_DATE, MySQL refuses each ALTER of a table that has a default such as 0000-00-00
        execute(mysql, "SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS + ", SESSION sql_mode = ''");
        try {
            return raiseLower(mysql, wanted);
        } finally {
            execute(mysql, "SET SESSION lock_wait_timeout = DEFAULT, SESSION sql_mode = '" + mode + "'");
        }
    }

    private static List<String> raiseLower(Connection mysql, Map<TableDefinition, BigInteger> wanted)
            throws SQLException {
        List<String> raised = new ArrayList<>();
        Map<TableId, BigInteger> present = AutoIncrement.ofDatabases(
                mysql,
                wanted.keySet().stream().map(table -> table.id().schema()).collect(Collectors.toSet()));
        for (Map.Entry<TableDefinition, BigInteger> table : wanted.entrySet()) {
            TableId id = table.getKey().id();
            BigInteger next = table.getValue();
            // ALTER TABLE would lower a higher counter whose rows were deleted
            if (present.getOrDefault(id, BigInteger.ONE).compareTo(next) < 0) {
                raise(mysql, id, next);
                raised.add(id + " to " + next);
            }
        }
        return raised;
    }

    private static void raise(Connection mysql, TableId table, BigInteger next) throws SQLException {
        try {
            execute(
                    mysql,
                    "ALTER TABLE " + Identifiers.quoteSource(table) + " AUTO_INCREMENT = " + next
                            + ", ALGORITHM = INPLACE " + WriterSearch.COUNTER_MARK);
        } catch (SQLException e) {
            throw Attempt.failure("raise AUTO_INCREMENT of MySQL's table " + table + " to " + next, REMEDY, e);
        }
    }

    private static void execute(Connection mysql, String sql) throws SQLException {
        Sql.execute(mysql, sql);
    }
}
