package io.gaussferry.sandbox.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/**
 * A container engine that answers. Such an engine may still be unusable: if it reaches no registry, pulling a missing image
 * blocks for minutes without output. So every request has a time limit, and images are pulled before containers are started.
 */
public final class DockerEngine {

    /**
     * Time limits.
     *
     * @param answer for any answer, and for the first message of a pull
     * @param silence for the next message of a pull
     */
    public record Bounds(Duration answer, Duration silence) {}

    /** The image with which Testcontainers finds the engine's address if it runs in a container itself. */
    static final String ADDRESS_IMAGE = "alpine:3.17";

    /** Removes the containers of a process that was killed; Testcontainers starts it before any other. */
    public static final String REAPER_IMAGE = "testcontainers/ryuk:0.14.0";

    private static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(60));

    /** Covers the start of the reaper, among other steps. */
    private static final Duration PREPARATION = Duration.ofMinutes(1);

    /** Time for creating a container, in addition to the startup timeout of its server. */
    private static final Duration CREATION = Duration.ofMinutes(1);

    private static final Duration STOP = Duration.ofSeconds(30);

    private static final String REMEDY = "Check whether docker info answers; restart the engine, or unset DOCKER_HOST.";

    private final DockerClient client;
    private final Bounds bounds;

    DockerEngine(DockerClient client, Bounds bounds) {
        this.client = client;
        this.bounds = bounds;
    }

    /**
     * Returns the engine of this machine or of DOCKER_HOST; null if there is none. Looks for sockets first, which is cheap,
     * and queries the engine only if one exists.
     *
     * @throws SandboxException if there should be an engine, but it does not answer
     */
    public static @Nullable DockerEngine find(Map<String, String> environment) {
        if (!isExpected(environment)) {
            return null;
        }
        try {
            return BoundedStep.call(
                    "The container engine's first answer",
                    REMEDY,
                    BOUNDS.answer(),
                    () -> new DockerEngine(
                            DockerClientProviderStrategy.getClientForConfig(
                                    DockerClientFactory.instance().getTransportConfig()),
                            BOUNDS));
        } catch (IllegalStateException noneAnswers) {
            throw new SandboxException(
                    "A container engine's socket exists, but no engine answers on it.", REMEDY, noneAnswers);
        }
    }

    private static boolean isExpected(Map<String, String> environment) {
        String home = System.getProperty("user.home");
        return !environment.getOrDefault("DOCKER_HOST", "").isBlank()
                || Stream.of(
                                "/var/run/docker.sock",
                                home + "/.docker/run/docker.sock",
                                home + "/.testcontainers.properties",
                                environment.getOrDefault("XDG_RUNTIME_DIR", "/run/user/none") + "/docker.sock")
                        .anyMatch(candidate -> Files.exists(Path.of(candidate)));
    }

    /**
     * Starts a container, pulling its image if it is missing. Call {@link #prepare} first.
     *
     * @param startupTimeout startup timeout of the server in the container
     * @param remedy the user's remedy if it does not start
     * @throws SandboxException if the image is not available or the container does not start; the container is removed then
     */
    void start(
            GenericContainer<?> container,
            String image,
            String server,
            Duration startupTimeout,
            String remedy,
            SandboxListener listener) {
        provide(image, listener);
        listener.status("Starting " + server + " as a container (" + image + ")");
        try {
            BoundedStep.call("The start of a container of " + image, remedy, startupTimeout.plus(CREATION), () -> {
                container.start();
                return true;
            });
        } catch (SandboxException failure) {
            stopAfter(failure, container);
            throw failure;
        } catch (RuntimeException failure) {
            SandboxException told = new SandboxException(
                    "A container of " + image + " did not start: " + failure.getMessage(), remedy, failure);
            stopAfter(told, container);
            throw told;
        }
    }

    /** Stops and removes a container. */
    static void stop(GenericContainer<?> container) {
        BoundedStep.call("The end of a container", "Run docker ps and docker rm --force.", STOP, () -> {
            container.stop();
            return true;
        });
    }

    private static void stopAfter(SandboxException failure, GenericContainer<?> container) {
        try {
            stop(container);
        } catch (RuntimeException notStopped) {
            failure.addSuppressed(notStopped);
        }
    }

    /**
     * Prepares the engine for containers by pulling Testcontainers' own images: Testcontainers would pull them itself,
     * without output, for minutes. Then starts its reaper, which removes remaining containers.
     *
     * @throws SandboxException if an image is not available: then no container can be started
     */
    public void prepare(SandboxListener listener) {
        if (needsAddressImage()) {
            provide(ADDRESS_IMAGE, listener);
        }
        if (!Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))) {
            provide(REAPER_IMAGE, listener);
        }
        try {
            BoundedStep.call(
                    "The start of Testcontainers",
                    REMEDY,
                    PREPARATION,
                    () -> DockerClientFactory.instance().client());
        } catch (SandboxException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw new SandboxException(
                    "The container engine is unusable: " + failure.getMessage(),
                    "Try docker run --rm " + REAPER_IMAGE + ".",
                    failure);
        }
    }

    /**
     * In a container, with an engine that does not report its bridge's address, Testcontainers starts a container to find it.
     */
    private boolean needsAddressImage() {
        if (!Files.exists(Path.of("/.dockerenv")) || System.getenv("TESTCONTAINERS_HOST_OVERRIDE") != null) {
            return false;
        }
        return BoundedStep.call("The container engine's answer", REMEDY, bounds.answer(), () -> {
            String scheme = DockerClientFactory.instance()
                    .getTransportConfig()
                    .getDockerHost()
                    .getScheme();
            return scheme.equals("unix")
                    && client.inspectNetworkCmd().withNetworkId("bridge").exec().getIpam().getConfig().stream()
                            .allMatch(network -> network.getGateway() == null);
        });
    }

    /**
     * Returns when the image is on this machine, after pulling it if it was missing.
     *
     * @throws SandboxException if it is not available: a message of the pull did not arrive in time, or the engine reports
     *     that the image does not exist
     */
    void provide(String image, SandboxListener listener) {
        DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
        if (isPresent(name)) {
            return;
        }
        ImagePull pull = new ImagePull(name.asCanonicalNameString(), bounds, listener);
        BoundedStep.call(
                "The container engine's answer",
                REMEDY,
                bounds.answer(),
                () -> client.pullImageCmd(name.getUnversionedPart())
                        .withTag(name.getVersionPart())
                        .exec(pull));
        pull.await();
        if (!isPresent(name)) {
            throw pull.failed("the pull ended without the image");
        }
    }

    private boolean isPresent(DockerImageName name) {
        return BoundedStep.call("The container engine's answer", REMEDY, bounds.answer(), () -> {
            try {
                client.inspectImageCmd(name.asCanonicalNameString()).exec();
                return true;
            } catch (NotFoundException absent) {
                return false;
            }
        });
    }
}
