package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.WayBackStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run of the way back from where it was armed, whatever MySQL's progress says, by a copy of its replication slot; for measurements,
 * by which MySQL is put back in between. {@link #run} on a thread of its own, {@link #stop} on any.
 */
public final class ReverseRepetition implements AutoCloseable {

    private final ReverseSettings settings;
    private final Connection mysql;
    private final AtomicLong readingSince = new AtomicLong();
    private final ReverseReplay replay;

    private ReverseRepetition(
            ReverseSettings settings,
            Connection mysql,
            WayBackStore.Armed armed,
            TargetProfile profile,
            ReplayStatistics statistics)
            throws SQLException, InterruptedException {
        this.settings = settings;
        this.mysql = mysql;
        List<TableDefinition> tables = ReverseTables.read(settings);
        DurablePlace durable = new DurablePlace(settings.name(), mysql, armed.lsn(), place -> {});
        this.replay = new ReverseReplay(
                settings,
                connection -> taken(settings, connection),
                tables,
                LogicalDecodingSource.startingAt(armed.lsn()),
                owned -> noting(
                        readingSince,
                        new LogicalDecodingSource(decoding(settings), profile, tables, armed.fingerprints(), durable)),
                new WayBackState(statistics),
                CommitListener.NONE);
    }

    private static Optional<OwnedProgress> taken(ReverseSettings settings, Connection mysql) throws SQLException {
        Optional<OwnedProgress> taken =
                new MySqlProgress(settings.name()).takeOwnership(mysql, owner(settings), settings.appliers());
        mysql.commit();
        return taken;
    }

    /** No daemon has the pipeline of a measurement. */
    private static Ownership owner(ReverseSettings settings) {
        return new Ownership(settings.name(), 1);
    }

    private static DecodingSettings decoding(ReverseSettings settings) {
        DecodingSettings armed = settings.decoding();
        return armed.with(armed.slot() + "_1");
    }

    /**
     * Puts MySQL's progress back to its beginning, and makes a run that is not started yet.
     *
     * @param settings of a way back that is armed, and that nobody else runs
     */
    public static ReverseRepetition begin(ReverseSettings settings, ReplayStatistics statistics)
            throws InterruptedException {
        return Attempt.to("begin the way back anew", "arm it first", () -> begun(settings, statistics));
    }

    private static ReverseRepetition begun(ReverseSettings settings, ReplayStatistics statistics)
            throws SQLException, InterruptedException {
        Connection mysql = settings.openMySql();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            WayBackStore.Armed armed =
                    new WayBackStore(settings.name()).find(target).orElseThrow();
            target.commit();
            TargetProfile profile = sessions.dialect().profile();
            LogicalSlot again = new LogicalSlot(decoding(settings).slot(), profile);
            again.drop(target);
            new LogicalSlot(settings.decoding().slot(), profile).copyTo(target, again);
            new MySqlProgress(settings.name())
                    .begin(
                            mysql,
                            owner(settings),
                            new LowWaterMark(0, new BinlogPosition("", 0)),
                            settings.followed().get());
            mysql.commit();
            return new ReverseRepetition(settings, mysql, armed, profile, statistics);
        } catch (SQLException | RuntimeException | InterruptedException e) {
            mysql.close();
            throw e;
        }
    }

    private static ChangeSource noting(AtomicLong begun, ChangeSource source) {
        return new ChangeSource() {
            @Override
            public void run(Progress executed, TransactionSink sink) throws InterruptedException {
                begun.set(System.nanoTime());
                source.run(executed, sink);
            }

            @Override
            public void stop() {
                source.stop();
            }
        };
    }

    /** Returns when it began to read, as {@link System#nanoTime} said; 0 if it has not. Any thread. */
    public long readingSince() {
        return readingSince.get();
    }

    /** Runs until it is stopped. */
    public void run() throws InterruptedException {
        replay.run();
    }

    /** Has it end. */
    public void stop() {
        replay.stop();
    }

    /** Takes its replication slot away. */
    @Override
    public void close() throws InterruptedException {
        Attempt.to("take away what the way back was repeated with", "drop the slot by hand", () -> {
            mysql.close();
            try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                    Connection target = sessions.open()) {
                TargetProfile profile = sessions.dialect().profile();
                DecodingSettings decoding = decoding(settings);
                new LogicalSlot(decoding.slotAhead(), profile).drop(target);
                new LogicalSlot(decoding.slot(), profile).drop(target);
                return true;
            }
        });
    }
}
