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
 * Requests the copies that statements of the source have made necessary. Which these are is stored with the statement's own transaction, so
 * that a daemon that ends before the request makes it at its next start. A table that cannot be copied next to the replay is left to a person.
 */
public final class DueCopies {

    private static final Logger LOG = LoggerFactory.getLogger(DueCopies.class);

    private final PipelineSettings settings;
    private final Ownership ownership;

    /** @param ownership the right to write progress */
    public DueCopies(PipelineSettings settings, Ownership ownership) {
        this.settings = settings;
        this.ownership = ownership;
    }

    /** Requests the copies of tables; the next look at the target retries what fails for a reason that may pass. */
    public void request(Set<TableId> tables) {
        for (TableId table : tables) {
            try {
                List<TableCopyRequest.Planned> unused = new TableCopyRequest(settings, List.of(table), true).run();
            } catch (GaussferryException e) {
                if (e.category() == ErrorCategory.RETRY) {
                    LOG.warn("The copy of table {} is requested again soon: {}", table, e.getMessage());
                } else {
                    leaveToAPerson(table, e);
                }
            }
        }
    }

    private void leaveToAPerson(TableId table, GaussferryException reason) {
        LOG.error("Table {} is quarantined, and is not copied automatically: {}", table, reason.getMessage());
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.openBounded()) {
            ownership.holdLightly(target);
            new TableCopyStore(settings.name()).failed(target, table, State.DUE, reason.problem());
            target.commit();
        } catch (SQLException | GaussferryException e) {
            LOG.debug("It is still due for the next look: {}", e.getMessage());
        }
    }
}
