package io.gaussferry.snapshot;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.ForeignKeyViolations;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Finds the foreign keys that copied rows violate, for a copy that has to be restarted anyway: foreign keys are created at its end, and
 * their violations would be the next problem.
 */
final class ViolatedKeys {

    private ViolatedKeys() {}

    /**
     * Returns a problem for each violated key.
     *
     * @param target contains the rows of one view
     * @param incomplete tables with missing rows, whose keys are not checked
     */
    static List<GaussferryException> find(
            Connection target, Collection<TableDefinition> tables, ForeignKeyPolicy policy, Set<TableId> incomplete)
            throws SQLException {
        List<ForeignKeyPlan.Key> complete = ForeignKeyPlan.of(tables, policy, false).keys().stream()
                .filter(key -> !incomplete.contains(key.child().id())
                        && !incomplete.contains(key.parent().id()))
                .toList();
        return ForeignKeyViolations.find(target, complete).stream()
                .map(ViolatedKeys::problem)
                .toList();
    }

    private static GaussferryException problem(ForeignKeyPlan.Key key) {
        return new GaussferryException(
                ErrorCode.FOREIGN_KEYS_VIOLATED,
                "Rows of the source violate the " + key + ".\n  at: initial copy",
                "correct the rows, or keep them: the target's key will not cover existing rows",
                null);
    }
}
