package io.gaussferry.objects.source;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.FenceTriggers;
import io.gaussferry.mysql.catalog.VisibleObjects;
import io.gaussferry.objects.source.SourceObject.ViewColumn;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the views, routines, triggers and events of the migrated databases. */
public final class SourceObjectReader {

    private static final String ROUTINES = "SELECT routine_schema, routine_name, routine_type,"
            + " CONCAT(routine_type, ' altered ', last_altered, ': ', COALESCE(routine_definition, '')), NULL, 0, 0"
            + " FROM information_schema.routines";
    private static final String VIEWS =
            "SELECT table_schema, table_name, 'VIEW', COALESCE(view_definition, ''), NULL, 0, 0 FROM information_schema.views";
    // a trigger has no time of its last change
    private static final String TRIGGERS = "SELECT trigger_schema, trigger_name, 'TRIGGER',"
            + " CONCAT(action_timing, ' ', event_manipulation, ' ON ', event_object_table, ' FOR EACH ROW ', action_statement,"
            + " ' ', sql_mode, ' ', collation_connection, ' ', database_collation),"
            + " event_object_table, action_order,"
            + " (SELECT COUNT(*) FROM information_schema.triggers o WHERE o.event_object_schema = t.event_object_schema"
            + " AND o.event_object_table = t.event_object_table AND o.action_timing = t.action_timing"
            + " AND o.event_manipulation = t.event_manipulation AND " + FenceTriggers.EXCLUDED + ")"
            + " FROM information_schema.triggers t WHERE " + FenceTriggers.EXCLUDED;
    private static final String EVENTS = "SELECT event_schema, event_name, 'EVENT',"
            + " CONCAT(status, ', altered ', last_altered, ': ', COALESCE(event_definition, '')), NULL, 0, 0"
            + " FROM information_schema.events";

    private static final List<String> LOADABLE =
            List.of("SELECT udf_name FROM performance_schema.user_defined_functions", "SELECT name FROM mysql.func");

    private static final String VIEW_COLUMNS = "SELECT c.table_schema, c.table_name, c.column_name, c.data_type,"
            + " COALESCE(c.numeric_precision, 0), COALESCE(c.numeric_scale, 0)"
            + " FROM information_schema.columns c JOIN information_schema.views v"
            + " ON v.table_schema = c.table_schema AND v.table_name = c.table_name"
            + " ORDER BY c.table_schema, c.table_name, c.ordinal_position";

    private final Connection connection;
    private final SourceSettings settings;

    /** @param connection to the source; its {@code sql_mode} and {@code character_set_results} are changed while objects are read: they
     *     are printed in one form, and the server converts each from the character set in which it was created */
    public SourceObjectReader(Connection connection, SourceSettings settings) {
        this.connection = connection;
        this.settings = settings;
    }

    /** The kind and the name of an object. */
    public record Key(ObjectKind kind, TableId name) {}

    /** Returns the fingerprints of all objects. Their number of queries does not grow with the objects. */
    public Map<Key, String> fingerprints() throws SQLException {
        Map<Key, String> fingerprints = new LinkedHashMap<>();
        for (List<@Nullable String> row : rows()) {
            fingerprints.put(key(row), text(row, 3));
        }
        return fingerprints;
    }

    /**
     * Returns the included databases whose objects the account does not see completely, each with the missing privileges. The server
     * leaves the others out without a message.
     */
    public Map<String, List<String>> hidden() throws SQLException {
        List<String> schemas = rows("SELECT schema_name FROM information_schema.schemata ORDER BY schema_name").stream()
                .map(row -> text(row, 0))
                .filter(settings::includes)
                .toList();
        return VisibleObjects.of(connection).missing(schemas);
    }

    /**
     * Requires that the account sees every object.
     *
     * @throws GaussferryException of category CONFIGURATION if it does not
     */
    public void requireVisible() throws SQLException {
        Map<String, List<String>> hidden = hidden();
        if (hidden.isEmpty()) {
            return;
        }
        Set<String> privileges = new TreeSet<>();
        hidden.values().forEach(privileges::addAll);
        throw new GaussferryException(
                ErrorCode.OBJECTS_HIDDEN,
                "The account " + settings.user() + " does not see every routine, trigger and event of "
                        + String.join(", ", hidden.keySet()) + ": MySQL leaves them out without a message.",
                "run GRANT " + String.join(", ", privileges) + " ON *.* TO the account",
                null);
    }

    /** Returns the objects, by kind and name. */
    public List<SourceObject> read() throws SQLException {
        List<SourceObject> objects = new ArrayList<>();
        Map<TableId, List<ViewColumn>> columns = viewColumns();
        List<@Nullable String> session =
                rows("SELECT @@SESSION.sql_mode, @@GLOBAL.system_time_zone").get(0);
        String modes = text(session, 0);
        String zoneOfHost = text(session, 1);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = '', SESSION character_set_results = utf8mb4");
            for (List<@Nullable String> row : rows()) {
                objects.add(read(row, columns, zoneOfHost));
            }
        } finally {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION sql_mode = '" + modes + "', SESSION character_set_results = NULL");
            }
        }
        objects.sort(SourceObject.BY_CREATION);
        return objects;
    }

    /** Returns the names of loadable functions, in lower case. Before 8.0, and without the privilege, those of mysql.func if it is readable. */
    public Set<String> loadableFunctions() throws SQLException {
        for (String query : LOADABLE) {
            try {
                return rows(query).stream()
                        .map(row -> text(row, 0).toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
            } catch (SQLException e) {
                if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
                    throw e;
                }
                // the version does not have the table, or the account may not read it
            }
        }
        return Set.of();
    }

    /** Returns the rows of the included databases. */
    private List<List<@Nullable String>> rows() throws SQLException {
        List<List<@Nullable String>> included = new ArrayList<>();
        for (String query : List.of(ROUTINES, VIEWS, TRIGGERS, EVENTS)) {
            for (List<@Nullable String> row : rows(query)) {
                if (settings.includes(text(row, 0))) {
                    included.add(row);
                }
            }
        }
        return included;
    }

    private static Key key(List<@Nullable String> row) {
        return new Key(ObjectKind.valueOf(text(row, 2)), new TableId(text(row, 0), text(row, 1)));
    }

    private SourceObject read(List<@Nullable String> row, Map<TableId, List<ViewColumn>> columns, String zoneOfHost)
            throws SQLException {
        Key key = key(row);
        String table = row.get(4);
        boolean isOnly = text(row, 6).equals("0") || text(row, 6).equals("1");
        return read(
                key,
                text(row, 3),
                table == null ? null : new TableId(key.name().schema(), table),
                isOnly ? 0 : Integer.parseInt(text(row, 5)),
                columns.getOrDefault(key.name(), List.of()),
                zoneOfHost);
    }

    private SourceObject read(
            Key key,
            String fingerprint,
            @Nullable TableId table,
            int order,
            List<ViewColumn> columns,
            String zoneOfHost)
            throws SQLException {
        Map<String, @Nullable String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SHOW CREATE " + key.kind().name() + " " + Identifiers.quoteSource(key.name()))) {
            if (row.next()) {
                ResultSetMetaData labels = row.getMetaData();
                for (int i = 1; i <= labels.getColumnCount(); i++) {
                    values.put(labels.getColumnLabel(i).toLowerCase(Locale.ROOT), row.getString(i));
                }
            }
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith("08")) {
                throw e;
            }
            // the server refuses it to this account, or the view refers to a missing table
        }
        StoredSettings stored = StoredSettings.of(
                values.get("sql_mode"),
                values.get("collation_connection"),
                values.get("database collation"),
                values.get("time_zone"),
                zoneOfHost);
        String sql = values.getOrDefault("create " + key.kind().word(), values.get("sql original statement"));
        return new SourceObject(key.kind(), key.name(), sql, fingerprint, stored, table, order, columns);
    }

    private Map<TableId, List<ViewColumn>> viewColumns() throws SQLException {
        Map<TableId, List<ViewColumn>> columns = new TreeMap<>();
        for (List<@Nullable String> row : rows(VIEW_COLUMNS)) {
            columns.computeIfAbsent(new TableId(text(row, 0), text(row, 1)), unused -> new ArrayList<>())
                    .add(new ViewColumn(
                            text(row, 2),
                            text(row, 3),
                            Integer.parseInt(text(row, 4)),
                            Integer.parseInt(text(row, 5))));
        }
        return columns;
    }

    private static String text(List<@Nullable String> row, int column) {
        String text = row.get(column);
        return text == null ? "" : text;
    }

    private List<List<@Nullable String>> rows(String query) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
