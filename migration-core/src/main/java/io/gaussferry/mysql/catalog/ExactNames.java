package io.gaussferry.mysql.catalog;

/**
 * Joins tables of {@code information_schema} by exact names. Up to MySQL 5.7 they compare names case-insensitively, even if
 * tables {@code T} and {@code t} are distinct.
 */
public final class ExactNames {

    private ExactNames() {}

    /**
     * Returns the condition that two rows describe the same object. It compares names by their bytes if the server's names are
     * case-sensitive. The plain comparison is kept because the server uses it to look up rows.
     *
     * @param one alias of a table
     * @param other alias of another table
     * @param columns the name columns of both
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
