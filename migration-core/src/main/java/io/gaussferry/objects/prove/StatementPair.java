package io.gaussferry.objects.prove;

/**
 * A statement that changes rows, as SQL of each side.
 *
 * @param source MySQL's SQL
 * @param target the target's SQL
 */
record StatementPair(String source, String target) {

    /** Returns a statement that changes both rows: the part of the other one after its first separator is appended. */
    StatementPair and(StatementPair other, String separator, String joined) {
        return new StatementPair(
                source + joined + end(other.source, separator), target + joined + end(other.target, separator));
    }

    private static String end(String sql, String separator) {
        return sql.substring(sql.indexOf(separator) + separator.length());
    }
}
