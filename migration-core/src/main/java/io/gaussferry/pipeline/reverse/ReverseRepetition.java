package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.WayBackStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run of the way back from where it was armed, whatever MySQL's progress says, with nothing that the target may forget; for measurements,
 * by which MySQL is put back in between. {@link #run} on a thread of its own, {@link #stop} on any.
 */
public final class ReverseRepetition {

    private final ReverseReplay replay;
    private final AtomicLong readingSince;

    private ReverseRepetition(ReverseReplay replay, AtomicLong readingSince) {
        this.replay = replay;
        this.readingSince = readingSince;
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

    private static ReverseRepetition begun(ReverseSettings settings, ReplayStatistics statistics) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            WayBackStore.Armed armed =
                    new WayBackStore(settings.name()).find(target).orElseThrow();
            target.commit();
            new MySqlProgress(settings.name())
                    .begin(
                            mysql,
                            new LowWaterMark(0, new BinlogPosition("", 0)),
                            settings.followed().get());
            mysql.commit();
            List<TableDefinition> tables = ReverseTables.read(settings);
            TargetProfile profile = sessions.dialect().profile();
            AtomicLong readingSince = new AtomicLong();
            ReverseReplay replay = new ReverseReplay(
                    settings,
                    tables,
                    LogicalDecodingSource.startingAt(armed.lsn()),
                    owned -> noting(
                            readingSince,
                            new LogicalDecodingSource(
                                    settings.decoding(), profile, tables, armed.fingerprints(), armed::lsn)),
                    new WayBackState(statistics),
                    CommitListener.NONE);
            return new ReverseRepetition(replay, readingSince);
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
}
