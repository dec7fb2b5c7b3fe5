package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the rows of all tables of a database on both sides, also of tables that a procedure has created. */
final class CopiedRows {

    private final Connection source;
    private final Connection target;
    private final Set<UnorderedAggregate> aggregates;
    /** The source's rows that were compared last. */
    private Map<String, ComparedRows> last = Map.of();

    /** @param aggregates whose results depend on the order of the rows, and that may be written */
    CopiedRows(Connection source, Connection target, Set<UnorderedAggregate> aggregates) {
        this.source = source;
        this.target = target;
        this.aggregates = aggregates;
    }

    /** Returns the difference of some tables; null for none. */
    @Nullable
    ProofDifference difference(Collection<TableDefinition> tables) throws SQLException {
        for (TableDefinition table : tables) {
            ProofDifference difference = difference(table.id(), table, new LinkedHashMap<>());
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /**
     * Returns the difference of all tables of a database; null for none.
     *
     * @param known tables of it
     */
    @Nullable
    ProofDifference difference(String database, Collection<TableDefinition> known) throws SQLException {
        Set<String> names = new TreeSet<>(Sql.list(
                source,
                row -> row.getString(1),
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
                database));
        Set<String> found = new TreeSet<>(Sql.list(
                target,
                row -> row.getString(1),
                "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = ?",
                database));
        if (!names.equals(found)) {
            return new ProofDifference("the tables differ afterwards", ProofDifference.Cause.UNTIMED);
        }
        Map<String, ComparedRows> rows = new LinkedHashMap<>();
        ProofDifference ofOrder = null;
        for (String name : names) {
            TableDefinition definition = known.stream()
                    .filter(table -> table.id().name().equals(name))
                    .findFirst()
                    .orElse(null);
            ProofDifference difference = difference(new TableId(database, name), definition, rows);
            if (difference != null && difference.cause() != ProofDifference.Cause.ORDER) {
                return difference;
            }
            ofOrder = difference == null ? ofOrder : difference;
        }
        last = rows;
        return ofOrder;
    }

    /** Returns the source's rows that were compared last, by their tables. */
    Map<String, ComparedRows> last() {
        return last;
    }

    private @Nullable ProofDifference difference(
            TableId table, @Nullable TableDefinition known, Map<String, ComparedRows> into) throws SQLException {
        List<ValueKind> kinds = new ArrayList<>();
        List<String> names = new ArrayList<>();
        ComparedRows expected;
        try (Statement statement = source.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + columns(known, true) + " FROM " + Identifiers.quoteSource(table))) {
            ResultSetMetaData metadata = rows.getMetaData();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                kinds.add(ValueKind.of(metadata, i));
                names.add(metadata.getColumnName(i).toLowerCase(Locale.ROOT));
            }
            expected = read(rows, kinds, true, names, known);
        }
        into.put(table.name(), expected);
        try (Statement statement = target.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + columns(known, false) + " FROM " + Identifiers.quoteTarget(table))) {
            if (rows.getMetaData().getColumnCount() != kinds.size()) {
                return new ProofDifference(
                        "table " + table.name() + " has other columns", ProofDifference.Cause.UNTIMED);
            }
            ComparedRows found = read(rows, kinds, false, names, known);
            if (expected.isEqual(found)) {
                return null;
            }
            String detail = "table " + table.name() + ": " + expected.exact().difference(found.exact(), names);
            boolean isOrder = expected.isEqualWithoutOrder(found) && !aggregates.isEmpty();
            return new ProofDifference(detail, isOrder ? ProofDifference.Cause.ORDER : ProofDifference.Cause.VALUES);
        }
    }

    /** Returns the columns to read: MySQL leaves invisible ones out of {@code *}, and the target computes generated ones after the cutover only. */
    private static String columns(@Nullable TableDefinition known, boolean ofSource) {
        if (known == null) {
            return "*";
        }
        return known.columns().stream()
                .filter(column -> !ComputedValues.isGenerated(known, column))
                .map(column ->
                        ofSource ? Identifiers.quoteSource(column.name()) : Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
    }

    /** Reads rows. The times that a server sets are equal. */
    private ComparedRows read(
            ResultSet rows,
            List<ValueKind> kinds,
            boolean ofSource,
            List<String> names,
            @Nullable TableDefinition known)
            throws SQLException {
        Set<String> clocks = known == null
                ? Set.of()
                : known.columns().stream()
                        .filter(column -> TableEffects.dependsOnClock(known, column))
                        .map(column -> column.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        return ComparedRows.read(
                rows,
                kinds,
                ofSource,
                aggregates,
                (column, value) -> value != null && clocks.contains(names.get(column)) ? "time" : value);
    }
}
