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
 * A statement that changes tables while the first copy's rows are brought to one position: some rows may be from before it and others
 * from behind it. Its tables are copied again, from their beginning, in a view that has the statement; all others stay what they are, and
 * the replay goes on from where it is.
 */
public final class CopyRestart {

    private static final Logger LOG = LoggerFactory.getLogger(CopyRestart.class);

    private final PipelineSettings settings;
    private String last = "";

    /** @param settings of the pipeline whose first copy it is */
    public CopyRestart(PipelineSettings settings) {
        this.settings = settings;
    }

    /**
     * Has the next run copy a statement's tables again.
     *
     * @param failure where a run has stopped that brought rows to one position
     * @param goal that position
     * @param held the right to write progress
     * @return whether the next run goes on; not if it was stopped by something else, or if it is not certain which tables are meant, if a
     *     person is to decide about every statement, or if the source has no GTIDs by which what is copied then could be told from what
     *     was replayed
     */
    public boolean isDone(TransactionException failure, CatchUpGoal goal, Ownership held) {
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
                return true; // the statement is behind it
            }
            if (found.source().naming() != Naming.GTID) {
                return false;
            }
            copyAgain(target, change.tables());
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "have tables " + change.tables() + " copied again",
                    "look at what the message names; the next start meets the statement again",
                    e);
        }
        // one that is met again behind the new copy would be met for ever
        last = change.transaction();
        LOG.warn(
                "Tables {} are copied again: rows of theirs may be from before a statement, and others from behind it. {}",
                change.tables(),
                change.problem());
        return true;
    }

    private void copyAgain(Connection target, List<TableId> tables) throws SQLException {
        TableHistory history = new TableHistory(settings.name());
        Set<TableId> all = new TreeSet<>(tables);
        // a source may take names in any case
        history.read(target).keySet().stream()
                .filter(known -> tables.stream().anyMatch(table -> isAlike(known, table)))
                .forEach(all::add);
        new CopyStore(settings.name()).copyAgain(target, all);
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
