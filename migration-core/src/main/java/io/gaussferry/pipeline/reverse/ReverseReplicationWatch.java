package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.compare.PositionWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether MySQL has reached a position of the target: writes a heartbeat to {@code gaussferry.probe}, and looks
 * for its position in MySQL's progress. Thread-safe.
 */
public final class ReverseReplicationWatch extends PositionWatch {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseReplicationWatch.class);

    private static final String REMEDY =
            "check that both servers are reachable, and that the account of the cutover may read gaussferry.progress in MySQL";

    /** A position in the target's log, in bytes. */
    private record LogPosition(long offset) implements Place {}

    private final ReverseSettings settings;
    private final TargetSessions sessions;
    private final Connection target;
    private final Connection mysql;
    private final MySqlProgress progress;

    private ReverseReplicationWatch(
            ReverseSettings settings, TargetSessions sessions, Connection target, Connection mysql) {
        this.settings = settings;
        this.sessions = sessions;
        this.target = target;
        this.mysql = mysql;
        this.progress = new MySqlProgress(settings.name());
    }

    /**
     * Returns the watch of reverse replication; empty if the source is the side that clients write to.
     *
     * @param mysql the account with which the cutover writes to the source; called only if needed
     * @throws GaussferryException if the pipeline has switched without reverse replication
     */
    public static Optional<ReverseReplicationWatch> find(PipelineSettings pipeline, Supplier<SourceSettings> mysql)
            throws InterruptedException {
        ReverseReplicationWatch watch = null;
        TargetSessions sessions;
        try {
            sessions = new TargetSessions(pipeline.target(), 1);
        } catch (SQLException e) {
            throw Attempt.failure("check the direction of replication", REMEDY, e);
        }
        try {
            Connection target = sessions.open();
            boolean isSwitched = SwitchedPipelines.isSwitched(target, pipeline.name());
            boolean isArmed =
                    new ReverseReplicationStore(pipeline.name()).find(target).isPresent();
            String followed = new ProgressStore(pipeline.name())
                    .find(target)
                    .map(found -> found.source().serverUuid())
                    .orElse("");
            target.commit();
            if (!isSwitched) {
                return Optional.empty();
            }
            if (!isArmed) {
                throw new GaussferryException(
                        ErrorCode.REVERSE_REPLICATION_NOT_ARMED,
                        "Pipeline \"" + pipeline.name()
                                + "\" was switched without reverse replication, or that has ended: neither side follows the other.",
                        "no comparison is possible: only the target receives the application's writes",
                        null);
            }
            ReverseSettings settings = ReverseSettings.of(pipeline, mysql.get(), () -> followed);
            watch = new ReverseReplicationWatch(settings, sessions, target, settings.openMySql());
            return Optional.of(watch);
        } catch (SQLException e) {
            throw Attempt.failure("check the direction of replication", REMEDY, e);
        } finally {
            if (watch == null) {
                sessions.close();
            }
        }
    }

    @Override
    public boolean sourceFollows() {
        return true;
    }

    @Override
    public synchronized Set<TableId> excluded() throws SQLException {
        Set<TableId> excluded = new TargetTables(settings).notReplicated(target);
        target.commit();
        return excluded;
    }

    @Override
    public synchronized Place now(Connection source) throws SQLException {
        return new LogPosition(TargetHeartbeat.set(target, settings.decoding().slot(), sessions.dialect()));
    }

    @Override
    protected boolean isPassed(Place place) throws SQLException {
        return place instanceof LogPosition log && reached() > log.offset();
    }

    @Override
    protected synchronized Long reached() throws SQLException {
        long offset = progress.find(mysql).map(mark -> mark.position().offset()).orElse(0L);
        mysql.commit();
        return offset;
    }

    @Override
    public void close() {
        try (TargetSessions all = sessions;
                Connection first = target;
                Connection second = mysql) {
            LOG.debug("Closing the position watch of {} with {}, {} and {}", settings.name(), all, first, second);
        } catch (SQLException gone) {
            LOG.debug("A connection was already closed: {}", RowValueMarks.message(gone));
        }
    }
}
