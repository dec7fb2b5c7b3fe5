package io.gaussferry.pipeline.reverse;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The spatial reference systems (SRID) of geometries, which the target does not store. All values of a column that
 * declares an SRID have it. In other columns it is 0 unless a value has a different one. Stateless.
 */
final class SpatialReferenceSystems {

    private static final String DECLARED = "SELECT column_name, srs_id FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? AND srs_id IS NOT NULL";

    /** Limits the scan of a table, which may be large, and may run while writers wait. */
    private static final int LONGEST_SCAN_MILLIS = 60_000;

    /** {@code ER_QUERY_TIMEOUT} of MySQL. */
    private static final int QUERY_TIMEOUT = 3024;

    private SpatialReferenceSystems() {}

    /** Returns the tables with the declared SRID in their geometry columns. */
    static List<TableDefinition> withDeclared(Connection mysql, List<TableDefinition> tables) throws SQLException {
        List<TableDefinition> result = new ArrayList<>();
        for (TableDefinition table : tables) {
            result.add(hasGeometries(table) ? withDeclared(table, declared(mysql, table.id())) : table);
        }
        return List.copyOf(result);
    }

    private static TableDefinition withDeclared(TableDefinition table, Map<String, Long> declared) {
        List<ColumnDefinition> columns = table.columns().stream()
                .map(column -> column.type() == MySqlType.GEOMETRY
                        ? column.withReferenceSystem(declared.getOrDefault(column.name(), 0L))
                        : column)
                .toList();
        return new TableDefinition(table.id(), table.targetId(), columns, table.indexes(), table.extras());
    }

    private static Map<String, Long> declared(Connection mysql, TableId table) throws SQLException {
        Map<String, Long> declared = new HashMap<>();
        Sql.each(
                mysql,
                rows -> declared.put(rows.getString(1), rows.getLong(2)),
                DECLARED,
                table.schema(),
                table.name());
        return declared;
    }

    /** Returns the columns with values whose SRID reverse replication would lose. Reads whole tables. */
    static List<String> findings(Connection mysql, List<TableDefinition> tables) throws SQLException {
        return findings(mysql, tables, (table, column) -> true);
    }

    /** Returns those of the columns to be scanned that have values whose SRID reverse replication would lose. */
    static List<String> findings(Connection mysql, List<TableDefinition> tables, BiPredicate<TableId, String> scanned)
            throws SQLException {
        List<String> findings = new ArrayList<>();
        for (TableDefinition table : tables) {
            Map<String, Long> declared = hasGeometries(table) ? declared(mysql, table.id()) : Map.of();
            for (ColumnDefinition column : table.columns()) {
                if (column.type() == MySqlType.GEOMETRY
                        && !declared.containsKey(column.name())
                        && scanned.test(table.id(), column.name())) {
                    scan(mysql, table, column, findings);
                }
            }
        }
        return findings;
    }

    private static void scan(Connection mysql, TableDefinition table, ColumnDefinition column, List<String> findings)
            throws SQLException {
        String subject = "Column " + column.name() + " of table " + table.id();
        String remedy =
                "; the target stores geometries without it: declare one for the column (ALTER TABLE … MODIFY … SRID n), or switch"
                        + " without reverse replication of this table.";
        try (Statement statement = mysql.createStatement();
                ResultSet row = statement.executeQuery("SELECT /*+ MAX_EXECUTION_TIME(" + LONGEST_SCAN_MILLIS
                        + ") */ ST_SRID(" + Identifiers.quoteSource(column.name()) + ") FROM "
                        + Identifiers.quoteSource(table.id()) + " WHERE ST_SRID("
                        + Identifiers.quoteSource(column.name()) + ") <> 0 LIMIT 1")) {
            if (row.next()) {
                findings.add(subject + " has a value with reference system " + row.getString(1) + remedy);
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != QUERY_TIMEOUT) {
                throw e;
            }
            findings.add(subject + " could not be scanned for values with a reference system within "
                    + LONGEST_SCAN_MILLIS / 1_000 + " s" + remedy);
        }
    }

    private static boolean hasGeometries(TableDefinition table) {
        return table.columns().stream().anyMatch(column -> column.type() == MySqlType.GEOMETRY);
    }
}
