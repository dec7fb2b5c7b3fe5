package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.opengauss.RetainedSessions;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads from the target whether another daemon has taken over a pipeline that waits. */
public final class OwnershipOnTarget implements DecisionPoint.OwnershipCheck {

    private static final Logger LOG = LoggerFactory.getLogger(OwnershipOnTarget.class);

    private final RetainedSessions sessions;

    /** @param sessions of the pipeline, which does not use them while it waits */
    public OwnershipOnTarget(RetainedSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void run(Ownership held) {
        try {
            TargetSessions open = sessions.take();
            try (Connection connection = open.open()) {
                held.require(connection);
                connection.rollback();
            } finally {
                sessions.retain(open);
            }
        } catch (FencedException e) {
            throw e;
        } catch (SQLException | GaussferryException e) {
            LOG.debug("Whether the pipeline has another owner is not known: {}", RowValueMarks.messageOf(e));
        }
    }
}
