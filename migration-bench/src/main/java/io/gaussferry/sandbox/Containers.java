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
 * The sandbox's servers as containers, if a container engine exists. If a container is not available, reports the reason; the
 * caller then starts a process of this machine. For one thread.
 */
final class Containers {

    /** With the value {@link #NEVER}, prevents the sandbox from using an existing engine. */
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

    /** Starts MySQL; returns null if it is not available as a container. */
    @Nullable
    SandboxServer mySql() {
        return start("MySQL", found -> DockerMySqlServer.start(found, DockerMySqlServer.DEFAULT_IMAGE, listener));
    }

    /**
     * Starts openGauss; returns null if it is not available as a container.
     *
     * @throws SandboxException if there is an engine and the user's chosen image is not available
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
            listener.status("Continuing without a container for " + server);
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
                listener.status("Continuing without containers");
            }
        }
        return engine;
    }
}
