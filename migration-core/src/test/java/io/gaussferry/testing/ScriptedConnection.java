package io.gaussferry.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A connection that answers statements from a script and records them, for classes whose decisions depend on what a server answers.
 *
 * <p>A statement is recorded as its SQL, followed by its parameters in brackets if it has any. A query without an answer has no rows, except
 * for the version, which is 8.0.33; an update without an answer updates one row.
 */
public final class ScriptedConnection {

    private record Answer(
            String part,
            List<String> columns,
            List<List<@Nullable Object>> rows,
            int updated,
            @Nullable SQLException failure) {}

    private static final Answer DEFAULT = new Answer("", List.of(), List.of(), 1, null);

    /** The version is known without a script, because many classes choose their statements by it. */
    private final List<Answer> script =
            new ArrayList<>(List.of(new Answer("SELECT VERSION()", List.of(), List.of(row("8.0.33")), 1, null)));

    /** The failures of a single statement. */
    private final Set<Answer> once = new HashSet<>();

    private final List<String> executed = new ArrayList<>();
    private final Map<String, Runnable> actions = new TreeMap<>();

    /** Answers statements that contain a string; a later answer for the same statement replaces an earlier one. */
    @SafeVarargs
    public final ScriptedConnection answer(String part, List<@Nullable Object>... rows) {
        return answerNamed(part, List.of(), rows);
    }

    /** Does the same for rows whose columns are read by name. */
    @SafeVarargs
    public final ScriptedConnection answerNamed(String part, List<String> columns, List<@Nullable Object>... rows) {
        script.add(new Answer(part, columns, List.of(rows), rows.length, null));
        return this;
    }

    /** Lets statements that contain a string update this number of rows. */
    public ScriptedConnection updates(String part, int rows) {
        script.add(new Answer(part, List.of(), List.of(), rows, null));
        return this;
    }

    /** Lets statements that contain a string fail. */
    public ScriptedConnection fails(String part, SQLException failure) {
        script.add(new Answer(part, List.of(), List.of(), 0, failure));
        return this;
    }

    /** Lets the next statement that contains a string fail. */
    public ScriptedConnection failsOnce(String part, SQLException failure) {
        fails(part, failure);
        once.add(script.get(script.size() - 1));
        return this;
    }

    /** Runs an action after each statement that contains a string, for example to answer the next ones in another way. */
    public ScriptedConnection onStatement(String part, Runnable action) {
        actions.put(part, action);
        return this;
    }

    /** Lets tables of schema gaussferry exist; without this call none exists. */
    public ScriptedConnection tables(String... names) {
        for (String name : names) {
            answer("pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = ? [" + name + "]", row(1));
        }
        return this;
    }

    /** Returns a row. */
    public static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    /** Returns the statements that were executed, in order; also {@code commit}, {@code rollback} and {@code close}. */
    public List<String> executed() {
        return List.copyOf(executed);
    }

    /** Returns the executed statements that change something. */
    public List<String> changes() {
        return executed.stream()
                .filter(statement -> statement.matches("(?s)(INSERT|UPDATE|DELETE|ALTER|DROP|CREATE).*"))
                .toList();
    }

    /** Returns the connection. */
    public Connection connection() {
        return fake(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "prepareStatement" -> prepared((Connection) self, (String) arguments[0]);
            case "createStatement" -> statement();
            case "commit", "close" -> executed.add(method.getName());
            case "rollback" -> executed.add(arguments == null ? "rollback" : "rollback to savepoint");
            case "setSavepoint" -> fake(Savepoint.class, ScriptedConnection::unexpected);
            case "releaseSavepoint" -> null;
            case "getAutoCommit", "isClosed" -> false;
            case "setCatalog" -> executed.add("catalog " + arguments[0]);
            case "setTransactionIsolation" -> executed.add("isolation " + arguments[0]);
            default -> unexpected(self, method, arguments);
        });
    }

    private Statement statement() {
        List<String> batch = new ArrayList<>();
        return fake(Statement.class, (self, method, arguments) -> switch (method.getName()) {
            case "executeQuery" -> rows(run((String) arguments[0]));
            case "executeUpdate" -> run((String) arguments[0]).updated();
            case "executeLargeUpdate" -> (long) run((String) arguments[0]).updated();
            case "execute" -> run((String) arguments[0]) == null;
            case "addBatch" -> batch.add((String) arguments[0]);
            case "executeBatch" -> {
                int[] counts = new int[batch.size()];
                for (int i = 0; i < counts.length; i++) {
                    counts[i] = run(batch.get(i)).updated();
                }
                batch.clear();
                yield counts;
            }
            case "close", "setQueryTimeout", "setFetchSize" -> null;
            default -> unexpected(self, method, arguments);
        });
    }

    private PreparedStatement prepared(Connection connection, String sql) {
        Map<Integer, @Nullable Object> parameters = new TreeMap<>();
        List<Map<Integer, @Nullable Object>> batch = new ArrayList<>();
        return fake(PreparedStatement.class, (self, method, arguments) -> switch (method.getName()) {
            case "setString", "setLong", "setInt", "setTimestamp", "setObject", "setBoolean" -> {
                if ((Integer) arguments[0] != parameters.size() + 1 && !parameters.containsKey(arguments[0])) {
                    throw new SQLException("parameter " + arguments[0] + " follows " + parameters.size());
                }
                yield parameters.put((Integer) arguments[0], arguments[1]);
            }
            case "executeQuery" -> rows(run(sql + " " + parameters.values()));
            case "executeUpdate" -> run(sql + " " + parameters.values()).updated();
            case "execute" -> run(sql + " " + parameters.values()) == null;
            case "addBatch" -> batch.add(new TreeMap<>(parameters));
            case "executeBatch" -> {
                for (Map<Integer, @Nullable Object> values : batch) {
                    run(sql + " " + values.values());
                }
                yield new int[batch.size()];
            }
            case "clearParameters" -> {
                parameters.clear();
                yield null;
            }
            case "getConnection" -> connection;
            case "close", "setQueryTimeout", "setFetchSize" -> null;
            default -> unexpected(self, method, arguments);
        });
    }

    private Answer run(String statement) throws SQLException {
        executed.add(statement);
        Answer answer = DEFAULT;
        for (Answer known : script) {
            answer = statement.contains(known.part()) ? known : answer;
        }
        if (answer.failure() != null) {
            if (once.remove(answer)) {
                script.remove(answer);
            }
            throw answer.failure();
        }
        actions.forEach((part, action) -> {
            if (statement.contains(part)) {
                action.run();
            }
        });
        return answer;
    }

    private static ResultSet rows(Answer answer) {
        int[] current = {-1};
        boolean[] wasNull = {false};
        return fake(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> ++current[0] < answer.rows().size();
            case "close" -> null;
            case "wasNull" -> wasNull[0];
            case "getMetaData" -> metaData(answer);
            default -> {
                Object value = answer.rows().get(current[0]).get(column(answer, arguments[0]));
                wasNull[0] = value == null;
                yield converted(method, value);
            }
        });
    }

    private static int column(Answer answer, Object column) {
        return column instanceof Integer number ? number - 1 : answer.columns().indexOf(column);
    }

    private static @Nullable Object converted(Method getter, @Nullable Object value) {
        return switch (getter.getName()) {
            case "getString" -> value == null ? null : value.toString();
            case "getLong" -> value == null ? 0L : new BigDecimal(value.toString()).longValue();
            case "getInt" -> value == null ? 0 : new BigDecimal(value.toString()).intValue();
            case "getBoolean" -> Boolean.TRUE.equals(value);
            case "getBytes" -> value == null ? null : value.toString().getBytes(StandardCharsets.UTF_8);
            case "getTimestamp" -> value instanceof Instant instant ? Timestamp.from(instant) : value;
            default -> throw new UnsupportedOperationException(getter.getName());
        };
    }

    private static ResultSetMetaData metaData(Answer answer) {
        return fake(ResultSetMetaData.class, (self, method, arguments) -> switch (method.getName()) {
            case "getColumnCount" ->
                answer.columns().isEmpty() && !answer.rows().isEmpty()
                        ? answer.rows().get(0).size()
                        : answer.columns().size();
            case "getColumnName" -> answer.columns().get((Integer) arguments[0] - 1);
            default -> unexpected(self, method, arguments);
        });
    }

    private static @Nullable Object unexpected(Object self, Method method, @Nullable Object @Nullable [] arguments) {
        throw new UnsupportedOperationException(method.getName());
    }

    /** Returns an object whose methods a handler implements; an exception that the handler throws reaches the caller unchanged. */
    public static <T> T fake(Class<T> type, InvocationHandler handler) {
        InvocationHandler withIdentity = (self, method, arguments) -> {
            if (method.getDeclaringClass() != Object.class) {
                return handler.invoke(self, method, arguments);
            }
            return call(handler, method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, withIdentity));
    }

    /** Calls a method; its exception reaches the caller unchanged. */
    public static @Nullable Object call(Object receiver, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
