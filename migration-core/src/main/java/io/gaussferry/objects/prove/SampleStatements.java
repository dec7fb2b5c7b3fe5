package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes statements that change one row of a table, of the rows that it has. */
final class SampleStatements {

    private static final int ROWS = 2;
    /** More, because foreign keys refuse to delete many of them. */
    private static final int DELETED_ROWS = 8;

    /** Further rows of each end of the table, where the first ones show nothing. */
    private static final int VARIED_ROWS = 4;

    private static final int COLUMNS = 6;

    private final SampleRows samples;
    private final TriggerValues values;
    private final ProofRows rows;

    /** @param trigger whose literals and columns the statements prefer */
    SampleStatements(Connection source, Translated trigger, ProofRows rows) {
        this.samples = new SampleRows(source);
        this.values = new TriggerValues(trigger.compared(), String.join(" ", trigger.statements()));
        this.rows = rows;
    }

    /** Returns statements of a kind: INSERT, UPDATE or DELETE. */
    List<StatementPair> of(TableDefinition table, String event) throws SQLException {
        Optional<IndexDefinition> index = table.rowKey();
        if (index.isEmpty()) {
            return event.equals("INSERT") ? insertsOfConstants(table, List.of()) : List.of();
        }
        List<ColumnDefinition> key = columns(table, index.get());
        if (key.stream().anyMatch(column -> column.type().isBytes())) {
            return List.of();
        }
        List<KeyedRow> changed = rows(table, key, event);
        if (event.equals("INSERT")) {
            return inserts(table, key, changed);
        }
        List<StatementPair> statements = new ArrayList<>();
        for (KeyedRow row : changed) {
            if (event.equals("DELETE")) {
                statements.add(row.delete());
            } else {
                statements.addAll(updates(row));
            }
        }
        return statements;
    }

    /** Returns statements of a kind that change two rows each. */
    List<StatementPair> ofSeveralRows(TableDefinition table, String event) throws SQLException {
        Optional<IndexDefinition> index = table.rowKey();
        if (index.isEmpty()) {
            return List.of();
        }
        List<ColumnDefinition> key = columns(table, index.get());
        if (key.stream().anyMatch(column -> column.type().isBytes())) {
            return List.of();
        }
        List<StatementPair> statements = new ArrayList<>();
        List<KeyedRow> changed = samples.ofKeys(table, key, DELETED_ROWS, true);
        for (int i = 0; i + 1 < changed.size(); i++) {
            KeyedRow one = changed.get(i);
            KeyedRow other = changed.get(i + 1);
            if (event.equals("INSERT")) {
                Optional<StatementPair> first = one.insertCopy(Map.of(), 1);
                Optional<StatementPair> second = other.insertCopy(Map.of(), 2);
                if (first.isPresent() && second.isPresent()) {
                    statements.add(first.get().and(second.get(), ") SELECT ", " UNION ALL SELECT "));
                }
            } else if (event.equals("DELETE")) {
                statements.add(one.delete().and(other.delete(), " WHERE ", " OR "));
            } else {
                List<StatementPair> ofOther = updates(other);
                for (StatementPair update : i == 0 ? updates(one) : List.<StatementPair>of()) {
                    statements.add(update.and(ofOther.get(0), " WHERE ", " OR "));
                }
            }
        }
        return statements;
    }

    private static List<ColumnDefinition> columns(TableDefinition table, IndexDefinition index) {
        return index.parts().stream()
                .map(part -> table.columns().get(part.column()))
                .toList();
    }

    private List<KeyedRow> rows(TableDefinition table, List<ColumnDefinition> key, String event) throws SQLException {
        List<KeyedRow> first = samples.ofKeys(table, key, event.equals("DELETE") ? DELETED_ROWS : ROWS, true);
        if (rows == ProofRows.PRESENT) {
            return first;
        }
        Set<KeyedRow> varied = new LinkedHashSet<>(first);
        varied.addAll(samples.ofKeys(table, key, event.equals("INSERT") ? 0 : VARIED_ROWS, true));
        varied.addAll(samples.ofKeys(table, key, VARIED_ROWS, false));
        return List.copyOf(varied);
    }

    private List<StatementPair> inserts(TableDefinition table, List<ColumnDefinition> key, List<KeyedRow> copied)
            throws SQLException {
        List<StatementPair> inserts = new ArrayList<>();
        for (KeyedRow row : copied) {
            row.insertCopy(Map.of(), 1).ifPresent(inserts::add);
        }
        if (!copied.isEmpty()) {
            for (Map<ColumnDefinition, @Nullable String> change : values.changes(table, key)) {
                copied.get(0).insertCopy(change, 1).ifPresent(inserts::add);
            }
        }
        inserts.addAll(insertsOfConstants(table, inserts.isEmpty() ? values.changes(table, key) : List.of()));
        return inserts;
    }

    private List<StatementPair> updates(KeyedRow row) throws SQLException {
        List<StatementPair> updates = new ArrayList<>();
        List<ColumnDefinition> columns = values.changeable(row.table(), row.key());
        for (ColumnDefinition column : columns.subList(0, Math.min(COLUMNS, columns.size()))) {
            for (String value : values.preferred(column)) {
                updates.add(row.update(column, value));
            }
            List<String> present = samples.values(row.table(), column);
            String value = present.isEmpty() ? TriggerValues.edge(column) : other(present, samples.value(row, column));
            if (value != null) {
                updates.add(row.update(column, value));
            }
        }
        return updates;
    }

    /** Returns the last value that the row does not have, so that the statement changes it. */
    private static String other(List<String> values, @Nullable String present) {
        for (int i = values.size() - 1; i > 0; i--) {
            if (!values.get(i).equals(present)) {
                return values.get(i);
            }
        }
        return values.get(0);
    }

    private List<StatementPair> insertsOfConstants(
            TableDefinition table, List<Map<ColumnDefinition, @Nullable String>> changes) throws SQLException {
        List<StatementPair> inserts = new ArrayList<>();
        for (Map<ColumnDefinition, @Nullable String> change : changes) {
            inserts.add(insertOfConstants(table, change));
        }
        inserts.add(insertOfConstants(table, Map.of()));
        return inserts;
    }

    /** Returns the insertion of a row of usual values; foreign keys may refuse it. */
    private StatementPair insertOfConstants(TableDefinition table, Map<ColumnDefinition, @Nullable String> change)
            throws SQLException {
        OptionalInt numbered = table.autoIncrementColumn();
        List<String> ofSource = new ArrayList<>();
        List<String> ofTarget = new ArrayList<>();
        List<String> sourceValues = new ArrayList<>();
        List<String> targetValues = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            GeneratedValue value = change.containsKey(column)
                    ? given(change.get(column))
                    : column.type().isBytes() ? bytes(column) : given(constant(table, column));
            boolean isGiven = table.extras().column(column.name()).generation() != null
                    || numbered.isPresent() && numbered.getAsInt() == i;
            if (value != null && !isGiven) {
                ofSource.add(Identifiers.quoteSource(column.name()));
                ofTarget.add(Identifiers.quoteTarget(column.name()));
                sourceValues.add(value.source());
                targetValues.add(value.target());
            }
        }
        return new StatementPair(
                "INSERT INTO " + Identifiers.quoteSource(table.id()) + " (" + String.join(", ", ofSource) + ") VALUES ("
                        + String.join(", ", sourceValues) + ")",
                "INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " (" + String.join(", ", ofTarget)
                        + ") VALUES (" + String.join(", ", targetValues) + ")");
    }

    private static @Nullable GeneratedValue given(@Nullable String value) {
        return value == null ? null : GeneratedValue.of(value);
    }

    /** Returns bytes for a column: the target may lack its default, which may have bytes that its strings cannot. */
    private static @Nullable GeneratedValue bytes(ColumnDefinition column) {
        return GeneratedValue.of(column, 1, true, Set.of(), LocalDateTime.now(ZoneOffset.UTC))
                .orElse(null);
    }

    /** Returns a value of the column, one of the referenced rows' if it is part of a foreign key. */
    private @Nullable String constant(TableDefinition table, ColumnDefinition column) throws SQLException {
        String referenced = samples.referenced(table, column);
        return referenced == null ? TriggerValues.edge(column) : referenced;
    }
}
