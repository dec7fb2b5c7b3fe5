package io.gaussferry.mysql.catalog;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableExtras;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads defaults, comments, checks and foreign keys of one database's tables, from MySQL 5.7 to 9.x. */
final class MySqlExtrasReader {

    private static final String TABLES = "SELECT table_name, table_comment, table_collation"
            + " FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'";

    private static final String COLUMNS =
            "SELECT table_name, column_name, column_default, extra, generation_expression, column_comment, data_type,"
                    + " character_set_name, collation_name FROM information_schema.columns WHERE table_schema = ?";

    private static final String FOREIGN_KEYS = "SELECT k.table_name, k.constraint_name, k.column_name,"
            + " k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name, r.update_rule,"
            + " r.delete_rule FROM information_schema.key_column_usage k"
            + " JOIN information_schema.referential_constraints r ON "
            + ExactNames.join("r", "k", "constraint_schema", "constraint_name", "table_name")
            + " WHERE k.table_schema = ? AND k.referenced_table_name IS NOT NULL"
            + " ORDER BY k.table_name, k.constraint_name, k.ordinal_position";

    /** One row for each partition, with or without subpartitions. */
    private static final String PARTITIONS = "SELECT DISTINCT table_name, partition_name, partition_ordinal_position,"
            + " partition_method, partition_expression, partition_description FROM information_schema.partitions"
            + " WHERE table_schema = ? AND partition_name IS NOT NULL ORDER BY table_name, partition_ordinal_position";

    private static final String OTHER_INDEXES = "SELECT DISTINCT table_name, index_name, index_type"
            + " FROM information_schema.statistics WHERE table_schema = ? AND index_type NOT IN ('BTREE', 'HASH')";

    private static final List<String> BINARY_TYPES = List.of("binary", "varbinary");
    private static final List<String> MEMBER_TYPES = List.of("enum", "set");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x(?:[0-9A-Fa-f]{2})*");
    private static final List<String> CLOCK_TYPES = List.of("datetime", "timestamp");

    /** The collected properties of one table. */
    private static final class Gathered {
        private String comment = "";
        private @Nullable String collation;
        private @Nullable String partitionMethod;
        private String partitionExpression = "";
        private final List<Partitioning.Partition> partitions = new ArrayList<>();
        private final Map<String, ColumnAttributes> columns = new HashMap<>();
        private final List<String> binaryDefaults = new ArrayList<>();
        private final List<String> uncertainDefaults = new ArrayList<>();
        private final List<String> omittedExpressions = new ArrayList<>();
        private final List<CheckDefinition> checks = new ArrayList<>();
        private final Map<String, ForeignKeyDefinition> foreignKeys = new LinkedHashMap<>();
        private final Map<String, String> otherIndexes = new HashMap<>();

        private void replaceDefaults(Map<String, String> defaults) {
            defaults.forEach((column, literal) ->
                    columns.computeIfPresent(column, (name, attributes) -> attributes.withDefault(literal)));
        }

        private @Nullable Partitioning partitioning() {
            return partitionMethod == null
                    ? null
                    : new Partitioning(partitionMethod, partitionExpression, partitions, false);
        }

        private TableExtras extras() {
            return new TableExtras(
                    comment,
                    collation,
                    partitioning(),
                    columns,
                    checks,
                    List.copyOf(foreignKeys.values()),
                    otherIndexes);
        }
    }

    /** Reads one row of a query for the table named in its first column. */
    private interface RowReader {
        void read(ResultSet row, Gathered table) throws SQLException;
    }

    private final Connection connection;
    private final MySqlDefaultsReader defaults;
    private final SourceFeatures features;

    MySqlExtrasReader(Connection connection, SourceFeatures features) {
        this.connection = connection;
        this.defaults = new MySqlDefaultsReader(connection);
        this.features = features;
    }

    /** Returns the extras of a database's tables by table name. */
    Map<String, TableExtras> read(String schema) throws SQLException {
        Map<String, Gathered> tables = new HashMap<>();
        read(TABLES, schema, tables, MySqlExtrasReader::readTable);
        Set<String> names = Set.copyOf(tables.keySet());
        read(COLUMNS, schema, tables, this::readColumn);
        // columns of views: a strict session refuses to evaluate the default that MySQL shows for a literal
        tables.keySet().retainAll(names);
        if (!features.checks().isEmpty()) {
            read(features.checks(), schema, tables, MySqlExtrasReader::readCheck);
        }
        read(FOREIGN_KEYS, schema, tables, MySqlExtrasReader::readForeignKey);
        read(PARTITIONS, schema, tables, MySqlExtrasReader::readPartition);
        read(
                OTHER_INDEXES,
                schema,
                tables,
                (row, table) -> table.otherIndexes.put(row.getString("index_name"), row.getString("index_type")));
        Map<String, TableExtras> extras = new HashMap<>();
        for (Map.Entry<String, Gathered> table : tables.entrySet()) {
            Gathered gathered = table.getValue();
            TableId id = new TableId(schema, table.getKey());
            gathered.replaceDefaults(defaults.bytes(id, gathered.binaryDefaults));
            gathered.replaceDefaults(defaults.strings(id, gathered.uncertainDefaults));
            defaults.expressions(id, gathered.omittedExpressions)
                    .forEach((column, expression) -> gathered.columns.computeIfPresent(
                            column, (name, attributes) -> attributes.withDefault(expression, true)));
            extras.put(table.getKey(), gathered.extras());
        }
        return extras;
    }

    private void read(String query, String schema, Map<String, Gathered> tables, RowReader reader) throws SQLException {
        Sql.each(
                connection,
                rows -> reader.read(rows, tables.computeIfAbsent(rows.getString(1), unused -> new Gathered())),
                query,
                schema);
    }

    private static void readTable(ResultSet row, Gathered table) throws SQLException {
        table.comment = orEmpty(row.getString("table_comment"));
        table.collation = row.getString("table_collation");
    }

    private static void readPartition(ResultSet row, Gathered table) throws SQLException {
        table.partitionMethod = row.getString("partition_method");
        table.partitionExpression = orEmpty(row.getString("partition_expression"));
        table.partitions.add(
                new Partitioning.Partition(row.getString("partition_name"), row.getString("partition_description")));
    }

    private void readColumn(ResultSet row, Gathered table) throws SQLException {
        String extra = orEmpty(row.getString("extra")).toLowerCase(Locale.ROOT);
        String dataType = row.getString("data_type");
        PrintedDefault printed =
                features.printsDefaultsAsSql() ? PrintedDefault.of(row.getString("column_default"), dataType) : null;
        String defaultValue = printed == null ? readableDefault(row) : printed.text();
        boolean markedExpression = printed == null ? extra.contains("default_generated") : printed.expression();
        if (defaultValue != null && !markedExpression) {
            if (BINARY_TYPES.contains(dataType)) {
                table.binaryDefaults.add(row.getString("column_name"));
            } else if (MySqlMembersReader.isUncertain(row.getString("character_set_name"), defaultValue)) {
                table.uncertainDefaults.add(row.getString("column_name"));
            }
        }
        if (defaultValue == null && markedExpression) {
            table.omittedExpressions.add(row.getString("column_name"));
        }
        boolean generated = extra.contains("virtual generated") || extra.contains("stored generated");
        // MySQL 5.7 supports no other expression, and does not mark it
        boolean expression = markedExpression
                || (defaultValue != null
                        && defaultValue.startsWith("CURRENT_TIMESTAMP")
                        && CLOCK_TYPES.contains(dataType));
        ColumnAttributes attributes = new ColumnAttributes(
                defaultValue,
                expression,
                extra.contains("on update"),
                extra.contains("auto_increment"),
                generated ? row.getString("generation_expression") : null,
                extra.contains("invisible"),
                orEmpty(row.getString("column_comment")),
                row.getString("collation_name"));
        if (!attributes.equals(ColumnAttributes.NONE)) {
            table.columns.put(row.getString("column_name"), attributes);
        }
    }

    /**
     * Returns the default of a column. For an ENUM or SET of character set binary MySQL prints the default's bytes, unlike the
     * members, instead of the string.
     */
    private static @Nullable String readableDefault(ResultSet row) throws SQLException {
        String printed = row.getString("column_default");
        String characterSet = row.getString("character_set_name");
        boolean binary = (characterSet == null || characterSet.equals("binary"))
                && MEMBER_TYPES.contains(row.getString("data_type"));
        if (printed == null || !binary || !HEXADECIMAL.matcher(printed).matches()) {
            return printed;
        }
        return new String(HexFormat.of().parseHex(printed.substring("0x".length())), StandardCharsets.UTF_8);
    }

    private static void readCheck(ResultSet row, Gathered table) throws SQLException {
        table.checks.add(new CheckDefinition(
                row.getString("constraint_name"),
                row.getString("check_clause"),
                "YES".equals(row.getString("enforced"))));
    }

    private static void readForeignKey(ResultSet row, Gathered table) throws SQLException {
        String name = row.getString("constraint_name");
        ForeignKeyDefinition known = table.foreignKeys.get(name);
        List<String> columns = known == null ? new ArrayList<>() : new ArrayList<>(known.columns());
        List<String> referenced = known == null ? new ArrayList<>() : new ArrayList<>(known.referencedColumns());
        columns.add(row.getString("column_name"));
        referenced.add(row.getString("referenced_column_name"));
        table.foreignKeys.put(
                name,
                new ForeignKeyDefinition(
                        name,
                        columns,
                        new TableId(row.getString("referenced_table_schema"), row.getString("referenced_table_name")),
                        referenced,
                        row.getString("update_rule"),
                        row.getString("delete_rule")));
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }
}
