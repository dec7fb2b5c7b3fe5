package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.opengauss.definition.TargetColumns.Column;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TargetTypes;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Plans the counters that number rows after the switch. The next number is the larger of the source's counter, which also knows deleted
 * rows, and the highest number on the target plus one. The dolphin plugin has AUTO_INCREMENT, which PREPARE adds to the column; on other
 * targets a sequence becomes the default of the column.
 */
final class CounterPlanner {

    private static final BigInteger MAX_SEQUENCE_VALUE = BigInteger.valueOf(Long.MAX_VALUE);

    private final Connection source;
    private final Connection target;
    private final TargetProfile profile;

    CounterPlanner(Connection source, Connection target, TargetProfile profile) {
        this.source = source;
        this.target = target;
        this.profile = profile;
    }

    /** An AUTO_INCREMENT column with the tables of the source that are merged into its table. */
    private record Numbered(TableId table, ColumnDefinition definition, List<TableId> sources) {

        String column() {
            return definition.name();
        }

        String location() {
            return table + "." + column();
        }
    }

    ObjectPlan plan(List<TableDefinition> tables) throws SQLException {
        List<ObjectAction> actions = new ArrayList<>();
        List<ManualWork> manual = new ArrayList<>();
        Collection<Numbered> numbered = numbered(tables);
        InsertingRoles roles = InsertingRoles.read(
                target, numbered.stream().map(one -> one.table().schema()).collect(Collectors.toSet()));
        Map<TableId, BigInteger> counters = AutoIncrement.ofDatabases(
                source,
                numbered.stream()
                        .flatMap(one -> one.sources().stream())
                        .map(TableId::schema)
                        .collect(Collectors.toSet()));
        TargetColumns columns = columns(numbered);
        Map<TableId, String> present = new LinkedHashMap<>();
        for (Numbered one : numbered) {
            columns.find(one.table(), one.column()).ifPresent(column -> present.put(one.table(), one.column()));
        }
        Map<TableId, BigInteger> highest = new TargetCounter(target).highest(present);
        for (Numbered one : numbered) {
            Optional<Column> column = columns.find(one.table(), one.column());
            if (column.isPresent()) {
                BigInteger next = next(one, highest.getOrDefault(one.table(), BigInteger.ZERO), counters);
                action(one, column.get(), next, roles)
                        .ifPresentOrElse(actions::add, () -> manual.add(withoutCounter(one, next)));
            }
        }
        return new ObjectPlan(actions, manual);
    }

    /** Returns the columns that PREPARE has to make AUTO_INCREMENT, which rewrites their tables. */
    List<MissingCounter> missing(List<TableDefinition> tables) throws SQLException {
        List<MissingCounter> missing = new ArrayList<>();
        Collection<Numbered> numbered = numbered(tables);
        TargetColumns columns = columns(numbered);
        for (Numbered one : numbered) {
            Optional<Column> column = columns.find(one.table(), one.column());
            if (column.isPresent() && isMissing(one, column.get())) {
                missing.add(new MissingCounter(one.table(), one.definition(), column.get()));
            }
        }
        return missing;
    }

    private TargetColumns columns(Collection<Numbered> numbered) throws SQLException {
        return TargetColumns.read(
                target,
                numbered.stream().map(one -> one.table().schema()).collect(Collectors.toSet()),
                numbered.stream().map(Numbered::column).collect(Collectors.toSet()));
    }

    private boolean isMissing(Numbered one, Column column) throws SQLException {
        String defaultExpression = column.defaultExpression();
        if (AutoIncrementAttribute.DEFAULT.equals(defaultExpression)
                || TargetCounter.sequenceOf(defaultExpression).isPresent()) {
            return false;
        }
        return TargetTypes.isDolphin(profile) && mayBeAutoIncrement(one);
    }

    /** Returns whether a 0 in the column could be kept. */
    private boolean mayBeAutoIncrement(Numbered one) throws SQLException {
        ExplicitZeros zeros = new ExplicitZeros(target, one.table(), one.definition());
        return !zeros.exist()
                || zeros.unusedNumber(new TargetCounter(target).highest(one.table(), one.column()))
                        .isPresent();
    }

    private static Collection<Numbered> numbered(List<TableDefinition> tables) {
        Map<TableId, Numbered> numbered = new LinkedHashMap<>();
        for (TableDefinition table : tables) {
            OptionalInt column = table.autoIncrementColumn();
            if (column.isPresent()) {
                numbered.computeIfAbsent(
                                table.targetId(),
                                id -> new Numbered(id, table.columns().get(column.getAsInt()), new ArrayList<>()))
                        .sources()
                        .add(table.id());
            }
        }
        return numbered.values();
    }

    private static ManualWork withoutCounter(Numbered one, BigInteger next) {
        return new ManualWork(
                "AUTO_INCREMENT",
                one.location(),
                "its next number, " + next
                        + ", exceeds the range of the target's sequences: number its rows in the application",
                "");
    }

    /**
     * Returns the next number. At the end of the type's range MySQL returns the last number again, which the key refuses; so does the
     * target.
     *
     * @param highest number of the target's rows
     * @param counters of the source's tables
     */
    private static BigInteger next(Numbered one, BigInteger highest, Map<TableId, BigInteger> counters) {
        BigInteger next = highest.add(BigInteger.ONE);
        for (TableId table : one.sources()) {
            next = next.max(counters.getOrDefault(table, BigInteger.ONE));
        }
        return next.min(ColumnType.of(one.definition()).range().high());
    }

    /** Returns the action for a column; empty if no counter of the target holds the number. */
    private Optional<ObjectAction> action(Numbered one, Column column, BigInteger next, InsertingRoles roles)
            throws SQLException {
        String defaultExpression = column.defaultExpression();
        if (AutoIncrementAttribute.DEFAULT.equals(defaultExpression)) {
            return Optional.of(continueAutoIncrement(one, next, roles));
        }
        Optional<String> sequence = TargetCounter.sequenceOf(defaultExpression);
        if (sequence.isPresent()) {
            return continueSequence(one, sequence.get(), next, roles);
        }
        if (TargetTypes.isDolphin(profile) && mayBeAutoIncrement(one)) {
            // PREPARE makes it AUTO_INCREMENT
            return Optional.of(continueAutoIncrement(one, next, roles));
        }
        return next.compareTo(MAX_SEQUENCE_VALUE) > 0
                ? Optional.empty()
                : Optional.of(createSequence(one, column, next, roles));
    }

    /** Returns the action for a column with a sequence, which a table from before the migration may have. */
    private Optional<ObjectAction> continueSequence(
            Numbered one, String sequence, BigInteger next, InsertingRoles roles) throws SQLException {
        String name = sequence.replace("''", "'");
        if (next.compareTo(maximumOf(sequence)) > 0) {
            return Optional.empty();
        }
        String before;
        boolean called;
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT last_value, is_called FROM " + name)) {
            row.next();
            before = row.getString(1);
            called = row.getBoolean(2);
        }
        return Optional.of(new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.location(),
                "its sequence " + name + " continues at " + next,
                with(roles.grants(one.table()), setval(sequence, next.toString(), false)),
                List.of(setval(sequence, before, called))));
    }

    /**
     * Joins by name: a name of another schema, cast to regclass, needs the right to use that schema.
     *
     * @param sequence its name, escaped for a literal
     */
    private BigInteger maximumOf(String sequence) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT s.maximum_value FROM information_schema.sequences s"
                        + " JOIN pg_catalog.pg_namespace n ON CAST(n.nspname AS TEXT) = CAST(s.sequence_schema AS TEXT)"
                        + " JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid"
                        + " AND CAST(c.relname AS TEXT) = CAST(s.sequence_name AS TEXT) WHERE c.oid = CAST('" + sequence
                        + "' AS pg_catalog.regclass)")) {
            return row.next() ? new BigInteger(row.getString(1)) : MAX_SEQUENCE_VALUE;
        }
    }

    private static String setval(String sequence, String value, boolean called) {
        return "SELECT pg_catalog.setval('" + sequence + "', " + value + ", " + called + ")";
    }

    private ObjectAction createSequence(Numbered one, Column column, BigInteger next, InsertingRoles roles)
            throws SQLException {
        TableId name = new TableId(one.table().schema(), freeName(one.table().schema(), sequenceName(one)));
        String table = Identifiers.quoteTarget(one.table());
        String quoted = Identifiers.quoteTarget(one.column());
        List<String> undo = new ArrayList<>();
        undo.add("ALTER TABLE " + table + " ALTER COLUMN " + quoted
                + (column.defaultExpression() == null
                        ? " DROP DEFAULT"
                        : " SET DEFAULT " + column.defaultExpression()));
        undo.add("DROP SEQUENCE " + Identifiers.quoteTarget(name));
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.location(),
                "a sequence numbers rows from " + next + " on",
                with(
                        roles.grants(one.table(), name),
                        "CREATE SEQUENCE " + Identifiers.quoteTarget(name) + " START WITH " + next + " MAXVALUE "
                                + ColumnType.of(one.definition()).range().high().min(MAX_SEQUENCE_VALUE),
                        "ALTER TABLE " + table + " ALTER COLUMN " + quoted + " SET DEFAULT pg_catalog.nextval("
                                + Identifiers.literal(Identifiers.quoteTarget(name)) + ")",
                        "ALTER SEQUENCE " + Identifiers.quoteTarget(name) + " OWNED BY " + table + "." + quoted),
                undo);
    }

    private String freeName(String schema, String wanted) throws SQLException {
        return Sql.first(target, row -> row.getString(1), NameQueries.freeRelation(schema, wanted))
                .orElseThrow();
    }

    /** Unlike any that a user would choose; a name has 63 bytes at most. */
    private static String sequenceName(Numbered one) {
        String hash = Integer.toHexString(one.location().hashCode());
        String name = one.table()
                .name()
                .codePoints()
                .limit(10)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return name + "_" + hash + "_seq";
    }

    /** Returns the action for a column that is AUTO_INCREMENT, by PREPARE or from before the migration. */
    private static ObjectAction continueAutoIncrement(Numbered one, BigInteger next, InsertingRoles roles) {
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.location(),
                "its AUTO_INCREMENT continues at " + next,
                with(
                        roles.grants(one.table()),
                        "ALTER TABLE " + Identifiers.quoteTarget(one.table()) + " AUTO_INCREMENT = " + next),
                List.of());
    }

    private static List<String> with(List<String> grants, String... statements) {
        List<String> all = new ArrayList<>(List.of(statements));
        all.addAll(grants);
        return all;
    }
}
