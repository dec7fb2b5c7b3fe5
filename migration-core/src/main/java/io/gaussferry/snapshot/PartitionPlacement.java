package io.gaussferry.snapshot;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.catalog.MisplacedRows;
import io.gaussferry.opengauss.definition.PartitionLayout;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks in the view of the copy whether each row of a table is in the partition to which its values belong. */
final class PartitionPlacement {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionPlacement.class);

    private PartitionPlacement() {}

    /** Returns whether the table needs the check. */
    static boolean isNeeded(TableDefinition table) {
        return MisplacedRows.queries(table).isPresent();
    }

    /**
     * Removes the partitions of an empty table on the target if a misplaced row may belong to none of them. Joins the
     * connection's transaction. A table that has others was created by hand, and stays as it is.
     */
    static void release(TargetSchema design, Connection target) throws SQLException {
        PartitionLayout partitions = design.partitions();
        TableDefinition table = design.table();
        if (partitions == null
                || partitions.takesEveryRow()
                || !Sql.exists(target, partitions.exactlyOf(table.targetId()))) {
            return;
        }
        Sql.execute(target, "ALTER TABLE " + Identifiers.quoteTarget(table.targetId()) + " REMOVE PARTITIONING");
        LOG.warn(
                "Table {} is not partitioned on the target, because its misplaced rows may belong to no partition",
                table.label());
    }

    /** Returns whether all rows are in their partitions. Reads the whole table. */
    static boolean ask(TableDefinition table, Connection reader) throws SQLException {
        Optional<List<String>> queries = MisplacedRows.queries(table);
        if (queries.isEmpty()) {
            return false;
        }
        for (String query : queries.get()) {
            try (Statement statement = reader.createStatement();
                    ResultSet row = statement.executeQuery("SELECT 1 FROM " + query)) {
                if (row.next()) {
                    LOG.warn(
                            "Table {} has rows outside of the partitions to which their values belong: it is copied again after each"
                                    + " statement that drops or truncates one of its partitions. To move the rows:"
                                    + " ALTER TABLE {} REPAIR PARTITION ALL",
                            table.label(),
                            table.id());
                    return false;
                }
            }
        }
        return true;
    }
}
