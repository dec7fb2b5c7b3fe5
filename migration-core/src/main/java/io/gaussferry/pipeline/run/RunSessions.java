package io.gaussferry.pipeline.run;

import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One run's connections to the target, which are cut when the run is to end now.
 *
 * @param pool where they come from
 * @param threads those of the run
 */
record RunSessions(TargetSessions pool, Supervisor threads) {

    /** Opens a connection for questions and short statements, which waits for no answer longer than an applier does. */
    Connection openBounded() throws SQLException {
        return threads.own(pool.openBounded());
    }

    /** Opens a connection for statements that may take long. */
    Connection open() throws SQLException {
        return threads.own(pool.open());
    }
}
