package io.gaussferry.pipeline.reverse;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers of the spatial reference systems (SRID) of geometries, which the target has not. A column that declares one has it in each
 * value. In all others it is 0 as long as no value says otherwise. Stateless.
 */
final class ReferenceSystems {

    private static final String DECLARED = "SELECT column_name, srs_id FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? AND srs_id IS NOT NULL";

    /** A table may be large. It is looked through while writers wait, too. */
    private static final int LONGEST_LOOK_MILLIS = 60_000;

    /** {@code ER_QUERY_TIMEOUT}. */
    private static final int TOO_LONG = 3024;

    private ReferenceSystems() {}

    /** Returns tables whose columns tell the number that they declare. */
    static List<TableDefinition> told(Connection mysql, List<TableDefinition> tables) throws SQLException {
        List<TableDefinition> told = new ArrayList<>();
        for (TableDefinition table : tables) {
            told.add(hasGeometries(table) ? told(table, declared(mysql, table.id())) : table);
        }
        return List.copyOf(told);
    }

    private static TableDefinition told(TableDefinition table, Map<String, Long> declared) {
        List<ColumnDefinition> columns = table.columns().stream()
                .map(column -> column.type() == MySqlType.GEOMETRY
                        ? column.withReferenceSystem(declared.getOrDefault(column.name(), 0L))
                        : column)
                .toList();
        return new TableDefinition(table.id(), table.targetId(), columns, table.indexes(), table.extras());
    }

    private static Map<String, Long> declared(Connection mysql, TableId table) throws SQLException {
        Map<String, Long> declared = new HashMap<>();
        try (PreparedStatement select = mysql.prepareStatement(DECLARED)) {
            select.setString(1, table.schema());
            select.setString(2, table.name());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    declared.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        return declared;
    }

    /** Returns which columns have values with a number that would not be found again. */
    static List<String> findings(Connection mysql, List<TableDefinition> tables) throws SQLException {
        List<String> findings = new ArrayList<>();
        for (TableDefinition table : tables) {
            Map<String, Long> declared = hasGeometries(table) ? declared(mysql, table.id()) : Map.of();
            for (ColumnDefinition column : table.columns()) {
                if (column.type() == MySqlType.GEOMETRY && !declared.containsKey(column.name())) {
                    look(mysql, table, column, findings);
                }
            }
        }
        return findings;
    }

    private static void look(Connection mysql, TableDefinition table, ColumnDefinition column, List<String> findings)
            throws SQLException {
        String subject = "Column " + column.name() + " of table " + table.id();
        String remedy =
                "; the target has geometries without it: restrict the column to one (ALTER TABLE … MODIFY … SRID n), or do"
                        + " without the way back for this table.";
        try (Statement statement = mysql.createStatement();
                ResultSet row = statement.executeQuery("SELECT /*+ MAX_EXECUTION_TIME(" + LONGEST_LOOK_MILLIS
                        + ") */ ST_SRID(" + Identifiers.quoteSource(column.name()) + ") FROM "
                        + Identifiers.quoteSource(table.id()) + " WHERE ST_SRID("
                        + Identifiers.quoteSource(column.name()) + ") <> 0 LIMIT 1")) {
            if (row.next()) {
                findings.add(subject + " has a value with the reference system " + row.getString(1) + remedy);
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != TOO_LONG) {
                throw e;
            }
            findings.add(subject + " could not be looked through within " + LONGEST_LOOK_MILLIS / 1_000
                    + " s for values with a reference system" + remedy);
        }
    }

    private static boolean hasGeometries(TableDefinition table) {
        return table.columns().stream().anyMatch(column -> column.type() == MySqlType.GEOMETRY);
    }
}
