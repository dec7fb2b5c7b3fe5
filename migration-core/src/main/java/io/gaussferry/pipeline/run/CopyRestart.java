package io.gaussferry.pipeline.run;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies tables again after a statement that changed them while the rows of the initial copy were being replayed to one
 * position: some rows may be from before the statement and others from after it. The new copy reads the tables from the
 * start, in a view that contains the statement. All other tables keep their rows, and replay continues from its
 * position.
 */
public final class CopyRestart {

    private static final Logger LOG = LoggerFactory.getLogger(CopyRestart.class);

    private final PipelineSettings settings;
    private String last = "";

    /** @param settings of the pipeline with the initial copy */
    public CopyRestart(PipelineSettings settings) {
        this.settings = settings;
    }

    /**
     * Requests that the next run copies a statement's tables again.
     *
     * @param failure the failure that ended a run while it replayed rows to one position
     * @param goal that position
     * @param held the progress ownership
     * @return whether the next run continues; false if the failure has another cause, if the affected tables are not
     *     known exactly, if every statement is left to the operator, or if the source has no GTIDs to distinguish
     *     copied from replayed transactions
     */
    public boolean tryRestart(TransactionException failure, CatchUpGoal goal, Ownership held) {
        if (!(failure instanceof DefinitionException change)
                || change.tables().isEmpty()
                || settings.definitions().mode() == DefinitionSettings.Mode.HOLD
                || last.equals(change.transaction())) {
            return false;
        }
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.openBounded()) {
            held.hold(target);
            Found found = new ProgressStore(settings.name()).find(target).orElseThrow();
            if (goal.isReached(found.progress().executedSet())) {
                return true; // the statement comes after the goal
            }
            if (found.source().naming() != Naming.GTID) {
                return false;
            }
            returnToLoading(target, change.tables());
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "copy tables " + change.tables() + " again",
                    "solve the problem that the message names; the next start reads the statement again",
                    e);
        }
        // a statement that comes after the new copy's position would otherwise cause one copy after the other
        last = change.transaction();
        LOG.warn(
                "Copying tables {} again: their rows may be from before a statement and from after it. {}",
                change.tables(),
                change.problem());
        return true;
    }

    private void returnToLoading(Connection target, List<TableId> tables) throws SQLException {
        TableHistory history = new TableHistory(settings.name());
        Set<TableId> all = new TreeSet<>(tables);
        // a source may report names in any case
        history.read(target).keySet().stream()
                .filter(known -> tables.stream().anyMatch(table -> isAlike(known, table)))
                .forEach(all::add);
        new CopyStore(settings.name()).returnToLoading(target, all);
        TableCopyStore joined = new TableCopyStore(settings.name());
        for (TableId table : all) {
            history.remove(target, table);
            joined.joined(target, table, new GtidSet());
        }
    }

    private static boolean isAlike(TableId one, TableId other) {
        return one.schema().equalsIgnoreCase(other.schema()) && one.name().equalsIgnoreCase(other.name());
    }
}
