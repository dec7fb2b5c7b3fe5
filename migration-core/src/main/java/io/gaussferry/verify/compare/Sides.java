package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * What one worker works with; used by its thread alone.
 *
 * @param source a connection with autocommit: each query is a consistent read of its own
 * @param target a connection without autocommit, READ COMMITTED
 * @param watch shared by all workers
 * @param definitions where replay stood when the comparison of these tables began
 * @param settings what to do
 */
public record Sides(
        Connection source,
        Connection target,
        PositionWatch watch,
        ReplayedDefinitions definitions,
        VerifySettings settings) {

    /**
     * Makes sure of the definition by which a table's rows are written or judged, while a lock on one of them keeps replay from changing it.
     *
     * @throws CannotTellException if it is another by now
     */
    void requireDefinition(ComparedTable table) throws SQLException {
        Set<TableId> changed = definitions.changedSince(target);
        if (table.sources().stream().anyMatch(changed::contains)) {
            throw new CannotTellException("its definition changed while it was compared");
        }
    }
}
