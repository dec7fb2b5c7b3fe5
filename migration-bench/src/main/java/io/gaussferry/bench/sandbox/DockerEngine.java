package io.gaussferry.bench.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/** Whether there is a container engine. */
final class DockerEngine {

    private DockerEngine() {}

    /** Looks for a socket first, which costs nothing; only where there is one, the engine is asked. */
    static boolean answers(Map<String, String> environment) {
        String home = System.getProperty("user.home");
        boolean configured = !environment.getOrDefault("DOCKER_HOST", "").isBlank()
                || Stream.of(
                                "/var/run/docker.sock",
                                home + "/.docker/run/docker.sock",
                                home + "/.testcontainers.properties",
                                environment.getOrDefault("XDG_RUNTIME_DIR", "/run/user/none") + "/docker.sock")
                        .anyMatch(candidate -> Files.exists(Path.of(candidate)));
        return configured && DockerClientFactory.instance().isDockerAvailable();
    }
}
