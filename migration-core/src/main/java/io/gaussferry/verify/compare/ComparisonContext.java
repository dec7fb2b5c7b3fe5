package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * Resources of one worker, used by its thread only.
 *
 * @param source a connection with autocommit: each query is a consistent read of its own
 * @param target a connection without autocommit, READ COMMITTED
 * @param watch shared by all workers
 * @param definitions the definitions at the replayed position when the comparison of these tables started
 * @param settings settings of the verification
 */
public record ComparisonContext(
        Connection source,
        Connection target,
        PositionWatch watch,
        ReplayedDefinitions definitions,
        VerifySettings settings) {

    /**
     * Checks that the definition used to write or compare a table's rows is still current. The caller holds a lock on one of its rows, so
     * replay cannot change it afterwards.
     *
     * @throws UndecidedComparisonException if the definition has changed
     */
    void requireDefinition(ComparedTable table) throws SQLException {
        Set<TableId> changed = definitions.changedSince(target);
        if (table.sources().stream().anyMatch(changed::contains)) {
            throw new UndecidedComparisonException("its definition changed during the comparison");
        }
    }
}
