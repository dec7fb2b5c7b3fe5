package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.snapshot.chunk.TableRanges;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables whose column is AUTO_INCREMENT on the target before their rows are copied: large ones, which a cutover would rewrite for so
 * long that replication lags. COPY stores the next number for an explicit 0, so a table that turns out to have one loses the attribute.
 * Only the dolphin plugin has the attribute.
 */
final class NumberedTables {

    private static final Logger LOG = LoggerFactory.getLogger(NumberedTables.class);

    private final Set<TableId> tables = ConcurrentHashMap.newKeySet();

    private NumberedTables() {}

    /**
     * Gives the attribute to large tables without copied rows, and finds the tables that have it. The caller commits.
     *
     * @param tables the missing parts of each table
     * @param minimumRows the smallest estimated number of rows of a large table
     */
    static NumberedTables prepare(
            Connection target, TargetProfile profile, List<TableRanges> tables, TableSizes sizes, long minimumRows)
            throws SQLException {
        NumberedTables numbered = new NumberedTables();
        if (!TargetTypes.isDolphin(profile)) {
            return numbered;
        }
        Set<TableId> present = AutoIncrementAttribute.tables(
                target,
                tables.stream()
                        .map(ranges -> ranges.plan().table().targetId().schema())
                        .toList());
        for (TableRanges ranges : tables) {
            TableDefinition table = ranges.plan().table();
            OptionalInt column = table.autoIncrementColumn();
            if (column.isEmpty() || ranges.isComplete()) {
                continue;
            }
            if (present.contains(table.targetId())) {
                numbered.tables.add(table.targetId());
            } else if (ranges.isUntouched() && sizes.rows(table.id()) >= minimumRows && startsKey(table, column)) {
                String name = table.columns().get(column.getAsInt()).name();
                AutoIncrementAttribute.addTo(target, table.targetId(), name);
                numbered.tables.add(table.targetId());
                LOG.info(
                        "Column {} of table {} (about {} rows) is AUTO_INCREMENT on the target before its rows are copied",
                        name,
                        table.label(),
                        sizes.rows(table.id()));
            }
        }
        return numbered;
    }

    /** The other indexes are created after the rows. */
    private static boolean startsKey(TableDefinition table, OptionalInt column) {
        Optional<IndexDefinition> key = table.rowKey();
        return key.isPresent() && key.get().parts().get(0).column() == column.getAsInt();
    }

    /** Returns the column, from 0, in which a 0 cannot be copied; empty if there is none. May be called by any thread. */
    OptionalInt column(TableDefinition table) {
        return tables.contains(table.targetId()) ? table.autoIncrementColumn() : OptionalInt.empty();
    }

    /**
     * Removes the attribute of a table with an explicit 0; waits for ranges of the table that are being written. The caller commits. May be
     * called by any thread.
     */
    void remove(Connection target, TableDefinition table) throws SQLException {
        Optional<String> column = AutoIncrementAttribute.removeFrom(target, table.targetId());
        tables.remove(table.targetId());
        column.ifPresent(name -> LOG.info(
                "Column {} of table {} has an explicit 0: it is not AUTO_INCREMENT on the target until the cutover prepares it",
                name,
                table.label()));
    }
}
