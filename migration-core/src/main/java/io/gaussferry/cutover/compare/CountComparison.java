package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.VerificationReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares the row counts of both sides while both refuse writes. */
final class CountComparison {

    /** Tables that a message lists. */
    private static final int MAX_LISTED = 5;

    private final Links links;
    private final RowEquality equality;

    CountComparison(Links links, RowEquality equality) {
        this.links = links;
        this.equality = equality;
    }

    /**
     * Counts the rows of tables.
     *
     * @throws GaussferryException of category DATA if a table has different counts
     */
    List<RowCounts.Count> run(List<TableDefinition> tables, StepControl control) throws InterruptedException {
        if (tables.isEmpty()) {
            return List.of();
        }
        List<RowCounts.Count> counts = links.source()
                .ask("count rows", "check the accounts' privileges", connection -> count(tables, connection, control));
        List<RowCounts.Count> different = counts.stream()
                .filter(count -> count.source() != count.target())
                .toList();
        if (!different.isEmpty()) {
            throw equality.differs(different.stream()
                    .limit(MAX_LISTED)
                    .map(count -> count.table() + " has " + count.source() + " rows at the source and " + count.target()
                            + " on the target")
                    .collect(Collectors.joining("; ")));
        }
        return counts;
    }

    private List<RowCounts.Count> count(List<TableDefinition> tables, Connection connection, StepControl control)
            throws SQLException, InterruptedException {
        Connection targetConnection = links.target().openAnother();
        try (targetConnection;
                StepControl.Registration cut = control.onAbort(() -> ConnectionAborter.abort(targetConnection))) {
            List<RowCounts.Count> counts = RowCounts.of(tables, connection, targetConnection, control);
            targetConnection.rollback();
            return counts;
        }
    }

    /** Returns the row counts of the tables that were compared as a whole; both sides have as many rows as were compared. */
    static List<RowCounts.Count> ofCompared(List<TableDefinition> whole, VerificationReport report) {
        Map<TableId, TableId> names = new HashMap<>();
        for (TableDefinition table : whole) {
            names.put(table.id(), table.targetId());
            names.putIfAbsent(table.targetId(), table.targetId());
        }
        return report.tables().stream()
                .filter(table -> names.containsKey(table.table()))
                .map(table -> new RowCounts.Count(
                        names.getOrDefault(table.table(), table.table()), table.rows(), table.rows()))
                .toList();
    }
}
