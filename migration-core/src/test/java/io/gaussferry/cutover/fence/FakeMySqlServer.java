package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.ScriptedSource;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of MySQL 8 that a fence changes: global and persisted variables, locked accounts, and the table {@code gaussferry.fence}. A
 * connection may be lost at any statement, before or after the server has executed it.
 */
final class FakeMySqlServer {

    /** ER_OPTION_PREVENTS_STATEMENT. */
    private static final int READ_ONLY = 1290;

    private static final Pattern SET = Pattern.compile("SET (GLOBAL|PERSIST) (\\w+) = (ON|OFF)");
    private static final Pattern RESET = Pattern.compile("RESET PERSIST IF EXISTS (\\w+)");
    private static final Pattern VARIABLE = Pattern.compile("SELECT @@GLOBAL\\.(\\w+)");
    private static final Pattern LOCK =
            Pattern.compile("ALTER USER (IF EXISTS )?'(\\w+)'@'(.*)' ACCOUNT (LOCK|UNLOCK)");

    /** A row of {@code gaussferry.fence}. */
    private record Fenced(String pipeline, String kind, String memory, String settled, int raised) {}

    final Map<String, String> globals = new TreeMap<>();
    final Map<String, String> persisted = new TreeMap<>();

    /** Whether each account is locked, as {@code user@host}. */
    final Map<String, Boolean> accounts = new TreeMap<>();

    private final Map<String, Fenced> fences = new TreeMap<>();
    private int raised;
    private int untilLost = Integer.MAX_VALUE;

    FakeMySqlServer() {
        globals.put("read_only", "OFF");
        globals.put("super_read_only", "OFF");
        globals.put("event_scheduler", "ON");
    }

    boolean isOn(String variable) {
        return "ON".equals(globals.get(variable));
    }

    /** Returns everything that a fence has to restore. */
    List<Map<String, ?>> state() {
        return List.of(new TreeMap<>(globals), new TreeMap<>(persisted), new TreeMap<>(accounts));
    }

    /** Returns the attempts that have a row, by name. */
    List<String> owners() {
        return List.copyOf(fences.keySet());
    }

    /** Loses the connection at a statement, counted from 1; the server may have executed it. */
    void loseConnectionAfter(int statements) {
        untilLost = statements;
    }

    /** Restarts the server, which then has its persisted variables. */
    void restart() {
        if (!"DISABLED".equals(globals.get("event_scheduler"))) {
            globals.put("event_scheduler", persisted.getOrDefault("event_scheduler", "ON"));
        }
        globals.put("super_read_only", persisted.getOrDefault("super_read_only", "OFF"));
        globals.put("read_only", isOn("super_read_only") ? "ON" : persisted.getOrDefault("read_only", "OFF"));
    }

    Connection connect() {
        return ScriptedConnection.fake(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> statement();
            case "prepareStatement" -> prepared((String) arguments[0]);
            case "getAutoCommit" -> true;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Statement statement() {
        return ScriptedConnection.fake(Statement.class, (self, method, arguments) -> switch (method.getName()) {
            case "execute", "executeUpdate" -> {
                List<List<String>> unused = run((String) arguments[0], List.of());
                yield method.getName().equals("execute") ? (Object) false : (Object) 1;
            }
            case "executeQuery" -> rows(run((String) arguments[0], List.of()));
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PreparedStatement prepared(String sql) {
        Map<Integer, String> parameters = new TreeMap<>();
        return ScriptedConnection.fake(PreparedStatement.class, (self, method, arguments) -> switch (method.getName()) {
            case "setString", "setObject" -> parameters.put((Integer) arguments[0], String.valueOf(arguments[1]));
            case "executeQuery" -> rows(run(sql, List.copyOf(parameters.values())));
            case "executeUpdate" -> {
                List<List<String>> unused = run(sql, List.copyOf(parameters.values()));
                yield 1;
            }
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ResultSet rows(List<List<String>> rows) {
        int[] current = {-1};
        return ScriptedConnection.fake(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> ++current[0] < rows.size();
            case "getString" -> rows.get(current[0]).get((Integer) arguments[0] - 1);
            case "getInt" -> Integer.valueOf(rows.get(current[0]).get((Integer) arguments[0] - 1));
            case "getMetaData" ->
                ScriptedConnection.fake(
                        ResultSetMetaData.class,
                        (meta, ofMeta, none) -> rows.isEmpty() ? 0 : rows.get(0).size());
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private List<List<String>> run(String sql, List<String> parameters) throws SQLException {
        untilLost--;
        boolean isLost = untilLost <= 0;
        boolean isBefore = untilLost == 0 && sql.hashCode() % 2 == 0;
        if (isLost && (isBefore || untilLost < 0)) {
            throw lost();
        }
        List<List<String>> rows = execute(sql, parameters);
        if (isLost) {
            throw lost();
        }
        return rows;
    }

    private static SQLException lost() {
        return new SQLException("Communications link failure", "08S01");
    }

    private List<List<String>> execute(String sql, List<String> parameters) throws SQLException {
        Matcher set = SET.matcher(sql);
        Matcher reset = RESET.matcher(sql);
        Matcher lock = LOCK.matcher(sql);
        Matcher variable = VARIABLE.matcher(sql);
        if (set.matches()) {
            set(set.group(2), set.group(3), set.group(1).equals("PERSIST"));
        } else if (reset.matches()) {
            persisted.remove(reset.group(1));
        } else if (lock.matches()) {
            lock(lock.group(2) + "@" + lock.group(3), lock.group(4).equals("LOCK"), lock.group(1) != null);
        } else if (variable.matches()) {
            return List.of(List.of(read(variable.group(1))));
        } else if (sql.startsWith("INSERT INTO gaussferry.fence")) {
            requireWritable();
            Fenced before = fences.get(parameters.get(0));
            fences.put(
                    parameters.get(0),
                    new Fenced(
                            parameters.get(1),
                            parameters.get(2),
                            parameters.get(3),
                            parameters.get(4),
                            before == null ? raised++ : before.raised()));
        } else if (sql.startsWith("DELETE FROM gaussferry.fence")) {
            requireWritable();
            fences.remove(parameters.get(0));
        } else if (sql.startsWith("SELECT ")) {
            return query(sql, parameters);
        } else if (!sql.startsWith("SET SESSION")) {
            throw new UnsupportedOperationException(sql);
        }
        return List.of();
    }

    private List<List<String>> query(String sql, List<String> parameters) {
        if (sql.contains("VERSION()")) {
            return List.of(List.of("8.0.33"));
        }
        if (sql.contains("_LOCK(") || sql.contains("information_schema.tables")) {
            return List.of(List.of("1"));
        }
        if (sql.contains("persisted_variables")) {
            return persisted.entrySet().stream()
                    .map(one -> List.of(one.getKey(), one.getValue()))
                    .toList();
        }
        if (sql.contains("FROM gaussferry.fence WHERE kind")) {
            return fences.entrySet().stream()
                    .filter(one -> one.getValue().kind().equals(parameters.get(0)))
                    .sorted(Comparator.comparing(one -> one.getValue().raised()))
                    .map(one -> List.of(
                            one.getValue().pipeline(),
                            one.getKey(),
                            one.getValue().memory(),
                            one.getValue().settled()))
                    .toList();
        }
        if (sql.contains("account_locked")) {
            Boolean isLocked = accounts.get(parameters.get(0) + "@" + parameters.get(1));
            return isLocked == null ? List.of() : List.of(List.of(isLocked ? "Y" : "N"));
        }
        if (sql.contains("CONNECTION_ID()")) {
            return List.of(List.of("1"));
        }
        if (sql.contains("innodb_trx") || sql.contains("processlist") || sql.contains("SELECT pipeline, kind")) {
            return List.of();
        }
        throw new UnsupportedOperationException(sql);
    }

    private String read(String variable) {
        if (variable.equals("server_uuid")) {
            return ScriptedSource.SERVER;
        }
        String value = globals.getOrDefault(variable, "");
        boolean isNumber = variable.endsWith("read_only");
        return isNumber ? (value.equals("ON") ? "1" : "0") : value;
    }

    private void set(String variable, String value, boolean persists) throws SQLException {
        if ("DISABLED".equals(globals.get(variable))) {
            throw new SQLException("Cannot switch off/on the event scheduler, which is disabled", "HY000", READ_ONLY);
        }
        globals.put(variable, value);
        if (persists) {
            persisted.put(variable, value);
        }
        if (variable.equals("super_read_only") && value.equals("ON")) {
            globals.put("read_only", "ON");
        } else if (variable.equals("read_only") && value.equals("OFF")) {
            globals.put("super_read_only", "OFF");
        }
    }

    private void lock(String account, boolean isLocked, boolean mayBeMissing) throws SQLException {
        requireWritable();
        if (accounts.containsKey(account)) {
            accounts.put(account, isLocked);
        } else if (!mayBeMissing) {
            throw new SQLException("Operation ALTER USER failed for " + account, "HY000", 1396);
        }
    }

    private void requireWritable() throws SQLException {
        if (isOn("super_read_only")) {
            throw new SQLException("The MySQL server is running with --super-read-only", "HY000", READ_ONLY);
        }
    }
}
