package io.gaussferry.pipeline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The end of an incremental snapshot. */
class IncrementalSnapshotTest {

    static final PipelineListener SILENT = new PipelineListener() {
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
    };

    static PipelineSettings settings() {
        return new SettingsBinder(
                        Map.of(
                                "gaussferry.pipeline", "p",
                                "gaussferry.source.url", "jdbc:mysql://not-used/",
                                "gaussferry.source.user", "u",
                                "gaussferry.source.password", "p",
                                "gaussferry.source.schemas", "s",
                                "gaussferry.target.url", "jdbc:opengauss://not-used/g",
                                "gaussferry.target.user", "u",
                                "gaussferry.target.password", "p"),
                        UnaryOperator.identity())
                .bind("gaussferry", PipelineProperties.class)
                .toSettings(Path.of(""));
    }

    private static IncrementalSnapshot ended(GaussferryException reason) throws InterruptedException {
        IncrementalSnapshot copy = new IncrementalSnapshot(
                settings(),
                Set.of(new TableId("s", "t")),
                (given, listener) -> new SnapshotPipeline() {
                    @Override
                    public void run() {
                        throw reason;
                    }

                    @Override
                    public boolean stop(Duration patience) {
                        return true;
                    }
                },
                SILENT);
        copy.start();
        copy.stop(Duration.ofSeconds(10));
        assertThat(copy.isRunning()).isFalse();
        return copy;
    }

    /** The replay takes over the tables of a snapshot at the handover, when their rows are complete. */
    @Test
    void doesNotFailWhenTablesAreHandedOver() throws InterruptedException {
        assertThat(ended(new FencedException(
                                ErrorCode.PIPELINE_TAKEN_OVER, "Another daemon has taken over.", "run one"))
                        .failure())
                .isEmpty();
    }

    @Test
    void failsOnAnyOtherEnd() throws InterruptedException {
        GaussferryException reason = new GaussferryException(ErrorCode.DEFECT, "broken", "repair it", null);
        assertThat(ended(reason).failure()).contains(reason);
    }
}
