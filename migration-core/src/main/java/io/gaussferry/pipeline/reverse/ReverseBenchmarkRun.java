package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run of reverse replication from its first position, regardless of MySQL's progress, with a copy of its replication
 * slot. For benchmarks, which reset MySQL between the runs. {@link #run} is called on a thread of its own,
 * {@link #stop} on any.
 */
public final class ReverseBenchmarkRun implements AutoCloseable {

    private final ReverseSettings settings;
    private final Connection mysql;
    private final AtomicLong readingSince = new AtomicLong();
    private final ReverseReplay replay;

    private ReverseBenchmarkRun(
            ReverseSettings settings,
            Connection mysql,
            ReverseReplicationStore.Armed armed,
            TargetDialect dialect,
            ReplayStatistics statistics)
            throws SQLException, InterruptedException {
        this.settings = settings;
        this.mysql = mysql;
        List<TableDefinition> tables = ReverseTables.read(settings);
        DurablePosition durable = new DurablePosition(settings.name(), mysql, armed.lsn(), position -> {});
        this.replay = new ReverseReplay(
                settings,
                connection -> taken(settings, connection),
                tables,
                LogicalDecodingSource.startingAt(armed.lsn()),
                owned -> noting(
                        readingSince,
                        new LogicalDecodingSource(decoding(settings), dialect, tables, armed.fingerprints(), durable)),
                new ReverseReplicationState(statistics),
                CommitListener.NONE);
    }

    private static Optional<OwnedProgress> taken(ReverseSettings settings, Connection mysql) throws SQLException {
        Optional<OwnedProgress> taken =
                new MySqlProgress(settings.name()).takeOwnership(mysql, owner(settings), settings.appliers());
        mysql.commit();
        return taken;
    }

    /** Returns the ownership for a benchmark, whose pipeline has no daemon. */
    private static Ownership owner(ReverseSettings settings) {
        return new Ownership(settings.name(), 1);
    }

    private static DecodingSettings decoding(ReverseSettings settings) {
        DecodingSettings armed = settings.decoding();
        return armed.with(armed.slot() + "_1");
    }

    /**
     * Resets MySQL's progress, and creates a run that is not started yet.
     *
     * @param settings of an armed reverse replication that no daemon runs
     */
    public static ReverseBenchmarkRun begin(ReverseSettings settings, ReplayStatistics statistics)
            throws InterruptedException {
        return Attempt.to("restart reverse replication", "arm it first", () -> create(settings, statistics));
    }

    private static ReverseBenchmarkRun create(ReverseSettings settings, ReplayStatistics statistics)
            throws SQLException, InterruptedException {
        Connection mysql = settings.openMySql();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            ReverseReplicationStore.Armed armed =
                    new ReverseReplicationStore(settings.name()).find(target).orElseThrow();
            target.commit();
            TargetDialect dialect = sessions.dialect();
            LogicalSlot again = new LogicalSlot(decoding(settings).slot(), dialect.decoding());
            again.drop(target);
            new LogicalSlot(settings.decoding().slot(), dialect.decoding()).copyTo(target, again);
            new MySqlProgress(settings.name())
                    .begin(
                            mysql,
                            owner(settings),
                            LowWaterMark.NONE,
                            settings.followed().get());
            mysql.commit();
            return new ReverseBenchmarkRun(settings, mysql, armed, dialect, statistics);
        } catch (SQLException | RuntimeException | InterruptedException e) {
            mysql.close();
            throw e;
        }
    }

    private static ChangeSource noting(AtomicLong started, ChangeSource source) {
        return new ChangeSource() {
            @Override
            public void run(Progress executed, TransactionSink sink) throws InterruptedException {
                started.set(System.nanoTime());
                source.run(executed, sink);
            }

            @Override
            public void stop() {
                source.stop();
            }
        };
    }

    /** Returns the {@link System#nanoTime} at which the run started to read; 0 if it has not. Any thread. */
    public long readingSince() {
        return readingSince.get();
    }

    /** Runs until {@link #stop} is called. */
    public void run() throws InterruptedException {
        replay.run();
    }

    /** Ends the run. */
    public void stop() {
        replay.stop();
    }

    /** Drops the run's replication slot. */
    @Override
    public void close() throws InterruptedException {
        Attempt.to("drop the benchmark's replication slot", "drop the slot manually", () -> {
            mysql.close();
            try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                    Connection target = sessions.open()) {
                TargetDialect dialect = sessions.dialect();
                DecodingSettings decoding = decoding(settings);
                new LogicalSlot(decoding.prefetchSlot(), dialect.decoding()).drop(target);
                new LogicalSlot(decoding.slot(), dialect.decoding()).drop(target);
                return true;
            }
        });
    }
}
