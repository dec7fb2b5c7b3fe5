package io.gaussferry.pipeline.run;

import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.OwnerSessions;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run's connections to the target. They are closed when the run is aborted, or when another owner has taken over.
 *
 * @param pool opens the connections
 * @param threads the threads of the run
 * @param pipeline the pipeline's name
 */
record RunSessions(TargetSessions pool, Supervisor threads, String pipeline) {

    private static final Logger LOG = LoggerFactory.getLogger(RunSessions.class);

    /** Opens a connection for queries and short statements, with the read timeout of an applier. */
    Connection openBounded() throws SQLException {
        return marked(threads.own(pool.openBounded(), ConnectionAborter::abort));
    }

    /** Opens a connection for statements that may take long. */
    Connection open() throws SQLException {
        return marked(threads.own(pool.open(), ConnectionAborter::abort));
    }

    /** Opens a connection as {@link #open} does, for threads that always close it themselves. */
    Connection openForOthers() throws SQLException {
        Connection connection = pool.open();
        try {
            return marked(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private Connection marked(Connection connection) throws SQLException {
        pool.mark(connection, pipeline);
        return connection;
    }

    /** Ends the sessions of the former owner, after the commit with which this one took over. */
    void endFormer(Connection target) throws SQLException {
        try {
            int ended = OwnerSessions.terminateOthers(target, pipeline);
            if (ended > 0) {
                LOG.info("Ended {} session(s) of a former owner of pipeline {} on the target", ended, pipeline);
            }
        } catch (SQLException e) {
            target.rollback();
            LOG.warn(
                    "Cannot end the sessions of the former owner; waiting for the rows that they have locked: {}",
                    e.getMessage());
        }
    }
}
