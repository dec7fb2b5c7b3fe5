package io.gaussferry.objects.translate;

import java.sql.SQLException;
import java.util.List;

/** Determines the columns of a query on the target. */
@FunctionalInterface
public interface RowTypes {

    /**
     * A column of a query.
     *
     * @param name its quoted name
     * @param type its type
     */
    record Column(String name, String type) {}

    /**
     * Returns the columns of a query, with unique names.
     *
     * @throws SQLException if the target refuses the query
     */
    List<Column> columns(String query) throws SQLException;
}
