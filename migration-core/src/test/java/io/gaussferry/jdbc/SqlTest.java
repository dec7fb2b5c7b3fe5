package io.gaussferry.jdbc;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.SqlFailure;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlTest {

    private final ScriptedConnection script = new ScriptedConnection();
    private final Connection connection = script.connection();

    @Test
    void setsParametersInOrder() throws SQLException {
        script.updates("UPDATE", 3);
        assertThat(Sql.update(connection, "UPDATE t SET a = ? WHERE b = ? AND c = ?", null, "x", 5L))
                .isEqualTo(3);
        Sql.execute(connection, "DELETE FROM t WHERE a = ?", 7);
        assertThat(script.executed())
                .containsExactly(
                        "UPDATE t SET a = ? WHERE b = ? AND c = ? [null, x, 5]", "DELETE FROM t WHERE a = ? [7]");
    }

    /** An expression of a user's definition may contain an operator with a question mark. */
    @Test
    void leavesQuestionMarksWithoutParameters() throws SQLException {
        Sql.execute(connection, "ALTER TABLE t ADD CHECK (j ? 'a')");
        assertThat(Sql.exists(connection, "SELECT 1 WHERE j ? 'a'")).isFalse();
        assertThat(script.executed()).containsExactly("ALTER TABLE t ADD CHECK (j ? 'a')", "SELECT 1 WHERE j ? 'a'");
    }

    @Test
    void readsRows() throws SQLException {
        script.answer("FROM t", row(1, "a"), row(2, "b"));
        List<String> seen = new ArrayList<>();
        Sql.each(connection, row -> seen.add(row.getLong(1) + row.getString(2)), "SELECT n, s FROM t");
        assertThat(seen).containsExactly("1a", "2b");
        assertThat(Sql.list(connection, row -> row.getString(2), "SELECT n, s FROM t WHERE p = ?", "x"))
                .containsExactly("a", "b");
        assertThat(Sql.first(connection, row -> row.getInt(1), "SELECT n, s FROM t"))
                .hasValue(1);
        assertThat(Sql.exists(connection, "SELECT n, s FROM t")).isTrue();
    }

    @Test
    void findsNoRow() throws SQLException {
        assertThat(Sql.list(connection, row -> row.getString(1), "SELECT s FROM t"))
                .isEmpty();
        assertThat(Sql.first(connection, row -> row.getString(1), "SELECT s FROM t"))
                .isEmpty();
        assertThat(Sql.exists(connection, "SELECT s FROM t WHERE a = ?", 1)).isFalse();
    }

    @Test
    void readsTheOnlyRow() throws SQLException {
        script.answer("FROM t", row(7));
        long counted = Sql.only(connection, row -> row.getLong(1), "SELECT count(*) FROM t");
        assertThat(counted).isEqualTo(7);
    }

    /** A failure without an SQLSTATE would count as a lost connection, and be retried indefinitely. */
    @Test
    void doesNotRetryMissingRow() {
        assertThatThrownBy(() -> Sql.only(connection, row -> row.getLong(1), "SELECT n FROM t"))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(SqlFailure.of(failure).mayPass()).isFalse())
                .hasMessageContaining("SELECT n FROM t");
    }
}
