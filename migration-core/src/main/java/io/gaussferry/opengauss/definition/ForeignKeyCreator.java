package io.gaussferry.opengauss.definition;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.SchemaLimitation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;

/** Adds foreign keys to the target's tables after their rows. Joins the connection's transaction. */
final class ForeignKeyCreator {

    /** foreign_key_violation */
    private static final String VIOLATED = "23503";

    private static final String DEFER = "set gaussferry.target.foreign-keys: defer, and create the key at the cutover";

    private final Connection target;

    ForeignKeyCreator(Connection target) {
        this.target = target;
    }

    /**
     * Adds a key. If rows violate it as they do at the source, it is added without validating existing rows, and then
     * enforces the same as at the source. If the target rejects a key for another reason, the copy continues, unless
     * the key has an action: the target's own key must then change the child rows, because the binlog does not contain
     * these changes.
     *
     * @return the limitation of the target's table; empty if the key exists and is valid
     * @throws GaussferryException if rows have a parent only by the source's string comparison, or if a key with an
     *     action cannot be created
     */
    Optional<SchemaLimitation> add(ForeignKeyPlan.Key key) throws SQLException {
        String name = freeName(key.child().targetId(), key.constraintName());
        String sql = key.add(name);
        try {
            execute(sql);
            return Optional.empty();
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            if (failure.mayPass()) {
                throw e;
            }
            String reason = reason(e);
            if (VIOLATED.equals(e.getSQLState()) && key.comparesAlike()) {
                execute(key.addUnchecked(name));
                return Optional.of(violated(key, name, reason));
            }
            if (VIOLATED.equals(e.getSQLState())) {
                throw new GaussferryException(
                        ErrorCode.FOREIGN_KEY_REFUSED,
                        "The target cannot have " + key + ", because rows of the source violate it: " + reason
                                + ". Such rows are written with foreign_key_checks = 0; or they meet their parent only in a"
                                + " collation that the target does not have.\n  at: initial copy",
                        DEFER + "; start again, no row is copied a second time",
                        e);
            }
            if (key.definition().cascades()) {
                throw new GaussferryException(
                        ErrorCode.FOREIGN_KEY_REFUSED,
                        "The target refuses " + key + ": " + reason
                                + ". Without it, the child rows that its action changes at the source would stay as they"
                                + " were, because MySQL does not log them.\n  at: initial copy",
                        "replace the key at the source by one without an action, or exclude its database",
                        e);
            }
            return Optional.of(new SchemaLimitation(
                    key.child().id(),
                    "foreign key " + key.definition().name(),
                    "the target refuses " + sql + ": " + reason,
                    "create an equal one on the target by hand"));
        }
    }

    private void execute(String sql) throws SQLException {
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            statement.execute(sql);
            target.releaseSavepoint(before);
        } catch (SQLException e) {
            if (!SqlFailure.of(e).mayPass()) {
                target.rollback(before);
            }
            throw e;
        }
    }

    private static SchemaLimitation violated(ForeignKeyPlan.Key key, String name, String reason) {
        return new SchemaLimitation(
                key.child().id(),
                "foreign key " + key.definition().name(),
                "rows of the source violate it, and the target's key does not cover existing rows: " + reason,
                "correct the rows at the source, which foreign_key_checks = 0 let in; then, on the target: "
                        + key.validate(name));
    }

    /** Returns the lines of the message, including the one that names a row, without the driver's punctuation. */
    private static String reason(SQLException failure) {
        return RowValueMarks.message(failure).replaceAll("\\s*\\n\\s*", "; ").replaceAll("[.;\\s]+$", "");
    }

    /** A check of the same table may have the name: MySQL counts them apart. */
    private String freeName(TableId table, String wanted) throws SQLException {
        return Sql.first(target, row -> row.getString(1), NameQueries.freeConstraint(table, wanted))
                .orElseThrow();
    }
}
