package io.gaussferry.app.http;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.PipelineSettings;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A replay that was not begun: needs no servers. */
final class IdleReplay {

    private IdleReplay() {}

    static Replay of(PipelineSettings settings, RecentErrors errors) {
        ReplayStatistics statistics = new ReplayStatistics();
        return new Replay(
                settings.name(),
                new Pipeline(settings, statistics, new Silence()),
                statistics,
                errors,
                settings.target(),
                verification(settings),
                Optional::empty,
                Optional::empty);
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
                });
    }
}
