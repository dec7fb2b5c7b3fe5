package io.gaussferry.objects.translate;

import java.sql.SQLException;
import java.util.List;

/** Determines the columns of a query on the target. */
@FunctionalInterface
public interface RowTypes {

    /**
     * Returns the columns of a query, each as its quoted name and its type.
     *
     * @throws SQLException if the target refuses the query
     */
    List<String> columns(String query) throws SQLException;
}
