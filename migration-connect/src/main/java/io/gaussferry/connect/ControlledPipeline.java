package io.gaussferry.connect;

import io.gaussferry.control.AccessToken;

/** A pipeline of this worker that commands can reach. Thread-safe. */
final class ControlledPipeline {

    private static final int UNAVAILABLE = 503;

    private final RunningPipeline pipeline;
    private final ControlSettings settings;
    private final AccessToken token;
    private final ControlApi api;

    ControlledPipeline(RunningPipeline pipeline, ControlSettings settings) {
        this.pipeline = pipeline;
        this.settings = settings;
        this.token = new AccessToken(settings.token());
        this.api = new ControlApi(pipeline.view(), pipeline.sampler());
    }

    String name() {
        return pipeline.settings().name();
    }

    ControlSettings settings() {
        return settings;
    }

    AccessToken token() {
        return token;
    }

    /** Responds to a request with the valid token. A pipeline that another worker has taken over must not respond: it knows an old state. */
    ControlApi.Response respond(ControlApi.Request request) {
        if (pipeline.fencedFor().isPresent()) {
            return ControlApi.problem(UNAVAILABLE, "Another worker has taken over pipeline " + name() + ".");
        }
        if (!pipeline.isCutoverKnown() && request.path().contains("cutover")) {
            return ControlApi.problem(
                    UNAVAILABLE, "Pipeline " + name() + " has not read the state of its cutover yet.");
        }
        return api.respond(request);
    }
}
