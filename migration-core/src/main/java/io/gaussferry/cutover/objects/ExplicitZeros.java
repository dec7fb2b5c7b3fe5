package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.type.ColumnType;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;

/**
 * The rows of a table that have a 0 in the column that becomes AUTO_INCREMENT. The plugin replaces each 0 by the next number when it
 * rewrites the table, so the rows have another number meanwhile. Joins the connection's transaction; the table must be locked before rows
 * are moved.
 */
final class ExplicitZeros {

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final Connection target;
    private final String table;
    private final String column;
    private final ColumnDefinition definition;

    ExplicitZeros(Connection target, TableId table, ColumnDefinition definition) {
        this.target = target;
        this.table = Identifiers.quoteTarget(table);
        this.column = Identifiers.quoteTarget(definition.name());
        this.definition = definition;
    }

    /** Returns whether a row has a 0. Reads one entry of an index. */
    boolean exist() throws SQLException {
        return hasRow(BigInteger.ZERO);
    }

    /**
     * Returns a number that no row has: the lowest of a signed type, which does not raise the counter; otherwise the one after the highest.
     * Empty if the type has no such number.
     *
     * @param highest the highest number of the rows
     */
    Optional<BigInteger> unusedNumber(BigInteger highest) throws SQLException {
        IntegerRange range = ColumnType.of(definition).range();
        if (range.low().signum() < 0 && !hasRow(range.low())) {
            return Optional.of(range.low());
        }
        return highest.compareTo(range.high()) < 0 ? Optional.of(highest.add(BigInteger.ONE)) : Optional.empty();
    }

    /** Moves rows from one number to another. */
    void move(BigInteger from, BigInteger to) throws SQLException {
        boolean off = switchOffForeignKeys();
        try (Statement statement = target.createStatement()) {
            statement.executeUpdate(
                    "UPDATE " + table + " SET " + column + " = " + to + " WHERE " + column + " = " + from);
            if (off) {
                statement.execute("SET LOCAL session_replication_role = origin");
            }
        }
    }

    /** Foreign keys of the target may refer to the rows by their final number. Without the privilege they stay enabled. */
    private boolean switchOffForeignKeys() throws SQLException {
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
            return true;
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            target.rollback(before);
            return false;
        }
    }

    private boolean hasRow(BigInteger number) throws SQLException {
        return Sql.exists(target, "SELECT 1 FROM " + table + " WHERE " + column + " = " + number + " LIMIT 1");
    }
}
