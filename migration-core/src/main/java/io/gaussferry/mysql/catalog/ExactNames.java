package io.gaussferry.mysql.catalog;

/**
 * Joins tables of {@code information_schema} by names. Up to MySQL 5.7 they compare without regard to case, also where tables {@code T} and {@code t} are two.
 */
public final class ExactNames {

    private ExactNames() {}

    /**
     * Returns the condition that two rows are of one object: names are compared by their bytes where names of the server are case-sensitive. The plain
     * comparison stays, because a server finds rows by it.
     *
     * @param one alias of a table
     * @param other alias of another one
     * @param columns the names' columns, which both have
     */
    public static String join(String one, String other, String... columns) {
        StringBuilder plain = new StringBuilder();
        StringBuilder exact = new StringBuilder();
        for (String column : columns) {
            String left = one + "." + column;
            String right = other + "." + column;
            plain.append(left).append(" = ").append(right).append(" AND ");
            exact.append(exact.isEmpty() ? "" : " AND ")
                    .append("CAST(" + left + " AS BINARY) = CAST(" + right + " AS BINARY)");
        }
        return plain + "(@@lower_case_table_names <> 0 OR (" + exact + "))";
    }
}
