package io.gaussferry.objects;

import io.gaussferry.objects.translate.RowTypes;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Has the target itself determine the columns of a query. */
final class TargetRowTypes implements RowTypes {

    private final Connection target;
    private final boolean dolphin;

    TargetRowTypes(Connection target, boolean dolphin) {
        this.target = target;
        this.dolphin = dolphin;
    }

    @Override
    public List<Column> columns(String query) throws SQLException {
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM (" + query + ") AS \"gf_query\" LIMIT 0")) {
            ResultSetMetaData metadata = none.getMetaData();
            List<Column> columns = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                String name = metadata.getColumnLabel(i);
                while (!names.add(name)) {
                    name = name + "_";
                }
                columns.add(new Column(Identifiers.quoteTarget(name), type(metadata, i)));
            }
            return columns;
        } finally {
            target.rollback(before);
        }
    }

    /** Returns a column's type. Without precision numeric is an integer for dolphin, and char and bit have length 1 for both servers. */
    private String type(ResultSetMetaData metadata, int column) throws SQLException {
        String name = metadata.getColumnTypeName(column);
        int precision = metadata.getPrecision(column);
        return switch (name) {
            case "numeric" -> {
                String any = dolphin ? "number" : "numeric";
                yield precision > 0 ? "numeric(" + precision + "," + metadata.getScale(column) + ")" : any;
            }
            case "bpchar" -> "char(" + precision + ")";
            case "bit" -> "bit(" + precision + ")";
            default -> name;
        };
    }
}
