package io.gaussferry.app.http;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;

/** Ignores all events of a pipeline. */
final class IgnoringPipelineListener implements PipelineListener {
    @Override
    public void copying(CopyProgress progress) {}

    @Override
    public void catchingUp(Progress from, GtidSet until) {}

    @Override
    public void copied(long rows, Progress progress) {}

    @Override
    public void replaying(Progress progress) {}

    @Override
    public void waiting(GaussferryException failure) {}

    @Override
    public void retrying(GaussferryException failure, Duration delay) {}
}
