package io.gaussferry.sandbox;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.server.DockerEngine;
import io.gaussferry.sandbox.server.DockerMySqlServer;
import io.gaussferry.sandbox.server.DockerOpenGaussServer;
import io.gaussferry.sandbox.server.SandboxServer;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sandbox's servers as containers, as far as there is an engine for them: where a container cannot be had, that is told, and the
 * caller takes a process of this machine. For one thread.
 */
final class Containers {

    /** Keeps the sandbox from using an engine that is there, by the value {@link #NEVER}. */
    static final String VARIABLE = "GAUSSFERRY_CONTAINERS";

    static final String NEVER = "never";

    private final Map<String, String> environment;
    private final SandboxListener listener;

    private boolean searched;
    private @Nullable DockerEngine engine;

    Containers(Map<String, String> environment, SandboxListener listener) {
        this.environment = environment;
        this.listener = listener;
    }

    /** Starts MySQL; null where it cannot be had as a container. */
    @Nullable
    SandboxServer mySql() {
        return start("MySQL", found -> DockerMySqlServer.start(found, DockerMySqlServer.DEFAULT_IMAGE, listener));
    }

    /**
     * Starts openGauss; null where it cannot be had as a container.
     *
     * @throws SandboxException where there is an engine, and the image that a person chose cannot be had
     */
    @Nullable
    SandboxServer openGauss() {
        String image = DockerOpenGaussServer.image(environment);
        if (!environment.getOrDefault(DockerOpenGaussServer.IMAGE_VARIABLE, "").isBlank()) {
            DockerEngine found = engine();
            return found == null ? null : DockerOpenGaussServer.start(found, image, listener);
        }
        return start("openGauss", found -> DockerOpenGaussServer.start(found, image, listener));
    }

    private @Nullable SandboxServer start(String server, Function<DockerEngine, SandboxServer> container) {
        DockerEngine found = engine();
        if (found == null) {
            return null;
        }
        try {
            return container.apply(found);
        } catch (SandboxException unavailable) {
            if (Thread.currentThread().isInterrupted()) {
                throw unavailable;
            }
            listener.status(unavailable.problem());
            listener.status("Going on without a container for " + server);
            return null;
        }
    }

    private @Nullable DockerEngine engine() {
        if (!searched) {
            searched = true;
            if (environment.getOrDefault(VARIABLE, "").equals(NEVER)) {
                return null;
            }
            try {
                DockerEngine found = DockerEngine.find(environment);
                if (found != null) {
                    found.prepare(listener);
                }
                engine = found;
            } catch (SandboxException unavailable) {
                listener.status(unavailable.problem());
                listener.status("Going on without containers");
            }
        }
        return engine;
    }
}
