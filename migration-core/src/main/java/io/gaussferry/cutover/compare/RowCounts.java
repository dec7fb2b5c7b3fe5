package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the rows of every table on both sides while both refuse writes. */
final class RowCounts {

    private RowCounts() {}

    /**
     * The row counts of one table.
     *
     * @param table its name on the target
     * @param source rows at the source, of all tables merged into it
     * @param target rows on the target
     */
    record Count(TableId table, long source, long target) {}

    /** Counts both sides concurrently, each over its own connection. */
    static List<Count> of(List<TableDefinition> tables, Connection source, Connection target, StepControl control)
            throws SQLException, InterruptedException {
        Set<TableId> names = new LinkedHashSet<>();
        tables.forEach(table -> names.add(table.targetId()));
        Supervisor threads = new Supervisor("row counting");
        threads.cutOnAbort(() -> ConnectionAborter.abort(source));
        threads.cutOnAbort(() -> ConnectionAborter.abort(target));
        Map<TableId, Long> sourceCounts = new ConcurrentHashMap<>();
        Map<TableId, Long> targetCounts = new ConcurrentHashMap<>();
        threads.start("count-source", Role.WORKS, () -> {
            for (TableDefinition table : tables) {
                control.check();
                sourceCounts.merge(table.targetId(), count(source, Identifiers.quoteSource(table.id())), Long::sum);
            }
        });
        threads.start("count-target", Role.WORKS, () -> {
            for (TableId table : names) {
                control.check();
                targetCounts.put(table, count(target, Identifiers.quoteTarget(table)));
            }
        });
        threads.join();
        return names.stream()
                .map(table ->
                        new Count(table, sourceCounts.getOrDefault(table, 0L), targetCounts.getOrDefault(table, 0L)))
                .toList();
    }

    private static long count(Connection connection, String table) throws SQLException {
        return Sql.first(connection, row -> row.getLong(1), "SELECT count(*) FROM " + table)
                .orElseThrow();
    }
}
