package io.gaussferry.application;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads how both servers execute a query, without executing it. */
final class QueryPlans {

    /** Literals in a plan's conditions, and the estimates, which stay. */
    private static final Pattern PARTS = Pattern.compile("\\((?:cost|rows)=[^)]*\\)|'(?:[^']|'')*'|\\b\\d[\\d.]*\\b");

    private QueryPlans() {}

    static String ofSource(Connection source, String sql) throws SQLException {
        try {
            return text(source, "EXPLAIN FORMAT=TREE " + sql);
        } catch (SQLException e) {
            // servers before 8.0.16
            return text(source, "EXPLAIN " + sql);
        }
    }

    static String ofTarget(Connection target, String sql) throws SQLException {
        return text(target, "EXPLAIN " + sql);
    }

    private static String text(Connection connection, String sql) throws SQLException {
        List<String> lines = Sql.list(
                connection,
                row -> {
                    List<String> columns = new ArrayList<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        columns.add(String.valueOf(row.getString(i)));
                    }
                    return String.join(" | ", columns);
                },
                sql);
        return marked(lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n")));
    }

    /** Marks the literals. */
    static String marked(String plan) {
        return PARTS.matcher(plan)
                .replaceAll(part -> Matcher.quoteReplacement(
                        part.group().startsWith("(") ? part.group() : RowValueMarks.marked(part.group())));
    }
}
