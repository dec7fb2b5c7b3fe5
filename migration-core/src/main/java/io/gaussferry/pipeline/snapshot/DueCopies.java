package io.gaussferry.pipeline.snapshot;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests the copies that statements of the source have made necessary. They are stored in the statement's own
 * transaction, so that a daemon that stops before the request repeats it at its next start. A table that cannot be
 * copied while replication runs is left to the operator.
 */
public final class DueCopies {

    private static final Logger LOG = LoggerFactory.getLogger(DueCopies.class);

    private final PipelineSettings settings;
    private final Ownership ownership;

    /** @param ownership the progress ownership */
    public DueCopies(PipelineSettings settings, Ownership ownership) {
        this.settings = settings;
        this.ownership = ownership;
    }

    /**
     * Requests the copies of tables. The next check of the target retries requests that failed for a temporary reason.
     */
    public void request(Set<TableId> tables) {
        for (TableId table : tables) {
            try {
                List<TableCopyRequest.Planned> unused = new TableCopyRequest(settings, List.of(table), true).run();
            } catch (GaussferryException e) {
                if (e.category() == ErrorCategory.RETRY) {
                    LOG.warn("Cannot request the copy of table {}, retrying: {}", table, e.getMessage());
                } else {
                    leaveToOperator(table, e);
                }
            }
        }
    }

    private void leaveToOperator(TableId table, GaussferryException reason) {
        LOG.error("Table {} is quarantined, and is not copied automatically: {}", table, reason.getMessage());
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.openBounded()) {
            ownership.holdSingleRow(target);
            new TableCopyStore(settings.name()).failed(target, table, State.DUE, reason.problem());
            target.commit();
        } catch (SQLException | GaussferryException e) {
            LOG.debug("The copy of table {} remains due for the next check: {}", table, e.getMessage());
        }
    }
}
