package io.gaussferry.opengauss.catalog;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection to a target that answers queries with rows of its catalogs, made by hand. */
public final class CatalogRows {

    /** The rows of a query, by a part of its SQL; a row's values are by column label, and in the query's order. */
    private final Map<String, List<Map<String, Object>>> answers = new LinkedHashMap<>();

    private final Map<String, SQLException> failures = new LinkedHashMap<>();
    final List<String> executed = new ArrayList<>();

    /** Answers a query with the rows. */
    public CatalogRows answer(String partOfQuery, List<Map<String, Object>> rows) {
        answers.put(partOfQuery, rows);
        return this;
    }

    /** Answers a query with one value. */
    public CatalogRows answer(String partOfQuery, Object value) {
        return answer(partOfQuery, List.of(Map.of("value", value)));
    }

    /** Makes a statement fail. */
    CatalogRows fail(String partOfStatement, String sqlState) {
        failures.put(partOfStatement, new SQLException("refused", sqlState));
        return this;
    }

    public Connection connection() {
        return fake(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> statement(null);
            case "prepareStatement" -> statement((String) arguments[0]);
            default -> null;
        });
    }

    private Statement statement(@Nullable String prepared) {
        return fake(PreparedStatement.class, (self, method, arguments) -> switch (method.getName()) {
            case "executeQuery" -> rows(prepared == null ? (String) arguments[0] : prepared);
            case "execute" -> execute((String) arguments[0]);
            default -> null;
        });
    }

    private boolean execute(String sql) throws SQLException {
        executed.add(sql);
        for (Map.Entry<String, SQLException> failure : failures.entrySet()) {
            if (sql.contains(failure.getKey())) {
                throw failure.getValue();
            }
        }
        return true;
    }

    private ResultSet rows(String query) {
        List<Map<String, Object>> found = answers.entrySet().stream()
                .filter(answer -> query.contains(answer.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(query));
        Iterator<Map<String, Object>> rows = found.iterator();
        List<Map<String, Object>> current = new ArrayList<>();
        return fake(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> {
                current.clear();
                yield rows.hasNext() && current.add(rows.next());
            }
            case "getString", "getBoolean", "getLong" -> {
                Map<String, Object> row = current.get(0);
                yield arguments[0] instanceof String label
                        ? Objects.requireNonNull(row.get(label), label)
                        : row.values().iterator().next();
            }
            default -> null;
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
