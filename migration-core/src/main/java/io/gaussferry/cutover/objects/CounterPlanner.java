package io.gaussferry.cutover.objects;

import io.gaussferry.convert.TypeMapping;
import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.objects.TargetColumns.Column;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What numbers the rows after the switch. The next number is the larger of the source's counter, which also knows rows that are gone,
 * and the highest number on the target and one. The dolphin plugin has AUTO_INCREMENT; elsewhere it becomes a sequence as the column's
 * default.
 */
final class CounterPlanner {

    /** Since MySQL 8.0 the counter is taken from statistics that may be a day old, unless asked otherwise. */
    private static final String FRESH = "/*!80000 SET SESSION information_schema_stats_expiry = 0 */";

    private static final BigInteger LAST_OF_A_SEQUENCE = BigInteger.valueOf(Long.MAX_VALUE);

    private static final Pattern NEXTVAL = Pattern.compile("nextval\\('((?:[^']|'')+)'");

    /** As which the dolphin plugin shows the default of a column that numbers rows. */
    private static final String ALREADY = "AUTO_INCREMENT";

    private final Connection source;
    private final Connection target;
    private final TargetProfile profile;

    CounterPlanner(Connection source, Connection target, TargetProfile profile) {
        this.source = source;
        this.target = target;
        this.profile = profile;
    }

    /** A column that numbers rows, with the tables of the source that have become its table. */
    private record Numbered(TableId table, ColumnDefinition definition, List<TableId> sources) {

        String column() {
            return definition.name();
        }

        String where() {
            return table + "." + column();
        }
    }

    ObjectPlan plan(List<TableDefinition> tables) throws SQLException {
        Map<TableId, Numbered> numbered = new LinkedHashMap<>();
        for (TableDefinition table : tables) {
            table.columns().stream()
                    .filter(column -> table.extras().column(column.name()).autoIncrement())
                    .findFirst()
                    .ifPresent(column -> numbered.computeIfAbsent(
                                    table.targetId(), id -> new Numbered(id, column, new ArrayList<>()))
                            .sources()
                            .add(table.id()));
        }
        List<ObjectAction> actions = new ArrayList<>();
        List<ManualWork> manual = new ArrayList<>();
        for (Numbered one : numbered.values()) {
            Optional<Column> column = TargetColumns.find(target, one.table(), one.column());
            if (column.isPresent()) {
                BigInteger next = next(one);
                action(one, column.get(), next)
                        .ifPresentOrElse(actions::add, () -> manual.add(withoutCounter(one, next)));
            }
        }
        return new ObjectPlan(actions, manual);
    }

    private static ManualWork withoutCounter(Numbered one, BigInteger next) {
        return new ManualWork(
                "AUTO_INCREMENT",
                one.where(),
                "its next number, " + next
                        + ", is more than a sequence of the target holds: number its rows in the application",
                "");
    }

    /** At the end of its type MySQL gives the last number again, which its key refuses; so does the target. */
    private BigInteger next(Numbered one) throws SQLException {
        BigInteger next = highest(one).add(BigInteger.ONE);
        for (TableId table : one.sources()) {
            next = next.max(counter(table));
        }
        return next.min(IntegerRange.of(one.definition()).high());
    }

    private BigInteger counter(TableId table) throws SQLException {
        try (Statement fresh = source.createStatement()) {
            fresh.execute(FRESH);
        }
        try (PreparedStatement select = source.prepareStatement(
                "SELECT auto_increment FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            select.setString(1, table.schema());
            select.setString(2, table.name());
            try (ResultSet row = select.executeQuery()) {
                String text = row.next() ? row.getString(1) : null;
                return text == null ? BigInteger.ONE : new BigInteger(text);
            }
        }
    }

    private BigInteger highest(Numbered one) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(" + Identifiers.quoteTarget(one.column()) + ") FROM "
                        + Identifiers.quoteTarget(one.table()))) {
            row.next();
            String text = row.getString(1);
            return text == null
                    ? BigInteger.ZERO
                    : new BigDecimal(text).toBigInteger().max(BigInteger.ZERO);
        }
    }

    /** Empty if the target has no counter that holds the number. */
    private Optional<ObjectAction> action(Numbered one, Column column, BigInteger next) throws SQLException {
        String defaultText = column.defaultText();
        if (ALREADY.equals(defaultText)) {
            return Optional.of(numbered(one, next));
        }
        if (defaultText != null) {
            Matcher sequence = NEXTVAL.matcher(defaultText);
            if (sequence.find()) {
                return existing(one.where(), sequence.group(1), next);
            }
        }
        if (TypeMapping.isDolphin(profile) && !hasZero(one)) {
            return Optional.of(dolphin(one, column, next));
        }
        return next.compareTo(LAST_OF_A_SEQUENCE) > 0 ? Optional.empty() : Optional.of(sequence(one, column, next));
    }

    /** A table that was there before the migration may have a sequence of its own. */
    private Optional<ObjectAction> existing(String where, String sequence, BigInteger next) throws SQLException {
        String name = sequence.replace("''", "'");
        if (next.compareTo(lastOf(sequence)) > 0) {
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
                where,
                "its sequence " + name + " goes on at " + next,
                List.of(setval(sequence, next.toString(), false)),
                List.of(setval(sequence, before, called))));
    }

    /** @param sequence its name, escaped for a literal */
    private BigInteger lastOf(String sequence) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT maximum_value FROM information_schema.sequences"
                        + " WHERE CAST(pg_catalog.concat(pg_catalog.quote_ident(sequence_schema), '.',"
                        + " pg_catalog.quote_ident(sequence_name)) AS pg_catalog.regclass) = CAST('" + sequence
                        + "' AS pg_catalog.regclass)")) {
            return row.next() ? new BigInteger(row.getString(1)) : LAST_OF_A_SEQUENCE;
        }
    }

    private static String setval(String sequence, String value, boolean called) {
        return "SELECT pg_catalog.setval('" + sequence + "', " + value + ", " + called + ")";
    }

    private ObjectAction sequence(Numbered one, Column column, BigInteger next) throws SQLException {
        TableId name = new TableId(one.table().schema(), freeName(one.table().schema(), sequenceName(one)));
        String table = Identifiers.quoteTarget(one.table());
        String quoted = Identifiers.quoteTarget(one.column());
        List<String> undo = new ArrayList<>();
        undo.add("ALTER TABLE " + table + " ALTER COLUMN " + quoted
                + (column.defaultText() == null ? " DROP DEFAULT" : " SET DEFAULT " + column.defaultText()));
        undo.add("DROP SEQUENCE " + Identifiers.quoteTarget(name));
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.where(),
                "a sequence numbers rows from " + next + " on",
                List.of(
                        "CREATE SEQUENCE " + Identifiers.quoteTarget(name) + " START WITH " + next + " MAXVALUE "
                                + IntegerRange.of(one.definition()).high().min(LAST_OF_A_SEQUENCE),
                        "ALTER TABLE " + table + " ALTER COLUMN " + quoted + " SET DEFAULT pg_catalog.nextval("
                                + Identifiers.literal(Identifiers.quoteTarget(name)) + ")",
                        "ALTER SEQUENCE " + Identifiers.quoteTarget(name) + " OWNED BY " + table + "." + quoted),
                undo);
    }

    private String freeName(String schema, String wanted) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(NameQueries.freeRelation(schema, wanted))) {
            row.next();
            return row.getString(1);
        }
    }

    /** Unlike any that a user would choose; a name has 63 bytes at most. */
    private static String sequenceName(Numbered one) {
        String hash = Integer.toHexString(one.where().hashCode());
        String name = one.table()
                .name()
                .codePoints()
                .limit(10)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return name + "_" + hash + "_seq";
    }

    /** Becoming AUTO_INCREMENT, the plugin's columns give a 0 the next number: a row that the source has would be another. */
    private boolean hasZero(Numbered one) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + Identifiers.quoteTarget(one.table())
                        + " WHERE " + Identifiers.quoteTarget(one.column()) + " = 0 LIMIT 1")) {
            return row.next();
        }
    }

    /** A table that was there before the migration may be numbered already. */
    private static ObjectAction numbered(Numbered one, BigInteger next) {
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.where(),
                "its AUTO_INCREMENT goes on at " + next,
                List.of("ALTER TABLE " + Identifiers.quoteTarget(one.table()) + " AUTO_INCREMENT = " + next),
                List.of());
    }

    private static ObjectAction dolphin(Numbered one, Column column, BigInteger next) {
        String table = Identifiers.quoteTarget(one.table());
        String plain =
                Identifiers.quoteTarget(one.column()) + " " + column.type() + (column.notNull() ? " NOT NULL" : "");
        List<String> undo = new ArrayList<>();
        undo.add("ALTER TABLE " + table + " MODIFY COLUMN " + plain);
        return new ObjectAction(
                Kind.AUTO_INCREMENT,
                one.where(),
                "AUTO_INCREMENT, from " + next + " on; the table is rewritten for it",
                List.of(
                        "ALTER TABLE " + table + " MODIFY COLUMN " + plain + " AUTO_INCREMENT",
                        "ALTER TABLE " + table + " AUTO_INCREMENT = " + next),
                undo);
    }
}
