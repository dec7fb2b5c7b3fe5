package io.gaussferry.app.http;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A daemon's view of a pipeline that was not started; needs no servers. */
final class IdleDaemonView {

    private IdleDaemonView() {}

    static DaemonView of(PipelineSettings settings, RecentErrors errors) {
        ReplayStatistics statistics = new ReplayStatistics();
        ContinuousVerification verification = verification(settings);
        Pipeline pipeline = new Pipeline(settings, statistics, new IgnoringPipelineListener());
        return new DaemonView(
                settings.name(),
                pipeline,
                statistics,
                errors,
                settings.target(),
                verification,
                LoadThrottler.none(),
                Optional::empty,
                Optional::empty,
                cutover(settings, pipeline, statistics, verification));
    }

    private static CutoverService cutover(
            PipelineSettings settings,
            Pipeline pipeline,
            ReplayStatistics statistics,
            ContinuousVerification verification) {
        CutoverSettings cutover = new CutoverSettings(
                CutoverSettings.FenceMethod.SUPER_READ_ONLY,
                List.of(),
                Set.of(),
                null,
                null,
                settings.source(),
                new StepDeadlines(Map.of()),
                Map.of(),
                CreatedObjects.EXECUTED,
                true,
                Duration.ofMinutes(10),
                Duration.ofSeconds(30),
                false,
                OptionalLong.empty(),
                1);
        return new CutoverService(
                settings, cutover, new IdleView(pipeline, statistics, verification), new VerifiedTables());
    }

    /** A view of the pipeline that was not started. */
    private record IdleView(Pipeline pipeline, ReplayStatistics statistics, ContinuousVerification compared)
            implements ReplayView {

        @Override
        public PipelineStatus status() {
            return pipeline.status();
        }

        @Override
        public ContinuousVerification verification() {
            return compared;
        }

        @Override
        public List<Use> conversions() {
            return List.of();
        }

        @Override
        public boolean hasReferenceSystem(TableId table, String column) {
            return false;
        }

        @Override
        public @Nullable Ownership ownership() {
            return null;
        }

        @Override
        public void pause() {
            pipeline.throttler().pause();
        }

        @Override
        public void hold() {
            pipeline.throttler().hold();
        }

        @Override
        public void release() {
            pipeline.throttler().release();
        }

        @Override
        public void end(Duration patience) {}
    }

    private static ContinuousVerification verification(PipelineSettings settings) {
        return new ContinuousVerification(
                new VerifySettings(
                        settings.name(),
                        settings.source(),
                        settings.target(),
                        settings.rules(),
                        List.of(),
                        false,
                        false,
                        1,
                        1,
                        100,
                        1),
                0,
                new ContinuousVerification.Listener() {
                    @Override
                    public void verified(VerificationReport report) {}

                    @Override
                    public void interrupted(GaussferryException failure, Duration delay) {}

                    @Override
                    public void ended(GaussferryException failure) {}
                },
                LoadThrottler.none());
    }
}
