package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.opengauss.definition.OnUpdateAttribute;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private final ComputedValues computed;
    private final ProofNumbers numbers;
    private final boolean dolphin;
    /** The columns that are not compared, with the reason. */
    private final List<String> excluded = new ArrayList<>();

    private final Set<UnorderedAggregate> aggregates;
    /** The source's rows before all executions. */
    private final Map<TableId, ComparedRows> initial = new HashMap<>();
    /** The rows of both sides that were compared last. */
    private final Map<TableId, ComparedRows> last = new HashMap<>();

    private final Map<TableId, ComparedRows> lastOfTarget = new HashMap<>();
    private @Nullable AccountNames accounts;
    private long started = System.nanoTime();

    /**
     * @param tables that an execution may change
     * @param aggregates whose results depend on the order of the rows, and that may be written
     * @param computed prepares the generated columns of these tables
     */
    TableEffects(
            Connection source,
            Connection target,
            boolean dolphin,
            List<TableDefinition> tables,
            Set<UnorderedAggregate> aggregates,
            ComputedValues computed) {
        this.computed = computed;
        this.aggregates = aggregates;
        this.numbers = new ProofNumbers(source, target, dolphin);
        this.dolphin = dolphin;
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
            setOnUpdate(table);
            if (!dolphin) {
                columns.stream()
                        .filter(column -> dependsOnClock(table, column))
                        .forEach(column -> exclude(table, column, "the server sets it to the time"));
                columns.removeIf(column -> dependsOnClock(table, column));
            }
            computed.prepare(table);
            List<ColumnDefinition> plain = columns.stream()
                    .filter(column -> ComputedValues.isGenerated(table, column) && !computed.computes(table, column))
                    .toList();
            plain.forEach(column -> exclude(table, column, "the target does not compute it"));
            columns.removeAll(plain);
            RowDigest expected = digest(source, table, columns, true).exact();
            RowDigest found = digest(target, table, columns, false).exact();
            if (expected.rows() != found.rows()) {
                return "table " + table.id() + " differs before it is executed";
            }
            List<ColumnDefinition> different =
                    expected.differing(found).stream().map(columns::get).toList();
            different.forEach(column -> exclude(table, column, "it differed before"));
            columns.removeAll(different);
            if (columns.isEmpty()) {
                return "table " + table.id() + " differs before it is executed";
            }
            compared.put(table.id(), columns);
            numbers.add(table);
        }
        return null;
    }

    private void exclude(TableDefinition table, ColumnDefinition column, String reason) {
        excluded.add(table.id() + "." + column.name() + " (" + reason + ")");
    }

    /** Gives the target's columns ON UPDATE CURRENT_TIMESTAMP, which they have only after a cutover. */
    private void setOnUpdate(TableDefinition table) throws SQLException {
        for (ColumnDefinition column : table.columns()) {
            if (!dolphin || !table.extras().column(column.name()).onUpdateCurrentTimestamp()) {
                continue;
            }
            Optional<TargetColumns.Column> present = TargetColumns.find(target, table.targetId(), column.name());
            if (present.isPresent()) {
                Sql.execute(target, OnUpdateAttribute.add(table.targetId(), column, present.get()));
            }
        }
    }

    /** Returns whether the server sets a column of a table to the time. */
    static boolean dependsOnClock(TableDefinition table) {
        return table.columns().stream().anyMatch(column -> dependsOnClock(table, column));
    }

    /** Returns whether the server sets a column to the time. */
    static boolean dependsOnClock(TableDefinition table, ColumnDefinition column) {
        ColumnAttributes attributes = table.extras().column(column.name());
        String value = attributes.defaultText();
        return attributes.onUpdateCurrentTimestamp()
                || value != null && value.toUpperCase(Locale.ROOT).startsWith("CURRENT_TIMESTAMP");
    }

    @Override
    public void remember() throws SQLException {
        for (TableDefinition table : tables) {
            initial.put(table.id(), digest(source, table, compared.getOrDefault(table.id(), List.of()), true));
        }
    }

    @Override
    public boolean haveChanged() {
        return last.entrySet().stream().anyMatch(entry -> {
            ComparedRows before = initial.get(entry.getKey());
            return before != null && !before.isEqual(entry.getValue());
        });
    }

    @Override
    public boolean isTargetAsBefore() throws SQLException {
        for (TableDefinition table : tables) {
            ComparedRows before = lastOfTarget.get(table.id());
            if (before != null
                    && !before.isEqual(digest(target, table, compared.getOrDefault(table.id(), List.of()), false))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void start() throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("SAVEPOINT " + SAVEPOINT);
        }
        numbers.align();
        started = System.nanoTime();
    }

    @Override
    public @Nullable ProofDifference difference() throws SQLException {
        ProofDifference ofOrder = null;
        for (TableDefinition table : tables) {
            List<ColumnDefinition> columns = compared.getOrDefault(table.id(), List.of());
            ComparedRows expected = digest(source, table, columns, true);
            ComparedRows found = digest(target, table, columns, false);
            last.put(table.id(), expected);
            lastOfTarget.put(table.id(), found);
            if (expected.isEqual(found)) {
                continue;
            }
            String names = expected.exact().differing(found.exact()).stream()
                    .map(column -> columns.get(column).name())
                    .collect(Collectors.joining(", "));
            String values = names.isEmpty() ? " has its values in other rows" : " has other values of " + names;
            String detail = expected.rows() == found.rows()
                    ? "table " + table.id() + values + " afterwards"
                    : "table " + table.id() + " has " + expected.rows() + " rows on the source afterwards, "
                            + found.rows() + " on the target";
            if (!expected.isEqualWithoutOrder(found)) {
                return new ProofDifference(
                        detail,
                        mayShowTime(expected, found, columns)
                                ? ProofDifference.Cause.VALUES
                                : ProofDifference.Cause.UNTIMED);
            }
            ofOrder = new ProofDifference(
                    detail + ", by the order of " + UnorderedValues.words(aggregates), ProofDifference.Cause.ORDER);
        }
        return ofOrder;
    }

    /** Returns whether rows differ in columns that may have times; those that are equal column by column are in another order. */
    private static boolean mayShowTime(ComparedRows expected, ComparedRows found, List<ColumnDefinition> columns) {
        return expected.rows() == found.rows()
                && expected.exact().differing(found.exact()).stream()
                        .map(column -> ValueKind.of(columns.get(column).type().name()))
                        .anyMatch(kind ->
                                kind == ValueKind.TEMPORAL || kind == ValueKind.TEXT || kind == ValueKind.FIXED);
    }

    @Override
    public void undo() throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
        }
    }

    @Override
    public String description() {
        String without = excluded.isEmpty() ? "" : ", without " + String.join(", ", excluded);
        return tables.isEmpty()
                ? ""
                : ", with the rows of "
                        + tables.stream()
                                .map(table -> table.id().toString())
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + without
                        + (accounts == null ? "" : accounts.description());
    }

    private ComparedRows digest(
            Connection connection, TableDefinition table, List<ColumnDefinition> columns, boolean ofSource)
            throws SQLException {
        String selected = columns.stream()
                .map(column ->
                        ofSource ? Identifiers.quoteSource(column.name()) : Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        String name = ofSource ? Identifiers.quoteSource(table.id()) : Identifiers.quoteTarget(table.targetId());
        List<ValueKind> kinds = columns.stream()
                .map(column -> ValueKind.of(column.type().name()))
                .toList();
        List<Boolean> clocks =
                columns.stream().map(column -> dependsOnClock(table, column)).toList();
        PresentTime present = clocks.contains(true) ? present(connection, ofSource) : null;
        if (accounts == null) {
            accounts = AccountNames.read(source, target);
        }
        AccountNames names = accounts;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + selected + " FROM " + name)) {
            return ComparedRows.read(
                    rows,
                    kinds,
                    ofSource,
                    aggregates,
                    (column, value) ->
                            present != null && clocks.get(column) ? present.common(value) : names.common(value));
        }
    }

    /** Returns the time since the start of the execution; that of the source may be pinned. */
    private PresentTime present(Connection connection, boolean ofSource) throws SQLException {
        String now = Sql.first(
                        connection,
                        row -> row.getString(1),
                        ofSource
                                ? "SELECT CAST(UTC_TIMESTAMP(6) AS CHAR)"
                                : "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')")
                .orElseThrow();
        return PresentTime.until(now, Duration.ofNanos(System.nanoTime() - started));
    }
}
