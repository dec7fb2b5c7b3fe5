package io.gaussferry.mysql.catalog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the definitions of the replicated tables from MySQL's {@code information_schema}, 5.7 to 9.x. */
public final class MySqlSchemaReader {

    private static final String SCHEMATA =
            "SELECT schema_name, default_collation_name FROM information_schema.schemata";

    private static final String COLUMNS = "SELECT c.table_name, c.column_name, c.data_type, c.column_type,"
            + " c.character_maximum_length, c.numeric_precision, c.numeric_scale, c.datetime_precision,"
            + " c.character_set_name, c.is_nullable FROM information_schema.columns c"
            + " JOIN information_schema.tables t ON " + ExactNames.join("t", "c", "table_schema", "table_name")
            + " WHERE c.table_schema = ? AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position";

    /** Orders 'PRIMARY' first, then by name: MySQL's order of the indexes is unknown. */
    private static final String INDEXES = "SELECT table_name, index_name, non_unique, column_name, sub_part, collation,"
            + " %s AS expression FROM information_schema.statistics WHERE table_schema = ? AND index_type IN ('BTREE', 'HASH')"
            + " ORDER BY table_name, index_name <> 'PRIMARY', index_name, seq_in_index";

    private static final String OTHER_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
            + " AND table_type NOT IN ('BASE TABLE', 'VIEW', 'SYSTEM VIEW', 'SEQUENCE')";

    /** MariaDB appends the attribute COMPRESSED, and the former format of temporal types, as comments. */
    private static final Pattern COMMENT = Pattern.compile("\\s*/\\*.*?\\*/");

    /** MariaDB's unique keys of long strings; each has a hidden column with the hash, which is in the row events. */
    private static final String HASHED =
            "SELECT DISTINCT s.table_name, s.column_name FROM information_schema.statistics s"
                    + " JOIN information_schema.tables t ON t.table_schema = s.table_schema AND t.table_name = s.table_name"
                    + " WHERE s.table_schema = ? AND s.index_type = 'HASH' AND s.non_unique = 0 AND t.engine <> 'MEMORY' ORDER BY 1, 2";

    /** Maximum number of columns in a message. */
    private static final int SHOWN_COLUMNS = 20;

    private final Connection connection;
    private final SourceSettings settings;
    private final List<String> unknownTypes = new ArrayList<>();

    /**
     * @param connection to the source; not closed
     * @param settings decides which tables are read
     */
    public MySqlSchemaReader(Connection connection, SourceSettings settings) {
        this.connection = connection;
        this.settings = settings;
    }

    /** Reads the replicated base tables. */
    public TableCatalog read() throws SQLException {
        List<TableDefinition> definitions = new ArrayList<>();
        unknownTypes.clear();
        SourceFeatures features = SourceFeatures.of(connection);
        MySqlExtrasReader extrasReader = new MySqlExtrasReader(connection, features);
        for (String schema : readDatabases().keySet()) {
            requireOrdinaryTables(schema);
            Map<String, List<ColumnDefinition>> columns = columns(schema);
            addHashedKeys(schema);
            readMembers(schema, columns, new MySqlMembersReader(connection, features));
            Map<String, List<IndexDefinition>> indexes = indexes(schema, columns, features);
            Map<String, TableExtras> extras = extrasReader.read(schema);
            columns.forEach((table, tableColumns) -> {
                TableId id = new TableId(schema, table);
                definitions.add(new TableDefinition(
                        id,
                        settings.renames().targetOf(id),
                        tableColumns,
                        indexes.getOrDefault(table, List.of()),
                        extras.getOrDefault(table, TableExtras.NONE)));
            });
        }
        requireKnownTypes();
        if (ignoresNameCase()) {
            definitions.replaceAll(table -> withKnownReferences(table, definitions));
        }
        return catalog(definitions);
    }

    /**
     * Replaces referenced names by those of the tables: if case is ignored, a foreign key may write the table's name in another
     * case.
     */
    private static TableDefinition withKnownReferences(TableDefinition table, List<TableDefinition> all) {
        return table.withForeignKeys(table.extras().foreignKeys().stream()
                .map(key -> all.stream()
                        .map(TableDefinition::id)
                        .filter(id -> id.schema()
                                        .equalsIgnoreCase(key.referenced().schema())
                                && id.name().equalsIgnoreCase(key.referenced().name()))
                        .findFirst()
                        .map(key::referring)
                        .orElse(key))
                .toList());
    }

    /** Reads the server's properties without tables, which the caller obtains elsewhere and which may be many. */
    public TableCatalog readWithoutTables() throws SQLException {
        return catalog(List.of());
    }

    private TableCatalog catalog(List<TableDefinition> definitions) throws SQLException {
        Map<Long, String> characterSets = new HashMap<>();
        Map<Long, String> collations = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(SourceFeatures.of(connection).collations())) {
            while (rows.next()) {
                characterSets.put(rows.getLong(1), rows.getString(2));
                collations.put(rows.getLong(1), rows.getString(3));
            }
        }
        return new TableCatalog(settings, definitions, characterSets, collations, ignoresNameCase());
    }

    /** Reads the default collations of the replicated databases by name. */
    public Map<String, String> readDatabases() throws SQLException {
        Map<String, String> databases = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SCHEMATA)) {
            while (rows.next()) {
                if (settings.includes(rows.getString(1))) {
                    databases.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return databases;
    }

    /** Rejects tables that are neither base tables nor without rows of their own: MariaDB's system-versioned tables. */
    private void requireOrdinaryTables(String schema) throws SQLException {
        List<String> others = Sql.list(connection, row -> row.getString(1), OTHER_TABLES, schema).stream()
                .filter(name -> settings.includes(new TableId(schema, name)))
                .map(name -> schema + "." + name)
                .toList();
        if (!others.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TABLE_SYSTEM_VERSIONED,
                    "Tables are system-versioned, which logs a DELETE as an UPDATE: " + String.join(", ", others) + ".",
                    "exclude them in gaussferry.source.tables.exclude, or drop their history at the source: ALTER TABLE … DROP SYSTEM"
                            + " VERSIONING",
                    null);
        }
    }

    private void requireKnownTypes() {
        if (unknownTypes.isEmpty()) {
            return;
        }
        int more = unknownTypes.size() - SHOWN_COLUMNS;
        throw new GaussferryException(
                ErrorCode.COLUMN_UNSUPPORTED,
                ErrorCategory.CONFIGURATION,
                "Columns have types that Gaussferry does not support: "
                        + String.join(", ", unknownTypes.subList(0, Math.min(SHOWN_COLUMNS, unknownTypes.size())))
                        + (more > 0 ? " and " + more + " more" : "") + ".",
                "exclude their tables in gaussferry.source.tables.exclude",
                null);
    }

    private boolean ignoresNameCase() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@lower_case_table_names <> 0")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private Map<String, List<ColumnDefinition>> columns(String schema) throws SQLException {
        Map<String, List<ColumnDefinition>> columns = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String table = rows.getString(1);
                    if (!settings.includes(new TableId(schema, table))) {
                        continue;
                    }
                    Optional<MySqlType> type = MySqlType.named(rows.getString("data_type"));
                    if (type.isEmpty() || isUnsupported(rows.getString("column_type"))) {
                        unknownTypes.add(schema + "." + table + "." + rows.getString("column_name") + " ("
                                + (type.isEmpty() ? rows.getString("data_type") : rows.getString("column_type")) + ")");
                        continue;
                    }
                    columns.computeIfAbsent(table, unused -> new ArrayList<>()).add(column(type.get(), rows));
                }
            }
        }
        return columns;
    }

    private void addHashedKeys(String schema) throws SQLException {
        String query = SourceDialect.of(connection).either("", HASHED);
        if (query.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (settings.includes(new TableId(schema, rows.getString(1)))) {
                        unknownTypes.add(schema + "." + rows.getString(1) + "." + rows.getString(2)
                                + " (in a unique key by hash)");
                    }
                }
            }
        }
    }

    private static boolean isUnsupported(String columnType) {
        return columnType.contains("COMPRESSED*/")
                || columnType.contains("/* mariadb-5.3 */")
                || columnType.equals("year(2)");
    }

    private static void readMembers(
            String schema, Map<String, List<ColumnDefinition>> columns, MySqlMembersReader reader) throws SQLException {
        for (Map.Entry<String, List<ColumnDefinition>> table : columns.entrySet()) {
            for (ListIterator<ColumnDefinition> each = table.getValue().listIterator(); each.hasNext(); ) {
                ColumnDefinition column = each.next();
                if (MySqlMembersReader.isUncertain(column)) {
                    each.set(column.withMembers(reader.read(new TableId(schema, table.getKey()), column)));
                }
            }
        }
    }

    private static ColumnDefinition column(MySqlType type, ResultSet row) throws SQLException {
        String name = row.getString("column_name");
        String declaration = COMMENT.matcher(row.getString("column_type")).replaceAll("");
        // a type has one of them, or none
        int scale = row.getInt("numeric_scale") + row.getInt("datetime_precision");
        boolean withDigits = type == MySqlType.DECIMAL
                || ((type == MySqlType.FLOAT || type == MySqlType.DOUBLE) && declaration.contains("("));
        return new ColumnDefinition(
                name,
                type,
                declaration.contains("unsigned"),
                declaration,
                type == MySqlType.BIT ? row.getLong("numeric_precision") : row.getLong("character_maximum_length"),
                withDigits ? row.getInt("numeric_precision") : 0,
                scale,
                row.getString("character_set_name"),
                type == MySqlType.ENUM || type == MySqlType.SET ? members(declaration) : List.of(),
                "YES".equals(row.getString("is_nullable")));
    }

    /**
     * Parses the members of {@code enum('a','it''s')} or {@code set(…)}. {@code information_schema} doubles quotes, and escapes a
     * backslash, line ends and U+0000 with a backslash, under any {@code sql_mode}.
     */
    static List<String> members(String declaration) {
        List<String> members = new ArrayList<>();
        int at = declaration.indexOf('\'');
        while (at >= 0) {
            StringBuilder member = new StringBuilder();
            int next = at + 1;
            while (declaration.charAt(next) != '\'' || declaration.startsWith("''", next)) {
                char character = declaration.charAt(next);
                boolean escape = character == '\'' || character == '\\';
                member.append(character == '\\' ? unescaped(declaration.charAt(next + 1)) : character);
                next += escape ? 2 : 1;
            }
            members.add(member.toString());
            at = declaration.indexOf('\'', next + 1);
        }
        return members;
    }

    private static char unescaped(char character) {
        return switch (character) {
            case '0' -> '\0';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> character;
        };
    }

    private Map<String, List<IndexDefinition>> indexes(
            String schema, Map<String, List<ColumnDefinition>> columns, SourceFeatures features) throws SQLException {
        String query = String.format(INDEXES, features.hasIndexExpressions() ? "expression" : "NULL");
        Map<String, List<IndexDefinition>> indexes = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    List<ColumnDefinition> tableColumns = columns.get(rows.getString(1));
                    if (tableColumns == null) {
                        continue;
                    }
                    addPart(
                            indexes.computeIfAbsent(rows.getString(1), unused -> new ArrayList<>()),
                            rows,
                            tableColumns);
                }
            }
        }
        return indexes;
    }

    private static void addPart(List<IndexDefinition> indexes, ResultSet row, List<ColumnDefinition> columns)
            throws SQLException {
        String name = row.getString("index_name");
        String columnName = row.getString("column_name");
        int column = -1;
        for (int i = 0; columnName != null && i < columns.size(); i++) {
            if (columns.get(i).name().equals(columnName)) {
                column = i;
            }
        }
        IndexDefinition.Part part = new IndexDefinition.Part(
                column, row.getInt("sub_part"), "D".equals(row.getString("collation")), row.getString("expression"));
        boolean unique = row.getInt("non_unique") == 0;
        int last = indexes.size() - 1;
        if (last >= 0 && indexes.get(last).name().equals(name)) {
            List<IndexDefinition.Part> parts = new ArrayList<>(indexes.get(last).parts());
            parts.add(part);
            indexes.set(last, new IndexDefinition(name, unique, parts));
        } else {
            indexes.add(new IndexDefinition(name, unique, List.of(part)));
        }
    }
}
