package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlReverseRun;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseRunStore;
import io.gaussferry.checkpoint.ReverseRunStore.Run;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.decoding.StandbyFlush;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * The names of the runs of reverse replication. They identify a former primary of the target. A run has a random name. It is stored
 * on the target, then flushed by the target's standbys, then stored in MySQL, and only then changes are read. A primary that was replaced
 * before lacks the name that MySQL has: its transactions may not exist on the server that replaced it, and must not reach MySQL.
 *
 * <p>MySQL may have the name before that of the target: an interrupted start has stored it on the target only, and no change was read.
 * Thread-safe.
 */
public final class ReverseRuns {

    private final String pipeline;
    private final ReverseRunStore onTarget;
    private final MySqlReverseRun inMySql;

    /** @param pipeline the name of the pipeline */
    public ReverseRuns(String pipeline) {
        this.pipeline = pipeline;
        this.onTarget = new ReverseRunStore(pipeline);
        this.inMySql = new MySqlReverseRun(pipeline);
    }

    /**
     * Requires that the target is not a server that was replaced before the last run. Joins the transactions of both connections.
     *
     * @throws GaussferryException with the code {@code TARGET_OUTDATED} if it is
     */
    public void require(Connection target, Connection mysql) throws SQLException {
        String known = inMySql.find(mysql);
        Optional<Run> last = onTarget.find(target);
        if (known.isEmpty()) {
            return;
        }
        boolean isOutdated = last.isPresent()
                ? !known.equals(last.get().name()) && !known.equals(last.get().before())
                // a new target has no run either; MySQL is fenced for it by no other cutover
                : inMySql.isFencedByOther(mysql, cutover(target));
        if (isOutdated) {
            throw new GaussferryException(
                    ErrorCode.TARGET_OUTDATED,
                    "The target's server lacks the last run of reverse replication, which MySQL has: it was replaced as primary before, or was"
                            + " restored. Nothing is read from it, and no fence is changed.",
                    "start the primary that replaced it; if this server is to remain the primary although it lacks transactions:"
                            + " gaussferry cutover rearm --config FILE --reason TEXT",
                    null);
        }
    }

    /** Returns the cutover that the target knows; empty if it knows none. */
    private String cutover(Connection target) throws SQLException {
        return Sql.first(
                        target,
                        row -> row.getString(1),
                        "SELECT id FROM gaussferry.cutover WHERE pipeline = ?",
                        pipeline)
                .orElse("");
    }

    /**
     * Starts a run on the target, even one that was replaced: stores its name, and waits until the standbys have flushed it. Commits the
     * target's transaction.
     *
     * @param proof of the pipeline's ownership
     * @param ended whether to stop waiting for standbys
     */
    public Run start(
            Connection target, Connection mysql, TargetDialect dialect, OwnershipProof proof, BooleanSupplier ended)
            throws SQLException, InterruptedException {
        Run run = new Run(UUID.randomUUID().toString(), inMySql.find(mysql));
        target.commit();
        // a commit that waits for standbys could not be interrupted; a crash of the server must not lose the name
        Sql.execute(target, "SET LOCAL synchronous_commit = local");
        Object unused = proof.hold(target);
        onTarget.save(target, run);
        target.commit();
        StandbyFlush.awaitCommitted(target, dialect, ended);
        return run;
    }

    /**
     * Records a run that has started on the target in MySQL. Joins the connection's transaction.
     *
     * @throws GaussferryException if another run has started since
     */
    public void record(Connection mysql, Run run) throws SQLException {
        if (MySqlReverseRun.isSupported(mysql) && !inMySql.replace(mysql, run.before(), run.name())) {
            throw new GaussferryException(
                    ErrorCode.REPLICATION_RESTARTING,
                    "Another run of reverse replication has started.",
                    "no action needed, retrying",
                    null);
        }
    }
}
