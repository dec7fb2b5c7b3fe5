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

    TargetRowTypes(Connection target) {
        this.target = target;
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
                columns.add(new Column(Identifiers.quoteTarget(name), metadata.getColumnTypeName(i)));
            }
            return columns;
        } finally {
            target.rollback(before);
        }
    }
}
