package io.gaussferry.shadow;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Wraps a connection and its statements. Every call is passed on unchanged; a query is recorded after it has succeeded. */
final class ShadowedCalls {

    private static final Logger LOG = Logger.getLogger(ShadowedCalls.class.getName());

    private static final Set<String> EXECUTIONS = Set.of("execute", "executeQuery");

    /** Setters whose value is the second argument as it is. */
    private static final Set<String> PLAIN_SETTERS = Set.of(
            "setBoolean",
            "setByte",
            "setShort",
            "setInt",
            "setLong",
            "setFloat",
            "setDouble",
            "setBigDecimal",
            "setString",
            "setNString",
            "setBytes",
            "setDate",
            "setTime",
            "setTimestamp",
            "setObject");

    private ShadowedCalls() {}

    /** Wraps a connection. */
    static Connection of(Connection connection, Recorder recorder) {
        return proxy(Connection.class, new OfConnection(connection, recorder));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ShadowedCalls.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object delegate, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(delegate, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** Calls that MySQL's own object must answer with itself, not with the wrapper. */
    private static boolean isOfObject(Method method) {
        return method.getDeclaringClass() == Object.class;
    }

    private static Object ofObject(
            Object proxy, Object delegate, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "shadowed " + delegate;
        };
    }

    private record OfConnection(Connection delegate, Recorder recorder) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (isOfObject(method)) {
                return ofObject(proxy, delegate, method, arguments);
            }
            Object result = call(delegate, method, arguments);
            String sql = arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : "";
            return switch (method.getName()) {
                case "createStatement" ->
                    proxy(Statement.class, new OfStatement(delegate, result, (Connection) proxy, recorder, ""));
                case "prepareStatement" ->
                    proxy(
                            PreparedStatement.class,
                            new OfStatement(delegate, result, (Connection) proxy, recorder, sql));
                case "prepareCall" ->
                    proxy(CallableStatement.class, new OfStatement(delegate, result, (Connection) proxy, recorder, ""));
                default -> result;
            };
        }
    }

    /** A statement; used by one thread at a time, as JDBC requires. */
    private static final class OfStatement implements InvocationHandler {

        private final Connection connection;
        private final Object delegate;
        private final Connection wrapper;
        private final Recorder recorder;
        private final String prepared;
        private final boolean isQuery;
        private final Map<Integer, @Nullable Object> parameters = new TreeMap<>();
        private boolean isUnknown;

        /** @param prepared the SQL of a prepared statement; empty otherwise */
        private OfStatement(
                Connection connection,
                @Nullable Object delegate,
                Connection wrapper,
                Recorder recorder,
                String prepared) {
            this.connection = connection;
            this.delegate = Objects.requireNonNull(delegate);
            this.wrapper = wrapper;
            this.recorder = recorder;
            this.prepared = prepared;
            this.isQuery = SqlTokens.isQuery(prepared);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (isOfObject(method)) {
                return ofObject(proxy, delegate, method, arguments);
            }
            Object result = call(delegate, method, arguments);
            String name = method.getName();
            if (name.equals("getConnection")) {
                return wrapper;
            }
            try {
                note(name, arguments == null ? new Object[0] : arguments);
            } catch (SQLException | RuntimeException e) {
                // the class only: a message may contain values
                LOG.log(
                        Level.FINE,
                        "A query was not recorded: {0}",
                        e.getClass().getName());
            }
            return result;
        }

        private void note(String name, @Nullable Object[] arguments) throws SQLException {
            boolean hasArguments = arguments.length > 0;
            if (EXECUTIONS.contains(name)) {
                if (hasArguments && arguments[0] instanceof String sql) {
                    if (SqlTokens.isQuery(sql)) {
                        recorder.add(new RecordedQuery(database(), sql, List.of()));
                    }
                } else if (isQuery && !isUnknown) {
                    recorder.add(new RecordedQuery(database(), prepared, values()));
                }
            } else if (name.equals("clearParameters")) {
                parameters.clear();
                isUnknown = false;
            } else if (isQuery && hasArguments && name.startsWith("set") && arguments[0] instanceof Integer index) {
                set(name, index, arguments);
            }
        }

        private void set(String name, int index, @Nullable Object[] arguments) {
            if (name.equals("setNull")) {
                parameters.put(index, null);
            } else if (arguments.length > 2 && arguments[2] instanceof Calendar) {
                // its literal depends on the calendar
                isUnknown = true;
            } else if (PLAIN_SETTERS.contains(name) && arguments.length >= 2) {
                Object value = arguments[1];
                // the application may change an array or a date later
                parameters.put(
                        index,
                        value instanceof byte[] bytes
                                ? bytes.clone()
                                : value instanceof java.util.Date date ? date.clone() : value);
            } else if (arguments.length >= 2) {
                // a stream can be read only once
                isUnknown = true;
            }
        }

        private List<@Nullable Object> values() {
            return new ArrayList<>(parameters.values());
        }

        private String database() throws SQLException {
            String catalog = connection.getCatalog();
            return catalog == null ? "" : catalog;
        }
    }
}
