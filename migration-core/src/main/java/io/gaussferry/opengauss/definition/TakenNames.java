package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Frees names that the source has chosen: an index, or the type of a SET column, whose derived name a table needs gets its next
 * candidate. It is found under that name, or through its column. Joins the connection's transaction.
 */
public final class TakenNames {

    private static final String INDEX = "SELECT 1 FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind IN ('i', 'I') AND n.nspname = %s AND c.relname = %s";

    /** Types of kind s are the plugin dolphin's, one for each SET column. */
    private static final String SET_TYPE = "SELECT 1 FROM pg_catalog.pg_type t"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"
            + " WHERE t.typtype = 's' AND n.nspname = %s AND t.typname = %s";

    private static final String IS_OF_OTHER_COLUMN = " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace o ON o.oid = c.relnamespace"
            + " WHERE a.atttypid = t.oid AND o.nspname = %s AND c.relname = %s AND a.attname = %s)";

    private final Connection target;
    private final SchemaNames movable;

    /** @param target to the target, without autocommit */
    public TakenNames(Connection target) {
        this.target = target;
        this.movable = SchemaNames.ofIndexesAndSetTypes(target);
    }

    /** Frees the name of a table that is to be created, or to be renamed. */
    public void freeTable(TableId table) throws SQLException {
        // one question for the usual case that the name is free
        if (movable.contains(table)) {
            move("INDEX", String.format(INDEX, literal(table.schema()), literal(table.name())), table);
            move("TYPE", String.format(SET_TYPE, literal(table.schema()), literal(table.name())), table);
        }
    }

    /** Records the name that the target has derived for the primary key of a new table: a later table may need it. */
    void created(TableId table) {
        movable.add(new TableId(table.schema(), TargetNames.primaryKey(table.name())));
    }

    /**
     * Frees the names of the types of a table's SET columns. The server names them: it avoids the names of tables, and fails if the type of
     * another column has the name.
     */
    public void freeTypes(TableDefinition table) throws SQLException {
        TableId id = table.targetId();
        for (ColumnDefinition column : table.columns()) {
            if (column.type() == MySqlType.SET) {
                TableId type = new TableId(id.schema(), TargetNames.setType(id.name(), column.name()));
                String found = String.format(SET_TYPE, literal(type.schema()), literal(type.name()))
                        + String.format(
                                IS_OF_OTHER_COLUMN, literal(id.schema()), literal(id.name()), literal(column.name()));
                move("TYPE", found, type);
                movable.add(type);
            }
        }
    }

    private void move(String kind, String found, TableId name) throws SQLException {
        try (Statement statement = target.createStatement()) {
            if (firstValue(statement, found) != null) {
                String free = String.valueOf(firstValue(statement, NameQueries.freeType(name.schema(), name.name())));
                statement.execute("ALTER " + kind + " " + Identifiers.quoteTarget(name) + " RENAME TO "
                        + Identifiers.quoteTarget(free));
                movable.add(new TableId(name.schema(), free));
            }
        }
    }

    private static @Nullable String firstValue(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    private static String literal(String text) {
        return Identifiers.literal(text);
    }
}
