package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of tables after an execution, compared on both sides. */
final class TableEffects implements Effects {

    private static final String SAVEPOINT = "gaussferry_object";

    private final Connection source;
    private final Connection target;
    private final List<TableDefinition> tables;
    /** The columns that are compared: those that were equal before. */
    private final Map<TableId, List<ColumnDefinition>> compared = new HashMap<>();

    private final ProofNumbers numbers;

    /** @param tables that an execution may change */
    TableEffects(Connection source, Connection target, boolean dolphin, List<TableDefinition> tables) {
        this.numbers = new ProofNumbers(source, target, dolphin);
        this.source = source;
        this.target = target;
        this.tables = tables;
    }

    /**
     * Prepares the target's tables in its transaction, and finds the columns that are equal on both sides.
     *
     * @return why the effects cannot be compared; null if they can
     */
    @Nullable
    String prepare() throws SQLException {
        for (TableDefinition table : tables) {
            List<ColumnDefinition> columns = new ArrayList<>(table.columns());
            columns.removeIf(column -> dependsOnClock(table, column));
            RowDigest expected = digest(source, table, columns, true);
            RowDigest found = digest(target, table, columns, false);
            if (expected.rows() != found.rows()) {
                return "table " + table.id() + " differs before it is executed";
            }
            List<ColumnDefinition> different =
                    expected.differing(found).stream().map(columns::get).toList();
            columns.removeAll(different);
            if (columns.isEmpty()) {
                return "table " + table.id() + " differs before it is executed";
            }
            compared.put(table.id(), columns);
            numbers.add(table);
        }
        return null;
    }

    /** Returns whether the server sets a column to the time. The target does that for updates only after a cutover. */
    private static boolean dependsOnClock(TableDefinition table, ColumnDefinition column) {
        ColumnAttributes attributes = table.extras().column(column.name());
        String value = attributes.defaultText();
        return attributes.onUpdateCurrentTimestamp()
                || value != null && value.toUpperCase(Locale.ROOT).startsWith("CURRENT_TIMESTAMP");
    }

    @Override
    public void start() throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("SAVEPOINT " + SAVEPOINT);
        }
        numbers.align();
    }

    @Override
    public @Nullable String difference() throws SQLException {
        for (TableDefinition table : tables) {
            List<ColumnDefinition> columns = compared.getOrDefault(table.id(), List.of());
            RowDigest expected = digest(source, table, columns, true);
            RowDigest found = digest(target, table, columns, false);
            if (!expected.equals(found)) {
                String names = expected.differing(found).stream()
                        .map(column -> columns.get(column).name())
                        .collect(Collectors.joining(", "));
                return expected.rows() == found.rows()
                        ? "table " + table.id() + " has other values of " + names + " afterwards"
                        : "table " + table.id() + " has " + expected.rows() + " rows on the source afterwards, "
                                + found.rows() + " on the target";
            }
        }
        return null;
    }

    @Override
    public void undo() throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
        }
    }

    @Override
    public String description() {
        return tables.isEmpty()
                ? ""
                : ", with the rows of "
                        + tables.stream()
                                .map(table -> table.id().toString())
                                .sorted()
                                .collect(Collectors.joining(", "));
    }

    private static RowDigest digest(
            Connection connection, TableDefinition table, List<ColumnDefinition> columns, boolean ofSource)
            throws SQLException {
        String names = columns.stream()
                .map(column ->
                        ofSource ? Identifiers.quoteSource(column.name()) : Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        String name = ofSource ? Identifiers.quoteSource(table.id()) : Identifiers.quoteTarget(table.targetId());
        List<ValueKind> kinds = columns.stream()
                .map(column -> ValueKind.of(column.type().name()))
                .toList();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + names + " FROM " + name)) {
            return ViewProof.digest(rows, kinds, ofSource);
        }
    }
}
