package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinitionFormat;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tables that the source dropped while a copy had them. Used by one thread, in the transaction of a handover. */
final class DroppedTables {

    private static final Logger LOG = LoggerFactory.getLogger(DroppedTables.class);

    /** {@code ER_NO_SUCH_TABLE} and {@code ER_BAD_DB_ERROR}. */
    private static final Set<Integer> MISSING = Set.of(1146, 1049);

    private final Connection target;
    private final Map<TableId, String> known;
    private final SourceSettings source;

    /**
     * @param known the definitions of all tables that the target has
     * @param source is asked whether it has the table
     */
    DroppedTables(Connection target, Map<TableId, String> known, SourceSettings source) {
        this.target = target;
        this.known = known;
        this.source = source;
    }

    /**
     * Drops a table of known definition on the target, if the source has none of its name.
     *
     * @return whether it is gone; not if other objects or another table of the source need it
     * @throws io.gaussferry.error.GaussferryException if the source cannot be asked
     */
    boolean drop(TableId table) throws SQLException {
        if (!isMissing(table)) {
            LOG.error(
                    "Table {} stays quarantined: its copy found no such table at the source, which has one, or does not show it to"
                            + " the account\n  remedy: grant the account SELECT on the table, then gaussferry copy --config FILE"
                            + " --table NAME --replace",
                    table);
            return false;
        }
        TableId onTarget = targetOf(table);
        boolean shared = known.keySet().stream()
                .anyMatch(other -> !other.equals(table) && targetOf(other).equals(onTarget));
        if (shared) {
            LOG.error(
                    "Table {} stays quarantined: the source dropped it, but other tables are table {} too",
                    table,
                    onTarget);
            return false;
        }
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + Identifiers.quoteTarget(onTarget));
            target.releaseSavepoint(before);
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            target.rollback(before);
            LOG.error(
                    "Table {} stays quarantined: the source dropped it, but the target refuses to: {}\n  remedy: drop there what"
                            + " depends on it, then gaussferry copy --config FILE --table NAME --replace",
                    table,
                    RowValueMarks.message(e));
            return false;
        }
    }

    /** The catalog hides tables on which the account has no privilege, but a query of such a table has another error. */
    private boolean isMissing(TableId table) {
        try (Connection connection = SourceSelection.open(source).connection()) {
            return isMissing(connection, table);
        } catch (SQLException e) {
            throw SourceFailures.describe(source, e);
        }
    }

    private static boolean isMissing(Connection connection, TableId table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet unused =
                        statement.executeQuery("SELECT 1 FROM " + Identifiers.quoteSource(table) + " LIMIT 0")) {
            return false;
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            return MISSING.contains(e.getErrorCode());
        }
    }

    private TableId targetOf(TableId table) {
        return TableDefinitionFormat.read(table, String.valueOf(known.get(table)))
                .targetId();
    }
}
