package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.snapshot.ReplayHandle;
import io.gaussferry.pipeline.snapshot.SnapshotPipeline;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.snapshot.CopyStore;
import io.gaussferry.state.TargetState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Requests another copy of a table while another table's copy runs, so that the replay run between the two hands both over. The new copy starts
 * although the earlier one is still running, which fails when it loses its tables. Guards: {@code IncrementalSnapshot.supersede}.
 */
class SupersededCopyIT {

    private static final Progress EXECUTED =
            new Progress("6c0aa422-e9a2-11f1-ab97-02fc00000001:1-9", new LowWaterMark(9, new BinlogPosition("b.1", 4)));
    private static final SourceIdentity SOURCE =
            new SourceIdentity("6c0aa422-e9a2-11f1-ab97-02fc00000001", Naming.GTID);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<CompletedCopy> copies = new CopyOnWriteArrayList<>();

    @Test
    void startsAndHandsOverNextCopy() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_superseded")) {
            PipelineSettings settings = settings(migration);
            TableId first = new TableId(migration.database(), "a");
            TableId second = new TableId(migration.database(), "b");
            TableCopyStore store = new TableCopyStore(settings.name());
            IncrementalSnapshots snapshots = new IncrementalSnapshots(
                    settings,
                    new IdleReplay(),
                    (copied, listener) -> copy(new CompletedCopy(copied, List.of(first, second))),
                    new SilentListener());
            try (TargetSessions sessions = new TargetSessions(settings.target(), 2);
                    Connection target = sessions.open()) {
                OwnedProgress owned = begin(target, settings.name());
                snapshots.start();
                for (TableId table : List.of(first, second, second)) {
                    store.quarantine(target, table, "");
                    assertThat(store.request(target, table)).isTrue();
                    target.commit();
                    assertThat(snapshots.beforeReplay(sessions, owned).whole()).containsExactly(table);
                    awaitCopies(copies.size() + 1);
                }
                assertThat(snapshots.beforeReplay(sessions, owned).whole()).isEmpty();
                await("the end")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(states(store, target)).containsOnly(State.DONE));
            } finally {
                snapshots.stop(PATIENCE);
            }
        }
    }

    private SnapshotPipeline copy(CompletedCopy copy) {
        copies.add(copy);
        return copy;
    }

    private void awaitCopies(int number) {
        await("copy " + number)
                .atMost(PATIENCE)
                .until(() -> copies.size() == number
                        && copies.get(number - 1).complete.getCount() == 0);
    }

    private static List<State> states(TableCopyStore store, Connection target) throws SQLException {
        List<State> states = store.read(target).values().stream()
                .map(TableCopyStore.Entry::state)
                .toList();
        target.rollback();
        return states;
    }

    private static PipelineSettings settings(Migration migration) {
        ServerAddress source = Servers.sandbox().source();
        ServerAddress target = Servers.sandbox().target();
        Map<String, String> values = Map.of(
                "gaussferry.pipeline", migration.pipeline(),
                "gaussferry.source.url", source.url(),
                "gaussferry.source.user", source.user(),
                "gaussferry.source.password", source.password(),
                "gaussferry.source.schemas", migration.database(),
                "gaussferry.target.url", target.url(),
                "gaussferry.target.user", target.user(),
                "gaussferry.target.password", target.password());
        return new SettingsBinder(values, UnaryOperator.identity())
                .bind("gaussferry", PipelineProperties.class)
                .toSettings(Path.of(""));
    }

    private static OwnedProgress begin(Connection target, String pipeline) throws SQLException {
        ProgressStore progress = new ProgressStore(pipeline);
        TargetState.prepare(target);
        OwnedProgress owned = progress.begin(target, new Ownership(pipeline, 1), 1, EXECUTED, SOURCE);
        new TableHistory(pipeline).begin(target, Map.of(), EXECUTED.executedSet());
        target.commit();
        return owned;
    }

    /** A copy that is complete as soon as it starts, and does not notice that it has lost its tables. */
    private static final class CompletedCopy implements SnapshotPipeline {

        private final PipelineSettings settings;
        private final List<TableId> tables;
        private final CountDownLatch complete = new CountDownLatch(1);
        private final CountDownLatch stopped = new CountDownLatch(1);

        private CompletedCopy(PipelineSettings settings, List<TableId> tables) {
            this.settings = settings;
            this.tables = tables;
        }

        @Override
        public void run() throws InterruptedException {
            try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                    Connection target = sessions.open()) {
                CopyStore copy = new CopyStore(settings.name());
                Optional<CopyStore.Found> found = copy.takeOwnership(target, null);
                long epoch = found.isPresent()
                        ? found.get().epoch()
                        : copy.begin(target).epoch();
                copy.reached(target, epoch, CopyStore.State.DONE);
                OwnedProgress unused = new ProgressStore(settings.name())
                        .begin(target, new Ownership(settings.name(), epoch), 1, EXECUTED, SOURCE);
                for (TableId table : tables) {
                    new TableHistory(settings.name()).put(target, table, "", EXECUTED.executedSet());
                }
                target.commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            complete.countDown();
            stopped.await();
            throw new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "The copy has lost its tables.", "none");
        }

        @Override
        public boolean stop(Duration patience) {
            stopped.countDown();
            return true;
        }
    }

    /** A replay whose runs the test starts itself. */
    private static final class IdleReplay implements ReplayHandle {

        @Override
        public boolean isReplaying() {
            return true;
        }

        @Override
        public void restartRun() {}

        @Override
        public void failWith(GaussferryException failure) {
            throw failure;
        }
    }

    private static final class SilentListener implements PipelineListener {

        @Override
        public void copying(CopyProgress progress) {}

        @Override
        public void copied(long rows, Progress progress) {}

        @Override
        public void catchingUp(Progress from, GtidSet until) {}

        @Override
        public void replaying(Progress progress) {}

        @Override
        public void waiting(GaussferryException failure) {}

        @Override
        public void retrying(GaussferryException failure, Duration delay) {}
    }
}
